"""Linear rivals: scikit-learn's numbers, files, and what they refuse."""

import pickle

import numpy as np
import pytest
import suffice
from conftest import rows_for
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.preprocessing import StandardScaler

RIVALS = ["LogisticRegression", "Perceptron", "LeastSquares"]


@pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer])
def test_logistic_regression_is_that_of_scikit_learn(load):
    X, y = load(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    weights = 1.0 + np.arange(len(y)) % 3
    for C in (1.0, 0.1):
        theirs = LogisticRegression(C=C, solver="newton-cg", tol=1e-10, max_iter=1000).fit(X, y, weights)
        ours = suffice.LogisticRegression(C=C).fit(X, y, weights)
        np.testing.assert_allclose(ours.coef_, theirs.coef_, atol=1e-5)
        np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-5)
        np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-6)
        np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-4)


@pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer])
def test_least_squares_is_the_ridge_classifier(load):
    X, y = load(return_X_y=True)
    X = StandardScaler().fit_transform(X)
    theirs, ours = RidgeClassifier(alpha=0.7).fit(X, y), suffice.LeastSquares(alpha=0.7).fit(X, y)
    np.testing.assert_allclose(ours.coef_, np.atleast_2d(theirs.coef_), atol=1e-10)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, atol=1e-10)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), atol=1e-10)
    parts = suffice.LeastSquares(alpha=0.7)
    for cut in np.array_split(np.arange(len(y)), 5):
        parts.partial_fit(X[cut], y[cut], classes=np.unique(y))
    np.testing.assert_array_equal(parts.coef_, ours.coef_)


def test_the_perceptron_separates_what_can_be_separated():
    X, y = load_iris(return_X_y=True)
    model = suffice.Perceptron().fit(X[y < 2], y[y < 2])
    assert model.score(X[y < 2], y[y < 2]) == 1.0
    assert model.coef_.shape == (1, 4) and model.intercept_.shape == (1,)
    assert not hasattr(model, "predict_proba") and not hasattr(model, "partial_fit")


@pytest.mark.parametrize("name", RIVALS)
def test_files_and_pickles_of_rivals(name, tmp_path):
    X, y = rows_for("LinearDiscriminantAnalysis")
    model = getattr(suffice, name)().fit(X, y)
    model.save(tmp_path / "a.model")
    for again in (type(model).load(tmp_path / "a.model"), pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))
        np.testing.assert_array_equal(again.coef_, model.coef_)
    again = type(model).load(tmp_path / "a.model")
    assert again.get_params() == model.get_params()


@pytest.mark.parametrize("name", ["LogisticRegression", "Perceptron", "LeastSquares"])
@pytest.mark.parametrize("large", [1e160, 1.7e308])
def test_values_that_have_no_square_are_errors(name, large):
    with pytest.raises(ValueError, match="too large to square"):
        getattr(suffice, name)().fit([[2.0, 1.0], [large, 2.0]], [0, 1])


def test_what_has_no_fit_is_said():
    X, y = rows_for("LinearDiscriminantAnalysis", classes=2)
    with pytest.raises(ValueError, match="one class"):
        suffice.LogisticRegression().fit(X, np.zeros(len(y)))
    with pytest.raises(ValueError, match="separate"):
        suffice.LogisticRegression(C=np.inf).fit(np.arange(10.0)[:, None], np.arange(10) > 4)
    chosen = suffice.GenerativeClassifier("logistic").fit(X, y)
    with pytest.raises(ValueError, match="no function of sums"):
        chosen.partial_fit(X, y)
    with pytest.raises(ValueError, match="no function of sums"):
        chosen.forget(X[:3], y[:3])
