"""Averaged one-dependence estimators."""

from __future__ import annotations

from typing import Any

from suffice import _suffice
from suffice._naive_bayes import CategoricalNB


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
