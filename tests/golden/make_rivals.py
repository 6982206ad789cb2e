# Writes rivals.txt: logistic regression by scikit-learn and by a plain Newton method, least squares by numpy.
"""Sections table/logistic:RIDGE/weights have C rows, one for each class: coefficients and intercept, adding up to 0 over
the classes; of two classes w_1 - w_0 is scikit-learn's vector. table/logistic:RIDGE/loss is the mean log loss.
Newton's method works on long doubles and agrees with scikit-learn to 1e-6 before anything is written."""

import numpy as np
from golden_format import read_tables, write_sections
from sklearn.linear_model import LogisticRegression

CASES = [("iris", 1.0), ("iris", 0.01), ("weighted", 1.0), ("fractional", 0.5), ("wide", 1.0), ("two", 1.0), ("two", 0.0)]


def softmax(scores):
    scores = scores - scores.max(axis=1, keepdims=True)
    p = np.exp(scores)
    return p / p.sum(axis=1, keepdims=True)


def newton(values, labels, weights, ridge):
    """Minimises the weighted loss + penalty over C x (d + 1) weights that add up to 0; features standardised inside."""
    values, weights = values.astype(np.longdouble), weights.astype(np.longdouble)
    n, d = values.shape
    classes = labels.max() + 1
    centre, scale = values.mean(axis=0), values.std(axis=0)
    x = np.hstack([(values - centre) / scale, np.ones((n, 1), dtype=np.longdouble)])
    y = np.eye(classes, dtype=np.longdouble)[labels]
    both = 2 if classes == 2 else 1
    penalty = np.concatenate([both * ridge / scale**2, [0]])
    w = np.zeros((classes, d + 1), dtype=np.longdouble)
    for _ in range(60):
        p = softmax(x @ w.T)
        gradient = (weights[:, None] * (p - y)).T @ x + penalty * w
        hessian = np.zeros((classes, d + 1, classes, d + 1), dtype=np.longdouble)
        for c in range(classes):
            for k in range(classes):
                q = weights * (p[:, c] * (c == k) - p[:, c] * p[:, k])
                hessian[c, :, k] = (q[:, None] * x).T @ x + (c == k) * np.diag(penalty)
        size = classes * (d + 1)
        h = hessian.reshape(size, size)
        # The direction in which all classes change alike is free: a term that is zero where weights add up to 0.
        alike = np.kron(np.ones((classes, classes)), np.eye(d + 1))
        step = np.linalg.solve((h + alike).astype(float), gradient.reshape(-1).astype(float)).reshape(w.shape)
        w = w - step
    w -= w.mean(axis=0)
    p = softmax(x @ w.T)
    loss = -(weights * np.log(p[np.arange(n), labels])).sum() / weights.sum()
    own = w[:, :-1] / scale
    return np.hstack([own, (w[:, -1] - own @ centre)[:, None]]).astype(float), float(loss)


def by_sklearn(values, labels, weights, ridge):
    centre = values.mean(axis=0)
    strength = np.inf if ridge == 0 else 1 / ridge
    model = LogisticRegression(C=strength, tol=1e-10, max_iter=100000, solver="newton-cg")
    model.fit(values - centre, labels, sample_weight=weights)
    coefficients, intercepts = model.coef_, model.intercept_
    if len(model.classes_) == 2:
        coefficients, intercepts = np.vstack([-coefficients, coefficients]) / 2, np.array([-1, 1]) * intercepts / 2
    intercepts = intercepts - coefficients @ centre
    return np.hstack([coefficients, (intercepts - intercepts.mean())[:, None]])


def least_squares(values, labels, weights):
    root = np.sqrt(weights)[:, None]
    x = np.hstack([values - values.mean(axis=0), np.ones((len(values), 1))])
    y = np.eye(labels.max() + 1)[labels]
    solution = np.linalg.lstsq(root * x, root * y, rcond=None)[0].T
    return np.hstack([solution[:, :-1], (solution[:, -1] - solution[:, :-1] @ values.mean(axis=0))[:, None]])


def main():
    sections = {}
    for name, (values, labels, weights) in read_tables().items():
        if name in {case[0] for case in CASES}:
            sections[f"{name}/least-squares/weights"] = least_squares(values, labels, weights)
    for name, ridge in CASES:
        values, labels, weights = read_tables()[name]
        found, loss = newton(values, labels, weights, ridge)
        peer = by_sklearn(values, labels, weights, ridge)
        if not np.allclose(found, peer, rtol=1e-3, atol=1e-4):
            raise SystemExit(f"{name} {ridge}: Newton and scikit-learn differ\n{found}\n{peer}")
        sections[f"{name}/logistic:{ridge!r}/weights"] = found
        sections[f"{name}/logistic:{ridge!r}/loss"] = [loss]
    write_sections("rivals.txt", "Made by make_rivals.py: Newton's method, scikit-learn, numpy's lstsq.", sections)


main()
