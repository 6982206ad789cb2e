"""Where definitions agree, probabilities are scikit-learn's to 1e-9, on its own data sets and on made ones.

Those of the command-line tool are the same bits, from the same model file.
"""

import subprocess
import warnings

import numpy as np
import pytest
import suffice
from conftest import ESTIMATORS, rows_for
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


def _said_by_tool(request, *words):
    tool = request.config.rootpath / "build" / "suffice"
    if not tool.exists():
        pytest.skip("the tool is not built")
    return subprocess.run([tool, *words, "--quiet"], capture_output=True, text=True, check=True).stdout


def _expect_the_bits_of_the_tool(request, model, X, file, rows):
    """The labels and probabilities that the tool writes, of rows of a file, are those that Python has of X."""
    lines = [line.split(",") for line in _said_by_tool(request, "predict", file, rows, "--proba").splitlines()]
    assert lines[0] == ["label", *(f"p_{label}" for label in model.classes_)]
    assert [line[0] for line in lines[1:]] == model.predict(X).tolist()
    if hasattr(model, "predict_proba"):
        written = np.array([line[1:] for line in lines[1:]], dtype=float)  # with the digits that the bits need
        np.testing.assert_array_equal(written.view(np.int64), model.predict_proba(X).view(np.int64))


@pytest.mark.parametrize("name", [*ESTIMATORS, "LogisticRegression", "Perceptron", "LeastSquares"])
def test_the_tool_has_the_same_bits(name, tmp_path, request):
    X, y = rows_for(name)
    model = getattr(suffice, name)().fit(X, np.array(["a", "b", "c"])[y])
    model.save(tmp_path / "a.model")
    np.save(tmp_path / "X.npy", X)
    _expect_the_bits_of_the_tool(request, model, X, tmp_path / "a.model", tmp_path / "X.npy")


def _mixed():
    """Numbers, some of them missing, counts, categories and text, and labels that follow from all of them."""
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(7)
    n = 300
    y = rng.integers(0, 3, n)
    words = np.array([["win", "prize", "now"], ["lunch", "noon", "now"], ["game", "ball", "noon"]])
    frame = pandas.DataFrame({
        "width": np.where(rng.random(n) < 0.1, np.nan, rng.normal(size=n) / 3 + y), "height": rng.normal(size=n) - y,
        "visits": rng.poisson(2 + y), "job": np.array(["a", "b", "c", "d"])[np.minimum(rng.poisson(y / 2), 3)],
        "note": [" ".join(rng.choice(words[k], 4)) for k in y]})
    return frame, np.array(["low", "mid", "high"])[y]


MIXED = {"naive-bayes": {"columns": {"visits": "poisson", "note": "text"}}, "auto": {}, "qda": {}, "aode": {},
         "tan": {}, "lda": {"columns": {"note": "text"}, "calibrate": "temperature"}}


@pytest.mark.parametrize("name", MIXED)
def test_the_tool_has_the_same_bits_of_mixed_frames(name, tmp_path, request):
    frame, y = _mixed()
    model = suffice.GenerativeClassifier(name, **MIXED[name]).fit(frame, y)
    model.save(tmp_path / "a.model")
    frame.to_csv(tmp_path / "rows.csv", index=False)
    _expect_the_bits_of_the_tool(request, model, frame, tmp_path / "a.model", tmp_path / "rows.csv")


@pytest.mark.parametrize("name", ["multinomial-nb", "bernoulli-nb", "complement-nb"])
def test_the_tool_has_the_same_bits_of_text(name, tmp_path, request):
    frame, y = _mixed()
    documents = frame["note"].tolist()
    model = suffice.TextClassifier(model=name, ngram_range=(1, 2)).fit(documents, y)
    model.save(tmp_path / "a.model")
    (tmp_path / "documents.txt").write_text("\n".join(documents) + "\n")
    _expect_the_bits_of_the_tool(request, model, documents, tmp_path / "a.model", tmp_path / "documents.txt")


@pytest.mark.parametrize("name", ["auto", "naive-bayes", "lda", "aode", "logistic"])
def test_files_of_the_tool_have_the_same_bits(name, tmp_path, request):
    frame, y = _mixed()
    frame.assign(label=y).to_csv(tmp_path / "rows.csv", index=False)
    chosen = () if name == "auto" else ("--model", name)
    _said_by_tool(request, "fit", tmp_path / "rows.csv", "--target", "label", *chosen, "-o", tmp_path / "a.model")
    model = suffice.GenerativeClassifier.load(tmp_path / "a.model")
    _expect_the_bits_of_the_tool(request, model, frame, tmp_path / "a.model", tmp_path / "rows.csv")
