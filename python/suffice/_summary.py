"""Sums as a value of their own."""

from __future__ import annotations

import math
import warnings
from typing import Any, Self

from suffice import _suffice

_MEASUREMENTS = ("number", "gaussian", "normal-score")


def decided_plan(names: list[str], roles: dict[str, str], model: str | None, text: dict[str, Any] | None,
                 keep_full: bool) -> tuple[_suffice.FitPlan, bool]:
    """How columns are summed, and whether all moments are kept, which only measurements have."""
    full = keep_full and any(roles.get(name, "number") in _MEASUREMENTS for name in names)
    choice = {"model": model or "naive-bayes"}
    plan = _suffice.plan_fit(names, roles, choice, text or {}, keep_full=full)
    if plan.needs_sample:
        raise ValueError("what has to be decided from rows first (a chosen model, bins, normal scores) is not summed "
                         "alone: fit a GenerativeClassifier")
    return plan, full


def less(sums: _suffice.Summary, part: _suffice.Summary, stacklevel: int) -> _suffice.Summary:
    """The sums without those of a part; warns, that many calls up, where the rest is small against the rounding."""
    rest, error = sums.removed(part)
    if error > 1e-6:
        left = f"are exact to {error:.1e} only" if math.isfinite(error) else "have a variance below their rounding"
        warnings.warn(f"the sums that are left {left}: sum those rows anew if that matters", RuntimeWarning,
                      stacklevel=stacklevel)
    return rest


class Summary:
    """The additive sums of rows: what every model here is a function of.

    Sums of parts of the data add up to the sums of all of it, and the rows of a part can be taken away again.

    Examples
    --------
    >>> import suffice
    >>> a = suffice.Summary.summarise([[1.0], [2.0], [4.0], [7.0]], ["x", "x", "y", "y"])
    >>> b = suffice.Summary.summarise([[3.0], [5.0]], ["x", "y"])
    >>> both = a + b
    >>> both.rows
    6
    >>> (both - b).rows
    4
    """

    def __init__(self, sums: _suffice.Summary) -> None:
        self._sums = sums

    @classmethod
    def summarise(cls, X: Any, y: Any, *, columns: dict[str, str] | None = None, sample_weight: Any = None,
                  model: str | None = None, text: dict[str, Any] | None = None, keep_full: bool = True,
                  n_jobs: int | None = None) -> Self:
        """Sum rows, each column by its type or by the role that `columns` says.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            Rows: numbers, categories and text.
        y : array-like of shape (n_samples,)
            Labels.
        columns : dict, default=None
            Roles by column: number, gaussian, poisson, exponential, geometric, gamma, categorical, text.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.
        model : str, default=None
            A model that the sums must be enough for, by the name that the command-line tool has for it.
        text : dict, default=None
            How documents become terms: ngrams, stop_words, stemmer, hash_buckets, min_length.
        keep_full : bool, default=True
            Keep what every Gaussian model needs.
        n_jobs : int, default=None
            Threads; None is 1 and -1 all.
        """
        from suffice._generative import summarised

        return cls(summarised(X, y, columns, sample_weight, model, text, keep_full, n_jobs))

    @property
    def rows(self) -> int:
        """How many rows were summed."""
        return int(self._sums.class_rows.sum())

    @property
    def labels(self) -> list[str]:
        """The labels, as text."""
        return self._sums.labels

    @property
    def columns(self) -> list[str]:
        """The columns that were summed."""
        return self._sums.schema.columns

    def estimate(self, model: str | None = None, **options: Any) -> Any:
        """A fitted GenerativeClassifier that reads these sums by a model, such as 'lda', 'qda' or 'gaussian-nb'.

        Options are parameters of GenerativeClassifier that say how: `shrinkage`, `estimate`, `alpha`, `priors`.
        """
        from suffice._generative import GenerativeClassifier

        return GenerativeClassifier._from_sums(self._sums, model, options)

    def to_bytes(self) -> bytes:
        """The bytes of a model file without options."""
        return self._sums.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The sums in the bytes of a model file."""
        return cls(_suffice.Summary.from_bytes(data))

    def __add__(self, other: Summary) -> Self:
        if not isinstance(other, Summary):
            return NotImplemented
        return type(self)(self._sums.merged(other._sums))

    def __radd__(self, other: Any) -> Self:
        return self if other == 0 else NotImplemented

    def __sub__(self, other: Summary) -> Self:
        if not isinstance(other, Summary):
            return NotImplemented
        return type(self)(less(self._sums, other._sums, stacklevel=3))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Summary) and self._sums == other._sums

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return (Summary.from_bytes, (self.to_bytes(),))

    def __repr__(self) -> str:
        return f"Summary(rows={self.rows}, labels={len(self.labels)}, columns={len(self.columns)})"
