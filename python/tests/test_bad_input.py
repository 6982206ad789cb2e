"""Bad input raises what users of scikit-learn expect, with our message; nothing crashes, whatever is called."""

import os
import random

import numpy as np
import pytest
import suffice
from conftest import ESTIMATORS, rows_for
from scipy import sparse
from sklearn.exceptions import NotFittedError


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_not_finite(estimator, rows, wrong):
    X, y = rows
    bad = X.astype(float)
    bad[7, 2] = wrong
    with pytest.raises(ValueError, match="NaN|infinity"):
        estimator.fit(bad, y)
    estimator.fit(X, y)
    with pytest.raises(ValueError, match="NaN|infinity"):
        estimator.predict(bad)


def test_shapes_and_types(estimator, rows):
    X, y = rows
    with pytest.raises(NotFittedError):
        estimator.predict(X)
    with pytest.raises(ValueError, match="[Cc]omplex"):
        estimator.fit(X + 1j, y)
    with pytest.raises(ValueError, match="inconsistent"):
        estimator.fit(X, y[:-1])
    with pytest.raises(ValueError, match="0 sample"):
        estimator.fit(X[:0], y[:0])
    with pytest.raises(ValueError, match="could not convert|string"):
        estimator.fit(X.astype(str).astype(object) + "x", y)
    with pytest.raises(ValueError, match="Unknown label type|continuous"):
        estimator.fit(X, y + 0.25 * np.arange(len(y)))
    estimator.fit(X, y)
    with pytest.raises(ValueError, match="features"):
        estimator.predict(X[:, 1:])
    with pytest.raises(ValueError, match="Expected 2D"):
        estimator.predict(X[0])
    with pytest.raises(ValueError, match="weight|Weight|inconsistent|shape"):
        estimator.partial_fit(X, y, sample_weight=np.ones(3))
    with pytest.raises(ValueError, match="[Nn]egative"):
        estimator.partial_fit(X, y, sample_weight=-np.ones(len(y)))


def test_rows_of_weight_0_are_looked_at_too(estimator, rows):
    X, y = rows
    bad = X.astype(float)
    bad[7, 2] = np.nan
    weights = np.ones(len(y))
    weights[7] = 0
    with pytest.raises(ValueError, match="NaN"):
        estimator.partial_fit(bad, y, [0, 1, 2], weights)


def test_rows_are_numbered_among_all():
    X = np.ones((300_000, 8))
    y = np.arange(len(X)) % 2
    model = suffice.MultinomialNB().fit(X, y)
    X[-1, 3] = -1
    for call in (lambda: model.fit(X, y), lambda: model.predict(X), lambda: model.partial_fit(X, y)):
        with pytest.raises(ValueError, match="row 299999"):
            call()


def test_labels_that_are_none(estimator, rows):
    X, y = rows
    for labels in ("ab", None, 3, y[:, None].repeat(2, axis=1)):
        with pytest.raises((ValueError, TypeError)) as raised:
            estimator.fit(X[:2] if isinstance(labels, str) else X, labels)
        assert "unpack" not in str(raised.value)


def test_iterators_where_none_is_taken(estimator, rows):
    X, y = rows
    estimator.fit(X, y)
    for call in (lambda: estimator.predict(iter([X])), lambda: suffice.GenerativeClassifier().fit(iter([X]), iter([y])),
                 lambda: suffice.LogisticRegression().fit(iter([X]), iter([y]))):
        with pytest.raises(TypeError, match="iterator"):
            call()


def test_one_class(estimator, rows):
    X, y = rows
    try:
        model = estimator.fit(X, np.zeros(len(y), dtype=int))
    except ValueError as error:
        assert "class" in str(error)
    else:
        assert (model.predict(X) == 0).all()


def test_frames():
    pandas = pytest.importorskip("pandas")
    X, y = rows_for("GaussianNB")
    with pytest.raises(ValueError, match="0 sample|minimum"):
        suffice.GaussianNB().fit(pandas.DataFrame(X)[:0], y[:0])
    objects = pandas.DataFrame({"a": [object()] * len(y)})
    with pytest.raises((TypeError, ValueError), match="neither numbers|float"):
        suffice.GenerativeClassifier("naive-bayes").fit(objects, y)
    with pytest.raises(ValueError, match="same name"):
        suffice.GenerativeClassifier("naive-bayes").fit(pandas.DataFrame(X, columns=list("aabc")), y)


