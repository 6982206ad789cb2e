# Accuracy of the text models on a file of documents, beside scikit-learn's with the same words.
"""Takes a file of one document a line, a label, a tab and the text, and how many of them to learn from; the others are the
test. Prints the accuracy of each model, of the tool and of scikit-learn; the exit code is 1 where they differ."""

import argparse
import itertools
import subprocess
import sys
import tempfile
import unicodedata
from pathlib import Path

import numpy as np
from harness import ROOT
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import BernoulliNB, ComplementNB, MultinomialNB

MODELS = {
    "multinomial-nb": (MultinomialNB, False),
    "boolean-nb": (MultinomialNB, True),
    "bernoulli-nb": (BernoulliNB, True),
    "complement-nb": (ComplementNB, False),
}


def is_of_word(character):
    return character == "_" or unicodedata.category(character)[0] in "LMN"


def words(document):
    """Runs of letters, marks, digits and underscores, in lower case, one character for one."""
    lower = "".join(character.lower()[0] for character in document)
    return ["".join(run) for is_word, run in itertools.groupby(lower, is_of_word) if is_word]


def read_documents(path):
    lines = path.read_bytes().decode("utf-8", "replace").split("\n")
    pairs = [line.rstrip("\r").split("\t", 1) for line in lines if line]
    return pairs[1:] if pairs[0] == ["label", "text"] else pairs


def tool_labels(tool, folder, train, test, model):
    for name, pairs in (("train.tsv", train), ("test.tsv", test)):
        text = "".join(f"{label}\t{document}\n" for label, document in [("label", "text"), *pairs])
        (folder / name).write_text(text, encoding="utf-8", newline="")
    fitted = folder / "text.model"
    reading = ["--no-quotes", "--quiet"]
    fit = [tool, "fit", folder / "train.tsv", "--target", "label", "--text", "text", "--model", model, "-o", fitted]
    subprocess.run([*fit, *reading], check=True)
    predict = subprocess.run([tool, "predict", fitted, folder / "test.tsv", *reading], check=True, capture_output=True)
    return predict.stdout.decode().splitlines()[1:]


def their_labels(train, test, model):
    kind, binary = MODELS[model]
    vectorizer = CountVectorizer(analyzer=words, binary=binary)
    counts = vectorizer.fit_transform([document for _, document in train])
    fitted = kind().fit(counts, [label for label, _ in train])
    return fitted.predict(vectorizer.transform([document for _, document in test]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", type=Path, metavar="FILE")
    parser.add_argument("train", type=int, help="how many documents to learn from")
    parser.add_argument("--tool", type=Path, default=ROOT / "build/bench/suffice")
    options = parser.parse_args()
    pairs = read_documents(options.documents)
    train, test = pairs[: options.train], pairs[options.train :]
    truth = np.array([label for label, _ in test])
    print(f"{len(train)} documents to learn from, {len(test)} to test\n\nmodel           suffice   scikit-learn")
    differ = False
    with tempfile.TemporaryDirectory() as folder:
        for model in MODELS:
            ours = np.mean(np.array(tool_labels(options.tool, Path(folder), train, test, model)) == truth)
            theirs = np.mean(their_labels(train, test, model) == truth)
            differ = differ or abs(ours - theirs) > 5e-7
            print(f"{model:<15} {ours:.6f}  {theirs:.6f}")
    sys.exit(int(differ))


if __name__ == "__main__":
    main()
