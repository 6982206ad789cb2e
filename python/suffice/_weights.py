"""`fit`, and the weights of rows that it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Self, TypedDict, Unpack

from suffice._errors import Error


class ListedWeights:
    """An estimator whose fit names the weights of rows in its signature."""

    _fit: Callable[..., Any]

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit to rows X with labels y.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows; where sums suffice, also an iterator of batches of them.
        y : array-like of shape (n_samples,)
            Labels of any type; of batches also an iterator of theirs.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts; rows of weight 0 do not.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        fitted: Self = self._fit(X, y, sample_weight)
        return fitted


class Weights(TypedDict, total=False):
    """What `fit` takes beside rows and labels."""

    sample_weight: Any


class UnlistedWeights:
    """An estimator whose fit takes weights of rows, and routes them, without naming them in its signature.

    scikit-learn's checks of weights that a signature names fit rows that these estimators have no fit for (singular
    ones, amounts that are not whole), or ask that a row of weight 2 be that row twice where folds or the order of rows
    matter.
    """

    _fit: Callable[..., Any]
    __metadata_request__fit: ClassVar[dict[str, Any]] = {"sample_weight": None}

    def fit(self, X: Any, y: Any, **weights: Unpack[Weights]) -> Self:
        """Fit to rows X with labels y.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows; where sums suffice, also an iterator of batches of them.
        y : array-like of shape (n_samples,)
            Labels of any type; of batches also an iterator of theirs.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts; rows of weight 0 do not. By this name only.

        Returns
        -------
        self : object
            The fitted estimator.
        """
        for name in weights:
            if name != "sample_weight":
                raise TypeError(f"{type(self).__name__}.fit() got an unexpected keyword argument '{name}'")
        sample_weight = weights.get("sample_weight")
        try:
            fitted: Self = self._fit(X, y, sample_weight)
        except Error as error:
            if sample_weight is not None:
                error.args = (f"{error} (rows were counted by sample_weight)",)
            raise
        return fitted
