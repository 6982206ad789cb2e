# What the reproductions share: the data, the tool, tables of figures, and what is claimed of them.
"""A reproduction is a page of a lab book: it makes an `Experiment`, runs the tool, prints a table with the published
figures beside its own, and ends with claims. A claim that is expected to hold and does not makes the exit code 1."""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]


class Experiment:
    """The options of a script, the tool, and a folder of its own that is removed in the end."""

    def __init__(self, description):
        as_written = argparse.RawDescriptionHelpFormatter
        parser = argparse.ArgumentParser(description=description, formatter_class=as_written)
        parser.add_argument("--tool", type=Path, default=ROOT / "build/suffice", help="default: build/suffice")
        parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data", help="default: ../shared/data")
        parser.add_argument("--full", action="store_true", help="many more repeats, which may take an hour")
        parser.add_argument("--repeats", type=int, metavar="N", help="as many repeats")
        self.options = parser.parse_args()
        self.tool, self.data, self.full = self.options.tool, self.options.data, self.options.full
        if not self.tool.is_file():
            sys.exit(f"{self.tool} is not built: run make build, or name it with --tool")
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)
        self.surprises = 0

    def repeats(self, usual, full):
        return self.options.repeats or (full if self.full else usual)

    def find(self, *names):
        """The paths of these files in the folder of data; where one is missing, the script skips."""
        paths = [self.data / name for name in names]
        missing = [str(path) for path in paths if not path.exists()]
        if missing:
            print(f"skipped: no {', '.join(missing)}; --data FOLDER names the folder of the data")
            sys.exit(0)
        return paths

    def run(self, *arguments):
        """What the command prints."""
        command = [str(self.tool), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}\n{done.stderr.strip()}")
        return done.stdout

    def fit(self, train, *options, cv="none"):
        """Fits the table, keeps the model and returns its path and the report."""
        model = self.folder / "fitted.model"
        report = self.run("fit", train, *options, "--cv", cv, "--threads", 1, "--quiet", "--json", "-o", model)
        return model, json.loads(report)

    def evaluate(self, model, test, *options):
        return json.loads(self.run("evaluate", model, test, *options, "--threads", 1, "--quiet", "--json"))

    def error(self, train, test, *options):
        """The share of the rows of `test` that a model of `train` gets wrong."""
        return 1 - self.evaluate(self.fit(train, *options)[0], test)["accuracy"]

    def theta(self, train, *options):
        """(intercept, coefficients) of the log odds of the second class of two."""
        model, _ = self.fit(train, *options)
        theta = json.loads(self.run("inspect", model, "--json"))["linear_form"]["theta"]
        return theta[0], np.array(theta[1:])

    def claim(self, text, holds, otherwise=None):
        """Says whether the claim holds. `otherwise` explains why a claim that is known not to hold does not."""
        if holds:
            print(f"- comes out: {text}")
        elif otherwise:
            print(f"- does not come out: {text}: {otherwise}")
        else:
            print(f"- DOES NOT COME OUT, and should: {text}")
            self.surprises += 1

    def end(self):
        self.temporary.cleanup()
        sys.exit(int(self.surprises > 0))


class Table:
    """Rows of CSV text and their labels, from which random parts are written again and again."""

    def __init__(self, values, labels, names=None):
        names = names or [f"x{column + 1}" for column in range(len(values[0]))]
        self.header = ",".join([*names, "class"])
        self.labels = np.array([str(label) for label in labels])
        self.lines = [",".join([*map(str, row), label]) for row, label in zip(values, self.labels, strict=True)]

    def __len__(self):
        return len(self.lines)

    def write(self, path, indices=None):
        lines = self.lines if indices is None else [self.lines[index] for index in indices]
        path.write_text("\n".join([self.header, *lines]) + "\n")
        return path


def print_table(header, rows):
    """A table of Markdown, the first column to the left, the others to the right."""
    cells = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]

    def line(row):
        first, *others = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        return f"| {' | '.join([first.strip().ljust(widths[0]), *others])} |"

    print()
    print(line(cells[0]))
    print(f"|-{'-|-'.join('-' * width for width in widths)}-|".replace("-|", ":|").replace(":|", "-|", 1))
    for row in cells[1:]:
        print(line(row))
    print(flush=True)
