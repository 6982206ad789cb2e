"""Linear models that are fitted to tell the classes apart, whatever p(x | y) may be: rivals of the generative ones."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.utils._param_validation import Interval

from suffice import _suffice
from suffice._base import SumsBase
from suffice._data import factorised, label_names, seed_of, threads_of
from suffice._errors import Error
from suffice._input import unchanged_on_failure
from suffice._scored import ModelBase, ProbabilityBase
from suffice._weights import ListedWeights, UnlistedWeights


class _LinearScores(ModelBase):
    """Scores that are linear in the columns."""

    def decision_function(self, X: Any) -> Any:
        """The score of each class, of two classes that of the second less that of the first."""
        scores = self._scored(X, "log_joint", -np.inf)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def _differences(self) -> tuple[Any, Any]:
        """Coefficients and intercepts of each class; of two, those of the second less those of the first."""
        weights, intercepts = self._form()
        if len(self.classes_) == 2:
            return weights[1:] - weights[:1], intercepts[1:] - intercepts[:1]
        return weights, intercepts

    @property
    def coef_(self) -> Any:
        """The weight of each column for each class, of two classes one row for the second."""
        return self._differences()[0]

    @property
    def intercept_(self) -> Any:
        """The intercepts that belong to `coef_`."""
        return self._differences()[1]


class _RowFitted(_LinearScores):
    """Weights that are no function of sums: rows pass by as often as it takes, and there is no `partial_fit`."""

    def _choice(self) -> dict[str, Any]:
        return {"model": self._models[0]}

    def _seed(self) -> int:
        return 0

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Self:
        with unchanged_on_failure(self):
            self._validate_params()
            X, y = self._validated(X, y, reset=True)
            classes, codes = factorised(y)
            if len(classes) < 2:
                raise ValueError(f"{type(self).__name__} tells classes apart, and y has one class only: {classes[0]!r}")
            rows = self._rows(X)
            rows.require_finite()
            rows.names = self._feature_names()
            plan = _suffice.plan_fit(list(rows.names), {}, self._choice(), seed=self._seed(), validate=False)
            try:
                self._model, _, how = _suffice.fit(rows, codes, label_names(classes), self._weights(sample_weight, X),
                                                   plan, threads_of(self.n_jobs))
            except Error as error:
                raise Error(error.said_to(self.get_params()), error.code, error.where, error.remedies) from None
            self.classes_ = classes
            self.n_iter_ = np.array([how["passes"]], dtype=np.int32)
        return self


class LogisticRegression(ListedWeights, _RowFitted, ProbabilityBase):
    """Logistic regression, of several classes softmax: the rival of linear discriminant analysis.

    The loss is that of scikit-learn: C Σ log loss + ½ ‖coef_‖², intercepts free; it is minimised to a gradient of 1e-8
    of a row and a standard deviation, so that `tol` and `max_iter` are not needed.

    Parameters
    ----------
    C : float, default=1.0
        The inverse of the penalty; `np.inf`: none, and an error where a plane separates the classes.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Attributes
    ----------
    classes_, coef_, intercept_, n_iter_, n_features_in_, feature_names_in_
        As in scikit-learn.

    Examples
    --------
    >>> from suffice import LogisticRegression
    >>> model = LogisticRegression().fit([[1.0], [2.0], [4.0], [5.0]], ["low", "low", "high", "high"])
    >>> model.predict([[1.5], [6.0]]).tolist()
    ['low', 'high']
    """

    _models = ("logistic",)
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "C": [Interval(Real, 0, None, closed="right")],
        "n_jobs": [Integral, None],
    }

    def __init__(self, C: float = 1.0, *, n_jobs: int | None = None) -> None:
        self.C = C
        self.n_jobs = n_jobs

    def _choice(self) -> dict[str, Any]:
        return {"model": "logistic", "ridge": 0.0 if np.isinf(self.C) else 1.0 / float(self.C)}

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        ridge = model.options["rival"]["ridge"]
        return {"C": 1.0 / ridge if ridge > 0 else np.inf}


class Perceptron(UnlistedWeights, _RowFitted):
    """The perceptron: weights move with each mistake, and are averaged for prediction.

    Columns are standardised inside, `coef_` is in their own units. An epoch without a mistake ends it.

    Parameters
    ----------
    random_state : int, RandomState instance or None, default=0
        The order of the rows.
    n_jobs : int, default=None
        Threads of prediction; None is 1 and -1 all.

    Examples
    --------
    >>> from suffice import Perceptron
    >>> Perceptron().fit([[1.0], [2.0], [4.0], [5.0]], ["low", "low", "high", "high"]).predict([[1.5]]).tolist()
    ['low']
    """

    _models = ("perceptron",)
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "random_state": ["random_state"],
        "n_jobs": [Integral, None],
    }

    def __init__(self, *, random_state: Any = 0, n_jobs: int | None = None) -> None:
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _seed(self) -> int:
        return seed_of(self.random_state)


class LeastSquares(ListedWeights, _LinearScores, SumsBase):
    """Ridge regression on the classes as targets of -1 and 1: scikit-learn's RidgeClassifier, from sums.

    Sums suffice for it, so that it has `partial_fit`, `merge` and `forget`.

    Parameters
    ----------
    alpha : float, default=1.0
        The penalty of squared weights; 0 is least squares.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> from suffice import LeastSquares
    >>> LeastSquares().fit([[1.0], [2.0], [4.0], [5.0]], ["low", "low", "high", "high"]).predict([[1.5]]).tolist()
    ['low']
    """

    _models = ("least-squares",)
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "alpha": [Interval(Real, 0, None, closed="left")],
        "n_jobs": [Integral, None],
    }

    def __init__(self, alpha: float = 1.0, *, n_jobs: int | None = None) -> None:
        self.alpha = alpha
        self.n_jobs = n_jobs

    def _check_counts(self, classes: Any, codes: Any) -> None:
        if len(classes) < 2:
            raise ValueError(f"LeastSquares tells classes apart, and y has one class only: {classes[0]!r}")

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        return {"family": "gaussian", "structure": "shared"}

    def _options(self, summary: _suffice.Summary | None, classes: Any) -> dict[str, Any]:
        rival = {"loss": "least-squares", "ridge": float(self.alpha)}
        return {**super()._options(summary, classes), "rival": rival}

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        return {"alpha": model.options["rival"]["ridge"]}

    def decision_function(self, X: Any) -> Any:
        """The fitted value of each class, of two classes that of the second."""
        # The engine's targets are 0 and 1, and its fitted values sum to 1: 2 s - 1 is the fit of -1 and 1.
        scores = super().decision_function(X)
        return scores if scores.ndim == 1 else 2.0 * scores - 1.0

    def _differences(self) -> tuple[Any, Any]:
        weights, intercepts = super()._differences()
        return (weights, intercepts) if len(weights) == 1 else (2.0 * weights, 2.0 * intercepts - 1.0)
