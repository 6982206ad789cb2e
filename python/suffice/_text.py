"""Text: a classifier that takes documents, and its encoder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from numbers import Integral, Real
from typing import Any, ClassVar, Self

import numpy as np
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d

from suffice import _suffice
from suffice._base import WeightedBase
from suffice._data import labels_of
from suffice._input import NO_LABELS


def documents_of(X: Any) -> list[str]:
    """A column of documents as a list of strings."""
    if isinstance(X, str | bytes):
        raise ValueError("Iterable over raw text documents expected, string object received.")
    if issparse(X) or not hasattr(X, "__iter__") or getattr(X, "ndim", 1) == 0 or isinstance(X, set | frozenset | dict):
        raise ValueError(f"documents are a column of strings, not {type(X).__name__}")
    if getattr(X, "ndim", 1) == 2 or hasattr(X, "columns"):
        X = np.asarray(X)
        if X.shape[1] != 1:
            raise ValueError(f"documents are one column of strings, and X has {X.shape[1]}: name the column")
        X = X.ravel()
    documents: list[str]
    if hasattr(X, "to_list"):
        documents = X.to_list()
    elif hasattr(X, "tolist"):
        documents = X.tolist()
    elif hasattr(X, "to_pylist"):
        documents = X.to_pylist()
    else:
        documents = list(X)
    for document in documents:
        if not isinstance(document, str):
            raise ValueError(f"documents are strings, not {type(document).__name__}; '' is one without words")
    return documents


_TEXT_CONSTRAINTS: dict[str, Any] = {
    "ngram_range": [tuple],
    "analyzer": [StrOptions({"word", "char"})],
    "stop_words": [StrOptions({"english"}), list, None],
    "stemmer": [str, None],
    "hash_buckets": [Interval(Integral, 0, None, closed="left")],
}


def text_options(estimator: Any) -> dict[str, Any]:
    """How documents become terms, as the engine wants it said."""
    if len(estimator.ngram_range) != 2:
        raise ValueError(f"ngram_range is (min_n, max_n), not {estimator.ngram_range!r}")
    low, high = estimator.ngram_range
    ngrams = str(low) if low == high else f"{low}-{high}"
    return {"ngrams": f"char:{ngrams}" if estimator.analyzer == "char" else ngrams,
            "stop_words": estimator.stop_words, "stemmer": estimator.stemmer, "hash_buckets": estimator.hash_buckets}


class TextEncoder(TransformerMixin, BaseEstimator):
    """Documents as a sparse matrix of counts of their terms.

    Words are lower-cased runs of letters, digits and underscores, of any script.

    Parameters
    ----------
    ngram_range : tuple (min_n, max_n), default=(1, 1)
        Lengths of the runs that are terms.
    analyzer : {'word', 'char'}, default='word'
        What runs are made of.
    stop_words : {'english'} or list, default=None
        Words that are dropped.
    stemmer : str, default=None
        A language whose endings are dropped, such as 'english'.
    hash_buckets : int, default=0
        Terms are this many numbers, by a hash; 0: terms are words.

    Examples
    --------
    >>> from suffice import TextEncoder
    >>> encoder = TextEncoder().fit(["to be or not to be"])
    >>> encoder.get_feature_names_out().tolist()
    ['be', 'not', 'or', 'to']
    >>> encoder.transform(["be or be"]).toarray().tolist()
    [[2.0, 0.0, 1.0, 0.0]]
    """

    _parameter_constraints: ClassVar[dict[str, Any]] = _TEXT_CONSTRAINTS

    def __init__(self, *, ngram_range: tuple[int, int] = (1, 1), analyzer: str = "word", stop_words: Any = None,
                 stemmer: str | None = None, hash_buckets: int = 0) -> None:
        self.ngram_range = ngram_range
        self.analyzer = analyzer
        self.stop_words = stop_words
        self.stemmer = stemmer
        self.hash_buckets = hash_buckets

    def fit(self, X: Any, y: Any = None) -> Self:
        """Learn the terms of documents."""
        self.fit_transform(X)
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Learn the terms of documents, and count them."""
        self._validate_params()
        values, indices, offsets, terms = _suffice.count_terms(documents_of(X), text_options(self))
        order = np.argsort(np.array(terms, dtype=object)) if not self.hash_buckets else np.arange(len(terms))
        self.terms_ = [terms[k] for k in order]
        place = np.empty(len(terms), dtype=np.int32)
        place[order] = np.arange(len(terms), dtype=np.int32)
        return self._matrix(values, place[indices] if len(indices) else indices, offsets)

    def transform(self, X: Any) -> Any:
        """Count the terms of documents; those that were not learned are ignored."""
        check_is_fitted(self)
        values, indices, offsets, _ = _suffice.count_terms(documents_of(X), text_options(self), self.terms_)
        return self._matrix(values, indices, offsets)

    def _matrix(self, values: Any, indices: Any, offsets: Any) -> Any:
        from scipy.sparse import csr_matrix

        matrix = csr_matrix((values, indices, offsets), shape=(len(offsets) - 1, len(self.terms_)))
        matrix.sort_indices()
        return matrix

    @property
    def vocabulary_(self) -> dict[str, int]:
        """The column of each term."""
        if not hasattr(self, "terms_"):
            raise AttributeError("the encoder is not fitted yet")
        return {term: k for k, term in enumerate(self.terms_)}

    def get_feature_names_out(self, input_features: Any = None) -> Any:
        """The terms, by column."""
        check_is_fitted(self)
        return np.array(self.terms_, dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags


class TextClassifier(WeightedBase):
    """Naive Bayes of documents, given as strings.

    Parameters
    ----------
    model : {'multinomial-nb', 'boolean-nb', 'bernoulli-nb', 'complement-nb'}, default='multinomial-nb'
        How terms are counted.
    alpha : float, default=1.0
        Pseudocount of each term.
    fit_prior : bool, default=True
        Whether the class prior is the shares of the documents; else it is uniform.
    ngram_range, analyzer, stop_words, stemmer, hash_buckets
        As TextEncoder has them.
    min_df : int, default=0
        Terms of fewer documents are ignored.
    max_features : int, default=None
        Only the most frequent terms count.
    tf_idf : bool, default=False
        Whether tokens of rare terms count more.
    n_jobs : int, default=None
        Threads; None is 1 and -1 all.

    Examples
    --------
    >>> from suffice import TextClassifier
    >>> model = TextClassifier().fit(["win a prize now", "see you at lunch"], ["spam", "ham"])
    >>> model.predict(["a prize for you", "lunch now?"]).tolist()
    ['spam', 'ham']
    >>> model.top_terms("spam", 2)
    [('a', 0.6931471805599454), ('now', 0.6931471805599454)]
    """

    _kind = "text"
    _takes_missing = True
    _declares_labels = True
    _models = ("multinomial-nb", "boolean-nb", "bernoulli-nb", "complement-nb")
    _parameter_constraints: ClassVar[dict[str, Any]] = {
        **_TEXT_CONSTRAINTS,
        "model": [StrOptions(set(_models))],
        "alpha": [Interval(Real, 0, None, closed="left")],
        "fit_prior": ["boolean"],
        "min_df": [Interval(Integral, 0, None, closed="left")],
        "max_features": [Interval(Integral, 1, None, closed="left"), None],
        "tf_idf": ["boolean"],
        "n_jobs": [Integral, None],
    }

    def __init__(self, *, model: str = "multinomial-nb", alpha: float = 1.0, fit_prior: bool = True,
                 ngram_range: tuple[int, int] = (1, 1), analyzer: str = "word", stop_words: Any = None,
                 stemmer: str | None = None, hash_buckets: int = 0, min_df: int = 0, max_features: int | None = None,
                 tf_idf: bool = False, n_jobs: int | None = None) -> None:
        self.model = model
        self.alpha = alpha
        self.fit_prior = fit_prior
        self.ngram_range = ngram_range
        self.analyzer = analyzer
        self.stop_words = stop_words
        self.stemmer = stemmer
        self.hash_buckets = hash_buckets
        self.min_df = min_df
        self.max_features = max_features
        self.tf_idf = tf_idf
        self.n_jobs = n_jobs

    def _validated(self, X: Any, y: Any = NO_LABELS, *, reset: bool) -> Any:
        documents = documents_of(X)
        if not documents:
            raise ValueError("Found array with 0 sample(s): there are no documents")
        if y is NO_LABELS:
            return documents
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        y = column_or_1d(labels_of(y), warn=True)
        check_consistent_length(documents, y)
        check_classification_targets(y)
        return documents, y

    def _summed_batches(self, batches: Iterator[Any], labels: Any, weights: Any) -> _suffice.OpenSums:
        """Sums of an iterator of documents, or of batches of them."""
        first = next(batches, None)
        if isinstance(first, str):
            labels = list(labels) if isinstance(labels, Iterator) else labels
            return super()._summed_batches(iter([[first, *batches]]), labels, weights)
        return super()._summed_batches(batches if first is None else chain([first], batches), labels, weights)

    def _rows(self, X: Any) -> _suffice.Rows:
        rows = _suffice.Rows()
        rows.add_texts(X)
        return rows

    def _schema(self, rows: _suffice.Rows, labels: list[str]) -> _suffice.Schema:
        return _suffice.one_block("text", ["text"], text=text_options(self), labels=labels)

    def _class_prior(self) -> Any:
        return "empirical" if self.fit_prior else "uniform"

    def _reading(self, summary: _suffice.Summary | None) -> dict[str, Any]:
        family = "multinomial" if self.model == "boolean-nb" else self.model.removesuffix("-nb")
        return {"family": family, "boolean": self.model == "boolean-nb", "pseudocount": float(self.alpha),
                "min_documents": float(self.min_df), "max_terms": self.max_features or 0, "tf_idf": self.tf_idf}

    def _columns_of(self, model: _suffice.Model) -> list[str]:
        return ["1"]

    @classmethod
    def _parameters_of(cls, model: _suffice.Model) -> dict[str, Any]:
        reading = model.options["readings"][0]
        block = json.loads(model.summary.schema.to_json())["blocks"][0]
        analyzer, _, lengths = block.get("ngrams", "1").rpartition(":")
        low, _, high = lengths.partition("-")
        return {"ngram_range": (int(low), int(high or low)), "analyzer": analyzer or "word",
                **{name: block[name] for name in ("stop_words", "stemmer", "hash_buckets") if name in block},
                "fit_prior": model.options["class_prior"] != "uniform",
                "model": model.name, "alpha": reading.get("pseudocount", 1.0), "tf_idf": reading["tf_idf"],
                "min_df": int(reading["min_documents"]), "max_features": reading["max_terms"] or None}

    def _sampled(self, columns: list[Any]) -> Any:
        return np.array(columns[0], dtype=object)

    def top_terms(self, label: Any, count: int = 10) -> list[tuple[str, float]]:
        """The terms that speak most for a label, with their log odds."""
        model = self._fitted()
        if str(label) not in model.labels:
            raise ValueError(f"there is no label {label!r}; the labels are {self.classes_.tolist()}")
        place = model.labels.index(str(label))
        return [(term, odds) for term, _, odds, _ in model.strongest(place, count)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        return tags
