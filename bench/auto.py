# The table of tables: `auto` beside scikit-learn's classifiers, on the same folds of many public tables.
"""suffice fit without a model against scikit-learn's generative classifiers, logistic regression with its usual
preprocessing and gradient boosting: accuracy, log loss, calibration error and time by stratified cross-validation.
Tables are those of a folder (../shared/data by default; those that are not there are left out) and scikit-learn's own."""

import argparse
import csv
import gzip
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn import datasets
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.compose import ColumnTransformer
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

ROOT = Path(__file__).parent.parent
SMALLEST = 1e-15  # probabilities are clipped there, as scikit-learn's log_loss once did
GENERATIVE = ["gaussian-nb", "lda", "qda", "categorical-nb", "mixture"]
SKIPPED = 77
ABLATIONS = {
    "no temperature": ["--calibrate", "none"],
    "no pairs": ["--without", "pairs"],
    "no scores": ["--without", "normal-scores"],
    "no indicators": ["--without", "indicators"],
    "no pools": ["--without", "pools"],
}

# name: (file, target, delimiter, header, columns to drop); columns without a header are numbered from 1.
FILES = {
    "adult": ("uci/adult/adult.data", 15, ",", False, []),
    "breast-cancer-wisconsin": ("uci/breast-cancer-wisconsin/breast-cancer-wisconsin.data", 11, ",", False, [1]),
    "ecoli": ("uci/ecoli/ecoli.data", 9, " ", False, [1]),
    "german": ("uci/german/german.data", 21, " ", False, []),
    "glass": ("uci/glass/glass.data", 11, ",", False, [1]),
    "house-votes-84": ("uci/house-votes-84/house-votes-84.data", 1, ",", False, []),
    "hypothyroid": ("uci/hypothyroid/hypothyroid.data", 1, ",", False, []),
    "ionosphere": ("uci/ionosphere/ionosphere.data", 35, ",", False, []),
    "iris": ("uci/iris/iris.data", 5, ",", False, []),
    "liver-bupa": ("uci/liver-bupa/bupa.data", "selector", ",", True, []),
    "mushroom": ("uci/mushroom/agaricus-lepiota.data", 1, ",", False, []),
    "optdigits": ("uci/optdigits/optdigits.train.data", 65, ",", False, []),
    "pima": ("uci/pima/pima-indians-diabetes.data", 9, ",", False, []),
    "segment": ("uci/segment/segment.dat", 20, " ", False, []),
    "sonar": ("uci/sonar/sonar.all-data", 61, ",", False, []),
    "spambase": ("uci/spambase/spambase.data", 58, ",", False, []),
    "wine": ("uci/wine/wine.data", 1, ",", False, []),
    "zoo": ("uci/zoo/zoo.data", 18, ",", False, [1]),
    "vowel": ("esl/vowel.train", "y", ",", True, ["row.names"]),
    "SAheart": ("esl/SAheart.data", "chd", ",", True, ["row.names"]),
    "Pima.tr2": ("r-mass/Pima.tr2.csv", "type", ",", True, []),
    "birthwt": ("r-mass/birthwt.csv", "low", ",", True, ["bwt"]),
    "fgl": ("r-mass/fgl.csv", "type", ",", True, []),
    "Aids2": ("r-mass/Aids2.csv", "status", ",", True, []),
    "crabs": ("r-mass/crabs.csv", "sp", ",", True, []),
    "bacteria": ("r-mass/bacteria.csv", "y", ",", True, []),
    "biopsy": ("r-mass/biopsy.csv", "class", ",", True, ["ID"]),
    "synth": ("r-mass/synth.tr.csv", "yc", ",", True, []),
    "painters": ("r-mass/painters.csv", "School", ",", True, []),
}


def read_file(path, target, delimiter, header, drop):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path, encoding="latin-1")
    with opened as file:
        table = pd.read_csv(file, sep=r"\s+" if delimiter == " " else delimiter, header=0 if header else None,
                            na_values=["?"], skipinitialspace=True)
    if not header:
        table.columns = range(1, table.shape[1] + 1)
    unnamed = [name for name in table.columns if str(name).startswith("Unnamed") or name == "rownames"]
    table = table.drop(columns=[*drop, *unnamed]).dropna(subset=[target])
    labels = table.pop(target).astype(str).to_numpy()
    table.columns = [f"x{name}" if isinstance(name, int) else str(name) for name in table.columns]
    return table, labels


