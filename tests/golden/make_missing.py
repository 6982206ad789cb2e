# Writes missing.txt: estimates from rows with missing values, in 60-digit arithmetic, and the densities of these rows.
"""Cell (i, j), counted from 0, is missing where 5 i + 3 j leaves 0 or 4 when divided by 11, but for the first row of each
class.

Matrices: expectation-maximisation row by row, without sums by pattern and without acceleration. Each missing value is
its mean given the row's others, its covariance given them adds to the scatter, and reference.py estimates from what
comes of that, until nothing moves any more. Diagonals: columns one at a time, each from the rows that have it. Spheres:
the sum of the columns' scatters over the sum of their weights.
"""

import mpmath
from golden_format import read_tables, write_sections
from mpmath import mpf
from reference import Fit, Scorer, Sums, class_prior, discriminants, fit, parse_case, part_of, sums

MATRICES = {
    "iris": [
        "lda/mle/none/empirical",
        "lda/unbiased/none/uniform",
        "lda/map/none/empirical",
        "lda/mean/none/empirical",
        "lda/mle/auto/empirical",
        "lda/mle/oas/empirical",
        "lda/mle/0.1+0.01/empirical",
        "qda/mle/none/empirical",
        "qda/unbiased/none/empirical",
        "qda/map/none/empirical",
        "qda/mean/none/smoothed",
        "qda/mle/auto/empirical",
        "rda:0.3,0.1/mle/none/empirical",
        "qda/map:kappa=0.5,nu=7,mean=1,variance=2/none/empirical",
    ],
    "cushings": ["lda/mle/none/empirical", "lda/map/none/empirical", "qda/map/none/empirical"],
    "weighted": ["lda/mle/none/empirical", "qda/map/none/empirical", "lda/unbiased/auto/empirical"],
    "scaled": ["lda/mle/none/empirical", "lda/mle/auto/empirical", "qda/map/none/empirical"],
    "offset": ["lda/mle/none/empirical", "lda/map/none/empirical"],
}
COLUMNS = ["mle/none", "unbiased/none", "mle/auto", "map/none", "mean/none", "map:kappa=0.5,nu=7,mean=1,variance=2/none"]
SPHERES = ["spherical/mle", "spherical/unbiased", "shared-spherical/mle", "shared-spherical/unbiased"]
DISTANCE = mpf(10) ** -20  # between two steps, each of which comes nearer by some share


def known_columns(values, labels):
    """For each row the columns that it has."""
    first = {label: i for i, label in reversed(list(enumerate(labels)))}
    return [
        [j for j in range(values.shape[1]) if i == first[labels[i]] or (5 * i + 3 * j) % 11 not in (0, 4)]
        for i in range(len(values))
    ]


def expected(rows, known, labels, weights, classes, estimate):
    """The sums of the rows with nothing missing, as the estimate expects them."""
    d = len(rows[0])
    slopes, rest = {}, [mpmath.zeros(d) for _ in range(classes)]
    filled = []
    for x, kept, y, w in zip(rows, known, labels, weights):
        gaps = [j for j in range(d) if j not in kept]
        if (y, tuple(kept)) not in slopes:
            sigma = estimate.scales[y]
            across = mpmath.matrix([[sigma[i, j] for j in kept] for i in gaps]) if gaps and kept else None
            b = across * part_of(sigma, kept) ** -1 if across is not None else None
            left = part_of(sigma, gaps) if gaps else None
            slopes[y, tuple(kept)] = b, left - b * across.T if b is not None else left
        b, left = slopes[y, tuple(kept)]
        row = list(x)
        for i, gap in enumerate(gaps):
            away = sum(b[i, k] * (x[j] - estimate.locations[y][j]) for k, j in enumerate(kept))
            row[gap] = estimate.locations[y][gap] + away
            for k, other in enumerate(gaps):
                rest[y][gap, other] += w * left[i, k]
        filled.append(row)
    result = sums(filled, labels, weights, classes)
    scatters = [s + r for s, r in zip(result.scatters, rest)]
    return Sums(result.counts, result.means, scatters, result.fourths, result.grand_mean)


def moved(a, b):
    """The largest change of a mean in standard deviations, or of a correlation."""
    largest = mpf(0)
    for c, scale in enumerate(b.scales):
        d = scale.rows
        roots = [mpmath.sqrt(scale[j, j]) for j in range(d)]
        for i in range(d):
            largest = max(largest, abs(a.locations[c][i] - b.locations[c][i]) / roots[i])
            for j in range(d):
                largest = max(largest, abs(a.scales[c][i, j] - scale[i, j]) / roots[i] / roots[j])
    return largest


