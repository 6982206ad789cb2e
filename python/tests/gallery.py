"""The pictures of docs/python.md. `python gallery.py FOLDER` makes them again."""

import pathlib
import sys

import matplotlib
import numpy as np
import suffice
from sklearn.datasets import load_iris, load_wine, make_classification
from suffice.plot import BoundaryDisplay, DensityDisplay, FisherDisplay, ReliabilityDisplay, TopTermsDisplay

matplotlib.use("Agg")
MESSAGES = pathlib.Path(__file__).parents[1] / "examples" / "messages.tsv"


def boundary():
    iris = load_iris(as_frame=True)
    X, y = iris.data.iloc[:, [0, 1]], iris.target_names[iris.target]
    return BoundaryDisplay.from_estimator(suffice.QuadraticDiscriminantAnalysis().fit(X, y), X, y)


def fisher():
    wine = load_wine()
    y = wine.target_names[wine.target]
    return FisherDisplay.from_estimator(suffice.LinearDiscriminantAnalysis().fit(wine.data, y), wine.data, y)


def reliability():
    X, y = make_classification(4000, 12, n_informative=5, n_redundant=7, n_classes=3, random_state=1)
    models = {"Gaussian naive Bayes": suffice.GenerativeClassifier("gaussian-nb", calibrate="none"),
              "the same, by temperature": suffice.GenerativeClassifier("gaussian-nb", calibrate="temperature")}
    shown = None
    for name, model in models.items():
        model.fit(X[::2], y[::2])
        shown = ReliabilityDisplay.from_estimator(model, X[1::2], y[1::2], name=name, ax=shown.ax_ if shown else None)
    return shown


def density():
    iris = load_iris(as_frame=True)
    y = iris.target_names[iris.target]
    return DensityDisplay.from_estimator(suffice.GaussianNB().fit(iris.data, y), iris.data, y,
                                         column="petal length (cm)")


def terms():
    labels, texts = zip(*(line.split("\t") for line in MESSAGES.read_text().splitlines()), strict=True)
    return TopTermsDisplay.from_estimator(suffice.TextClassifier().fit(list(texts), np.array(labels)), n_terms=8)


PICTURES = {"boundary": boundary, "fisher": fisher, "reliability": reliability, "density": density, "terms": terms}


def draw(folder):
    for name, make in PICTURES.items():
        figure = make().figure_
        figure.set_size_inches(6.4, 4.2)
        figure.savefig(pathlib.Path(folder) / f"python-{name}.png", dpi=80)
        matplotlib.pyplot.close(figure)


if __name__ == "__main__":
    draw(sys.argv[1])
