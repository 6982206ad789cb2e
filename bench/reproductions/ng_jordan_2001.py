"""Learning curves of naive Bayes and logistic regression on tables of the UCI repository.

Claim:  logistic regression has the lower error in the end, but naive Bayes approaches its own, higher one with far
        fewer rows; so there are two regimes, and naive Bayes leads in the first.
Source: Ng and Jordan, On Discriminative vs. Generative Classifiers: A Comparison of Logistic Regression and Naive
        Bayes, NIPS 2001, Figure 1: test error over the number m of training rows, means of 1,000 random splits.
Data:   ng-jordan-2001/figure1.csv (the curves, read from the paper's graphics), and pima, adult (its six numbers),
        boston (is the price above the median?), optdigits (0 or 1, 2 or 3), ionosphere, liver, sonar and votes of uci/.
Here:   numbers are standardised over the whole table, and every fit adds .01 to the variances (or to the penalty),
        since the variances of a few rows may be 0 and a few rows can be separated; the paper does not say what it did
        then. It seems to give each column one variance for both classes: diagonal-lda. gaussian-nb, with a variance for
        each class, stands beside it to see which the published curves are. Votes: categorical-nb with Laplace's
        pseudocount 1, a vote that is missing left out. Training rows are drawn at random, again where one class has
        none; at most 1,000 others are the test. ± is the standard error of our mean. Also tried, before settling:
        1e-6 or .1 added to the variances (little difference from 20 rows on), a uniform class prior (nearer the
        published curves on pima, adult and liver, by .005 to .035), and penalties of 1 and 1e-4.
"""

import csv

import numpy as np
from lab import Experiment, Table, print_table

NUMBERS = {
    "shared variances": ["--model", "diagonal-lda", "--estimate", "mle", "--ridge", "0.01"],
    "own variances": ["--model", "gaussian-nb", "--estimate", "mle", "--ridge", "0.01"],
    "logistic": ["--model", "logistic", "--ridge", "0.01"],
}
CATEGORIES = {
    "categorical": ["--model", "categorical-nb"],
    "logistic": ["--model", "logistic", "--ridge", "0.01"],
}
SIZES = (5, 14, 30, 1000)


def read(path, delimiter=","):
    lines = [line for line in path.read_text().splitlines() if line.strip()]
    return [[cell.strip() for cell in (line.split(delimiter) if delimiter else line.split())] for line in lines]


def numbers(rows, label, columns=None, positive=None):
    """A table of standardised columns; constant ones are dropped."""
    columns = columns or [column for column in range(len(rows[0])) if column != label]
    values = np.array([[float(row[column]) for column in columns] for row in rows])
    values = values[:, values.std(axis=0) > 0]
    values = (values - values.mean(axis=0)) / values.std(axis=0)
    labels = [row[label] for row in rows]
    cells = [[f"{value:.8g}" for value in row] for row in values]
    return Table(cells, [positive(label) if positive else label for label in labels])


def make_tables(lab):
    """{start of the name in the paper: (table, models)}"""
    names = ("pima/pima-indians-diabetes.data", "adult/adult.data", "boston-housing/housing.data",
             "optdigits/optdigits.train.data", "ionosphere/ionosphere.data", "liver-bupa/bupa.data",
             "sonar/sonar.all-data", "house-votes-84/house-votes-84.data")
    pima, adult, boston, digits, ionosphere, liver, sonar, votes = lab.find(*(f"uci/{name}" for name in names))
    houses = read(boston, None)
    median = np.median([float(row[13]) for row in houses])
    tables = {
        "pima": numbers(read(pima), 8),
        "adult": numbers(read(adult), 14, [0, 2, 4, 10, 11, 12]),
        "boston": numbers(houses, 13, positive=lambda price: float(price) > median),
        "optdigits (0's)": numbers([row for row in read(digits) if row[64] in "01"], 64),
        "optdigits (2's)": numbers([row for row in read(digits) if row[64] in "23"], 64),
        "ionosphere": numbers(read(ionosphere), 34),
        "liver": numbers(read(liver)[1:], 6),
        "sonar": numbers(read(sonar), 60),
    }
    rows = read(votes)
    voting = Table([row[1:] for row in rows], [row[0] for row in rows])
    return {name: (table, NUMBERS) for name, table in tables.items()} | {"voting": (voting, CATEGORIES)}


def published_curves(path):
    """{start of the name of a table: {model: {m: error}}}"""
    curves = {}
    for row in csv.DictReader(path.open()):
        model = curves.setdefault(row["dataset"], {}).setdefault(row["model"], {})
        model[round(float(row["m"]))] = float(row["error"])
    return curves


