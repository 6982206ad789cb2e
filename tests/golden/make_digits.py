# Writes digits.txt: MODELS §1-§3 and §11 carried out as written, in 60-digit arithmetic.
"""Every quantity is computed from the rows by its defining formula: scatters as sums over rows, densities from the
inverse and the determinant, leave-one-out by n explicit refits. scipy's multivariate normal checks the densities."""

import mpmath
import numpy as np
from golden_format import prior_text, read_tables, write_sections
from mpmath import mp, mpf
from scipy.stats import multivariate_normal

mp.dps = 60

CASES = {
    "iris": ["mle/none/empirical", "unbiased/auto/empirical", "mle/0.1/smoothed"],
    "two": ["mle/none/empirical", "unbiased/none/smoothed", "mle/auto/empirical", "mle/0.5/uniform"],
    "scaled": ["unbiased/none/empirical", "mle/auto/uniform", "unbiased/auto/smoothed", "mle/0.01/empirical"],
    "offset": ["mle/none/empirical", "unbiased/auto/empirical", "mle/0.2/" + prior_text([0.5, 0.25, 0.25])],
    "weighted": ["mle/none/empirical", "unbiased/none/empirical", "mle/auto/smoothed", "unbiased/0.3/empirical"],
    "wide": ["unbiased/none/empirical", "mle/auto/empirical", "unbiased/auto/uniform", "mle/0.05/empirical"],
    "leverage": ["mle/none/empirical", "unbiased/auto/smoothed", "mle/0.1/empirical"],
}


def moments(rows, labels, weights, classes):
    """Class weights n_c, class means, pooled scatter S_W."""
    d = len(rows[0])
    counts = [sum((w for w, y in zip(weights, labels) if y == c), mpf(0)) for c in range(classes)]
    means = [
        [sum(w * x[j] for x, y, w in zip(rows, labels, weights) if y == c) / counts[c] for j in range(d)]
        for c in range(classes)
    ]
    scatter = mpmath.zeros(d)
    for x, y, w in zip(rows, labels, weights):
        u = [x[j] - means[y][j] for j in range(d)]
        for i in range(d):
            for j in range(d):
                scatter[i, j] += w * u[i] * u[j]
    return counts, means, scatter


def auto_lambda(scatter, residual_degrees):
    """λ = min(1, (t + d²) / ((N + 1)(t − d))), t = tr R², R the correlation of S_W, N = n − C."""
    d = scatter.rows
    t = sum(scatter[i, j] ** 2 / (scatter[i, i] * scatter[j, j]) for i in range(d) for j in range(d))
    return min(mpf(1), (t + d**2) / ((residual_degrees + 1) * (t - d)))


def shrunk(covariance, shrinkage, chosen):
    """(1−λ) Σ + λ T: T = diag Σ and λ as chosen from all rows for auto, (tr Σ / d) I for a given λ."""
    d = covariance.rows
    if shrinkage == "none":
        return covariance
    if shrinkage == "auto":
        weight, target = chosen, [covariance[j, j] for j in range(d)]
    else:
        weight, target = mpf(float(shrinkage)), [sum(covariance[j, j] for j in range(d)) / d] * d
    return (1 - weight) * covariance + weight * mpmath.diag(target)


def class_prior(counts, kind):
    classes, total = len(counts), sum(counts)
    if kind == "empirical":
        return [count / total for count in counts]
    if kind == "smoothed":
        return [(count + 1) / (total + classes) for count in counts]
    if kind == "uniform":
        return [mpf(1) / classes] * classes
    return [mpf(float(part.split("=")[1])) for part in kind.split(",")]


