"""scikit-learn's contract: its checks, and the tools that estimators are used with."""

import os
import subprocess
import sys
import warnings

import numpy as np
import pytest
import sklearn
import suffice
from conftest import ESTIMATORS, rows_for
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator, check_sample_weight_equivalence_on_dense_data
from sklearn.utils.validation import has_fit_parameter
from suffice._weights import ListedWeights


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "name", [*ESTIMATORS, "GenerativeClassifier", "LeastSquares", "LogisticRegression", "Perceptron", "TextClassifier",
             "TextEncoder"])
def test_every_check_of_scikit_learn_passes(name):
    results = check_estimator(getattr(suffice, name)(), on_skip=None, on_fail=None)
    assert [result["check_name"] for result in results if result["status"] not in ("passed", "skipped")] == []


def test_pipelines_searches_and_calibration(estimator, rows):
    X, y = rows
    assert cross_val_score(estimator, X, y, cv=3).shape == (3,)
    fitted = CalibratedClassifierCV(estimator, cv=2).fit(X, y)
    np.testing.assert_allclose(fitted.predict_proba(X).sum(axis=1), 1)
    assert "<style>" in estimator._repr_html_()
    assert clone(estimator).get_params() == estimator.get_params()


def test_a_grid_is_searched():
    X, y = rows_for("GaussianNB")
    pipeline = make_pipeline(StandardScaler(), suffice.GaussianNB())
    search = GridSearchCV(pipeline, {"gaussiannb__var_smoothing": [1e-9, 1e-1]}, cv=3).fit(X, y)
    assert search.best_params_["gaussiannb__var_smoothing"] in (1e-9, 1e-1)


def test_names_of_columns_are_kept_and_held():
    pandas = pytest.importorskip("pandas")
    X, y = rows_for("LinearDiscriminantAnalysis")
    frame = pandas.DataFrame(X, columns=list("abcd"))
    model = suffice.LinearDiscriminantAnalysis().set_output(transform="pandas").fit(frame, y)
    assert model.feature_names_in_.tolist() == list("abcd")
    assert model.transform(frame).columns.tolist() == ["lineardiscriminantanalysis0", "lineardiscriminantanalysis1"]
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[["b", "a", "c", "d"]])


@pytest.mark.parametrize("name", ["GaussianNB", "LinearDiscriminantAnalysis"])
def test_weights_are_routed(name):
    X, y = rows_for(name)
    weights = 1.0 + np.arange(len(y)) % 4
    estimator = getattr(suffice, name)
    with sklearn.config_context(enable_metadata_routing=True):
        model = estimator().set_fit_request(sample_weight=True)
        routed = make_pipeline(model).fit(X, y, sample_weight=weights)
    weighted = estimator().fit(X, y, sample_weight=weights)
    np.testing.assert_array_equal(routed[-1].predict_log_proba(X), weighted.predict_log_proba(X))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis", "PoissonNB",
                                  "GenerativeClassifier", "Perceptron"])
def test_weights_that_no_signature_names_would_fail_a_check(name):
    """Where this check passes, the signature is to name them: tools such as AdaBoostClassifier ask it."""
    hidden = getattr(suffice, name)
    assert not has_fit_parameter(hidden(), "sample_weight")

    class Named(ListedWeights, hidden):
        __init__ = hidden.__init__

    with pytest.raises((suffice.Error, AssertionError), match="not full rank|not whole numbers|is not equivalent"):
        check_sample_weight_equivalence_on_dense_data(name, Named())


def test_weights_of_rows_are_calibrated_by_routing():
    X, y = rows_for("LinearDiscriminantAnalysis")
    weights = 1.0 + np.arange(len(y)) % 4
    with sklearn.config_context(enable_metadata_routing=True), warnings.catch_warnings():
        warnings.simplefilter("error")
        model = suffice.LinearDiscriminantAnalysis().set_fit_request(sample_weight=True)
        fitted = CalibratedClassifierCV(model, cv=2).fit(X, y, sample_weight=weights)
    assert sum(part.estimator.class_count_.sum() for part in fitted.calibrated_classifiers_) == weights.sum()


def test_a_weight_says_how_often_a_row_counts(estimator, rows):
    X, y = rows
    weights = np.arange(len(y)) % 4
    weighted = clone(estimator).fit(X, y, sample_weight=weights)
    repeated = clone(estimator).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    np.testing.assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), atol=1e-10)
    with pytest.raises(TypeError, match="unexpected keyword"):
        estimator.fit(X, y, weight=weights)


def test_frames_have_weights_too():
    pandas = pytest.importorskip("pandas")
    X, y = rows_for("GaussianNB", n=100)
    frame = pandas.DataFrame({"a": X[:, 0], "b": np.where(X[:, 1] > 0, "high", "low")})
    weights = np.arange(len(y)) % 4
    twice = np.repeat(np.arange(len(y)), weights)
    model = suffice.GenerativeClassifier("naive-bayes").fit(frame, y, sample_weight=weights)
    repeated = suffice.GenerativeClassifier("naive-bayes").fit(frame.iloc[twice], y[twice])
    np.testing.assert_allclose(model.predict_proba(frame), repeated.predict_proba(frame), atol=1e-10)


def test_outputs_go_where_they_are_wanted(estimator, rows):
    X, y = rows
    estimator.fit(X, y)
    out = np.empty((len(y), len(estimator.classes_)))
    assert estimator.predict_proba(X, out=out) is out
    np.testing.assert_array_equal(out, estimator.predict_proba(X))
    with pytest.raises(ValueError, match="out"):
        estimator.predict_proba(X, out=np.empty((1, 1)))
    with pytest.raises(ValueError, match="out is to be an array of floats"):
        estimator.predict_proba(X, out=np.empty(out.shape, dtype=int))
    for labels in (np.empty_like(y), np.empty(2 * len(y), dtype=y.dtype)[::2]):
        assert estimator.predict(X, out=labels) is labels
        np.testing.assert_array_equal(labels, estimator.predict(X))
    with pytest.raises(ValueError, match="out|shape"):
        estimator.predict(X, out=np.empty(3, dtype=y.dtype))


DISPATCHED = """
import sklearn, suffice
from sklearn.datasets import load_iris
X, y = load_iris(return_X_y=True)
names = [name for name in suffice.__all__ if not name.startswith(("Text", "Error", "Summary"))]
expected = [getattr(suffice, name)().fit(X.round(), y).predict(X.round()).tolist() for name in names]
with sklearn.config_context(array_api_dispatch=True):
    assert [getattr(suffice, name)().fit(X.round(), y).predict(X.round()).tolist() for name in names] == expected
"""


def test_arrays_of_numpy_are_taken_where_scikit_learn_dispatches():
    subprocess.run([sys.executable, "-W", "ignore", "-c", DISPATCHED], check=True,
                   env={**os.environ, "SCIPY_ARRAY_API": "1"})


def test_threads_never_change_a_bit(estimator, rows):
    X, y = rows
    one = estimator.fit(X, y).predict_log_proba(X)
    two = clone(estimator).set_params(n_jobs=2).fit(X, y).predict_log_proba(X)
    np.testing.assert_array_equal(one, two)
