# Writes metrics.txt: posteriors with ties, weights and absent classes, and scikit-learn's metrics of them.
"""Of each case: posteriors (rows × C), rows (label, weight), metrics in the order of METRICS, classes (C ×
precision, recall, F1, one-vs-rest ROC AUC, average precision; nan where undefined), averages (macro, then weighted) of
the same five, top (k = 1, 2, ...), and of unweighted cases the calibration curve of the largest posterior.

scikit-learn's Brier score of two classes has half the sum that is meant here, hence scale_by_half=False. Macro and
weighted averages of ranks are taken over the classes that some row has, as roc_auc_score refuses others."""

import warnings

import numpy as np
from golden_format import write_sections
from sklearn.calibration import calibration_curve
from sklearn.metrics import (
    accuracy_score,
    average_precision_score,
    balanced_accuracy_score,
    brier_score_loss,
    log_loss,
    matthews_corrcoef,
    precision_recall_fscore_support,
    roc_auc_score,
    top_k_accuracy_score,
)

METRICS = ["accuracy", "balanced_accuracy", "matthews", "log_loss", "brier"]


def make_case(seed, rows, classes, *, weighted=False, tied=False, absent=()):
    """Posteriors that know something; `absent` classes have no row, though they have a probability."""
    random = np.random.default_rng(seed)
    present = [c for c in range(classes) if c not in absent]
    labels = random.choice(present, size=rows)
    scores = random.normal(size=(rows, classes))
    scores[np.arange(rows), labels] += 1
    posterior = np.exp(scores)
    posterior /= posterior.sum(axis=1, keepdims=True)
    if tied:  # sixteenths, the largest taking what is left
        posterior = np.maximum(np.floor(posterior * 16), 1) / 16
        posterior[np.arange(rows), posterior.argmax(axis=1)] += 1 - posterior.sum(axis=1)
    weights = np.round(random.uniform(0.5, 3, size=rows), 3) if weighted else np.ones(rows)
    return posterior, labels, weights


def class_scores(posterior, labels, weights, predicted):
    classes = posterior.shape[1]
    precision, recall, f1, support = precision_recall_fscore_support(
        labels, predicted, labels=range(classes), sample_weight=weights, zero_division=np.nan
    )
    ranks = []
    for c in range(classes):
        is_own = labels == c
        if not is_own.any() or is_own.all():
            ranks.append([np.nan, np.nan if not is_own.any() else 1.0])
            continue
        # Log odds are ranked; of two classes both columns carry the same ones.
        ranks.append(
            [
                roc_auc_score(is_own, posterior[:, c], sample_weight=weights),
                average_precision_score(is_own, posterior[:, c], sample_weight=weights),
            ]
        )
    return np.column_stack([precision, recall, f1, np.array(ranks)]), support


def averages(posterior, labels, weights, predicted, ranks, support):
    rows = []
    for average in ["macro", "weighted"]:
        first = precision_recall_fscore_support(
            labels, predicted, average=average, sample_weight=weights, zero_division=0
        )[:3]
        shares = support if average == "weighted" else np.ones(len(support))
        last = []
        for column in ranks.T:
            is_defined = ~np.isnan(column)
            is_any = is_defined.any() and shares[is_defined].sum() > 0
            last.append(np.average(column[is_defined], weights=shares[is_defined]) if is_any else np.nan)
        if posterior.shape[1] > 2 and len(np.unique(labels)) == posterior.shape[1]:
            # roc_auc_score weighs by rows, not by weights.
            if average == "macro" or np.all(weights == 1):
                peer = roc_auc_score(labels, posterior, multi_class="ovr", average=average, sample_weight=weights)
                np.testing.assert_allclose(last[0], peer, rtol=1e-12)
        rows.append([*first, *last])
    return rows


def main():
    warnings.simplefilter("ignore")
    cases = {
        "two": make_case(1, 60, 2),
        "two_weighted_tied": make_case(2, 80, 2, weighted=True, tied=True),
        "five": make_case(3, 90, 5),
        "four_weighted_tied": make_case(4, 90, 4, weighted=True, tied=True),
        "absent": make_case(5, 50, 4, weighted=True, absent=(2,)),
        "one_label": make_case(6, 20, 3, absent=(1, 2)),
    }
    sections = {}
    for name, (posterior, labels, weights) in cases.items():
        classes = posterior.shape[1]
        predicted = posterior.argmax(axis=1)
        scores, support = class_scores(posterior, labels, weights, predicted)
        sections[f"{name}/posterior"] = posterior
        sections[f"{name}/rows"] = np.column_stack([labels, weights])
        sections[f"{name}/metrics"] = [
            accuracy_score(labels, predicted, sample_weight=weights),
            balanced_accuracy_score(labels, predicted, sample_weight=weights),
            matthews_corrcoef(labels, predicted, sample_weight=weights),
            log_loss(labels, posterior, labels=range(classes), sample_weight=weights),
            brier_score_loss(
                labels,
                posterior if classes > 2 else posterior[:, 1],
                labels=range(classes),
                sample_weight=weights,
                scale_by_half=False,
            ),
        ]
        sections[f"{name}/classes"] = scores
        sections[f"{name}/averages"] = averages(posterior, labels, weights, predicted, scores[:, 3:], support)
        if classes > 2:
            # Ties go to the lower label here and to the higher there: only scores without ties are compared.
            untied = all(len(np.unique(row)) == classes for row in posterior)
            if untied:
                sections[f"{name}/top"] = [
                    top_k_accuracy_score(labels, posterior, k=k, labels=range(classes), sample_weight=weights)
                    for k in range(1, classes)
                ]
        if np.all(weights == 1):
            largest = posterior.max(axis=1)
            shares, means = calibration_curve(predicted == labels, largest, n_bins=15)
            sections[f"{name}/calibration"] = np.column_stack([means, shares])
            bins = np.searchsorted(np.linspace(0, 1, 16)[1:-1], largest)
            counts = np.bincount(bins, minlength=15)
            counts = counts[counts > 0]
            sections[f"{name}/calibration_error"] = [np.average(np.abs(shares - means), weights=counts)]
    write_sections("metrics.txt", "Made by make_metrics.py with scikit-learn.", sections)


if __name__ == "__main__":
    main()