def of_columns(rows, known, labels, weights, classes, j):
    """The sums of one column, from the rows that have it."""
    there = [i for i, kept in enumerate(known) if j in kept]
    return sums([[rows[i][j]] for i in there], [labels[i] for i in there], [weights[i] for i in there], classes)


def start(rows, known, labels, weights, classes):
    """Means and variances of what is there; correlations of one half, so that `auto` has some to keep."""
    d = len(rows[0])
    columns = [of_columns(rows, known, labels, weights, classes, j) for j in range(d)]
    locations = [[columns[j].means[c][0] for j in range(d)] for c in range(classes)]
    variances = [column.pooled[0, 0] / column.total for column in columns]
    scale = mpmath.matrix(
        [[mpmath.sqrt(variances[i] * variances[j]) * (1 if i == j else mpf(0.5)) for j in range(d)] for i in range(d)]
    )
    return Fit(None, locations, [scale] * classes, None, False, [])


def matrices(case, table):
    rows, known, labels, weights, classes = table
    estimate, step = start(*table), mpf(1)
    while step > DISTANCE:
        completed = expected(rows, known, labels, weights, classes, estimate)
        now = fit(case, completed, completed)
        step, estimate = moved(estimate, now), now
    return estimate, completed


def diagonals(case, table):
    """One column at a time, put together."""
    rows, known, labels, weights, classes = table
    fits = []
    for j in range(len(rows[0])):
        column = of_columns(rows, known, labels, weights, classes, j)
        fits.append(fit(case, column, column))
    return Fit(
        log_prior=None,
        locations=[[one.locations[c][0] for one in fits] for c in range(classes)],
        scales=[mpmath.diag([one.scales[c][0, 0] for one in fits]) for c in range(classes)],
        degrees=None,
        columns=True,
        shrinkage=[],
    )


def spheres(case, table):
    rows, known, labels, weights, classes = table
    d = len(rows[0])
    columns = [of_columns(rows, known, labels, weights, classes, j) for j in range(d)]
    used = 1 if case.estimator == "unbiased" else 0
    variances = [
        sum(column.scatters[c][0, 0] for column in columns) / sum(column.counts[c] - used for column in columns)
        for c in range(classes)
    ]
    if case.shared:
        total = sum(column.total - used * classes for column in columns)
        variances = [sum(column.pooled[0, 0] for column in columns) / total] * classes
    locations = [[column.means[c][0] for column in columns] for c in range(classes)]
    return Fit(None, locations, [v * mpmath.eye(d) for v in variances], None, True, [])


def densities(estimate, table, prior):
    rows, known, labels, weights, classes = table
    counts = [sum((w for w, y in zip(weights, labels) if y == c), mpf(0)) for c in range(classes)]
    estimate.log_prior = [mpmath.log(p) for p in class_prior(counts, prior)]
    scorers = {tuple(kept): Scorer(estimate, kept) for kept in known}
    return [scorers[tuple(kept)].log_joint(x) for x, kept in zip(rows, known)]


sections = {}
tables = read_tables()
for name in MATRICES:
    values, labels, weights = tables[name]
    table = (
        [[mpf(float(cell)) for cell in row] for row in values],
        known_columns(values, labels),
        [int(label) for label in labels],
        [mpf(float(weight)) for weight in weights],
        int(max(labels)) + 1,
    )
    used = [i for i, weight in enumerate(weights) if weight > 0]
    fitted = tuple([part[i] for i in used] for part in table[:4]) + table[4:]
    for text in MATRICES[name]:
        estimate, completed = matrices(parse_case(text), fitted)
        sections[f"{name}/{text}/mean"] = estimate.locations
        sections[f"{name}/{text}/log_joint"] = densities(estimate, table, text.split("/")[-1])
        if text == "lda/mle/none/empirical":
            axes, eigenvalues = discriminants(completed, table[4])
            sections[f"{name}/{text}/axes"], sections[f"{name}/{text}/eigenvalues"] = axes, eigenvalues
    for model in ("gaussian-nb", "diagonal-lda"):
        for text in COLUMNS if model == "gaussian-nb" else [text for text in COLUMNS if "auto" not in text]:
            estimate = diagonals(parse_case(f"{model}/{text}/empirical"), fitted)
            sections[f"{name}/{model}/{text}/empirical/log_joint"] = densities(estimate, table, "empirical")
    for text in SPHERES:
        estimate = spheres(parse_case(f"{text}/none/empirical"), fitted)
        sections[f"{name}/{text}/none/empirical/log_joint"] = densities(estimate, table, "empirical")
write_sections("missing.txt", "Made by make_missing.py.", sections)