def log_joint(rows, means, covariance, prior):
    """log π_c − d/2 log 2π − ½ log|Σ| − ½ (x−μ_c)ᵀ Σ⁻¹ (x−μ_c)."""
    d = covariance.rows
    precision = covariance**-1
    constant = -(d * mpmath.log(2 * mp.pi) + mpmath.log(mpmath.det(covariance))) / 2
    table = []
    for x in rows:
        scores = []
        for mean, p in zip(means, prior):
            u = [x[j] - mean[j] for j in range(d)]
            distance = sum(u[i] * precision[i, j] * u[j] for i in range(d) for j in range(d))
            scores.append(mpmath.log(p) + constant - distance / 2)
        table.append(scores)
    return table


def log_evidence(scores):
    largest = max(scores)
    return largest + mpmath.log(sum(mpmath.exp(score - largest) for score in scores))


def is_singular(covariance):
    """True when the determinant of the correlations is 0 up to the arithmetic."""
    variances = [covariance[j, j] for j in range(covariance.rows)]
    return min(variances) <= 0 or abs(mpmath.det(covariance)) / mpmath.fprod(variances) < mpf(10) ** -40


def left_out(rows, labels, weights, classes, estimator, shrinkage, prior_kind, chosen):
    """For each row: log loss and 1 or 0 for right or wrong, after a refit without it; nan and 0 where there is none."""
    results = []
    for i, (x, y) in enumerate(zip(rows, labels)):
        rest = [k for k in range(len(rows)) if k != i]
        results.append((mpmath.nan, 0))
        if weights[i] == 0 or sum(weights[k] for k in rest if labels[k] == y) == 0:
            continue
        counts, means, scatter = moments(*([part[k] for k in rest] for part in (rows, labels, weights)), classes)
        divisor = sum(counts) - (classes if estimator == "unbiased" else 0)
        covariance = shrunk(scatter / divisor, shrinkage, chosen)
        if is_singular(covariance):
            continue
        scores = log_joint([x], means, covariance, class_prior(counts, prior_kind))[0]
        results[-1] = (log_evidence(scores) - scores[y], int(scores.index(max(scores)) == y))
    return results


def check_with_scipy(rows, means, covariance, prior, table):
    covariance = np.array(covariance.tolist(), dtype=float)
    deviation = np.sqrt(np.diag(covariance))
    correlation = covariance / np.outer(deviation, deviation)
    for c, mean in enumerate(means):
        residuals = np.array([[float(x - m) for x, m in zip(row, mean)] for row in rows]) / deviation
        density = multivariate_normal.logpdf(residuals, cov=correlation) - np.log(deviation).sum()
        expected = [float(scores[c]) for scores in table]
        np.testing.assert_allclose(density + float(mpmath.log(prior[c])), expected, rtol=1e-9, atol=1e-9)


def main():
    sections = {}
    for name, (values, codes, row_weights) in read_tables().items():
        rows = [[mpf(float(cell)) for cell in row] for row in values]
        labels, weights = [int(code) for code in codes], [mpf(int(w)) for w in row_weights]
        classes = max(labels) + 1
        counts, means, scatter = moments(rows, labels, weights, classes)
        for case in CASES[name]:
            estimator, shrinkage, prior_kind = case.split("/")
            divisor = sum(counts) - (classes if estimator == "unbiased" else 0)
            covariance = scatter / divisor
            chosen = auto_lambda(scatter, sum(counts) - classes)
            covariance = shrunk(covariance, shrinkage, chosen)
            prior = class_prior(counts, prior_kind)
            table = log_joint(rows, means, covariance, prior)
            check_with_scipy(rows, means, covariance, prior, table)
            prefix = f"{name}/{case}"
            if shrinkage == "auto":
                sections[f"{prefix}/shrinkage"] = [chosen]
            sections[f"{prefix}/log_joint"] = table
            sections[f"{prefix}/log_evidence"] = [log_evidence(scores) for scores in table]
            sections[f"{prefix}/left_out"] = left_out(
                rows, labels, weights, classes, estimator, shrinkage, prior_kind, chosen
            )
    write_sections("digits.txt", "Made by make_digits.py.", sections)


if __name__ == "__main__":
    main()
