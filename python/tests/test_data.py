"""Data in: every layout and frame gives the same bits, without a copy of numbers that can be read in place."""

import subprocess
import sys

import numpy as np
import pytest
import suffice
from conftest import rows_for
from scipy import sparse

X, Y = rows_for("GaussianNB")
EXPECTED = suffice.GaussianNB().fit(X, Y).predict_log_proba(X)
NAMES = list("abcd")


def _strided():
    wide = np.zeros((2 * len(Y), 8))
    wide[::2, ::2] = X
    return wide[::2, ::2]


def _field():
    records = np.zeros(len(Y), dtype=[("flag", "i1"), ("values", "f8", (4,))])
    records["values"] = X
    return records["values"]


def _read_only():
    array = X.copy()
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("same", [
    np.asfortranarray(X), X[::-1].copy()[::-1], X[:, ::-1].copy()[:, ::-1], _strided(), _field(), _read_only(),
    X.astype(">f8"), X.astype(np.longdouble), X.astype(object), X.tolist()], ids=lambda X: type(X).__name__)
def test_layouts_give_the_same_bits(same):
    np.testing.assert_array_equal(suffice.GaussianNB().fit(same, Y).predict_log_proba(same), EXPECTED)


def test_memory_maps(tmp_path):
    np.save(tmp_path / "X.npy", X)
    mapped = np.load(tmp_path / "X.npy", mmap_mode="r")
    np.testing.assert_array_equal(suffice.GaussianNB().fit(mapped, Y).predict_log_proba(mapped), EXPECTED)


