"""Where definitions agree, probabilities are scikit-learn's to 1e-9, on its own data sets and on made ones."""

import warnings

import numpy as np
import pytest
import suffice
from conftest import rows_for
from sklearn import datasets, discriminant_analysis, naive_bayes


def _made(seed):
    """Classes of any number, balance, offset and scale."""
    rng = np.random.default_rng(seed)
    d, classes = int(rng.integers(1, 12)), int(rng.integers(2, 6))
    n = int(rng.integers(60, 400)) * classes
    y = rng.choice(classes, n, p=rng.dirichlet(np.full(classes, 3.0)))
    y[: 30 * classes] = np.tile(np.arange(classes), 30)
    mix = rng.normal(size=(d, d))
    X = (rng.normal(size=(n, d)) @ mix + rng.normal(size=(classes, d))[y]) * 10.0 ** rng.integers(-3, 4)
    return X + rng.normal() * 10, y


def _tables():
    tables = {"iris": datasets.load_iris(return_X_y=True), "wine": datasets.load_wine(return_X_y=True),
              "breast_cancer": datasets.load_breast_cancer(return_X_y=True)}
    X, y = datasets.load_digits(return_X_y=True)
    spreads = np.array([X[y == label].std(axis=0) for label in range(10)])
    tables["digits"] = X[:, spreads.min(axis=0) > 1], y
    tables["moons"] = datasets.make_moons(300, noise=0.3, random_state=0)
    tables["circles"] = datasets.make_circles(300, noise=0.2, random_state=0)
    tables["blobs"] = datasets.make_blobs(300, centers=4, random_state=0)
    tables["classification"] = datasets.make_classification(500, 12, random_state=0, n_redundant=0)
    tables["quantiles"] = datasets.make_gaussian_quantiles(n_samples=400, n_features=3, random_state=0)
    tables["hastie"] = datasets.make_hastie_10_2(600, random_state=0)
    for seed in range(12):
        tables[f"made_{seed}"] = _made(seed)
    return tables


TABLES = _tables()
GAUSSIAN = [
    (suffice.GaussianNB, naive_bayes.GaussianNB, {}),
    (suffice.GaussianNB, naive_bayes.GaussianNB, {"var_smoothing": 1e-3}),
    (suffice.LinearDiscriminantAnalysis, discriminant_analysis.LinearDiscriminantAnalysis, {}),
    (suffice.LinearDiscriminantAnalysis, discriminant_analysis.LinearDiscriminantAnalysis,
     {"solver": "lsqr", "shrinkage": 0.3}),
    (suffice.LinearDiscriminantAnalysis, discriminant_analysis.LinearDiscriminantAnalysis, {"solver": "eigen"}),
    (suffice.QuadraticDiscriminantAnalysis, discriminant_analysis.QuadraticDiscriminantAnalysis, {"tol": 0.0}),
    (suffice.QuadraticDiscriminantAnalysis, discriminant_analysis.QuadraticDiscriminantAnalysis,
     {"solver": "eigen", "shrinkage": 0.2, "tol": 0.0}),
]
DISCRETE = [(getattr(suffice, name), getattr(naive_bayes, name), said) for name, said in (
    ("MultinomialNB", {}), ("MultinomialNB", {"alpha": 0.01, "fit_prior": False}), ("BernoulliNB", {}),
    ("BernoulliNB", {"binarize": 2.0, "alpha": 0.5}), ("ComplementNB", {}), ("ComplementNB", {"norm": True}))]


def _compare(ours, theirs, X, tolerance=1e-9):
    expected = theirs.predict_proba(X)
    np.testing.assert_allclose(ours.predict_proba(X), expected, atol=tolerance, rtol=0)
    first, second = np.sort(expected, axis=1)[:, -1], np.sort(expected, axis=1)[:, -2]
    clear = first - second > tolerance  # of classes that tie, the last bit decides
    np.testing.assert_array_equal(ours.predict(X)[clear], theirs.predict(X)[clear])


@pytest.mark.parametrize("name", TABLES)
def test_gaussians_agree(name):
    X, y = TABLES[name]
    for ours, theirs, said in GAUSSIAN:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            peer = theirs(**said).fit(X, y)
        _compare(ours(**said).fit(X, y), peer, X)


