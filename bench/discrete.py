# Sparse counts and categories against scikit-learn: fitting, and predicting the rows again.
"""Both sides get the same arrays in one process; the results are compared in the run."""

import ctypes
import sys

import numpy as np
import scipy.sparse
from harness import Limits, Workload, agree, arguments, describe, load_library, measure, report
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, MultinomialNB

SEED = 21


def declare(library):
    """The entry points of discrete_shim.cpp."""
    text, pointer, size = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t
    signatures = {
        "sparse": (pointer, [text, pointer, pointer, pointer, size, size, pointer, size, ctypes.c_uint]),
        "categories": (pointer, [text, pointer, size, size, size, pointer, size, ctypes.c_uint]),
        "free_discrete": (None, [pointer]),
        "discrete_error": (text, [pointer]),
        "discrete_fit": (ctypes.c_bool, [pointer]),
        "discrete_predict": (ctypes.c_bool, [pointer, pointer]),
        "discrete_log_joint": (ctypes.c_bool, [pointer, pointer]),
    }
    for name, (result, parameters) in signatures.items():
        function = getattr(library, f"suffice_bench_{name}")
        function.restype, function.argtypes = result, parameters
        setattr(library, name, function)


class Suffice:
    """Our side, on arrays that stay where they are."""

    def __init__(self, library, handle, rows, classes):
        self.library, self.handle, self.classes = library, handle, classes
        self.labels = np.zeros(rows, dtype=np.uint32)

    def checked(self, done):
        if not done:
            raise SystemExit(self.library.discrete_error(self.handle).decode())

    def fit(self):
        self.checked(self.library.discrete_fit(self.handle))

    def predict(self):
        self.checked(self.library.discrete_predict(self.handle, self.labels.ctypes.data))
        return self.labels

    def log_joint(self):
        out = np.empty((len(self.labels), self.classes))
        self.checked(self.library.discrete_log_joint(self.handle, out.ctypes.data))
        return out

    def close(self):
        self.library.free_discrete(self.handle)


def sparse_counts(rows, columns, classes):
    """Documents of 60 to 120 tokens of Zipf's law, the words of each class in an order of its own: some 90 numbers a row."""
    random = np.random.default_rng(SEED)
    codes = random.integers(0, classes, size=rows, dtype=np.uint32)
    lengths = random.integers(80, 151, size=rows)
    owner = np.repeat(np.arange(rows), lengths)
    ranks = (np.exp(random.random(len(owner)) * np.log(columns + 1)) - 1).astype(np.int64)
    step = np.array([7919 + 2 * int(c) for c in range(classes)])
    words = np.where(random.random(len(owner)) < 0.5, ranks, ranks * step[codes[owner]] % columns).clip(0, columns - 1)
    table = scipy.sparse.csr_matrix((np.ones(len(owner)), (owner, words)), shape=(rows, columns))
    table.sum_duplicates()
    return table, codes


def category_table(rows, columns, values, classes):
    random = np.random.default_rng(SEED)
    codes = random.integers(0, classes, size=rows, dtype=np.uint32)
    noise = random.integers(0, values, size=(rows, columns), dtype=np.uint32)
    signal = (codes[:, None] * np.arange(1, columns + 1, dtype=np.uint32)) % values
    return np.where(random.random((rows, columns)) < 0.3, signal, noise).astype(np.uint32), codes


def averaged(cells, codes, rows, values, classes):
    """Log joints of some rows by MODELS §13, each probability from counts of its own."""
    out = np.empty((len(rows), classes))
    of_class = [cells[codes == c] for c in range(classes)]
    single = [[(np.bincount(part[:, j], minlength=values) + 1) / (len(part) + values) for j in range(part.shape[1])]
              for part in of_class]
    for place, i in enumerate(rows):
        for c, part in enumerate(of_class):
            same = (part == cells[i]).astype(np.float64)
            both = same.T @ same
            alone = np.array([single[c][j][cells[i, j]] for j in range(cells.shape[1])])
            given = np.log((both + 2 * alone) / (np.diag(both)[:, None] + 2))
            np.fill_diagonal(given, np.log(alone))
            sums = given.sum(axis=1)
            mean = sums.max() + np.log(np.exp(sums - sums.max()).mean())
            out[place, c] = np.log(len(part) / len(cells)) + mean
    return out


