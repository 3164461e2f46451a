"""Trains the weights that @psi/fusion ships. Run by hand; tools/README.md tells how.

    python tools/train-fusion.py <folder of dumps> <tier> [--out packages/fusion/src/weights] [--without family]
        [--leave-out bridge.open1,bridge.open2]

Reads what tools/dump-signals.mjs wrote: for each set the candidates of each question with their inputs, and which
of them are gold. Trains on the sets with "train" in their names only, and prints Recall@2 / Recall@5 on all.
Pinned: numpy 2.4.6, scikit-learn 1.9.1, lightgbm 4.7.0, Python 3.11.
"""

import argparse
import base64
import glob
import json
import os
import struct

import lightgbm
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

SEED = 0
LEFT_OUT = set()


class Dump:
    """One set: inputs of all candidates, with where each question's begin."""

    def __init__(self, path):
        with open(path) as file:
            self.__dict__.update(json.load(file))
        raw = np.fromfile(path.replace(".json", ".f32"), dtype=np.float32).reshape(-1, len(self.inputs))
        out = LEFT_OUT | {"bridge.pagerank"}
        keep = [i for i, spec in enumerate(self.inputs) if spec["signal"] not in out]
        self.inputs, raw = [self.inputs[i] for i in keep], raw[:, keep]
        self.sizes = np.array([q["size"] for q in self.questions])
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)])
        self.gold = np.zeros(len(raw), dtype=np.int8)
        for start, question in zip(self.starts, self.questions):
            self.gold[start + np.array(question["gold"], dtype=int)] = 1
        self.rows = np.concatenate([raw, standardised(raw, self.starts)], axis=1)

    def recall(self, scores, k):
        found = []
        for i, question in enumerate(self.questions):
            a, b = self.starts[i], self.starts[i + 1]
            best = np.argsort(-scores[a:b], kind="stable")[:k]
            found.append(self.gold[a:b][best].sum() / question["golds"])
        return float(np.mean(found))

    def pool(self):
        return float(np.mean([len(q["gold"]) / q["golds"] for q in self.questions]))


def standardised(raw, starts):
    """As signal-inputs.ts does it: mean 0, deviation 1 within a question."""
    out = np.empty_like(raw)
    for a, b in zip(starts, starts[1:]):
        part = raw[a:b].astype(np.float64)
        out[a:b] = (part - part.mean(0)) / (part.std(0) + 1e-6)
    return out


def small_pools(dump, generator):
    """Each question once more among four to twenty candidates: a small corpus, where few are to be told apart."""
    raw = dump.rows[:, : len(dump.inputs)]
    rows, gold, starts = [], [], [0]
    for a, b in zip(dump.starts, dump.starts[1:]):
        size = min(int(generator.integers(4, 21)), b - a)
        right = np.flatnonzero(dump.gold[a:b])
        others = np.flatnonzero(dump.gold[a:b] == 0)
        rest = generator.choice(others, max(0, size - len(right)), replace=False)
        chosen = a + np.concatenate([right, rest]).astype(int)
        rows.append(raw[chosen])
        gold.append(dump.gold[chosen])
        starts.append(starts[-1] + len(chosen))
    raw = np.concatenate(rows)
    starts = np.array(starts)
    return np.concatenate([raw, standardised(raw, starts)], axis=1), np.concatenate(gold), np.diff(starts)


def within(scores, starts):
    out = np.empty_like(scores)
    for a, b in zip(starts, starts[1:]):
        out[a:b] = (scores[a:b] - scores[a:b].mean()) / (scores[a:b].std() + 1e-6)
    return out