def test_messages_say_what_to_do():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    X, y = rows_for("GaussianNB")
    for column in (pandas.Series(X[:, 0]), polars.Series(X[:, 0])):
        with pytest.raises(ValueError, match="Expected (2D|a 2-dim)"):
            suffice.GaussianNB().fit(column, y)
    frame = pandas.DataFrame(X, columns=list("abcd"))
    with pytest.raises(ValueError, match="^X has no column 'aa'"):
        suffice.GenerativeClassifier("naive-bayes", columns={"aa": "number"}).fit(frame, y)
    with pytest.raises(ValueError, match="come as a frame"):
        suffice.GenerativeClassifier("naive-bayes").fit(np.array([["a", 1.0]] * len(y), dtype=object), y)
    with pytest.raises(ValueError, match="come as a frame"):
        suffice.GenerativeClassifier("naive-bayes").fit([["a", 1.0]] * len(y), y)
    with pytest.raises(ValueError, match="one model="):
        suffice.GenerativeClassifier("naive-bayes").fit(frame, y).merge(
            suffice.GenerativeClassifier("naive-bayes").fit(frame[["a"]], y))
    empty = suffice.GenerativeClassifier("naive-bayes").fit(frame.assign(empty=np.nan), y)
    assert empty.notes_ == ["'empty' has no value and is dropped"]
    np.testing.assert_array_equal(empty.predict(frame.assign(empty=np.nan)),
                                  suffice.GenerativeClassifier("naive-bayes").fit(frame, y).predict(frame))


def test_values_that_parameters_do_not_take():
    pandas = pytest.importorskip("pandas")
    X, y = rows_for("GaussianNB")
    model = suffice.GaussianNB().fit(X, y)
    for n, error in ((-1, ValueError), (2.5, TypeError)):
        with pytest.raises(error, match="n_samples"):
            model.sample(n)
    for call in (model.predict, model.predict_proba):
        with pytest.raises(TypeError, match="out is to be an array"):
            call(X, out=[1])
    with pytest.raises(ValueError, match="classes is empty"):
        suffice.GaussianNB().partial_fit(X, y, classes=[])
    with pytest.raises(ValueError, match="min_n, max_n"):
        suffice.TextEncoder(ngram_range=(1,)).fit(["a"])
    with pytest.raises(ValueError, match="no label 'c'.*'a', 'b'"):
        suffice.TextClassifier().fit(["x", "y"], ["a", "b"]).top_terms("c")
    for documents in (sparse.csr_matrix(X), 3, np.array("a")):
        with pytest.raises(ValueError, match="column of strings"):
            suffice.TextEncoder().fit(documents)
    with pytest.raises(TypeError, match="'min_length'"):
        suffice.GenerativeClassifier("naive-bayes", text={"min_length": -1}).fit(X, y)
    many = pandas.DataFrame({"x": X[:, 0], "word": [f"w{k}" for k in range(len(y))]}).loc[np.arange(len(y)) % 120]
    many = pandas.concat([many.assign(x=many["x"] + k) for k in range(9)])
    with pytest.raises(ValueError, match="columns={'x': 'equal-frequency:10', …}"):
        suffice.GenerativeClassifier("aode", columns={"word": "categorical"}).fit(many, np.tile(y, 9))
    binned = suffice.GenerativeClassifier("aode", columns={"word": "categorical", "x": "equal-frequency:10"})
    assert binned.fit(many, np.tile(y, 9)).model_name_ == "aode"
    for chosen in (None, 3, np.random.RandomState(0)):
        suffice.GenerativeClassifier(random_state=chosen).fit(X, y)
        suffice.Perceptron(random_state=chosen).fit(X, y)


def test_text_that_is_none():
    """A lone surrogate has no UTF-8: among documents, labels and values."""
    pandas = pytest.importorskip("pandas")
    for call in (lambda: suffice.TextEncoder().fit(["\ud800"]),
                 lambda: suffice.TextClassifier().fit(["\ud800", "b"], [0, 1]),
                 lambda: suffice.GaussianNB().fit([[1.0], [2.0]], ["\ud800", "b"]),
                 lambda: suffice.GenerativeClassifier("naive-bayes").fit(pandas.DataFrame(
                     {"a": pandas.Series(["\ud800", "b"] * 9, dtype=object)}), [0, 1] * 9)):
        with pytest.raises(UnicodeEncodeError, match="surrogates"):
            call()


