"""The efficiency of logistic regression compared to normal discriminant analysis.

Claim:  where both classes are normal with one covariance, logistic regression needs more rows than LDA for the same
        excess error. At equal priors and a distance Δ between the means, in standard deviations, its asymptotic
        relative efficiency is .995, .899, .786, .641 and .343 for Δ = 1, 2, 2.5, 3 and 4. Lecture notes put it so:
        where its assumption holds, Gaussian discriminant analysis is asymptotically efficient.
Source: Efron, The Efficiency of Logistic Regression Compared to Normal Discriminant Analysis, JASA 70 (1975).
Data:   none; rows are drawn from N(-Δ/2 e1, I) and N(Δ/2 e1, I), each row's class by the toss of a coin.
Here:   1. Efron's closed form for equal priors, by quadrature:
               (1 + Δ²/4) exp(-Δ²/8) / sqrt(2π) ∫ exp(-x²/2) / (½ exp(Δx/2) + ½ exp(-Δx/2)) dx.
        2. A simulation: lda and logistic without penalty are fitted by the tool to the same rows, again and again. The
           error of a plane under the true densities is exact, Φ of its distances to the two means, and so is its excess
           over the least, Φ(-Δ/2). The ratio of mean excesses, LDA to logistic, estimates the efficiency; ± is its
           standard error.
"""

from math import erf, exp, pi, sqrt

import numpy as np
from lab import Experiment, print_table

PUBLISHED = {1: 0.995, 2: 0.899, 2.5: 0.786, 3: 0.641, 4: 0.343}


def closed_form(distance):
    """Simpson's rule on [-12, 12]; the integrand beyond is below exp(-72)."""
    x = np.linspace(-12, 12, 4801)
    weights = np.where(np.arange(x.size) % 2, 4.0, 2.0)
    weights[[0, -1]] = 1
    integrand = np.exp(-(x**2) / 2) / np.cosh(distance * x / 2)
    integral = np.sum(weights * integrand) * (x[1] - x[0]) / 3
    return (1 + distance**2 / 4) * exp(-(distance**2) / 8) / sqrt(2 * pi) * integral


def excess_error(intercept, slope, distance):
    """Of the plane intercept + slope x = 0 over the best one."""
    def below(z):
        return (1 + erf(z / sqrt(2))) / 2
    length = np.linalg.norm(slope)
    wrong_second = below(-(intercept + slope[0] * distance / 2) / length)
    wrong_first = below((intercept - slope[0] * distance / 2) / length)
    return (wrong_first + wrong_second) / 2 - below(-distance / 2)


def simulate(lab, distance, rows, columns, repeats, random):
    """The ratio of mean excess errors and its standard error by the delta method."""
    values, labels = lab.folder / "values.npy", lab.folder / "labels.npy"
    models = (["--model", "lda", "--estimate", "mle"], ["--model", "logistic", "--ridge", "0"])
    excess = np.zeros((repeats, 2))
    for repeat in range(repeats):
        classes = random.integers(0, 2, rows)
        table = random.standard_normal((rows, columns))
        table[:, 0] += (classes - 0.5) * distance
        np.save(values, table)
        np.save(labels, classes)
        for place, model in enumerate(models):
            excess[repeat, place] = excess_error(*lab.theta(values, "--labels", labels, *model), distance)
    lda, logistic = excess.mean(axis=0)
    ratio = lda / logistic
    deviation = np.std(excess[:, 0] - ratio * excess[:, 1], ddof=1)
    return ratio, deviation / logistic / sqrt(repeats)


def main():
    lab = Experiment(__doc__)
    random = np.random.default_rng(1975)
    rows, columns, repeats = 20000 if lab.full else 4000, 5, lab.repeats(300, 1000)
    table, quadrature, simulation = [], 0.0, 0.0
    for distance, published in PUBLISHED.items():
        exact = closed_form(distance)
        ratio, error = simulate(lab, distance, rows, columns, repeats, random)
        quadrature = max(quadrature, abs(exact - published))
        simulation = max(simulation, abs(ratio - exact) / error)
        table.append([distance, f"{published:.3f}", f"{exact:.5f}", f"{ratio:.3f} ± {error:.3f}"])
    print(f"Simulation: {repeats} times {rows} rows of {columns} columns.")
    print_table(["Δ", "published", "closed form", "simulation"], table)
    lab.claim("the closed form is the published figure, to three digits", quadrature <= 0.0005)
    lab.claim(f"the simulation is within {simulation:.1f} standard errors of it", simulation < 4)
    lab.end()


if __name__ == "__main__":
    main()
