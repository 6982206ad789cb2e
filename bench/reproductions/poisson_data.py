"""Poisson data: Gaussian discriminant analysis, Poisson naive Bayes and logistic regression.

Claim:  if x | y = 0 and x | y = 1 are Poisson, p(y | x) is logistic. Logistic regression will also work well on such
        data, though it was not told; GDA, which fits Gaussians to it, is less predictable, and may (or may not) do
        well; the model that makes the right assumption needs the fewest rows.
Source: CS229 lecture notes 2, section 1.3, and other lecture notes after them; no figures are published.
Data:   none; counts are drawn from Poisson distributions, half of the rows in each class.
Here:   lda, poisson-nb and logistic (penalty ½‖w‖²) on more and more rows. All three are linear, so that their error
        and log loss under the true distribution are sums over a grid of counts, without test rows. Two settings: one
        where a Gaussian with one variance puts the boundary at the wrong count, and one where it does not. `limit` is
        LDA with the true means and the mean of the true variances, which is what endless rows would give it.
"""

import math

import numpy as np
from lab import Experiment, print_table

SETTINGS = {
    "means (1) and (6)": ([1.0], [6.0]),
    "means (4, 9, 2) and (5, 7, 3)": ([4.0, 9.0, 2.0], [5.0, 7.0, 3.0]),
}
MODELS = ("poisson-nb", "logistic", "lda")


class Truth:
    """Every row of counts that has a probability worth counting, with its probability in each of two classes."""

    def __init__(self, first, second):
        self.means = np.array([first, second])
        grids = [np.arange(int(max(pair) + 12 * math.sqrt(max(pair)) + 12)) for pair in self.means.T]
        self.rows = np.stack([grid.ravel() for grid in np.meshgrid(*grids, indexing="ij")], axis=1).astype(float)
        factorial = np.vectorize(math.lgamma)(self.rows + 1).sum(axis=1)
        log_density = self.rows @ np.log(self.means).T - self.means.sum(axis=1) - factorial[:, None]
        self.joint = 0.5 * np.exp(log_density)

    def measure(self, intercept, slope):
        """Error and log loss of the log odds intercept + slope x of the second class."""
        odds = intercept + self.rows @ slope
        error = np.sum(np.where(odds > 0, self.joint[:, 0], self.joint[:, 1]))
        loss = np.sum(self.joint[:, 0] * np.logaddexp(0, odds) + self.joint[:, 1] * np.logaddexp(0, -odds))
        return error, loss

    def best(self):
        slope = np.log(self.means[1] / self.means[0])
        return self.measure(self.means[0].sum() - self.means[1].sum(), slope)

    def limit_of_lda(self):
        slope = (self.means[1] - self.means[0]) / self.means.mean(axis=0)
        return self.measure(-slope @ self.means.mean(axis=0), slope)


def main():
    lab = Experiment(__doc__)
    random = np.random.default_rng(1837)
    repeats = lab.repeats(20, 200)
    for name, means in SETTINGS.items():
        truth = Truth(*means)
        (least_error, least_loss), limit = truth.best(), truth.limit_of_lda()
        table, excess = [], {}
        for size in (20, 100, 1000, 20000):
            measured = {model: [] for model in MODELS}
            for _ in range(repeats):
                classes = np.arange(size) % 2
                np.save(lab.folder / "values.npy", random.poisson(truth.means[classes]).astype(float))
                np.save(lab.folder / "labels.npy", classes)
                for model in MODELS:
                    form = lab.theta(lab.folder / "values.npy", "--labels", lab.folder / "labels.npy", "--model", model)
                    measured[model].append(truth.measure(*form))
            excess[size] = {model: np.mean(pairs, axis=0) for model, pairs in measured.items()}
            table.append([size, *(f"{error:.4f} {loss:.4f}" for error, loss in excess[size].values())])
        table.append(["limit", *[f"{least_error:.4f} {least_loss:.4f}"] * 2, f"{limit[0]:.4f} {limit[1]:.4f}"])
        print(f"Poisson {name}: error and log loss, means of {repeats} repeats")
        print_table(["rows", *MODELS], table)
        most, fewest = excess[20000], excess[20]
        least = min(MODELS, key=lambda model: fewest[model][1])
        lab.claim("with 20 rows poisson-nb has the lowest log loss", least == "poisson-nb")
        for model in ("poisson-nb", "logistic"):
            near = most[model][1] - least_loss < 0.001
            lab.claim(f"{model} reaches the least log loss (within .001 at 20,000 rows)", near)
        if limit[0] > least_error + 0.001:
            lab.claim("lda does not: it stays above in error and log loss, however many rows",
                      most["lda"][0] > least_error + 0.001 and most["lda"][1] > least_loss + 0.001)
        else:
            near = most["lda"][0] - least_error < 0.001
            lab.claim("lda does well here: its error ends within .001 of the least", near)
        print()
    lab.end()


if __name__ == "__main__":
    main()