def test_what_has_no_rows_yet_and_too_many_columns():
    polars = pytest.importorskip("polars")
    X, y = rows_for("GaussianNB")
    with pytest.raises(TypeError, match="collect"):
        suffice.GaussianNB().fit(polars.LazyFrame(X), y)
    wide = sparse.csr_array((np.ones(2), np.array([0, 2**33 - 1]), np.array([0, 1, 2])), shape=(2, 2**33))
    with pytest.raises(ValueError, match="at most"):
        suffice.MultinomialNB().fit(wide, [0, 1])


def test_a_category_that_was_not_seen():
    X, y = rows_for("CategoricalNB")
    with pytest.raises(IndexError, match="not seen"):
        suffice.CategoricalNB().fit(X, y).predict(X + 9)
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": pandas.Categorical(["x", "y"] * 20)})
    model = suffice.GenerativeClassifier("naive-bayes").fit(frame, [0, 1] * 20)
    assert model.predict_proba(pandas.DataFrame({"a": pandas.Categorical(["z"])})).tolist() == [[0.5, 0.5]]


def test_singular_covariances_are_errors_that_say_what_to_do():
    X, y = rows_for("LinearDiscriminantAnalysis")
    X = np.column_stack([X, X[:, 0] + X[:, 1]])
    for name in ("LinearDiscriminantAnalysis", "QuadraticDiscriminantAnalysis"):
        with pytest.raises(np.linalg.LinAlgError, match="solver='eigen', shrinkage='auto'") as raised:
            getattr(suffice, name)().fit(X, y)
        assert isinstance(raised.value, suffice.Error) and raised.value.code == "bad_data"
        assert "ridge" not in str(raised.value) and ("shrinkage", "auto") in raised.value.remedies
    suffice.LinearDiscriminantAnalysis("eigen", shrinkage="auto").fit(X, y)


def test_files_that_are_none(tmp_path):
    with pytest.raises(OSError):
        suffice.GaussianNB.load(tmp_path / "nothing.model")
    (tmp_path / "bad.model").write_bytes(b"not a model")
    with pytest.raises(suffice.Error):
        suffice.GaussianNB.load(tmp_path / "bad.model")
    with pytest.raises(suffice.Error):
        suffice.Summary.from_bytes(b"")
    X, y = rows_for("GaussianNB")
    suffice.GaussianNB().fit(X, y).save(tmp_path / "good.model")
    with pytest.raises(ValueError, match="gaussian-nb"):
        suffice.LinearDiscriminantAnalysis.load(tmp_path / "good.model")


def test_the_engine_itself_checks_what_it_is_given():
    from suffice import _suffice

    rows = _suffice.Rows()
    rows.add_categories(np.array([0, 1, 9], dtype=np.int8), ["a", "b"])
    sums = _suffice.OpenSums(_suffice.one_block("categories", ["c"]), {})
    with pytest.raises(ValueError):
        sums.add(rows, np.zeros(3, dtype=np.uint32), ["y"], None, True)
    with pytest.raises(ValueError):
        sums.add(rows, np.full(3, 5, dtype=np.uint32), ["y"], None, True)
    for offsets in ([0, 9, 2], [0, 2, 1], [-1, 1, 2]):
        with pytest.raises(ValueError, match="offsets"):
            _suffice.Rows().add_sparse(np.ones(2), np.array([0, 1], dtype=np.int32), np.array(offsets), 2)
    fitted = suffice.MultinomialNB().fit(np.eye(2), [0, 1])
    for indices in ([0, 9], [0, -1]):
        rows = _suffice.Rows()
        rows.add_sparse(np.ones(2), np.array(indices, dtype=np.int32), np.array([0, 1, 2]), 2)
        for kind in ("counts", "amounts"):
            with pytest.raises(ValueError, match="column number"):
                _suffice.OpenSums(_suffice.one_block(kind, 2), {}).add(rows, np.zeros(2, dtype=np.uint32), ["y"])
        with pytest.raises(ValueError, match="column number"):
            fitted._model.predict(rows, np.eye(2, 8, dtype=np.uint8), np.empty((2, 8), dtype=np.uint8))
        with pytest.raises(ValueError, match="column number"):
            rows.above(0.0)
            fitted._model.explain(rows)
    with pytest.raises(TypeError, match="no option"):
        _suffice.OpenSums(_suffice.one_block("counts", ["c"]), {"readings": [{"family": "multinomial", "ridge": 1.0}]})


