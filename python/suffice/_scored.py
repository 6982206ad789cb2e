"""What is asked of a fitted model, and its file."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from suffice import _suffice
from suffice._data import label_names, numbered, threads_of, typed_labels
from suffice._input import RowsBase


def _checked_out(out: Any) -> Any:
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is to be an array of NumPy, not {type(out).__name__}")
    return out


def _as_bytes(labels: Any) -> Any:
    """The bytes of each label, a row for each."""
    return labels.view(np.uint8).reshape(len(labels), labels.dtype.itemsize)


def prior_of(model: _suffice.Model) -> Any:
    """The class prior of a model as parameters have it: a name, or probabilities in the order of `classes_`."""
    prior = model.options["class_prior"]
    if isinstance(prior, str):
        return prior
    return [prior.get(name, 0.0) for name in label_names(np.sort(typed_labels(model.labels)))]


def prior_or_none(model: _suffice.Model) -> Any:
    """The probabilities of the classes that were given; None where they follow from the rows."""
    prior = prior_of(model)
    return None if isinstance(prior, str) else prior


class ModelBase(RowsBase):
    """A classifier whose model is the engine's: labels, reasons, files."""

    _models: ClassVar[tuple[str, ...]] = ()  # the names of models that a file may hold
    n_jobs: int | None
    classes_: Any
    _model: Any  # Model | None

    def _fitted(self) -> _suffice.Model:
        check_is_fitted(self)
        model: _suffice.Model = self._model
        return model

    def _shown_model(self) -> _suffice.Model:
        if not hasattr(self, "classes_"):
            raise AttributeError("the estimator is not fitted yet")
        return self._fitted()

    def _finish_fit(self) -> None:
        """Called when the classes are known."""

    def _places(self, labels: list[str]) -> Any:
        """For each of these labels its place among classes_."""
        places = {name: k for k, name in enumerate(label_names(self.classes_))}
        return np.array([places[label] for label in labels], dtype=np.intp)

    def _by_class(self, values: Any, labels: list[str], fill: float = 0.0) -> Any:
        """Values of the labels of the sums, in the order of classes_."""
        places = self._places(labels)
        if len(places) == len(self.classes_) and np.array_equal(places, np.arange(len(places))):
            return values
        result = np.full((len(self.classes_), *values.shape[1:]), fill, dtype=values.dtype)
        result[places] = values
        return result

    def _scored(self, X: Any, method: str, fill: float, out: Any = None) -> Any:
        model = self._fitted()
        rows = self._scored_rows(X, model)
        places = self._places(model.labels)
        direct = len(places) == len(self.classes_) and np.array_equal(places, np.arange(len(places)))
        result = np.empty((rows.rows, len(self.classes_))) if out is None else _checked_out(out)
        if result.shape != (rows.rows, len(self.classes_)) or result.dtype.kind != "f" or not result.flags.c_contiguous:
            raise ValueError(f"out is to be an array of floats in C order, of shape {(rows.rows, len(self.classes_))}")
        part = result if direct else np.empty((rows.rows, len(places)))
        self._given(rows, lambda rows: getattr(model, method)(rows, part, self._unchecked(), threads_of(self.n_jobs)))
        if not direct:
            result[...] = fill
            result[:, places] = part
        return result

    def _given(self, rows: _suffice.Rows, call: Callable[[_suffice.Rows], Any]) -> Any:
        """call(rows), for estimators that can try other rows where the engine refuses these."""
        return call(rows)

    def _scored_rows(self, X: Any, model: _suffice.Model) -> _suffice.Rows:
        return self._rows(self._validated(X, reset=False))

    def predict(self, X: Any, out: Any = None) -> Any:
        """The most probable label of each row, into `out` where that is given.

        Of rows of zero probability under every class it is the first label.
        """
        model = self._fitted()
        rows = self._scored_rows(X, model)
        out = None if out is None else _checked_out(out)
        labels = np.ascontiguousarray(self.classes_[self._places(model.labels)])
        direct = labels.dtype.kind in "biufmMSU" and (
            out is None or (out.dtype == labels.dtype and out.flags.c_contiguous))
        written = labels if direct else np.arange(len(labels), dtype=np.intp)
        result = np.empty(rows.rows, dtype=written.dtype) if out is None or not direct else out
        self._given(rows, lambda rows: model.predict(rows, _as_bytes(written), _as_bytes(result), self._unchecked(),
                                                     threads_of(self.n_jobs)))
        return result if direct else np.take(labels, result, out=out)

    def explain(self, X: Any) -> list[dict[str, Any]]:
        """Why each row is scored as it is.

        Returns
        -------
        explanations : list of dict
            `contributions`: (feature, value, score of each class) in order; `base`: what is no feature's;
            `log_joint`: their sum; `log_posterior`. Scores are in the order of `classes_`.
        """
        model = self._fitted()
        rows = self._scored_rows(X, model)

        def explained(rows: _suffice.Rows) -> Any:
            if not self._unchecked():
                rows.require_finite()
            return model.explain(rows)

        def ordered(scores: Any) -> Any:
            return self._by_class(scores, model.labels, -np.inf)

        return [{"contributions": [(feature, value, ordered(scores)) for feature, value, scores in contributions],
                 "base": ordered(base), "log_joint": ordered(joint), "log_posterior": ordered(posterior)}
                for contributions, base, joint, posterior in self._given(rows, explained)]

    def _form(self) -> tuple[Any, Any]:
        """Coefficients and intercepts of each class, in the order of classes_."""
        model = self._shown_model()
        weights, intercepts, _ = model.linear_form()
        return self._by_class(weights, model.labels), self._by_class(intercepts, model.labels, -np.inf)

    # Files.

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a model file, which the command-line tool reads too. It holds sums and options, and no code."""
        self._fitted().save(os.fspath(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a model file. Labels that are all numbers, or True and False, come back as such, others as text."""
        model = _suffice.Model.load(os.fspath(path))
        return cls._of_model(model)

    @classmethod
    def _of_model(cls, model: _suffice.Model) -> Self:
        if cls._models and model.name not in cls._models:
            raise ValueError(f"the file holds a model of {model.name}, not one of {' or '.join(cls._models)}; "
                             "GenerativeClassifier.load reads any")
        estimator = cls(**cls._parameters_of(model))
        estimator._adopt(model)
        return estimator

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        return {}

    def _adopt(self, model: _suffice.Model) -> None:
        self.classes_ = np.sort(typed_labels(model.labels))
        self._model = model
        columns = self._columns_of(model)
        self.n_features_in_ = len(columns)
        if columns != numbered(len(columns)):
            self.feature_names_in_ = np.array(columns, dtype=object)
        self._finish_fit()

    def _columns_of(self, model: _suffice.Model) -> list[str]:
        return model.summary.schema.columns

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        model = state.pop("_model", None)
        return state if model is None else {**state, "_model_bytes": model.to_bytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        model = state.pop("_model_bytes", None)
        super().__setstate__(state)
        if model is not None:
            self._model = _suffice.Model.from_bytes(model)


class ProbabilityBase(ModelBase):
    """A model that has the probability of each class."""

    def predict_log_proba(self, X: Any, out: Any = None) -> Any:
        """log p(y | x) of each row and class."""
        return self._scored(X, "log_posterior", -np.inf, out)

    def predict_proba(self, X: Any, out: Any = None) -> Any:
        """p(y | x) of each row and class, into `out` where that is given."""
        return self._scored(X, "posterior", 0.0, out)
