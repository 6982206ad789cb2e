# MODELS §1-§4 carried out as written, in 60-digit arithmetic: sums over rows, estimates, densities.
"""Every quantity is computed from the rows by its defining formula: scatters as sums over rows, densities from the
inverse and the determinant. A case is spelt model/estimate/shrinkage/class prior:

    model      lda qda gaussian-nb diagonal-lda spherical shared-spherical centroid rda:ALPHA,GAMMA
    estimate   mle unbiased map mean predictive; the last three with :kappa=,nu=,mean=,variance= (one for all columns)
    shrinkage  none auto ledoit-wolf oas LAMBDA; +RIDGE behind it
    prior      empirical smoothed uniform LABEL=P,…
"""

from dataclasses import dataclass

import mpmath
from mpmath import mp, mpf

mp.dps = 60

STRUCTURES = {"gaussian-nb": "diagonal", "diagonal-lda": "diagonal", "spherical": "spherical"}
STRUCTURES |= {"shared-spherical": "spherical", "centroid": "identity"}


@dataclass
class Case:
    """What the four words say."""

    structure: str  # full (of the classes or shared), diagonal, spherical, identity
    shared: bool
    rda: list
    estimator: str
    given: dict  # hyper-parameters by name
    shrinkage: str
    ridge: mpf
    prior: str


def parse_case(text):
    model, estimate, shrinkage, prior = text.split("/")
    model, _, rda = model.partition(":")
    estimator, _, given = estimate.partition(":")
    shrinkage, _, ridge = shrinkage.partition("+")
    return Case(
        structure=STRUCTURES.get(model, "full"),
        shared=model in ("lda", "diagonal-lda", "shared-spherical", "centroid"),
        rda=[mpf(float(part)) for part in rda.split(",")] if rda else None,
        estimator=estimator,
        given={name: mpf(float(number)) for name, number in (item.split("=") for item in given.split(",") if item)},
        shrinkage=shrinkage,
        ridge=mpf(float(ridge or 0)),
        prior=prior,
    )


@dataclass
class Sums:
    """n_c, class means, S_c, Σ w |u|⁴ per class, and the mean of all rows."""

    counts: list
    means: list
    scatters: list
    fourths: list
    grand_mean: list

    @property
    def total(self):
        return sum(self.counts)

    @property
    def pooled(self):
        return sum(self.scatters[1:], self.scatters[0])


def sums(rows, labels, weights, classes):
    d = len(rows[0])
    counts = [sum((w for w, y in zip(weights, labels) if y == c), mpf(0)) for c in range(classes)]
    means = [
        [sum(w * x[j] for x, y, w in zip(rows, labels, weights) if y == c) / counts[c] for j in range(d)]
        for c in range(classes)
    ]
    scatters, fourths = [mpmath.zeros(d) for _ in range(classes)], [mpf(0)] * classes
    for x, y, w in zip(rows, labels, weights):
        u = [x[j] - means[y][j] for j in range(d)]
        fourths[y] += w * sum(cell**2 for cell in u) ** 2
        for i in range(d):
            for j in range(d):
                scatters[y][i, j] += w * u[i] * u[j]
    grand = [sum(n * mean[j] for n, mean in zip(counts, means)) / sum(counts) for j in range(d)]
    return Sums(counts, means, scatters, fourths, grand)


def diagonal(matrix):
    return [matrix[j, j] for j in range(matrix.rows)]


def trace(matrix):
    return sum(diagonal(matrix))


def auto_lambda(all_sums):
    """λ = min(1, (t + d²) / ((N + 1)(t − d))), t = tr R², R the correlation of S_W, N = n − C."""
    s, degrees = all_sums.pooled, all_sums.total - len(all_sums.counts)
    d = s.rows
    t = sum(s[i, j] ** 2 / (s[i, i] * s[j, j]) for i in range(d) for j in range(d))
    return min(mpf(1), (t + d**2) / ((degrees + 1) * (t - d)))


def ledoit_wolf_lambda(scatter, n, fourth):
    s, d = scatter / n, scatter.rows
    squares = sum(cell**2 for cell in s)
    delta = squares - trace(s) ** 2 / d
    return min((fourth / n - squares) / n, delta) / delta


def oas_lambda(scatter, n):
    s, d = scatter / n, scatter.rows
    squares, square = sum(cell**2 for cell in s), trace(s) ** 2
    return min(mpf(1), (squares + square) / ((n + 1) * (squares - square / d)))


def lambdas(case, held):
    """One λ, or one for each class; chosen from the sums of all rows."""
    groups = list(zip(held.scatters, held.counts, held.fourths))
    if case.shared:
        groups = [(held.pooled, held.total, sum(held.fourths))]
    if case.shrinkage == "auto":
        return [auto_lambda(held)] if case.shared else []
    if case.shrinkage == "ledoit-wolf":
        return [ledoit_wolf_lambda(*group) for group in groups]
    if case.shrinkage == "oas":
        return [oas_lambda(scatter, n) for scatter, n, _ in groups]
    return [mpf(0 if case.shrinkage == "none" else float(case.shrinkage))] * len(groups)


