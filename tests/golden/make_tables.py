# Writes tables.txt, the tables that every golden value is computed from.
"""iris is Fisher's (1936), cushings Aitchison and Dunsmore's (1975, the rows of known type), wine every third row of
Forina's (1988); the others are seeded draws, rounded so that the file stays small.

two         two classes, unequal counts
scaled      columns whose units differ by up to 1e12
offset      values near 1e6 with a spread of about 1
far         values near 1e8 with a spread of about 1
collinear   two columns that differ by 1e-4 of their spread, and only that difference tells the classes apart
single      numbers of 32-bit floating point near 1e4 with a spread of about 1
weighted    integer row weights, zeros among them: weight k stands for k equal rows
fractional  row weights that are quarters, zeros among them
wide        eight correlated columns, five classes
broad       more columns than rows
rare        classes of one and of two rows
constant    a column that never changes
leverage    one class of a single row, and one row that alone keeps the covariance regular
"""

import numpy as np
from golden_format import write_sections
from sklearn.datasets import load_iris, load_wine

CUSHINGS = """3.1 11.7 0 3 1.3 0 1.9 0.1 0 3.8 0.04 0 4.1 1.1 0 1.9 0.4 0
8.3 1 1 3.8 0.2 1 3.9 0.6 1 7.8 1.2 1 9.1 0.6 1 15.4 3.6 1 7.7 1.6 1 6.5 0.4 1 5.7 0.4 1 13.6 1.6 1
10.2 6.4 2 9.2 7.9 2 9.6 3.1 2 53.8 2.5 2 15.8 7.6 2"""


def draw(seed, counts, columns, spread):
    """Correlated Gaussian rows about random class means, the classes interleaved at random."""
    random = np.random.default_rng(seed)
    mixing = random.normal(size=(columns, columns)) / np.sqrt(columns) + np.eye(columns)
    means = spread * random.normal(size=(len(counts), columns))
    labels = random.permutation(np.repeat(np.arange(len(counts)), counts))
    values = means[labels] + random.normal(size=(len(labels), columns)) @ mixing
    return np.round(values, 3), labels


def near_collinear():
    """x, x + 1e-4 (a class effect and noise), and a column without a say."""
    random = np.random.default_rng(12)
    labels = random.permutation(np.repeat([0, 1], [16, 14]))
    first = np.round(10 + random.normal(size=30), 3)
    difference = np.round(labels + random.normal(size=30), 2)
    return np.column_stack([first, np.round(first + 1e-4 * difference, 6), np.round(random.normal(size=30), 3)]), labels


def main():
    tables = {"iris": load_iris(return_X_y=True)}
    cushings = np.array(CUSHINGS.split(), dtype=float).reshape(-1, 3)
    tables["cushings"] = (cushings[:, :2], cushings[:, 2].astype(int))
    tables["wine"] = tuple(part[::3] for part in load_wine(return_X_y=True))
    tables["two"] = draw(7, [15, 9], 2, 0.4)
    values, labels = draw(2, [14, 12, 14], 5, 1.0)
    units = [1e-6, 1e-3, 1, 1e3, 1e6]
    tables["scaled"] = (np.array([[float(f"{cell:.4g}") for cell in row] for row in values * units]), labels)
    values, labels = draw(3, [10, 13, 13], 3, 1.0)
    tables["offset"] = (np.round(values + 1e6, 3), labels)
    values, labels = draw(9, [12, 13, 11], 3, 1.0)
    tables["far"] = (np.round(values + 1e8, 3), labels)
    tables["collinear"] = near_collinear()
    values, labels = draw(10, [13, 12, 10], 4, 0.8)
    tables["single"] = ((values + 1e4).astype(np.float32).astype(float), labels)
    tables["weighted"] = draw(4, [6, 7, 5, 6], 3, 0.4)
    tables["fractional"] = draw(14, [9, 11, 10], 3, 0.7)
    tables["wide"] = draw(5, [10, 14, 8, 16, 12], 8, 0.8)
    tables["broad"] = draw(11, [5, 4, 5], 18, 0.2)
    tables["rare"] = draw(13, [1, 2, 9, 8], 3, 1.2)
    values, labels = draw(15, [9, 8, 10], 4, 0.8)
    values[:, 2] = 3.25
    tables["constant"] = (values, labels)
    tables["leverage"] = (
        np.array([[0, 0], [1, 0], [2, 0], [3, 1], [2, 1], [4, 1], [3, 1], [5, 1], [-1, 1]], dtype=float),
        np.array([0, 0, 0, 0, 1, 1, 1, 1, 2]),
    )
    sections = {}
    for name, (values, labels) in tables.items():
        sections[f"{name}/values"] = values
        sections[f"{name}/labels"] = labels
    sections["weighted/weights"] = np.random.default_rng(6).integers(0, 5, size=len(tables["weighted"][1]))
    sections["fractional/weights"] = np.random.default_rng(16).integers(0, 9, size=len(tables["fractional"][1])) / 4
    write_sections("tables.txt", "Made by make_tables.py.", sections)


if __name__ == "__main__":
    main()
