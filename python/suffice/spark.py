"""Sums on Spark: rows stay with the executors, sums come to the driver, which estimates the model.

Every partition becomes the bytes of a `Summary`; executors merge these as a tree, the driver merges what is left. A
task that fails and is run again gives its sums again, of which Spark takes one: nothing is counted twice. The columns
and how each is summed are decided on the driver. Executors need this package and pyarrow; there are no sockets of our
own and no barriers. Rows of Parquet files are read by pyarrow where they are nothing but that: past the JVM.

>>> from suffice import spark as on_spark                                                        # doctest: +SKIP
>>> model = on_spark.summarise(df, "label").estimate("lda")                                      # doctest: +SKIP
>>> model = on_spark.summarise_parquet(spark, ["data/part-0.parquet"], "label").estimate("lda")  # doctest: +SKIP
>>> scored = on_spark.transform(model, df, probability="probability")                            # doctest: +SKIP
"""

from __future__ import annotations

import os
import pathlib
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote, urlsplit

import numpy as np
import pyarrow
from pyarrow import fs, parquet

from suffice import _suffice
from suffice._frames import rows_of_frame
from suffice._summary import Summary, decided_plan

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_PARTIALS = "part long, sums binary"  # the first partition that a row has the sums of, and their bytes
_FAN_IN = 16  # partial sums that one task or the driver merges, where that many tasks are known


class _RowGroup(NamedTuple):
    path: str
    place: int
    rows: int


@dataclass(frozen=True)
class _Plan:
    """What every task is told: the schema that the driver decided, and what is kept of each block."""

    schema: str
    options: dict[str, Any]
    keep_full: bool
    roles: dict[str, str]
    target: str
    weight: str | None

    def columns(self) -> list[str]:
        """The columns that are read: features, target, weight."""
        features: list[str] = _suffice.Schema.from_json(self.schema).columns
        return [*features, self.target, *([self.weight] if self.weight is not None else [])]

    def summed(self, batches: Iterable[pyarrow.RecordBatch]) -> _suffice.Summary | None:
        """The sums of batches of rows; nothing where there are no rows."""
        schema = _suffice.Schema.from_json(self.schema)
        sums = _suffice.OpenSums(schema, self.options, keep_full=self.keep_full)
        for batch in filter(len, batches):
            table = pyarrow.Table.from_batches([batch])
            rows = rows_of_frame(table.select(schema.columns), self.roles).arranged(schema.columns)
            sums.add(rows, *_labels(table, self.target), _weights(table, self.weight), True)
        return sums.summary() if sums.rows else None


def _labels(table: pyarrow.Table, target: str) -> tuple[Any, list[str]]:
    """For each row the place of its label among the labels that this table has."""
    column = table.column(target).combine_chunks()
    if column.null_count:
        raise ValueError(f"{column.null_count} rows have no label in column '{target}': drop them before")
    labels = column.dictionary_encode()
    return labels.indices.to_numpy().astype(np.uint32), [str(label) for label in labels.dictionary.to_pylist()]


def _weights(table: pyarrow.Table, weight: str | None) -> Any:
    if weight is None:
        return None
    column = table.column(weight)
    if column.null_count:
        raise ValueError(f"{column.null_count} rows have no weight in column '{weight}'")
    return np.ascontiguousarray(column.to_numpy(), dtype=np.float64)


# Columns and their roles, by the types that Spark and Arrow have for them.


def _decided(types: dict[str, str], target: str, weight: str | None, features: Iterable[str] | None,
             columns: dict[str, str] | None, model: str | None, text: dict[str, Any] | None, keep_full: bool) -> _Plan:
    """What tasks are told of columns of these types: the role of each feature is as said, or by its type."""
    wanted = list(features or types)
    for name in (target, weight, *wanted):
        if name is not None and name not in types:
            raise ValueError(f"there is no column '{name}' among {list(types)}")
    kinds = {name: _kind(types[name]) for name in wanted if name not in (target, weight)}
    for name, kind in kinds.items():
        if kind == "other":
            raise TypeError(f"column '{name}' holds no numbers, dates, text or truths: name the features without it")
    roles = {name: "categorical" for name, kind in kinds.items() if kind == "category"} | dict(columns or {})
    for name in roles:
        if name not in kinds:
            raise ValueError(f"there is no column '{name}' among the features {list(kinds)}")
    plan, full = decided_plan(list(kinds), roles, model, text, keep_full)
    return _Plan(plan.schema.to_json(), plan.options, full, roles, target, weight)


