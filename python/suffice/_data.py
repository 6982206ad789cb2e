"""Arrays, frames and labels of the caller as rows and codes of the engine, without a copy where the layout allows."""

from __future__ import annotations

import os
from numbers import Integral
from typing import Any

import numpy as np

from suffice import _suffice


def threads_of(n_jobs: int | None) -> int:
    """None is one thread, -1 all of them, -2 all but one."""
    if n_jobs is None:
        return 1
    if n_jobs == 0:
        raise ValueError("n_jobs == 0 has no meaning")
    return n_jobs if n_jobs > 0 else max(1, len(os.sched_getaffinity(0)) + 1 + n_jobs)


def seconds_of(times: Any) -> Any:
    """Dates, times and durations as seconds, those of a calendar since 1970 in UTC; NaN where there is none."""
    micro = times.astype(f"{times.dtype.kind}8[us]")
    return np.where(np.isnat(micro), np.nan, micro.astype(np.int64) / 1e6)


def plain_array(array: Any) -> Any:
    """The same numbers in a type that the engine reads: real, of at most 64 bits, in the machine's byte order."""
    array = np.asarray(array)
    if array.dtype.kind in "mM":
        return seconds_of(array)
    if array.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    if array.dtype == np.float16:
        return array.astype(np.float32)
    if array.dtype.kind == "f" and array.dtype.itemsize > 8:
        return array.astype(np.float64)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.dtype.kind not in "fiub":
        array = array.astype(np.float64)
    if array.size and any(stride % array.dtype.itemsize for stride in array.strides):
        array = np.ascontiguousarray(array)
    return array


def sparse_parts(matrix: Any) -> tuple[Any, Any, Any, int]:
    """Data, column indices and row offsets of a sparse matrix, by row, columns ascending, without duplicates."""
    matrix = matrix.tocsr()
    if not matrix.has_canonical_format:
        matrix = matrix.copy()
        matrix.sum_duplicates()
    data = matrix.data
    if data.dtype not in (np.float64, np.float32):
        data = data.astype(np.float64)
    columns = int(matrix.shape[1])
    if columns > np.iinfo(np.int32).max:
        raise ValueError(f"a sparse matrix has at most {np.iinfo(np.int32).max} columns here, and X has {columns}")
    indices = np.ascontiguousarray(matrix.indices, dtype=np.int32)
    # Rows whose offsets have 64 bits are read in place, and are summed while they are checked.
    return np.ascontiguousarray(data), indices, np.ascontiguousarray(matrix.indptr, dtype=np.int64), columns


def rows_of(X: Any) -> _suffice.Rows:
    """Rows of a matrix of numbers, dense or sparse."""
    rows = _suffice.Rows()
    if hasattr(X, "tocsr"):
        rows.add_sparse(*sparse_parts(X))
    else:
        rows.add_matrix(plain_array(X))
    return rows


def numbered(count: int) -> list[str]:
    """The names of columns that have none: 1, 2, …, as in files without a header."""
    return [str(j + 1) for j in range(count)]


def labels_of(y: Any) -> Any:
    """Labels as they are; whole numbers and truths of a type that can lack some as those of numpy. None may lack."""
    if hasattr(y, "isna"):
        missing = int(np.sum(np.asarray(y.isna())))
    elif hasattr(y, "null_count"):
        missing = y.null_count() if callable(y.null_count) else y.null_count
    else:
        listed = isinstance(y, list | tuple) or (isinstance(y, np.ndarray) and y.dtype == object)
        missing = sum(label is None for label in y) if listed else 0
    if missing:
        raise ValueError(f"Input y contains NaN: {missing} of the rows have no label; drop them")
    if not hasattr(y, "isna") or y.ndim != 1:
        return y
    nullable = hasattr(y.dtype, "numpy_dtype") and y.dtype.kind in "iub"
    return y.to_numpy(dtype=y.dtype.numpy_dtype) if nullable else np.asarray(y)


def need_no_look(y: Any) -> bool:
    """Whether these are labels by their type alone: whole numbers, truths, strings."""
    return y.dtype.kind in "iubU" or only_strings(y)


