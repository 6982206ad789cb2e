# What all benchmarks share: the library, the machine's limits, interleaved timing, and the table of results.
"""A benchmark names its workloads, times them with `measure`, checks their results and hands both to `report`."""

import argparse
import ctypes
import json
import os
import platform
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import sklearn
import threadpoolctl

ROOT = Path(__file__).parent.parent


def arguments(description, rows):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rows", type=int, default=rows, help=f"rows of the table (default {rows:,})")
    parser.add_argument("--repeats", type=int, default=5, help="interleaved repeats, of which the fastest counts")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="threads for both sides (default: all)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to FILE as JSON")
    parser.add_argument("--library", type=Path, default=ROOT / "build/bench/libsuffice_bench.so")
    return parser.parse_args()


def load_library(path):
    """The entry points of suffice_bench.cpp and machine_limits.cpp."""
    library = ctypes.CDLL(str(path))
    pointer, size, threads = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint
    signatures = {
        "error": (ctypes.c_char_p, []),
        "summarise": (pointer, [pointer, size, size, pointer, size, threads]),
        "free_summary": (None, [pointer]),
        "estimate": (pointer, [pointer]),
        "free_model": (None, [pointer]),
        "means": (None, [pointer, pointer]),
        "linear_form": (None, [pointer, pointer, pointer]),
        "posterior": (ctypes.c_bool, [pointer, pointer, size, pointer, ctypes.c_bool, threads]),
        "peak_flops": (ctypes.c_double, [threads, ctypes.c_uint]),
        "read_bandwidth": (ctypes.c_double, [pointer, size, threads, ctypes.c_uint]),
    }
    for name, (result, parameters) in signatures.items():
        function = getattr(library, f"suffice_bench_{name}")
        function.restype, function.argtypes = result, parameters
        setattr(library, name, function)
    return library


@dataclass
class Time:
    """Seconds on the clock and seconds of processor time over all threads, of the fastest repeat."""

    wall: float
    cpu: float


def timed(call):
    wall, cpu = time.perf_counter(), time.process_time()
    result = call()
    return Time(time.perf_counter() - wall, time.process_time() - cpu), result


def measure(calls, repeats):
    """Runs every call once per repeat, in turn, so that a slow spell of the machine meets all of them.
    Returns {name: Time of the fastest run} and {name: result of the last run}."""
    best, results = {}, {}
    for _ in range(repeats):
        for name, call in calls.items():
            spent, results[name] = timed(call)
            best[name] = min(best.get(name, spent), spent, key=lambda t: t.wall)
    return best, results


@dataclass
class Workload:
    """The least work any implementation does: bytes moved to and from memory once, floating-point operations."""

    name: str
    bytes: float
    flops: float
    ours: Time = None
    theirs: Time = None


def agree(name, ours, theirs, tolerance):
    """True when two arrays differ by at most `tolerance` times the largest number; prints what was compared."""
    difference = np.max(np.abs(ours - theirs)) / np.max(np.abs(theirs))
    verdict = "ok" if difference <= tolerance else "MISMATCH"
    print(f"check  {name:<14} largest difference {difference:.1e}, allowed {tolerance:.0e}: {verdict}")
    return bool(difference <= tolerance)


def describe(threads):
    """What was measured against what: versions, numerical libraries and their threads."""
    pools = {f"{pool['internal_api']} {pool['version']}": pool for pool in threadpoolctl.threadpool_info()}
    setting = {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "scikit-learn": sklearn.__version__,
        "numpy": np.__version__,
        "threads": threads,
        "libraries": {
            name: {"threads": pool["num_threads"], "kernel": pool.get("architecture", "")}
            for name, pool in sorted(pools.items())
        },
    }
    print(f"scikit-learn {sklearn.__version__}, numpy {np.__version__}, Python {platform.python_version()}")
    for name, pool in setting["libraries"].items():
        print(f"  {name} {pool['kernel']} on {pool['threads']} threads")
    return setting


def limits(library, values, threads):
    """Peak multiply-adds and read speed on this many threads, now; the read loop reads the benchmark's own table."""
    measured = {
        "flops": library.peak_flops(threads, 5),
        "bandwidth": library.read_bandwidth(values.ctypes.data, values.size, threads, 5),
    }
    print(f"machine limits on {threads} threads: {measured['flops'] / 1e9:.1f} GFLOP/s, ", end="")
    print(f"{measured['bandwidth'] / 1e9:.1f} GB/s read")
    return measured


def report(setting, measured, workloads, path):
    """Prints the table; writes everything to `path` when one is given."""
    print(f"\n{'':<16}{'ours':>17}{'scikit-learn':>19}{'':>9}{'':>12}{'ours /':>9}")
    print(f"{'seconds':<16}{'wall':>9}{'CPU':>8}{'wall':>11}{'CPU':>8}{'ratio':>9}{'floor':>12}{'floor':>9}  bound")
    rows = []
    for work in workloads:
        reading, computing = work.bytes / measured["bandwidth"], work.flops / measured["flops"]
        floor = max(reading, computing)
        row = asdict(work) | {
            "ratio": work.theirs.wall / work.ours.wall,
            "floor": floor,
            "distance": work.ours.wall / floor,
            "bound": "memory" if reading > computing else "arithmetic",
        }
        rows.append(row)
        print(
            f"{work.name:<16}{work.ours.wall:>9.4f}{work.ours.cpu:>8.3f}{work.theirs.wall:>11.4f}"
            f"{work.theirs.cpu:>8.3f}{row['ratio']:>8.1f}x{floor:>12.4f}{row['distance']:>8.1f}x  {row['bound']}"
        )
    for work in workloads:
        for side, spent in {"ours": work.ours, "scikit-learn": work.theirs}.items():
            if spent.cpu < 0.95 * spent.wall:
                print(f"caveat: {work.name}, {side}: CPU time < wall time: other work had the machine; run it again")
        if setting["threads"] > 1 and work.ours.cpu < 1.1 * work.ours.wall:
            print(f"caveat: {work.name}: CPU time <= wall time: the {setting['threads']} threads shared one CPU")
    if path:
        path.write_text(json.dumps({"setting": setting, "limits": measured, "workloads": rows}, indent=2) + "\n")