def _kind(name: str) -> str:
    """What columns of a type are, by the name that Spark or Arrow has for it: number, category or other."""
    if re.fullmatch(r"(large_)?string|bool(ean)?|(char|varchar|dictionary).*", name):
        return "category"
    numbers = r"(u|tiny|small|big)?int\d*|(half)?float|double|(decimal|date|time|duration).*"
    return "number" if re.fullmatch(numbers, name) else "other"


# Partial sums, and the tree that merges them.


def _partial(sums: _suffice.Summary | None, part: int) -> Iterator[pyarrow.RecordBatch]:
    if sums is not None:
        yield pyarrow.RecordBatch.from_pydict({"part": [part], "sums": [sums.to_bytes()]})


def _merged(partials: Iterable[tuple[int, bytes]]) -> tuple[_suffice.Summary | None, int]:
    """The sums of all partials, in their order, and the number of the first."""
    total: _suffice.Summary | None = None
    first = 0
    for part, sums in partials:
        more = _suffice.Summary.from_bytes(sums)
        total, first = (more, part) if total is None else (total.merged(more), first)
    return total, first


def _merge_task(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    yield from _partial(*_merged((row["part"], row["sums"]) for batch in batches for row in batch.to_pylist()))


def _collected(partials: DataFrame, tasks: list[int]) -> Summary:
    """Merges partial sums by so many tasks, level by level, then on the driver; always in the order of partitions."""
    for count in tasks:
        partials = partials.repartition(count, "part").sortWithinPartitions("part").mapInArrow(_merge_task, _PARTIALS)
    total, _ = _merged(sorted((row["part"], bytes(row["sums"])) for row in partials.collect()))
    if total is None:
        raise ValueError("Found array with 0 sample(s): there are no rows")
    return Summary(total)


def _at_a_time(spark: SparkSession) -> int:
    """How many tasks run at a time, which Spark Connect does not tell."""
    return int(getattr(getattr(spark, "sparkContext", None), "defaultParallelism", _FAN_IN))


def _levels(parallelism: int) -> list[int]:
    """How many tasks merge on each level of the tree, for a cluster that runs so many at a time."""
    levels = [max(1, -(-parallelism // _FAN_IN))]
    while levels[-1] > _FAN_IN:
        levels.append(-(-levels[-1] // _FAN_IN))
    return levels


def summarise(df: DataFrame, target: str, *, features: Iterable[str] | None = None, weight: str | None = None,
              columns: dict[str, str] | None = None, model: str | None = None, text: dict[str, Any] | None = None,
              keep_full: bool = True) -> Summary:
    """Sum the rows of a DataFrame where they are: numbers, strings and truths, each column by its type or role.

    Where it is nothing but columns of Parquet files on disks, tasks read these past the JVM as in `summarise_parquet`;
    else the rows of each partition come by `mapInArrow`. The sums are the same.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        Rows.
    target : str
        The column of labels; one without a label is an error.
    features : iterable of str, default=None
        The columns to sum; None: all but target and weight.
    weight : str, default=None
        A column that says how often each row counts.
    columns, model, text, keep_full
        Roles of columns and what the sums must be enough for, as in `suffice.Summary.summarise`.

    Returns
    -------
    sums : suffice.Summary
        Counts are those of one process exactly, moments to rounding. `sums.estimate("lda")` is the model.
    """
    types = dict(df.dtypes)
    plan = _decided(types, target, weight, features, columns, model, text, keep_full)
    chosen = df.select(*(df[f"`{name}`"].cast("double").alias(name) if types[name].startswith("decimal")
                         else df[f"`{name}`"] for name in plan.columns()))
    if (groups := _row_groups_of(chosen)) is not None:
        return _summed_groups(df.sparkSession, plan, groups)

    def task(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        from pyspark import TaskContext

        return _partial(plan.summed(batches), TaskContext.get().partitionId())

    return _collected(chosen.mapInArrow(task, _PARTIALS), _levels(_at_a_time(df.sparkSession)))


# What a DataFrame is made of that is nothing but columns of Parquet files, and the types that Spark and pyarrow read
# alike, by the names that they have for them.
_PLAIN = {f"org.apache.spark.sql.{name}" for name in (
    "catalyst.plans.logical.Project", "catalyst.expressions.AttributeReference",
    "execution.datasources.LogicalRelation", "execution.datasources.HadoopFsRelation",
    "execution.datasources.InMemoryFileIndex", "execution.datasources.parquet.ParquetFileFormat")}
_ALIKE = {"tinyint": "int8", "smallint": "int16", "int": "int32", "bigint": "int64", "float": "float",
          "double": "double", "string": "string", "boolean": "bool"}


def _row_groups_of(df: DataFrame) -> list[_RowGroup] | None:
    """The row groups that hold the rows of a DataFrame, where it is nothing but columns of Parquet files on disks.

    None where it is more or might be, and where there is no telling, as with Spark Connect: then Spark reads. Nothing
    may be said of how to read, and the files must be as Spark saw them, with columns of the same names and types.
    """
    with suppress(Exception):
        plan = df._jdf.queryExecution().optimizedPlan()
        relation = plan.collectLeaves().head().relation()
        files, settings = relation.location(), df.sparkSession.conf
        uris = [urlsplit(uri) for uri in files.inputFiles()]
        paths = sorted(unquote(uri.path) for uri in uris if uri.scheme == "file")
        made_of = {part.getClass().getName() for part in (relation, files, relation.fileFormat())}
        if ({*made_of, *re.findall('"class":"([^"]*)"', plan.toJSON())} <= _PLAIN
                and relation.options().removed("path").isEmpty() and relation.overlappedPartCols().isEmpty()
                and all(settings.get(f"spark.sql.files.ignore{bad}Files") == "false" for bad in ("Corrupt", "Missing"))
                and len(set(paths)) == len(uris) and sum(map(os.path.getsize, paths)) == files.sizeInBytes()):
            groups, schema = _row_groups(paths, None)
            if all(str(schema.field(name).type).removeprefix("large_") == _ALIKE.get(kind) for name, kind in df.dtypes):
                return groups
    return None


def summarise_parquet(spark: SparkSession, paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
                      target: str, *, features: Iterable[str] | None = None, weight: str | None = None,
                      columns: dict[str, str] | None = None, model: str | None = None,
                      text: dict[str, Any] | None = None, keep_full: bool = True, tasks: int | None = None,
                      filesystem: Any = None) -> Summary:
    """Sum the rows of Parquet files: tasks are given row groups and read them by themselves, past the JVM.

    `paths` are files, or folders of files `*.parquet`, that every executor can read by the same name, on disks or on a
    `filesystem` of pyarrow. `tasks` share the row groups, by default as many as run at a time. The rest is as
    `summarise` has it.
    """
    groups, schema = _row_groups(_files(paths, filesystem), filesystem)
    types = {field.name: str(field.type) for field in schema}
    plan = _decided(types, target, weight, features, columns, model, text, keep_full)
    return _summed_groups(spark, plan, groups, tasks, filesystem)


def _summed_groups(spark: SparkSession, plan: _Plan, groups: list[_RowGroup], tasks: int | None = None,
                   filesystem: Any = None) -> Summary:
    shares = _shares(groups, tasks or _at_a_time(spark))

    def task(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for share in batch.column(0).to_pylist():
                yield from _partial(plan.summed(_read(shares[share], plan.columns(), filesystem)), share)

    levels = [] if len(shares) <= _FAN_IN else _levels(len(shares))
    return _collected(spark.range(0, len(shares), 1, len(shares)).mapInArrow(task, _PARTIALS), levels)


def _files(paths: Any, filesystem: Any) -> list[str]:
    disk = filesystem or fs.LocalFileSystem()
    files: list[str] = []
    for path in map(os.fspath, [paths] if isinstance(paths, str | os.PathLike) else paths):
        if disk.get_file_info(path).type == fs.FileType.Directory:
            inside = disk.get_file_info(fs.FileSelector(path))
            files += sorted(info.path for info in inside if info.is_file and info.path.endswith(".parquet"))
        else:
            files.append(path)
    if not files:
        raise ValueError("there is no file of Parquet at these paths")
    return files


def _row_groups(files: list[str], filesystem: Any) -> tuple[list[_RowGroup], pyarrow.Schema]:
    """The row groups of all files, whose columns must be of the same types."""
    groups: list[_RowGroup] = []
    schema: pyarrow.Schema = None
    for path in files:
        with parquet.ParquetFile(path, filesystem=filesystem) as file:
            schema = schema or file.schema_arrow
            if not schema.equals(file.schema_arrow):
                raise ValueError(f"{path} has other columns than {files[0]}")
            groups += [_RowGroup(path, k, file.metadata.row_group(k).num_rows) for k in range(file.num_row_groups)]
    return groups, schema


def _shares(groups: list[_RowGroup], count: int) -> list[list[_RowGroup]]:
    """Neighbouring row groups in so many shares of about as many rows each; none is empty."""
    total = max(1, sum(group.rows for group in groups))
    shares: dict[int, list[_RowGroup]] = {}
    before = 0
    for group in groups:
        shares.setdefault((2 * before + group.rows) * count // (2 * total + 1), []).append(group)
        before += group.rows
    return list(shares.values()) or [[]]


def _read(groups: list[_RowGroup], columns: list[str], filesystem: Any) -> Iterator[pyarrow.RecordBatch]:
    for path in dict.fromkeys(group.path for group in groups):
        with parquet.ParquetFile(path, filesystem=filesystem) as file:
            wanted = [group.place for group in groups if group.path == path]
            yield from file.iter_batches(row_groups=wanted, columns=columns, use_threads=False)


def transform(model: Any, df: DataFrame, *, features: Iterable[str] | None = None, prediction: str = "prediction",
              probability: str | None = None) -> DataFrame:
    """The rows of a DataFrame with the label that a fitted estimator predicts, and its probabilities.

    The model goes to the executors as the bytes of its file. `features` are the columns to read, by default those that
    the model was fitted to; `prediction` and `probability` name the columns that are added, of which the second, with
    probabilities in the order of `model.classes_`, is only there where it has a name.
    """
    from pyspark.sql.types import ArrayType, BooleanType, DoubleType, LongType, StringType, StructType

    named = getattr(model, "feature_names_in_", None)
    wanted = [str(name) for name in (named if features is None and named is not None else features or df.columns)]
    label = {"i": LongType(), "u": LongType(), "f": DoubleType(), "b": BooleanType()}.get(
        model.classes_.dtype.kind, StringType())
    schema = StructType(list(df.schema.fields)).add(prediction, label)
    if probability is not None:
        schema = schema.add(probability, ArrayType(DoubleType()))

    def task(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in filter(len, batches):
            table = pyarrow.Table.from_batches([batch])
            rows = table.select(wanted)
            rows = rows if named is not None else np.column_stack([column.to_numpy() for column in rows.columns])
            table = table.append_column(prediction, pyarrow.array(model.predict(rows).tolist()))
            if probability is not None:
                shares = model.predict_proba(rows)
                ends = pyarrow.array(np.arange(0, shares.size + 1, shares.shape[1], dtype=np.int32))
                table = table.append_column(probability, pyarrow.ListArray.from_arrays(ends, shares.ravel()))
            yield from table.to_batches()

    return df.mapInArrow(task, schema)


class Stream:
    """The sums of a stream so far: a function for `foreachBatch`, which counts no micro-batch twice.

    The sums are kept in a folder of the driver, as one file whose name has the id of the last micro-batch. What Spark
    replays after a restart has that id or an earlier one, and is skipped. Other arguments are those of `summarise`.

    >>> sums = Stream("sums", "label")                          # doctest: +SKIP
    >>> query = df.writeStream.foreachBatch(sums).start()       # doctest: +SKIP
    >>> sums.summary.estimate("lda")                            # doctest: +SKIP
    """

    def __init__(self, folder: str | os.PathLike[str], target: str, **how: Any) -> None:
        self.folder, self.target, self.how = pathlib.Path(folder), target, how

    def _files(self) -> list[tuple[int, pathlib.Path]]:
        return sorted((int(file.stem.removeprefix("batch-")), file) for file in self.folder.glob("batch-*.model"))

    @property
    def last_batch(self) -> int | None:
        """The id of the last micro-batch that is counted."""
        files = self._files()
        return files[-1][0] if files else None

    @property
    def summary(self) -> Summary | None:
        """The sums of all micro-batches so far; nothing before the first row."""
        files = self._files()
        data = files[-1][1].read_bytes() if files else b""
        return Summary.from_bytes(data) if data else None

    def __call__(self, df: DataFrame, batch_id: int) -> None:
        """Count a micro-batch, unless it was counted before."""
        last = self.last_batch
        if last is not None and batch_id <= last:
            return
        total = self.summary
        if not df.isEmpty():
            more = summarise(df, self.target, **self.how)
            total = more if total is None else total + more
        self._keep(b"" if total is None else total.to_bytes(), batch_id)

    def _keep(self, data: bytes, batch_id: int) -> None:
        """One rename makes sums and id the new state together; the old state is removed after it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        before = self._files()
        unfinished = self.folder / "unfinished"
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(self.folder / f"batch-{batch_id}.model")
        for _, file_before in before:
            file_before.unlink()
