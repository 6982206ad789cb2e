"""Sums on Spark: rows stay with the executors, sums come to the driver, which estimates the model.

Every partition becomes the bytes of a `Summary`; executors merge these as a tree, the driver merges what is left. A
task that fails and is run again gives its sums again, of which Spark takes one: nothing is counted twice. The columns
and how each is summed are decided on the driver. Executors need this package and pyarrow; there are no sockets of our
own and no barriers.

>>> from suffice import spark as on_spark                                                        # doctest: +SKIP
>>> model = on_spark.summarise(df, "label").estimate("lda")                                      # doctest: +SKIP
>>> model = on_spark.summarise_parquet(spark, ["data/part-0.parquet"], "label").estimate("lda")  # doctest: +SKIP
>>> scored = on_spark.transform(model, df, probability="probability")                            # doctest: +SKIP
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from suffice import _suffice
from suffice._frames import rows_of_frame
from suffice._summary import Summary, decided_plan

if TYPE_CHECKING:
    import pyarrow
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
        import pyarrow

        schema = _suffice.Schema.from_json(self.schema)
        sums = _suffice.OpenSums(schema, self.options, keep_full=self.keep_full)
        for batch in batches:
            if batch.num_rows:
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

_NUMBERS = ("tinyint", "smallint", "int", "bigint", "float", "double", "date", "timestamp", "timestamp_ntz")


def _roles_of(kinds: dict[str, str], said: dict[str, str] | None) -> dict[str, str]:
    """The role of each column that is no number, by what was said or by its type: number, category or other."""
    roles = {name: "categorical" for name, kind in kinds.items() if kind == "category"} | dict(said or {})
    for name, kind in kinds.items():
        if kind == "other":
            raise TypeError(f"column '{name}' holds no numbers, dates, text or truths: name the features without it")
    for name in roles:
        if name not in kinds:
            raise ValueError(f"there is no column '{name}' among the features {list(kinds)}")
    return roles


def _decided(kinds: dict[str, str], target: str, weight: str | None, columns: dict[str, str] | None,
             model: str | None, text: dict[str, Any] | None, keep_full: bool) -> _Plan:
    roles = _roles_of(kinds, columns)
    plan, full = decided_plan(list(kinds), roles, model, text, keep_full)
    return _Plan(plan.schema.to_json(), plan.options, full, roles, target, weight)


def _features(names: list[str], target: str, weight: str | None, features: Iterable[str] | None) -> list[str]:
    for name in (target, weight, *(features or ())):
        if name is not None and name not in names:
            raise ValueError(f"there is no column '{name}' among {names}")
    return [name for name in features or names if name not in (target, weight)]


def _kind_in_spark(kind: str) -> str:
    if kind in _NUMBERS or kind.startswith("decimal"):
        return "number"
    return "category" if kind in ("string", "boolean") or kind.startswith(("char", "varchar")) else "other"


def _kind_in_arrow(kind: pyarrow.DataType) -> str:
    from pyarrow import types

    if types.is_integer(kind) or types.is_floating(kind) or types.is_temporal(kind) or types.is_decimal(kind):
        return "number"
    texts = types.is_string(kind) or types.is_large_string(kind) or types.is_boolean(kind)
    return "category" if texts or types.is_dictionary(kind) else "other"


# Partial sums, and the tree that merges them.


def _partial(sums: _suffice.Summary | None, part: int) -> Iterator[pyarrow.RecordBatch]:
    import pyarrow

    if sums is not None:
        schema = pyarrow.schema([("part", pyarrow.int64()), ("sums", pyarrow.binary())])
        yield pyarrow.RecordBatch.from_pydict({"part": [part], "sums": [sums.to_bytes()]}, schema=schema)


def _merged(partials: Iterable[tuple[int, bytes]]) -> tuple[_suffice.Summary | None, int]:
    """The sums of all partials, in their order, and the number of the first."""
    total: _suffice.Summary | None = None
    first = 0
    for part, sums in partials:
        more = _suffice.Summary.from_bytes(sums)
        total, first = (more, part) if total is None else (total.merged(more), first)
    return total, first


def _merge_task(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    yield from _partial(*_merged((part, sums) for batch in batches for part, sums in zip(
        batch.column("part").to_pylist(), batch.column("sums").to_pylist(), strict=True)))


def _collected(partials: DataFrame, tasks: list[int]) -> Summary:
    """Merges partial sums by so many tasks, level by level, then on the driver; always in the order of partitions."""
    for count in tasks:
        partials = partials.repartition(count, "part").sortWithinPartitions("part").mapInArrow(_merge_task, _PARTIALS)
    total, _ = _merged(sorted((row["part"], bytes(row["sums"])) for row in partials.collect()))
    if total is None:
        raise ValueError("Found array with 0 sample(s): there are no rows")
    return Summary(total)


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
    columns : dict, default=None
        Roles by column: number, gaussian, poisson, exponential, geometric, gamma, categorical, text.
    model : str, default=None
        A model that the sums must be enough for, by the name that the command-line tool has for it.
    text : dict, default=None
        How documents become terms: ngrams, stop_words, stemmer, hash_buckets, min_length.
    keep_full : bool, default=True
        Keep what every Gaussian model needs.

    Returns
    -------
    sums : suffice.Summary
        Counts are those of one process exactly, moments to rounding. `sums.estimate("lda")` is the model.
    """
    kinds = {name: _kind_in_spark(kind) for name, kind in df.dtypes}
    wanted = _features(df.columns, target, weight, features)
    plan = _decided({name: kinds[name] for name in wanted}, target, weight, columns, model, text, keep_full)
    decimals = {name for name, kind in df.dtypes if kind.startswith("decimal")}

    def task(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        from pyspark import TaskContext

        context = TaskContext.get()
        return _partial(plan.summed(batches), context.partitionId() if context is not None else 0)

    chosen = df.select(*(df[f"`{name}`"].cast("double").alias(name) if name in decimals else df[f"`{name}`"]
                         for name in plan.columns()))
    return _collected(chosen.mapInArrow(task, _PARTIALS), _levels(df.sparkSession.sparkContext.defaultParallelism))


def summarise_parquet(spark: SparkSession, paths: str | Iterable[str], target: str, *,
                      features: Iterable[str] | None = None, weight: str | None = None,
                      columns: dict[str, str] | None = None, model: str | None = None,
                      text: dict[str, Any] | None = None, keep_full: bool = True, tasks: int | None = None,
                      filesystem: Any = None) -> Summary:
    """Sum the rows of Parquet files: tasks are given row groups and read them by themselves, past the JVM.

    `paths` are files, or folders of files `*.parquet`, that every executor can read by the same name, on disks or on a
    `filesystem` of pyarrow. `tasks` share the row groups, by default as many as run at a time. The rest is as
    `summarise` has it.
    """
    groups, schema = _row_groups(_files(paths, filesystem), filesystem)
    kinds = {name: _kind_in_arrow(schema.field(name).type) for name in schema.names}
    wanted = _features(schema.names, target, weight, features)
    plan = _decided({name: kinds[name] for name in wanted}, target, weight, columns, model, text, keep_full)
    shares = _shares(groups, tasks or spark.sparkContext.defaultParallelism)

    def task(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            for share in batch.column(0).to_pylist():
                yield from _partial(plan.summed(_read(shares[share], plan.columns(), filesystem)), share)

    levels = [] if len(shares) <= _FAN_IN else _levels(len(shares))
    return _collected(spark.range(0, len(shares), 1, len(shares)).mapInArrow(task, _PARTIALS), levels)


def _files(paths: str | Iterable[str], filesystem: Any) -> list[str]:
    from pyarrow import fs

    disk = filesystem or fs.LocalFileSystem()
    files: list[str] = []
    for path in [paths] if isinstance(paths, str) else [os.fspath(path) for path in paths]:
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
    from pyarrow import parquet

    groups: list[_RowGroup] = []
    schema: pyarrow.Schema = None
    for path in files:
        with parquet.ParquetFile(path, filesystem=filesystem) as file:
            if schema is None:
                schema = file.schema_arrow
            elif not schema.equals(file.schema_arrow):
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
    from pyarrow import parquet

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
    import pyarrow
    from pyspark.sql.types import ArrayType, BooleanType, DoubleType, LongType, StringType, StructType

    named = getattr(model, "feature_names_in_", None)
    wanted = [str(name) for name in (named if features is None and named is not None else features or df.columns)]
    label = {"i": LongType(), "u": LongType(), "f": DoubleType(), "b": BooleanType()}.get(
        model.classes_.dtype.kind, StringType())
    schema = StructType(list(df.schema.fields)).add(prediction, label)
    if probability is not None:
        schema = schema.add(probability, ArrayType(DoubleType()))

    def task(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            if batch.num_rows == 0:
                continue
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
        self.folder = pathlib.Path(folder)
        self.target = target
        self.how = how

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
