"""Frames of columns of several types: pandas, polars, pyarrow and whatever else has an Arrow stream."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from suffice import _suffice
from suffice._data import check_encodable, label_names, plain_array, seconds_of

_CATEGORIES = ("categorical", "flag", "bernoulli")
_OF_OBJECTS = {"integer": "Int64", "floating": "Float64", "mixed-integer-float": "Float64", "decimal": "float64",
               "date": "datetime64[us]"}


def is_pandas(X: Any) -> bool:
    """Whether X is a frame of pandas; pandas is not imported to find out."""
    modules = {base.__module__.partition(".")[0] for base in type(X).__mro__}
    return "pandas" in modules and hasattr(X, "dtypes") and hasattr(X, "columns")


def is_frame(X: Any) -> bool:
    """Whether X has named columns that can differ in type; a single column of polars or pyarrow has none."""
    arrow = hasattr(X, "__arrow_c_stream__") or hasattr(X, "__arrow_c_array__")
    return is_pandas(X) or (arrow and not hasattr(X, "dtype") and not hasattr(X, "type"))


def library_of(X: Any) -> str | None:
    """The library of a frame, None of what is no frame."""
    if is_pandas(X):
        return "pandas"
    return type(X).__module__.partition(".")[0] if is_frame(X) else None


def frame_of(columns: dict[str, Any], library: str | None) -> Any:
    """Columns as a frame of this library, or of one that is installed; where there is none, as they are."""
    makers = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}
    for name in sorted(makers, key=lambda maker: maker != library):
        try:
            return getattr(import_module(name), makers[name])(columns)
        except ImportError:
            continue
    return columns


def all_numbers(X: Any) -> bool:
    """Whether every column of a frame of pandas is one of numbers or times; of other frames their rows say it."""
    return not is_pandas(X) or all(getattr(kind, "kind", "O") in "iufmM" for kind in X.dtypes)


def rows_of_frame(X: Any, roles: dict[str, str] | None = None) -> _suffice.Rows:
    """Rows of a frame, by column: views of numbers, codes and texts as the frame holds them, where it can."""
    roles = roles or {}
    rows = _rows_of_pandas(X, roles) if is_pandas(X) else _rows_of_arrow(X, roles)
    if len(set(rows.names)) < len(rows.names):
        twice = next(name for k, name in enumerate(rows.names) if name in rows.names[:k])
        raise ValueError(f"two columns have the same name, '{twice}'")
    return rows


def _rows_of_pandas(frame: Any, roles: dict[str, str]) -> _suffice.Rows:
    rows = _suffice.Rows()
    for place, label in enumerate(frame.columns):
        name, column = str(label), _typed(frame.iloc[:, place])
        role, kind = roles.get(name), getattr(column.dtype, "kind", "O")
        if hasattr(column, "cat"):
            codes = column.cat.codes.to_numpy()
            rows.add_categories(codes if codes.dtype.itemsize <= 4 else codes.astype(np.int32),
                                label_names(column.cat.categories), name)
        elif kind == "b" or role in _CATEGORIES or kind not in "iufmM":
            _add_values(rows, column, name, role)
        else:
            rows.add_numbers(_numbers(column), name)
    return rows


def _numbers(column: Any) -> Any:
    """A column of pandas that is one of numbers or times, as an array."""
    kind = column.dtype.kind
    if kind in "mM":
        return seconds_of(column.to_numpy(dtype=f"{kind}8[us]"))
    if isinstance(column.dtype, np.dtype):
        return plain_array(column.to_numpy())
    return column.to_numpy(dtype=np.float64, na_value=np.nan)  # a type of pandas that can lack values


def numbers_of(X: Any, name: str) -> Any:
    """The numbers of one column of a frame, NaN where there is none."""
    return _numbers(_typed(X[name])) if is_pandas(X) else plain_array(np.asarray(X[name]))


def _typed(column: Any) -> Any:
    """A column of Python's objects by what they all are: numbers, decimals and times; else as it is."""
    if column.dtype != object:
        return column
    from pandas.api.types import infer_dtype

    kind = infer_dtype(column, skipna=True)
    if kind in ("datetime", "timedelta"):
        return column.infer_objects()
    return column.astype(_OF_OBJECTS[kind]) if kind in _OF_OBJECTS else column


def _add_values(rows: _suffice.Rows, column: Any, name: str, role: str | None) -> None:
    """Texts, truths, or numbers that are categories."""
    if role == "text":
        rows.add_texts([None if missing else str(text) for text, missing in
                        zip(column.tolist(), column.isna().tolist(), strict=True)], name)
        return
    try:
        codes, values = column.factorize()
    except TypeError as error:  # lists and dictionaries
        raise TypeError(f"column '{name}' holds no numbers, text, times or categories: {error}") from None
    values = values.tolist()
    for value in values:
        if not isinstance(value, str | bool | int | float):
            raise TypeError(f"column '{name}' holds values of type {type(value).__name__}, which are neither numbers, "
                            "text, times nor categories: convert or drop it")
    names = [str(int(value)) if isinstance(value, float) and value.is_integer() else str(value) for value in values]
    check_encodable(names)
    rows.add_categories(codes.astype(np.int32), names, name, all(isinstance(value, str) for value in values))


def _rows_of_arrow(frame: Any, roles: dict[str, str]) -> _suffice.Rows:
    whole = _in_one_piece(frame)
    batches = list(_suffice.ArrowBatches(_numbers_as_categories(whole, roles).__arrow_c_stream__()))
    if len(batches) != 1:
        raise ValueError("Found array with 0 sample(s): the frame has no rows")
    return batches[0]


def _numbers_as_categories(frame: Any, roles: dict[str, str]) -> Any:
    """The same columns, those of whole numbers that are said to be categories as texts."""
    said = [name for name, role in roles.items() if role in _CATEGORIES]
    if not said:
        return frame
    if hasattr(frame, "with_columns"):  # polars, which does without pyarrow
        there = [frame[name] for name in said if name in frame.columns]
        return frame.with_columns(*(column.cast(str) for column in there if column.dtype.is_integer()))
    import pyarrow
    from pyarrow import types

    table = frame if isinstance(frame, pyarrow.Table) else pyarrow.table(frame)
    for place, field in enumerate(table.schema):
        if field.name in said and types.is_integer(field.type):
            table = table.set_column(place, field.name, table.column(place).cast(pyarrow.string()))
    return table


def _in_one_piece(frame: Any) -> Any:
    """The same columns in one batch; those of several are copied together."""
    if hasattr(frame, "rechunk"):  # polars
        return frame.rechunk()
    import pyarrow

    if not isinstance(frame, pyarrow.Table):
        frame = pyarrow.table(frame)
    if all(column.num_chunks <= 1 for column in frame.columns):
        return frame
    return frame.unify_dictionaries().combine_chunks()
