"""Discriminant analysis: the estimators of sklearn.discriminant_analysis, and Friedman's."""

from __future__ import annotations

import warnings
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions
from sklearn.utils.validation import check_is_fitted

from suffice import _suffice
from suffice._base import GenerativeBase, WeightedBase
from suffice._data import threads_of
from suffice._scored import prior_or_none


def normalised_priors(priors: Any) -> Any:
    priors = np.asarray(priors, dtype=np.float64)
    if (priors < 0).any():
        raise ValueError("priors must be non-negative")
    if abs(priors.sum() - 1.0) > 1e-5:
        warnings.warn("The priors do not sum to 1. Renormalizing", UserWarning, stacklevel=4)
    return priors / priors.sum()


def _check_solver(estimator: Any) -> None:
    if estimator.solver == "svd" and estimator.shrinkage is not None:
        raise NotImplementedError("shrinkage not supported with 'svd' solver.")
    if estimator.covariance_estimator is not None:
        if estimator.shrinkage:
            raise ValueError("covariance_estimator and shrinkage parameters are not None. Only one of the two can be "
                             "set.")
        why = " with svd solver" if estimator.solver == "svd" else ""
        raise ValueError(f"covariance estimator is not supported{why}: covariances come from the sums, and shrinkage= "
                         "regularises them")


class DiscriminantBase(GenerativeBase):
    """Gaussians of the classes; scores as scikit-learn's discriminant analysis has them."""

    priors: Any

    def _class_prior(self) -> Any:
        return "empirical" if self.priors is None else normalised_priors(self.priors)

    def decision_function(self, X: Any) -> Any:
        """The log joint of each class, of two classes the log odds of the second."""
        scores = self.predict_joint_log_proba(X)
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    @property
    def means_(self) -> Any:
        """The mean of each class."""
        model = self._shown_model()
        return self._by_class(model.means(), model.labels)

    @property
    def priors_(self) -> Any:
        """The probability of each class."""
        return self._shown_prior()


