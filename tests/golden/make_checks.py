# Writes checks.txt: tails of distributions by mpmath, tests of assumptions by their textbook formulas, numpy and scipy.
"""tails: kind (0 chi-square, 1 normal, 2 Student, 3 F), x, degrees, degrees of the denominator, probability.
Box's M is that of heplots::boxM, but for its p-value, which has the first three cumulants of M; the discriminant functions are those of SPSS, Anderson-Darling that of nortest::ad.test,
Mardia's that of MVN::mvn with the divisor n, tested by the moments for small samples (Mardia 1974); each is written down again here from its definition."""

import math

import mpmath
import numpy as np
from golden_format import read_tables, write_sections
from scipy import linalg, stats

mpmath.mp.dps = 50


def tails():
    rows = []
    for x, k in [(0.3, 1), (3.84, 1), (11, 10), (500, 3), (90, 100), (1200, 400)]:
        rows.append([0, x, k, 0, float(mpmath.gammainc(k / mpmath.mpf(2), mpmath.mpf(x) / 2, mpmath.inf, regularized=True))])
    for x in [0.0, 1.96, 12.5]:
        rows.append([1, x, 0, 0, float(mpmath.erfc(mpmath.mpf(x) / mpmath.sqrt(2)))])
    for x, k in [(0.5, 1), (2.26, 9), (30, 5), (1.2, 2000)]:
        t = mpmath.mpf(x)
        rows.append([2, x, k, 0, float(mpmath.betainc(mpmath.mpf(k) / 2, 0.5, 0, k / (k + t * t), regularized=True))])
    for x, a, b in [(0.4, 3, 8), (4.1, 2, 30), (25, 7, 120)]:
        f = mpmath.mpf(x)
        rows.append([3, x, a, b, float(mpmath.betainc(mpmath.mpf(b) / 2, mpmath.mpf(a) / 2, 0, b / (b + a * f), regularized=True))])
    return rows


def anderson_darling(x):
    x = np.sort(x)
    n = len(x)
    z = (x - x.mean()) / x.std(ddof=1)
    i = np.arange(1, n + 1)
    a = -n - np.mean((2 * i - 1) * (stats.norm.logcdf(z) + stats.norm.logsf(z[::-1])))
    assert math.isclose(a, stats.anderson(x, method="interpolate").statistic, rel_tol=1e-9)
    s = a * (1 + 0.75 / n + 2.25 / n**2)
    if s < 0.2:
        p = 1 - math.exp(-13.436 + 101.14 * s - 223.73 * s**2)
    elif s < 0.34:
        p = 1 - math.exp(-8.318 + 42.796 * s - 59.938 * s**2)
    elif s < 0.6:
        p = math.exp(0.9177 - 4.279 * s - 1.38 * s**2)
    else:
        p = math.exp(1.2937 - 5.709 * s + 0.0186 * s**2)
    return [s, p]


def mardia(x):
    n, d = x.shape
    u = x - x.mean(axis=0)
    g = u @ np.linalg.inv(u.T @ u / n) @ u.T
    skewness, kurtosis = (g**3).mean(), (np.diag(g) ** 2).mean()
    k = (d + 1) * (n + 1) * (n + 3) / (n * ((n + 1) * (d + 1) - 6))
    p1 = stats.chi2.sf(k * n * skewness / 6, d * (d + 1) * (d + 2) / 6)
    mean = d * (d + 2) * (n - 1) / (n + 1)
    variance = 8 * d * (d + 2) * (n - 3) * (n - d - 1) * (n - d + 1) / ((n + 1) ** 2 * (n + 3) * (n + 5))
    p2 = 2 * stats.norm.sf(abs(kurtosis - mean) / math.sqrt(variance))
    return [skewness, p1, kurtosis, p2]


