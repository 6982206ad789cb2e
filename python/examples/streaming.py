"""A stream of batches: the model is up to date after each, and is the model of all rows so far.

`partial_fit` adds the rows of a batch to sums. However the stream is cut, the bits are those of one `fit`, so that a
model can be compared with one that was fitted last night on everything.
"""

import numpy as np
import suffice


def batches(count=20, rows=500, seed=0):
    """Measurements of three machines, whose readings drift apart."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        machine = rng.integers(0, 3, rows)
        yield rng.normal(size=(rows, 4)) + machine[:, None] * [1.0, 0.5, 0.0, -0.5], machine


def main():
    model = suffice.LinearDiscriminantAnalysis()
    seen_X, seen_y = [], []
    for number, (X, y) in enumerate(batches(), start=1):
        if number > 1:  # each batch is scored before it is learned: honest, and free
            right = model.score(X, y)
        model.partial_fit(X, y, classes=[0, 1, 2])
        seen_X.append(X)
        seen_y.append(y)
        if number in (2, 10, 20):
            print(f"after {int(model.class_count_.sum()):6,} rows: accuracy on rows not yet seen {right:.2f}")

    whole = suffice.LinearDiscriminantAnalysis().fit(np.concatenate(seen_X), np.concatenate(seen_y))
    same = (model.predict_proba(X) == whole.predict_proba(X)).all()
    print(f"the same bits as one fit of all rows: {same}")

    print(f"what is kept: {len(model.summary_.to_bytes()):,} bytes, for any number of rows")


if __name__ == "__main__":
    main()
