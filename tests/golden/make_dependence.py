# Writes dependence.txt: AODE and TAN of MODELS §13 in exact fractions, and the tree that Weka finds.
"""Nothing here is shared with the library: counts are made from the rows for every probability that is asked for. Weka
(Debian's package weka) searches TAN by conditional entropy, which is our information; it has no missing values there, so
that its tree is compared on the table without any. WEKA is the path of weka.jar.
"""

import math
import os
import re
import subprocess
import tempfile
from fractions import Fraction

import numpy as np
from golden_format import write_sections

MISSING = -1
JAR = os.environ.get("WEKA", "/usr/share/java/weka.jar")


def table(seed, rows, sizes, classes, missing):
    """Columns that lean on an earlier one, in each class in another way; -1 is missing."""
    random = np.random.default_rng(seed)
    labels = [int(c) for c in random.integers(0, classes, rows)]
    values = []
    for label in labels:
        row = []
        for j, size in enumerate(sizes):
            leans = j > 0 and random.random() < 0.55
            row.append(int((row[j // 2] + label) % size if leans else random.integers(0, size)))
        values.append(row)
    return [[MISSING if random.random() < missing else v for v in row] for row in values], labels


class Counts:
    def __init__(self, values, labels):
        self.rows = list(zip(values, labels))
        self.columns = len(values[0])
        self.classes = max(labels) + 1
        self.sizes = [len({row[j] for row in values} - {MISSING}) for j in range(self.columns)]

    def count(self, c, **fixed):
        """Rows of class c with these values; None: any value that is not missing."""
        wanted = {int(name[1:]): value for name, value in fixed.items()}
        return sum(
            1
            for row, label in self.rows
            if label == c
            and all(row[j] != MISSING if value is None else row[j] == value for j, value in wanted.items())
        )

    def single(self, c, k, v):
        return Fraction(self.count(c, **{f"x{k}": v}) + 1, self.count(c, **{f"x{k}": None}) + self.sizes[k])

    def given(self, c, j, u, k, v, weight):
        both = self.count(c, **{f"x{j}": u, f"x{k}": v})
        return (both + weight * self.single(c, k, v)) / (self.count(c, **{f"x{j}": u, f"x{k}": None}) + weight)

    def prior(self, c):
        return Fraction(self.count(c), len(self.rows))

    def aode(self, c, row):
        seen = [j for j in range(self.columns) if row[j] != MISSING]
        total = Fraction(0)
        for j in seen:
            term = self.single(c, j, row[j])
            for k in seen:
                if k != j:
                    term *= self.given(c, j, row[j], k, row[k], 2)
            total += term
        return total / len(seen) if seen else Fraction(1)

    def information(self, j, k):
        total, rows = 0.0, 0
        for c in range(self.classes):
            here = self.count(c, **{f"x{j}": None, f"x{k}": None})
            rows += here
            for u in range(self.sizes[j]):
                for v in range(self.sizes[k]):
                    both = self.count(c, **{f"x{j}": u, f"x{k}": v})
                    if both:
                        one = self.count(c, **{f"x{j}": u, f"x{k}": None})
                        other = self.count(c, **{f"x{j}": None, f"x{k}": v})
                        total += both * math.log(both * here / (one * other))
        return total / rows

    def tree(self):
        """Kruskal's algorithm, then parents from the first column on."""
        edges = sorted(((-self.information(j, k), j, k) for j in range(self.columns) for k in range(j)), key=lambda e: e)
        group = list(range(self.columns))
        chosen = []
        for _, j, k in edges:
            if group[j] != group[k]:
                chosen.append((j, k))
                group = [group[k] if g == group[j] else g for g in group]
        parents, todo = {0: -1}, [0]
        while todo:
            node = todo.pop()
            for edge in chosen:
                if node in edge:
                    other = edge[0] + edge[1] - node
                    if other not in parents:
                        parents[other] = node
                        todo.append(other)
        return [parents[j] for j in range(self.columns)]

    def tan(self, c, row, parents):
        product = Fraction(1)
        for k in range(self.columns):
            if row[k] != MISSING:
                j = parents[k]
                alone = j < 0 or row[j] == MISSING
                product *= self.single(c, k, row[k]) if alone else self.given(c, j, row[j], k, row[k], 5)
        return product


def log(fraction):
    return math.log(fraction.numerator) - math.log(fraction.denominator)


def weka_edges(values, labels):
    """The edges of Weka's TAN, each with the lower column first, in order."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.arff")
        with open(path, "w", encoding="ascii") as file:
            file.write("@relation table\n")
            for j in range(len(values[0])):
                file.write(f"@attribute x{j} {{{','.join(str(v) for v in range(1 + max(row[j] for row in values)))}}}\n")
            file.write(f"@attribute y {{{','.join(str(c) for c in range(1 + max(labels)))}}}\n@data\n")
            for row, label in zip(values, labels):
                file.write(",".join(map(str, [*row, label])) + "\n")
        output = subprocess.run(
            ["java", "-cp", JAR, "weka.classifiers.bayes.BayesNet", "-t", path, "-no-cv", "-D", "-Q",
             "weka.classifiers.bayes.net.search.local.TAN", "--", "-S", "ENTROPY"],
            check=True, capture_output=True, text=True,
        ).stdout
    edges = set()
    for child, parents in re.findall(r"^x(\d+)\(\d+\): (.*)$", output, re.MULTILINE):
        for parent in re.findall(r"x(\d+)", parents):
            edges.add(tuple(sorted((int(child), int(parent)))))
    return sorted(edges)


def main():
    sections = {}
    tables = {"whole": table(3, 150, [2, 3, 4, 3, 2, 5], 3, 0), "missing": table(4, 120, [3, 2, 4, 3], 2, 0.12)}
    for name, (values, labels) in tables.items():
        counts = Counts(values, labels)
        parents = counts.tree()
        sections[f"{name}/values"] = values
        sections[f"{name}/labels"] = labels
        classes = range(counts.classes)
        sections[f"{name}/aode"] = [[log(counts.prior(c) * counts.aode(c, row)) for c in classes] for row in values]
        sections[f"{name}/tan"] = [[log(counts.prior(c) * counts.tan(c, row, parents)) for c in classes] for row in values]
        sections[f"{name}/parents"] = parents
    sections["whole/weka"] = weka_edges(*tables["whole"])
    write_sections("dependence.txt", "Made by make_dependence.py.", sections)


if __name__ == "__main__":
    main()
