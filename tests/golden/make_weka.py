# Writes weka.txt: the cut points of Weka's supervised discretisation, by Fayyad and Irani's criterion.
"""Needs Java and Debian's package weka; WEKA names another jar.

The tables are some of tables.txt, and made-up ones that stand in weka.txt itself: a class in several intervals, columns
that say nothing about the class, ties between numbers. The section TABLE/cuts/COLUMN is one row: the number of cut
points, and these.
"""

import os
import random
import subprocess
import tempfile
from pathlib import Path

from golden_format import FOLDER, read_tables, write_sections

WEKA = os.environ.get("WEKA", "/usr/share/java/weka.jar")


def made_up():
    """Tables of (values, labels) by name."""
    draw = random.Random(5)
    bands = [[round(draw.uniform(0, 10), 2)] for _ in range(300)]
    band_labels = [int(row[0] % 4 < 2) if draw.random() < 0.95 else draw.randrange(2) for row in bands]
    noise = [[round(draw.gauss(0, 1), 3), draw.randrange(4)] for _ in range(200)]
    noise_labels = [draw.randrange(3) for _ in noise]
    ties = [[draw.randrange(8), round(draw.expovariate(1), 1)] for _ in range(500)]
    tie_labels = [draw.randrange(2) if row[0] < 3 else int(row[1] > 0.7) for row in ties]
    return {"bands": (bands, band_labels), "noise": (noise, noise_labels), "ties": (ties, tie_labels)}


def cut_points(values, labels):
    """A list of cut points for each column."""
    lines = ["@relation table"] + [f"@attribute x{j} numeric" for j in range(len(values[0]))]
    lines += ["@attribute class {" + ",".join(f"c{label}" for label in sorted(set(labels))) + "}", "@data"]
    lines += [",".join(repr(float(x)) for x in row) + f",c{label}" for row, label in zip(values, labels, strict=True)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.arff")
        path.write_text("\n".join(lines) + "\n")
        command = ["java", "-cp", WEKA, str(FOLDER / "WekaCutPoints.java"), str(path)]
        found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [[float(cut) for cut in line.split()] for line in found.split("\n")[:-1]]


def main():
    sections = {}
    tables = {name: table[:2] for name, table in read_tables().items() if name in {"iris", "cushings", "wine", "two"}}
    for name, (values, labels) in made_up().items():
        sections[f"{name}/values"] = values
        sections[f"{name}/labels"] = labels
        tables[name] = (values, labels)
    for name, (values, labels) in tables.items():
        for j, cuts in enumerate(cut_points(values, labels)):
            sections[f"{name}/cuts/{j}"] = [[len(cuts), *cuts]]
    write_sections("weka.txt", "Made by make_weka.py.", sections)


if __name__ == "__main__":
    main()
