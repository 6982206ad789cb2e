# The package against the library and scikit-learn: whether what the library gains is there from Python too.
"""The library by the entry points of its benchmarks, the package and scikit-learn get the same arrays in one process,
in turn. The package is held to 80 % of the library's ratio to scikit-learn, `partial_fit` to ten times
scikit-learn's, and a fit of 1 GB to 5 % of memory added."""

import subprocess
import sys

import discrete
import gaussian
import numpy as np
import suffice
import threadpoolctl
from harness import agree, arguments, describe, load_library, measure
from sklearn import naive_bayes

LEAST_SHARE = 0.8
LEAST_PARTIAL_FIT = 10
MOST_ADDED = 0.05
OURS = {"lda": suffice.LinearDiscriminantAnalysis, "qda": suffice.QuadraticDiscriminantAnalysis,
        "gaussian-nb": lambda n_jobs: suffice.GaussianNB(var_smoothing=0, n_jobs=n_jobs)}


class NoLimits:
    """For `measure`: nothing here is compared with what the machine can do."""

    def measure(self):
        pass


class Table:
    """Times of the library, the package and scikit-learn, line by line, with the bars."""

    def __init__(self, repeats, threads):
        self.repeats, self.lines = repeats, []
        # With one thread, processor time says the same as the clock, and other programs do not disturb it.
        self.clock = "cpu" if threads == 1 else "wall"

    def measured(self, name, **calls):
        best, results = measure(calls, self.repeats, NoLimits())
        self.lines.append((name, {side: getattr(spent, self.clock) for side, spent in best.items()}))
        return results

    def show(self):
        print(f"\n{'milliseconds':44}{'library':>10}{'package':>10}{'fresh':>10}{'scikit-learn':>14}"
              f"{'ratio':>8}{'of the library':>16}")
        for name, wall in self.lines:
            ratio = wall["theirs"] / wall["package"]
            share = wall["library"] / wall["package"] if "library" in wall else None
            met = share >= LEAST_SHARE if share is not None else ratio >= LEAST_PARTIAL_FIT
            cells = "".join(f"{1e3 * wall[side]:10.1f}" if side in wall else f"{'':10}"
                            for side in ("library", "package", "fresh"))
            print(f"{name:44}{cells}{1e3 * wall['theirs']:14.1f}{ratio:7.1f}x"
                  f"{'' if share is None else f'{share:14.0%}':>14}  {'met' if met else 'MISSED'}")


def run_gaussian(case, library, options, table):
    values, codes = gaussian.make_table(case.rows, case.columns, case.classes, options.type)
    of_library = gaussian.Suffice(library, case, values, codes, options.threads)
    ours, theirs = OURS[case.model](n_jobs=options.threads), gaussian.fastest_peer(case, values, codes)
    table.measured(f"{case.name}, fit", library=of_library.fit, package=lambda: ours.fit(values, codes),
                   theirs=lambda: theirs.fit(values, codes))
    out = np.zeros((len(values), case.classes), dtype=values.dtype)
    results = table.measured(f"{case.name}, predict_proba", library=of_library.predict_proba,
                             package=lambda: ours.predict_proba(values, out=out),
                             fresh=lambda: ours.predict_proba(values), theirs=lambda: theirs.predict_proba(values))
    right = agree("posteriors", results["package"], results["theirs"], 1e-8 if options.type == "float64" else 1e-2)
    right = right and bool((results["package"] == results["library"]).all())
    of_library.close()
    return right


def run_discrete(name, handle, ours, theirs, rows, codes, classes, library, table):
    of_library = discrete.Suffice(library, handle, rows.shape[0], classes)
    table.measured(f"{name}, fit", library=of_library.fit, package=lambda: ours.fit(rows, codes),
                   theirs=lambda: theirs.fit(rows, codes))
    results = table.measured(f"{name}, predict", library=of_library.predict, package=lambda: ours.predict(rows),
                             theirs=lambda: theirs.predict(rows))
    same = bool((results["package"] == results["library"]).all())
    of_library.close()
    return same and agree("labels", (results["package"] == results["theirs"]).mean(keepdims=True), np.ones(1), 1e-4)


