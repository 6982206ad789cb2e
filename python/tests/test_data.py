"""Data in: every layout and frame gives the same bits, without a copy of numbers that can be read in place."""

import decimal
import pickle
import subprocess
import sys
import warnings

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


def test_labels_of_pandas():
    pandas = pytest.importorskip("pandas")
    names = np.array(["x", "y", "z"])[Y]
    kinds = [pandas.Series(names, dtype=kind) for kind in ("category", "string", object, None)]
    for labels in (pandas.Categorical(names), pandas.Index(names), *kinds):
        model = suffice.GaussianNB().fit(X, labels)
        assert model.classes_.tolist() == ["x", "y", "z"]
        np.testing.assert_array_equal(model.predict_log_proba(X), EXPECTED)


def test_types_of_pandas_that_are_numbers():
    pandas = pytest.importorskip("pandas")
    plain = pandas.DataFrame({"day": pandas.date_range("2026", periods=len(Y)), "x": X[:, 0]})
    expected = suffice.GaussianNB().fit(plain, Y).predict_log_proba(plain)
    for other in (plain.assign(day=plain["day"].dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo")),
                  plain.astype({"x": "Float64"}), plain.astype({"x": "float64[pyarrow]"})):
        np.testing.assert_array_equal(suffice.GaussianNB().fit(other, Y).predict_log_proba(other), expected)
    with pytest.raises(ValueError, match="NaN"):
        suffice.GaussianNB().fit(plain.assign(x=plain["x"].astype("Float64").where(plain["x"] > 0)), Y)


def test_batches_of_an_iterator():
    parts = np.array_split(np.arange(len(Y)), 5)
    whole = suffice.GaussianNB().fit((X[part] for part in parts), (Y[part] for part in parts))
    np.testing.assert_array_equal(whole.predict_log_proba(X), EXPECTED)
    np.testing.assert_array_equal(suffice.GaussianNB().fit((X[part] for part in parts), Y).theta_, whole.theta_)
    weights = 1.0 + np.arange(len(Y)) % 4
    weighted = suffice.GaussianNB().fit(X, Y, weights)
    for of_batches in (weights, (weights[part] for part in parts)):
        model = suffice.GaussianNB().fit((X[part] for part in parts), Y.tolist(), sample_weight=of_batches)
        np.testing.assert_array_equal(model.var_, weighted.var_)
    with pytest.raises(ValueError, match="more labels than rows"):
        suffice.GaussianNB().fit((X[part] for part in parts[:-1]), Y)
    with pytest.raises(ValueError, match="more labels than rows"):
        suffice.GaussianNB().fit((X[part] for part in parts[:-1]), (Y[part] for part in parts))
    with pytest.raises(ValueError, match="inconsistent|requires y"):
        suffice.GaussianNB().fit((X[part] for part in parts), Y[:-30])


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


def test_categories_may_be_the_largest_number_of_their_type():
    codes = np.array([[255], [0], [255], [3]], dtype=np.uint8)
    wide = suffice.CategoricalNB().fit(codes.astype(np.int64), [0, 1, 0, 1])
    np.testing.assert_array_equal(suffice.CategoricalNB().fit(codes, [0, 1, 0, 1]).predict_proba(codes),
                                  wide.predict_proba(codes.astype(np.int64)))


def test_categories_are_whole_numbers_that_doubles_do_not_tell_apart():
    pyarrow = pytest.importorskip("pyarrow")
    numbers = pyarrow.array([2**53, 2**53 + 1] * 50).dictionary_encode()
    labels = [0, 1] * 50
    model = suffice.GenerativeClassifier("categorical-nb").fit(pyarrow.table({"k": numbers}), labels)
    assert model.score(pyarrow.table({"k": numbers}), labels) == 1


@pytest.mark.parametrize("kind", [np.uint32, np.int32])
def test_categories_that_only_late_rows_have(kind):
    cells = np.tile(np.array([[0, 1], [1, 0], [2, 1]], dtype=kind), (10_000, 1))
    labels = np.arange(len(cells)) % 2
    cells[-1] = [5, 3]
    model = suffice.CategoricalNB().fit(cells, labels)
    assert model.n_categories_.tolist() == [6, 4]
    assert model.summary_ == suffice.CategoricalNB().fit(cells.astype(np.int64), labels).summary_
    cells[-1] = [2, 1]
    model = suffice.CategoricalNB().fit(cells, labels)
    assert model.n_categories_.tolist() == [3, 2]
    assert model.summary_ == suffice.CategoricalNB().fit(cells.astype(np.int64), labels).summary_


def test_categories_of_late_rows_are_not_negative():
    cells = np.zeros((30_000, 2), dtype=np.int32)
    cells[-1, 1] = -1
    with pytest.raises(ValueError, match="Negative values"):
        suffice.CategoricalNB().fit(cells, np.arange(len(cells)) % 2)


@pytest.mark.parametrize("name", ["CategoricalNB", "AODE"])
@pytest.mark.parametrize("kind", [np.uint32, np.int32, np.int64, np.uint8])
def test_categories_are_looked_at_while_they_are_scored(name, kind):
    cells, labels = rows_for(name)
    cells = cells.astype(kind)
    model = getattr(suffice, name)().fit(cells, labels)
    scores = (model.predict, model.predict_proba, model.log_evidence, model.explain, lambda X: model.leave_one_out(
        X, labels))
    bad = cells.copy()
    bad[-1, 2] = 7
    for score in scores[:-1]:
        with pytest.raises(IndexError, match="index 7 is out of bounds .* column 2 has a category that was not seen"):
            score(bad)
    bad[-1, 2] = np.array(-1).astype(kind)
    for score in scores if kind != np.uint8 else ():
        with pytest.raises(ValueError, match="below 2.*24" if kind == np.uint32 else "Negative values"):
            score(bad)
    np.testing.assert_array_equal(model.predict(cells), model.predict(cells.astype(np.int64)))


def test_labels_that_are_their_own_codes():
    for labels in ([0, 1, 2, 1], [0, 2, 0, 2], [1, 2, 1, 2], [7, 7, 0, 3]):
        y = np.array(labels * 10, dtype=np.uint32)
        for given in (y, np.repeat(y, 2)[::2]):
            model = suffice.GaussianNB(var_smoothing=1).fit(X[: len(y)], given)
            assert model.classes_.tolist() == sorted(set(labels))
            np.testing.assert_array_equal(
                model.theta_, suffice.GaussianNB(var_smoothing=1).fit(X[: len(y)], y.astype(float)).theta_)


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
    batches = suffice.GaussianNB().partial_fit(X[:99], labels[:99], classes=np.unique(labels))
    np.testing.assert_array_equal(batches.partial_fit(X[99:], labels[99:]).predict(X), predicted)
    with pytest.raises(ValueError, match="do not exist"):
        batches.partial_fit(X[:1], np.array(["other"]))


def test_labels_of_types_that_can_lack_them():
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    whole = pandas.Series(Y, dtype="Int64")
    assert suffice.GaussianNB().fit(X, whole).classes_.dtype == np.int64
    assert suffice.GaussianNB().fit(pandas.DataFrame(X), whole > 0).classes_.dtype == bool
    text = np.array(["a", "b", "c"])[Y].astype(object)
    for labels in (pandas.Series(text, dtype="string"), pandas.Series(text, dtype="category"), polars.Series(text),
                   pyarrow.array(text)):
        assert suffice.GaussianNB().fit(X, labels).predict(X[:5]).tolist() == text[EXPECTED[:5].argmax(axis=1)].tolist()
    text[3] = None
    for labels in (text, text.tolist(), pandas.Series(text, dtype="string"), pandas.Series(text), polars.Series(text),
                   pyarrow.array(text), whole.where(Y > 0)):
        for frame in (X, pandas.DataFrame(X)):
            with pytest.raises(ValueError, match="Input y contains NaN: .* no label"):
                suffice.GaussianNB().fit(frame, labels)


def test_times_are_seconds_wherever_they_come_from():
    """A model of one frame reads another one of the same times."""
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    rng = np.random.default_rng(3)
    days = rng.integers(-9000, 9000, len(Y)) + 3000 * Y
    moments = (days * 86400 + rng.integers(0, 86400, len(Y))).astype("M8[s]")
    when = pandas.Series(moments)
    frame = pandas.DataFrame({
        "moment": when, "zoned": when.dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo"),
        "date": [moment.date() for moment in when], "length": pandas.to_timedelta(days, unit="h"),
        "price": [decimal.Decimal(int(day)) / 100 for day in days], "whole": pandas.Series(days, dtype=object),
        "half": pandas.Series(days / 2, dtype=object)})
    frame.loc[5, frame.columns] = None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = suffice.GenerativeClassifier("naive-bayes").fit(frame, Y)
    assert model.model_name_ == "gaussian-nb"
    expected = model.predict_proba(frame)
    plain = frame.assign(whole=frame["whole"].astype("Int64"), half=frame["half"].astype(float))
    table = pyarrow.Table.from_pandas(plain, preserve_index=False)
    for same in (polars.from_arrow(table), table, table.cast(pyarrow.schema(
            [(field.name, pyarrow.timestamp("ns")) if field.name == "moment" else field for field in table.schema]))):
        np.testing.assert_array_equal(model.predict_proba(same), expected)
    seconds = suffice.GaussianNB().fit(frame[["moment"]][6:], Y[6:])
    np.testing.assert_allclose(seconds.theta_[:, 0], [moments[6:][Y[6:] == c].astype(float).mean() for c in range(3)])
    np.testing.assert_array_equal(seconds.predict(frame[["moment"]][6:]),
                                  suffice.GaussianNB().fit(moments[6:, None], Y[6:]).predict(moments[6:, None]))
    with pytest.raises(ValueError, match="NaN"):
        suffice.GaussianNB().fit(frame[["moment"]], Y)


def test_arrow_numbers_of_other_widths():
    pyarrow = pytest.importorskip("pyarrow")
    cents = [int(cent) for cent in np.random.default_rng(4).integers(-10**6, 10**6, len(Y)) + 10**5 * Y]
    plain = pyarrow.table({"price": [cent / 100 for cent in cents], "half": [cent % 2048 / 4 for cent in cents]})
    assert cents[0] % 100, "a price with cents"
    expected = suffice.GaussianNB().fit(plain, Y).predict_proba(plain)
    prices = pyarrow.array([decimal.Decimal(cent).scaleb(-2) for cent in cents])
    half = pyarrow.array(np.array([cent % 2048 / 4 for cent in cents], dtype=np.float16))
    for kind in (pyarrow.decimal128(38, 2), pyarrow.decimal256(60, 2), pyarrow.decimal256(76, 20)):
        table = pyarrow.table({"price": prices.cast(kind), "half": half})
        np.testing.assert_allclose(suffice.GaussianNB().fit(table, Y).predict_proba(table), expected, rtol=1e-9)
    odd = np.array([-np.inf, -2.0**-24, 0, 2.0**-14, 65504, np.inf], dtype=np.float16)
    rows = pyarrow.table({"half": pyarrow.array(odd[1:5])})
    model = suffice.GaussianNB().fit(rows, [0, 1, 2, 3])
    np.testing.assert_array_equal(model.theta_[:, 0], odd[1:5].astype(float))
    for infinite in (odd[:2], odd[4:]):
        with pytest.raises(ValueError, match="infinity"):
            suffice.GaussianNB().fit(pyarrow.table({"half": pyarrow.array(infinite)}), [0, 1])


def test_polars_needs_no_pyarrow(monkeypatch):
    polars = pytest.importorskip("polars")
    table = polars.DataFrame({"a": X[:, 0], "group": Y + 3})
    said = suffice.GenerativeClassifier("naive-bayes", columns={"group": "categorical"})
    expected = said.fit(table.to_pandas(), Y).predict_proba(table.to_pandas())
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    np.testing.assert_array_equal(said.fit(table, Y).predict_proba(table), expected)


def test_columns_of_words_are_named_by_what_takes_numbers():
    polars = pytest.importorskip("polars")
    frame, y = _mixed()
    for name in ("GaussianNB", "LinearDiscriminantAnalysis", "MultinomialNB", "LogisticRegression"):
        with pytest.raises(ValueError, match=f"{name} takes columns of numbers, unlike string: .*GenerativeClassifier"):
            getattr(suffice, name)().fit(frame[["whole", "string"]], y)
        with pytest.raises(ValueError, match=f"{name} takes columns of numbers: .*GenerativeClassifier"):
            getattr(suffice, name)().fit(polars.from_pandas(frame[["whole", "string"]]), y)
    model = suffice.GaussianNB().fit(frame[["whole"]], y)
    with pytest.raises(ValueError, match="GenerativeClassifier"):
        model.predict(frame[["string"]].rename(columns={"string": "whole"}))


def test_columns_that_hold_neither_are_named():
    pandas = pytest.importorskip("pandas")
    for odd in ([[1], [2]], [1j, 2j], [{"a": 1}, None], pandas.period_range("2020", periods=2, freq="M")):
        with pytest.raises((TypeError, ValueError), match="column 'odd'"):
            suffice.GenerativeClassifier("naive-bayes").fit(pandas.DataFrame({"odd": odd}), [0, 1])


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


def test_missing_categories_are_drawn_as_missing_ones():
    """Where the choice of a model takes a missing category as a value of its own."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 600)
    job = np.array(["clerk", "nurse", None], dtype=object)[np.where(rng.random(600) < 0.2 + 0.5 * y, 2, y)]
    frame = pandas.DataFrame({"job": pandas.Series(job, dtype="string"), "x": rng.normal(size=600) + y})
    for fitted in (frame, polars.from_pandas(frame)):
        model = suffice.GenerativeClassifier().fit(fitted, y)
        drawn = model.sample(500, random_state=0)[0]["job"].to_list()
        missing = [pandas.isna(value) for value in drawn]
        assert "" not in drawn and 0.3 < np.mean(missing) < 0.6


def test_rows_are_drawn_as_the_kind_of_frame_that_was_fitted(monkeypatch, tmp_path):
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    frame, y = _mixed()
    frames = [frame, polars.from_pandas(frame), pyarrow.Table.from_pandas(frame, preserve_index=False)]
    models = [suffice.GenerativeClassifier("naive-bayes").fit(fitted, y) for fitted in frames]
    expected = models[0].sample(20, random_state=0)[0].to_dict("list")
    models[0].save(tmp_path / "a.model")
    monkeypatch.setitem(sys.modules, "pandas", None)
    for fitted, model in zip(frames[1:], models[1:], strict=True):
        drawn, _ = pickle.loads(pickle.dumps(model)).sample(20, random_state=0)
        assert type(drawn) is type(fitted)
        columns = drawn.to_dict(as_series=False) if isinstance(fitted, polars.DataFrame) else drawn.to_pydict()
        assert list(columns) == list(expected)
        assert columns == expected
    loaded = suffice.GenerativeClassifier.load(tmp_path / "a.model")
    assert isinstance(loaded.sample(3)[0], polars.DataFrame)
    monkeypatch.setitem(sys.modules, "polars", None)
    assert isinstance(loaded.sample(3)[0], pyarrow.Table)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert set(loaded.sample(3)[0]) == set(frame.columns)


def test_the_accuracy_of_a_fit_is_not_that_of_other_sums():
    frame, y = _mixed()
    model = suffice.GenerativeClassifier("lda", keep_full=True).fit(frame, y)
    assert model.leave_one_out_["rows"] == len(y)
    assert model.reestimate("qda").leave_one_out_ is None and model.leave_one_out_ is not None
    for change in (model.partial_fit, model.forget):
        model.leave_one_out_ = {}
        assert change(frame[:50], y[:50]).leave_one_out_ is None
    other = suffice.GenerativeClassifier("lda", keep_full=True).fit(frame, y)
    assert other.merge(model).leave_one_out_ is None


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


def test_strings_that_hardly_repeat_are_text_or_identify_rows():
    polars = pytest.importorskip("polars")
    frame, y = _mixed()
    rng = np.random.default_rng(5)
    words = np.where(y == "yes", "prize", "lunch")
    frame["message"] = [f"{word} and {a} or {b} but {c}" for word, (a, b, c) in
                        zip(words, rng.integers(0, 30, (len(y), 3)), strict=True)]
    frame["passport"] = [f"P{k:06d}X" for k in rng.permutation(10**6)[: len(y)]]
    model = suffice.GenerativeClassifier("naive-bayes").fit(frame, y)
    assert model.model_name_ == "gaussian-nb + categorical-nb + multinomial-nb"
    assert model.score(frame, y) > 0.99
    assert any("'passport' seems to identify rows" in note for note in model.notes_)
    expected = model.predict_proba(frame)
    other = polars.from_pandas(frame)
    again = suffice.GenerativeClassifier("naive-bayes").fit(other, y)
    np.testing.assert_array_equal(again.predict_proba(other), expected)
    said = suffice.GenerativeClassifier("naive-bayes", columns={"message": "categorical", "passport": "categorical"})
    assert said.fit(frame, y).model_name_ == "gaussian-nb + categorical-nb" and said.notes_ == []
    parts = suffice.GenerativeClassifier("naive-bayes").partial_fit(frame[:200], y[:200], classes=["no", "yes"])
    np.testing.assert_allclose(parts.partial_fit(frame[200:], y[200:]).predict_proba(frame), expected, atol=1e-10)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).predict_proba(frame), expected)
    for name in ("auto", "aode", "qda", "logistic"):
        assert suffice.GenerativeClassifier(name).fit(frame, y).score(frame, y) > 0.7
    alone = suffice.GenerativeClassifier("naive-bayes").fit(frame[["passport"]], y)
    assert alone.model_name_ == "categorical-nb"


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
    pandas = pytest.importorskip("pandas")
    for same in ((document for document in documents), iter([documents[:1], documents[1:]]), tuple(documents),
                 np.array(documents)[:, None], pandas.DataFrame({"message": documents})):
        again = suffice.TextClassifier().fit(same, y)
        np.testing.assert_array_equal(again.predict_proba(documents), model.predict_proba(documents))
    with pytest.raises(ValueError, match="a column of strings, not set"):  # which has no order
        suffice.TextClassifier().fit(set(documents), y)
    with pytest.raises(ValueError, match="one column"):
        suffice.TextClassifier().fit(pandas.DataFrame({"a": documents, "b": documents}), y)


MEMORY = """
import resource, sys
import numpy as np, suffice
rng = np.random.default_rng(0)
X = rng.random((int(sys.argv[1]), 50)); y = (X[:, 0] > 0.5).astype(np.int64)
for name in ("GaussianNB", "LinearDiscriminantAnalysis", "CategoricalNB"):
    if name == "CategoricalNB":
        np.floor(np.multiply(X, 8, out=X), out=X)
    getattr(suffice, name)().fit(X[:5000], y[:5000]).predict(X[:5000])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    getattr(suffice, name)().fit(X, y)
    added = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
    assert added <= 0.05 * X.nbytes + 16 * 2**20, (name, added, X.nbytes)
"""


def test_fitting_adds_no_copy():
    subprocess.run([sys.executable, "-c", MEMORY, "300000"], check=True, timeout=120)
