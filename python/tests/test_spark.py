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
    plan = on_spark._decided({"hours": "number"}, "label", None, None, None, None, True)
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
    sums = on_spark.summarise_parquet(spark, str(files), "label", features=FEATURES, columns=ROLES, tasks=3)
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
