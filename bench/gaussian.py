# Gaussian models against scikit-learn: fitting tables of several shapes, and the posteriors of their rows.
"""Both sides get the same arrays in one process and the same number of threads; the results are compared in the run."""

import sys
from dataclasses import dataclass

import command_line
import numpy as np
import threadpoolctl
from harness import Limits, Workload, agree, arguments, describe, load_library, measure, peak_memory, report, timed
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB

SEED = 20

# scikit-learn's ways to fit each model; all of them are maximum likelihood.
PEERS = {
    "lda": {
        solver: lambda solver=solver: LinearDiscriminantAnalysis(solver=solver) for solver in ["svd", "lsqr", "eigen"]
    },
    "qda": {
        solver: lambda solver=solver: QuadraticDiscriminantAnalysis(solver=solver) for solver in ["svd", "eigen"]
    },
    "gaussian-nb": {"": lambda: GaussianNB(var_smoothing=0)},
}


@dataclass
class Case:
    """One model on one table, with its bars; without peer only the sums are timed, and checked."""

    model: str
    rows: int
    columns: int
    classes: int = 10
    fit_ratio: float = None
    fit_distance: float = None
    predict_ratio: float = None
    predict: bool = False
    peer: bool = True

    @property
    def name(self):
        return f"{self.model} {self.rows:,} x {self.columns:,}"


CASES = [
    Case("lda", 1_000_000, 50, fit_ratio=20, fit_distance=2.2, predict=True, predict_ratio=8),
    Case("lda", 200_000, 200, fit_ratio=5, fit_distance=1 / 0.65),
    Case("lda", 20_000, 1_000, classes=20, fit_ratio=3, fit_distance=1 / 0.60),
    Case("qda", 200_000, 50, fit_ratio=30, predict=True, predict_ratio=15),
    Case("gaussian-nb", 1_000_000, 50, fit_ratio=20, predict=True, predict_ratio=80),
    Case("qda", 20_000, 1_000, classes=20, peer=False),
]


def make_table(rows, columns, classes, dtype):
    """Correlated Gaussian classes in random order, some 3 standard deviations apart: no posterior of just 0 and 1."""
    random = np.random.default_rng(SEED)
    mixing = np.eye(columns) + random.normal(size=(columns, columns)) / np.sqrt(columns)
    codes = random.integers(0, classes, size=rows, dtype=np.uint32)
    values = random.normal(size=(rows, columns))
    values += 0.3 * random.normal(size=(classes, columns))[codes]
    return np.ascontiguousarray(values @ mixing, dtype=dtype), codes


class Suffice:
    """Our side: the sums and the model, freed when replaced; posteriors go to one buffer, touched before."""

    def __init__(self, library, case, values, codes, threads):
        self.library, self.name, self.classes = library, case.model.encode(), case.classes
        self.values, self.codes, self.threads = values, codes, threads
        self.summary = self.model = None
        self.posterior = np.zeros((len(values), case.classes), dtype=values.dtype)

    def checked(self, result):
        if not result:
            raise SystemExit(self.library.error().decode())
        return result

    def array(self):
        return self.values.ctypes.data, self.values.dtype == np.float32

    def summarise(self):
        self.library.free_summary(self.summary)
        self.summary = self.checked(
            self.library.summarise(
                self.name, *self.array(), *self.values.shape, self.codes.ctypes.data, self.classes, self.threads
            )
        )

    def fit(self):
        self.summarise()
        self.library.free_model(self.model)
        self.model = self.checked(self.library.estimate(self.summary, self.name, self.threads))

    def predict_proba(self):
        out = self.posterior.ctypes.data
        self.checked(self.library.posterior(self.model, *self.array(), len(self.values), out, self.threads))
        return self.posterior

    def means(self):
        means = np.empty((self.classes, self.values.shape[1]))
        self.library.means(self.summary, means.ctypes.data)
        return means

    def scatter(self, c):
        scatter = np.empty((self.values.shape[1],) * 2)
        self.library.scatter(self.summary, c, scatter.ctypes.data)
        return scatter

    def close(self):
        self.library.free_model(self.model)
        self.library.free_summary(self.summary)


