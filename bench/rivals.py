# Logistic regression against scikit-learn, both to the same gradient norm.
"""Both are fits alone, of weights on all rows to a tolerance of 1e-8, scikit-learn's by the faster of its two solvers;
gradients are then computed by numpy for both. How much longer ours takes with its accuracy, by ten folds of 10,000
rows, is printed beside it."""

import ctypes
import sys

import numpy as np
import threadpoolctl
from harness import Limits, Workload, agree, arguments, describe, load_library, measure, report, timed
from sklearn.linear_model import LogisticRegression

# rows, columns, classes, bar
CASES = [(200_000, 50, 2, 3), (200_000, 50, 10, 5)]
SOLVERS = ["lbfgs", "newton-cholesky"]


def make_rows(rows, columns, classes):
    """Correlated columns, and labels drawn from a softmax of them."""
    random = np.random.default_rng(14)
    mixing = np.eye(columns) + 0.5 * random.normal(size=(columns, columns)) / np.sqrt(columns)
    values = np.ascontiguousarray(random.normal(size=(rows, columns)) @ mixing)
    scores = values @ random.normal(size=(columns, classes)) * 0.25 + random.gumbel(size=(rows, classes))
    return values, scores.argmax(axis=1).astype(np.uint32)


def largest_gradient(weights, values, codes, ridge):
    """Of the mean loss and penalty, as scikit-learn measures its tolerance: of two classes by the difference."""
    classes = len(weights)
    scores = values @ weights[:, :-1].T + weights[:, -1]
    scores -= scores.max(axis=1, keepdims=True)
    p = np.exp(scores)
    p /= p.sum(axis=1, keepdims=True)
    p[np.arange(len(codes)), codes] -= 1
    gradient = np.hstack([p.T @ values, p.sum(axis=0)[:, None]])
    if classes == 2:
        gradient = gradient[1:]
        gradient[:, :-1] += ridge * (weights[1:] - weights[:1])[:, :-1]
    else:
        gradient[:, :-1] += ridge * weights[:, :-1]
    return np.abs(gradient).max() / len(codes)


def weights_of(peer):
    coefficients, intercepts = peer.coef_, peer.intercept_
    if len(peer.classes_) == 2:
        coefficients, intercepts = np.vstack([-coefficients, coefficients]) / 2, np.array([-1, 1]) * intercepts / 2
    return np.hstack([coefficients, intercepts[:, None]])


def run(case, library, options):
    rows, columns, classes, bar = case
    rows = max(int(rows * options.scale), 2_000)
    name = f"logistic {rows:,} x {columns} x {classes}"
    print(f"\n{name}")
    values, codes = make_rows(rows, columns, classes)
    out = np.zeros(classes * (columns + 1) + 1)

    def ours(validated=False):
        if not library.suffice_bench_fit_rival(b"logistic", ctypes.c_double(1), values.ctypes.data_as(ctypes.c_void_p),
                                               ctypes.c_size_t(rows), ctypes.c_size_t(columns),
                                               codes.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(classes),
                                               ctypes.c_uint(options.threads), ctypes.c_bool(validated),
                                               out.ctypes.data_as(ctypes.c_void_p)):
            raise SystemExit(library.suffice_bench_rival_error().decode())
        return out[:-1].reshape(classes, columns + 1)

    peers = {solver: LogisticRegression(C=1, solver=solver, tol=1e-8, max_iter=10_000) for solver in SOLVERS}
    times = {solver: timed(lambda peer=peer: peer.fit(values, codes))[0].wall for solver, peer in peers.items()}
    print("  scikit-learn, one fit each: " + ", ".join(f"{solver} {wall:.2f} s" for solver, wall in times.items()))
    peer = peers[min(times, key=times.get)]
    limits = Limits(library, values, options.threads)
    calls = {"ours": ours, "validated": lambda: ours(validated=True), "theirs": lambda: peer.fit(values, codes)}
    best, results = measure(calls, options.repeats, limits)
    whole = best["validated"].wall
    print(f"  ours with its accuracy by folds {whole:.3f} s, scikit-learn's fit alone / that {best['theirs'].wall / whole:.1f}")
    found, expected = results["ours"], weights_of(peer)
    gradients = [largest_gradient(weights, values, codes, 1) for weights in (found, expected)]
    print(f"  largest gradient: ours {gradients[0]:.1e}, scikit-learn {gradients[1]:.1e}")
    # At least one pass over the rows for each Newton step of five, with a score and a gradient for each class.
    work = Workload(name, 5 * values.nbytes, 5 * 4 * rows * columns * classes, bar)
    work.ours, work.theirs = best["ours"], best["theirs"]
    right = agree("weights", found - found.mean(axis=0), expected - expected.mean(axis=0), 1e-5)
    limits.show()
    return [(work, limits)], right and gradients[0] <= 1.01e-8


def main():
    options = arguments(__doc__)
    library = load_library(options.library)
    library.suffice_bench_fit_rival.restype = ctypes.c_bool
    library.suffice_bench_rival_error.restype = ctypes.c_char_p
    results, right = [], True
    with threadpoolctl.threadpool_limits(options.threads):
        setting = describe(options.threads) | {"scale": options.scale}
        for case in CASES:
            found, agreed = run(case, library, options)
            results += found
            right = right and agreed
    report(setting, results, options.json)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
