"""What sums can do: batches, merging, forgetting, files, drawing and explaining."""

import pickle
import subprocess
import sys

import numpy as np
import pytest
import suffice
from conftest import rows_for
from sklearn.base import clone


def _state(model):
    return model.summary_.to_bytes()


def test_any_batches_give_the_bits_of_fit(estimator, rows):
    X, y = rows
    whole = clone(estimator).fit(X, y)
    parts = clone(estimator)
    for cut in np.array_split(np.arange(len(y)), 7):
        parts.partial_fit(X[cut], y[cut], classes=[0, 1, 2])
    np.testing.assert_array_equal(parts.predict_log_proba(X), whole.predict_log_proba(X))
    np.testing.assert_array_equal(parts.class_count_, whole.class_count_)


def test_shards_merge(estimator, rows):
    X, y = rows
    first = clone(estimator).fit(X[:100], y[:100])
    first.merge(clone(estimator).fit(X[100:], y[100:]))
    np.testing.assert_allclose(first.predict_proba(X), clone(estimator).fit(X, y).predict_proba(X), atol=1e-12)


def test_what_is_forgotten_was_never_there(estimator, rows):
    X, y = rows
    model = clone(estimator).fit(X, y).forget(X[:50], y[:50])
    np.testing.assert_allclose(model.predict_proba(X), clone(estimator).fit(X[50:], y[50:]).predict_proba(X), atol=1e-9)
    only = clone(estimator).fit(X, y)
    only.forget(X[y == 2], y[y == 2])
    assert only.classes_.tolist() == [0, 1]


def test_a_failed_batch_changes_nothing(estimator, rows):
    X, y = rows
    model = estimator.partial_fit(X, y, classes=[0, 1, 2])
    before, attributes = _state(model), dict(model.__dict__)
    bad = X.astype(float)
    bad[-1, 0] = np.nan
    for wrong_X, wrong_y in ((bad, y), (X[:, :-1], y), (X, y + 7), (X[:5], y)):
        with pytest.raises(ValueError):
            model.partial_fit(wrong_X, wrong_y)
        assert _state(model) == before
    assert set(model.__dict__) == set(attributes)


def test_a_failure_in_a_later_step_takes_the_earlier_ones_back():
    n = 600_000
    X = np.random.default_rng(0).normal(size=(n, 2))
    y = np.arange(n) % 2
    model = suffice.GaussianNB().partial_fit(X[:1000], y[:1000], classes=[0, 1])
    before = _state(model)
    X[-1, 1] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        model.partial_fit(X, y)
    assert _state(model) == before
    fresh = suffice.GaussianNB()
    with pytest.raises(ValueError, match="infinity"):
        fresh.partial_fit(X, y, classes=[0, 1])
    assert not hasattr(fresh, "classes_")


@pytest.mark.parametrize("name", ["GaussianNB", "LinearDiscriminantAnalysis"])
@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_found_after_many_rows_were_summed_changes_nothing(name, bad):
    X, y = rows_for(name, n=4000)
    model = getattr(suffice, name)().partial_fit(X, y, classes=[0, 1, 2])
    before = _state(model)
    wrong = X.copy()
    wrong[3990, 2] = bad
    with pytest.raises(ValueError, match=r"row 3990, column 2"):
        model.partial_fit(wrong, y)
    assert _state(model) == before
    with pytest.raises(ValueError, match=r"row 3990, column 2"):
        getattr(suffice, name)(n_jobs=2).fit(wrong, y)


def test_pickles_hold_the_model_file(estimator, rows):
    X, y = rows
    estimator.fit(X, y)
    again = pickle.loads(pickle.dumps(estimator))
    np.testing.assert_array_equal(again.predict_log_proba(X), estimator.predict_log_proba(X))
    again.partial_fit(X[:50], y[:50])
    assert again.class_count_.sum() == len(y) + 50
    batch = clone(estimator).partial_fit(X[:3], y[:3], classes=[0, 1, 2])
    assert _state(pickle.loads(pickle.dumps(batch))) == _state(batch)


