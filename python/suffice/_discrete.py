"""Naive Bayes of counts: MultinomialNB, ComplementNB and BernoulliNB of sklearn.naive_bayes."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from sklearn.utils._param_validation import Interval

from suffice import _suffice
from suffice._base import WeightedBase
from suffice._data import threads_of
from suffice._errors import Error
from suffice._scored import prior_or_none


class DiscreteNB(WeightedBase):
    """Counts with pseudocounts: what MultinomialNB, BernoulliNB, ComplementNB and CategoricalNB share."""

    _kind = "counts"
    _takes_sparse = True
    _declares_labels = True
    _family: ClassVar[str]
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "force_alpha": ["boolean"],
        "n_jobs": [Integral, None],
    }

    def __init__(self, *, alpha: Any = 1.0, force_alpha: bool = True, fit_prior: bool = True, class_prior: Any = None,
                 n_jobs: int | None = None) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.n_jobs = n_jobs

    def _class_prior(self) -> Any:
        if self.class_prior is not None:
            return self.class_prior
        return "empirical" if self.fit_prior else "uniform"

    def _pseudocount(self) -> Any:
        alpha = np.asarray(self.alpha, dtype=np.float64)
        if alpha.ndim and (alpha.ndim > 1 or alpha.shape[0] != self.n_features_in_):
            raise ValueError("When alpha is an array, it should contains `n_features`. "
                             f"Got {alpha.shape[0]} elements instead of {self.n_features_in_}.")
        if (alpha < 0).any():
            raise ValueError("All values in alpha must be greater than 0.")
        if not self.force_alpha and (alpha < 1e-10).any():
            warnings.warn("alpha too small will result in numeric errors, setting alpha = 1.0e-10. "
                          "Use `force_alpha=True` to keep alpha unchanged.", stacklevel=2)
            alpha = np.maximum(alpha, 1e-10)
        if alpha.ndim:
            return list(zip(self._feature_names(), alpha.tolist(), strict=True))
        return float(alpha)

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        return {"family": self._family, "pseudocount": self._pseudocount()}

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        pseudocount = model.options["readings"][0].get("pseudocount", 1.0)
        return {"alpha": [count for _, count in pseudocount] if isinstance(pseudocount, list) else pseudocount,
                "fit_prior": model.options["class_prior"] != "uniform", "class_prior": prior_or_none(model)}

    @property
    def class_log_prior_(self) -> Any:
        """The log probability of each class."""
        with np.errstate(divide="ignore"):
            return np.log(self._shown_prior())

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags


class TermNB(DiscreteNB):
    """What the models of terms share: a count for each term and class."""

    @property
    def feature_count_(self) -> Any:
        """How often each term occurs in each class."""
        summary = self._shown()
        return self._by_class(summary.term_tokens(), summary.labels)

    def _log_prob(self) -> Any:
        model = self._shown_model()
        return self._by_class(model.linear_form()[0], model.labels)


class MultinomialNB(TermNB):
    """Multinomial naive Bayes, for counts.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,), default=1.0
        Pseudocount of each term.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is 1e-10.
    fit_prior : bool, default=True
        Whether the class prior is the shares of the rows; else it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The class prior.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> from suffice import MultinomialNB
    >>> model = MultinomialNB().fit([[2, 1, 0], [0, 1, 3]], ["a", "b"])
    >>> model.predict([[1, 0, 0]]).tolist()
    ['a']
    """

    _models = ("multinomial-nb",)
    _family = "multinomial"

    @property
    def feature_log_prob_(self) -> Any:
        """log p(term | class)."""
        return self._log_prob()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


class ComplementNB(TermNB):
    """Complement naive Bayes: scores from the tokens of the other classes.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,), default=1.0
        Pseudocount of each term.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is 1e-10.
    fit_prior : bool, default=True
        Only of use with a single class, which this model does not take.
    class_prior : array-like of shape (n_classes,), default=None
        Not used.
    norm : bool, default=False
        Whether weights are divided by the sum of their magnitudes.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> from suffice import ComplementNB
    >>> ComplementNB().fit([[2, 1, 0], [0, 1, 3]], ["a", "b"]).predict([[1, 0, 0]]).tolist()
    ['a']
    """

    _models = ("complement-nb",)
    _family = "complement"
    _parameter_constraints: ClassVar[dict[str, Any]] = {**DiscreteNB._parameter_constraints, "norm": ["boolean"]}

    def __init__(self, *, alpha: Any = 1.0, force_alpha: bool = True, fit_prior: bool = True, class_prior: Any = None,
                 norm: bool = False, n_jobs: int | None = None) -> None:
        super().__init__(alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior,
                         n_jobs=n_jobs)
        self.norm = norm

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        # With one class there is no other to learn from, and nothing to choose: any model says that class.
        if summary is not None and len(summary.labels) == 1:
            return {**super()._reading(summary), "family": "multinomial"}
        return {**super()._reading(summary), "normalised": self.norm}

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        return {**super()._parameters_of(model), "norm": model.options["readings"][0]["normalised"]}

    @property
    def feature_log_prob_(self) -> Any:
        """The weight of each term in each class."""
        return self._log_prob()

    @property
    def feature_all_(self) -> Any:
        """How often each term occurs in all classes."""
        return self.feature_count_.sum(axis=0)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


class BernoulliNB(TermNB):
    """Bernoulli naive Bayes: each term is there or not.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,), default=1.0
        Pseudocount of presence and of absence.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is 1e-10.
    binarize : float or None, default=0.0
        Values above this are presences; None: values are 0 and 1 already.
    fit_prior : bool, default=True
        Whether the class prior is the shares of the rows; else it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The class prior.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> from suffice import BernoulliNB
    >>> BernoulliNB().fit([[1, 0], [0, 1]], ["a", "b"]).predict([[1, 0]]).tolist()
    ['a']
    """

    _models = ("bernoulli-nb",)
    _takes_frames = False
    _family = "bernoulli"
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        **DiscreteNB._parameter_constraints, "binarize": [None, Interval(Real, 0, None, closed="left")]}

    def __init__(self, *, alpha: Any = 1.0, force_alpha: bool = True, binarize: float | None = 0.0,
                 fit_prior: bool = True, class_prior: Any = None, n_jobs: int | None = None) -> None:
        super().__init__(alpha=alpha, force_alpha=force_alpha, fit_prior=fit_prior, class_prior=class_prior,
                         n_jobs=n_jobs)
        self.binarize = binarize

    def _rows(self, X: Any) -> _suffice.Rows:
        rows = super()._rows(X)
        return rows.above(self.binarize, threads_of(self.n_jobs)) if self.binarize else rows

    def _given(self, rows: _suffice.Rows, call: Callable[[_suffice.Rows], Any]) -> Any:
        # The engine takes what is above 0 as there, and refuses what is below, which here is absent.
        try:
            return call(rows)
        except Error:
            if self.binarize != 0:
                raise
            return call(rows.above(0.0, threads_of(self.n_jobs)))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a model file, which the command-line tool reads too. It has no place for a threshold above 0."""
        if self.binarize:
            raise ValueError(f"a model file does not hold binarize={self.binarize}: make X 0 and 1 before the fit, or "
                             "pickle the estimator")
        super().save(path)

    @property
    def feature_count_(self) -> Any:
        """The rows of each class that have each term."""
        summary = self._shown()
        return self._by_class(summary.term_documents(), summary.labels)

    @property
    def feature_log_prob_(self) -> Any:
        """log p(term is there | class)."""
        # The form is log odds: log p = −log(1 + exp(−odds)).
        return -np.logaddexp(0.0, -self._log_prob())
