"""Trains the weights by which @psi/agent guesses how many documents a question needs. tools/README.md tells how.

    python tools/train-hops.py <folder of dumps> [--folds] [--without-steps] [--out packages/agent/src/hops]

Reads what tools/dump-questions.mjs wrote. Trains on the sets with "train" in their names only, and prints for the
others how often the guess is right, beside always guessing the commonest class and beside a linear model. --folds
compares on the training sets alone, five folds, a question and its steps in one fold: what settings
are chosen by.
--without-steps trains on whole questions, of which nearly none needs one document.
Pinned: torch 2.15.0, numpy 2.4.6, scikit-learn 1.9.1, Python 3.11.
"""

import argparse
import base64
import glob
import json
import os

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from torch import nn

SEED = 0
HIDDEN, CLASSES = 128, 4
EPOCHS, BATCH, RATE, DECAY, DROPOUT = 20, 32, 1e-3, 0.01, 0.1
LINEAR_C = 10


class Dump:
    """One set: a vector a question, the class (documents needed, less one), whether it is a step of another."""

    def __init__(self, path):
        with open(path) as file:
            self.__dict__.update(json.load(file))
        rows = np.fromfile(path.replace(".json", ".f32"), dtype="<f4").reshape(-1, self.dimensions)
        texts = [q["text"] for q in self.questions]
        keep = [i for i, text in enumerate(texts) if text not in texts[:i]]
        self.texts = {texts[i] for i in keep}
        self.questions = [self.questions[i] for i in keep]
        self.rows = rows[keep]
        self.classes = np.array([q["documents"] - 1 for q in self.questions])
        self.steps = np.array([q["step"] for q in self.questions])
        numbers = np.array([q["number"] for q in self.questions])
        self.groups = np.array([f"{self.set} {number}" for number in numbers])
        # The steps of a question count as one question together: else most questions would need one document.
        of_step = {n: np.sum(self.steps & (numbers == n)) for n in numbers[self.steps]}
        self.weights = np.array([1 / of_step[n] if step else 1.0 for n, step in zip(numbers, self.steps)])


def fit_perceptron(rows, classes, weights, seed=SEED):
    """Two layers, as four arrays. Inputs are standardised while training, which is then put into the first layer."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    mean, deviation = rows.mean(0), rows.std(0)
    inputs = torch.from_numpy((rows - mean) / deviation)
    targets, counts = torch.from_numpy(classes), torch.from_numpy(weights.astype(np.float32))
    model = nn.Sequential(
        nn.Linear(rows.shape[1], HIDDEN), nn.ReLU(), nn.Dropout(DROPOUT), nn.Linear(HIDDEN, CLASSES)
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=DECAY)
    loss = nn.CrossEntropyLoss(reduction="none")
    model.train()
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(inputs), generator=generator).split(BATCH):
            optimizer.zero_grad()
            (loss(model(inputs[batch]), targets[batch]) * counts[batch]).mean().backward()
            optimizer.step()
    first, bias, second, last = (part.detach().numpy().astype(np.float64) for part in model.parameters())
    return first / deviation, bias - (first / deviation) @ mean, second, last


def fit_linear(rows, classes, weights):
    return LogisticRegression(C=LINEAR_C, max_iter=3000).fit(rows, classes, sample_weight=weights)


def probabilities(layers, rows):
    first, bias, second, last = (torch.from_numpy(np.asarray(part, dtype=np.float32)) for part in layers)
    hidden = torch.relu(nn.functional.linear(torch.from_numpy(rows), first, bias))
    return torch.softmax(nn.functional.linear(hidden, second, last), dim=1).numpy()


def quantised(layers):
    """Each unit's weights as bytes and what one step of them is worth."""
    packed = []
    for weights, biases in (layers[:2], layers[2:]):
        steps = (np.abs(weights).max(1) / 127).astype(np.float32)
        packed.append((np.round(weights / steps[:, None]).astype(np.int8), steps, biases.astype(np.float32)))
    return packed


def unpacked(packed):
    return [part for values, steps, biases in packed for part in (values * steps[:, None], biases)]


def text_of(array):
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


def weights_of(packed, sets):
    return {
        "format": 1,
        "embedder": sets[0].embedder.split("/")[0],
        "layers": [
            {"inputs": values.shape[1], "outputs": values.shape[0], "weights": text_of(values),
             "steps": text_of(steps), "biases": text_of(biases)}
            for values, steps, biases in packed
        ],
        "origin": {
            "command": "python tools/train-hops.py <dumps> --out packages/agent/src/hops",
            "seed": SEED,
            "torch": torch.__version__.split("+")[0],
            "embedder": sets[0].embedder,
            "sets": {s.set: s.hash for s in sets},
        },
    }


def made_vectors(layers, generator):
    """Two vectors a class that lean towards it, and two that lean nowhere."""
    first, _, second, _ = layers
    pulls = (second - second.mean(0)) @ first
    vectors = [pull / np.linalg.norm(pull) + generator.normal(0, 0.04, len(pull)) for pull in np.repeat(pulls, 2, 0)]
    vectors = np.array(vectors + list(generator.normal(size=(2, first.shape[1]))))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype("<f4")


