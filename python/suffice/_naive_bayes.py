"""Naive Bayes of measurements and amounts: GaussianNB of sklearn.naive_bayes, and Poisson."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from sklearn.utils._param_validation import Interval

from suffice import _suffice
from suffice._base import GenerativeBase, WeightedBase
from suffice._scored import prior_or_none


class GaussianNB(WeightedBase):
    """Gaussian naive Bayes.

    Parameters
    ----------
    priors : array-like of shape (n_classes,), default=None
        The class prior; None: the shares of the rows.
    var_smoothing : float, default=1e-9
        This share of the largest variance of a column over all rows is added to every variance.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Attributes
    ----------
    classes_, class_count_, class_prior_, theta_, var_, epsilon_, n_features_in_, feature_names_in_
        As in scikit-learn.

    Examples
    --------
    >>> import numpy as np
    >>> from suffice import GaussianNB
    >>> X = np.array([[-1, -1], [-2, -1], [-3, -2], [1, 1], [2, 1], [3, 2]])
    >>> model = GaussianNB().fit(X, [1, 1, 1, 2, 2, 2])
    >>> model.predict([[-0.8, -1]])
    array([1])
    """

    _models = ("gaussian-nb",)
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "priors": ["array-like", None],
        "var_smoothing": [Interval(Real, 0, None, closed="left")],
        "n_jobs": [Integral, None],
    }

    def __init__(self, *, priors: Any = None, var_smoothing: float = 1e-9, n_jobs: int | None = None) -> None:
        self.priors = priors
        self.var_smoothing = var_smoothing
        self.n_jobs = n_jobs

    def _class_prior(self) -> Any:
        if self.priors is None:
            return "empirical"
        prior = np.asarray(self.priors, dtype=np.float64)
        if not np.isclose(prior.sum(), 1.0):
            raise ValueError("The sum of the priors should be 1.")
        if (prior < 0).any():
            raise ValueError("Priors must be non-negative.")
        return prior

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        ridge = 0.0 if summary is None else self.var_smoothing * _suffice.largest_variance(summary)
        return {"family": "gaussian", "structure": "diagonal", "ridge": ridge}

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        largest = _suffice.largest_variance(model.summary)
        ridge = model.options["readings"][0]["ridge"]
        share = ridge / largest if largest > 0 else 0.0
        near = (share, np.nextafter(share, 1.0), np.nextafter(share, 0.0))  # the quotient is rounded
        return {"priors": prior_or_none(model),
                "var_smoothing": float(next((s for s in near if s * largest == ridge), share))}

    @property
    def epsilon_(self) -> float:
        """What is added to every variance."""
        return float(self._shown_model().options["readings"][0]["ridge"])

    @property
    def theta_(self) -> Any:
        """The mean of each column in each class."""
        model = self._shown_model()
        return self._by_class(model.means(), model.labels)

    @property
    def var_(self) -> Any:
        """The variance of each column in each class."""
        model = self._shown_model()
        return self._by_class(model.covariances(), model.labels) + self.epsilon_

    @property
    def class_prior_(self) -> Any:
        """The probability of each class."""
        return self._shown_prior()


class PoissonNB(GenerativeBase):
    """Poisson naive Bayes, for amounts that are counted: each column is Poisson in each class.

    Parameters
    ----------
    alpha : float, default=1.0
        Pseudo-rows at the mean of the column over all classes.
    fit_prior : bool, default=True
        Whether the class prior is the shares of the rows; else it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The class prior.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> from suffice import PoissonNB
    >>> PoissonNB().fit([[1], [2], [20], [30]], ["few", "few", "many", "many"]).predict([[4], [19]]).tolist()
    ['few', 'many']
    """

    _kind = "amounts"
    _takes_sparse = True
    _models = ("poisson-nb",)
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "alpha": [Interval(Real, 0, None, closed="left")],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "n_jobs": [Integral, None],
    }

    def __init__(self, *, alpha: float = 1.0, fit_prior: bool = True, class_prior: Any = None,
                 n_jobs: int | None = None) -> None:
        self.alpha = alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.n_jobs = n_jobs

    def _class_prior(self) -> Any:
        if self.class_prior is not None:
            return self.class_prior
        return "empirical" if self.fit_prior else "uniform"

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        return {"family": "poisson", "pseudocount": float(self.alpha)}

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        return {"alpha": model.options["readings"][0].get("pseudocount", 1.0), "class_prior": prior_or_none(model),
                "fit_prior": model.options["class_prior"] != "uniform"}

    @property
    def rate_(self) -> Any:
        """The mean of each column in each class."""
        model = self._shown_model()
        return np.exp(self._by_class(model.linear_form()[0], model.labels))

    @property
    def class_log_prior_(self) -> Any:
        """The log probability of each class."""
        with np.errstate(divide="ignore"):
            return np.log(self._shown_prior())

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.categorical = True  # whole numbers, as scikit-learn's checks understand it
        tags.classifier_tags.poor_score = True
        return tags