def scikit_learn_tables():
    for name in ["iris", "wine", "breast_cancer", "digits"]:
        bunch = getattr(datasets, f"load_{name}")()
        yield f"sklearn {name}", pd.DataFrame(bunch.data, columns=[f"x{j}" for j in range(bunch.data.shape[1])]), \
            bunch.target.astype(str)
    made = {
        "moons": datasets.make_moons(500, noise=0.3, random_state=0),
        "circles": datasets.make_circles(500, noise=0.2, factor=0.5, random_state=0),
        "quantiles": datasets.make_gaussian_quantiles(n_samples=800, n_features=6, n_classes=3, random_state=0),
        "classification": datasets.make_classification(1000, 20, n_informative=6, n_redundant=4, n_classes=3,
                                                       random_state=0),
        "hastie": datasets.make_hastie_10_2(2000, random_state=0),
        "blobs": datasets.make_blobs(600, 5, centers=4, cluster_std=4, random_state=0),
    }
    for name, (rows, labels) in made.items():
        yield f"made {name}", pd.DataFrame(rows, columns=[f"x{j}" for j in range(rows.shape[1])]), labels.astype(str)


def half_of(name):
    """0 or 1, by the name alone: what is tuned on tables of one half is judged on the other."""
    return int(hashlib.sha256(name.replace(" ", "_").encode()).hexdigest(), 16) % 2


def tables(options):
    found = []
    for name, (file, target, delimiter, header, drop) in FILES.items():
        if (options.data / file).exists():
            found.append((name, *read_file(options.data / file, target, delimiter, header, drop)))
    found.extend(scikit_learn_tables())
    for folder in options.more:
        for path in sorted(folder.glob("*.csv")):
            table = pd.read_csv(path)
            found.append((path.stem, table.drop(columns="target"), table["target"].astype(str).to_numpy()))
    for name, table, labels in found:
        if (options.only and options.only not in name) or (options.half is not None and options.half != half_of(name)):
            continue
        counts = pd.Series(labels).value_counts()
        kept = np.isin(labels, counts[counts >= options.folds].index)
        places = np.flatnonzero(kept)
        if len(places) > options.rows:
            places = np.sort(np.random.default_rng(0).choice(places, options.rows, replace=False))
        yield name, table.iloc[places].reset_index(drop=True), labels[places]


def numbers_and_categories(table):
    numbers = [name for name in table.columns if pd.api.types.is_numeric_dtype(table[name])]
    return numbers, [name for name in table.columns if name not in numbers]


class Mixture:
    """GaussianNB on the numbers and CategoricalNB on the rest, their log joints added by hand."""

    def fit(self, table, labels):
        self.numbers, self.categories = numbers_and_categories(table)
        if not self.numbers or not self.categories:
            raise ValueError("not a mixed table")
        self.gaussian = make_pipeline(SimpleImputer(), GaussianNB()).fit(table[self.numbers], labels)
        self.counts = categorical().fit(table[self.categories], labels)
        self.classes_ = self.gaussian.classes_
        return self

    def predict_proba(self, table):
        prior = np.log(self.gaussian[-1].class_prior_)
        numbers = self.gaussian[0].transform(table[self.numbers])
        codes = self.counts[1].transform(self.counts[0].transform(table[self.categories]))
        log_joint = (self.gaussian[-1].predict_joint_log_proba(numbers)
                     + self.counts[-1].predict_joint_log_proba(codes) - prior)
        scores = np.exp(log_joint - log_joint.max(axis=1, keepdims=True))
        return scores / scores.sum(axis=1, keepdims=True)


class PlusOne(TransformerMixin, BaseEstimator):
    """Codes from 0 on for CategoricalNB: one that was not met is 0."""

    def fit(self, codes, labels=None):
        self.most = codes.max(axis=0)
        return self

    def transform(self, codes):
        return np.minimum(codes + 1, self.most + 1).astype(int)


def categorical():
    encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1, encoded_missing_value=-1)
    return make_pipeline(encoder, PlusOne(), CategoricalNB(min_categories=None))


def on_numbers(classifier):
    def make(table):
        numbers, _ = numbers_and_categories(table)
        if not numbers:
            raise ValueError("no numbers")
        return make_pipeline(ColumnTransformer([("numbers", SimpleImputer(), numbers)]), classifier)
    return make


def on_categories(table):
    _, categories = numbers_and_categories(table)
    if not categories:
        raise ValueError("no categories")
    return make_pipeline(ColumnTransformer([("categories", "passthrough", categories)]), categorical())