def write(out, packed, sets):
    layers = unpacked(packed)
    with open(os.path.join(out, "hop-weights.json"), "w") as file:
        json.dump(weights_of(packed, sets), file, indent=2)
        file.write("\n")
    vectors = made_vectors(layers, np.random.default_rng(SEED))
    cases = [{"vector": text_of(v), "probabilities": [round(float(p), 7) for p in probabilities(layers, v[None])[0]]}
             for v in vectors]
    with open(os.path.join(out, "fixtures", "made-vectors.json"), "w") as file:
        json.dump(cases, file, indent=1)
        file.write("\n")


def line(name, guesses, classes):
    right = guesses == classes
    error = np.sqrt(right.mean() * (1 - right.mean()) / len(right))
    off, less = np.abs(guesses - classes).mean(), (guesses < classes).mean()
    return f"  {name:26s} {right.mean():.3f} +- {error:.3f}  off by {off:.3f}  too few {less:.3f}"


def report(name, classes, common, linear, guesses):
    commonest = np.bincount(classes).argmax()
    print(f"{name}: {len(classes)} questions")
    print(line(f"always {common + 1}, as in training", np.full_like(classes, common), classes))
    print(line(f"always {commonest + 1}, as in this set", np.full_like(classes, commonest), classes))
    print(line("linear", linear, classes))
    print(line("perceptron", guesses, classes))
    gain = (guesses == classes).astype(float) - (linear == classes)
    print(f"  perceptron less linear     {gain.mean():+.3f} +- {gain.std() / np.sqrt(len(gain)):.3f} (paired)")
    for true in np.unique(classes):
        row = np.bincount(guesses[classes == true], minlength=CLASSES)
        print(f"  needs {true + 1}, guessed 1 2 3 4: {' '.join(map(str, row))}", flush=True)


def compare_folds(rows, classes, weights, groups):
    names, group = np.unique(groups, return_inverse=True)
    fold = np.random.default_rng(SEED).permutation(len(names))[group] % 5
    right = {"perceptron": np.zeros(len(rows)), "linear": np.zeros(len(rows))}
    for part in range(5):
        inside, outside = fold != part, fold == part
        chosen = rows[inside], classes[inside], weights[inside]
        layers = fit_perceptron(*chosen)
        right["perceptron"][outside] = probabilities(layers, rows[outside]).argmax(1) == classes[outside]
        right["linear"][outside] = fit_linear(*chosen).predict(rows[outside]) == classes[outside]
    for name, values in right.items():
        print(f"five folds, {name}: {np.average(values, weights=weights):.3f}", flush=True)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("dumps")
    arguments.add_argument("--folds", action="store_true")
    arguments.add_argument("--without-steps", action="store_true")
    arguments.add_argument("--out")
    options = arguments.parse_args()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    dumps = [Dump(path) for path in sorted(glob.glob(os.path.join(options.dumps, "*.json")))]
    training = [d for d in dumps if "train" in d.set]
    tests = [d for d in dumps if "train" not in d.set]
    for dump in tests:
        assert not any(dump.texts & d.texts for d in training), f"{dump.set} has questions of training"
    used = ~np.concatenate([d.steps for d in training]) if options.without_steps else slice(None)
    parts = [np.concatenate([getattr(d, name) for d in training])[used]
             for name in ("rows", "classes", "weights", "groups")]
    rows, classes, weights, groups = parts
    counted = np.bincount(classes, weights=weights)
    print("training questions by documents:", np.bincount(classes), "counted:", np.round(counted, 1))
    if options.folds:
        return compare_folds(rows, classes, weights, groups)
    layers, linear = fit_perceptron(rows, classes, weights), fit_linear(rows, classes, weights)
    packed = quantised(layers)
    small = unpacked(packed)
    for dump in tests:
        guesses, lines = probabilities(small, dump.rows).argmax(1), linear.predict(dump.rows)
        for name, part in (("", ~dump.steps), (", steps", dump.steps)):
            if part.any():
                report(dump.set + name, dump.classes[part], counted.argmax(), lines[part], guesses[part])
    everything = np.concatenate([d.rows for d in dumps])
    exact, rounded = (probabilities(each, everything) for each in (layers, small))
    print(f"bytes for floats: {(exact.argmax(1) != rounded.argmax(1)).mean():.3%} of {len(everything)} guesses change,"
          f" a probability by {np.abs(exact - rounded).max():.4f} at most")
    if options.out:
        write(options.out, packed, training)
    for seed in range(1, 5):
        other = fit_perceptron(rows, classes, weights, seed=seed)
        print(f"seed {seed}:", " ".join(
            f"{d.set} {(probabilities(other, d.rows).argmax(1) == d.classes)[~d.steps].mean():.3f}" for d in tests),
            flush=True)


if __name__ == "__main__":
    main()