def test_files_give_the_same_bits(estimator, rows, tmp_path):
    X, y = rows
    estimator.fit(X, y).save(tmp_path / "a.model")
    again = type(estimator).load(tmp_path / "a.model")
    np.testing.assert_array_equal(again.predict_proba(X), estimator.predict_proba(X))
    assert again.classes_.tolist() == [0, 1, 2]
    again.save(tmp_path / "b.model")
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()
    any_model = suffice.GenerativeClassifier.load(tmp_path / "a.model")
    assert any_model.model_name_ in type(estimator)._models


SAID = [("GaussianNB", {"priors": [0.2, 0.3, 0.5], "var_smoothing": 1e-3}),
        ("PoissonNB", {"alpha": 2, "fit_prior": False}),
        ("LinearDiscriminantAnalysis", {"priors": [0.2, 0.3, 0.5], "solver": "eigen", "shrinkage": 0.3}),
        ("QuadraticDiscriminantAnalysis", {"priors": [0.25, 0.25, 0.5], "reg_param": 0.2}),
        ("RegularizedDiscriminantAnalysis", {"alpha": 0.3, "gamma": 0.2, "target": "variances"}),
        ("NearestCentroid", {"priors": "empirical"}), ("NearestCentroid", {"priors": [0.25, 0.25, 0.5]}),
        ("MultinomialNB", {"alpha": [0.5, 1, 2, 3], "class_prior": [0.25, 0.25, 0.5]}),
        ("ComplementNB", {"norm": True}), ("BernoulliNB", {"alpha": 0.1, "fit_prior": False}),
        ("CategoricalNB", {"alpha": 0.5, "fit_prior": False}), ("AODE", {"class_prior": [0.25, 0.25, 0.5]}),
        ("LeastSquares", {"alpha": 3.0})]


@pytest.mark.parametrize(("name", "said"), SAID)
def test_what_was_said_holds_for_rows_after_a_file(name, said, tmp_path):
    X, y = rows_for(name)
    model = getattr(suffice, name)(**said).fit(X[:150], y[:150])
    model.save(tmp_path / "a.model")
    again = type(model).load(tmp_path / "a.model")
    score = "decision_function" if name == "LeastSquares" else "predict_proba"
    for change in ("partial_fit", "forget"):
        getattr(model, change)(X[150:], y[150:])
        getattr(again, change)(X[150:], y[150:])
        np.testing.assert_allclose(getattr(again, score)(X), getattr(model, score)(X), atol=1e-12)
    if name != "RegularizedDiscriminantAnalysis":
        np.testing.assert_allclose(getattr(clone(again).fit(X, y), score)(X),
                                   getattr(clone(model).fit(X, y), score)(X), atol=1e-12)


@pytest.mark.parametrize("labels", [[3, 7], [1.0, 2.0], [False, True], ["no", "yes"], ["1", "x"]])
def test_labels_of_a_file_and_of_sums_have_their_type(labels, tmp_path):
    X, y = rows_for("GaussianNB", classes=2)
    y = np.array(labels)[y]
    model = suffice.GaussianNB().fit(X, y)
    model.save(tmp_path / "a.model")
    for again in (suffice.GaussianNB.load(tmp_path / "a.model"), model.summary_.estimate("gaussian-nb")):
        assert again.classes_.dtype == y.dtype and again.classes_.tolist() == labels
        np.testing.assert_array_equal(again.predict(X), model.predict(X))
        again.forget(X[:9], y[:9])


def test_text_is_split_after_a_file_as_before(tmp_path):
    documents, y = ["win prizes now", "lunch at noon", "free prize", "noon and lunches"], [1, 0, 1, 0]
    for said in ({"ngram_range": (1, 2), "stop_words": ["at", "and"], "stemmer": "english", "fit_prior": False},
                 {"analyzer": "char", "ngram_range": (2, 3)}, {"hash_buckets": 64, "ngram_range": (2, 2)},
                 {"model": "bernoulli-nb", "stop_words": "english", "alpha": 0.5}):
        model = suffice.TextClassifier(**said).fit(documents[:3], y[:3])
        model.save(tmp_path / "a.model")
        again = suffice.TextClassifier.load(tmp_path / "a.model")
        fresh = clone(again).fit(documents, y).predict_proba(documents)
        model.partial_fit(documents[3:], y[3:])
        again.partial_fit(documents[3:], y[3:])
        np.testing.assert_array_equal(again.predict_proba(documents), model.predict_proba(documents))
        np.testing.assert_array_equal(fresh, model.predict_proba(documents))


