"""Generative classification from sufficient statistics.

Estimators with the names and habits of scikit-learn, on an engine that keeps sums instead of rows: what was fitted can
be updated, merged, made to forget rows, sampled from and explained. Nothing is imported until it is asked for.

>>> import suffice
>>> model = suffice.GaussianNB().fit([[1.0], [2.0], [8.0], [9.0]], ["low", "low", "high", "high"])
>>> model.predict([[1.5], [8.5]]).tolist()
['low', 'high']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from suffice._categories import AODE as AODE
    from suffice._categories import CategoricalNB as CategoricalNB
    from suffice._centroid import NearestCentroid as NearestCentroid
    from suffice._discrete import BernoulliNB as BernoulliNB
    from suffice._discrete import ComplementNB as ComplementNB
    from suffice._discrete import MultinomialNB as MultinomialNB
    from suffice._discriminant import LinearDiscriminantAnalysis as LinearDiscriminantAnalysis
    from suffice._discriminant import QuadraticDiscriminantAnalysis as QuadraticDiscriminantAnalysis
    from suffice._discriminant import RegularizedDiscriminantAnalysis as RegularizedDiscriminantAnalysis
    from suffice._errors import Error as Error
    from suffice._generative import GenerativeClassifier as GenerativeClassifier
    from suffice._naive_bayes import GaussianNB as GaussianNB
    from suffice._naive_bayes import PoissonNB as PoissonNB
    from suffice._rivals import LeastSquares as LeastSquares
    from suffice._rivals import LogisticRegression as LogisticRegression
    from suffice._rivals import Perceptron as Perceptron
    from suffice._suffice import version as __version__  # noqa: F401
    from suffice._summary import Summary as Summary
    from suffice._text import TextClassifier as TextClassifier
    from suffice._text import TextEncoder as TextEncoder

_HOMES = {
    "AODE": "_categories",
    "BernoulliNB": "_discrete",
    "CategoricalNB": "_categories",
    "ComplementNB": "_discrete",
    "Error": "_errors",
    "GaussianNB": "_naive_bayes",
    "GenerativeClassifier": "_generative",
    "LinearDiscriminantAnalysis": "_discriminant",
    "MultinomialNB": "_discrete",
    "NearestCentroid": "_centroid",
    "PoissonNB": "_naive_bayes",
    "QuadraticDiscriminantAnalysis": "_discriminant",
    "RegularizedDiscriminantAnalysis": "_discriminant",
    "LogisticRegression": "_rivals",
    "Perceptron": "_rivals",
    "LeastSquares": "_rivals",
    "Summary": "_summary",
    "TextClassifier": "_text",
    "TextEncoder": "_text",
}
_MODULES = ("plot", "spark")
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("suffice._suffice").version
    if name in _MODULES:
        return import_module(f"suffice.{name}")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'suffice' has no attribute {name!r}")
    value = getattr(import_module(f"suffice.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_MODULES})
