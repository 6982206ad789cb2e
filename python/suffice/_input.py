"""Rows of the caller, checked as scikit-learn checks them: what every estimator takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import (
    _check_feature_names,
    _check_sample_weight,
    assert_all_finite,
    column_or_1d,
    validate_data,
)

from suffice import _suffice
from suffice._data import labels_of, need_no_look, numbered, plain_array, rows_of
from suffice._frames import all_numbers, is_frame, is_pandas, rows_of_frame

NO_LABELS: Any = object()  # where rows come alone


@contextmanager
def unchanged_on_failure(estimator: Any) -> Iterator[None]:
    """An estimator whose call fails, or is interrupted, is as it was."""
    before = dict(estimator.__dict__)
    try:
        yield
    except BaseException:
        estimator.__dict__.clear()
        estimator.__dict__.update(before)
        raise


@contextmanager
def _words_are_named(estimator: Any, X: Any) -> Iterator[None]:
    """What scikit-learn cannot convert to numbers is told by column, with the estimator that takes it."""
    try:
        yield
    except (TypeError, ValueError) as error:
        if is_frame(X) and ("convert" in str(error) or "cast" in str(error)):
            kinds = zip(X.columns, X.dtypes, strict=True) if is_pandas(X) else ()
            others = [str(name) for name, kind in kinds if getattr(kind, "kind", "O") not in "iufbmM"]
            unlike = f", unlike {', '.join(others)}" if others else ""
            error.args = (f"{error}. {type(estimator).__name__} takes columns of numbers{unlike}: encode what is none, "
                          "or use GenerativeClassifier, which takes it as it is",)
        raise


class RowsBase(ClassifierMixin, BaseEstimator):
    """A classifier of rows: arrays, sparse matrices and frames of numbers."""

    _takes_sparse: ClassVar[bool] = False
    _takes_missing: ClassVar[bool] = False
    _least_rows: ClassVar[int] = 1
    _takes_frames: ClassVar[bool] = True  # whether columns are read where they lie
    n_features_in_: int

    def _rows(self, X: Any) -> _suffice.Rows:
        return X if isinstance(X, _suffice.Rows) else rows_of(X)

    def _unchecked(self) -> bool:
        """Whether the engine takes rows as they come: values may be missing, or were looked at before."""
        return self._takes_missing

    def _feature_names(self) -> list[str]:
        names = getattr(self, "feature_names_in_", None)
        return numbered(self.n_features_in_) if names is None else [str(name) for name in names]

    def _validated(self, X: Any, y: Any = NO_LABELS, *, reset: bool) -> Any:
        """X as an array or a CSR matrix, and y as a column; the engine looks for what is not finite."""
        if y is not NO_LABELS:
            y = labels_of(y)
        if self._is_plain(X, y, reset):
            return X if y is NO_LABELS else (X, y)
        if isinstance(X, Iterator) and not is_frame(X):
            raise TypeError(f"X is an iterator, which {type(self).__name__} does not take here: give all rows, or one "
                            "batch after the other")
        if type(X).__name__ == "LazyFrame":
            raise TypeError("X is a LazyFrame, which has no rows yet: collect() it")
        if self._takes_frames and is_frame(X) and (rows := self._frame_rows(X)) is not None:
            return self._validated_frame(X, rows, y, reset)
        said = {"accept_sparse": "csr" if self._takes_sparse else False, "ensure_all_finite": False, "reset": reset}
        with _words_are_named(self, X):
            if y is NO_LABELS:
                checked = validate_data(self, X, **said)
            else:
                least = self._least_rows if reset else 1
                checked, y = validate_data(self, X, y, ensure_min_samples=least, **said)
            if is_frame(X) and isinstance(checked, np.ndarray):  # scikit-learn leaves some as objects
                checked = plain_array(checked)
        if y is NO_LABELS:
            return checked
        check_classification_targets(y)
        return checked, y

    def _is_plain(self, X: Any, y: Any, reset: bool) -> bool:
        """Whether X and y are arrays that need no look: scikit-learn's takes longer than the sums of a small batch."""
        if type(X) is not np.ndarray and not (self._takes_sparse and issparse(X) and X.format == "csr"):
            return False
        if X.dtype.kind not in "fiub" or X.ndim != 2 or X.shape[1] == 0:
            return False
        if y is not NO_LABELS and not (
                type(y) is np.ndarray and y.ndim == 1 and len(y) == X.shape[0] and need_no_look(y)):
            return False
        if X.shape[0] < (self._least_rows if reset else 1):
            return False
        if not reset:
            return X.shape[1] == self.n_features_in_ and not hasattr(self, "feature_names_in_")
        if hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self.n_features_in_ = X.shape[1]
        return True

    def _frame_rows(self, X: Any) -> _suffice.Rows | None:
        """Views of the columns of a frame; nothing where they are not all numbers, which scikit-learn then converts."""
        rows = rows_of_frame(X) if all_numbers(X) else None
        return rows if rows and all(kind == _suffice.ColumnType.number for kind in rows.types) else None

    def _validated_frame(self, X: Any, rows: _suffice.Rows, y: Any, reset: bool) -> Any:
        self._check_columns(X, rows, reset)
        least = self._least_rows if reset else 1
        if rows.rows < least or rows.width == 0:
            raise ValueError(f"Found array with {rows.rows} sample(s) and {rows.width} feature(s) while a minimum of "
                             f"{least} sample(s) and 1 feature is required by {type(self).__name__}.")
        if y is NO_LABELS:
            return rows
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        y = column_or_1d(y, warn=True)
        if len(y) != rows.rows:
            raise ValueError(f"Found input variables with inconsistent numbers of samples: [{rows.rows}, {len(y)}]")
        if not need_no_look(y):
            assert_all_finite(y, input_name="y")
            check_classification_targets(y)
        return rows, y

    def _check_columns(self, X: Any, rows: _suffice.Rows, reset: bool) -> None:
        if is_pandas(X):
            _check_feature_names(self, X, reset=reset)
        elif reset:
            self.feature_names_in_ = np.array(list(rows.names), dtype=object)
        elif hasattr(self, "feature_names_in_") and list(rows.names) != self._feature_names():
            raise ValueError("The feature names should match those that were passed during fit: "
                             f"{self._feature_names()}, not {list(rows.names)}")
        if reset:
            self.n_features_in_ = rows.width
        elif rows.width != self.n_features_in_:
            raise ValueError(f"X has {rows.width} features, but {type(self).__name__} is expecting "
                             f"{self.n_features_in_} features as input")

    def _weights(self, sample_weight: Any, X: Any) -> Any:
        if sample_weight is None:
            return None
        if isinstance(X, _suffice.Rows):
            X = np.empty((X.rows, 1))
        return np.ascontiguousarray(
            _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._takes_sparse
        tags.input_tags.allow_nan = self._takes_missing
        return tags
