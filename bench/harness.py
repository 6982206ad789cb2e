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


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--scale", type=float, default=1, help="share of the rows of every table (default 1)")
    parser.add_argument("--only", default="", help="only the tables with this in their name")
    parser.add_argument("--type", choices=["float64", "float32"], default="float64", help="of the numbers")
    parser.add_argument("--repeats", type=int, default=5, help="interleaved repeats, of which the fastest counts")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="threads for both sides (default: all)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to FILE as JSON")
    parser.add_argument("--library", type=Path, default=ROOT / "build/bench/libsuffice_bench.so")
    parser.add_argument("--tool", type=Path, default=ROOT / "build/bench/suffice")
    return parser.parse_args()


def load_library(path):
    """The entry points of suffice_bench.cpp and machine_limits.cpp."""
    library = ctypes.CDLL(str(path))
    text, pointer, size, boolean = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_bool
    threads = ctypes.c_uint
    signatures = {
        "error": (text, []),
        "summarise": (pointer, [text, pointer, boolean, size, size, pointer, size, threads]),
        "free_summary": (None, [pointer]),
        "size": (size, [pointer]),
        "estimate": (pointer, [pointer, text, threads]),
        "free_model": (None, [pointer]),
        "means": (None, [pointer, pointer]),
        "scatter": (None, [pointer, size, pointer]),
        "posterior": (boolean, [pointer, pointer, boolean, size, pointer, threads]),
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


def measure(calls, repeats, limits):
    """Runs every call in each repeat, in turn, so that a slow spell of the machine meets all of them; its limits are
    measured in each repeat too. A pause before each call lets the threads of numerical libraries fall asleep, which spin
    for a while after their last work. Waking from it costs a short call much: such a call runs three times in a row.
    Returns {name: Time of the fastest run} and {name: result of the last run}."""
    best, results = {}, {}
    for _ in range(repeats):
        limits.measure()
        for name, call in calls.items():
            time.sleep(0.1)
            spent, results[name] = timed(call)
            again = [timed(call)[0] for _ in range(2 if spent.wall < 0.2 else 0)]
            best[name] = min([best.get(name, spent), spent, *again], key=lambda t: t.wall)
    return best, results


def peak_memory(call):
    """Bytes by which the call raises the resident memory of this process at its highest."""

    def resident(field):
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))

    Path("/proc/self/clear_refs").write_text("5")  # the peak starts again from here
    before = resident("VmRSS")
    call()
    return max(0, resident("VmHWM") - before)


@dataclass
class Workload:
    """The least work any implementation does: bytes moved to and from memory once, floating-point operations; and the
    bars: how many times faster than scikit-learn, how many times slower than the floor."""

    name: str
    bytes: float
    flops: float
    least_ratio: float = None
    most_distance: float = None
    ours: Time = None
    theirs: Time = None
    extra_memory: float = None  # bytes beyond the sums while fitting
    input_bytes: float = None


def agree(name, ours, theirs, tolerance):
    """True when two arrays differ by at most `tolerance` times the largest number; prints what was compared."""
    difference = np.max(np.abs(ours - theirs)) / np.max(np.abs(theirs))
    verdict = "ok" if difference <= tolerance else "MISMATCH"
    print(f"  check {name:<24} largest difference {difference:.1e}, allowed {tolerance:.0e}: {verdict}")
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


class Limits:
    """Peak multiply-adds and read speed on this many threads, the best so far; the read loop reads the benchmark's own
    table."""

    def __init__(self, library, values, threads):
        self.library, self.values, self.threads = library, values, threads
        self.flops = self.bandwidth = 0

    def measure(self):
        time.sleep(0.1)  # as before each call
        self.flops = max(self.flops, self.library.peak_flops(self.threads, 1))
        read = self.library.read_bandwidth(self.values.ctypes.data, self.values.nbytes // 8, self.threads, 1)
        self.bandwidth = max(self.bandwidth, read)

    def show(self):
        print(f"  machine limits on {self.threads} threads: {self.flops / 1e9:.1f} GFLOP/s, ", end="")
        print(f"{self.bandwidth / 1e9:.1f} GB/s read")


def bar_text(work, row):
    """Each bar with its verdict."""
    texts = []
    if work.least_ratio:
        texts.append(f">={work.least_ratio:g}x " + ("met" if row["ratio"] >= work.least_ratio else "MISSED"))
    if work.most_distance:
        met = row["distance"] <= work.most_distance
        texts.append(f"<={work.most_distance:.2f} floors " + ("met" if met else "MISSED"))
    if work.extra_memory is not None:
        allowed = 0.05 * work.input_bytes + 16 * 2**20
        met = "met" if work.extra_memory <= allowed else "MISSED"
        texts.append(f"memory {work.extra_memory / 2**20:.0f} of {allowed / 2**20:.0f} MiB {met}")
    return ", ".join(texts)


def row_of(work, limits):
    """A workload with what follows from its times and the machine's limits."""
    reading, computing = work.bytes / limits.bandwidth, work.flops / limits.flops
    floor = max(reading, computing)
    row = asdict(work) | {
        "ratio": work.theirs.wall / work.ours.wall if work.theirs else None,
        "floor": floor,
        "distance": work.ours.wall / floor,
        "bound": "memory" if reading > computing else "arithmetic",
        "limits": {"flops": limits.flops, "bandwidth": limits.bandwidth},
    }
    return row | {"bars": bar_text(work, row)}


def report(setting, results, path):
    """results: [(Workload, Limits)]. Prints the table; writes everything to `path` when one is given."""
    print(f"\n{'':<40}{'ours':>17}{'scikit-learn':>19}{'':>9}{'':>10}{'ours /':>8}")
    print(f"{'milliseconds':<40}{'wall':>9}{'CPU':>8}{'wall':>11}{'CPU':>8}{'ratio':>9}{'floor':>10}{'floor':>8}  bound")
    rows = [row_of(work, limits) for work, limits in results]
    for (work, _), row in zip(results, rows):
        theirs = f"{1e3 * work.theirs.wall:>11.1f}{1e3 * work.theirs.cpu:>8.0f}" if work.theirs else f"{'':>19}"
        ratio = f"{row['ratio']:>8.1f}x" if work.theirs else f"{'':>9}"
        print(
            f"{work.name:<40}{1e3 * work.ours.wall:>9.1f}{1e3 * work.ours.cpu:>8.0f}{theirs}{ratio}"
            f"{1e3 * row['floor']:>10.1f}{row['distance']:>7.2f}x  {row['bound']}"
        )
    print("\nbars")
    for row in rows:
        print(f"{row['name']:<40}{row['bars']}")
    for work, _ in results:
        for side, spent in {"ours": work.ours, "scikit-learn": work.theirs}.items():
            if spent and spent.cpu < 0.95 * spent.wall:
                print(f"caveat: {work.name}, {side}: CPU time < wall time: other work had the machine; run it again")
        if setting["threads"] > 1 and work.ours.cpu < 1.1 * work.ours.wall:
            print(f"caveat: {work.name}: CPU time <= wall time: the {setting['threads']} threads shared one CPU")
    if path:
        path.write_text(json.dumps({"setting": setting, "workloads": rows}, indent=2) + "\n")
