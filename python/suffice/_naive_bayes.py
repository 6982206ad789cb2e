"""Naive Bayes: the estimators of sklearn.naive_bayes, and Poisson."""

from __future__ import annotations

import warnings
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from sklearn.utils._param_validation import Interval

from suffice import _suffice
from suffice._base import GenerativeBase, WeightedBase
from suffice._data import coded, label_names, plain_array


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
        return {"var_smoothing": ridge / largest if largest > 0 else 0.0}

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


class _DiscreteNB(WeightedBase):
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

    alpha: Any
    fit_prior: bool
    class_prior: Any
    force_alpha: bool

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
        return {"alpha": [count for _, count in pseudocount] if isinstance(pseudocount, list) else pseudocount}

    @property
    def class_log_prior_(self) -> Any:
        """The log probability of each class."""
        with np.errstate(divide="ignore"):
            return np.log(self._shown_prior())

    @property
    def feature_count_(self) -> Any:
        """How often each term occurs in each class."""
        summary = self._shown()
        return self._by_class(summary.term_tokens(), summary.labels)

    def _log_prob(self) -> Any:
        model = self._shown_model()
        return self._by_class(model.linear_form()[0], model.labels)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags


class MultinomialNB(_DiscreteNB):
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

    def __init__(self, *, alpha: Any = 1.0, force_alpha: bool = True, fit_prior: bool = True, class_prior: Any = None,
                 n_jobs: int | None = None) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.n_jobs = n_jobs

    @property
    def feature_log_prob_(self) -> Any:
        """log p(term | class)."""
        return self._log_prob()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags


class ComplementNB(_DiscreteNB):
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
    _parameter_constraints: ClassVar[dict[str, Any]] = {**_DiscreteNB._parameter_constraints, "norm": ["boolean"]}

    def __init__(self, *, alpha: Any = 1.0, force_alpha: bool = True, fit_prior: bool = True, class_prior: Any = None,
                 norm: bool = False, n_jobs: int | None = None) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.norm = norm
        self.n_jobs = n_jobs

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


class BernoulliNB(_DiscreteNB):
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
        **_DiscreteNB._parameter_constraints, "binarize": [None, Interval(Real, 0, None, closed="left")]}

    def __init__(self, *, alpha: Any = 1.0, force_alpha: bool = True, binarize: float | None = 0.0,
                 fit_prior: bool = True, class_prior: Any = None, n_jobs: int | None = None) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.n_jobs = n_jobs

    def _rows(self, X: Any) -> _suffice.Rows:
        rows = super()._rows(X)
        if self.binarize is not None:
            rows.require_finite()
            rows = rows.above(self.binarize)
        return rows

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


class CategoricalNB(_DiscreteNB):
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
        **_DiscreteNB._parameter_constraints,
        "min_categories": [None, "array-like", Interval(Integral, 1, None, closed="left")],
        "alpha": [Interval(Real, 0, None, closed="left")],
    }

    def __init__(self, *, alpha: float = 1.0, force_alpha: bool = True, fit_prior: bool = True,
                 class_prior: Any = None, min_categories: Any = None, n_jobs: int | None = None) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.min_categories = min_categories
        self.n_jobs = n_jobs

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

    def _rows(self, X: Any) -> _suffice.Rows:
        X = plain_array(X)
        if X.dtype.kind == "f":
            if not np.isfinite(X).all():
                raise ValueError("Input X contains NaN or infinity: categories are the numbers 0, 1, …")
            X = X.astype(np.int64)
        if X.size and X.min() < 0:
            raise ValueError(f"Negative values in data passed to {type(self).__name__} (input X): "
                             "categories are 0, 1, …")
        if X.size and X.max() >= 2**24:
            raise ValueError("categories are numbers below 2**24: encode X, by an OrdinalEncoder for example")
        if X.dtype.kind == "b":
            X = X.view(np.uint8)
        if X.dtype.itemsize > 4:
            X = X.astype(np.int32)
        rows = _suffice.Rows()
        sizes = np.maximum(X.max(axis=0).astype(np.int64) + 1, self._least_sizes())
        rows.add_category_matrix(X, sizes.tolist())
        return rows

    def _schema(self, rows: _suffice.Rows, labels: list[str]) -> _suffice.Schema:
        return _suffice.one_block(self._kind, self._feature_names(), sizes=rows.dictionary_sizes, labels=labels)

    def _scored_rows(self, X: Any, model: _suffice.Model) -> _suffice.Rows:
        rows = super()._scored_rows(X, model)
        for column, (size, known) in enumerate(zip(rows.dictionary_sizes, self.n_categories_, strict=True)):
            if size > known:
                raise IndexError(f"index {size - 1} is out of bounds for axis 1 with size {known}: column {column} has "
                                 "a category that was not seen")
        return rows

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

    @property
    def feature_count_(self) -> Any:
        raise AttributeError("category_count_ holds the counts of each column")

    def _sampled(self, columns: list[Any]) -> Any:
        return np.column_stack([np.array(column, dtype=np.int64) for column in columns])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.sparse = False
        tags.input_tags.positive_only = True
        return tags


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
        return {"alpha": model.options["readings"][0].get("pseudocount", 1.0)}

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
