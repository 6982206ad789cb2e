# Text from file to model and from file to labels, against scikit-learn, bogofilter and fastText; and one message against
# the clock.
"""A corpus of made-up words by Zipf's law, one document a line, a file for each class. The tool's time is that of the whole
command, starting the process and reading included; scikit-learn's is that of CountVectorizer and MultinomialNB from the
same files, on a share of the documents, as it takes minutes for all; so are those of the other peers. Speeds are compared in
megabytes a second."""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from harness import ROOT
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer
from sklearn.naive_bayes import MultinomialNB
from text_peers import PEERS

SEED, WORDS, CLASSES = 22, 50_000, 4
BARS = {"fit": (60, 500), "predict": (50, 400)}  # times scikit-learn, MB/s


def make_words(random, count):
    """Distinct words of 2 to 12 letters, the short ones first."""
    words = {}
    while len(words) < count:
        size = 2 + min(10, len(words) * 12 // count) + int(random.integers(0, 3))
        words["".join(map(chr, random.integers(97, 123, size=size)))] = None
    return [word.encode() for word in words]


def make_corpus(folder, documents):
    """class-0.txt …, documents of 50 to 150 words; made once and kept."""
    random = np.random.default_rng(SEED)
    words = make_words(random, WORDS)
    shares = 1 / np.arange(1, WORDS + 1)
    cumulative = np.cumsum(shares / shares.sum())
    folder.mkdir(parents=True, exist_ok=True)
    for c in range(CLASSES):
        order = [words[k] for k in (np.arange(WORDS) * (1 if c == 0 else 7919 + 2 * c)) % WORDS]
        mixed = [words[k] if k % 2 else order[k] for k in range(WORDS)]
        with open(folder / f"class-{c}.txt", "wb") as file:
            for _ in range(0, documents // CLASSES, 1000):
                for length in random.integers(50, 151, size=1000):
                    picked = np.searchsorted(cumulative, random.random(length))
                    file.write(b" ".join([mixed[k] for k in picked]) + b".\n")
    (folder / "documents").write_text(str(documents))


def corpus(documents):
    folder = ROOT / "build/bench/corpus"
    stamp = folder / "documents"
    if not stamp.exists() or stamp.read_text() != str(documents):
        print(f"making {documents:,} documents in {folder.relative_to(ROOT)}")
        make_corpus(folder, documents)
    return [folder / f"class-{c}.txt" for c in range(CLASSES)]


# A child counts the memory of the process it comes from until it becomes another program: a small one starts the tool.
STARTER = """
import resource, subprocess, sys, time
start = time.perf_counter()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
sys.exit(status)
"""


def fastest(command, repeats, source=None):
    """Wall seconds and resident bytes of the fastest run."""
    best = (float("inf"), 0)
    for _ in range(repeats):
        with open(source or os.devnull, "rb") as stdin:
            run = subprocess.run([sys.executable, "-S", "-c", STARTER, *map(str, command)], stdin=stdin,
                                 capture_output=True, text=True)
        if run.returncode:
            raise SystemExit(run.stderr)
        seconds, resident = run.stdout.split()
        best = min(best, (float(seconds), int(resident)))
    return best


def scikit_learn(files, share, vectoriser):
    """MB/s of fitting and of predicting, from the files, and the labels predicted."""
    start, size, texts, labels = time.perf_counter(), 0, [], []
    for c, file in enumerate(files):
        with open(file, encoding="utf-8") as lines:
            own = [line for _, line in zip(range(share), lines)]
        texts, labels, size = texts + own, labels + [c] * len(own), size + sum(map(len, own))
    model = MultinomialNB().fit(vectoriser.fit_transform(texts), labels)
    fitted = time.perf_counter() - start
    start = time.perf_counter()
    predicted = model.predict(vectoriser.transform(texts))
    return size / 1e6 / fitted, size / 1e6 / (time.perf_counter() - start), predicted


def share_of(files, share):
    """Files of the first documents of each."""
    parts = []
    for c, file in enumerate(files):
        parts.append(file.parent / f"share-{c}.txt")
        with open(file, "rb") as lines:
            parts[-1].write_bytes(b"".join(line for _, line in zip(range(share), lines)))
    return parts


def other_peers(parts, threads, ours):
    """A line for each way of each peer: its speed, and how many times ours that is; or why there is none."""
    size = sum(part.stat().st_size for part in parts) / 1e6
    for peer, run in PEERS.items():
        try:
            seconds = run(parts, parts[0].parent, threads)
        except Exception as error:  # whatever a peer raises is news about the peer, and ends its own line only
            print(f"{peer} failed and was skipped: {' '.join(str(error).split()) or type(error).__name__}")
            continue
        if seconds is None:
            print(f"{peer} is not installed and was left out: tools/setup bench installs it")
            continue
        for name, spent in zip(["fit", "predict"], seconds):
            print(f"{f'{name}, {peer}':<36}{ours[name]:>8.0f}{size / spent:>14.1f}{ours[name] * spent / size:>8.1f}x")


def verdict(name, speed, peer):
    ratio, least = BARS[name]
    words = lambda met: "met" if met else "MISSED"
    return f">={ratio}x {words(speed >= ratio * peer)}, >={least} MB/s {words(speed >= least)}"


def one_message(tool, folder, repeats):
    """A model of a million words, and the label of one message."""
    random = np.random.default_rng(SEED)
    table = folder / "million.tsv"
    saved = folder / "million.suffice"
    if not saved.exists():
        words = make_words(random, 1_000_000)
        with open(table, "wb") as file:
            file.write(b"label\ttext\n")
            for start in range(0, len(words), 100):
                file.write((b"ham" if start // 100 % 2 else b"spam") + b"\t" + b" ".join(words[start : start + 100]) + b"\n")
        subprocess.run([tool, "fit", table, "--text", "text", "--model", "multinomial-nb", "--quiet", "-o", saved], check=True)
        (folder / "message.txt").write_bytes(b" ".join(words[::25_000]) + b"\n")
    seconds, resident = fastest([tool, "predict", saved, "-", "--format", "lines"], 5 * repeats, folder / "message.txt")
    met = "met" if seconds <= 0.020 and resident <= 32e6 else "MISSED"
    print(f"one message, a model of 1,000,000 words: {1e3 * seconds:.1f} ms, {resident / 1e6:.1f} MB resident", end="")
    print(f"   <=20 ms, <=32 MB {met}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--share", type=int, default=10_000, help="documents of each class for the peers")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--tool", type=Path, default=ROOT / "build/bench/suffice")
    options = parser.parse_args()
    files = corpus(options.documents)
    folder = files[0].parent
    size = sum(file.stat().st_size for file in files) / 1e6
    sources = [f"{c}={file}" for c, file in enumerate(files)]
    print(f"{options.documents:,} documents, {size:.0f} MB, {WORDS:,} words, {CLASSES} classes, {options.threads} threads")
    model = ["--model", "multinomial-nb"]
    whole, resident = fastest([options.tool, "fit", *sources, *model, "--threads", options.threads, "-o",
                               folder / "model"], options.repeats)
    classify = sum(fastest([options.tool, "predict", folder / "model", file, "--format", "lines", "--threads",
                            options.threads], options.repeats)[0] for file in files)
    ours = {"fit": size / whole, "predict": size / classify}
    parts = share_of(files, options.share)
    fit_speed, predict_speed, theirs = scikit_learn(files, options.share, CountVectorizer(token_pattern=r"(?u)\w+"))
    hashing_speed, _, _ = scikit_learn(files, options.share, HashingVectorizer(alternate_sign=False, norm=None))
    print(f"{'MB/s':<36}{'ours':>8}{'peer':>14}{'ratio':>9}")
    for name, peer in [("fit", fit_speed), ("predict", predict_speed)]:
        print(f"{f'{name}, scikit-learn':<36}{ours[name]:>8.0f}{peer:>14.1f}{ours[name] / peer:>8.1f}x", end="")
        print(f"   {verdict(name, ours[name], peer)}")
    print(f"{'fit, HashingVectorizer':<36}{ours['fit']:>8.0f}{hashing_speed:>14.1f}{ours['fit'] / hashing_speed:>8.1f}x")
    other_peers(parts, options.threads, ours)
    print(f"resident memory of fit: {resident / 1e6:.0f} MB")

    # The same labels on the documents that both have seen: ours from a model of those documents alone.
    subprocess.run([options.tool, "fit", *[f"{c}={part}" for c, part in enumerate(parts)], *model, "--quiet", "-o",
                    folder / "share"], check=True)
    labels = []
    for part in parts:
        result = subprocess.run([options.tool, "predict", folder / "share", part, "--format", "lines"], check=True,
                                capture_output=True, text=True)
        labels += [int(line) for line in result.stdout.split()[1:]]
    same = float(np.mean(np.array(labels) == theirs))
    print(f"labels equal to scikit-learn's: {same:.6f}")
    one_message(options.tool, folder, options.repeats)
    return 0 if same > 0.9999 else 1


if __name__ == "__main__":
    sys.exit(main())
