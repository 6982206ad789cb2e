# Writes digits.txt: the formulas of reference.py on every table, leave-one-out by n explicit refits.
"""scipy's multivariate normal and multivariate t check the densities on the way."""

import mpmath
import numpy as np
from golden_format import prior_text, read_tables, write_sections
from mpmath import mpf
from reference import Scorer, discriminants, fit, is_singular, log_evidence, parse_case, sums
from scipy import stats

CASES = {
    "iris": ["lda/mle/none/empirical", "lda/unbiased/auto/empirical", "qda/mle/0.1/smoothed"],
    "cushings": [
        "qda/mle/none/empirical",
        "qda/unbiased/none/uniform",
        "qda/predictive/none/uniform",
        "lda/predictive/none/empirical",
        "gaussian-nb/predictive/none/empirical",
        "diagonal-lda/predictive/none/empirical",
        "spherical/predictive/none/empirical",
        "shared-spherical/predictive/none/empirical",
        "rda:0.3,0.2/mle/none/empirical",
        "qda/map/none/empirical",
        "qda/mean/none/empirical",
    ],
    "wine": ["qda/mle/auto/empirical", "lda/mle/none/empirical", "gaussian-nb/unbiased/none/empirical"],
    "two": [
        "lda/mle/none/empirical",
        "lda/unbiased/none/smoothed",
        "lda/mle/auto/empirical",
        "lda/mle/0.5/uniform",
        "lda/map/none/empirical",
        "lda/mean/none/empirical",
        "gaussian-nb/map/none/empirical",
        "gaussian-nb/mean/none/empirical",
        "diagonal-lda/map/none/empirical",
        "diagonal-lda/mean/none/empirical",
        "spherical/map/none/empirical",
        "spherical/mean/none/empirical",
        "shared-spherical/map/none/empirical",
        "shared-spherical/mean/none/empirical",
        "qda/map:kappa=0.5,nu=7,mean=1,variance=2/none/empirical",
        "lda/predictive:kappa=0.25,nu=5,variance=1.5/none/empirical",
        "gaussian-nb/mean:kappa=2,nu=4/none/empirical",
        "qda/map/none+0.25/empirical",
        "gaussian-nb/mle/0.3/empirical",
    ],
    "scaled": [
        "lda/unbiased/none/empirical",
        "lda/mle/auto/uniform",
        "lda/mle/0.01/empirical",
        "qda/mle/none/empirical",
        "qda/mle/auto/smoothed",
        "qda/map/none/empirical",
        "gaussian-nb/mle/auto/empirical",
        "diagonal-lda/unbiased/none/empirical",
    ],
    "offset": [
        "lda/mle/none/empirical",
        "lda/unbiased/auto/empirical",
        "lda/mle/0.2/" + prior_text([0.5, 0.25, 0.25]),
        "qda/predictive/none/empirical",
    ],
    "far": [
        "lda/mle/none/empirical",
        "qda/mle/none/empirical",
        "gaussian-nb/mle/none/empirical",
        "spherical/mle/none/empirical",
        "lda/mle/ledoit-wolf/empirical",
    ],
    "collinear": ["lda/mle/none/empirical", "qda/unbiased/none/empirical", "rda:0.5,0/mle/none/empirical"],
    "single": ["lda/mle/none/empirical", "qda/mle/none/empirical", "diagonal-lda/mle/none/empirical"],
    "weighted": [
        "lda/mle/none/empirical",
        "lda/unbiased/none/empirical",
        "lda/mle/auto/smoothed",
        "lda/unbiased/0.3/empirical",
        "qda/mle/ledoit-wolf/empirical",
        "lda/unbiased/oas/empirical",
        "shared-spherical/unbiased/none/empirical",
        "spherical/unbiased/none/empirical",
        "gaussian-nb/mle/auto/empirical",
    ],
    "fractional": [
        "lda/mle/none/empirical",
        "qda/mle/none/smoothed",
        "qda/predictive/none/empirical",
        "gaussian-nb/mle/none/empirical",
        "lda/mle/ledoit-wolf/empirical",
        "centroid/mle/none/empirical",
    ],
    "wide": [
        "lda/unbiased/none/empirical",
        "lda/mle/auto/empirical",
        "lda/unbiased/auto/uniform",
        "lda/mle/0.05/empirical",
        "qda/mle/oas/empirical",
        "rda:0.2,0.1/mle/none/empirical",
        "qda/mle/0.2+0.5/empirical",
        "qda/mean/none/empirical",
    ],
    "broad": [
        "lda/mle/auto/empirical",
        "lda/mle/ledoit-wolf/empirical",
        "lda/mle/oas/empirical",
        "qda/mle/auto/empirical",
        "rda:1,0.4/mle/none/empirical",
        "lda/mle/none+2/empirical",
        "qda/map/none/empirical",
    ],
    "rare": [
        "qda/mle/auto/empirical",
        "gaussian-nb/mle/auto/empirical",
        "qda/map/none/empirical",
        "gaussian-nb/map/none/empirical",
        "rda:0.5,0.1/mle/none/empirical",
        "spherical/map/none/empirical",
        "centroid/mle/none/uniform",
    ],
    "constant": [
        "lda/mle/none/empirical",
        "qda/mle/auto/empirical",
        "gaussian-nb/mle/none/empirical",
        "qda/map/none/empirical",
        "lda/mle/0.1/empirical",
        "lda/mle/oas/empirical",
        "qda/mle/0.2/empirical",
        "lda/mle/none+0.5/empirical",
        "rda:0.3,0.2/mle/none/empirical",
        "shared-spherical/mle/none/empirical",
        "centroid/mle/none/empirical",
    ],
    "leverage": ["lda/mle/none/empirical", "lda/unbiased/auto/smoothed", "lda/mle/0.1/empirical"],
}


