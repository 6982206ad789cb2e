# Writes sklearn.txt: class means, covariance, posteriors and linear forms from scikit-learn.
"""Which setting is MODELS §3 (read off scikit-learn 1.9.1):

- solver "svd" divides the scatter by n and leaves the class prior out of it: S_W / n for any prior. It standardises the
  columns and centres the rows, so it also holds for badly scaled and far-off tables. tol=0 keeps every direction.
- solver "lsqr" weighs the class covariances S_c / n_c by the class prior: S_W / n with the empirical prior only. It is
  used for shrinkage, which is linear in S_c and so the same as shrinking S_W / n. Its linear form is not centred, and
  its least-squares solution is right only relative to the largest coefficient: not used for `offset` and `scaled`.

The divisor n − C is not offered; mass.txt has it.
"""

import numpy as np
from golden_format import prior_text, read_tables, write_sections
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

GIVEN = {
    "iris": [0.2, 0.5, 0.3],
    "two": [0.9, 0.1],
    "scaled": [0.1, 0.6, 0.3],
    "offset": [0.5, 0.25, 0.25],
    "weighted": [0.4, 0.3, 0.2, 0.1],
    "wide": [0.1, 0.2, 0.3, 0.3, 0.1],
}
SHRINKAGE = {"iris": 0.1, "two": 0.5, "weighted": 0.3, "wide": 0.05}


def from_first_class(model):
    """β_c − β_0 and γ_c − γ_0 for c = 1 … C−1; scikit-learn keeps just that difference when C = 2."""
    if len(model.classes_) == 2:
        return model.coef_, model.intercept_
    return model.coef_[1:] - model.coef_[0], model.intercept_[1:] - model.intercept_[0]


def main():
    sections = {}
    for name, (values, labels, weights) in read_tables().items():
        if name not in GIVEN:
            continue
        rows, codes = np.repeat(values, weights, axis=0), np.repeat(labels, weights)
        classes = len(GIVEN[name])
        cases = {
            "none/empirical": LinearDiscriminantAnalysis(solver="svd", tol=0, store_covariance=True),
            "none/uniform": LinearDiscriminantAnalysis(solver="svd", tol=0, priors=[1 / classes] * classes),
            f"none/{prior_text(GIVEN[name])}": LinearDiscriminantAnalysis(solver="svd", tol=0, priors=GIVEN[name]),
        }
        if name in SHRINKAGE:
            cases[f"{SHRINKAGE[name]}/empirical"] = LinearDiscriminantAnalysis(
                solver="lsqr", shrinkage=SHRINKAGE[name]
            )
        for case, model in cases.items():
            model.fit(rows, codes)
            prefix = f"{name}/mle/{case}"
            if case == "none/empirical":
                sections[f"{prefix}/mean"] = model.means_
                sections[f"{prefix}/covariance"] = model.covariance_
            sections[f"{prefix}/coefficients"], sections[f"{prefix}/intercepts"] = from_first_class(model)
            sections[f"{prefix}/posterior"] = model.predict_proba(values)
    write_sections("sklearn.txt", "Made by make_sklearn.py.", sections)


if __name__ == "__main__":
    main()