@pytest.mark.parametrize("kind", ["f4", "f2", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?"])
def test_types_are_read_as_they_are(kind):
    numbers = np.abs(X * 3).astype(kind)
    double = numbers.astype(np.float64)
    np.testing.assert_array_equal(suffice.GaussianNB().fit(numbers, Y).predict_log_proba(numbers),
                                  suffice.GaussianNB().fit(double, Y).predict_log_proba(double))


def test_frames_give_the_same_bits():
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    columns = {name: X[:, j] for j, name in enumerate(NAMES)}
    table = pyarrow.table(columns)
    chunks = pyarrow.concat_tables([table.slice(0, 50), table.slice(50)])
    for frame in (pandas.DataFrame(columns), polars.DataFrame(columns), table, chunks, pyarrow.record_batch(columns)):
        model = suffice.GaussianNB().fit(frame, Y)
        np.testing.assert_array_equal(model.predict_log_proba(frame), EXPECTED)
        assert model.feature_names_in_.tolist() == NAMES
    model = suffice.GaussianNB().fit(table.to_reader(), Y)
    np.testing.assert_array_equal(model.predict_log_proba(table.to_reader(max_chunksize=50)), EXPECTED)


def test_batches_of_an_iterator():
    parts = np.array_split(np.arange(len(Y)), 5)
    whole = suffice.GaussianNB().fit((X[part] for part in parts), (Y[part] for part in parts))
    np.testing.assert_array_equal(whole.predict_log_proba(X), EXPECTED)
    np.testing.assert_array_equal(suffice.GaussianNB().fit((X[part] for part in parts), Y).theta_, whole.theta_)


@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("form", [sparse.csr_matrix, sparse.csc_matrix, sparse.csr_array, sparse.coo_matrix])
def test_sparse_rows_give_the_same_answer(form, index):
    counts, y = rows_for("MultinomialNB", d=30)
    matrix = form(counts.astype(float))
    for part in ("indices", "indptr"):
        if hasattr(matrix, part):
            setattr(matrix, part, getattr(matrix, part).astype(index))
    for name in ("MultinomialNB", "BernoulliNB", "ComplementNB", "PoissonNB"):
        dense = getattr(suffice, name)().fit(counts, y).predict_log_proba(counts)
        np.testing.assert_allclose(getattr(suffice, name)().fit(matrix, y).predict_log_proba(matrix), dense, rtol=1e-10)


def test_sparse_rows_out_of_order_and_with_duplicates():
    counts, y = rows_for("MultinomialNB", d=10)
    coordinates = sparse.coo_matrix(counts.astype(float))
    doubled = sparse.csr_matrix((np.repeat(coordinates.data / 2, 2)[::-1],
                                 (np.repeat(coordinates.row, 2)[::-1], np.repeat(coordinates.col, 2)[::-1])),
                                shape=counts.shape)
    np.testing.assert_array_equal(suffice.MultinomialNB().fit(doubled, y).predict(counts),
                                  suffice.MultinomialNB().fit(counts, y).predict(counts))


@pytest.mark.parametrize("labels", [
    Y.astype(float), Y.astype(str), np.array(["10", "9", "100"])[Y], np.array(["x", "é", ""], dtype=object)[Y],
    Y > 0, np.array([-5, 3, 10**12])[Y], np.array([7, 200, 3], dtype=np.uint8)[Y]], ids=lambda y: str(y.dtype))
def test_labels_come_back_as_what_they_are(labels):
    model = suffice.GaussianNB().fit(X, labels)
    predicted = model.predict(X)
    assert predicted.dtype == labels.dtype
    np.testing.assert_array_equal(model.classes_, np.unique(labels))
    np.testing.assert_array_equal(model.classes_[model.predict_proba(X).argmax(axis=1)], predicted)
    assert (predicted == labels).mean() > 0.5


def _mixed(n=400):
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, n)
    missing = rng.random(n) < 0.1
    frame = pandas.DataFrame({
        "number": np.where(missing, np.nan, rng.normal(size=n) + y),
        "whole": rng.integers(0, 9, n) + y,
        "category": pandas.Categorical(np.where(rng.random(n) < 0.3 + 0.4 * y, "u", "v")),
        "string": np.where(rng.random(n) < 0.3 + 0.4 * y, "red", "blue"),
        "truth": rng.random(n) < 0.5,
        "nullable": pandas.array(np.where(missing, None, rng.integers(0, 5, n)), dtype="Int64"),
    })
    frame.loc[4, "string"] = None
    return frame, np.array(["no", "yes"])[y]


def test_a_mixed_frame_becomes_blocks_by_its_types():
    frame, y = _mixed()
    model = suffice.GenerativeClassifier("naive-bayes").fit(frame, y)
    assert model.model_name_ == "gaussian-nb + categorical-nb"
    assert model.score(frame, y) > 0.7
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    for other in (polars.from_pandas(frame), pyarrow.Table.from_pandas(frame, preserve_index=False)):
        again = suffice.GenerativeClassifier("naive-bayes").fit(other, y)
        np.testing.assert_array_equal(again.predict_proba(other), model.predict_proba(frame))


def test_a_model_is_chosen_for_a_mixed_frame(tmp_path):
    frame, y = _mixed()
    model = suffice.GenerativeClassifier().fit(frame, y)
    assert model.leave_one_out_["accuracy"] > 0.7
    model.save(tmp_path / "m.model")
    again = suffice.GenerativeClassifier.load(tmp_path / "m.model")
    np.testing.assert_array_equal(again.predict_proba(frame), model.predict_proba(frame))
    drawn, _ = model.sample(5, random_state=0)
    assert set(drawn.columns) <= set(frame.columns)


def test_mixed_batches_merge_and_forget():
    frame, y = _mixed()
    whole = suffice.GenerativeClassifier("lda", keep_full=True).fit(frame, y)
    parts = suffice.GenerativeClassifier("lda").partial_fit(frame[:150], y[:150], classes=["no", "yes"])
    parts.partial_fit(frame[150:], y[150:])
    np.testing.assert_allclose(parts.predict_proba(frame), whole.predict_proba(frame), atol=1e-10)
    parts.forget(frame[150:], y[150:])
    np.testing.assert_allclose(parts.predict_proba(frame),
                               suffice.GenerativeClassifier("lda").fit(frame[:150], y[:150]).predict_proba(frame),
                               atol=1e-10)
    assert whole.reestimate("gaussian-nb").model_name_ == "gaussian-nb + categorical-nb"


def test_text_beside_other_columns():
    frame, y = _mixed()
    frame["message"] = np.where(y == "yes", "win a prize", "see you at lunch")
    model = suffice.GenerativeClassifier("naive-bayes", columns={"message": "text"}).fit(frame, y)
    assert model.model_name_ == "gaussian-nb + categorical-nb + multinomial-nb"
    assert model.score(frame, y) == 1


def test_text_is_classified_and_encoded():
    documents = ["win a prize now", "free prize, call now", "see you at lunch", "call me after lunch"]
    y = ["spam", "spam", "ham", "ham"]
    model = suffice.TextClassifier().fit(documents, y)
    assert model.predict(["a free prize", "lunch with me"]).tolist() == ["spam", "ham"]
    parts = suffice.TextClassifier().partial_fit(documents[:3], y[:3], classes=["ham", "spam"])
    parts.partial_fit(documents[3:], y[3:])
    np.testing.assert_array_equal(parts.predict_proba(documents), model.predict_proba(documents))
    counts = suffice.TextEncoder().fit_transform(documents)
    np.testing.assert_allclose(suffice.MultinomialNB().fit(counts, y).predict_proba(counts),
                               model.predict_proba(documents))
    assert suffice.TextEncoder(hash_buckets=16).fit_transform(documents).shape == (4, 16)


MEMORY = """
import resource, sys
import numpy as np, suffice
rng = np.random.default_rng(0)
X = rng.random((int(sys.argv[1]), 50)); y = (X[:, 0] > 0.5).astype(np.int64)
for name in ("GaussianNB", "LinearDiscriminantAnalysis"):
    getattr(suffice, name)().fit(X[:5000], y[:5000]).predict(X[:5000])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    getattr(suffice, name)().fit(X, y)
    added = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert added <= 0.05 * X.nbytes + 16 * 2**20, (name, added, X.nbytes)
"""


def test_fitting_adds_no_copy():
    subprocess.run([sys.executable, "-c", MEMORY, "300000"], check=True, timeout=120)
