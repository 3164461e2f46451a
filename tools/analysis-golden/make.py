"""Which text Lucene and SQLite FTS5 rank first for each query of questions.json.

Usage: python make.py <folder with lucene-core, lucene-analysis-common, lucene-analysis-icu and icu4j jars> <output>
Tried with Lucene 9.12.3, icu4j 74.2, Java 17, Python 3.11 with SQLite 3.40.
"""
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

here = Path(__file__).parent
jars, output = sys.argv[1:]
groups = json.loads((here / "questions.json").read_text(encoding="utf-8"))


def lucene():
    """For each query, in order, the row that Lucene ranks first; None where none or several are."""
    lines = []
    for group in groups:
        lines.append(f"chain\t{group.get('chain', 'standard')}")
        lines += [f"text\t{text}" for text in group["texts"]]
        lines += [f"query\t{query}" for query in group["queries"]]
    command = ["java", "-cp", f"{jars}/*", str(here / "Golden.java")]
    run = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=True)
    for line in run.stdout.splitlines():
        row, alone = line.split("\t")
        yield int(row) if row != "-1" and alone == "true" else None


def sqlite(texts, query):
    database = sqlite3.connect(":memory:")
    database.execute(
        "create virtual table t using fts5(x, tokenize='porter unicode61 remove_diacritics 2')"
    )
    database.executemany("insert into t(rowid, x) values (?, ?)", enumerate(texts))
    words = " OR ".join('"' + word.replace('"', '""') + '"' for word in query.split())
    found = database.execute(
        "select rowid, bm25(t) from t where t match ? order by bm25(t), rowid limit 2", [words]
    ).fetchall()
    if not found or (len(found) == 2 and found[0][1] == found[1][1]):
        return None
    return found[0][0]


best = lucene()
golden = []
for group in groups:
    queries = [
        {"query": query, "lucene": next(best), "sqlite": sqlite(group["texts"], query)}
        for query in group["queries"]
    ]
    golden.append({"class": group["class"], "texts": group["texts"], "queries": queries})
Path(output).write_text(json.dumps(golden, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
agreed = sum(q["lucene"] is not None and q["lucene"] == q["sqlite"] for g in golden for q in g["queries"])
print(f"{agreed} of {sum(len(g['queries']) for g in golden)} queries agree")