def preprocessed(table):
    numbers, categories = numbers_and_categories(table)
    return ColumnTransformer([
        ("numbers", make_pipeline(SimpleImputer(strategy="median"), StandardScaler()), numbers),
        ("categories", OneHotEncoder(handle_unknown="ignore"), categories),
    ])


def boosting(table):
    _, categories = numbers_and_categories(table)
    encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=np.nan, encoded_missing_value=np.nan,
                             max_categories=254)
    places = list(range(len(categories)))
    return make_pipeline(ColumnTransformer([("categories", encoder, categories)], remainder="passthrough"),
                         HistGradientBoostingClassifier(categorical_features=places, random_state=0))


PEERS = {
    "gaussian-nb": on_numbers(GaussianNB()),
    "lda": on_numbers(LinearDiscriminantAnalysis()),
    "qda": on_numbers(QuadraticDiscriminantAnalysis()),
    "categorical-nb": on_categories,
    "mixture": lambda table: Mixture(),
    "logistic": lambda table: make_pipeline(preprocessed(table), LogisticRegression(max_iter=1000)),
    "boosting": boosting,
}


def write_csv(path, table, labels):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*table.columns, "the label"])
        for row, label in zip(table.itertuples(index=False), labels):
            writer.writerow(["" if pd.isna(value) else value for value in row] + ["=" + label])


class Suffice:
    """`suffice fit` and `suffice predict --proba` on CSV files."""

    def __init__(self, tool, words):
        self.tool, self.words = tool, words

    def fit(self, table, labels):
        self.folder = tempfile.TemporaryDirectory()
        train, self.model = Path(self.folder.name) / "train.csv", Path(self.folder.name) / "model"
        write_csv(train, table, labels)
        self.classes_ = np.unique(labels)
        start = time.perf_counter()
        self.run("fit", train, "--target", "the label", "-o", self.model, "--quiet", *self.words)
        self.seconds = time.perf_counter() - start
        return self

    def run(self, *words):
        done = subprocess.run([self.tool, *map(str, words)], capture_output=True, text=True)
        if done.returncode != 0:
            raise ValueError(done.stderr.strip())
        return done.stdout

    def predict_proba(self, table):
        test = Path(self.folder.name) / "test.csv"
        write_csv(test, table, [self.classes_[0]] * len(table))
        lines = list(csv.DictReader(self.run("predict", self.model, test, "--proba", "--quiet").splitlines()))
        return np.array([[float(line["p_" + f"={label}".strip()]) for label in self.classes_] for line in lines])


def calibration_error(probabilities, correct):
    confidence = probabilities.max(axis=1)
    bins = np.minimum((confidence * 15).astype(int), 14)
    return sum(abs(correct[bins == b].mean() - confidence[bins == b].mean()) * (bins == b).mean()
               for b in np.unique(bins))


def cross_validate(make, table, labels, folds):
    classes = np.unique(labels)
    probabilities = np.zeros((len(labels), len(classes)))
    seconds = 0
    for train, test in StratifiedKFold(folds, shuffle=True, random_state=0).split(table, labels):
        model = make(table.iloc[train])
        start = time.perf_counter()
        model.fit(table.iloc[train], labels[train])
        seconds += getattr(model, "seconds", time.perf_counter() - start)
        probabilities[test] = np.nan_to_num(model.predict_proba(table.iloc[test]), nan=1 / len(classes))
    truth = np.searchsorted(classes, labels)
    own = np.clip(probabilities[np.arange(len(labels)), truth], SMALLEST, 1)
    correct = probabilities.argmax(axis=1) == truth
    return {"loss": float(-np.log(own).mean()), "accuracy": float(correct.mean()),
            "calibration": float(calibration_error(probabilities, correct)), "seconds": seconds}


def results_of(name, table, labels, options, kept):
    results = kept.setdefault(name, {})
    for peer, make in PEERS.items():
        if peer not in results and peer not in options.skip:
            try:
                results[peer] = cross_validate(make, table, labels, options.folds)
            except ValueError as error:
                results[peer] = {"error": str(error).splitlines()[0][:100]}
    ours = {"auto": [], **(ABLATIONS if options.ablations else {})}
    found = {peer: result for peer, result in results.items() if "error" not in result}
    for ablation, words in ours.items():
        try:
            found[ablation] = cross_validate(lambda _: Suffice(options.tool, [*words, *options.option]), table, labels,
                                             options.folds)
        except ValueError as error:
            print(f"{name}: {error}", file=sys.stderr)
            found[ablation] = {"loss": float("inf"), "accuracy": 0, "calibration": 1, "seconds": 0}
    return found


