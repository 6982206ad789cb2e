# Writes sklearn.txt: means, covariances, λ, posteriors and linear forms from scikit-learn.
"""Which setting is MODELS §3 (read off scikit-learn 1.9.1):

LDA
- solver "svd" divides the scatter by n and leaves the class prior out of it: S_W / n for any prior. It standardises the
  columns and centres the rows, so it also holds for badly scaled and far-off tables. tol=0 keeps every direction.
- solver "lsqr" weighs the class covariances S_c / n_c by the class prior: S_W / n with the empirical prior only. It is
  used for shrinkage, which is linear in S_c and so the same as shrinking S_W / n. Its linear form is not centred, and
  its least-squares solution is right only relative to the largest coefficient: not used for `offset` and `scaled`.
- shrinkage "auto" standardises the columns first, which MODELS does not: ledoit_wolf and oas of the rows about their
  class means are called instead, and their λ given to "lsqr".
QDA
- both solvers divide S_c by n_c (older versions: "svd" by n_c − 1); "eigen" takes Ledoit and Wolf's and the oracle's
  estimators.
- reg_param mixes with I itself, not with the mean variance: it is none of ours. Its singular vectors are right relative
  to the largest column: not used for `scaled`.
GaussianNB
- divides by n_c; var_smoothing adds that share of the largest variance to every variance: a ridge.
NearestCentroid
- its scores are twice those of a shared diagonal with the divisor n − C; its prediction with a uniform prior is that of
  the identity. It takes distances from products, so not for rows far from 0: `offset` and `single`.
"""

import numpy as np
from golden_format import prior_text, read_tables, write_sections
from scipy.special import softmax
from sklearn.covariance import OAS, LedoitWolf, ledoit_wolf, oas
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid

GIVEN = {
    "iris": [0.2, 0.5, 0.3],
    "wine": [0.3, 0.3, 0.4],
    "cushings": [0.5, 0.3, 0.2],
    "two": [0.9, 0.1],
    "scaled": [0.1, 0.6, 0.3],
    "offset": [0.5, 0.25, 0.25],
    "single": [0.2, 0.2, 0.6],
    "weighted": [0.4, 0.3, 0.2, 0.1],
    "wide": [0.1, 0.2, 0.3, 0.3, 0.1],
}
SHRINKAGE = {"iris": 0.1, "two": 0.5, "cushings": 0.25, "weighted": 0.3, "wide": 0.05}


def from_first_class(model):
    """β_c − β_0 and γ_c − γ_0 for c = 1 … C−1; scikit-learn keeps just that difference when C = 2."""
    if len(model.classes_) == 2:
        return model.coef_, model.intercept_
    return model.coef_[1:] - model.coef_[0], model.intercept_[1:] - model.intercept_[0]


def linear(sections, name, rows, codes, values):
    prior = GIVEN[name]
    classes = len(prior)
    cases = {
        "none/empirical": LinearDiscriminantAnalysis(solver="svd", tol=0, store_covariance=True),
        "none/uniform": LinearDiscriminantAnalysis(solver="svd", tol=0, priors=[1 / classes] * classes),
        f"none/{prior_text(prior)}": LinearDiscriminantAnalysis(solver="svd", tol=0, priors=prior),
    }
    if name in SHRINKAGE:
        means = np.array([rows[codes == c].mean(axis=0) for c in range(classes)])
        chosen = {"ledoit-wolf": ledoit_wolf, "oas": oas}
        chosen = {key: rule(rows - means[codes], assume_centered=True)[1] for key, rule in chosen.items()}
        for key, weight in chosen.items():
            sections[f"{name}/lda/mle/{key}/empirical/shrinkage"] = [weight]
        for key, weight in ({SHRINKAGE[name]: SHRINKAGE[name]} | chosen).items():
            cases[f"{key}/empirical"] = LinearDiscriminantAnalysis(solver="lsqr", shrinkage=weight)
    for case, model in cases.items():
        model.fit(rows, codes)
        prefix = f"{name}/lda/mle/{case}"
        if case == "none/empirical":
            sections[f"{prefix}/mean"] = model.means_
            sections[f"{prefix}/covariance"] = model.covariance_
        sections[f"{prefix}/coefficients"], sections[f"{prefix}/intercepts"] = from_first_class(model)
        sections[f"{prefix}/posterior"] = model.predict_proba(values)


def quadratic(sections, name, rows, codes, values):
    """Where every class has more rows than columns."""
    if np.bincount(codes).min() <= rows.shape[1] or name == "scaled":
        return
    prior = GIVEN[name]
    cases = {
        "mle/none/empirical": {"solver": "svd"},
        f"mle/none/{prior_text(prior)}": {"solver": "svd", "priors": prior},
    }
    if name in SHRINKAGE:
        cases |= {
            f"mle/{SHRINKAGE[name]}/empirical": {"solver": "eigen", "shrinkage": SHRINKAGE[name]},
            "mle/ledoit-wolf/empirical": {"solver": "eigen", "covariance_estimator": LedoitWolf()},
            "mle/oas/empirical": {"solver": "eigen", "covariance_estimator": OAS()},
        }
    for case, arguments in cases.items():
        model = QuadraticDiscriminantAnalysis(tol=0, **arguments).fit(rows, codes)
        sections[f"{name}/qda/{case}/posterior"] = model.predict_proba(values)
        estimator = arguments.get("covariance_estimator")
        if estimator:
            chosen = [estimator.fit(rows[codes == c]).shrinkage_ for c in range(len(prior))]
            sections[f"{name}/qda/{case}/shrinkage"] = chosen


def naive(sections, name, values, labels, weights):
    prior = GIVEN[name]
    for text, arguments in {"empirical": {}, prior_text(prior): {"priors": prior}}.items():
        model = GaussianNB(var_smoothing=0, **arguments).fit(values, labels, weights)
        sections[f"{name}/gaussian-nb/mle/none/{text}/log_joint"] = model.predict_joint_log_proba(values)
    if name in SHRINKAGE:
        model = GaussianNB(var_smoothing=0.01).fit(values, labels, weights)
        ridge = float(0.01 * np.var(values, axis=0).max())
        sections[f"{name}/gaussian-nb/mle/none+{ridge!r}/empirical/posterior"] = model.predict_proba(values)


def centroids(sections, name, rows, codes, values):
    model = NearestCentroid(priors="empirical").fit(rows, codes)
    scores = model.decision_function(values) / 2
    scores = np.column_stack([np.zeros(len(scores)), scores]) if scores.ndim == 1 else scores
    sections[f"{name}/diagonal-lda/unbiased/none/empirical/posterior"] = softmax(scores, axis=1)
    nearest = NearestCentroid().fit(rows, codes).predict(values)
    sections[f"{name}/centroid/mle/none/uniform/predictions"] = nearest


def main():
    sections = {}
    for name, (values, labels, weights) in read_tables().items():
        if name not in GIVEN:
            continue
        copies = weights.astype(int)
        rows, codes = np.repeat(values, copies, axis=0), np.repeat(labels, copies)
        linear(sections, name, rows, codes, values)
        quadratic(sections, name, rows, codes, values)
        naive(sections, name, values, labels, weights)
        if name not in ("offset", "single"):
            centroids(sections, name, rows, codes, values)
    write_sections("sklearn.txt", "Made by make_sklearn.py.", sections)


if __name__ == "__main__":
    main()