def box_m(x, y):
    groups = [x[y == c] for c in range(y.max() + 1)]
    d, c, n = x.shape[1], len(groups), len(x)
    sizes = np.array([len(g) for g in groups])
    covariances = [np.cov(g.T) for g in groups]
    pooled = sum((m - 1) * s for m, s in zip(sizes, covariances, strict=True)) / (n - c)
    logs = [np.linalg.slogdet(s)[1] for s in covariances]
    m = (n - c) * np.linalg.slogdet(pooled)[1] - ((sizes - 1) * logs).sum()
    correction = ((1 / (sizes - 1)).sum() - 1 / (n - c)) * (2 * d * d + 3 * d - 1) / (6 * (d + 1) * (c - 1))
    degrees = d * (d + 1) * (c - 1) / 2
    return [(1 - correction) * m, degrees, box_m_tail(m, [int(size) - 1 for size in sizes], d)]


def box_m_tail(m, degrees, d):
    """Pearson's type III in long arithmetic: log E exp(-h M / 2) is a sum of log Gamma functions."""
    f = sum(degrees)

    def cumulant(r):
        def part(g):
            return (mpmath.mpf(g) / 2) ** r * sum(mpmath.polygamma(r - 1, mpmath.mpf(g - j) / 2) for j in range(d))

        return (-2) ** r * (sum(part(g) for g in degrees) - part(f))

    mean = cumulant(1) + d * (sum(g * mpmath.log(g) for g in degrees) - f * mpmath.log(f))
    variance, third = cumulant(2), cumulant(3)
    shape = 4 * variance**3 / third**2
    return float(mpmath.gammainc(shape, shape + 2 * variance / third * (m - mean), mpmath.inf, regularized=True))


def discriminants(x, y):
    d, c, n = x.shape[1], y.max() + 1, len(x)
    within = sum(np.cov(x[y == k].T) * ((y == k).sum() - 1) for k in range(c))
    total = np.cov(x.T) * (n - 1)
    e = np.sort(linalg.eigh(total - within, within, eigvals_only=True))[::-1][: min(c - 1, d)]
    rows = []
    for k in range(len(e)):
        wilks = np.prod(1 / (1 + e[k:]))
        chi = -(n - 1 - (d + c) / 2) * math.log(wilks)
        rows.append([e[k], e[k] / e.sum(), math.sqrt(e[k] / (1 + e[k])), wilks, chi, stats.chi2.sf(chi, (d - k) * (c - 1 - k))])
    return rows


def one_way(x, groups):
    parts = [x[groups == m] for m in np.unique(groups)]
    between = sum(len(part) * (part.mean() - x.mean()) ** 2 for part in parts)
    test = stats.f_oneway(*parts)
    return [test.statistic, len(parts) - 1, test.pvalue, between / ((x - x.mean()) ** 2).sum()]


def main():
    sections = {"tails": tails()}
    for name in ("iris", "wide"):
        x, y, _ = read_tables()[name]
        sections[f"{name}/anderson-darling"] = [anderson_darling(x[y == c, j]) for c in range(y.max() + 1) for j in range(x.shape[1])]
        sections[f"{name}/discriminants"] = discriminants(x, y)
        sections[f"{name}/correlation"] = [list(stats.pearsonr(x[:, 0], x[:, 1]))]
    x, y, _ = read_tables()["iris"]
    sections["iris/mardia"] = [mardia(x[y == c]) for c in range(3)]
    sections["iris/box-m"] = [box_m(x, y)]
    random = np.random.default_rng(5)
    a = random.integers(3, size=200)
    b = np.where(random.random(200) < 0.3, a, random.integers(3, size=200))
    table = np.array([[((a == i) & (b == j)).sum() for j in range(3)] for i in range(3)])
    g = stats.chi2_contingency(table, correction=False, lambda_="log-likelihood")
    sections["g-square/codes"] = np.column_stack([a, b])
    sections["g-square/test"] = [[g.statistic, g.dof, g.pvalue, stats.contingency.association(table, method="cramer")]]
    sections["analysis-of-variance"] = [one_way(x[:, 0], a[:150]), one_way(x[:, 1], y)]
    write_sections("checks.txt", "Made by make_checks.py: mpmath, scipy, and formulas by numpy.", sections)


main()
