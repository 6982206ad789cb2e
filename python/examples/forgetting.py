"""Forgetting a customer: the model is what it would be if the customer's rows had never been there.

Nothing is fitted again: the rows of the customer are summed, and the sums are taken away. What is left of it is checked
against a model that never saw these rows.
"""

import numpy as np
import pandas
import suffice


def purchases(rows=5_000, seed=0):
    """Who bought what, and whether it came back."""
    rng = np.random.default_rng(seed)
    returned = rng.random(rows) < 0.3
    return pandas.DataFrame({
        "customer": rng.integers(0, 200, rows),
        "price": np.round(rng.lognormal(3 + 0.5 * returned, 0.6), 2),
        "weekday": rng.choice(["weekday", "weekend"], rows),
        "kind": np.where(rng.random(rows) < 0.4 + 0.3 * returned, "shoes", "books"),
        "returned": np.where(returned, "yes", "no"),
    })


def main():
    table = purchases()
    columns = ["price", "weekday", "kind"]
    model = suffice.GenerativeClassifier("naive-bayes").fit(table[columns], table["returned"])
    print(f"{model.model_name_}: {int(model.class_count_.sum()):,} rows")

    theirs = table["customer"] == 17
    model.forget(table.loc[theirs, columns], table.loc[theirs, "returned"])
    print(f"forgot {int(theirs.sum())} rows of customer 17: {int(model.class_count_.sum()):,} are left")

    never = suffice.GenerativeClassifier("naive-bayes").fit(table.loc[~theirs, columns], table.loc[~theirs, "returned"])
    difference = np.abs(model.predict_proba(table[columns]) - never.predict_proba(table[columns])).max()
    print(f"as if they had never been there: {difference < 1e-12}")

    try:  # what was never learned cannot be forgotten, and a refusal changes nothing
        model.forget(table.loc[theirs, columns].assign(kind="boats"), table.loc[theirs, "returned"])
    except suffice.Error as error:
        print(f"refused: {error}")


if __name__ == "__main__":
    main()
