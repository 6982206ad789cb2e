# Two builds of the library side by side: is a row of the benchmarks slower than it was?
"""Loads the benchmark library of two builds into one process and times both on the same arrays, in turn, so that a slow
spell of the machine meets both. Prints the fastest run of each and their ratio; fails where the second build is slower
by more than `--most` (5 %)."""

import argparse
import os
import sys
import time
from pathlib import Path

import discrete
import gaussian
import numpy as np
from harness import load_library


def interleaved(calls, repeats):
    """The fastest wall time of each call, all of them called in turn, the first one alternating."""
    best = dict.fromkeys(calls, float("inf"))
    order = list(calls)
    for _ in range(repeats):
        for name in order:
            time.sleep(0.05)
            start = time.perf_counter()
            calls[name]()
            best[name] = min(best[name], time.perf_counter() - start)
        order.reverse()
    return best


def gaussian_workloads(libraries, threads, scale):
    for case in gaussian.CASES:
        case.rows = gaussian.scaled_rows(case, scale)
        values, codes = gaussian.make_table(case.rows, case.columns, case.classes, "float64")
        sides = {side: gaussian.Suffice(library, case, values, codes, threads) for side, library in libraries.items()}
        if not case.peer:
            yield f"{case.name}, sums alone", {side: ours.summarise for side, ours in sides.items()}
        else:
            yield f"{case.name}, fit", {side: ours.fit for side, ours in sides.items()}
            yield f"{case.name}, predict_proba", {side: ours.predict_proba for side, ours in sides.items()}
            old, new = (ours.posterior for ours in sides.values())
            if not np.array_equal(old, new):
                print(f"  {case.name}: posteriors differ by up to {np.max(np.abs(old - new)):.1e}")
        for ours in sides.values():
            ours.close()


def discrete_workloads(libraries, threads, scale):
    for library in libraries.values():
        discrete.declare(library)
    table, codes = discrete.sparse_counts(int(200_000 * scale), 100_000, 20)
    indices, offsets = table.indices.astype(np.uint32), table.indptr.astype(np.int32)
    cells, cell_codes = discrete.category_table(int(1_000_000 * scale), 20, 10, 10)

    def sparse(model):
        return lambda library: discrete.Suffice(
            library, library.sparse(model, table.data.ctypes.data, offsets.ctypes.data, indices.ctypes.data, *table.shape,
                                    codes.ctypes.data, 20, threads), table.shape[0], 20)

    def categories(library):
        handle = library.categories(b"categorical-nb", cells.ctypes.data, *cells.shape, 10, cell_codes.ctypes.data, 10,
                                    threads)
        return discrete.Suffice(library, handle, len(cells), 10)

    for name, make in {"multinomial-nb sparse": sparse(b"multinomial-nb"), "bernoulli-nb sparse": sparse(b"bernoulli-nb"),
                       "categorical-nb": categories}.items():
        sides = {side: make(library) for side, library in libraries.items()}
        yield f"{name}, fit", {side: ours.fit for side, ours in sides.items()}
        yield f"{name}, predict", {side: ours.predict for side, ours in sides.items()}
        for ours in sides.values():
            ours.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path, help="libsuffice_bench.so of the build to compare with")
    parser.add_argument("new", type=Path)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--scale", type=float, default=1, help="share of the rows of every table (default 1)")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="only the rows with this in their name")
    parser.add_argument("--most", type=float, default=0.05, help="by how much the second may be slower (default 0.05)")
    options = parser.parse_args()
    libraries = {"old": load_library(options.old.resolve()), "new": load_library(options.new.resolve())}
    slower = []
    print(f"{'milliseconds, fastest of ' + str(options.repeats):<44}{'old':>9}{'new':>9}{'new/old':>9}")
    for workloads in (gaussian_workloads, discrete_workloads):
        for name, calls in workloads(libraries, options.threads, options.scale):
            wanted = options.only in name
            best = interleaved(calls, options.repeats if wanted else 1)
            if wanted:
                ratio = best["new"] / best["old"]
                print(f"{name:<44}{1e3 * best['old']:>9.1f}{1e3 * best['new']:>9.1f}{ratio:>9.3f}", flush=True)
                slower += [name] if ratio > 1 + options.most else []
    print(f"slower by more than {options.most:.0%}: {', '.join(slower) or 'none'}")
    return 1 if slower else 0


if __name__ == "__main__":
    sys.exit(main())
