"""What estimators share whose models are functions of sums."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from numbers import Integral
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from suffice import _suffice
from suffice._data import coded, factorised, joined_labels, label_names, labels_of, threads_of
from suffice._errors import Error
from suffice._input import unchanged_on_failure
from suffice._scored import ModelBase, ProbabilityBase
from suffice._summary import Summary, less
from suffice._weights import ListedWeights, UnlistedWeights


class SingularCovarianceError(Error, np.linalg.LinAlgError):
    """A covariance has no inverse: the message names class, columns and remedies."""


@lru_cache(maxsize=4)
def _numbered_schema(kind: str, columns: int, labels: tuple[str, ...]) -> _suffice.Schema:
    """A schema never changes, and the names of 100,000 columns take longer than the sums of a small batch."""
    return _suffice.one_block(kind, columns, labels=list(labels))


class _Batches:
    """What there is one of for each row, batch by batch: from an iterator of batches, from all of it, or nothing."""

    def __init__(self, values: Any, name: str) -> None:
        self.values, self.name, self.taken = values, name, 0

    def take(self, count: int) -> Any:
        if self.values is None or isinstance(self.values, Iterator):
            return None if self.values is None else next(self.values, None)
        self.taken += count
        return self.values[self.taken - count : self.taken]

    def end(self) -> None:
        if isinstance(self.values, Iterator):
            more = next(self.values, None) is not None
        else:
            more = self.values is not None and len(self.values) > self.taken
        if more:
            raise ValueError(f"Found input variables with inconsistent numbers of samples: more {self.name} than rows")


class SumsBase(ModelBase):
    """Rows become sums, sums become a model.

    An estimator says what kind its columns are, how the sums are read (`_reading`) and what the class prior is
    (`_class_prior`). Nothing is computed here: sums, models and scores are the engine's.
    """

    _kind: ClassVar[str] = "measurements"
    _declares_labels: ClassVar[bool] = False  # whether a class without rows has a model
    _stored: Any = None  # of a file: the options that parameters cannot say, or None, and the schema
    _open: Any  # OpenSums | None
    _summary: Any  # Summary | None

    # What estimators say.

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        raise NotImplementedError

    def _class_prior(self) -> Any:
        return "empirical"

    def _check_said(self) -> None:
        """Raises where parameters cannot be meant together."""

    def _check_counts(self, classes: Any, codes: Any) -> None:
        """Raises where there are too few classes, or rows in all."""

    def _check_sums(self, summary: _suffice.Summary) -> None:
        """Raises where a fit has too few rows of a class."""

    def _schema(self, rows: _suffice.Rows, labels: list[str]) -> _suffice.Schema:
        if hasattr(self, "feature_names_in_"):
            return _suffice.one_block(self._kind, self._feature_names(), labels=labels)
        return _numbered_schema(self._kind, self.n_features_in_, tuple(labels))

    # From rows to a model.

    def _options(self, summary: _suffice.Summary | None, classes: Any) -> dict[str, Any]:
        prior = self._class_prior()
        if not isinstance(prior, str):
            prior = self._given_prior(np.asarray(prior, dtype=np.float64), summary, classes)
        return {"class_prior": prior, "readings": [self._reading(summary)]}

    @staticmethod
    def _given_prior(prior: Any, summary: _suffice.Summary | None, classes: Any) -> Any:
        if summary is None:
            return "empirical"
        if prior.shape != (len(classes),):
            raise ValueError("Number of priors must match number of classes.")
        known = set(summary.labels)
        given = {name: p for name, p in zip(label_names(classes), prior.tolist(), strict=True) if name in known}
        total = sum(given.values())
        return {name: p / total for name, p in given.items()} if total > 0 else "uniform"

    def _opened(self, rows: _suffice.Rows, labels: list[str], full: bool = False) -> _suffice.OpenSums:
        # The sums of a file have a target with a name, and may split text in ways that parameters cannot say.
        stored = self._stored if self._kind != "categories" else None
        schema = stored[1] if stored else self._schema(rows, labels)
        return _suffice.OpenSums(schema, self._options(None, None), full, threads_of(self.n_jobs))

    def _estimate(self, summary: _suffice.Summary) -> _suffice.Model:
        options = (self._stored and self._stored[0]) or self._options(summary, self.classes_)
        try:
            return _suffice.Model.estimate(summary, options, threads_of(self.n_jobs))
        except Error as error:
            message = error.said_to(self.get_params())
            if "singular" not in message and "is constant within" not in message:
                raise Error(message, error.code, error.where, error.remedies) from None
            whose = f" of {error.where}" if error.where.startswith("class") else ""
            message = message.removeprefix(f"{error.where}: ") if whose else message
            raise SingularCovarianceError(f"The covariance matrix{whose} is not full rank: {message}", error.code,
                                          error.where, error.remedies) from None

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Self:
        with unchanged_on_failure(self):
            self._stored = None
            self._validate_params()
            self._check_said()
            if isinstance(X, Iterator):
                self._open = self._summed_batches(X, y, sample_weight)
            else:
                X, y = self._validated(X, y, reset=True)
                classes, codes = factorised(y)
                weights = self._weights(sample_weight, X)
                self._check_counts(classes, codes)
                self._open = self._summed(X, codes, classes, weights)
                self.classes_ = classes
            self._summary = self._open.summary()
            self._check_sums(self._summary)
            if self._kind in ("counts", "categories"):  # more rows can be merged: counts are exact that way too
                self._open = None
            self._model = self._estimate(self._summary)
            self._finish_fit()
        return self

    def _summed(self, X: Any, codes: Any, classes: Any, weights: Any) -> _suffice.OpenSums:
        rows = self._rows(X)
        sums = self._opened(rows, [])
        self._sum(sums, rows, codes, classes, weights)
        return sums

    def _summed_batches(self, batches: Iterator[Any], labels: Any, weights: Any) -> _suffice.OpenSums:
        """Sums of an iterator of batches; labels and weights are iterators of batches too, or those of all rows."""
        sums: _suffice.OpenSums | None = None
        known: list[Any] = []
        of_labels = _Batches(labels if isinstance(labels, Iterator) else labels_of(labels), "labels")
        of_weights = _Batches(weights, "weights")
        for batch in batches:
            count = batch.shape[0] if hasattr(batch, "shape") else len(batch)
            X, y = self._validated(batch, of_labels.take(count), reset=sums is None)
            classes, codes = factorised(y)
            rows = self._rows(X)
            if sums is None:
                sums = self._opened(rows, [])
            self._sum(sums, rows, codes, classes, self._weights(of_weights.take(count), X))
            known.append(classes)
        if sums is None:
            raise ValueError("Found array with 0 sample(s): there was no batch of rows")
        of_labels.end()
        of_weights.end()
        self.classes_ = np.unique(np.concatenate(known))
        return sums

    def _sum(self, sums: _suffice.OpenSums, rows: _suffice.Rows, codes: Any, classes: Any, weights: Any) -> None:
        try:
            names = label_names(classes)
            self._given(rows, lambda rows: sums.add(rows, codes, names, weights, self._unchecked()))
        except Error as error:
            if "is negative" in str(error):
                error.args = (f"Negative values in data passed to {type(self).__name__} (input X): {error}",)
            raise

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Add rows to those fitted before. Any split into batches gives the model that `fit` gives.

        A call that fails leaves the estimator as it was.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Rows.
        y : array-like of shape (n_samples,)
            Labels.
        classes : array-like of shape (n_classes,), default=None
            All labels that may come; needed in the first call.
        sample_weight : array-like of shape (n_samples,), default=None
            How often each row counts.

        Returns
        -------
        self : object
            The estimator.
        """
        with unchanged_on_failure(self):
            if not hasattr(self, "classes_"):
                self._validate_params()
                self._check_said()
            self._add(X, y, classes, sample_weight)
        return self

    def _first_call(self, classes: Any) -> bool:
        if hasattr(self, "classes_"):
            same = classes is None or np.array_equal(self.classes_, classes)
            if not same and not np.array_equal(self.classes_, np.unique(classes)):
                raise ValueError(
                    f"`classes={classes!r}` is not the same as on last call to partial_fit, was: {self.classes_!r}")
            return False
        if classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit.")
        if np.size(classes) == 0:
            raise ValueError("classes is empty: it names all labels that may come")
        return True

    def _add(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> None:
        first = self._first_call(classes)
        X, y = self._validated(X, y, reset=first)
        if first:
            self.classes_ = np.unique(classes)
        codes = coded(y, self.classes_)
        weights = self._weights(sample_weight, X)
        rows = self._rows(X)
        sums = self._open if not first else None
        if sums is None:
            # A file may keep the covariance of each class where its model needs less.
            model = self._model if not first and self._kind == "measurements" else None
            sums = self._opened(rows, label_names(self.classes_) if self._declares_labels else [],
                                model is not None and model.covariances().ndim == 3)
            if not first:
                sums.add_summary(self.summary_._sums)
        self._sum(sums, rows, codes, self.classes_, weights)
        self._open = sums
        self._summary = self._model = None
        self._finish_fit()

    # State: open sums, their summary, the model; each made from the one before when it is needed.

    def _forget_state(self) -> None:
        self._open = self._summary = self._model = None

    def _sums(self) -> _suffice.Summary:
        check_is_fitted(self)
        if self._summary is None:
            self._summary = self._open.summary()
        summary: _suffice.Summary = self._summary
        return summary

    def _fitted(self) -> _suffice.Model:
        check_is_fitted(self)
        if self._model is None:
            self._model = self._estimate(self._sums())
        model: _suffice.Model = self._model
        return model

    # What sums can do.

    @property
    def summary_(self) -> Summary:
        """The sums that everything is computed from, a suffice.Summary."""
        if not hasattr(self, "classes_"):
            raise AttributeError("the estimator is not fitted yet")
        return Summary(self._sums())

    def merge(self, other: Self) -> Self:
        """Add the rows that another estimator was fitted to, as if this one had been fitted to them as well."""
        check_is_fitted(self)
        check_is_fitted(other)
        if not isinstance(other, SumsBase):
            raise TypeError(f"{type(other).__name__} has no sums to merge")
        classes = joined_labels(self.classes_, other.classes_)
        self._replace(self._sums().merged(other._sums()), classes)
        return self

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Remove rows, as if they had never been fitted; a label without rows is gone."""
        check_is_fitted(self)
        checked, y = self._validated(X, y, reset=False)
        weights = self._weights(sample_weight, checked)
        self._remove(self._part(self._rows(checked), coded(y, self.classes_), weights))
        return self

    def _part(self, rows: _suffice.Rows, codes: Any, weights: Any) -> _suffice.Summary:
        """The sums of some of the rows, of the kinds that the estimator's are."""
        model = None
        if self._kind in ("measurements", "categories"):  # of which a file may keep more than its model needs
            with suppress(Error):  # batches so far may be too few for a model
                model = self._fitted()
        if model is not None:
            rows.names = self._feature_names()
            rows.require_finite()
            return _suffice.summarise_like(rows, codes, label_names(self.classes_), weights, model,
                                           threads_of(self.n_jobs))
        sums = self._opened(rows, [])
        self._sum(sums, rows, codes, self.classes_, weights)
        return sums.summary()

    def _remove(self, part: _suffice.Summary) -> None:
        rest = less(self._sums(), part, stacklevel=4)
        known = set(rest.labels)
        kept = [k for k, name in enumerate(label_names(self.classes_)) if name in known]
        self._replace(rest, self.classes_[kept])

    def _replace(self, summary: _suffice.Summary, classes: Any) -> None:
        with unchanged_on_failure(self):
            self.classes_ = classes
            self._open = None
            self._summary = summary
            self._model = self._estimate(summary)
            self._finish_fit()

    # Files.

    def _adopt(self, model: _suffice.Model) -> None:
        self._forget_state()
        self._summary = model.summary
        super()._adopt(model)
        self._stored = (self._unsaid(model), model.summary.schema)

    def _unsaid(self, model: _suffice.Model) -> dict[str, Any] | None:
        """The options of a file where the parameters do not say them: later estimates are made with these."""
        said = _suffice.written_options(self._options(model.summary, self.classes_))
        return None if said == model.options else model.options

    def set_params(self, **params: Any) -> Self:
        """Set parameters, which from then on say what a file may have said otherwise."""
        if params:
            self._stored = None
        super().set_params(**params)
        return self

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        state.pop("_open", None)
        if stored := state.pop("_stored", None):
            state["_stored_options"] = stored[0]
        summary, model = state.pop("_summary", None), state.pop("_model", None)
        if "classes_" in state:
            if model is not None:
                state["_model_bytes"] = model.to_bytes()
            else:
                state["_summary_bytes"] = (summary or self._sums()).to_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        state = dict(state)
        model, summary = state.pop("_model_bytes", None), state.pop("_summary_bytes", None)
        stored, options = "_stored_options" in state, state.pop("_stored_options", None)
        super().__setstate__(state)
        if model is not None or summary is not None:
            self._forget_state()
            self._model = None if model is None else _suffice.Model.from_bytes(model)
            self._summary = self._model.summary if self._model else _suffice.Summary.from_bytes(summary)
        if stored:
            self._stored = (options, self._summary.schema)

    # Attributes that most have.

    @property
    def class_count_(self) -> Any:
        """The summed weights of the rows of each class."""
        summary = self._shown()
        return self._by_class(summary.class_weights, summary.labels)

    def _shown(self) -> _suffice.Summary:
        if not hasattr(self, "classes_"):
            raise AttributeError("the estimator is not fitted yet")
        return self._sums()

    def _shown_model(self) -> _suffice.Model:
        self._shown()
        return self._fitted()

    def _shown_prior(self) -> Any:
        model = self._shown_model()
        return self._by_class(model.class_prior, model.labels)


class GenerativeBase(UnlistedWeights, SumsBase, ProbabilityBase):
    """A model of p(x, y): its rows have a joint, an evidence, and can be drawn."""

    def predict_joint_log_proba(self, X: Any, out: Any = None) -> Any:
        """log p(x, y) of each row and class."""
        return self._scored(X, "log_joint", -np.inf, out)

    def log_evidence(self, X: Any) -> Any:
        """log p(x) of each row: how well the model as a whole expects it."""
        model = self._fitted()
        rows = self._scored_rows(X, model)
        result = np.empty(rows.rows)
        self._given(rows, lambda rows: model.log_evidence(rows, result, self._unchecked(), threads_of(self.n_jobs)))
        return result

    def sample(self, n_samples: int = 1, random_state: Any = None) -> tuple[Any, Any]:
        """New rows drawn from the model: X and y."""
        from sklearn.utils import check_random_state, check_scalar

        model = self._fitted()
        check_scalar(n_samples, "n_samples", Integral, min_val=0)
        seed = int(check_random_state(random_state).randint(0, 2**31 - 1))
        columns, codes = model.sample(n_samples, seed)
        return self._sampled(columns), self.classes_[self._places(model.labels)[codes]]

    def _sampled(self, columns: list[Any]) -> Any:
        return np.column_stack(columns)

    def leave_one_out(self, X: Any, y: Any, sample_weight: Any = None) -> dict[str, Any]:
        """Accuracy and log loss of rows that were fitted, each scored with itself removed, in closed form.

        What was fitted to scale and pool the scores is held, as `calibration_held` says; an isotonic map is fitted to
        other rows than it scores.
        """
        model = self._fitted()
        checked, y = self._validated(X, y, reset=False)
        rows = self._rows(checked)
        if not self._unchecked():
            rows.require_finite()
        codes, names = coded(y, self.classes_), label_names(self.classes_)
        weights = self._weights(sample_weight, checked)
        result: dict[str, Any] = self._given(
            rows, lambda rows: model.leave_one_out(rows, codes, names, weights, threads_of(self.n_jobs)))
        return result


class WeightedBase(ListedWeights, GenerativeBase):
    """A generative model that any rows of its kind have, with weights too."""