def _random_matrix(pick):
    rng = np.random.default_rng(pick.randrange(2**32))
    n, d = pick.choice([0, 1, 2, 3, 40]), pick.choice([0, 1, 2, 5])
    matrix = rng.choice([0.0, 1.0, 2.0, -1.0, 0.5, 1e300, 1e-300, np.nan, np.inf], size=(n, d),
                        p=[0.4, 0.2, 0.2] + [0.2 / 6] * 6 if pick.random() < 0.5 else [0.4, 0.3, 0.3] + [0.0] * 6)
    shape = pick.randrange(9)
    if shape == 0:
        return matrix.tolist()
    if shape == 1:
        return np.asfortranarray(matrix.astype(np.float32))
    if shape == 2 and d:
        return sparse.csr_matrix(matrix)
    if shape == 3:
        return matrix[::-1, ::-1]
    if shape == 4:
        return np.nan_to_num(matrix, posinf=3, neginf=0).clip(0, 5).astype(pick.choice(["i1", "i8", "u4", "?"]))
    if shape == 5:
        return pick.choice([None, 3, "text", matrix.ravel(), matrix.astype(object), [[1], [2, 3]], {}])
    if shape == 6:
        import pandas

        return pandas.DataFrame(matrix)
    return matrix


def _random_labels(pick, n):
    return pick.choice([
        lambda: [pick.randrange(3) for _ in range(n)], lambda: [pick.choice("abc") for _ in range(n)],
        lambda: np.arange(n) % 2, lambda: [0] * n, lambda: None, lambda: [0.5] * n, lambda: [0] * (n + 1),
        lambda: np.array([pick.choice([1, "x"]) for _ in range(n)], dtype=object)])()


def _rows_in(X):
    try:
        return X.shape[0] if hasattr(X, "shape") else len(X)
    except (TypeError, IndexError):
        return 1


@pytest.mark.filterwarnings("ignore")
def test_nothing_that_is_called_crashes():
    """SUFFICE_FUZZ_CALLS random calls, 1,000 unless said: each returns, or raises what Python code can expect."""
    pick = random.Random(int(os.environ.get("SUFFICE_FUZZ_SEED", "0")))
    models = []
    expected = (ValueError, TypeError, IndexError, NotFittedError, NotImplementedError)
    worked = 0
    for _ in range(int(os.environ.get("SUFFICE_FUZZ_CALLS", "1000"))):
        X = _random_matrix(pick)
        y = _random_labels(pick, _rows_in(X))
        if not models or pick.random() < 0.3:
            models = models[-8:]
            models.append(getattr(suffice, pick.choice(ESTIMATORS))())
        model = pick.choice(models)
        call = pick.choice(["fit", "fit", "fit", "partial_fit", "predict", "predict_proba", "forget", "merge", "sample",
                            "explain", "leave_one_out", "log_evidence", "pickle", "weights"])
        try:
            if call == "partial_fit":
                model.partial_fit(X, y, classes=[0, 1, 2])
            elif call == "merge":
                model.merge(pick.choice(models))
            elif call == "sample":
                model.sample(pick.choice([0, 1, 5]), random_state=0)
            elif call == "weights":
                model.partial_fit(X, y, [0, 1, 2], [pick.choice([0, 1, 0.5]) for _ in range(_rows_in(X))])
            elif call == "pickle":
                model.__setstate__(model.__getstate__())
            elif call in ("fit", "forget", "leave_one_out"):
                getattr(model, call)(X, y)
            else:
                result = getattr(model, call)(X)
                assert call != "predict_proba" or not np.isnan(result).any()
            worked += 1
        except expected:
            pass
    assert worked > 100
