# Sums on Spark against MLlib's naive Bayes and logistic regression, on the same cluster and the same files.
"""Every fit starts from files of Parquet in the page cache. What each model says is compared with one process; the exit
code is 1 where ours differs, and 77 without Java."""

import argparse
import os
import shutil
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pyarrow
import suffice
from pyarrow import parquet
from suffice import spark as on_spark

ROOT = Path(__file__).parent.parent
SEED = 31
CLASSES = 10


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=50)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=3, help="the fastest counts; logistic regression runs once")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/bench/spark", help="where the tables are written")
    return parser.parse_args()


def written(folder, name, values, codes):
    """Eight files of a table, each of row groups of at most 65,536 rows."""
    path = folder / name
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    for k, rows in enumerate(np.array_split(np.arange(len(codes)), 8)):
        columns = {f"x{j}": values[rows[0] : rows[-1] + 1, j] for j in range(values.shape[1])}
        table = pyarrow.table({**columns, "label": codes[rows]})
        parquet.write_table(table, path / f"part-{k}.parquet", row_group_size=65_536)
    return str(path)


def session(cores):
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    warnings.filterwarnings("ignore", message="PySpark does not yet fully support pandas")
    spark = (SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
             .config("spark.ui.showConsoleProgress", "false")
             .config("spark.driver.memory", "6g").config("spark.driver.host", "127.0.0.1")
             .config("spark.driver.bindAddress", "127.0.0.1").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    return spark


def vectors(spark, path, columns):
    from pyspark.ml.feature import VectorAssembler

    assembler = VectorAssembler(inputCols=[f"x{j}" for j in range(columns)], outputCol="features")
    return assembler.transform(spark.read.parquet(path)).select("features", "label")


def accuracy(log_joint, codes):
    return float(np.mean(np.argmax(log_joint, axis=1) == codes))


def gaussian_joint(model, values):
    """MLlib's Gaussian naive Bayes, scored by its own parameters."""
    means, variances, prior = model.theta.toArray(), model.sigma.toArray(), np.asarray(model.pi)
    return np.stack([prior[c] - 0.5 * np.log(2 * np.pi * variances[c]).sum()
                     - 0.5 * ((values - means[c]) ** 2 / variances[c]).sum(axis=1) for c in range(len(means))], axis=1)


def fastest(call, repeats):
    best, result = np.inf, None
    for _ in range(repeats):
        start = time.perf_counter()
        result = call()
        best = min(best, time.perf_counter() - start)
    return best, result


def main():
    options = arguments()
    if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        print("there is no Java: skipped")
        return 77
    from pyspark.ml.classification import LogisticRegression, NaiveBayes

    random = np.random.default_rng(SEED)
    codes = random.integers(0, CLASSES, options.rows)
    numbers = random.normal(size=(options.rows, options.columns))
    numbers += 0.3 * random.normal(size=(CLASSES, options.columns))[codes]
    counts = random.poisson(1 + 0.5 * random.random((CLASSES, options.columns))[codes]).astype(np.float64)
    paths = {"numbers": written(options.folder, "numbers", numbers, codes),
             "counts": written(options.folder, "counts", counts, codes)}
    spark = session(options.cores)
    d = options.columns

    def from_frame(name, model):
        return on_spark.summarise(spark.read.parquet(paths[name]), "label", model=model, keep_full=False)

    def from_files(name, model):
        return on_spark.summarise_parquet(spark, paths[name], "label", model=model, keep_full=False)

    spark.range(2).mapInArrow(lambda batches: batches, "id long").count()  # workers are there
    repeats = options.repeats
    table = []

    def ours(what, call, model, values):
        seconds, sums = fastest(lambda: call().estimate(model), repeats)
        frame = pyarrow.table({f"x{j}": values[:, j] for j in range(d)})
        got = sums.predict_proba(frame)
        alone = suffice.Summary.summarise(frame, codes, model=model, keep_full=False).estimate(model)
        difference = float(np.abs(got - alone.predict_proba(frame)).max())
        table.append((what, seconds, accuracy(got, codes), difference))
        return seconds

    def theirs(what, estimator, name, joint, values, times):
        seconds, model = fastest(lambda: estimator.fit(vectors(spark, paths[name], d)), times)
        table.append((what, seconds, accuracy(joint(model, values), codes), None))
        return seconds

    frame_lda = ours("LDA from a DataFrame", lambda: from_frame("numbers", "lda"), "lda", numbers)
    files_lda = ours("LDA from Parquet paths", lambda: from_files("numbers", "lda"), "lda", numbers)
    ours("Gaussian naive Bayes from Parquet paths", lambda: from_files("numbers", "gaussian-nb"), "gaussian-nb",
         numbers)
    ours("multinomial naive Bayes from a DataFrame", lambda: from_frame("counts", "multinomial-nb"), "multinomial-nb",
         counts)
    ours("multinomial naive Bayes from Parquet paths", lambda: from_files("counts", "multinomial-nb"), "multinomial-nb",
         counts)
    bayes = theirs("MLlib NaiveBayes(gaussian)", NaiveBayes(modelType="gaussian"), "numbers", gaussian_joint, numbers,
                   repeats)
    theirs("MLlib NaiveBayes(multinomial)", NaiveBayes(modelType="multinomial"), "counts",
           lambda model, values: np.asarray(model.pi) + values @ model.theta.toArray().T, counts, repeats)
    logistic = theirs(
        "MLlib LogisticRegression", LogisticRegression(), "numbers",
        lambda model, values: np.asarray(model.interceptVector) + values @ model.coefficientMatrix.toArray().T,
        numbers, 1)
    spark.stop()

    print(f"\n{options.rows:,} x {d}, {CLASSES} classes, {options.cores} cores, from Parquet")
    print(f"{'':44}{'seconds':>9}{'accuracy':>10}   difference from one process")
    for what, seconds, right, difference in table:
        print(f"{what:44}{seconds:9.2f}{right:10.4f}   {'' if difference is None else f'{difference:.1e}'}")
    bars = [("from a DataFrame, of MLlib's NaiveBayes", bayes / frame_lda, 1.5),
            ("from Parquet paths, of MLlib's NaiveBayes", bayes / files_lda, 5),
            ("from a DataFrame, of its LogisticRegression", logistic / frame_lda, 5),
            ("from Parquet paths, of its LogisticRegression", logistic / files_lda, 5)]
    for what, ratio, least in bars:
        print(f"  LDA {what:46} {ratio:6.1f} x, bar {least}: {'met' if ratio >= least else 'MISSED'}")
    return int(any(difference is not None and difference > 1e-9 for *_, difference in table))


if __name__ == "__main__":
    sys.exit(main())
