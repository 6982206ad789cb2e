"""Sums on Spark are those of one process, whatever is cut, killed, retried or replayed on the way."""

import datetime
import os
import shutil
import signal
import sys

import numpy as np
import pytest
import suffice

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("there is no Java", allow_module_level=True)

from pyarrow import fs, parquet  # noqa: E402
from suffice import spark as on_spark  # noqa: E402

ROWS = 3000
pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")


def _table(first=0, rows=ROWS):
    rng = np.random.default_rng(7)
    y = rng.integers(0, 3, ROWS)
    age = rng.normal(40 + 5 * y, 10, ROWS)
    age[::17] = np.nan
    job = np.array(["clerk", "nurse", None, "pilot"], dtype=object)[(y + rng.integers(0, 3, ROWS)) % 4]
    whole = pyarrow.table({
        "age": pyarrow.array(age, from_pandas=True), "hours": rng.normal(y, 1, ROWS), "job": pyarrow.array(job),
        "visits": rng.poisson(1 + y, ROWS), "weight": rng.integers(1, 4, ROWS).astype(float),
        "label": np.array(["no", "perhaps", "yes"])[y]})
    return whole.slice(first, rows)


FEATURES = ["age", "hours", "job", "visits"]
ROLES = {"visits": "poisson"}


@pytest.fixture(scope="module")
def spark():
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Java that starts fast and compiles little: the tests take less time than its optimising compiler.
    session = (SparkSession.builder.master("local[2,4]").appName("tests of suffice")
               .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
               .config("spark.sql.codegen.wholeStage", "false").config("spark.sql.adaptive.enabled", "false")
               .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
               .config("spark.driver.host", "127.0.0.1")
               .config("spark.driver.bindAddress", "127.0.0.1").config("spark.sql.shuffle.partitions", "2")
               .config("spark.sql.execution.arrow.maxRecordsPerBatch", "250").getOrCreate())
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Four files of two row groups each."""
    folder = tmp_path_factory.mktemp("rows")
    for k in range(4):
        parquet.write_table(_table(k * 750, 750), folder / f"part-{k}.parquet", row_group_size=400)
    return folder


@pytest.fixture(scope="module")
def alone():
    """The sums of one process."""
    table = _table()
    return suffice.Summary.summarise(table.select(FEATURES), table["label"].to_pylist(), columns=ROLES)


def _assert_same_sums(sums, expected):
    assert sums.labels == expected.labels and sums.columns == expected.columns
    np.testing.assert_array_equal(sums._sums.class_rows, expected._sums.class_rows)
    block = sums._sums.schema.kinds.index("categories")
    for (values, counts), (values_alone, counts_alone) in zip(
            sums._sums.value_counts(block), expected._sums.value_counts(block), strict=True):
        assert values == values_alone
        np.testing.assert_array_equal(counts, counts_alone)
    table = _table().select(FEATURES)
    for model in ("lda", "qda", "naive-bayes"):
        np.testing.assert_allclose(sums.estimate(model).predict_log_proba(table),
                                   expected.estimate(model).predict_log_proba(table), rtol=1e-9, atol=1e-9)


def test_a_data_frame_has_the_sums_of_one_process(spark, files, alone):
    df = spark.read.parquet(str(files)).repartition(5)
    sums = on_spark.summarise(df, "label", features=FEATURES, columns=ROLES)
    _assert_same_sums(sums, alone)


def _assert_same_by(reader, df, features=tuple(FEATURES)):
    """Whether pyarrow or Spark reads the rows of a DataFrame, its sums are those of one process."""
    chosen = df.select(*(df[f"`{name}`"] for name in (*features, "label")))
    assert (on_spark._row_groups_of(chosen) is None) == (reader == "Spark")
    table, roles = chosen.toArrow(), {name: role for name, role in ROLES.items() if name in features}
    expected = suffice.Summary.summarise(table.select(features), table["label"].to_pylist(), columns=roles)
    sums = on_spark.summarise(df, "label", features=features, columns=roles)
    assert dict(zip(sums.labels, sums._sums.class_rows, strict=True)) == dict(
        zip(expected.labels, expected._sums.class_rows, strict=True))
    probabilities = [model.predict_log_proba(table.select(features))[:, np.argsort(model.classes_)]
                     for model in (sums.estimate("naive-bayes"), expected.estimate("naive-bayes"))]
    np.testing.assert_allclose(*probabilities, rtol=1e-9, atol=1e-9)
    return sums


def test_columns_of_parquet_files_are_read_past_the_jvm(spark, files, alone):
    df = spark.read.parquet(str(files))
    _assert_same_sums(_assert_same_by("pyarrow", df), alone)
    _assert_same_by("pyarrow", df.select("label", "visits", "job"), ["visits", "job"])
    _assert_same_by("pyarrow", df.drop("weight").where("true").select("*"))
    _assert_same_by("pyarrow", spark.read.parquet(*(f"{files}/part-{k}.parquet" for k in (2, 0))))
    _assert_same_by("pyarrow", spark.read.schema(df.schema).parquet(f"{files}/part-*.parquet"))
    weighted = on_spark.summarise(df, "label", features=["hours"], weight="weight")
    by_spark = on_spark.summarise(df.where("hours > -1e9"), "label", features=["hours"], weight="weight")
    np.testing.assert_array_equal(weighted._sums.class_weights, by_spark._sums.class_weights)


def test_what_is_more_than_columns_is_read_by_spark(spark, files):
    df = spark.read.parquet(str(files))
    for summed in (df.where("visits > 1"), df.union(df), df.sample(0.5, seed=3),
                   df.selectExpr("age as hours", "hours as age", "job", "visits", "label")):
        _assert_same_by("Spark", summed)
    drawn = df.selectExpr("*", "rand(1) as r")
    for more in (df.where("visits >= 0"), df.limit(700), df.orderBy("hours"), df.distinct(), df.union(df.limit(1)),
                 df.repartition(3), df.coalesce(1), df.dropna(), df.withColumn("hours", df.hours + 1), drawn,
                 df.join(df.select("age"), "age"), df.withColumn("visits", df.visits.cast("int")),
                 df.withColumnRenamed("hours", "Hours"), df.mapInArrow(lambda batches: batches, df.schema),
                 df.groupBy("label").avg("hours"), spark.createDataFrame(_table()), spark.range(3)):
        assert on_spark._row_groups_of(more) is None
    assert on_spark._row_groups_of(drawn.select("hours")) is not None  # what is not wanted is not computed


def test_files_that_spark_reads_in_its_own_way_are_read_by_spark(spark, files, tmp_path):
    df = spark.read.parquet(str(files))
    file = str(files / "part-0.parquet")
    assert _assert_same_by("Spark", spark.read.parquet(file, file)).rows == 1500
    _assert_same_by("Spark", spark.read.option("pathGlobFilter", "*-1.parquet").parquet(str(files)))
    df.write.csv(str(tmp_path / "csv"), header=True)
    parquet.write_table(_table().drop(["weight"]), tmp_path / "part-4.parquet")
    for other in (spark.read.option("mergeSchema", True).parquet(str(files)),
                  spark.read.parquet(file, str(tmp_path / "part-4.parquet")),
                  spark.read.schema("label string, HOURS double").parquet(str(files)),
                  spark.read.schema("label string, hours double, nothing double").parquet(str(files)),
                  spark.read.schema(df.schema).csv(str(tmp_path / "csv"), header=True)):
        assert on_spark._row_groups_of(other) is None
    nothing = spark.read.schema(df.schema).parquet(str(tmp_path / "csv"))  # no file is of Parquet, nor read
    assert on_spark._row_groups_of(nothing) is None
    parquet.write_table(_table(0, 0), tmp_path / "empty.parquet")
    with pytest.raises(ValueError, match="no rows"):
        on_spark.summarise(spark.read.parquet(str(tmp_path / "empty.parquet")), "label")


def test_corrupt_files_are_left_to_spark(spark, files, tmp_path):
    shutil.copy(files / "part-0.parquet", tmp_path / "whole.parquet")
    df = spark.read.schema(spark.read.parquet(str(files)).schema).parquet(str(tmp_path))
    _assert_same_by("pyarrow", df)
    spark.conf.set("spark.sql.files.ignoreCorruptFiles", "true")
    try:
        assert on_spark._row_groups_of(df) is None
        (tmp_path / "broken.parquet").write_bytes((files / "part-1.parquet").read_bytes()[:-9])
        assert _assert_same_by("Spark", spark.read.schema(df.schema).parquet(str(tmp_path))).rows == 750
    finally:
        spark.conf.unset("spark.sql.files.ignoreCorruptFiles")


def test_cached_rows_are_those_of_the_cache(spark, files, tmp_path):
    parquet.write_table(_table(0, 500), tmp_path / "a.parquet")
    df = spark.read.parquet(str(tmp_path))
    before = df.select(*FEATURES, "label")
    _assert_same_by("pyarrow", before)
    df.cache().count()
    parquet.write_table(_table(500, 600), tmp_path / "a.parquet")
    try:
        assert _assert_same_by("Spark", df).rows == 500
        assert on_spark.summarise(before, "label", columns=ROLES).rows == 500
    finally:
        df.unpersist()


def test_files_that_changed_are_left_to_spark(spark, tmp_path):
    parquet.write_table(_table(0, 500), tmp_path / "a.parquet")
    df = spark.read.parquet(str(tmp_path))
    parquet.write_table(_table(500, 600), tmp_path / "b.parquet")
    assert _assert_same_by("pyarrow", df).rows == 500  # as Spark lists them once
    parquet.write_table(_table(500, 600), tmp_path / "a.parquet")
    assert on_spark._row_groups_of(df) is None
    (tmp_path / "a.parquet").unlink()
    with pytest.raises(Exception, match="a.parquet"):
        on_spark.summarise(df, "label", features=FEATURES)


def test_partitioned_folders(spark, tmp_path):
    parquet.write_to_dataset(_table(), tmp_path / "by-visits", partition_cols=["visits"])
    df = spark.read.parquet(str(tmp_path / "by-visits"))
    _assert_same_by("pyarrow", df, ["age", "hours", "job"])
    _assert_same_by("Spark", df)  # the column is none of the files'
    _assert_same_by("Spark", df.where("visits = 2"), ["age", "hours"])
    (tmp_path / "both" / "hours=3").mkdir(parents=True)
    parquet.write_table(_table(), tmp_path / "both" / "hours=3" / "a.parquet")
    both = spark.read.parquet(str(tmp_path / "both"))  # the folder overrules the files
    assert both.select("hours").distinct().count() == 1
    _assert_same_by("Spark", both, ["hours", "visits"])


def test_types_that_both_read_alike(spark, tmp_path):
    """In a folder with an odd name; a column of each type, each with missing values."""
    kinds = [pyarrow.int8(), pyarrow.int16(), pyarrow.int32(), pyarrow.int64(), pyarrow.float32(), pyarrow.float64(),
             pyarrow.bool_(), pyarrow.string(), pyarrow.large_string()]
    others = [pyarrow.uint8(), pyarrow.uint32(), pyarrow.date32(), pyarrow.decimal128(12, 2), pyarrow.binary(),
              pyarrow.dictionary(pyarrow.int32(), pyarrow.string())]
    whole = pyarrow.array([None if k % 7 == 3 else k % 5 for k in range(90)], pyarrow.int32())
    columns = {}
    for kind in kinds + others:
        words = str(kind) in ("string", "large_string", "binary") or pyarrow.types.is_dictionary(kind)
        columns[str(kind)] = (whole.cast(pyarrow.string()) if words else whole).cast(kind)
    folder = tmp_path / "100% odd #1 café"
    folder.mkdir()
    parquet.write_table(pyarrow.table({**columns, "label": list("abc") * 30}), folder / "a b.parquet")
    df = spark.read.parquet(str(folder))
    _assert_same_by("pyarrow", df, [str(kind) for kind in kinds])
    for kind in others:
        assert on_spark._row_groups_of(df.select(df[f"`{kind}`"], "label")) is None
    times = pyarrow.table({"time": pyarrow.array(np.arange(9).astype("M8[us]"))})
    parquet.write_table(times, tmp_path / "times.parquet")
    assert on_spark._row_groups_of(spark.read.parquet(str(tmp_path / "times.parquet"))) is None


def test_a_task_that_reads_files_and_is_killed_counts_once(spark, files, alone, tmp_path, monkeypatch):
    marker, read = tmp_path / "killed", on_spark._read

    def read_and_die_once(groups, columns, filesystem):
        yield from read(groups, columns, filesystem)
        if any("part-3" in group.path for group in groups) and not marker.exists():
            marker.write_text("once")
            os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(on_spark, "_read", read_and_die_once)
    sums = on_spark.summarise(spark.read.parquet(str(files)), "label", features=FEATURES, columns=ROLES)
    assert marker.exists()
    _assert_same_sums(sums, alone)


def test_without_a_plan_spark_reads(spark, files, alone):
    class NoPlan:
        """A DataFrame of Spark Connect has no plan of the JVM."""

        def __init__(self, df):
            self.df = df

        def __getattr__(self, name):
            if name in ("_jdf", "sparkContext"):
                raise AttributeError(name)
            return getattr(self.df, name)

        def __getitem__(self, name):
            return self.df[name]

        def select(self, *columns):
            return NoPlan(self.df.select(*columns))

    df = NoPlan(spark.read.parquet(str(files)))
    assert on_spark._at_a_time(df) == on_spark._FAN_IN and on_spark._at_a_time(spark) == 2
    assert on_spark._row_groups_of(df) is None
    _assert_same_sums(on_spark.summarise(df, "label", features=FEATURES, columns=ROLES), alone)


def test_weights_and_decimals(spark, files):
    from pyspark.sql.functions import col

    table = _table()
    expected = suffice.Summary.summarise(table.select(["hours"]), table["label"].to_pylist(),
                                         sample_weight=table["weight"].to_numpy())
    df = spark.read.parquet(str(files)).withColumn("weight", col("weight").cast("decimal(10,2)"))
    sums = on_spark.summarise(df, "label", features=["hours"], weight="weight")
    np.testing.assert_array_equal(sums._sums.class_weights, expected._sums.class_weights)


def test_dates_are_numbers(spark, tmp_path):
    days = [datetime.date(2026, 1, 1 + k) for k in range(20)]
    labels = ["a", "b"] * 10
    parquet.write_table(pyarrow.table({"day": days, "label": labels}), tmp_path / "days.parquet")
    table = pyarrow.table({"day": days})
    expected = suffice.Summary.summarise(table, labels).estimate("lda").predict_joint_log_proba(table)
    for sums in (on_spark.summarise(spark.read.parquet(str(tmp_path)).coalesce(1), "label"),
                 on_spark.summarise_parquet(spark, str(tmp_path), "label")):
        np.testing.assert_allclose(sums.estimate("lda").predict_joint_log_proba(table), expected, rtol=1e-12)


def test_executors_merge_as_a_tree(spark, files, alone):
    assert on_spark._levels(2) == [1]
    assert on_spark._levels(1000) == [63, 4]
    plan = on_spark._decided({"hours": "double", "label": "string"}, "label", None, None, None, None, None, True)
    parts = [plan.summed(_table(k * 300, 300).to_batches()).to_bytes() for k in range(10)]
    partials = spark.createDataFrame([(k, bytearray(sums)) for k, sums in enumerate(parts)], on_spark._PARTIALS)
    once = on_spark._collected(partials, [3, 2])
    assert once.rows == ROWS
    assert once.to_bytes() == on_spark._collected(partials.repartition(7), [3, 2]).to_bytes()


def test_a_task_that_is_killed_counts_once(spark, files, alone, tmp_path):
    from pyspark import TaskContext

    killed = tmp_path / "killed"

    def kill_the_first_attempt(batches):
        for k, batch in enumerate(batches):
            yield batch
            context = TaskContext.get()
            if k == 1 and context.attemptNumber() == 0 and context.partitionId() == 1:
                killed.write_text("once")
                os.kill(os.getpid(), signal.SIGKILL)

    df = spark.createDataFrame(_table()).repartition(2)
    sums = on_spark.summarise(df.mapInArrow(kill_the_first_attempt, df.schema), "label", features=FEATURES,
                              columns=ROLES)
    assert killed.exists()
    _assert_same_sums(sums, alone)


def _fails_once(marker):
    """A file system on which the first look of an executor at one file fails."""
    driver = os.getpid()

    class FailsOnce(fs.FileSystemHandler):
        def get_type_name(self):
            return "fails once"

        def normalize_path(self, path):
            return path

        def get_file_info(self, paths):
            return fs.LocalFileSystem().get_file_info(paths)

        def open_input_file(self, path):
            if os.getpid() != driver and path.endswith("part-2.parquet") and not marker.exists():
                marker.write_text("once")
                raise OSError("the disk is away")
            return pyarrow.OSFile(path)

    FailsOnce.__abstractmethods__ = frozenset()  # nothing else is asked of it
    return fs.PyFileSystem(FailsOnce())


def test_parquet_has_the_sums_of_one_process(spark, files, alone, tmp_path):
    sums = on_spark.summarise_parquet(spark, files, "label", features=FEATURES, columns=ROLES, tasks=3)
    _assert_same_sums(sums, alone)
    marker = tmp_path / "failed"
    paths = [str(files / f"part-{k}.parquet") for k in range(4)]
    again = on_spark.summarise_parquet(
        spark, paths, "label", features=FEATURES, columns=ROLES, tasks=3,
        filesystem=_fails_once(marker))
    assert marker.exists()
    assert again.to_bytes() == sums.to_bytes()


def test_row_groups_are_shared_out():
    groups = [on_spark._RowGroup("a", k, 100) for k in range(10)]
    assert [len(share) for share in on_spark._shares(groups, 4)] == [3, 2, 3, 2]
    assert on_spark._shares(groups[:2], 8) == [[groups[0]], [groups[1]]]
    assert [group for share in on_spark._shares(groups, 3) for group in share] == groups


def test_rows_are_scored_where_they_are(spark, files, alone):
    model = alone.estimate("naive-bayes")
    df = on_spark.transform(model, spark.read.parquet(str(files)), probability="p")
    scored = df.toArrow()
    assert scored.column_names == [*_table().column_names, "prediction", "p"]
    assert scored["prediction"].to_pylist() == model.predict(scored.select(FEATURES)).tolist()
    np.testing.assert_array_equal(np.array(scored["p"].to_pylist()), model.predict_proba(scored.select(FEATURES)))
    numbers = suffice.GaussianNB().fit(_table()["hours"].to_numpy()[:, None], np.arange(ROWS) % 2)
    scored = on_spark.transform(numbers, spark.read.parquet(str(files)), features=["hours"]).toArrow()
    assert scored["prediction"].to_pylist() == numbers.predict(scored["hours"].to_numpy()[:, None]).tolist()


def test_a_replayed_micro_batch_counts_once(spark, files, alone, tmp_path):
    rows = spark.read.parquet(str(files)).schema

    def run(folder):
        sums = on_spark.Stream(tmp_path / folder, "label", features=FEATURES, columns=ROLES)
        source = spark.readStream.schema(rows).option("maxFilesPerTrigger", 2).parquet(str(files))
        query = (source.writeStream.foreachBatch(sums).trigger(availableNow=True)
                 .option("checkpointLocation", str(tmp_path / "checkpoint")).start())
        query.awaitTermination()
        return sums

    first = run("sums")
    assert first.last_batch == 1
    _assert_same_sums(first.summary, alone)
    for file in ("1", ".1.crc"):  # as if the driver had died before Spark wrote that the micro-batch was done
        (tmp_path / "checkpoint" / "commits" / file).unlink()
    again = run("sums")
    assert again.summary.to_bytes() == first.summary.to_bytes()
    assert [file.name for file in (tmp_path / "sums").iterdir()] == ["batch-1.model"]


def test_what_is_wrong_is_said(spark, files):
    df = spark.read.parquet(str(files))
    with pytest.raises(ValueError, match="no column 'nothing'"):
        on_spark.summarise(df, "nothing")
    with pytest.raises(TypeError, match="column 'list' holds no numbers"):
        on_spark.summarise(df.selectExpr("label", "array(1) as list"), "label")
    with pytest.raises(ValueError, match="no rows"):
        on_spark.summarise(df.limit(0), "label")
    with pytest.raises(Exception, match="rows have no label in column 'job'"):
        on_spark.summarise_parquet(spark, str(files), "job", features=["hours"])
    with pytest.raises(ValueError, match="decided from rows"):
        on_spark.summarise(df, "label", columns={"age": "mdl"})
