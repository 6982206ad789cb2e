"""Least squares is too sensitive to outliers.

Claim:  rows that lie far on the right side of the boundary turn the plane of least squares, which punishes predictions
        that are "too correct"; logistic regression hardly notices them. Of two classes the slope of least squares is
        that of LDA, so that LDA is thrown off as well.
Source: EECS 545 lecture 8, the slide "Least squares is too sensitive to outliers"; Bishop, Pattern Recognition and
        Machine Learning, section 4.1.3 and figure 4.4. No figures are published.
Data:   none; 100 rows of each class, normal about (-1, 1) and (1, -1) with one covariance, and 5 to 50 outliers of
        the second class about (8, -12): far away, on their right side.
Here:   the planes of least-squares, lda, logistic and the averaged perceptron with and without outliers; their error on
        rows without outliers is exact, Φ of the distances. The angle is that between the planes' normals, in the
        coordinates where the covariance is the identity.
"""

from math import erf, sqrt

import numpy as np
from lab import Experiment, Table, print_table

MEANS = np.array([[-1.0, 1.0], [1.0, -1.0]])
COVARIANCE = np.array([[1.0, 0.6], [0.6, 1.0]])
FAR = np.array([8.0, -12.0])
MODELS = {
    "least-squares": ["--model", "least-squares"],
    "lda": ["--model", "lda", "--estimate", "mle"],
    "logistic": ["--model", "logistic"],
    "perceptron": ["--model", "perceptron"],
}


def error(intercept, slope):
    """Of the plane intercept + slope x = 0 on rows without outliers, classes equally frequent."""
    length = sqrt(slope @ COVARIANCE @ slope)
    distances = (intercept + MEANS @ slope) / length * [-1, 1]
    return np.mean([(1 - erf(distance / sqrt(2))) / 2 for distance in distances])


def angle(first, second):
    """In degrees, between the slopes as they are where the covariance is the identity."""
    root = np.linalg.cholesky(COVARIANCE)
    first, second = first @ root, second @ root
    cosine = first @ second / np.linalg.norm(first) / np.linalg.norm(second)
    return np.degrees(np.arccos(np.clip(cosine, -1, 1)))


def draw(outliers, random):
    rows = [random.multivariate_normal(mean, COVARIANCE, 100) for mean in MEANS]
    far = FAR + random.standard_normal((outliers, 2))
    return Table(np.vstack([*rows, far]), ["first"] * 100 + ["second"] * (100 + outliers))


def main():
    lab = Experiment(__doc__)
    repeats = lab.repeats(20, 500)
    counts = (0, 5, 20, 50)
    errors = {(model, count): [] for model in MODELS for count in counts}
    turned, apart = {key: [] for key in errors}, []
    for repeat in range(repeats):
        slopes = {}
        for count in counts:
            table = draw(count, np.random.default_rng(repeat)).write(lab.folder / "rows.csv")
            for model, options in MODELS.items():
                intercept, slopes[model, count] = lab.theta(table, *options)
                errors[model, count].append(error(intercept, slopes[model, count]))
                turned[model, count].append(angle(slopes[model, count], slopes[model, 0]))
            apart.append(angle(slopes["least-squares", count], slopes["lda", count]))
    best = np.linalg.solve(COVARIANCE, MEANS[1] - MEANS[0])
    print("Error in % on rows without outliers, and by how many degrees these turned the plane;")
    print(f"means of {repeats} repeats. The least error is {100 * error(0, best):.2f}.")

    def cell(model, count):
        return f"{100 * np.mean(errors[model, count]):.2f}, {np.mean(turned[model, count]):.1f}°"

    print_table(["outliers", *MODELS], [[count, *(cell(model, count) for model in MODELS)] for count in counts])

    def worse(model):
        return np.mean(errors[model, 50]) / np.mean(errors[model, 0])

    lab.claim(f"least squares and lda have one direction (largest angle {max(apart):.0e}°)", max(apart) < 1e-4)
    for model in ("least-squares", "lda"):
        lab.claim(f"50 outliers throw {model} off: {worse(model):.1f} times the errors", worse(model) > 2)
    lab.claim(f"logistic regression resists: {worse('logistic'):.2f} times the errors", worse("logistic") < 1.1)
    lab.end()


if __name__ == "__main__":
    main()