def test_what_parameters_cannot_say_is_kept_from_a_file(tmp_path):
    X, y = rows_for("GaussianNB")
    other = suffice.GenerativeClassifier("gaussian-nb", estimate="unbiased", priors="smoothed").fit(X, y)
    other.save(tmp_path / "a.model")
    loaded = pickle.loads(pickle.dumps(suffice.GaussianNB.load(tmp_path / "a.model"))).forget(X[:40], y[:40])
    other.forget(X[:40], y[:40])
    np.testing.assert_allclose(loaded.predict_proba(X), other.predict_proba(X), atol=1e-12)
    said = loaded.set_params(var_smoothing=0.0).forget(X[40:50], y[40:50])
    np.testing.assert_allclose(said.predict_proba(X), suffice.GaussianNB(var_smoothing=0).fit(X[50:], y[50:])
                               .predict_proba(X), atol=1e-12)
    counts, y = rows_for("MultinomialNB", classes=2)
    counted = suffice.MultinomialNB().partial_fit(counts, y, classes=[0, 1, 9])
    counted.save(tmp_path / "c.model")
    loaded = suffice.MultinomialNB.load(tmp_path / "c.model").forget(counts[:9], y[:9]).partial_fit(counts[:9], y[:9])
    np.testing.assert_array_equal(loaded.predict_proba(counts)[:, :2], counted.predict_proba(counts)[:, :2])
    with pytest.raises(ValueError, match="binarize=2.0"):
        suffice.BernoulliNB(binarize=2.0).fit(np.abs(X), y).save(tmp_path / "b.model")


@pytest.mark.parametrize(("name", "model"), [("GaussianNB", "gaussian-nb"), ("LinearDiscriminantAnalysis", "lda"),
                                             ("NearestCentroid", "centroid")])
def test_a_file_that_keeps_more_than_its_model_needs_goes_on(name, model, tmp_path):
    X, y = rows_for(name)
    kept = suffice.GenerativeClassifier(model, keep_full=True).fit(X, y)
    kept.save(tmp_path / "a.model")
    kept.forget(X[:40], y[:40])
    loaded = getattr(suffice, name).load(tmp_path / "a.model").forget(X[:40], y[:40])
    np.testing.assert_array_equal(loaded.predict_proba(X), kept.predict_proba(X))
    assert loaded.summary_ == kept.summary_
    loaded.set_params(n_jobs=2).forget(X[40:60], y[40:60])
    assert loaded.summary_ == kept.forget(X[40:60], y[40:60]).summary_
    loaded.partial_fit(X[:60], y[:60])
    np.testing.assert_allclose(loaded.summary_.estimate("qda", shrinkage="none").predict_proba(X),
                               suffice.QuadraticDiscriminantAnalysis().fit(X, y).predict_proba(X), atol=1e-9)
    X[60, 1] = np.nan
    with pytest.raises(ValueError, match="row 0, column 1"):
        loaded.forget(X[60:], y[60:])


def test_batches_that_have_no_model_yet_go_on():
    X, y = rows_for("QuadraticDiscriminantAnalysis", classes=2)
    y[0] = 2
    model = suffice.QuadraticDiscriminantAnalysis().partial_fit(X[:3], y[:3], classes=[0, 1, 2])
    model = pickle.loads(pickle.dumps(model)).partial_fit(X[3:], y[3:])
    with pytest.raises(np.linalg.LinAlgError, match="class 2"):
        model.predict(X)
    np.testing.assert_allclose(model.forget(X[:1], y[:1]).predict_proba(X),
                               suffice.QuadraticDiscriminantAnalysis().fit(X[1:], y[1:]).predict_proba(X), atol=1e-9)


