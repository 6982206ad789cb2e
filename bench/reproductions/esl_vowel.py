"""Vowel recognition, ESL Table 4.1.

Claim:  of eleven vowels in ten numbers, linear discriminant analysis errs on .32 of the training rows and .56 of the
        test rows, quadratic on .01 and .53, regression on indicators on .48 and .67, logistic regression on .22 and
        .51.
Source: Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2nd edition, Table 4.1.
Data:   esl/vowel.train (528 rows, eight speakers), esl/vowel.test (462 rows, seven others).
Here:   the four models with unbiased covariances and no shrinkage, logistic regression without penalty; errors to two
        digits, as printed there.
"""

from lab import Experiment, print_table

PUBLISHED = {
    "linear regression": (0.48, 0.67, ["--model", "least-squares"]),
    "LDA": (0.32, 0.56, ["--model", "lda", "--estimate", "unbiased"]),
    "QDA": (0.01, 0.53, ["--model", "qda", "--estimate", "unbiased"]),
    "logistic regression": (0.22, 0.51, ["--model", "logistic", "--ridge", "0"]),
}


def main():
    lab = Experiment(__doc__)
    train, test = lab.find("esl/vowel.train", "esl/vowel.test")
    rows, differences = [], []
    for name, (train_error, test_error, options) in PUBLISHED.items():
        model, _ = lab.fit(train, "--target", "y", "--drop", "row.names", *options)
        ours = [1 - lab.evaluate(model, table)["accuracy"] for table in (train, test)]
        differences.append(max(abs(ours[0] - train_error), abs(ours[1] - test_error)))
        rows.append([name, f"{train_error:.2f}", f"{ours[0]:.4f}", f"{test_error:.2f}", f"{ours[1]:.4f}"])
    print_table(["error", "training: published", "ours", "test: published", "ours"], rows)
    lab.claim("all eight errors, to the two digits printed", max(differences) <= 0.005 + 1e-9)
    lab.end()


if __name__ == "__main__":
    main()
