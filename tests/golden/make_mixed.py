# Writes mixed_tables.txt and mixed.txt: rows of several blocks, and the product of the models scikit-learn makes of each.
"""scikit-learn has no model of several blocks: log joints of models of one block each are added, the class prior of all
but the first subtracted, so that it is counted once (MODELS §1). What each one is: make_sklearn.py, make_discrete.py.

LinearDiscriminantAnalysis gives no densities: the Gaussian is that of its means_ and its covariance_, which is S_W / n
with the empirical prior. It takes no weights; whole ones are as many rows.
"""

import numpy as np
from golden_format import prior_text, write_sections
from make_discrete import category_table, count_table
from scipy.stats import multivariate_normal
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import CategoricalNB, GaussianNB, MultinomialNB

GIVEN = {2: [0.3, 0.7], 3: [0.2, 0.5, 0.3]}


def measurement_table(random, rows, columns, classes):
    """Correlated columns; classes differ in means and in spread."""
    labels = np.arange(rows) % classes
    mixing = random.normal(size=(columns, columns)) + 2 * np.eye(columns)
    centres = random.normal(scale=2, size=(classes, columns))
    return centres[labels] + (1 + 0.3 * labels[:, None]) * (random.normal(size=(rows, columns)) @ mixing)


def mixed_table(random, rows, classes):
    categories, labels = category_table(random, rows, [2, 4, 3], classes)
    counts, _ = count_table(random, rows, 6, classes)
    return {
        "measurements": measurement_table(random, rows, 4, classes),
        "categories": categories,
        "counts": counts,
        "labels": labels,
    }


def tables():
    random = np.random.default_rng(47)
    made = {name: mixed_table(random, *shape) for name, shape in
            {"plain": (90, 3), "weighted": (70, 2), "halves": (80, 3)}.items()}
    made["weighted"]["weights"] = random.integers(0, 4, 70)
    made["halves"]["weights"] = random.integers(0, 5, 80) * 0.5
    return made


def naive_density(model, rows, labels, weights):
    """rows × C: log p(x | c) of a fitted model of naive Bayes."""
    model.fit(rows, labels, sample_weight=weights)
    prior = np.log(model.class_prior_) if isinstance(model, GaussianNB) else model.class_log_prior_
    return model.predict_joint_log_proba(rows) - prior


def shared_density(rows, labels, weights):
    copies = np.ones(len(labels), int) if weights is None else weights.astype(int)
    model = LinearDiscriminantAnalysis(solver="lsqr")
    model.fit(np.repeat(rows, copies, axis=0), np.repeat(labels, copies))
    return np.column_stack([multivariate_normal(mean, model.covariance_).logpdf(rows) for mean in model.means_])


def class_priors(labels, weights):
    """By their spelling on the command line."""
    sizes = np.bincount(labels, weights)
    given = GIVEN[len(sizes)]
    return {"empirical": sizes / sizes.sum(), "uniform": np.full(len(sizes), 1 / len(sizes)), prior_text(given): given}


def products(sections, name, table):
    labels, weights = table["labels"], table.get("weights")
    gaussians = {"gaussian-nb": naive_density(GaussianNB(var_smoothing=0), table["measurements"], labels, weights)}
    if name != "halves":
        gaussians["lda"] = shared_density(table["measurements"], labels, weights)
    for alpha in (1, 0.1, 2.5):
        values = naive_density(CategoricalNB(alpha=alpha), table["categories"], labels, weights)
        terms = naive_density(MultinomialNB(alpha=alpha), table["counts"], labels, weights)
        for prior, probabilities in class_priors(labels, weights).items():
            joint = np.log(probabilities) + values
            case = f"mean:{alpha}/{prior}/log_joint"
            sections[f"{name}/gaussian-nb+categorical-nb+multinomial-nb/{case}"] = joint + gaussians["gaussian-nb"] + terms
            if "lda" in gaussians:
                sections[f"{name}/lda+categorical-nb/{case}"] = joint + gaussians["lda"]


def main():
    tables_file, sections = {}, {}
    for name, table in tables().items():
        tables_file |= {f"{name}/{part}": numbers for part, numbers in table.items()}
        products(sections, name, table)
    write_sections("mixed_tables.txt", "Made by make_mixed.py.", tables_file)
    write_sections("mixed.txt", "Made by make_mixed.py.", sections)


if __name__ == "__main__":
    main()