def test_rows_are_forgotten_from_counts_of_pairs(tmp_path):
    pandas = pytest.importorskip("pandas")
    X, y = rows_for("CategoricalNB")
    frame = pandas.DataFrame(X, columns=list("abcd"))
    pairs = suffice.GenerativeClassifier("aode", columns=dict.fromkeys("abcd", "categorical")).fit(frame, y)
    pairs.reestimate("categorical-nb", alpha=1.0).save(tmp_path / "a.model")
    loaded = suffice.CategoricalNB.load(tmp_path / "a.model").forget(frame[:40], y[:40])
    assert loaded.summary_ == pairs.forget(frame[:40], y[:40]).summary_
    np.testing.assert_allclose(loaded.predict_proba(frame),
                               suffice.CategoricalNB(min_categories=4).fit(X[40:], y[40:]).predict_proba(X))


def test_a_chosen_model_of_a_file_can_be_fitted_again(tmp_path):
    pandas = pytest.importorskip("pandas")
    X, y = rows_for("GaussianNB")
    frame = pandas.DataFrame(X).assign(kind=np.where(X[:, 0] > 0, "u", "v"))
    frame.columns = frame.columns.astype(str)
    for model in (suffice.GenerativeClassifier(), suffice.GenerativeClassifier("rda", shrinkage=(0.5, 0.1))):
        model.fit(frame, y).save(tmp_path / "a.model")
        clone(suffice.GenerativeClassifier.load(tmp_path / "a.model")).fit(frame, y)
    pooled = suffice.GenerativeClassifier("rda", shrinkage=(0.5, 0.1)).fit(X, y)
    pooled.save(tmp_path / "a.model")
    assert suffice.GenerativeClassifier.load(tmp_path / "a.model").shrinkage == (0.5, 0.1)


def test_a_file_of_the_tool_goes_on(tmp_path, request):
    tool = request.config.rootpath / "build" / "suffice"
    if not tool.exists():
        pytest.skip("the tool is not built")
    pandas = pytest.importorskip("pandas")
    X, y = rows_for("LinearDiscriminantAnalysis")
    frame = pandas.DataFrame(X, columns=list("abcd"))
    frame.assign(kind=np.array(["u", "v", "w"])[y]).to_csv(tmp_path / "x.csv", index=False)
    for name in ("LinearDiscriminantAnalysis", "GaussianNB"):
        model = {"LinearDiscriminantAnalysis": "lda", "GaussianNB": "gaussian-nb"}[name]
        subprocess.run([tool, "fit", tmp_path / "x.csv", "--target", "kind", "--model", model, "--estimate", "unbiased",
                        "-o", tmp_path / "x.model", "--quiet"], check=True)
        loaded = getattr(suffice, name).load(tmp_path / "x.model")
        peer = suffice.GenerativeClassifier.load(tmp_path / "x.model")
        for change in ("forget", "partial_fit"):
            for estimator in (loaded, peer):
                getattr(estimator, change)(frame[:50], np.array(["u", "v", "w"])[y[:50]])
            np.testing.assert_allclose(loaded.predict_proba(frame), peer.predict_proba(frame), atol=1e-12)


def test_summaries_add_and_subtract():
    X, y = rows_for("GaussianNB")
    a, b = suffice.Summary.summarise(X[:90], y[:90]), suffice.Summary.summarise(X[90:], y[90:])
    whole = sum([a, b])
    assert (whole.rows, whole.labels, whole.columns) == (len(y), ["0", "1", "2"], ["1", "2", "3", "4"])
    assert (whole - b).rows == 90
    assert suffice.Summary.from_bytes(whole.to_bytes()) == whole == pickle.loads(pickle.dumps(whole))
    np.testing.assert_allclose(whole.estimate("gaussian-nb").predict_proba(X),
                               suffice.GaussianNB(var_smoothing=0).fit(X, y).predict_proba(X))
    np.testing.assert_allclose(whole.estimate("lda", shrinkage=0.5).predict_proba(X),
                               suffice.LinearDiscriminantAnalysis("lsqr", shrinkage=0.5).fit(X, y).predict_proba(X))
    with pytest.raises(suffice.Error):
        a - whole


