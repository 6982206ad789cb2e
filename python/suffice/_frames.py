"""Frames of columns of several types: pandas, polars, pyarrow and whatever else has an Arrow stream."""

from __future__ import annotations

from typing import Any

import numpy as np

from suffice import _suffice
from suffice._data import label_names, plain_array

_CATEGORIES = ("categorical", "flag", "bernoulli")


def is_pandas(X: Any) -> bool:
    """Whether X is a frame of pandas; pandas is not imported to find out."""
    return hasattr(X, "dtypes") and any(base.__module__.partition(".")[0] == "pandas" for base in type(X).__mro__)


def is_frame(X: Any) -> bool:
    """Whether X has named columns that can differ in type."""
    return is_pandas(X) or hasattr(X, "__arrow_c_stream__") or hasattr(X, "__arrow_c_array__")


def all_numbers(X: Any) -> bool:
    """Whether every column of a frame of pandas is one of plain numbers; of other frames their rows say it."""
    return not is_pandas(X) or all(isinstance(kind, np.dtype) and kind.kind in "iuf" for kind in X.dtypes)


def rows_of_frame(X: Any, roles: dict[str, str] | None = None) -> _suffice.Rows:
    """Rows of a frame, by column: views of numbers, codes and texts as the frame holds them, where it can."""
    roles = roles or {}
    rows = _rows_of_pandas(X, roles) if is_pandas(X) else _rows_of_arrow(X, roles)
    if len(set(rows.names)) < len(rows.names):
        raise ValueError("two columns have the same name")
    return rows


def _rows_of_pandas(frame: Any, roles: dict[str, str]) -> _suffice.Rows:
    rows = _suffice.Rows()
    for place, label in enumerate(frame.columns):
        name, column = str(label), frame.iloc[:, place]
        role, kind = roles.get(name), getattr(column.dtype, "kind", "O")
        if hasattr(column, "cat"):
            codes = column.cat.codes.to_numpy()
            rows.add_categories(codes if codes.dtype.itemsize <= 4 else codes.astype(np.int32),
                                label_names(column.cat.categories), name)
        elif kind == "b" or role in _CATEGORIES or kind not in "iufM":
            _add_values(rows, column, name, role)
        elif kind == "M":
            rows.add_numbers(_seconds(column), name)
        elif isinstance(column.dtype, np.dtype):
            rows.add_numbers(plain_array(column.to_numpy()), name)
        else:  # a type of pandas that can lack values
            rows.add_numbers(column.to_numpy(dtype=np.float64, na_value=np.nan), name)
    return rows


def _seconds(column: Any) -> Any:
    seconds = column.to_numpy().astype("datetime64[ns]")
    return np.where(np.isnat(seconds), np.nan, seconds.astype(np.int64) / 1e9)


def _add_values(rows: _suffice.Rows, column: Any, name: str, role: str | None) -> None:
    """Texts, truths, or numbers that are categories."""
    if role == "text":
        rows.add_texts([None if missing else str(text) for text, missing in
                        zip(column.tolist(), column.isna().tolist(), strict=True)], name)
        return
    codes, values = column.factorize()
    values = values.tolist()
    for value in values:
        if not isinstance(value, str | bool | int | float):
            raise TypeError(f"column '{name}' holds values of type {type(value).__name__}, which are neither numbers, "
                            "text nor categories")
    names = [str(int(value)) if isinstance(value, float) and value.is_integer() else str(value) for value in values]
    rows.add_categories(codes.astype(np.int32), names, name)


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
