"""GenerativeClassifier: columns of several kinds, and a model that is named or chosen."""

from __future__ import annotations

import json
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

from suffice import _suffice
from suffice._base import GenerativeBase
from suffice._data import (
    coded,
    factorised,
    label_names,
    labels_of,
    numbered,
    rows_of,
    seed_of,
    threads_of,
    typed_labels,
)
from suffice._errors import Error
from suffice._frames import frame_of, is_frame, library_of, rows_of_frame
from suffice._input import NO_LABELS, unchanged_on_failure
from suffice._summary import decided_plan


def _roles(rows: _suffice.Rows, said: dict[str, str] | None) -> dict[str, str]:
    """The role of each column that is not a plain number, by what was said or by its type."""
    roles = {name: "categorical" for name, kind in zip(rows.names, rows.types, strict=False)
             if kind != _suffice.ColumnType.number}
    return roles | dict(said or {})


def _seeming(rows: _suffice.Rows, said: dict[str, str] | None) -> tuple[dict[str, str], dict[str, str]]:
    """The roles of strings that seem to be text, and what there is to say of columns that are of no use."""
    uses = [(name, use, why) for name, use, why in _suffice.seeming_uses(rows) if name not in (said or {})]
    return ({name: "text" for name, use, _ in uses if use == "text"},
            {name: why for name, use, why in uses if use == "dropped" and why})


def summarised(X: Any, y: Any, columns: dict[str, str] | None, sample_weight: Any, model: str | None,
               text: dict[str, Any] | None, keep_full: bool, n_jobs: int | None) -> _suffice.Summary:
    """The sums of rows, each column by its type or role."""
    rows = rows_of_frame(X, columns) if is_frame(X) else _named(rows_of(X if hasattr(X, "tocsr") else np.asarray(X)))
    y = column_or_1d(labels_of(y))
    check_classification_targets(y)
    classes, codes = factorised(y)
    weights = None if sample_weight is None else np.ascontiguousarray(sample_weight, dtype=np.float64)
    plan, _ = decided_plan(list(rows.names), _roles(rows, columns), model, text, keep_full)
    return _suffice.summarise(rows, codes, label_names(classes), weights, plan, threads_of(n_jobs))


def _said(model: str | None, options: dict[str, Any], classes: Any) -> dict[str, Any]:
    """A choice as the engine has it: of `alpha`, `priors` and `shrinkage` as the parameters have them."""
    said = {"model": model, **options}
    alpha, priors, shrinkage = said.pop("alpha", None), said.pop("priors", None), said.get("shrinkage")
    if alpha is not None:
        said["pseudocount"] = float(alpha)
    if model == "rda" and shrinkage is None:
        raise ValueError("the model 'rda' needs two numbers from 0 to 1, alpha and gamma: shrinkage=(0.5, 0.1)")
    if isinstance(shrinkage, tuple):
        if len(shrinkage) != 2:
            raise ValueError(f"shrinkage is a name, a number or (alpha, gamma), not {shrinkage!r}")
        said["shrinkage"] = {"alpha": float(shrinkage[0]), "gamma": float(shrinkage[1])}
    if priors is not None and not isinstance(priors, str | dict):
        prior = np.asarray(priors, dtype=np.float64)
        if prior.shape != (len(classes),):
            raise ValueError("Number of priors must match number of classes.")
        priors = dict(zip(label_names(classes), (prior / prior.sum()).tolist(), strict=True))
    return {**said, "class_prior": priors}


def _named(rows: _suffice.Rows) -> _suffice.Rows:
    rows.names = numbered(rows.width)
    return rows