def fit(sets):
    generator = np.random.default_rng(SEED)
    small = [small_pools(s, generator) for s in sets]
    rows = np.concatenate([s.rows for s in sets] + [part[0] for part in small])
    gold = np.concatenate([s.gold for s in sets] + [part[1] for part in small]).astype(int)
    groups = np.concatenate([s.sizes for s in sets] + [part[2] for part in small])
    scale = StandardScaler().fit(rows)
    linear = LogisticRegression(max_iter=1500, C=0.05).fit(scale.transform(rows), gold)
    shape = dict(num_leaves=12, learning_rate=0.04, min_child_samples=100, colsample_bytree=0.3,
                 subsample=0.8, subsample_freq=1, reg_lambda=10, verbose=-1, n_jobs=1,
                 random_state=SEED, deterministic=True, force_col_wise=True)
    trees = lightgbm.LGBMClassifier(n_estimators=300, **shape).fit(rows, gold)
    ranker = lightgbm.LGBMRanker(n_estimators=300, **shape).fit(rows, gold, group=groups)
    return scale, linear, trees, ranker


def scores_of(models, dump):
    scale, linear, trees, ranker = models
    parts = {
        "linear": linear.decision_function(scale.transform(dump.rows)),
        "trees": trees.predict(dump.rows, raw_score=True),
        "ranker": ranker.predict(dump.rows),
    }
    parts = {name: within(np.asarray(part), dump.starts) for name, part in parts.items()}
    parts["added"] = sum(parts.values())
    return parts


def pack_floats(values):
    return base64.b64encode(np.asarray(values, dtype="<f4").tobytes()).decode()


def pack_forest(model):
    trees = model.booster_.dump_model()["tree_info"]
    out = bytearray(struct.pack("<H", len(trees)))
    for tree in trees:
        inner, leaves = [], []

        def child(node):
            if "leaf_value" in node:
                leaves.append(node["leaf_value"])
                return -len(leaves)
            at = len(inner)
            inner.append(None)
            left = child(node["left_child"])
            right = child(node["right_child"])
            assert node["decision_type"] == "<=" and node["missing_type"] == "None"
            inner[at] = (node["split_feature"], node["threshold"], left, right)
            return at

        child(tree["tree_structure"])
        assert len(leaves) >= 2
        out += struct.pack("<B", len(leaves))
        for feature, threshold, left, right in inner:
            out += struct.pack("<Bfbb", feature, threshold, left, right)
        out += struct.pack(f"<{len(leaves)}f", *leaves)
    return base64.b64encode(bytes(out)).decode()


def weights_of(models, sets, tier):
    scale, linear, trees, ranker = models
    return {
        "format": 1,
        "inputs": sets[0].inputs,
        "models": [
            {"kind": "linear", "weights": pack_floats(linear.coef_[0]), "means": pack_floats(scale.mean_),
             "deviations": pack_floats(scale.scale_)},
            {"kind": "forest", "trees": pack_forest(trees)},
            {"kind": "forest", "trees": pack_forest(ranker)},
        ],
        "origin": {
            "command": f"python tools/train-fusion.py <dumps> {tier}",
            "seed": SEED,
            "sets": {f"{s.set} ({s.mode})": s.hash for s in sets},
        },
    }


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("dumps")
    arguments.add_argument("tier", choices=["words", "vectors", "hops"])
    arguments.add_argument("--out")
    arguments.add_argument("--without", default=None)
    arguments.add_argument("--leave-out", default="", help="signals that are not looked at, with commas between them")
    options = arguments.parse_args()
    LEFT_OUT.update(filter(None, options.leave_out.split(",")))
    dumps = [Dump(path) for path in sorted(glob.glob(os.path.join(options.dumps, f"*.{options.tier}.json")))]
    training = [d for d in dumps if "train" in d.set and not (options.without and d.set.startswith(options.without))]
    assert all(d.inputs == training[0].inputs for d in dumps), "dumps of different inputs"
    models = fit(training)
    for dump in dumps:
        if "train" in dump.set:
            continue
        parts = scores_of(models, dump)
        row = "  ".join(f"{name} {dump.recall(part, 2):.3f}/{dump.recall(part, 5):.3f}" for name, part in parts.items())
        print(f"{dump.set:22s} {dump.mode:7s} pool {dump.pool():.3f}  {row}", flush=True)
    if options.out:
        with open(os.path.join(options.out, f"{options.tier}.json"), "w") as file:
            json.dump(weights_of(models, training, options.tier), file)
            file.write("\n")


if __name__ == "__main__":
    main()