class LinearDiscriminantAnalysis(ClassNamePrefixFeaturesOutMixin, TransformerMixin, DiscriminantBase):
    """Linear discriminant analysis: one covariance for all classes.

    Parameters
    ----------
    solver : {'svd', 'lsqr', 'eigen'}, default='svd'
        Kept for code that names it: there is one way to compute, from the sums. As in scikit-learn, 'svd' takes no
        shrinkage and 'lsqr' has no transform.
    shrinkage : 'auto', 'ledoit-wolf', 'oas' or float, default=None
        'auto' shrinks towards the columns' own variances, so that units do not matter.
    priors : array-like of shape (n_classes,), default=None
        The class prior; None: the shares of the rows.
    n_components : int, default=None
        Axes of transform; None: min(n_classes - 1, n_features).
    store_covariance : bool, default=False
        Whether `covariance_` is there with the solver 'svd'.
    tol : float, default=1e-4
        Kept for code that names it: a singular covariance is an error.
    covariance_estimator : None
        Kept for code that names it: a covariance comes from the sums.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> import numpy as np
    >>> from suffice import LinearDiscriminantAnalysis
    >>> X = np.array([[-1, -1], [-2, -1], [-3, -2], [1, 1], [2, 1], [3, 2]])
    >>> model = LinearDiscriminantAnalysis().fit(X, [1, 1, 1, 2, 2, 2])
    >>> model.predict([[-0.8, -1]])
    array([1])
    """

    _models = ("lda",)
    _least_rows = 2
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "solver": [StrOptions({"svd", "lsqr", "eigen"})],
        "shrinkage": [StrOptions({"auto", "ledoit-wolf", "oas"}), Interval(Real, 0, 1, closed="both"), None],
        "n_components": [Interval(Integral, 1, None, closed="left"), None],
        "priors": ["array-like", None],
        "store_covariance": ["boolean"],
        "tol": [Interval(Real, 0, None, closed="left")],
        "covariance_estimator": [HasMethods("fit"), None],
        "n_jobs": [Integral, None],
    }

    def __init__(self, solver: str = "svd", shrinkage: Any = None, priors: Any = None, n_components: int | None = None,
                 store_covariance: bool = False, tol: float = 1e-4, covariance_estimator: Any = None,
                 n_jobs: int | None = None) -> None:
        self.solver = solver
        self.shrinkage = shrinkage
        self.priors = priors
        self.n_components = n_components
        self.store_covariance = store_covariance
        self.tol = tol
        self.covariance_estimator = covariance_estimator
        self.n_jobs = n_jobs

    def _check_said(self) -> None:
        _check_solver(self)

    def _check_counts(self, classes: Any, codes: Any) -> None:
        if len(codes) == len(classes):
            raise ValueError("The number of samples must be more than the number of classes.")
        self._check_components(len(classes))

    def _check_components(self, classes: int) -> None:
        if self.n_components is not None and self.n_components > min(classes - 1, self.n_features_in_):
            raise ValueError("n_components cannot be larger than min(n_features, n_classes - 1).")

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        return {"family": "gaussian", "structure": "shared", "shrinkage": self.shrinkage}

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        shrinkage = model.options["readings"][0]["shrinkage"]
        said = {} if shrinkage == "none" else {"shrinkage": shrinkage, "solver": "eigen"}
        return {**said, "priors": prior_or_none(model)}

    def _finish_fit(self) -> None:
        most = min(len(self.classes_) - 1, self.n_features_in_)
        self._n_features_out = most if self.n_components is None else min(self.n_components, most)

    def _form(self) -> tuple[Any, Any]:
        """Coefficients and intercepts of each class; of two, those of the second less those of the first."""
        weights, intercepts = super()._form()
        if len(self.classes_) == 2:
            return weights[1:] - weights[:1], intercepts[1:] - intercepts[:1]
        # log p(c | x) is known up to a term that all classes share: that of scikit-learn, about the mean of all rows.
        weights = weights - self.priors_ @ weights
        from_centre = self.means_ - self.xbar_
        with np.errstate(divide="ignore"):
            intercepts = np.log(self.priors_) - 0.5 * np.einsum("cj,cj->c", weights, from_centre)
        return weights, intercepts - weights @ self.xbar_

    @property
    def coef_(self) -> Any:
        """The weights of each class, their mean by the priors taken off; of two classes those of the log odds."""
        return self._form()[0]

    @property
    def intercept_(self) -> Any:
        """The intercepts that belong to `coef_`."""
        return self._form()[1]

    @property
    def covariance_(self) -> Any:
        """The covariance within classes, without shrinkage."""
        if self.solver == "svd" and not self.store_covariance:
            raise AttributeError("covariance_ needs store_covariance=True")
        return self._shown_model().covariances()

    @property
    def xbar_(self) -> Any:
        """The mean of all rows, classes weighted by their priors."""
        return self.priors_ @ self.means_

    def _axes(self) -> _suffice.Discriminants | None:
        """The axes from the sums, which one class does not have."""
        model = self._shown_model()
        if self.solver == "lsqr":
            raise AttributeError("the solver 'lsqr' has neither axes nor what they explain")
        return model.discriminants() if len(self.classes_) > 1 else None

    def _scale(self) -> float:
        """The engine's axes have unit variance by n - C, these by n."""
        rows = float(self.class_count_.sum())
        return float(np.sqrt(rows / (rows - len(self.classes_))))

    @property
    def scalings_(self) -> Any:
        """The discriminant axes, scaled to unit variance within classes."""
        axes = self._axes()
        return np.empty((self.n_features_in_, 0)) if axes is None else axes.axes * self._scale()

    @property
    def explained_variance_ratio_(self) -> Any:
        """The share of the variance between classes that each axis explains."""
        axes = self._axes()
        return np.empty(0) if axes is None else axes.explained[: self._n_features_out]

    def transform(self, X: Any) -> Any:
        """Coordinates of rows on the discriminant axes."""
        check_is_fitted(self)
        if self.solver == "lsqr":
            raise NotImplementedError("transform not implemented for 'lsqr' solver (use 'svd' or 'eigen').")
        rows = self._rows(self._validated(X, reset=False))
        axes = self._axes()
        if axes is None:
            return np.empty((rows.rows, 0))
        result = np.empty((rows.rows, axes.count))
        axes.transform(rows, result, threads_of(self.n_jobs))
        centre = self.xbar_ if self.solver == "svd" else 0.0
        return ((result + (axes.centre - centre) @ axes.axes) * self._scale())[:, : self._n_features_out]