def factorised(y: Any) -> tuple[Any, Any]:
    """The distinct labels in order, and for each row the place of its label."""
    y = np.asarray(y)
    if y.dtype.kind in "iub" and y.dtype.isnative:
        found: Any = _suffice.factorised(y.view(np.uint8) if y.dtype.kind == "b" else y)
        if found is not None:
            return found[0].astype(y.dtype), y if found[1] is None else found[1]
    if y.dtype.kind in "US" or only_strings(y):  # a sort of all rows would take longer than their sums
        labels = y.tolist()
        classes = np.array(sorted(set(labels)), dtype=y.dtype)
        return classes, _looked_up(labels, classes)
    classes, codes = np.unique(y, return_inverse=True)
    return classes, codes.astype(np.uint32)


def only_strings(y: Any) -> bool:
    """Whether these are objects, all of them strings."""
    return bool(y.dtype == object and set(map(type, y.ravel().tolist())) == {str})


def _looked_up(labels: list[Any], classes: Any) -> Any:
    """For each label its place among the classes; KeyError where it has none."""
    places = {label: k for k, label in enumerate(classes.tolist())}
    return np.fromiter(map(places.__getitem__, labels), dtype=np.uint32, count=len(labels))


def coded(y: Any, classes: Any) -> Any:
    """For each row the place of its label among known classes, which are in order."""
    y = np.asarray(y)
    if y.dtype.kind in "iu" and classes.dtype.kind in "iu" and y.dtype.isnative and int(classes[-1]) < 2**63:
        codes = _suffice.coded(y, classes.tolist())
        if codes is not None:
            return codes
    if y.dtype.kind in "US" or only_strings(y):
        try:
            return _looked_up(y.tolist(), classes)
        except KeyError:
            pass  # said below
    places = np.searchsorted(classes, y)
    places[places == len(classes)] = 0
    wrong = classes[places] != y
    if np.any(wrong):
        unknown = np.unique(y[wrong])
        raise ValueError(
            f"The target label(s) {unknown} in y do not exist in the initial classes {classes}"
        )
    return places.astype(np.uint32)


def joined_labels(first: Any, second: Any) -> Any:
    """The labels of two estimators in order. ValueError where types, and so the names in the sums, differ."""
    try:
        labels = np.unique(np.concatenate([first, second]))
        same = set(label_names(labels)) == {*label_names(first), *label_names(second)}
    except TypeError:  # numbers and strings have no order
        same = False
    if not same:
        raise ValueError(f"labels of two types, {first[:1].tolist()[0]!r} and {second[:1].tolist()[0]!r}, cannot be "
                         "merged: fit both to labels of one type")
    return labels


def seed_of(random_state: Any) -> int:
    """A whole number as it is; of None and of a generator the next that it draws."""
    if isinstance(random_state, Integral):
        return int(random_state)
    from sklearn.utils import check_random_state

    return int(check_random_state(random_state).randint(0, 2**31 - 1))


def check_encodable(names: list[str]) -> None:
    """UnicodeEncodeError, which is a ValueError, where one has a lone surrogate."""
    for name in names:
        name.encode()


def label_names(classes: Any) -> list[str]:
    """What the sums and the model file call these labels."""
    if classes.dtype.kind in "iu":
        return list(map(str, classes.tolist()))
    names = [label.decode("utf-8", "backslashreplace") if isinstance(label, bytes) else str(label)
             for label in np.asarray(classes).tolist()]
    check_encodable(names)
    if len(set(names)) < len(names):
        raise ValueError("two labels have the same text; labels of one type are needed")
    return names


def typed_labels(names: list[str]) -> Any:
    """The labels of a model file: whole numbers, numbers or truths where all of them are, else text."""
    for kind in (np.int64, np.float64):
        try:
            typed = np.array([kind(name) for name in names])
        except ValueError:
            continue
        if [str(label) for label in typed.tolist()] == names:
            return typed
    truths = {"False": False, "True": True}
    if set(names) <= set(truths):
        return np.array([truths[name] for name in names])
    return np.array(names, dtype=str)