def hyper_parameters(case, held):
    """κ₀, ν₀, m₀, diag S₀ of the normal-inverse-Wishart prior; S₀ and m₀ come from the sums of all rows."""
    d, classes = held.pooled.rows, len(held.counts)
    size = {"full": d, "diagonal": 1, "spherical": d}[case.structure]
    kappa, mean, given = case.given.get("kappa", mpf(0)), held.grand_mean, case.given
    if case.estimator == "predictive":
        nu, variance = mpf(-classes if case.shared else -1), [mpf(0)] * d
    else:
        nu, variance = mpf(size + 2), [s / (held.total - classes) for s in diagonal(held.pooled)]
    mean = [given["mean"]] * d if "mean" in given else mean
    variance = [given["variance"]] * d if "variance" in given else variance
    return kappa, given.get("nu", nu), mean, variance


@dataclass
class Fit:
    """log p(x | c) is Gaussian, or t with degrees[c]; with `columns` a product over columns."""

    log_prior: list
    locations: list
    scales: list  # Σ_c, or the scale matrix of t, for every class
    degrees: list
    columns: bool
    shrinkage: list


def bayes(case, now, held):
    """Locations, covariances (or t scales) of all classes, degrees of freedom."""
    d, classes = now.pooled.rows, len(now.counts)
    kappa0, nu0, m0, s0 = hyper_parameters(case, held)
    kappas = [kappa0 + n for n in now.counts]
    locations = [
        [(kappa0 * m + n * x) / kappa for m, x in zip(m0, mean)]
        for n, mean, kappa in zip(now.counts, now.means, kappas)
    ]
    added = []
    for n, mean, kappa, scatter in zip(now.counts, now.means, kappas, now.scatters):
        u = mpmath.matrix([x - m for x, m in zip(mean, m0)])
        added.append(scatter + (kappa0 * n / kappa) * (u * u.T))
    weights = now.counts
    if case.shared:
        added, weights = [sum(added[1:], added[0])], [now.total]
    posterior = [mpmath.diag(s0) + scatter for scatter in added]
    means = classes if case.shared else 1  # how many means share one covariance
    if case.structure == "spherical":
        posterior = [mpmath.eye(d) * trace(s) for s in posterior]
        nus = [nu0 + d * n for n in weights]
        divisors = {"map": [nu + 2 + means * d for nu in nus], "mean": [nu - 2 for nu in nus], "predictive": nus}
    else:
        size = 1 if case.structure == "diagonal" else d
        nus = [nu0 + n for n in weights]
        divisors = {
            "map": [nu + size + 1 + means for nu in nus],
            "mean": [nu - size - 1 for nu in nus],
            "predictive": [nu - size + 1 for nu in nus],
        }
    divisor = divisors[case.estimator]
    assert min(divisor) > 0
    degrees = None
    if case.estimator == "predictive":
        degrees = divisor * (classes if case.shared else 1)
    return locations, posterior, divisor, degrees, [(k + 1) / k for k in kappas] if degrees else [mpf(1)] * classes


def shrink(case, numerators, weights):
    """(1−λ) N + λ T for each covariance; T = diag N for auto, (tr N / d) I otherwise."""
    shrunk = []
    for numerator, weight in zip(numerators, weights):
        d = numerator.rows
        target = diagonal(numerator) if case.shrinkage == "auto" else [trace(numerator) / d] * d
        shrunk.append((1 - weight) * numerator + weight * mpmath.diag(target))
    return shrunk


def fit(case, now, held):
    """The model of the sums `now`, with what was chosen from the sums `held` of all rows."""
    d, classes = now.pooled.rows, len(now.counts)
    degrees, spread, locations = None, [mpf(1)] * classes, now.means
    weights = [] if case.structure in ("spherical", "identity") else lambdas(case, held)
    if case.structure == "identity":
        numerators, divisors = [mpmath.eye(d)], [mpf(1)]
    elif case.rda:
        alpha, gamma = case.rda
        numerators = [(1 - alpha) * scatter + alpha * now.pooled for scatter in now.scatters]
        divisors = [(1 - alpha) * n + alpha * now.total for n in now.counts]
        weights = [gamma] * classes
    elif case.estimator in ("map", "mean", "predictive"):
        locations, numerators, divisors, degrees, spread = bayes(case, now, held)
    else:
        unbiased = case.estimator == "unbiased"
        numerators, divisors = list(now.scatters), [n - unbiased for n in now.counts]
        if case.shared:
            numerators, divisors = [now.pooled], [now.total - unbiased * classes]
        if case.structure == "spherical":
            numerators = [mpmath.eye(d) * trace(s) / d for s in numerators]
    if case.structure == "diagonal":
        numerators = [mpmath.diag(diagonal(numerator)) for numerator in numerators]
    if case.shrinkage == "auto" and case.structure in ("full", "diagonal") and not case.shared:
        numerators, divisors = towards_shared(case, now, held)
    elif weights and case.structure != "spherical":
        numerators = shrink(case, numerators, weights)
    scales = [n / divisor + case.ridge * mpmath.eye(d) for n, divisor in zip(numerators, divisors)]
    scales = scales * (classes if len(scales) < classes else 1)
    return Fit(
        log_prior=[mpmath.log(p) if p else -mpmath.inf for p in class_prior(now.counts, case.prior)],
        locations=locations,
        scales=[factor * scale for factor, scale in zip(spread, scales)],
        degrees=degrees,
        columns=case.structure == "diagonal",
        shrinkage=weights,
    )