def test_what_is_left_and_rounded_is_said():
    X, y = rows_for("GaussianNB")
    X[:100] *= 1e7
    whole, part = suffice.Summary.summarise(X, y), suffice.Summary.summarise(X[:100], y[:100])
    with pytest.warns(RuntimeWarning, match="that are left are exact to") as said:
        whole - part
    assert said[0].filename == __file__
    with pytest.warns(RuntimeWarning, match="that are left are exact to") as said:
        suffice.GaussianNB().fit(X, y).forget(X[:100], y[:100])
    assert said[0].filename == __file__


def test_sums_of_frames_without_numbers():
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"job": ["a", "b", "a", None], "group": [3, 4, 4, 3]})
    sums = suffice.Summary.summarise(table, [0, 0, 1, 1], columns={"group": "categorical"})
    assert [values for values, _ in sums._sums.value_counts()] == [["a", "b"], ["3", "4"]]
    assert sums == suffice.Summary.summarise(table.to_pandas(), [0, 0, 1, 1], columns={"group": "categorical"})


def test_drawn_rows_come_from_the_model(estimator, rows):
    X, y = rows
    estimator.fit(X, y)
    if type(estimator).__name__ == "ComplementNB":
        with pytest.raises(suffice.Error):
            estimator.sample(3)
        return
    drawn, labels = estimator.sample(400, random_state=1)
    assert drawn.shape == (400, X.shape[1]) and set(labels) <= {0, 1, 2}
    assert estimator.score(drawn, labels) > 0.4
    np.testing.assert_array_equal(drawn, estimator.sample(400, random_state=1)[0])
    evidence = estimator.log_evidence(X)
    np.testing.assert_allclose(evidence, np.logaddexp.reduce(estimator.predict_joint_log_proba(X), axis=1),
                               atol=1e-12)


def test_explanations_add_up():
    X, y = rows_for("GaussianNB")
    model = suffice.GaussianNB().fit(X, y)
    for row, explanation in zip(X[:3], model.explain(X[:3]), strict=True):
        total = explanation["base"] + sum(scores for _, _, scores in explanation["contributions"])
        np.testing.assert_allclose(total, explanation["log_joint"])
        np.testing.assert_allclose(explanation["log_posterior"], model.predict_log_proba([row])[0])


def test_leave_one_out_is_that_of_refits():
    X, y = rows_for("LinearDiscriminantAnalysis", n=40)
    model = suffice.LinearDiscriminantAnalysis().fit(X, y)
    right = [suffice.LinearDiscriminantAnalysis().fit(np.delete(X, i, 0), np.delete(y, i)).predict(X[[i]])[0] == y[i]
             for i in range(len(y))]
    assert model.leave_one_out(X, y)["accuracy"] == pytest.approx(np.mean(right))


@pytest.mark.parametrize("how", [{}, {"model": "naive-bayes", "calibrate": "temperature"},
                                 {"model": "gaussian-nb", "calibrate": "isotonic"}])
def test_leave_one_out_scores_the_model_that_predicts(how):
    """Scaled and pooled as predictions are: of many rows, about what the model says of others."""
    rng = np.random.default_rng(8)
    y = rng.integers(0, 2, 6000)
    shared = rng.normal(size=6000) + y
    X = np.column_stack([shared + 0.1 * rng.normal(size=6000) for _ in range(6)] + [rng.normal(size=6000) ** 2 + y])
    model = suffice.GenerativeClassifier(**how).fit(X[:4000], y[:4000])
    left_out = model.leave_one_out(X[:4000], y[:4000])
    truth = model.predict_log_proba(X[4000:])[np.arange(2000), y[4000:]]
    assert left_out["log_loss"] == pytest.approx(-truth.mean(), abs=0.03)
    assert left_out["log_loss"] == pytest.approx(model.leave_one_out_["log_loss"], abs=0.02)
    assert left_out["accuracy"] == pytest.approx(model.leave_one_out_["accuracy"], abs=0.01)
    assert left_out["calibration_held"] == (how.get("calibrate") != "isotonic"), "a map is fitted to the other rows"


def test_what_is_no_function_of_sums_has_no_leave_one_out():
    X, y = rows_for("GaussianNB")
    for name in ("logistic", "perceptron", "least-squares"):
        with pytest.raises(suffice.Error, match=f"{name} has no closed form"):
            suffice.GenerativeClassifier(name).fit(X, y).leave_one_out(X, y)


