# Writes temperatures.txt: temperatures and class offsets by a general solver (L-BFGS-B), started at several points.
"""Each case has scores of each group (rows × C), labels, weights, a log prior, and what minimises the sum of weighted
losses + ½ Σ (T − 1)² + ½ Σ b² over T ≥ 0: T, then b where offsets are fitted, then the weighted mean loss."""

import numpy as np
from golden_format import write_sections
from scipy.optimize import minimize


def objective(point, differences, log_prior, labels, weights):
    """The value and its gradient; b is 0 where the point has no more than temperatures."""
    groups, rows, classes = differences.shape
    temperatures = point[:groups]
    offsets = np.zeros(classes) if len(point) == groups else point[groups:]
    possible = np.isfinite(differences)
    finite = np.where(possible, differences, 0)
    scores = log_prior + offsets + np.tensordot(temperatures, finite, 1)
    scores[~possible.all(axis=0)] = -np.inf
    scores -= scores.max(axis=1, keepdims=True)
    p = np.exp(scores)
    p /= p.sum(axis=1, keepdims=True)
    own = np.arange(rows), labels
    loss = -(weights * np.log(p[own])).sum()
    residual = p.copy()
    residual[own] -= 1
    residual *= weights[:, None]
    gradient = np.concatenate([(finite * residual).sum(axis=(1, 2)) + temperatures - 1, residual.sum(axis=0) + offsets])
    value = loss + ((temperatures - 1) ** 2).sum() / 2 + (offsets**2).sum() / 2
    return value, gradient[: len(point)], loss / weights.sum()


def solve(case, with_offsets):
    """The best of several starts; all of them end in the same point, as the objective is convex."""
    groups, _, classes = case[0].shape
    size = groups + (classes if with_offsets else 0)
    bounds = [(0, None)] * groups + [(None, None)] * (size - groups)
    starts = [np.concatenate([np.full(groups, t), np.zeros(size - groups)]) for t in (1, 0.1, 0.01)]
    results = []
    for start in starts:
        for _ in range(3):  # restarted, as it forgets a bad picture of the curvature
            options = {"ftol": 0, "gtol": 1e-13, "maxiter": 10000, "maxfun": 100000, "maxls": 100}
            found = minimize(lambda x: objective(x, *case)[:2], start, jac=True, bounds=bounds, options=options)
            start = found.x
        results.append((found.fun, found.x))
    best = min(results, key=lambda result: result[0])[1]
    return np.concatenate([best, [objective(best, *case)[2]]])


def make_case(seed, rows, classes, scales, weighted=False, impossible=False):
    """Over-confident scores: each group says the truth at odds, too loudly by its scale; one of scale 0 is noise."""
    random = np.random.default_rng(seed)
    labels = random.integers(classes, size=rows)
    labels[: rows // 3] = 0
    signal = np.zeros((rows, classes))
    signal[np.arange(rows), labels] = 1.5
    scores = []
    for scale in scales:
        noise = random.normal(size=(rows, classes))
        scores.append((signal + noise) * scale if scale > 0 else -8 * signal + noise)
    differences = np.array(scores)
    if impossible:
        differences[0][(random.uniform(size=(rows, classes)) < 0.1) & (signal == 0)] = -np.inf
    differences = np.round(differences, 6)
    weights = np.round(random.uniform(0.5, 3, size=rows), 3) if weighted else np.ones(rows)
    counts = np.bincount(labels, weights=weights, minlength=classes)
    log_prior = np.log((counts + 0.5) / (counts.sum() + classes / 2))
    return differences, log_prior, labels, weights


def main():
    cases = {
        "one": make_case(1, 60, 3, [4]),
        "loud": make_case(2, 60, 2, [300]),
        "two": make_case(3, 80, 4, [4, 0.5], weighted=True),
        "bound": make_case(4, 60, 3, [2, 0]),
        "impossible": make_case(5, 60, 3, [3, 1], impossible=True),
    }
    sections = {}
    for name, case in cases.items():
        differences, log_prior, labels, weights = case
        for group, scores in enumerate(differences):
            sections[f"{name}/scores{group}"] = scores
        sections[f"{name}/rows"] = np.column_stack([labels, weights])
        sections[f"{name}/log_prior"] = log_prior
        sections[f"{name}/temperatures"] = solve(case, False)
        sections[f"{name}/offsets"] = solve(case, True)
    write_sections("temperatures.txt", "Made by make_temperature.py: temperatures by scipy's L-BFGS-B.", sections)


if __name__ == "__main__":
    main()