def towards_shared(case, now, held):
    """auto: (S_c + ν Σ_auto) / (n_c + ν), ν = d + 1; of one column at a time (S_cjj + s_j²) / (n_c + 1)."""
    d, classes = now.pooled.rows, len(now.counts)
    if case.structure == "diagonal":
        target = mpmath.diag(diagonal(now.pooled)) / (now.total - classes)
        return [mpmath.diag(diagonal(s)) + target for s in now.scatters], [n + 1 for n in now.counts]
    sigma = now.pooled / (now.total - (classes if case.estimator == "unbiased" else 0))
    chosen = auto_lambda(held)
    sigma = (1 - chosen) * sigma + chosen * mpmath.diag(diagonal(sigma))
    return [s + (d + 1) * sigma for s in now.scatters], [n + d + 1 for n in now.counts]


def class_prior(counts, kind):
    classes, total = len(counts), sum(counts)
    if kind == "empirical":
        return [count / total for count in counts]
    if kind == "smoothed":
        return [(count + 1) / (total + classes) for count in counts]
    if kind == "uniform":
        return [mpf(1) / classes] * classes
    return [mpf(float(part.split("=")[1])) for part in kind.split(",")]


def part_of(matrix, kept):
    return mpmath.matrix([[matrix[i, j] for j in kept] for i in kept])


class Scorer:
    """The densities of a fit over the features `kept`; the others are missing and integrated out."""

    def __init__(self, fit, kept):
        self.fit, self.kept = fit, kept
        self.precisions, self.log_determinants = [], []
        for scale in fit.scales if kept else []:
            matrix = part_of(scale, kept)
            self.precisions.append(matrix**-1)
            self.log_determinants.append(mpmath.log(mpmath.det(matrix)))

    def distance(self, x, c):
        """(x−μ_c)ᵀ Σ_c⁻¹ (x−μ_c)"""
        u = mpmath.matrix([x[j] - self.fit.locations[c][j] for j in self.kept])
        return (u.T * self.precisions[c] * u)[0]

    def log_conditional(self, x, c):
        if not self.kept:
            return mpf(0)
        d = len(self.kept)
        if self.fit.degrees is None:
            return -(d * mpmath.log(2 * mp.pi) + self.log_determinants[c] + self.distance(x, c)) / 2
        nu = self.fit.degrees[c]
        if not self.fit.columns:
            return log_t(self.distance(x, c), self.log_determinants[c], nu, d)
        variances = diagonal(self.fit.scales[c])
        gaps = {j: (x[j] - self.fit.locations[c][j]) ** 2 / variances[j] for j in self.kept}
        return sum(log_t(gaps[j], mpmath.log(variances[j]), nu, 1) for j in self.kept)

    def log_joint(self, x):
        return [p + self.log_conditional(x, c) for c, p in enumerate(self.fit.log_prior)]


def log_t(distance, log_determinant, nu, d):
    """The log density of a d-dimensional t at a squared distance."""
    constant = mpmath.loggamma((nu + d) / 2) - mpmath.loggamma(nu / 2) - d * mpmath.log(nu * mp.pi) / 2
    return constant - log_determinant / 2 - (nu + d) / 2 * mpmath.log1p(distance / nu)


def log_evidence(scores):
    largest = max(scores)
    return largest + mpmath.log(sum(mpmath.exp(score - largest) for score in scores))


def is_singular(matrix):
    """True when the determinant of the correlations is 0 up to the arithmetic."""
    variances = diagonal(matrix)
    return min(variances) <= 0 or abs(mpmath.det(matrix)) / mpmath.fprod(variances) < mpf(10) ** -40


def discriminants(all_sums, classes):
    """Fisher's axes as columns, scaled to Wᵀ (S_W/(n−C)) W = I, the largest entry positive; and their eigenvalues."""
    d = all_sums.pooled.rows
    between = mpmath.zeros(d)
    for n, mean in zip(all_sums.counts, all_sums.means):
        u = mpmath.matrix([x - m for x, m in zip(mean, all_sums.grand_mean)])
        between += n * (u * u.T)
    inverse = mpmath.cholesky(all_sums.pooled) ** -1
    values, vectors = mpmath.eigsy(inverse * between * inverse.T)
    order = sorted(range(d), key=lambda k: -values[k])[: min(classes - 1, d)]
    axes = inverse.T * vectors * mpmath.sqrt(all_sums.total - classes)
    columns = []
    for k in order:
        column = [axes[j, k] for j in range(d)]
        columns.append([cell * mpmath.sign(max(column, key=abs)) for cell in column])
    return [[column[j] for column in columns] for j in range(d)], [values[k] for k in order]