def test_labels_of_two_types_do_not_merge():
    X, y = rows_for("GaussianNB")
    model = suffice.GaussianNB().fit(X, y)
    before = _state(model)
    for labels in (y.astype(float), y.astype(str).astype(object), y > 0):
        with pytest.raises(ValueError, match="labels of two types"):
            model.merge(suffice.GaussianNB().fit(X, labels))
    with pytest.raises(TypeError, match="no sums"):
        model.merge(suffice.LogisticRegression().fit(X, y))
    assert _state(model) == before and model.predict(X).dtype == y.dtype


def test_sums_are_read_with_the_options_of_estimators():
    X, y = rows_for("GaussianNB")
    sums = suffice.Summary.summarise(X, y)
    peer = suffice.LinearDiscriminantAnalysis(priors=[0.2, 0.3, 0.5]).fit(X, y)
    kept = suffice.GenerativeClassifier("qda", keep_full=True).fit(X, y)
    for model in (sums.estimate("lda", shrinkage="none", priors=[0.2, 0.3, 0.5]),
                  kept.reestimate("lda", shrinkage="none", priors=np.array([0.2, 0.3, 0.5]))):
        np.testing.assert_allclose(model.predict_proba(X), peer.predict_proba(X), atol=1e-12)
    peer = suffice.RegularizedDiscriminantAnalysis(alpha=0.3, gamma=0.2).fit(X, y)
    for model in (sums.estimate("rda", shrinkage=(0.3, 0.2)),
                  suffice.GenerativeClassifier("rda", shrinkage=(0.3, 0.2)).fit(X, y)):
        np.testing.assert_allclose(model.predict_proba(X), peer.predict_proba(X), atol=1e-12)
    for wrong in (lambda: sums.estimate("rda"), lambda: suffice.GenerativeClassifier("rda").fit(X, y),
                  lambda: suffice.GenerativeClassifier("rda", shrinkage=(0.5,)).fit(X, y),
                  lambda: sums.estimate("lda", priors=[0.5, 0.5]), lambda: suffice.Summary.summarise(X, y + 0.5)):
        with pytest.raises(ValueError, match="alpha and gamma|alpha, gamma|Number of priors|Unknown label type"):
            wrong()
    with pytest.raises(TypeError, match="type that is needed"):
        sums.estimate("lda", ridge="much")


def test_axes_of_batches():
    X, y = rows_for("LinearDiscriminantAnalysis")
    whole = suffice.LinearDiscriminantAnalysis(n_components=1).fit(X, y)
    parts = suffice.LinearDiscriminantAnalysis(n_components=1).partial_fit(X, y, classes=[0, 1, 2])
    np.testing.assert_array_equal(parts.transform(X), whole.transform(X))
    with pytest.raises(NotImplementedError):
        suffice.LinearDiscriminantAnalysis(shrinkage=0.5).partial_fit(X, y, classes=[0, 1, 2])


def test_classes_that_have_not_come_yet():
    X, y = rows_for("GaussianNB", classes=2)
    model = suffice.GaussianNB().partial_fit(X, y, classes=[0, 1, 9])
    assert model.predict_proba(X).shape == (len(y), 3)
    assert (model.predict_proba(X)[:, 2] == 0).all()
    counts, y = rows_for("MultinomialNB", classes=2)
    model = suffice.MultinomialNB(fit_prior=False).partial_fit(counts, y, classes=[0, 1, 9])
    np.testing.assert_allclose(model.class_log_prior_, np.log([1 / 3] * 3))


def test_a_fork_works():
    code = ("import os, numpy as np, suffice\n"
            "X = np.random.default_rng(0).normal(size=(50000, 8)); y = (X[:, 0] > 0).astype(int)\n"
            "suffice.GaussianNB(n_jobs=2).fit(X, y)\n"
            "child = os.fork()\n"
            "suffice.GaussianNB(n_jobs=2).fit(X, y).predict(X)\n"
            "if child == 0: os._exit(0)\n"
            "assert os.waitpid(child, 0)[1] == 0\n")
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
