# Tables in text files from file to model: numbers against pandas and scikit-learn, documents against one a line.
"""Whole commands on files in the page cache, starting the process included. Numbers: a CSV table to lda, beside pandas.read_csv
and scikit-learn's LinearDiscriminantAnalysis. What finding out costs: the same fit with a schema that says everything.
Documents: the same ones as a column of a CSV and of a TSV table, and one a line. The files lie in build/bench/tables."""

import argparse
import os
import resource
import sys
import time
from pathlib import Path

import numpy as np
from harness import ROOT
from text import CLASSES, corpus, fastest

SEED, COLUMNS = 24, 50
BLOCK = 20_000  # rows that are written again and again: parsing knows no row from another
BARS = {"ratio": 20, "speed": 600, "memory": 200e6, "finding": 0.05, "documents": 1.2}


def make_numbers(path, rows):
    random = np.random.default_rng(SEED)
    labels = random.integers(0, 3, size=BLOCK)
    values = random.normal(size=(BLOCK, COLUMNS)) + labels[:, None] * random.normal(size=COLUMNS)
    lines = [",".join(f"{value:.6f}" for value in row) + f",{label}\n" for row, label in zip(values, labels)]
    block = "".join(lines).encode()
    with open(path, "wb") as file:
        file.write((",".join(f"x{j}" for j in range(COLUMNS)) + ",label\n").encode())
        for first in range(0, rows, BLOCK):
            file.write(block if rows - first >= BLOCK else "".join(lines[: rows - first]).encode())


def make_documents(folder, files):
    """One class after the other as in the files of lines, as CSV with quotes and as TSV; and as TSV a document of each
    class in turn, which costs more to count, as the words of all classes are wanted at a time."""
    with open(folder / "text.csv", "wb") as csv, open(folder / "text.tsv", "wb") as tsv:
        csv.write(b"label,text\n")
        tsv.write(b"label\ttext\n")
        for label, file in enumerate(files):
            with open(file, "rb") as lines:
                for line in lines:
                    csv.write(b'%d,"%s"\n' % (label, line.rstrip(b"\n")))
                    tsv.write(b"%d\t%s" % (label, line))
    with open(folder / "mixed.tsv", "wb") as tsv:
        tsv.write(b"label\ttext\n")
        for lines in zip(*[open(file, "rb") for file in files]):
            tsv.writelines(b"%d\t%s" % (label, line) for label, line in enumerate(lines))


def made(path, wanted, make):
    """A file that is made once for what is wanted of it."""
    stamp = path.with_suffix(path.suffix + ".made")
    if not stamp.exists() or stamp.read_text() != str(wanted):
        print(f"making {path.relative_to(ROOT)}")
        make()
        stamp.write_text(str(wanted))


def scikit_learn(path):
    """{solver: seconds of reading and fitting}; None without pandas. The first is the default, the second the fastest."""
    try:
        import pandas
    except ModuleNotFoundError:
        return None
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    start = time.perf_counter()
    table = pandas.read_csv(path)
    values, labels = table.iloc[:, :COLUMNS].to_numpy(), table["label"].to_numpy()
    read, seconds = time.perf_counter() - start, {}
    for solver in ("svd", "lsqr"):
        start = time.perf_counter()
        LinearDiscriminantAnalysis(solver=solver).fit(values, labels)
        seconds[solver] = read + time.perf_counter() - start
    return seconds


def processor_seconds(command, repeats):
    """The least processor time of all threads: unlike time on the clock, it is that of this command alone."""
    best = float("inf")
    for _ in range(repeats):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        fastest(command, 1)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def verdict(met):
    return "met" if met else "MISSED"


def numbers(options, folder):
    path = folder / "numbers.csv"
    made(path, options.rows, lambda: make_numbers(path, options.rows))
    size = path.stat().st_size / 1e6
    fit = [options.tool, "fit", path, "--model", "lda", "--threads", options.threads]
    seconds, resident = fastest(fit + ["-o", folder / "lda"], options.repeats)
    print(f"numbers.csv, {options.rows:,} x {COLUMNS}, {size:.0f} MB -> lda: {seconds:.2f} s, {size / seconds:.0f} MB/s", end="")
    print(f"   >={BARS['speed']} MB/s {verdict(size / seconds >= BARS['speed'])}")
    print(f"resident memory: {resident / 1e6:.0f} MB   <={BARS['memory'] / 1e6:.0f} MB {verdict(resident <= BARS['memory'])}")
    alone = [options.tool, "fit", path, "--model", "lda", "--threads", 1, "--quiet"]
    found = processor_seconds(alone, options.repeats)
    said = processor_seconds(alone + ["--schema", folder / "lda"], options.repeats)
    share = (found - said) / found
    print(f"finding dialect and roles: {1e3 * (found - said):.0f} ms of {1e3 * found:.0f} ms of processor time, {100 * share:.1f} %", end="")
    print(f"   <={100 * BARS['finding']:.0f} % {verdict(share <= BARS['finding'])}")
    peer = scikit_learn(path)
    if peer is None:
        print("pandas is not installed and was left out")
        return
    for solver, spent in peer.items():
        print(f"pandas and scikit-learn's {solver}: {spent:.2f} s, {spent / seconds:.1f} times ours", end="")
        print(f"   >={BARS['ratio']}x {verdict(spent / seconds >= BARS['ratio'])}" if solver == "svd" else "")


def documents(options, folder):
    files = corpus(options.documents)
    made(folder / "text.csv", options.documents, lambda: make_documents(folder, files))
    lines = [options.tool, "fit", *[f"{c}={files[c]}" for c in range(CLASSES)]]
    speeds = {}
    for name, command, paths in [("one a line", lines, files),
                                 ("text.csv", [options.tool, "fit", folder / "text.csv"], [folder / "text.csv"]),
                                 ("text.tsv", [options.tool, "fit", folder / "text.tsv"], [folder / "text.tsv"]),
                                 ("mixed.tsv", [options.tool, "fit", folder / "mixed.tsv"], [folder / "mixed.tsv"])]:
        whole = command + ["--threads", options.threads, "-o", folder / "text"]
        size = sum(path.stat().st_size for path in paths) / 1e6
        speeds[name] = size / fastest(whole, options.repeats)[0], size / processor_seconds(whole, options.repeats)
        print(f"{name:<12}{speeds[name][0]:>6.0f} MB/s, {speeds[name][1]:>5.0f} MB a second of processor time", end="")
        slower, busier = (line / own for line, own in zip(speeds["one a line"], speeds[name]))
        words = f"   {slower:.2f} and {busier:.2f} of its time, <={BARS['documents']} {verdict(slower <= BARS['documents'])}"
        print("" if name == "one a line" else words)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--only", choices=["numbers", "documents"])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--tool", type=Path, default=ROOT / "build/bench/suffice")
    options = parser.parse_args()
    folder = ROOT / "build/bench/tables"
    folder.mkdir(parents=True, exist_ok=True)
    if options.only != "documents":
        numbers(options, folder)
    if options.only != "numbers":
        documents(options, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
