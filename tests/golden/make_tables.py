# Writes tables.txt, the tables that every golden value is computed from.
"""iris is Fisher's (1936); the others are seeded draws, rounded so that the file stays small.

two       two classes, unequal counts
scaled    columns whose units differ by up to 1e12
offset    values near 1e6 with a spread of about 1
weighted  integer row weights, zeros among them: weight k stands for k equal rows
wide      eight correlated columns, five classes
leverage  one class of a single row, and one row that alone keeps the covariance regular
"""

import numpy as np
from golden_format import write_sections
from sklearn.datasets import load_iris


def draw(seed, counts, columns, spread):
    """Correlated Gaussian rows about random class means, the classes interleaved at random."""
    random = np.random.default_rng(seed)
    mixing = random.normal(size=(columns, columns)) / np.sqrt(columns) + np.eye(columns)
    means = spread * random.normal(size=(len(counts), columns))
    labels = random.permutation(np.repeat(np.arange(len(counts)), counts))
    values = means[labels] + random.normal(size=(len(labels), columns)) @ mixing
    return np.round(values, 3), labels


def main():
    tables = {"iris": load_iris(return_X_y=True)}
    tables["two"] = draw(7, [15, 9], 2, 0.4)
    values, labels = draw(2, [14, 12, 14], 5, 1.0)
    units = [1e-6, 1e-3, 1, 1e3, 1e6]
    tables["scaled"] = (np.array([[float(f"{cell:.4g}") for cell in row] for row in values * units]), labels)
    values, labels = draw(3, [10, 13, 13], 3, 1.0)
    tables["offset"] = (np.round(values + 1e6, 3), labels)
    tables["weighted"] = draw(4, [6, 7, 5, 6], 3, 0.4)
    tables["wide"] = draw(5, [10, 14, 8, 16, 12], 8, 0.8)
    tables["leverage"] = (
        np.array([[0, 0], [1, 0], [2, 0], [3, 1], [2, 1], [4, 1], [3, 1], [5, 1], [-1, 1]], dtype=float),
        np.array([0, 0, 0, 0, 1, 1, 1, 1, 2]),
    )
    sections = {}
    for name, (values, labels) in tables.items():
        sections[f"{name}/values"] = values
        sections[f"{name}/labels"] = labels
    sections["weighted/weights"] = np.random.default_rng(6).integers(0, 5, size=len(tables["weighted"][1]))
    write_sections("tables.txt", "Made by make_tables.py.", sections)


if __name__ == "__main__":
    main()