def fastest_peer(case, values, codes):
    """Each of scikit-learn's solvers once; the winner is what we are compared with."""
    times = {}
    for solver, make in PEERS[case.model].items():
        times[solver] = timed(lambda make=make: make().fit(values, codes))[0].wall
    print("  scikit-learn, one fit each: " + ", ".join(f"{name} {wall:.2f} s".strip() for name, wall in times.items()))
    return PEERS[case.model][min(times, key=times.get)]()


def workloads(case, values):
    """What fitting and predicting take at least: a lower triangle for each row (naive Bayes: a square and a sum for each
    value), and for each class a linear score, a triangle, or a polynomial in each column."""
    (n, d), size = values.shape, values.itemsize
    fit_flops = 4 * n * d if case.model == "gaussian-nb" else n * d * (d + 1)
    score = {"lda": 2 * d, "qda": d * (d + 1), "gaussian-nb": 4 * d}[case.model]
    fit = Workload(f"{case.name}, fit", size * n * d + 4 * n, fit_flops, case.fit_ratio, case.fit_distance)
    fit.input_bytes = size * n * d
    predict = Workload(f"{case.name}, predict_proba", size * n * (d + case.classes), n * case.classes * score)
    predict.least_ratio = case.predict_ratio
    return fit, predict


def run(case, library, options):
    """[(Workload, Limits)] and whether all results are right."""
    values, codes = make_table(case.rows, case.columns, case.classes, options.type)
    print(f"\n{case.name}, {case.classes} classes, {options.type}")
    limits = Limits(library, values, options.threads)
    fit, predict = workloads(case, values)
    ours = Suffice(library, case, values, codes, options.threads)
    peak = peak_memory(ours.summarise)
    fit.extra_memory = max(0, peak - library.size(ours.summary))
    if not case.peer:
        fit.name = f"{case.name}, sums alone"
        fit.ours = measure({"ours": ours.summarise}, options.repeats, limits)[0]["ours"]
        right = sums_agree(ours, values, codes)
        ours.close()
        limits.show()
        return [(fit, limits)], right
    theirs = fastest_peer(case, values, codes)
    best, _ = measure({"ours": ours.fit, "theirs": lambda: theirs.fit(values, codes)}, options.repeats, limits)
    fit.ours, fit.theirs = best["ours"], best["theirs"]
    calls = {"ours": ours.predict_proba, "theirs": lambda: theirs.predict_proba(values)}
    best, results = measure(calls, options.repeats if case.predict else 1, limits)
    predict.ours, predict.theirs = best["ours"], best["theirs"]
    exact = options.type == "float64"
    means = theirs.theta_ if case.model == "gaussian-nb" else theirs.means_
    right = [
        agree("class means", ours.means(), means, 1e-10 if exact else 1e-4),
        agree("posteriors", results["ours"], results["theirs"], 1e-8 if exact else 1e-2),
    ]
    ours.close()
    limits.show()
    return [(fit, limits)] + ([(predict, limits)] if case.predict else []), all(right)


def sums_agree(ours, values, codes):
    """Class means and the scatter of the last class against numpy's, in double whatever the numbers are."""
    means = np.stack([values[codes == c].mean(axis=0, dtype=np.float64) for c in range(ours.classes)])
    last = ours.classes - 1
    centred = values[codes == last] - means[last]
    right = [
        agree("class means", ours.means(), means, 1e-10),
        agree("the last class's scatter", ours.scatter(last), centred.T @ centred, 1e-10),
    ]
    return all(right)


def scaled_rows(case, scale):
    """A share of the rows, but enough for regular covariances."""
    covariances = case.classes if case.model == "qda" and case.peer else 1
    return min(case.rows, max(int(case.rows * scale), 3 * case.columns * covariances))


def main():
    options = arguments(__doc__)
    library = load_library(options.library)
    results, right = [], True
    with threadpoolctl.threadpool_limits(options.threads):
        setting = describe(options.threads) | {"scale": options.scale, "type": options.type}
        for case in CASES:
            if options.only in case.name:
                case.rows = scaled_rows(case, options.scale)
                found, agreed = run(case, library, options)
                results += found
                right = right and agreed
    report(setting, results, options.json)
    tables = {"lda": make_table(max(int(1_000_000 * options.scale), 1_000), 50, 10, options.type)}
    command_line.run(options.tool, tables, options.repeats)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
