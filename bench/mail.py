# Mail: error and false positives beside bogofilter's, on the same halves of a corpus of spam and ham.
"""Takes a folder with folders of mails, of which those named spam* hold spam and the others ham (the public corpus of
SpamAssassin, unpacked). Each seed shuffles the files and learns from one half of each class; the other half is the test.
Prints the share of ham called spam, of spam called ham and of all errors, with the standard deviation over the seeds: at
each program's own cutoff, and at the one of ours that lets through as few false positives as bogofilter's at 0.99; this one is
found on the test itself, so that it compares how well mails are ordered, not what a user gets. Exit code 77 where there is no
corpus or no bogofilter."""

import argparse
import math
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = 77
BOGOFILTER_CUTOFFS = {"spam or unsure at 0.5": 0.5, "its spam_cutoff, 0.99": 0.99}
MODELS = [["--model", "multinomial-nb"], ["--model", "boolean-nb"], ["--model", "complement-nb"],
          ["--model", "bernoulli-nb"]]


def read_corpus(folder):
    """Files of each class, in order of their names."""
    classes = {"ham": [], "spam": []}
    for inner in sorted(path for path in folder.iterdir() if path.is_dir()):
        label = "spam" if inner.name.startswith("spam") else "ham"
        classes[label] += sorted(path for path in inner.iterdir() if path.is_file() and path.name != "cmds")
    return classes


def halves(classes, seed):
    train, test = {}, {}
    for label, files in classes.items():
        shuffled = random.Random(f"{seed} {label}").sample(files, len(files))
        middle = len(shuffled) // 2
        train[label], test[label] = shuffled[:middle], shuffled[middle:]
    return train, test


def link_all(files_of, folder):
    for label, files in files_of.items():
        (folder / label).mkdir(parents=True)
        for number, file in enumerate(files):
            (folder / label / f"{number:05}").symlink_to(file)


def log_of(probability):
    return math.log(max(float(probability), sys.float_info.min))


def our_scores(tool, work, options):
    """Log odds of spam for each mail of the test, of each class, and the seconds to learn and to score."""
    model = work / "mail.model"
    start = time.perf_counter()
    subprocess.run([tool, "fit", "--format", "mail", work / "train", "-o", model, "--quiet", *options], check=True)
    learned = time.perf_counter()
    scores = {}
    for label in ("ham", "spam"):
        rows = subprocess.run([tool, "predict", model, work / "test" / label, "--proba", "--quiet"], check=True,
                              capture_output=True, text=True).stdout.splitlines()
        spam, ham = rows[0].split(",").index("p_spam"), rows[0].split(",").index("p_ham")
        cells = [row.split(",") for row in rows[1:]]
        scores[label] = [log_of(row[spam]) - log_of(row[ham]) for row in cells]
    return scores, learned - start, time.perf_counter() - learned


def bogofilter_scores(train, test, work):
    """Its spamicities, and the seconds to learn and to score."""
    words = work / "bogofilter"
    words.mkdir()

    def run(files, *options):
        names = "".join(f"{file}\n" for file in files)
        return subprocess.run(["bogofilter", "-C", "-d", words, "-b", *options], input=names, capture_output=True,
                              text=True, check=False).stdout

    start = time.perf_counter()
    run(train["ham"], "-n")
    run(train["spam"], "-s")
    learned = time.perf_counter()
    scores = {label: [float(line.split()[-1]) for line in run(files, "-TT").splitlines()]
              for label, files in test.items()}
    return scores, learned - start, time.perf_counter() - learned


def rates(scores, cutoff):
    """False positives, false negatives and errors, as shares."""
    positives = sum(score > cutoff for score in scores["ham"])
    negatives = sum(score <= cutoff for score in scores["spam"])
    both = len(scores["ham"]) + len(scores["spam"])
    return positives / len(scores["ham"]), negatives / len(scores["spam"]), (positives + negatives) / both


def cutoff_of(scores, share):
    """The lowest cutoff, not below 0, with at most that share of false positives."""
    ham = sorted(scores["ham"], reverse=True)
    return max(0.0, ham[min(int(share * len(ham) + 1e-9), len(ham) - 1)])


def measure(options, classes):
    table, seconds = {}, {}
    for seed in range(options.seeds):
        train, test = halves(classes, seed)
        with tempfile.TemporaryDirectory() as folder:
            work = Path(folder)
            link_all(train, work / "train")
            link_all(test, work / "test")
            theirs, *times = bogofilter_scores(train, test, work)
            seconds.setdefault("bogofilter", []).append(times)
            for name, cutoff in BOGOFILTER_CUTOFFS.items():
                table.setdefault(f"bogofilter, {name}", []).append(rates(theirs, cutoff))
            allowed = rates(theirs, BOGOFILTER_CUTOFFS["its spam_cutoff, 0.99"])[0]
            for model in [[], *MODELS] if options.all_models else [[]]:
                ours, *times = our_scores(options.tool, work, [*model, *options.option])
                name = " ".join(["suffice", *model[1:]])
                seconds.setdefault(name, []).append(times)
                table.setdefault(f"{name}, more likely than not", []).append(rates(ours, 0))
                table.setdefault(f"{name}, false positives as 0.99", []).append(rates(ours, cutoff_of(ours, allowed)))
    return table, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, metavar="FOLDER")
    parser.add_argument("--tool", type=Path, default=ROOT / "build/bench/suffice")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--all-models", action="store_true", help="every model of text, not only the default")
    parser.add_argument("--option", action="append", default=[], help="one more word for suffice fit")
    options = parser.parse_args()
    if not options.corpus.is_dir() or shutil.which("bogofilter") is None:
        print("bench/mail.py: skipped; it needs a folder of mails and bogofilter")
        sys.exit(SKIPPED)
    classes = read_corpus(options.corpus.resolve())
    size = sum(file.stat().st_size for files in classes.values() for file in files)
    print(f"{len(classes['ham'])} ham, {len(classes['spam'])} spam, {size / 1e6:.1f} MB, {options.seeds} seeds\n")
    table, seconds = measure(options, classes)
    print(f"{'%':<52} false positives  false negatives  errors")
    for name, rows in table.items():
        cells = []
        for share in zip(*rows):
            spread = statistics.stdev(share) if len(share) > 1 else 0
            cells.append(f"{100 * statistics.mean(share):6.2f} ±{100 * spread:5.2f}")
        print(f"{name:<52} {cells[0]:>15}  {cells[1]:>15}  {cells[2]}")
    print(f"\n{'MB/s, a half each':<52} learn  score")
    for name, times in seconds.items():
        learn, score = (min(column) for column in zip(*times))
        print(f"{name:<52} {size / 2e6 / learn:5.1f}  {size / 2e6 / score:5.1f}")


if __name__ == "__main__":
    main()
