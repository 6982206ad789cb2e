# LDA with a shared covariance against scikit-learn: fitting, and the posterior of the same rows.
"""Both sides get the same arrays in one process and the same number of threads; the results are compared in the run."""

import sys

import numpy as np
import threadpoolctl
from harness import Workload, agree, arguments, describe, limits, load_library, measure, report, timed
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

COLUMNS, CLASSES, SEED = 50, 10, 20


def make_table(rows):
    """Correlated Gaussian classes in random order, some 3 standard deviations apart: no posterior of just 0 and 1."""
    random = np.random.default_rng(SEED)
    mixing = np.eye(COLUMNS) + random.normal(size=(COLUMNS, COLUMNS)) / np.sqrt(COLUMNS)
    codes = random.integers(0, CLASSES, size=rows, dtype=np.uint32)
    values = random.normal(size=(rows, COLUMNS))
    values += 0.3 * random.normal(size=(CLASSES, COLUMNS))[codes]
    return values @ mixing, codes


class Suffice:
    """Our side: the sums and the model, freed when replaced; each prediction makes its own array, as theirs does."""

    def __init__(self, library, values, codes, threads):
        self.library, self.values, self.codes, self.threads = library, values, codes, threads
        self.summary = self.model = None

    def checked(self, result):
        if not result:
            raise SystemExit(self.library.error().decode())
        return result

    def fit(self):
        self.library.free_model(self.model)
        self.library.free_summary(self.summary)
        rows, columns = self.values.shape
        pointers = self.values.ctypes.data, self.codes.ctypes.data
        self.summary = self.checked(
            self.library.summarise(pointers[0], rows, columns, pointers[1], CLASSES, self.threads)
        )
        self.model = self.checked(self.library.estimate(self.summary))

    def predict_proba(self):
        rows, posterior = len(self.values), np.empty((len(self.values), CLASSES))
        pointers = self.values.ctypes.data, posterior.ctypes.data
        self.checked(self.library.posterior(self.model, pointers[0], rows, pointers[1], False, self.threads))
        return posterior

    def means(self):
        means = np.empty((CLASSES, COLUMNS))
        self.library.means(self.summary, means.ctypes.data)
        return means

    def linear_form(self):
        """One line per class: coefficients and intercept."""
        coefficients, intercepts = np.empty((CLASSES, COLUMNS)), np.empty(CLASSES)
        self.library.linear_form(self.model, coefficients.ctypes.data, intercepts.ctypes.data)
        return np.column_stack([coefficients, intercepts])


def fastest_solver(values, codes):
    """Each of scikit-learn's solvers once; the winner is what we are compared with."""
    times = {}
    for solver in ["svd", "lsqr", "eigen"]:
        times[solver] = timed(lambda: LinearDiscriminantAnalysis(solver=solver).fit(values, codes))[0].wall
    print("scikit-learn fit, one run each: " + ", ".join(f"{name} {wall:.2f} s" for name, wall in times.items()))
    return min(times, key=times.get)


def main():
    options = arguments(__doc__, rows=1_000_000)
    library = load_library(options.library)
    values, codes = make_table(options.rows)
    print(f"LDA, {options.rows:,} rows x {COLUMNS} columns, {CLASSES} classes, {options.threads} threads")
    with threadpoolctl.threadpool_limits(options.threads):
        setting = describe(options.threads)
        solver = fastest_solver(values, codes)
        ours = Suffice(library, values, codes, options.threads)
        theirs = LinearDiscriminantAnalysis(solver=solver)

        n, d = values.shape
        fit = Workload("fit", bytes=8 * n * d + 4 * n, flops=n * d * (d + 1))
        predict = Workload("predict_proba", bytes=8 * n * d + 8 * n * CLASSES, flops=2 * n * d * CLASSES)
        measured = limits(library, values, options.threads)
        for work, calls in [
            (fit, {"ours": ours.fit, "theirs": lambda: theirs.fit(values, codes)}),
            (predict, {"ours": ours.predict_proba, "theirs": lambda: theirs.predict_proba(values)}),
        ]:
            best, results = measure(calls, options.repeats)
            work.ours, work.theirs = best["ours"], best["theirs"]

    forms = ours.linear_form(), np.column_stack([theirs.coef_, theirs.intercept_])
    differences = [form[1:] - form[0] for form in forms]
    right = [
        agree("class means", ours.means(), theirs.means_, 1e-10),
        agree("linear form", *differences, 1e-8),
        agree("posteriors", results["ours"], results["theirs"], 1e-8),
    ]
    setting |= {"rows": n, "columns": d, "classes": CLASSES, "solver": solver, "repeats": options.repeats}
    report(setting, measured, [fit, predict], options.json)
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