def share(wins):
    return f"{100 * statistics.mean(wins):.0f} %"


def summarise(rows, ours):
    """At or below each peer's log loss on so many of the tables that all of them can read, to 1e-9."""
    rivals = [peer for peer in ("logistic", "boosting") if any(peer in found for _, found in rows)]
    rows = [(name, found) for name, found in rows
            if all(peer in found for peer in rivals) and any(peer in found for peer in GENERATIVE)]
    def ratio(found, peer):
        return max(found[ours]["loss"], 1e-6) / max(found[peer]["loss"], 1e-6)
    best = [min(found[peer]["loss"] for peer in GENERATIVE if peer in found) for _, found in rows]
    lines = [f"{ours}: at or below the best of scikit-learn's generative classifiers on "
             + share([found[ours]["loss"] <= loss + 1e-9 for (_, found), loss in zip(rows, best)])]
    for peer in rivals:
        wins = share([found[ours]["loss"] <= found[peer]["loss"] + 1e-9 for _, found in rows])
        mean = np.exp(statistics.mean(np.log(min(ratio(found, peer), 100)) for _, found in rows))
        lines.append(f"  at or below {peer} on {wins}, geometric mean of the ratio {mean:.3f}")
    calibration = [statistics.median(found[who]["calibration"] for _, found in rows) for who in (ours, "logistic")]
    def compared(what, numbers):
        return f"  {what} " + ", ".join(f"{'' if who == ours else who + ' '}{number}" for who, number in numbers)
    lines.append(compared("accuracy in the mean", [
        (who, f"{statistics.mean(found[who]['accuracy'] for _, found in rows):.3f}") for who in (ours, *rivals)]))
    lines.append(f"  calibration error in the median {calibration[0]:.3f}, logistic {calibration[1]:.3f}")
    lines.append(compared("fits took", [
        (who, f"{sum(found[who]['seconds'] for _, found in rows):.1f} s") for who in (ours, *rivals)]))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT / "../shared/data")
    parser.add_argument("--more", type=Path, action="append", default=[], metavar="FOLDER",
                        help="CSV files with a column 'target'")
    parser.add_argument("--tool", type=Path, default=ROOT / "build/bench/suffice")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--rows", type=int, default=3000, help="at most so many of each table (default 3,000)")
    parser.add_argument("--only", default="", help="only the tables with this in their name")
    parser.add_argument("--half", type=int, choices=[0, 1], help="only the tables of that half, by their names")
    parser.add_argument("--skip", action="append", default=[], choices=list(PEERS), help="a peer that is not fitted")
    parser.add_argument("--ablations", action="store_true", help="also without each of the parts of auto")
    parser.add_argument("--option", action="append", default=[], help="one more word for suffice fit")
    parser.add_argument("--peers", type=Path, help="a file that keeps the peers' results from run to run")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    kept = json.loads(options.peers.read_text()) if options.peers and options.peers.exists() else {}
    names = [*GENERATIVE, "logistic", "boosting", "auto", *(ABLATIONS if options.ablations else {})]
    print("log loss".ljust(26) + "rows".rjust(6) + " cols cls" + "".join(name[:14].rjust(15) for name in names)
          + "   accuracy of logistic, boosting, auto; calibration error and seconds a fit of auto")
    rows = []
    for name, table, labels in tables(options):
        found = results_of(name, table, labels, options, kept)
        rows.append((name, found))
        cells = "".join((f"{found[who]['loss']:.4f}" if who in found else "-").rjust(15) for who in names)
        more = [f"{found[who]['accuracy']:.3f}" for who in ("logistic", "boosting", "auto") if who in found]
        more += [f"{found['auto']['calibration']:.3f}", f"{found['auto']['seconds'] / options.folds:.2f}"]
        print(f"{name[:25]:<26}{len(labels):6}{table.shape[1]:5}{len(np.unique(labels)):4}{cells}   {' '.join(more)}",
              flush=True)
        if options.peers:
            options.peers.write_text(json.dumps(kept))
    if not rows:
        print("bench/auto.py: skipped; there are no tables")
        sys.exit(SKIPPED)
    print()
    for ours in ["auto", *(ABLATIONS if options.ablations else {})]:
        print(summarise(rows, ours))


if __name__ == "__main__":
    main()