@pytest.mark.parametrize("name", TABLES)
def test_counts_agree(name):
    X, y = TABLES[name]
    X = np.round(np.abs(X) / np.abs(X).max() * 20)
    for ours, theirs, said in DISCRETE:
        _compare(ours(**said).fit(X, y), theirs(**said).fit(X, y), X)
    codes = (X // 4).astype(int)
    _compare(suffice.CategoricalNB().fit(codes, y), naive_bayes.CategoricalNB().fit(codes, y), codes)


def test_attributes_agree():
    X, y = TABLES["wine"]
    for ours, theirs, said, names in (
        (suffice.GaussianNB, naive_bayes.GaussianNB, {}, "classes_ class_count_ class_prior_ theta_ var_ epsilon_"),
        (suffice.LinearDiscriminantAnalysis, discriminant_analysis.LinearDiscriminantAnalysis,
         {"store_covariance": True}, "means_ priors_ coef_ intercept_ covariance_ xbar_ explained_variance_ratio_"),
        (suffice.QuadraticDiscriminantAnalysis, discriminant_analysis.QuadraticDiscriminantAnalysis,
         {"store_covariance": True, "tol": 0.0}, "means_ priors_ covariance_"),
        (suffice.MultinomialNB, naive_bayes.MultinomialNB, {},
         "class_count_ class_log_prior_ feature_count_ feature_log_prob_"),
        (suffice.BernoulliNB, naive_bayes.BernoulliNB, {"binarize": 3.0}, "feature_count_ feature_log_prob_"),
        (suffice.ComplementNB, naive_bayes.ComplementNB, {}, "feature_all_ feature_log_prob_"),
    ):
        a, b = ours(**said).fit(X, y), theirs(**said).fit(X, y)
        for name in names.split():
            np.testing.assert_allclose(getattr(a, name), getattr(b, name), rtol=1e-8, atol=1e-10, err_msg=name)
    a = suffice.CategoricalNB(min_categories=20).fit(X[:, :1].astype(int) % 9, y)
    b = naive_bayes.CategoricalNB(min_categories=20).fit(X[:, :1].astype(int) % 9, y)
    np.testing.assert_allclose(a.feature_log_prob_[0], b.feature_log_prob_[0])
    np.testing.assert_array_equal(a.category_count_[0], b.category_count_[0])


def test_projections_agree_up_to_their_signs():
    X, y = TABLES["wine"]
    for solver in ("svd", "eigen"):
        ours = suffice.LinearDiscriminantAnalysis(solver=solver).fit(X, y)
        theirs = discriminant_analysis.LinearDiscriminantAnalysis(solver=solver).fit(X, y)
        np.testing.assert_allclose(np.abs(ours.transform(X)), np.abs(theirs.transform(X)), atol=1e-8)


def test_priors_and_weights_agree():
    X, y = TABLES["iris"]
    priors = [0.2, 0.3, 0.5]
    weights = np.random.default_rng(0).integers(0, 4, len(y)).astype(float)
    _compare(suffice.LinearDiscriminantAnalysis(priors=priors).fit(X, y),
             discriminant_analysis.LinearDiscriminantAnalysis(priors=priors).fit(X, y), X)
    _compare(suffice.GaussianNB(priors=priors, var_smoothing=0).fit(X, y, weights),
             naive_bayes.GaussianNB(priors=priors, var_smoothing=0).fit(X, y, weights), X)
    _compare(suffice.MultinomialNB(class_prior=priors, alpha=[0.5, 1, 2, 3]).fit(X, y, weights),
             naive_bayes.MultinomialNB(class_prior=priors, alpha=[0.5, 1, 2, 3]).fit(X, y, weights), X)


def test_every_attribute_that_is_listed_is_there():
    """What dir() names with a trailing underscore can be read once a model is fitted."""
    for name in ("CategoricalNB", "AODE", "MultinomialNB", "ComplementNB", "BernoulliNB", "GaussianNB"):
        model = getattr(suffice, name)().fit(*rows_for(name))
        listed = [attribute for attribute in dir(model) if attribute.endswith("_") and not attribute.startswith("_")]
        assert "classes_" in listed
        for attribute in listed:
            getattr(model, attribute)
