# Numbers beside categories: the mixed model against its blocks fitted apart.
"""One table of 20 numbers and 10 categories, read as lda and categorical-nb; fitted whole, and as two tables of one block
each, in turn. The sums and the log joints of the parts are compared with those of the whole in the run."""

import ctypes
import json
import sys

import numpy as np
from discrete import category_table
from harness import agree, arguments, describe, load_library, measure

SEED = 23
ROWS, NUMBERS, CATEGORIES, VALUES, CLASSES = 1_000_000, 20, 10, 10, 10
MOST = 1.3  # what the mixed fit may take, as a multiple of its blocks apart


def declare(library):
    """The entry points of mixed_shim.cpp."""
    text, pointer, size, boolean = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_bool
    signatures = {
        "mixed": (pointer, [pointer, size, pointer, size, size, size, pointer, size, ctypes.c_uint]),
        "free_mixed": (None, [pointer]),
        "mixed_error": (text, [pointer]),
        "mixed_fit": (boolean, [pointer]),
        "mixed_has_sums_of": (boolean, [pointer, size, pointer]),
        "mixed_log_joint": (boolean, [pointer, pointer]),
        "mixed_log_joint_of_numbers": (boolean, [pointer, pointer]),
        "mixed_log_prior": (boolean, [pointer, pointer]),
    }
    for name, (result, parameters) in signatures.items():
        function = getattr(library, f"suffice_bench_{name}")
        function.restype, function.argtypes = result, parameters
        setattr(library, name, function)


class Suffice:
    """A model of the table, or of its numbers or categories alone."""

    def __init__(self, library, numbers, cells, codes, threads):
        self.library, self.rows = library, len(codes)
        self.handle = library.mixed(
            numbers.ctypes.data, numbers.shape[1], cells.ctypes.data, cells.shape[1], VALUES, self.rows,
            codes.ctypes.data, CLASSES, threads
        )

    def checked(self, done):
        if not done:
            raise SystemExit(self.library.mixed_error(self.handle).decode())

    def fit(self):
        self.checked(self.library.mixed_fit(self.handle))

    def has_sums_of(self, block, part):
        return self.library.mixed_has_sums_of(self.handle, block, part.handle)

    def filled(self, call, *shape):
        out = np.empty(shape)
        self.checked(call(self.handle, out.ctypes.data))
        return out

    def log_joint(self):
        return self.filled(self.library.mixed_log_joint, self.rows, CLASSES)

    def log_joint_of_numbers(self):
        return self.filled(self.library.mixed_log_joint_of_numbers, self.rows, CLASSES)

    def log_prior(self):
        return self.filled(self.library.mixed_log_prior, CLASSES)

    def close(self):
        self.library.free_mixed(self.handle)


class NoLimits:
    """For `measure`: nothing here is compared with what the machine can do."""

    def measure(self):
        pass


def same(name, equal):
    print(f"  check {name:<24} to the bit: {'ok' if equal else 'MISMATCH'}")
    return bool(equal)


def check(mixed, numbers, categories):
    """Blocks are summed as if they were alone. Log joints add up but for the class prior, which is in both; a row whose
    categories are missing is one of numbers."""
    of_numbers = numbers.log_joint()
    right = [
        same("sums of numbers", mixed.has_sums_of(0, numbers)),
        same("sums of categories", mixed.has_sums_of(1, categories)),
        same("categories missing", np.array_equal(mixed.log_joint_of_numbers(), of_numbers)),
        agree("log joints", mixed.log_joint(), of_numbers + (categories.log_joint() - mixed.log_prior()), 1e-12),
    ]
    return all(right)


def main():
    options = arguments(__doc__)
    library = load_library(options.library)
    declare(library)
    setting = describe(options.threads) | {"scale": options.scale}
    rows = max(1000, int(ROWS * options.scale))
    cells, codes = category_table(rows, CATEGORIES, VALUES, CLASSES)
    random = np.random.default_rng(SEED)
    numbers = random.normal(size=(rows, NUMBERS)) + 0.3 * random.normal(size=(CLASSES, NUMBERS))[codes]
    print(f"\nmixed, {rows:,} x {NUMBERS} numbers and {CATEGORIES} categories of {VALUES} values, {CLASSES} classes")
    tables = {
        "lda + categorical-nb": (numbers, cells),
        "lda alone": (numbers, cells[:, :0]),
        "categorical-nb alone": (numbers[:, :0], cells),
    }
    sides = {name: Suffice(library, *table, codes, options.threads) for name, table in tables.items()}
    best, _ = measure({name: ours.fit for name, ours in sides.items()}, options.repeats, NoLimits())
    right = check(*sides.values())
    for ours in sides.values():
        ours.close()
    print(f"\n{'milliseconds':<40}{'wall':>9}{'CPU':>8}")
    for name, spent in best.items():
        print(f"{name + ', fit':<40}{1e3 * spent.wall:>9.1f}{1e3 * spent.cpu:>8.0f}")
    whole, *parts = (spent.wall for spent in best.values())
    ratio = whole / sum(parts)
    verdict = "met" if ratio <= MOST else "MISSED"
    print(f"\nbars\n{'mixed, fit':<40}{ratio:.2f} times its blocks apart, <={MOST:g} {verdict}")
    if options.json:
        times = {name: {"wall": spent.wall, "cpu": spent.cpu} for name, spent in best.items()}
        options.json.write_text(json.dumps({"setting": setting, "times": times, "ratio": ratio}, indent=2) + "\n")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
