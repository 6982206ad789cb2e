"""Pictures: those of the documents are made again and compared."""

import pathlib

import numpy as np
import pytest
import suffice
from conftest import rows_for

matplotlib = pytest.importorskip("matplotlib")
import gallery  # noqa: E402
from matplotlib import image  # noqa: E402
from scipy.stats import multivariate_normal  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import StandardScaler  # noqa: E402
from suffice import plot  # noqa: E402

PICTURES = pathlib.Path(__file__).parents[2] / "docs" / "pictures"


def test_the_gallery_is_that_of_the_documents(tmp_path):
    gallery.draw(tmp_path)
    page = (PICTURES.parent / "python.md").read_text()
    for name in gallery.PICTURES:
        file = PICTURES / f"python-{name}.png"
        assert f"pictures/{file.name}" in page
        assert file.stat().st_size < 200_000
        made, kept = image.imread(tmp_path / file.name), image.imread(file)
        assert made.shape == kept.shape
        assert np.abs(made - kept).mean() < 0.01, f"make it again: python python/tests/gallery.py {PICTURES}"


@pytest.mark.parametrize("name", ["GaussianNB", "LinearDiscriminantAnalysis", "NearestCentroid",
                                  "RegularizedDiscriminantAnalysis"])
def test_ellipses_hold_the_share_that_is_said(name):
    X, y = rows_for(name, n=3000, d=2)
    model = getattr(suffice, name)().fit(X, y)
    shown = plot.BoundaryDisplay.from_estimator(model, X, y, share=0.8, grid=20)
    inside = [matplotlib.path.Path(ellipse).contains_points(X[y == k]).mean()
              for k, ellipse in enumerate(shown.ellipses)]
    np.testing.assert_allclose(inside, 0.8, atol=0.05)
    matplotlib.pyplot.close(shown.figure_)


def test_other_models_have_boundaries_without_ellipses():
    X, y = rows_for("PoissonNB", d=2)
    shown = plot.BoundaryDisplay.from_estimator(suffice.PoissonNB().fit(X, y), X, y, grid=20)
    assert shown.ellipses == [] and shown.predicted.shape == (20, 20)
    with pytest.raises(ValueError, match="two columns"):
        plot.BoundaryDisplay.from_estimator(suffice.PoissonNB().fit(X, y), X[:, :1], y)
    with pytest.raises(ValueError, match="no Gaussians"):
        plot.DensityDisplay.from_estimator(suffice.PoissonNB().fit(X, y), X, y)
    scaled = make_pipeline(StandardScaler(), suffice.GaussianNB()).fit(X, y)
    assert plot.BoundaryDisplay.from_estimator(scaled, X, y, grid=20).ellipses == []
    with pytest.raises(ValueError, match="no column 'c'"):
        plot.DensityDisplay.from_estimator(suffice.GaussianNB().fit(X, y), X, y, column="c")
    matplotlib.pyplot.close("all")


def test_what_has_no_picture_says_what_has_one():
    X, y = rows_for("GaussianNB", d=2)
    model = suffice.GaussianNB().fit(X, y)
    with pytest.raises(ValueError, match="of a LinearDiscriminantAnalysis, and a GaussianNB has no transform"):
        plot.FisherDisplay.from_estimator(model, X, y)
    with pytest.raises(ValueError, match="of a TextClassifier, and a GaussianNB has no top_terms"):
        plot.TopTermsDisplay.from_estimator(model)
    with pytest.raises(ValueError, match="with probabilities, and a Perceptron has no predict_proba"):
        plot.ReliabilityDisplay.from_estimator(suffice.Perceptron().fit(X, y), X, y)
    with pytest.raises(ValueError, match="two columns of numbers"):
        plot.BoundaryDisplay.from_estimator(model, np.array([["a", "b"]]), y[:1])


@pytest.mark.filterwarnings("error")
def test_boundaries_of_frames_with_missing_values():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    X, y = rows_for("GaussianNB", d=2)
    X[5, 1] = np.nan
    frame = pandas.DataFrame(X, columns=["a", "b"])
    shown = [plot.BoundaryDisplay.from_estimator(suffice.GenerativeClassifier("lda").fit(same, y), same, y, grid=20)
             for same in (frame, polars.from_pandas(frame), polars.from_pandas(frame).to_arrow())]
    assert len(np.unique(shown[0].predicted)) == 3
    for other in shown[1:]:
        np.testing.assert_array_equal(other.predicted, shown[0].predicted)
    matplotlib.pyplot.close("all")


