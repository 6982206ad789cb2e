# Validation and tuning against scikit-learn: folds, leave-one-out and a grid, where the other side fits anew.
"""Both sides get the same arrays in one process and the same number of threads; losses are compared in the run."""

import ctypes
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import threadpoolctl
from gaussian import Case, Suffice, make_table
from harness import Limits, agree, arguments, describe, load_library, measure, timed
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import log_loss
from sklearn.model_selection import LeaveOneOut, StratifiedKFold, cross_val_predict
from sklearn.naive_bayes import GaussianNB


class Validator:
    """Our side."""

    def __init__(self, library, model, values, codes, classes, threads):
        text, pointer, size, threads_type = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint
        table = [pointer, size, size, pointer, size]
        self.library = library
        library.suffice_bench_validate_error.restype = text
        for name, parameters in {
            "cross_validate": [text, *table, size, threads_type, pointer],
            "leave_one_out": [text, *table, threads_type, pointer],
            "tune_rda": [*table, threads_type, pointer],
        }.items():
            function = getattr(library, f"suffice_bench_{name}")
            function.restype, function.argtypes = ctypes.c_bool, parameters
        self.model, self.values, self.codes, self.threads = model.encode(), values, codes, threads
        self.table = values.ctypes.data, *values.shape, codes.ctypes.data, classes

    def checked(self, call):
        out = np.zeros(2)
        if not call(out.ctypes.data):
            raise SystemExit(self.library.suffice_bench_validate_error().decode())
        return out

    def folds(self):
        call = self.library.suffice_bench_cross_validate
        return self.checked(lambda out: call(self.model, *self.table, 10, self.threads, out))

    def leave_one_out(self):
        call = self.library.suffice_bench_leave_one_out
        return self.checked(lambda out: call(self.model, *self.table, self.threads, out))

    def tune_rda(self):
        return self.checked(lambda out: self.library.suffice_bench_tune_rda(*self.table, self.threads, out))


def show(name, value, bar, met):
    print(f"  {name:<58}{value:>12}   bar {bar}: {'met' if met else 'MISSED'}")


def folds(model, makers, least_ratio, library, options):
    """Ten folds with log probabilities; also against one fit and one prediction of ours."""
    rows = max(int(200_000 * options.scale), 2_000)
    case = Case(model, rows, 50)
    values, codes = make_table(rows, 50, case.classes, "float64")
    print(f"\n10-fold cross-validation, {model}, {rows:,} x 50, {case.classes} classes")
    ours = Validator(library, model, values, codes, case.classes, options.threads)
    one = Suffice(library, case, values, codes, options.threads)

    def peer(make):
        return cross_val_predict(make(), values, codes, cv=StratifiedKFold(10), method="predict_log_proba")

    times = {name: timed(lambda make=make: peer(make)) for name, make in makers.items()}
    fastest = min(times, key=lambda name: times[name][0].wall)
    limits = Limits(library, values, options.threads)
    calls = {"ours": ours.folds, "fit": one.fit, "predict": one.predict_proba}
    best, results = measure(calls, options.repeats, limits)
    one.close()
    wall, theirs = best["ours"].wall, times[fastest][0].wall
    peers = ", ".join(f"{name} {spent.wall:.2f} s" for name, (spent, _) in times.items())
    print(f"  ours {1e3 * wall:.1f} ms; scikit-learn {peers}")
    show("scikit-learn's time / ours", f"{theirs / wall:.0f}x", f">= {least_ratio}x", theirs / wall >= least_ratio)
    both = best["fit"].wall + best["predict"].wall
    name = f"ours / (fit {1e3 * best['fit'].wall:.1f} ms + predict {1e3 * best['predict'].wall:.1f} ms)"
    show(name, f"{wall / both:.2f}", "<= 1.5", wall <= 1.5 * both)
    # Other folds, so that losses agree only about.
    return agree("log loss of other folds", results["ours"][0], log_loss(codes, np.exp(times[fastest][1])), 1e-2)


def leave_one_out(library, options):
    rows, columns, classes = 2_000, 20, 3
    values, codes = make_table(rows, columns, classes, "float64")
    print(f"\nleave-one-out, lda, {rows:,} x {columns}, {classes} classes")
    ours = Validator(library, "lda", values, codes, classes, options.threads)

    def peer():
        lda = LinearDiscriminantAnalysis(solver="lsqr")
        return cross_val_predict(lda, values, codes, cv=LeaveOneOut(), method="predict_log_proba")

    theirs, scores = timed(peer)
    best, results = measure({"ours": ours.leave_one_out}, options.repeats, Limits(library, values, options.threads))
    ratio = theirs.wall / best["ours"].wall
    print(f"  ours {1e3 * best['ours'].wall:.2f} ms, sums included; scikit-learn (lsqr) {theirs.wall:.2f} s")
    show("scikit-learn's time / ours", f"{ratio:.0f}x", ">= 1000x", ratio >= 1000)
    return agree("log loss", results["ours"][0], log_loss(codes, np.exp(scores)), 1e-8)


def grid(library, options):
    rows, columns, classes = max(int(5_000 * options.scale), 1_000), 50, 5
    values, codes = make_table(rows, columns, classes, "float64")
    print(f"\nRDA, 100 pairs of alpha and gamma by leave-one-out, {rows:,} x {columns}, {classes} classes")
    ours = Validator(library, "rda", values, codes, classes, options.threads)
    spent, result = timed(ours.tune_rda)
    one = Suffice(library, Case("qda", rows, columns, classes), values, codes, options.threads)
    fit = min(timed(one.fit)[0].wall for _ in range(5))
    one.close()
    name = f"seconds ({spent.wall / 100 / fit:.1f} fits of qda for each pair)"
    show(name, f"{spent.wall:.2f}", "<= 10", spent.wall <= 10)
    return bool(result[1] >= 100)


def command_line_fit(options):
    """How much longer fit takes because it measures its accuracy."""
    rows = max(int(1_000_000 * options.scale), 10_000)
    values, codes = make_table(rows, 50, 10, "float64")
    with tempfile.TemporaryDirectory() as folder:
        np.save(Path(folder) / "x.npy", values)
        np.save(Path(folder) / "y.npy", codes.astype(np.int64))
        times = {}
        for how in [[], ["--cv", "none"]] * options.repeats:
            command = [options.tool.resolve(), "fit", "x.npy", "--labels", "y.npy", "--model", "lda", "--quiet", *how]
            start = time.perf_counter()
            subprocess.run(command, cwd=folder, check=True)
            times[bool(how)] = min(times.get(bool(how), np.inf), time.perf_counter() - start)
    print(f"\nsuffice fit --model lda, {rows:,} x 50 .npy: {times[False]:.2f} s, without accuracy {times[True]:.2f} s")
    more = times[False] - times[True]
    show("seconds of leave-one-out on the reservoir", f"{more:.2f}", "< the fit", more < times[True])


def main():
    options = arguments(__doc__)
    library = load_library(options.library)
    lda = {solver: lambda solver=solver: LinearDiscriminantAnalysis(solver=solver) for solver in ["svd", "lsqr"]}
    with threadpoolctl.threadpool_limits(options.threads):
        describe(options.threads)
        right = [
            folds("lda", lda, 80, library, options),
            folds("gaussian-nb", {"": lambda: GaussianNB(var_smoothing=0)}, 60, library, options),
            leave_one_out(library, options),
            grid(library, options),
        ]
    command_line_fit(options)
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