def run_counts(library, options, table):
    rows, codes = discrete.sparse_counts(int(200_000 * options.scale), 100_000, 20)
    indices, offsets = rows.indices.astype(np.uint32), rows.indptr.astype(np.int32)
    right = True
    for name, ours, theirs in (("multinomial-nb", suffice.MultinomialNB, naive_bayes.MultinomialNB),
                               ("bernoulli-nb", suffice.BernoulliNB, naive_bayes.BernoulliNB)):
        handle = library.sparse(name.encode(), rows.data.ctypes.data, offsets.ctypes.data, indices.ctypes.data,
                                *rows.shape, codes.ctypes.data, 20, options.threads)
        right &= run_discrete(f"{name} sparse", handle, ours(n_jobs=options.threads), theirs(), rows, codes, 20,
                              library, table)
    return right


def run_categories(library, options, table):
    cells, codes = discrete.category_table(int(1_000_000 * options.scale), 20, 10, 10)
    handle = library.categories(b"categorical-nb", cells.ctypes.data, *cells.shape, 10, codes.ctypes.data, 10,
                                options.threads)
    return run_discrete("categorical-nb", handle, suffice.CategoricalNB(n_jobs=options.threads),
                        naive_bayes.CategoricalNB(), cells, codes, 10, library, table)


def run_batches(options, table):
    """`partial_fit` of batches of 10,000 rows."""
    values, codes = gaussian.make_table(max(20_000, int(500_000 * options.scale)), 50, 10, options.type)
    batches = [slice(first, first + 10_000) for first in range(0, len(codes), 10_000)]

    def fitted(model):
        for batch in batches:
            model.partial_fit(values[batch], codes[batch], classes=np.arange(10, dtype=np.uint32))
        return model

    results = table.measured("gaussian-nb, partial_fit by 10,000 rows",
                             package=lambda: fitted(suffice.GaussianNB()),
                             theirs=lambda: fitted(naive_bayes.GaussianNB()))
    return agree("means", results["package"].theta_, results["theirs"].theta_, 1e-10)


MEMORY = """
import resource, sys
import numpy as np, suffice
X = np.tile(np.random.default_rng(0).random((20_000, 64)), (100, 1))
y = np.arange(len(X)) % 10
model = getattr(suffice, sys.argv[1])()
model.fit(X[:1000], y[:1000])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
model.fit(X, y)
print(X.nbytes, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024)
"""


def show_memory():
    """What a fit of 1 GB of float64 adds to the memory of its process, each in one of its own."""
    print(f"\n{'a fit of 1 GB adds':44}{'MB':>10}{'of the data':>14}")
    for name in ("LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis", "GaussianNB", "MultinomialNB",
                 "BernoulliNB", "NearestCentroid"):
        done = subprocess.run([sys.executable, "-c", MEMORY, name], capture_output=True, text=True, check=True)
        size, added = map(int, done.stdout.split())
        print(f"{name:44}{added / 1e6:10.1f}{added / size:14.1%}  {'met' if added <= MOST_ADDED * size else 'MISSED'}")


def main():
    options = arguments(__doc__)
    library = load_library(options.library)
    discrete.declare(library)
    table, right = Table(options.repeats, options.threads), True
    with threadpoolctl.threadpool_limits(options.threads):
        describe(options.threads)
        for case in gaussian.CASES:
            if case.predict and options.only in case.name:
                case.rows = gaussian.scaled_rows(case, options.scale)
                right &= run_gaussian(case, library, options, table)
        for name, run in {"sparse": run_counts, "categorical": run_categories}.items():
            if options.only in name:
                right &= run(library, options, table)
        if options.only in "partial_fit":
            right &= run_batches(options, table)
    table.show()
    if options.only in "memory":
        show_memory()
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
