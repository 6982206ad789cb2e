# Writes amount_tables.txt and amounts.txt: log joints of count and amount models in 50-digit arithmetic.
"""Everything that scikit-learn does not have: Poisson, exponential, geometric and Gamma factors with their estimates and
predictives (MODELS §7), maximum likelihood, MAP and Dirichlet–multinomial for terms (MODELS §5, §6). Written from the
formulas alone; mpmath has the special functions."""

import mpmath as mp
import numpy as np
from golden_format import read_sections, write_sections

mp.mp.dps = 50


def amount_tables():
    random = np.random.default_rng(47)
    labels = np.arange(60) % 3
    whole = random.poisson(random.gamma(2, 3, size=(3, 4))[labels])
    real = np.round(random.gamma(1.0 + labels[:, None] + np.arange(3), 2.0, size=(60, 3)), 3) + 0.001
    weights = random.integers(0, 4, 60)
    return {"whole": (whole, labels, weights * 0 + 1), "real": (real, labels, weights * 0 + 1),
            "weighted_whole": (whole[::-1], labels, weights), "weighted_real": (real[::-1], labels, weights)}


def gamma_mle(n, total, logs):
    """Shape and rate: log a − ψ(a) = log(T/n) − L/n."""
    gap = mp.log(total / n) - logs / n
    start = (3 - gap + mp.sqrt((gap - 3) ** 2 + 24 * gap)) / (12 * gap)
    shape = mp.findroot(lambda a: mp.log(a) - mp.digamma(a) - gap, start)
    return shape, shape * n / total


def factor(family, estimate, n, total, logs, pooled_mean, pooled_log, b):
    """x → log p(x), of one class and column; b pseudo-rows."""
    m = pooled_mean
    if family == "poisson-nb":
        a, rate = b * m, b
        if estimate == "predictive":  # negative binomial
            r, q = total + a, 1 / (n + rate + 1)
            return lambda x: mp.loggamma(r + x) - mp.loggamma(r) - mp.loggamma(x + 1) + r * mp.log(1 - q) + x * mp.log(q)
        mean = {"mle": lambda: total / n, "map": lambda: (total + a - 1) / (n + rate), "mean": lambda: (total + a) / (n + rate)}
        value = mean[estimate]()
        return lambda x: x * mp.log(value) - value - mp.loggamma(x + 1)
    if family == "exponential-nb":
        a, rate = b, b * m
        if estimate == "predictive":  # Lomax
            return lambda x: mp.log(n + a) + (n + a) * mp.log(total + rate) - (n + a + 1) * mp.log(total + rate + x)
        rates = {"mle": lambda: n / total, "map": lambda: (n + a - 1) / (total + rate), "mean": lambda: (n + a) / (total + rate)}
        value = rates[estimate]()
        return lambda x: mp.log(value) - value * x
    if family == "geometric-nb":
        a, c = b, b * m
        if estimate == "predictive":  # beta-geometric
            p, q = n + a, total + c
            return lambda x: mp.log(mp.beta(p + 1, q + x)) - mp.log(mp.beta(p, q))
        shares = {"mle": lambda: n / (n + total), "map": lambda: (n + a - 1) / (n + total + a + c - 2),
                  "mean": lambda: (n + a) / (n + total + a + c)}
        value = shares[estimate]()
        return lambda x: mp.log(value) + x * mp.log(1 - value)
    if estimate != "mle":
        n, total, logs = n + b, total + b * m, logs + b * pooled_log
    shape, rate = gamma_mle(n, total, logs)
    return lambda x: shape * mp.log(rate) - mp.loggamma(shape) + (shape - 1) * mp.log(x) - rate * x


