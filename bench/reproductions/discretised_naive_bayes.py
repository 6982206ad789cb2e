"""Discretised naive Bayes against Gaussian discriminant analysis.

Claim:  when the original, continuous features are not well modelled by a multivariate normal distribution, discretising
        them and using naive Bayes instead of GDA will often result in a better classifier.
Source: CS229 lecture notes 2, section 2.1, and other lecture notes after them; no figures are published.
Data:   1. Draws of four columns, independent within two classes, of five shapes. 2. With the data folder, tables of
        numbers of the UCI repository, whose classes have at least ten rows.
Here:   lda, qda and gaussian-nb, each with the shrinkage auto, and naive Bayes over ten intervals of equal frequency
        (--column c=equal-frequency:10), or over intervals that the labels choose (mdl). Draws: 1,000 rows to learn,
        10,000 to test, repeated; the least error is that of the true densities. Tables: ten folds.
"""

from math import pi

import numpy as np
from lab import Experiment, Table, print_table

COLUMNS = 4
GDA = {name: ["--model", name] for name in ("lda", "qda", "gaussian-nb")}
CUTS = {"10 intervals": "equal-frequency:10", "mdl": "mdl"}


def normal(x, mean, deviation):
    return -0.5 * ((x - mean) / deviation) ** 2 - np.log(deviation * np.sqrt(2 * pi))


def mixture(x):
    return np.logaddexp(normal(x, -2, 0.7), normal(x, 2, 0.7)) - np.log(2)


# Shape: whether it is Gaussian, a draw of many values of class 0 or 1, and the log density of a value in that class.
SHAPES = {
    "normal, one variance": (
        True, lambda random, c, size: random.normal(0.8 * c, 1, size), lambda x, c: normal(x, 0.8 * c, 1)),
    "log-normal": (
        False, lambda random, c, size: np.exp(random.normal(0.6 * c, 1, size)),
        lambda x, c: normal(np.log(x), 0.6 * c, 1) - np.log(x)),
    "exponential": (
        False, lambda random, c, size: random.exponential(1 + c, size), lambda x, c: -x / (1 + c) - np.log(1 + c)),
    "two modes against one": (
        False, lambda random, c, size: random.normal(0, 0.7 + 1.4 * c, size) if c else
        random.normal(0, 0.7, size) + random.choice([-2, 2], size),
        lambda x, c: normal(x, 0, 2.1) if c else mixture(x)),
    "Student's t, 2 degrees of freedom": (
        False, lambda random, c, size: 1.0 * c + random.standard_t(2, size),
        lambda x, c: -1.5 * np.log1p((x - c) ** 2 / 2)),
}
WHY_NOT = {
    "exponential": "the log odds of exponential distributions are linear in x, as lda's are, "
    "and intervals have more parameters to learn"
}
# File, column of the label, columns to drop since they are constant.
TABLES = {
    "pima": ("uci/pima/pima-indians-diabetes.data", 8, []),
    "ionosphere": ("uci/ionosphere/ionosphere.data", 34, [1]),
    "sonar": ("uci/sonar/sonar.all-data", 60, []),
    "wine": ("uci/wine/wine.data", 0, []),
    "liver": ("uci/liver-bupa/bupa.data", 6, []),
    "spambase": ("uci/spambase/spambase.data", 57, []),
    "optdigits": ("uci/optdigits/optdigits.train.data", -1, [0, 32, 39]),
    "segment": ("uci/segment/segment.dat", -1, [2]),
}


def discretised(names, cut):
    return ["--model", "categorical-nb", "--column", f"{','.join(names)}={cut}"]


def draw(shape, rows, random):
    _, draws, density = shape
    classes = np.arange(rows) % 2
    values = np.where(classes[:, None], draws(random, 1, (rows, COLUMNS)), draws(random, 0, (rows, COLUMNS)))
    wrong = np.sum(density(values, 1) - density(values, 0), axis=1) * (2 * classes - 1) < 0
    return Table(values, classes), np.mean(wrong)


def simulated(lab):
    repeats = lab.repeats(3, 50)
    random = np.random.default_rng(8)
    names = [f"x{column + 1}" for column in range(COLUMNS)]
    models = GDA | {name: discretised(names, cut) for name, cut in CUTS.items()}
    table, better = [], {}
    for name, shape in SHAPES.items():
        errors = []
        for _ in range(repeats):
            (train, _), (test, least) = draw(shape, 1000, random), draw(shape, 10000, random)
            paths = train.write(lab.folder / "train.csv"), test.write(lab.folder / "test.csv")
            errors.append([least, *(lab.error(*paths, *options) for options in models.values())])
        means = np.mean(errors, axis=0)
        better[name] = means[4] < min(means[1:4])
        table.append([name, *(f"{100 * error:.2f}" for error in means)])
    print(f"Draws: error in %, means of {repeats} repeats")
    print_table(["shape", "least", *models], table)
    for name, (gaussian, _, _) in SHAPES.items():
        if gaussian:
            lab.claim(f"{name}: GDA is better than intervals", not better[name])
        else:
            lab.claim(f"{name}: naive Bayes on ten intervals is better than all three Gaussian models", better[name],
                      WHY_NOT.get(name))


def read(path, label, drop):
    lines = [line.strip() for line in path.read_text().splitlines() if line.strip()]
    cells = [line.split(",") if "," in line else line.split() for line in lines]
    if not cells[0][0][:1].isdigit() and cells[0][0].count("_"):
        cells = cells[1:]
    label %= len(cells[0])
    kept = [column for column in range(len(cells[0])) if column != label and column not in drop]
    values = [[row[column].strip() for column in kept] for row in cells]
    return Table(values, [f"c{row[label].strip()}" for row in cells])


def real(lab):
    paths = lab.find(*(file for file, _, _ in TABLES.values()))
    table, wins = [], np.zeros((len(GDA) + 1, 2), dtype=int)
    for path, (name, (_, label, drop)) in zip(paths, TABLES.items(), strict=True):
        rows = read(path, label, drop)
        file = rows.write(lab.folder / "table.csv")
        names = rows.header.split(",")[:-1]
        models = GDA | {name: discretised(names, cut) for name, cut in CUTS.items()}
        folds = [lab.fit(file, *options, cv="10")[1]["cv"] for options in models.values()]
        measured = np.array([[1 - fold["accuracy"], fold["log_loss"]] for fold in folds])
        intervals = measured[len(GDA)]
        wins += intervals < np.vstack([measured[: len(GDA)], measured[: len(GDA)].min(axis=0)])
        table.append([name, len(rows), *(f"{100 * error:.1f} {loss:.3f}" for error, loss in measured)])
    print("Tables: error in % and log loss by ten folds")
    print_table(["table", "rows", *models], table)
    for name, (fewer, lower) in zip([*GDA, "the best of the three"], wins, strict=True):
        count = f"fewer errors on {fewer} of {len(TABLES)} tables, lower log loss on {lower}"
        print(f"Ten intervals against {name}: {count}.")
    print()
    naive, best = wins[2], wins[3]
    lab.claim("tables: ten intervals are often better than gaussian-nb", min(naive) > len(TABLES) / 2)
    often = min(best) > len(TABLES) / 2
    lab.claim("tables: ten intervals are often better than the best of the Gaussian models", often,
              "the columns of these tables depend on each other, which lda and qda see and no naive Bayes does; "
              "that costs more than the wrong shape")


def main():
    lab = Experiment(__doc__)
    simulated(lab)
    print()
    real(lab)
    lab.end()


if __name__ == "__main__":
    main()