def draw(table, size, random):
    """Rows to learn, of both classes, and others to test."""
    while True:
        shuffled = random.permutation(len(table))
        if len(set(table.labels[shuffled[:size]])) == 2:
            return shuffled[:size], shuffled[size : size + 1000]


def measure(lab, table, models, size, repeats, random):
    """The mean error of each model, and its standard error."""
    errors = np.zeros((repeats, len(models)))
    for repeat in range(repeats):
        train, test = draw(table, size, random)
        paths = table.write(lab.folder / "train.csv", train), table.write(lab.folder / "test.csv", test)
        errors[repeat] = [lab.error(*paths, *options) for options in models.values()]
    return errors.mean(axis=0), errors.std(axis=0, ddof=1) / np.sqrt(repeats)


def main():
    lab = Experiment(__doc__)
    tables = make_tables(lab)
    curves = published_curves(lab.find("ng-jordan-2001/figure1.csv")[0])
    repeats = lab.repeats(40, 200)
    random = np.random.default_rng(2001)
    rows, distance, first, last = [], {}, [], []
    for name, (table, models) in tables.items():
        curve = next(curves[key] for key in curves if key.startswith(name.removesuffix(")")))
        bayes, logistic = curve["naive_bayes"], curve["logistic_regression"]
        known = sorted(set(bayes) & set(logistic))
        sizes = known if lab.full else sorted({min(known, key=lambda m: abs(m - size)) for size in SIZES})
        for size in sizes:
            means, deviations = measure(lab, table, models, size, repeats, random)
            cells = [f"{mean:.3f} ± {deviation:.3f}" for mean, deviation in zip(means, deviations, strict=True)]
            own = cells[1] if len(cells) == 3 else ""
            ends = [f"{curve[size]:.3f}" for curve in (bayes, logistic)]
            rows.append([f"{name}, m = {size}", ends[0], cells[0], own, ends[1], cells[-1]])
            for model, mean in zip(models, means, strict=True):
                target = logistic if model == "logistic" else bayes
                distance.setdefault((name, model), []).append(abs(mean - target[size]))
            if size == sizes[0]:
                first.append((bayes[size] < logistic[size], means[0] < means[-1]))
            if size == sizes[-1]:
                last.append((bayes[size] > logistic[size], means[0] > means[-1]))
    print(f"Test error, means of {repeats} splits (published: 1,000)")
    bayes_columns = ["naive Bayes: published", "shared variances", "own variances"]
    print_table(["", *bayes_columns, "logistic: published", "ours"], rows)
    names = list(tables)
    print_table(["mean distance to the published curve", *NUMBERS, "categorical"],
                [[name, *(f"{np.mean(distance[name, model]):.3f}" if (name, model) in distance else ""
                          for model in (*NUMBERS, "categorical"))] for name in names])
    few, many = np.sum(first, axis=0), np.sum(last, axis=0)
    print(f"Naive Bayes leads with the fewest rows on {few[1]} of 9 tables (published: {few[0]}),")
    print(f"logistic regression with the most on {many[1]} (published: {many[0]}).\n")

    def mean_distance(model):
        return np.mean([np.mean(distance[name, model]) for name in names[:-1]])

    shared, own = mean_distance("shared variances"), mean_distance("own variances")
    pairs = [[np.mean(distance[name, model]) for model in ("shared variances", "own variances")] for name in names[:-1]]
    count = sum(first < second for first, second in pairs)
    votes = np.mean(distance["voting", "categorical"])
    lab.claim("shared variances are nearer the published curves than own ones, on at least 6 of 8 tables", count >= 6,
              f"they are on {count}, and nearer on average ({shared:.3f} against {own:.3f}): the paper may have shared "
              "them, and these curves do not settle it")
    lab.claim(f"the curve of naive Bayes on votes, to {votes:.3f}", votes < 0.02)
    lab.claim("the other curves of naive Bayes, to .02 on average", shared < 0.02,
              "ours lie mostly below. The paper says nothing of variances that are 0, nor of scaling; its error on "
              "adult, .284 at 30 rows, is above the .241 of guessing the larger class, so that its class prior or its "
              "test rows may be others")
    lab.claim("logistic regression leads in the end, on as many tables or more", many[1] >= many[0])
    lab.claim("naive Bayes leads with the fewest rows, on as many tables or more", few[1] >= few[0],
              "the logistic regression of the paper is far worse with few rows than ours, .301 for two digits that it "
              "tells apart with about .1 under a penalty of .01; any penalty chooses a plane midway between the rows, "
              "and the paper's fitter seems not to")
    lab.end()


if __name__ == "__main__":
    main()