def amount_joint(family, estimate, b, rows, labels, weights):
    classes = range(labels.max() + 1)
    weights = [mp.mpf(float(w)) for w in weights]
    prior = [mp.log(sum(w for w, y in zip(weights, labels) if y == c) / sum(weights)) for c in classes]
    cells = [[mp.mpf(float(x)) for x in row] for row in rows]
    positive = family == "gamma-nb"
    factors = []
    for c in classes:
        line = []
        for j in range(rows.shape[1]):
            own = [(w, row[j]) for w, row, y in zip(weights, cells, labels) if y == c]
            every = [(w, row[j]) for w, row in zip(weights, cells)]
            sums = lambda pairs, f: sum(w * f(x) for w, x in pairs)
            logs = sums(own, mp.log) if positive else None
            pooled_log = sums(every, mp.log) / sum(weights) if positive else None
            line.append(factor(family, estimate, sums(own, lambda x: 1), sums(own, lambda x: x), logs,
                               sums(every, lambda x: x) / sum(weights), pooled_log, mp.mpf(b)))
        factors.append(line)
    return [[prior[c] + sum(f(x) for f, x in zip(factors[c], row)) for c in classes] for row in cells]


def term_joint(family, estimate, b, rows, labels):
    """Whole counts, no weights; −∞ where a count is zero under MLE."""
    classes = range(labels.max() + 1)
    n = len(labels)
    counts = np.minimum(rows, 1) if family == "boolean-nb" else rows
    b = mp.mpf(b)
    less = {"mle": -b, "map": b * 0 - 1, "mean": mp.mpf(0), "predictive": mp.mpf(0)}[estimate]
    log = lambda x: mp.log(x) if x > 0 else mp.mpf("-inf")
    result = []
    for x in counts:
        line = []
        for c in classes:
            own = rows[labels == c] if family == "bernoulli-nb" else counts[labels == c]
            score = mp.log(mp.mpf(len(own)) / n)
            if family == "bernoulli-nb":
                for j, present in enumerate(x > 0):
                    phi = (int((own[:, j] > 0).sum()) + b + less) / (len(own) + 2 * (b + less))
                    score += log(phi) if present else log(1 - phi)
            else:
                totals = [int(t) for t in own.sum(axis=0)]
                if estimate == "predictive":
                    size = sum(totals) + b * len(totals)
                    score += mp.loggamma(size) - mp.loggamma(size + int(x.sum()))
                    score += sum(mp.loggamma(t + b + int(k)) - mp.loggamma(t + b) for t, k in zip(totals, x))
                else:
                    size = sum(totals) + (b + less) * len(totals)
                    score += sum(int(k) * log((t + b + less) / size) for t, k in zip(totals, x) if k > 0)
            line.append(score)
        result.append(line)
    return result


def main():
    sections, tables = {}, {}
    for name, (rows, labels, weights) in amount_tables().items():
        tables[f"{name}/values"], tables[f"{name}/labels"] = rows, labels
        if "weighted" in name:
            tables[f"{name}/weights"] = weights
        families = ["exponential-nb", "gamma-nb"] if "real" in name else ["poisson-nb", "geometric-nb", "exponential-nb"]
        for family in families:
            cases = [("mle", 0), ("mean", 1), ("mean", 0.25), ("map", 2), ("predictive", 1), ("predictive", 3)]
            for estimate, b in cases:
                if family == "gamma-nb" and estimate == "predictive":
                    continue
                spelt = estimate if estimate == "mle" else f"{estimate}:{b}"
                joint = amount_joint(family, estimate, b, rows, labels, weights)
                sections[f"{name}/{family}/{spelt}/-/empirical/log_joint"] = joint
    made = read_sections("discrete_tables.txt")
    for name in ("counts", "bits"):
        rows, labels = made[f"{name}/values"].astype(int), made[f"{name}/labels"][:, 0].astype(int)
        for family in ("multinomial-nb", "boolean-nb", "bernoulli-nb"):
            for estimate, b in [("mle", 0), ("map", 2), ("map", 1.5), ("mean", 1), ("predictive", 1), ("predictive", 0.3)]:
                if (family, estimate) == ("bernoulli-nb", "predictive"):
                    continue
                spelt = estimate if estimate == "mle" else f"{estimate}:{b}"
                sections[f"{name}/{family}/{spelt}/-/empirical/log_joint"] = term_joint(family, estimate, b, rows, labels)
    write_sections("amount_tables.txt", "Made by make_amounts.py.", tables)
    write_sections("amounts.txt", "Made by make_amounts.py, in 50-digit arithmetic.", sections)


main()
