# The command-line tool on the benchmark's own table, as npy and as CSV: rows a second, reading included.
"""The files lie in a temporary folder, read once before the clock starts, so that the disk is not what is measured."""

import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

CSV_ROWS = 100_000  # a CSV file of all rows would have a gigabyte


def write_tables(folder, values, codes):
    """X.npy with its labels in y.npy, and the first rows as table.csv."""
    np.save(folder / "X.npy", values)
    np.save(folder / "y.npy", codes.astype(np.int64))
    rows = min(CSV_ROWS, len(values))
    header = ",".join(str(j) for j in range(values.shape[1])) + ",y"
    with open(folder / "table.csv", "w", encoding="ascii") as file:
        file.write(header + "\n")
        for row, code in zip(values[:rows].tolist(), codes[:rows].tolist()):
            file.write(",".join(map(repr, row)) + f",{code}\n")
    return len(values), rows


def fastest(command, repeats):
    """Wall seconds of the fastest run."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        best = min(best, time.perf_counter() - start)
    return best


def run(tool, tables, repeats):
    if not tool.exists():
        print(f"\nthe tool is not at {tool}: its numbers are left out")
        return
    print(f"\n{'the command-line tool':<40}{'ms':>9}{'rows/s':>14}{'MB/s':>8}")
    for model, (values, codes) in tables.items():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            all_rows, csv_rows = write_tables(folder, values, codes)
            npy = [folder / "X.npy", "--labels", folder / "y.npy"]
            saved = folder / "saved.suffice"
            plain = ["--model", model, "--shrinkage", "none"]
            for title, command, file, rows in [
                (f"fit {model} X.npy, no shrinkage", ["fit", *npy, *plain, "-o", saved], "X.npy", all_rows),
                (f"fit {model} X.npy, as by default", ["fit", *npy, "--model", model], "X.npy", all_rows),
                (f"fit {model} table.csv", ["fit", folder / "table.csv", *plain], "table.csv", csv_rows),
                (f"predict {model} X.npy --proba", ["predict", saved, folder / "X.npy", "--proba"], "X.npy", all_rows),
            ]:
                size = (folder / file).stat().st_size
                seconds = fastest([str(part) for part in [tool, *command]], repeats)
                print(f"{title:<40}{1e3 * seconds:>9.1f}{rows / seconds:>14,.0f}{size / seconds / 1e6:>8.0f}")
