# Reads and writes golden files: sections "name rows columns", each followed by its rows of numbers.
"""Lines that start with # are comments. A number is written as the shortest text that reads back to the same double."""

from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent


def read_sections(name):
    """The sections of a golden file, as {name: array}."""
    lines = [line for line in (FOLDER / name).read_text().splitlines() if line and not line.startswith("#")]
    sections = {}
    while lines:
        section, rows, columns = lines.pop(0).split()
        block, lines = lines[: int(rows)], lines[int(rows) :]
        sections[section] = np.array([[float(cell) for cell in row.split()] for row in block]).reshape(
            int(rows), int(columns)
        )
    return sections


def read_tables():
    """Every table as {name: (values, labels, weights)}; weights are 1 where the file has none."""
    sections = read_sections("tables.txt")
    tables = {}
    for section, values in sections.items():
        name, part = section.split("/")
        if part == "values":
            labels = sections[f"{name}/labels"][:, 0].astype(int)
            weights = sections.get(f"{name}/weights", np.ones((len(labels), 1)))[:, 0]
            tables[name] = (values, labels, weights)
    return tables


def write_sections(name, comment, sections):
    """Writes {section name: rows of numbers}; a flat sequence is written as one column."""
    with open(FOLDER / name, "w", encoding="ascii", newline="\n") as file:
        file.write(f"# {comment}\n")
        for section, numbers in sections.items():
            rows = [row if hasattr(row, "__len__") else [row] for row in numbers]
            file.write(f"{section} {len(rows)} {len(rows[0])}\n")
            for row in rows:
                file.write(" ".join(f"{float(number)!r}".removesuffix(".0") for number in row) + "\n")


def prior_text(prior):
    """A given class prior as the command line spells it; the class names are the codes."""
    return ",".join(f"{code}={probability!r}" for code, probability in enumerate(prior))