def test_densities_are_those_of_the_model():
    X, y = rows_for("GaussianNB", d=1)
    model = suffice.GaussianNB(priors=[1 / 3] * 3).fit(X, y)
    shown = plot.DensityDisplay.from_estimator(model, X, y)
    joint = model.predict_joint_log_proba(shown.grid[:, None])
    np.testing.assert_allclose(shown.densities.T, 3 * np.exp(joint))
    later = suffice.GaussianNB().partial_fit(X, y, classes=[0, 1, 2, 9])
    np.testing.assert_array_equal(plot.DensityDisplay.from_estimator(later, X, y).densities[:3], shown.densities)
    matplotlib.pyplot.close("all")


def test_densities_of_a_mixed_frame_are_those_of_its_numbers():
    pandas = pytest.importorskip("pandas")
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    X, y = rows_for("GaussianNB")
    frame = pandas.DataFrame({"kind": np.where(X[:, 0] > 0, "u", "v"), "a": X[:, 1], "b": X[:, 2], "same": 1.0,
                              "visits": np.abs(X[:, 3]).round().astype(int), "score": X[:, 3]})
    frame.loc[7, "b"] = None
    said = {"visits": "poisson", "score": "normal-score"}
    model = suffice.GenerativeClassifier("naive-bayes", columns=said).fit(frame, y)
    assert model.model_name_ == "gaussian-nb + poisson-nb + categorical-nb"
    for same in (frame, polars.from_pandas(frame), pyarrow.Table.from_pandas(frame)):
        for column in ("a", "b", 2):
            shown = plot.DensityDisplay.from_estimator(model, same, y, column=column)
            for k in range(3):
                own = frame[shown.column][y == k].dropna()
                density = np.exp(-0.5 * (shown.grid - own.mean()) ** 2 / own.var(ddof=0)) / np.sqrt(
                    2 * np.pi * own.var(ddof=0))
                np.testing.assert_allclose(shown.densities[k], density)
                np.testing.assert_array_equal(shown.values[k], own)
    assert plot.DensityDisplay.from_estimator(model, frame, y).column == "a"
    for column in ("kind", "visits", "same", "score", 0):
        with pytest.raises(ValueError, match=r"has no Gaussian in each class; .* are \['a', 'b'\]"):
            plot.DensityDisplay.from_estimator(model, frame, y, column=column)
    matplotlib.pyplot.close("all")


@pytest.mark.parametrize("name", ["gaussian-nb", "lda"])
def test_gaussians_are_those_of_the_model_where_sums_hold_more(name):
    X, y = rows_for("GaussianNB", d=3)
    model = suffice.GenerativeClassifier(name, shrinkage="none")
    [(_, means, covariances)] = plot._gaussians(model.fit(X, y))
    [(_, _, kept)] = plot._gaussians(model.set_params(keep_full=True).fit(X, y))
    np.testing.assert_allclose(kept, covariances, atol=1e-12)
    density = [multivariate_normal(mean, covariance).logpdf(X) for mean, covariance in zip(means, kept, strict=True)]
    np.testing.assert_allclose(model.predict_joint_log_proba(X), np.array(density).T + np.log(np.bincount(y) / len(y)))


@pytest.mark.parametrize("name", ["LogisticRegression", "LeastSquares"])
def test_rivals_have_no_gaussians(name):
    X, y = rows_for(name, d=2)
    with pytest.raises(ValueError, match="no Gaussians"):
        plot.DensityDisplay.from_estimator(getattr(suffice, name)().fit(X, y), X, y)


def test_two_classes_have_one_axis():
    X, y = rows_for("LinearDiscriminantAnalysis", classes=2)
    shown = plot.FisherDisplay.from_estimator(suffice.LinearDiscriminantAnalysis().fit(X, y), X, y)
    assert shown.points.shape == (len(y), 1)
    matplotlib.pyplot.close("all")


def test_displays_say_how_well_probabilities_hold():
    X, y = rows_for("GaussianNB", n=2000)
    shown = plot.ReliabilityDisplay.from_estimator(suffice.GaussianNB().fit(X, y), X, y)
    assert shown.rows.sum() == 2000 and shown.error < 0.05
    matplotlib.pyplot.close("all")


def test_ellipses_of_incomplete_rows_have_the_variances_of_the_values_there_are():
    X = np.array([[1.0, 5], [3, np.nan], [2, 6], [7, 1], [np.nan, 2], [8, 2]])
    y = np.array([0, 0, 0, 1, 1, 1])
    model = suffice.GenerativeClassifier(model="gaussian-nb").fit(X, y)
    [(_, _, covariances)] = plot._gaussians(model)
    for c in (0, 1):
        np.testing.assert_allclose(np.diag(covariances[c]), np.nanvar(X[y == c], axis=0))