class QuadraticDiscriminantAnalysis(DiscriminantBase):
    """Quadratic discriminant analysis: a covariance for each class.

    Parameters
    ----------
    solver : {'svd', 'eigen'}, default='svd'
        Kept for code that names it. As in scikit-learn, 'svd' takes no shrinkage.
    shrinkage : 'auto', 'ledoit-wolf', 'oas' or float, default=None
        'auto' shrinks towards what the classes share.
    priors : array-like of shape (n_classes,), default=None
        The class prior; None: the shares of the rows.
    reg_param : float, default=0.0
        Shrinks each covariance by this share towards spheres of the same trace.
    store_covariance : bool, default=False
        Whether `covariance_` is there.
    tol : float, default=1e-4
        Kept for code that names it: a singular covariance is an error.
    covariance_estimator : None
        Kept for code that names it: covariances come from the sums.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> import numpy as np
    >>> from suffice import QuadraticDiscriminantAnalysis
    >>> X = np.array([[-1, -1], [-2, -1], [-3, -2], [1, 1], [2, 1], [3, 2]])
    >>> QuadraticDiscriminantAnalysis().fit(X, [1, 1, 1, 2, 2, 2]).predict([[-0.8, -1]])
    array([1])
    """

    _models = ("qda",)
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "solver": [StrOptions({"svd", "eigen"})],
        "shrinkage": [StrOptions({"auto", "ledoit-wolf", "oas"}), Interval(Real, 0, 1, closed="both"), None],
        "priors": ["array-like", None],
        "reg_param": [Interval(Real, 0, 1, closed="both")],
        "store_covariance": ["boolean"],
        "tol": [Interval(Real, 0, None, closed="left")],
        "covariance_estimator": [HasMethods("fit"), None],
        "n_jobs": [Integral, None],
    }

    def __init__(self, *, solver: str = "svd", shrinkage: Any = None, priors: Any = None, reg_param: float = 0.0,
                 store_covariance: bool = False, tol: float = 1e-4, covariance_estimator: Any = None,
                 n_jobs: int | None = None) -> None:
        self.solver = solver
        self.shrinkage = shrinkage
        self.priors = priors
        self.reg_param = reg_param
        self.store_covariance = store_covariance
        self.tol = tol
        self.covariance_estimator = covariance_estimator
        self.n_jobs = n_jobs

    def _check_said(self) -> None:
        _check_solver(self)

    def _check_counts(self, classes: Any, codes: Any) -> None:
        if len(classes) < 2:
            raise ValueError(f"The number of classes has to be greater than one. Got {len(classes)} class.")

    def _check_sums(self, summary: _suffice.Summary) -> None:
        for label, rows in zip(summary.labels, summary.class_rows.tolist(), strict=True):
            if rows == 1:
                raise ValueError(f"y has only 1 sample in class {label}, covariance is ill defined.")

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        shrinkage = self.reg_param if self.shrinkage is None and self.reg_param > 0 else self.shrinkage
        return {"family": "gaussian", "structure": "full", "shrinkage": shrinkage}

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        shrinkage = model.options["readings"][0]["shrinkage"]
        said = {} if shrinkage == "none" else {"shrinkage": shrinkage, "solver": "eigen"}
        return {**said, "priors": prior_or_none(model)}

    @property
    def covariance_(self) -> Any:
        """The covariance of each class, without shrinkage."""
        if not self.store_covariance:
            raise AttributeError("covariance_ needs store_covariance=True")
        model = self._shown_model()
        return list(self._by_class(model.covariances(), model.labels))


class RegularizedDiscriminantAnalysis(WeightedBase, DiscriminantBase):
    """Friedman's regularised discriminant analysis, between quadratic and linear and between them and spheres.

    Parameters
    ----------
    alpha : float, default=0.5
        How far the covariances of the classes are drawn to the one they share: 0 is quadratic, 1 linear.
    gamma : float, default=0.1
        How far they are then drawn to the target.
    target : {'spheres', 'variances'}, default='spheres'
        Spheres, as Friedman has it, or the columns' own variances, so that units do not matter.
    priors : array-like of shape (n_classes,), default=None
        The class prior; None: the shares of the rows.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> import numpy as np
    >>> from suffice import RegularizedDiscriminantAnalysis
    >>> X = np.array([[-1, -1], [-2, -1], [-3, -2], [1, 1], [2, 1], [3, 2]])
    >>> RegularizedDiscriminantAnalysis(alpha=0.3).fit(X, [1, 1, 1, 2, 2, 2]).predict([[-0.8, -1]])
    array([1])
    """

    _models = ("rda",)
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "alpha": [Interval(Real, 0, 1, closed="both")],
        "gamma": [Interval(Real, 0, 1, closed="both")],
        "target": [StrOptions({"spheres", "variances"})],
        "priors": ["array-like", None],
        "n_jobs": [Integral, None],
    }

    def __init__(self, *, alpha: float = 0.5, gamma: float = 0.1, target: str = "spheres", priors: Any = None,
                 n_jobs: int | None = None) -> None:
        self.alpha = alpha
        self.gamma = gamma
        self.target = target
        self.priors = priors
        self.n_jobs = n_jobs

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        return {"family": "gaussian", "structure": "full",
                "shrinkage": {"alpha": float(self.alpha), "gamma": float(self.gamma), "target": self.target}}

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        return {**model.options["readings"][0]["shrinkage"], "priors": prior_or_none(model)}
