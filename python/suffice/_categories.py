"""Models of categories: CategoricalNB of sklearn.naive_bayes, and averaged one-dependence estimators."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from sklearn.utils._param_validation import Interval

from suffice import _suffice
from suffice._data import coded, label_names, plain_array, threads_of
from suffice._discrete import DiscreteNB
from suffice._errors import Error

_FIRST_ROWS = 16_384
_CELLS_OF_PART = 1 << 21


class _UncheckedRows(_suffice.Rows):
    """Categories of 32 bits, read where they lie. The engine refuses those that are negative, or beyond `sizes`."""

    def __init__(self, X: Any, sizes: list[int]) -> None:
        super().__init__()
        self.X = X
        self.add_category_matrix(X.view(np.uint32), sizes)

    @staticmethod
    def can_hold(X: Any) -> bool:
        return bool(X.dtype.kind in "iu" and X.dtype.itemsize == 4)


class CategoricalNB(DiscreteNB):
    """Categorical naive Bayes: each column has the values 0, 1, …

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudocount of each value.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is 1e-10.
    fit_prior : bool, default=True
        Whether the class prior is the shares of the rows; else it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The class prior.
    min_categories : int or array-like of shape (n_features,), default=None
        How many values each column has at least.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> from suffice import CategoricalNB
    >>> CategoricalNB().fit([[0, 1], [1, 0], [1, 1]], ["a", "b", "b"]).predict([[0, 1]]).tolist()
    ['a']
    """

    _kind = "categories"
    _takes_sparse = False
    _takes_frames = False
    _models = ("categorical-nb",)
    _family = "categorical"
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        **DiscreteNB._parameter_constraints,
        "min_categories": [None, "array-like", Interval(Integral, 1, None, closed="left")],
        "alpha": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(self, *, alpha: float = 1.0, force_alpha: bool = True, fit_prior: bool = True,
                 class_prior: Any = None, min_categories: Any = None, n_jobs: int | None = None) -> None:
        super().__init__(alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior,
                         n_jobs=n_jobs)
        self.min_categories = min_categories

    def _least_sizes(self) -> Any:
        least = self.min_categories
        if least is None:
            return np.zeros(self.n_features_in_, dtype=np.int64)
        least = np.asarray(least)
        if not np.issubdtype(least.dtype, np.signedinteger):
            raise ValueError(f"'min_categories' should have integral type. Got {least.dtype} instead.")
        if least.ndim and least.shape != (self.n_features_in_,):
            raise ValueError("'min_categories' should have shape (X.shape[1],) when an array-like is provided. "
                             f"Got {least.shape} with X.shape[1]={self.n_features_in_} instead.")
        return np.broadcast_to(least, (self.n_features_in_,))

    def _summed(self, X: Any, codes: Any, classes: Any, weights: Any) -> _suffice.OpenSums:
        X = plain_array(X)
        return self._summed_unchecked(X, codes, classes, weights) or self._summed_in_parts(X, codes, classes, weights)

    def _summed_unchecked(self, X: Any, codes: Any, classes: Any, weights: Any) -> _suffice.OpenSums | None:
        """The first rows show most categories. The engine refuses codes beyond those, and then all are looked at."""
        if weights is not None or not _UncheckedRows.can_hold(X) or len(X) <= _FIRST_ROWS:
            return None
        try:
            rows = _UncheckedRows(X, self._rows(X[:_FIRST_ROWS]).dictionary_sizes)
            sums = self._opened(rows, [])
            self._sum(sums, rows, codes, classes, None)
        except Error:
            return None
        return sums

    def _summed_in_parts(self, X: Any, codes: Any, classes: Any, weights: Any) -> _suffice.OpenSums:
        """Sums of rows that are written as codes part by part, in little memory; counts are exact that way too."""
        _, largest = _suffice.category_codes(X, threads_of(self.n_jobs), written=False)
        sizes = self._sizes(X, largest)
        sums: _suffice.OpenSums | None = None
        step = max(1, _CELLS_OF_PART // X.shape[1])
        for first in range(0, len(X), step):
            part = slice(first, first + step)
            rows = self._coded_rows(X[part], sizes)
            sums = sums or self._opened(rows, [])
            self._sum(sums, rows, codes[part], classes, None if weights is None else weights[part])
        assert sums is not None
        return sums

    def _sum(self, sums: _suffice.OpenSums, rows: _suffice.Rows, codes: Any, classes: Any, weights: Any) -> None:
        sums.add(rows, codes, label_names(classes), weights, not isinstance(rows, _UncheckedRows))

    def _rows(self, X: Any) -> _suffice.Rows:
        return self._coded_rows(plain_array(X))

    def _coded_rows(self, X: Any, sizes: list[int] | None = None) -> _suffice.Rows:
        """Rows of codes; without `sizes` each column has those that it shows."""
        written, largest = _suffice.category_codes(X, threads_of(self.n_jobs))
        rows = _suffice.Rows()
        rows.add_category_matrix((X if written is None else written).view(np.uint32),
                                 self._sizes(X, largest) if sizes is None else sizes)
        return rows

    def _sizes(self, X: Any, largest: Any) -> list[int]:
        """How many values each column has."""
        if largest.max() >= 2**24:
            self._refuse(X)
        sizes: list[int] = np.maximum(largest.astype(np.int64) + 1, self._least_sizes()).tolist()
        return sizes

    def _refuse(self, X: Any) -> None:
        if X.dtype.kind == "f" and not np.isfinite(X).all():
            raise ValueError("Input X contains NaN or infinity: categories are the numbers 0, 1, …")
        if X.min() < 0:
            raise ValueError(f"Negative values in data passed to {type(self).__name__} (input X): "
                             "categories are 0, 1, …")
        raise ValueError("categories are numbers below 2**24: encode X, by an OrdinalEncoder for example")

    def _schema(self, rows: _suffice.Rows, labels: list[str]) -> _suffice.Schema:
        return _suffice.one_block(self._kind, self._feature_names(), sizes=rows.dictionary_sizes, labels=labels)

    def _scored_rows(self, X: Any, model: _suffice.Model) -> _suffice.Rows:
        X = plain_array(self._validated(X, reset=False))
        if _UncheckedRows.can_hold(X):
            return _UncheckedRows(X, self.n_categories_.tolist())
        return self._known_rows(X)

    def _known_rows(self, X: Any) -> _suffice.Rows:
        rows = self._rows(X)
        sizes, known_sizes = np.array(rows.dictionary_sizes), self.n_categories_
        for column in np.flatnonzero(sizes > known_sizes):
            raise IndexError(f"index {sizes[column] - 1} is out of bounds for axis 1 with size {known_sizes[column]}: "
                             f"column {column} has a category that was not seen")
        return rows

    def _given(self, rows: _suffice.Rows, call: Callable[[_suffice.Rows], Any]) -> Any:
        try:
            return call(rows)
        except Error:
            if isinstance(rows, _UncheckedRows):
                self._known_rows(rows.X)  # which says what is wrong
            raise

    def _add(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> None:
        # Values that are new need sums with more of them: batches are merged, and counts are exact that way too.
        first = self._first_call(classes)
        X, y = self._validated(X, y, reset=first)
        if first:
            self.classes_ = np.unique(classes)
        names = label_names(self.classes_)
        rows = self._rows(X)
        sums = self._opened(rows, names)
        self._sum(sums, rows, coded(y, self.classes_), self.classes_, self._weights(sample_weight, X))
        batch = sums.summary()
        self._summary = batch if first else self._sums().merged(batch)
        self._open = self._model = None

    def _value_counts(self) -> list[Any]:
        """For each column the counts of its values in each class: C × values, in numeric order."""
        summary = self._shown()
        result = []
        for values, counts in summary.value_counts():
            order = np.argsort(np.array([int(value) for value in values]))
            result.append(self._by_class(np.ascontiguousarray(counts[order].T), summary.labels))
        return result

    @property
    def category_count_(self) -> list[Any]:
        """For each column, how often each value occurs in each class."""
        return self._value_counts()

    @property
    def n_categories_(self) -> Any:
        """How many values each column has."""
        return np.array([len(values) for values, _ in self._shown().value_counts()], dtype=np.int64)

    @property
    def feature_log_prob_(self) -> list[Any]:
        """For each column, log p(value | class)."""
        weights, _, names = self._shown_model().linear_form()
        places = {name: k for k, name in enumerate(names)}
        weights = self._by_class(weights, self._shown_model().labels)
        return [weights[:, [places[f"{feature}={value}"] for value in range(size)]]
                for feature, size in zip(self._feature_names(), self.n_categories_, strict=True)]

    def _sampled(self, columns: list[Any]) -> Any:
        return np.column_stack([np.array(column, dtype=np.int64) for column in columns])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.sparse = False
        tags.input_tags.positive_only = True
        return tags


class AODE(CategoricalNB):
    """Averaged one-dependence estimators: each column depends on the class and, in turn, on each other column.

    Columns hold the categories 0, 1, …, as for CategoricalNB.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudocount of each value.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is 1e-10.
    fit_prior : bool, default=True
        Whether the class prior is the shares of the rows; else it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The class prior.
    min_categories : int or array-like of shape (n_features,), default=None
        How many values each column has at least.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> from suffice import AODE
    >>> X = [[0, 0], [1, 1], [0, 1], [1, 0]] * 3
    >>> AODE().fit(X, ["same", "same", "other", "other"] * 3).predict([[1, 1], [0, 1]]).tolist()
    ['same', 'other']
    """

    _models = ("aode",)

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        return {**super()._reading(summary), "dependence": "one"}

    @property
    def feature_log_prob_(self) -> list[Any]:
        raise AttributeError("AODE has a table of each pair of columns, not of each column")
