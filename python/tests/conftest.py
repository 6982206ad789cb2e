"""What the tests of the package share: the estimators, and rows that suit each of them."""

import numpy as np
import pytest
import suffice

NUMBERS = ["GaussianNB", "LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis", "NearestCentroid",
           "RegularizedDiscriminantAnalysis"]
COUNTS = ["MultinomialNB", "BernoulliNB", "ComplementNB", "PoissonNB"]
CATEGORIES = ["CategoricalNB", "AODE"]
ESTIMATORS = [*NUMBERS, *COUNTS, *CATEGORIES]


def rows_for(name, n=240, d=4, classes=3, seed=0):
    """X and y that an estimator of that name can be fitted to."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, classes, n)
    y[:classes] = np.arange(classes)
    if name in COUNTS:
        return rng.poisson(1.0 + y[:, None] * rng.random(d)), y
    if name in CATEGORIES:
        return np.minimum(rng.poisson(0.5 + y[:, None] * rng.random(d)), 3), y
    return rng.normal(size=(n, d)) + y[:, None] * rng.random(d), y


@pytest.fixture(params=ESTIMATORS)
def estimator(request):
    """Each estimator of arrays, unfitted."""
    return getattr(suffice, request.param)()


@pytest.fixture
def rows(estimator):
    """X and y for it."""
    return rows_for(type(estimator).__name__)
