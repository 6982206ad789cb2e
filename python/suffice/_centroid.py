"""Nearest centroids: that of sklearn.neighbors."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar

from sklearn.utils._param_validation import Interval, StrOptions

from suffice import _suffice
from suffice._base import WeightedBase
from suffice._discriminant import DiscriminantBase, normalised_priors
from suffice._scored import prior_of


class NearestCentroid(WeightedBase, DiscriminantBase):
    """The class with the nearest mean.

    Parameters
    ----------
    metric : {'euclidean'}, default='euclidean'
        Medians, which 'manhattan' needs, are no sums.
    shrink_threshold : None
        Kept for code that names it.
    priors : {'uniform', 'empirical'} or array-like of shape (n_classes,), default='uniform'
        The class prior.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> from suffice import NearestCentroid
    >>> NearestCentroid().fit([[1, 1], [2, 1], [8, 9]], ["a", "a", "b"]).predict([[3, 3]]).tolist()
    ['a']
    """

    _models = ("centroid",)
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "metric": [StrOptions({"manhattan", "euclidean"})],
        "shrink_threshold": [Interval(Real, 0, None, closed="neither"), None],
        "priors": ["array-like", StrOptions({"empirical", "uniform"})],
        "n_jobs": [Integral, None],
    }

    def __init__(self, metric: str = "euclidean", *, shrink_threshold: float | None = None, priors: Any = "uniform",
                 n_jobs: int | None = None) -> None:
        self.metric = metric
        self.shrink_threshold = shrink_threshold
        self.priors = priors
        self.n_jobs = n_jobs

    def _check_said(self) -> None:
        if self.metric != "euclidean":
            raise ValueError("metric='manhattan' is not supported: medians are no sums")
        if self.shrink_threshold is not None:
            raise ValueError("shrink_threshold is not supported")

    def _check_counts(self, classes: Any, codes: Any) -> None:
        if len(classes) < 2:
            raise ValueError(f"The number of classes has to be greater than one; got {len(classes)} class")

    def _class_prior(self) -> Any:
        return self.priors if isinstance(self.priors, str) else normalised_priors(self.priors)

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        return {"family": "gaussian", "structure": "identity"}

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        return {"priors": prior_of(model)}

    @property
    def centroids_(self) -> Any:
        """The mean of each class."""
        return self.means_

    @property
    def class_prior_(self) -> Any:
        """The probability of each class."""
        return self._shown_prior()