class GenerativeClassifier(GenerativeBase):
    """A generative model of numbers, categories and text, each read by a family that fits it.

    Columns of a frame are what their types say: numbers and times are measurements, categories, strings and truths are
    categories; strings that hardly repeat are text where they are sentences, and dropped where they identify rows, as
    are columns without a value, unless `columns` says otherwise. Missing values (NaN, None, NA) are taken as missing.
    By default the model is chosen by cross-validation and its probabilities are calibrated.

    Parameters
    ----------
    model : str, default='auto'
        'auto', 'naive-bayes', 'lda', 'qda', 'gaussian-nb', 'aode', 'tan', …: a name of the command-line tool.
    columns : dict, default=None
        Roles of columns by name: number, gaussian, normal-score, poisson, exponential, geometric, gamma, categorical,
        text; numbers that are cut into bins: mdl, equal-width:K, equal-frequency:K.
    shrinkage : 'auto', 'ledoit-wolf', 'oas', float or (alpha, gamma), default=None
        Of Gaussians; None is 'auto'. Two numbers are those of RegularizedDiscriminantAnalysis, for the model 'rda'.
    estimate : {'mle', 'unbiased', 'map', 'mean', 'predictive'}, default=None
        How parameters follow from sums.
    alpha : float, default=None
        Pseudocount of counts.
    priors : {'empirical', 'smoothed', 'uniform'} or array-like of shape (n_classes,), default=None
        The class prior.
    calibrate : {'none', 'temperature', 'isotonic'}, default=None
        None: by temperatures where the model is chosen.
    text : dict, default=None
        How text becomes terms: ngrams, stop_words, stemmer, hash_buckets, min_length.
    keep_full : bool, default=False
        Keep sums for every Gaussian model, so that `reestimate` can choose among them.
    random_state : int, RandomState instance or None, default=0
        Which rows the choice and the accuracy are made on, where there are many.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Attributes
    ----------
    leave_one_out_ : dict or None
        Accuracy and log loss of rows that the model has not seen, from `fit`; None once rows were added or removed.
    model_name_ : str
        What the columns are read by.

    Examples
    --------
    >>> from suffice import GenerativeClassifier
    >>> from sklearn.datasets import load_iris
    >>> iris = load_iris(as_frame=True)
    >>> model = GenerativeClassifier().fit(iris.data, iris.target)
    >>> model.model_name_
    'lda'
    >>> round(model.leave_one_out_["accuracy"], 2)
    0.98
    """

    _takes_missing = True
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        "model": [str],
        "columns": [dict, None],
        "shrinkage": [StrOptions({"auto", "ledoit-wolf", "oas", "none"}), Interval(Real, 0, 1, closed="both"), tuple,
                      None],
        "estimate": [StrOptions({"mle", "unbiased", "map", "mean", "predictive"}), None],
        "alpha": [Interval(Real, 0, None, closed="left"), None],
        "priors": ["array-like", StrOptions({"empirical", "smoothed", "uniform"}), None],
        "calibrate": [StrOptions({"none", "temperature", "isotonic"}), None],
        "text": [dict, None],
        "keep_full": ["boolean"],
        "random_state": ["random_state"],
        "n_jobs": [Integral, None],
    }

    def __init__(self, model: str = "auto", *, columns: dict[str, str] | None = None, shrinkage: Any = None,
                 estimate: str | None = None, alpha: float | None = None, priors: Any = None,
                 calibrate: str | None = None, text: dict[str, Any] | None = None, keep_full: bool = False,
                 random_state: Any = 0, n_jobs: int | None = None) -> None:
        self.model = model
        self.columns = columns
        self.shrinkage = shrinkage
        self.estimate = estimate
        self.alpha = alpha
        self.priors = priors
        self.calibrate = calibrate
        self.text = text
        self.keep_full = keep_full
        self.random_state = random_state
        self.n_jobs = n_jobs

    # Data in.

    def _validated(self, X: Any, y: Any = NO_LABELS, *, reset: bool) -> Any:
        try:
            return super()._validated(X, y, reset=reset)
        except ValueError as error:
            if "string" in str(error):
                raise ValueError(f"{error} Columns of several types come as a frame, as of pandas or polars.") from None
            raise

    def _frame_rows(self, X: Any) -> _suffice.Rows | None:
        return rows_of_frame(X, self.columns)

    def _check_columns(self, X: Any, rows: _suffice.Rows, reset: bool) -> None:
        if reset or not self._any_order:
            super()._check_columns(X, rows, reset)

    def _rows(self, X: Any) -> _suffice.Rows:
        if isinstance(X, _suffice.Rows):
            return X
        rows = rows_of(X)
        rows.names = self._feature_names()
        return rows

    def _scored_rows(self, X: Any, model: _suffice.Model) -> _suffice.Rows:
        return super()._scored_rows(X, model).arranged(model.columns)

    # From rows to a model.

    def _choice(self, classes: Any) -> dict[str, Any]:
        return _said(self.model, {"shrinkage": self.shrinkage, "estimate": self.estimate, "alpha": self.alpha,
                                  "priors": self.priors}, classes)

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Self:
        with unchanged_on_failure(self):
            self._validate_params()
            self._fit_rows(X, y, sample_weight)
        return self

    def _fit_rows(self, X: Any, y: Any, sample_weight: Any) -> None:
        self._library = library_of(X)
        X, y = self._validated(X, y, reset=True)
        classes, codes = factorised(y)
        weights = self._weights(sample_weight, X)
        rows = self._rows(X)
        texts, dropped = _seeming(rows, self.columns)
        if len(dropped) == rows.width:
            dropped = {}
        roles = {name: role for name, role in (_roles(rows, self.columns) | texts).items() if name not in dropped}
        try:
            plan = _suffice.plan_fit(list(rows.names), roles, self._choice(classes), self.text or {}, self.calibrate,
                                     self.keep_full, seed_of(self.random_state), drop=list(dropped))
            model, self.leave_one_out_, _ = _suffice.fit(rows, codes, label_names(classes), weights, plan,
                                                      threads_of(self.n_jobs))
        except Error as error:
            message = error.said_to(self.get_params())
            message = f"X {message}" if message.startswith("has no column") else message
            if "counts of their pairs" in message:
                numbers = [name for name in rows.names if name not in roles and name not in dropped]
                bins = f" or bins of numbers: columns={{{numbers[0]!r}: 'equal-frequency:10', …}}" if numbers else ""
                message += bins
            raise Error(message, error.code, error.where, error.remedies) from None
        self.classes_ = classes
        self._open = None
        self._any_order = False
        self._dropped = list(dropped.values())
        self._model, self._summary = model, model.summary
        self._finish_fit()

    def _finish_fit(self) -> None:
        self.model_name_ = self._model.name

    def _estimate(self, summary: _suffice.Summary) -> _suffice.Model:
        if self._reader.name in ("logistic", "perceptron"):
            raise Error(f"{self._reader.name} is no function of sums: fit it to all rows again")
        self.leave_one_out_ = None  # of other sums
        return self._reader.with_summary(summary, threads_of(self.n_jobs))

    @property
    def _reader(self) -> _suffice.Model:
        model: _suffice.Model = self._model
        return model

    def _more(self, X: Any, y: Any, sample_weight: Any) -> _suffice.Summary:
        checked, y = self._validated(X, y, reset=False)
        return _suffice.summarise_like(self._rows(checked), coded(y, self.classes_), label_names(self.classes_),
                                       self._weights(sample_weight, checked), self._reader, threads_of(self.n_jobs))

    def _add(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> None:
        if self._first_call(classes):
            self._fit_rows(X, y, sample_weight)
            coded(self.classes_, np.unique(classes))
            self.classes_ = np.unique(classes)
        else:
            self._summary = self._sums().merged(self._more(X, y, sample_weight))
            self._model = self._estimate(self._summary)

    def merge(self, other: Self) -> Self:
        """Add the rows that another estimator was fitted to, by the same model and columns."""
        try:
            return super().merge(other)
        except Error as error:
            raise Error(f"{error}: fit the parts with one model=, and columns= where they matter", error.code,
                        error.where, error.remedies) from None

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Remove rows, as if they had never been fitted; a label without rows is gone."""
        self._fitted()
        self._remove(self._more(X, y, sample_weight))
        return self

    def leave_one_out(self, X: Any, y: Any, sample_weight: Any = None) -> dict[str, Any]:
        """Accuracy and log loss of rows that were fitted, each scored with itself removed, in closed form.

        What was fitted to scale and pool the scores is held, as `calibration_held` says; an isotonic map is fitted to
        other rows than it scores.
        """
        model = self._fitted()
        checked, y = self._validated(X, y, reset=False)
        rows = self._rows(checked).arranged(model.summary.schema.columns)
        return model.leave_one_out(rows, coded(y, self.classes_), label_names(self.classes_),
                                   self._weights(sample_weight, checked), threads_of(self.n_jobs))

    def reestimate(self, model: str | None = None, **options: Any) -> Self:
        """Another estimator of the same sums, read by another model or with other options; no rows are needed."""
        other = type(self)(**self.get_params())
        other.__dict__.update(self.__dict__)
        other.leave_one_out_ = None  # of another model
        other._model = self._fitted().reestimate(_said(model, options, self.classes_), threads_of(self.n_jobs))
        other._summary = other._model.summary
        other._finish_fit()
        return other

    @classmethod
    def _from_sums(cls, sums: _suffice.Summary, model: str | None, options: dict[str, Any]) -> Self:
        classes = np.sort(typed_labels(sums.labels))
        return cls._of_model(_suffice.Model.read(sums, _said(model, options, classes)))

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        if " + " in model.name or ", " in model.name:  # of several kinds of columns, or chosen
            return {}
        shrinkage = model.options["readings"][0].get("shrinkage")
        if isinstance(shrinkage, dict) and shrinkage["target"] == "spheres":
            return {"model": model.name, "shrinkage": (shrinkage["alpha"], shrinkage["gamma"])}
        return {"model": model.name}

    def _unsaid(self, model: _suffice.Model) -> dict[str, Any] | None:
        return None  # the model itself says how other sums are read

    def _adopt(self, model: _suffice.Model) -> None:
        super()._adopt(model)
        self._any_order = True  # the file has columns in the order of its blocks: those of a frame are found by name
        self.leave_one_out_ = None

    def sample(self, n_samples: int = 1, random_state: Any = None) -> tuple[Any, Any]:
        """New rows drawn from the model: X and y.

        X is an array where the model was fitted to one, else a frame of the library that the fitted one is of. After
        `load` it is one of pandas, polars or pyarrow, whichever is installed; of none of them, a dict of columns.
        """
        return super().sample(n_samples, random_state)

    def _sampled(self, columns: list[Any]) -> Any:
        names = self._model.columns
        if all(isinstance(column, np.ndarray) for column in columns) and not hasattr(self, "feature_names_in_"):
            return np.column_stack(columns)
        drawn = dict(zip(names, columns, strict=True))
        for block in json.loads(self._model.summary.schema.to_json())["blocks"]:
            for name in set(block.get("missing_values", ())) & set(drawn):  # where they are values, '' is drawn for one
                if isinstance(drawn[name], list):
                    drawn[name] = [value or None for value in drawn[name]]
        order = [name for name in self._feature_names() if name in drawn] or names
        return frame_of({name: drawn[name] for name in order}, getattr(self, "_library", None))

    @property
    def notes_(self) -> list[str]:
        """What should be known about the estimate: constant columns, columns that are dropped, a single class."""
        return [*self._shown_model().notes, *getattr(self, "_dropped", [])]