def left_out(case, rows, labels, weights, classes, held):
    """For each row: log loss and 1 or 0 for right or wrong, after a refit without it; nan and 0 where there is none."""
    results = []
    for i, (x, y) in enumerate(zip(rows, labels)):
        rest = [k for k in range(len(rows)) if k != i]
        results.append((mpmath.nan, 0))
        if weights[i] == 0 or sum(weights[k] for k in rest if labels[k] == y) == 0:
            continue
        now = sums(*([part[k] for k in rest] for part in (rows, labels, weights)), classes)
        model = fit(case, now, held)
        if any(is_singular(scale) for scale in model.scales) or min(model.degrees or [1]) <= 0:
            continue
        scores = Scorer(model, list(range(len(x)))).log_joint(x)
        results[-1] = (log_evidence(scores) - scores[y], int(scores.index(max(scores)) == y))
    return results


def check_with_scipy(rows, model, table):
    """In units in which scipy's test for a regular matrix makes sense."""
    for c, location in enumerate(model.locations):
        scale = np.array(model.scales[c].tolist(), dtype=float)
        unit = np.sqrt(np.diag(scale))
        scale /= np.outer(unit, unit)
        residuals = np.array([[float(x - m) for x, m in zip(row, location)] for row in rows]) / unit
        if model.degrees is None:
            density = stats.multivariate_normal.logpdf(residuals, cov=scale)
        elif model.columns:
            density = stats.t.logpdf(residuals, df=float(model.degrees[c])).sum(axis=1)
        else:
            density = stats.multivariate_t.logpdf(residuals, shape=scale, df=float(model.degrees[c]))
        density = np.atleast_1d(density) - np.log(unit).sum() + float(model.log_prior[c])
        np.testing.assert_allclose(density, [float(scores[c]) for scores in table], rtol=1e-6, atol=1e-6)


def missing(i, d):
    """What row i lacks when missing values are tried out: everything in row 0, else column i mod d."""
    return range(d) if i == 0 else [i % d]


def drops_constants(case):
    """Whether a constant column is ignored: only a ridge gives it a variance, and the identity has one."""
    return case.structure != "identity" and not case.ridge


def main():
    sections = {}
    for name, (values, codes, row_weights) in read_tables().items():
        labels, weights = [int(code) for code in codes], [mpf(float(w)) for w in row_weights]
        classes = max(labels) + 1
        for text in CASES[name]:
            case = parse_case(text)
            varying = np.ptp(values, axis=0) > 0 if drops_constants(case) else values[0] == values[0]
            rows = [[mpf(float(cell)) for cell in row] for row in values[:, varying]]
            d = len(rows[0])
            held = sums(rows, labels, weights, classes)
            model = fit(case, held, held)
            scorer = Scorer(model, list(range(d)))
            table = [scorer.log_joint(x) for x in rows]
            check_with_scipy(rows, model, table)
            prefix = f"{name}/{text}"
            if case.shrinkage in ("ledoit-wolf", "oas") or (case.shrinkage == "auto" and case.shared):
                sections[f"{prefix}/shrinkage"] = model.shrinkage
            sections[f"{prefix}/log_joint"] = table
            sections[f"{prefix}/left_out"] = left_out(case, rows, labels, weights, classes, held)
            if name in ("two", "cushings"):
                sections[f"{prefix}/distances"] = [[scorer.distance(x, c) for c in range(classes)] for x in rows]
            if name in ("two", "cushings", "scaled"):
                sections[f"{prefix}/missing"] = [
                    Scorer(model, [j for j in range(d) if j not in missing(i, d)]).log_joint(x)
                    for i, x in enumerate(rows)
                ]
        if name in ("iris", "wine", "scaled", "wide", "weighted", "collinear"):
            axes, eigenvalues = discriminants(held, classes)
            sections[f"{name}/lda/mle/none/empirical/axes"] = axes
            sections[f"{name}/lda/mle/none/empirical/eigenvalues"] = eigenvalues
    write_sections("digits.txt", "Made by make_digits.py.", sections)


if __name__ == "__main__":
    main()