def run_pairs(library, options):
    """Counts of all pairs of values, against scikit-learn's counts of single ones."""
    cells, codes = category_table(int(1_000_000 * options.scale), 30, 10, 2)
    print(f"\npairs of categories, {cells.shape[0]:,} x 30, 10 values, 2 classes")
    limits = Limits(library, np.zeros(20_000_000), options.threads)
    handle = library.categories(b"aode", cells.ctypes.data, *cells.shape, 10, codes.ctypes.data, 2, options.threads)
    ours, theirs = Suffice(library, handle, len(cells), 2), CategoricalNB()
    fit = Workload("aode, fit, against single counts", cells.nbytes + codes.nbytes, 435 * len(cells), least_ratio=1)
    best, _ = measure({"ours": ours.fit, "theirs": lambda: theirs.fit(cells, codes)}, options.repeats, limits)
    fit.ours, fit.theirs = best["ours"], best["theirs"]
    few = range(10)
    right = agree("log joints", ours.log_joint()[: len(few)], averaged(cells, codes, few, 10, 2), 1e-11)
    ours.close()
    limits.show()
    return [(fit, limits)], right


def run(name, ours, theirs, rows, codes, work, options, limits):
    fit, predict = work
    best, _ = measure({"ours": ours.fit, "theirs": lambda: theirs.fit(rows, codes)}, options.repeats, limits)
    fit.ours, fit.theirs = best["ours"], best["theirs"]
    best, results = measure({"ours": ours.predict, "theirs": lambda: theirs.predict(rows)}, options.repeats, limits)
    predict.ours, predict.theirs = best["ours"], best["theirs"]
    few = slice(0, 2000)
    right = [
        agree("log joints", ours.log_joint()[few], theirs.predict_joint_log_proba(rows[few]), 1e-11),
        agree("labels", (results["ours"] == results["theirs"]).mean(keepdims=True), np.ones(1), 1e-4),
    ]
    ours.close()
    limits.show()
    return [(fit, limits), (predict, limits)], all(right)


def main():
    options = arguments(__doc__)
    library = load_library(options.library)
    declare(library)
    setting = describe(options.threads) | {"scale": options.scale}
    results, right = [], True
    if "sparse" in options.only or not options.only:
        table, codes = sparse_counts(int(200_000 * options.scale), 100_000, 20)
        print(f"\nsparse counts, {table.shape[0]:,} x {table.shape[1]:,}, {table.nnz:,} numbers, 20 classes")
        limits = Limits(library, table.data, options.threads)
        indices, offsets = table.indices.astype(np.uint32), table.indptr.astype(np.int32)
        size = 12 * table.nnz + 8 * table.shape[0]
        for model, peer in {"multinomial-nb": MultinomialNB(), "bernoulli-nb": BernoulliNB()}.items():
            handle = library.sparse(model.encode(), table.data.ctypes.data, offsets.ctypes.data, indices.ctypes.data,
                                    *table.shape, codes.ctypes.data, 20, options.threads)
            work = (Workload(f"{model} sparse, fit", size, 2 * table.nnz, least_ratio=8),
                    Workload(f"{model} sparse, predict", size, 2 * 20 * table.nnz, least_ratio=8))
            found, agreed = run(model, Suffice(library, handle, table.shape[0], 20), peer, table, codes, work, options,
                                limits)
            results, right = results + found, right and agreed
    if "categorical" in options.only or not options.only:
        cells, codes = category_table(int(1_000_000 * options.scale), 20, 10, 10)
        print(f"\ncategories, {cells.shape[0]:,} x 20, 10 values, 10 classes")
        limits = Limits(library, np.zeros(20_000_000), options.threads)
        handle = library.categories(b"categorical-nb", cells.ctypes.data, *cells.shape, 10, codes.ctypes.data, 10,
                                    options.threads)
        work = (Workload("categorical-nb, fit", cells.nbytes + codes.nbytes, cells.size, least_ratio=40),
                Workload("categorical-nb, predict", cells.nbytes + codes.nbytes, 10 * cells.size, least_ratio=20))
        found, agreed = run("categorical-nb", Suffice(library, handle, len(cells), 10), CategoricalNB(), cells, codes, work,
                            options, limits)
        results, right = results + found, right and agreed
    if "pairs" in options.only or not options.only:
        found, agreed = run_pairs(library, options)
        results, right = results + found, right and agreed
    report(setting, results, options.json)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
