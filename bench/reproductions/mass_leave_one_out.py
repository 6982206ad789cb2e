"""Leave-one-out on crabs and Pima, as MASS has it.

Claim:  of 200 crabs and of 200 women, each left out, lda and qda of the R package MASS (CV = TRUE) get as many wrong as
        the table says; of the crabs that it was fitted on, lda gets the sex of 97 of 100 females and 97 of 100 males
        right; fitted on Pima.tr, lda errs on 20.2 % of Pima.te.
Source: Venables and Ripley, Modern Applied Statistics with S, 4th edition, section 12.1, on the logarithms of the
        crabs' measurements, and Ripley, Pattern Recognition and Neural Networks, 1996, on Pima. The book prints no
        leave-one-out. Every figure here is one that MASS 7.3-58.2 (R 4.2.2) printed for
            lcrabs <- log(crabs[, 4:8]); cv <- lda(crabs$sex ~ FL + RW + CL + CW, lcrabs, CV = TRUE)
            table(crabs$sex, cv$class); mean(-log(cv$posterior[cbind(1:200, crabs$sex)]))
        and so on: qda in place of lda, crabs$sp ~ ., paste0(sp, sex) ~ ., type ~ . of Pima.tr, predict without CV.
Data:   r-mass/crabs.csv (200 crabs), r-mass/Pima.tr.csv (200 women), r-mass/Pima.te.csv (332 others).
Here:   fit --cv loo, which removes each row from the sums in closed form. MASS keeps the class prior of all rows when
        it leaves one out, so that it is given here: by --class-prior, as it would be re-estimated otherwise.
"""

import csv
import math

from lab import Experiment, Table, print_table

FOUR = ["FL", "RW", "CL", "CW"]
FIVE = [*FOUR, "BD"]
HALVES, QUARTERS, PIMA = "F=0.5,M=0.5", "uniform", "No=0.66,Yes=0.34"
# table, model, class prior, MASS: errors and log loss of 200 rows left out.
CASES = [
    ("crabs: sex, 4 columns", "lda", HALVES, 7, 0.0768234764712),
    ("crabs: sex, 4 columns", "qda", HALVES, 9, 0.0788401245629),
    ("crabs: species, 5 columns", "lda", QUARTERS, 0, 0.000307455970981),
    ("crabs: species, 5 columns", "qda", QUARTERS, 0, 0.00043194181984),
    ("crabs: species and sex, 4 columns", "lda", QUARTERS, 10, 0.0815120074954),
    ("crabs: species and sex, 5 columns", "lda", QUARTERS, 10, 0.0866155406773),
    ("crabs: species and sex, 5 columns", "qda", QUARTERS, 12, 0.104623510473),
    ("Pima.tr: diabetes, 7 columns", "lda", PIMA, 49, 0.490980092942),
    ("Pima.tr: diabetes, 7 columns", "qda", PIMA, 53, 0.682926080469),
]


def make_tables(lab):
    """Name: the path of a table whose target is the column `class`."""
    crabs, pima, others = lab.find("r-mass/crabs.csv", "r-mass/Pima.tr.csv", "r-mass/Pima.te.csv")
    rows = list(csv.DictReader(crabs.open()))

    def logarithms(name, columns, label):
        values = [[repr(math.log(float(row[column]))) for column in columns] for row in rows]
        table = Table(values, [label(row) for row in rows], columns)
        return table.write(lab.folder / f"{name}.csv")

    return {
        "crabs: sex, 4 columns": logarithms("sex", FOUR, lambda row: row["sex"]),
        "crabs: species, 5 columns": logarithms("species", FIVE, lambda row: row["sp"]),
        "crabs: species and sex, 4 columns": logarithms("four", FOUR, lambda row: row["sp"] + row["sex"]),
        "crabs: species and sex, 5 columns": logarithms("five", FIVE, lambda row: row["sp"] + row["sex"]),
        "Pima.tr: diabetes, 7 columns": pima,
    }, others


def main():
    lab = Experiment(__doc__)
    tables, pima_test = make_tables(lab)
    target = {name: "type" if name.startswith("Pima") else "class" for name in tables}

    def options(name, model):
        return ["--target", target[name], "--model", model, "--estimate", "unbiased"]

    rows, same, furthest = [], True, 0.0
    for name, model, prior, errors, loss in CASES:
        left_out = lab.fit(tables[name], *options(name, model), "--class-prior", prior, cv="loo")[1]["cv"]
        ours = round(left_out["rows"] * (1 - left_out["accuracy"]))
        same = same and ours == errors
        furthest = max(furthest, abs(left_out["log_loss"] / loss - 1))
        rows.append([f"{name}, {model}", errors, ours, f"{loss:.9f}", f"{left_out['log_loss']:.9f}"])
    print_table(["200 rows, each left out", "errors: MASS", "ours", "log loss: MASS", "ours"], rows)

    crabs = "crabs: sex, 4 columns"
    fitted, _ = lab.fit(tables[crabs], *options(crabs, "lda"))
    confusion = lab.evaluate(fitted, tables[crabs])["confusion"]
    print_table(["crabs, lda on its own rows (true sex down)", "F: MASS", "ours", "M: MASS", "ours"],
                [["F", 97, confusion[0][0], 3, confusion[0][1]], ["M", 3, confusion[1][0], 97, confusion[1][1]]])

    pima = "Pima.tr: diabetes, 7 columns"
    wrong = {model: 100 * lab.error(tables[pima], pima_test, *options(pima, model)) for model in ("lda", "qda")}
    print_table(["error on Pima.te, %", "MASS", "ours"],
                [["lda", "20.2", f"{wrong['lda']:.1f}"], ["qda", "22.9", f"{wrong['qda']:.1f}"]])

    lab.claim("the number of errors of all nine", same)
    lab.claim(f"their log losses, to {furthest:.0e} of them", furthest < 1e-9)
    lab.claim("the table of lda on its own rows", confusion == [[97, 3], [3, 97]])
    lab.claim("the errors on Pima.te", abs(wrong["lda"] - 20.2) < 0.05 and abs(wrong["qda"] - 22.9) < 0.05)
    lab.end()


if __name__ == "__main__":
    main()
