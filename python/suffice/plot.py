"""Pictures of fitted estimators, with matplotlib: displays in the style of scikit-learn's.

Each display has what it shows as attributes; `from_estimator` computes and draws it, `plot` draws it again.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, Self

import numpy as np

from suffice._data import label_names
from suffice._frames import frame_of, is_frame, library_of, numbers_of

# Okabe and Ito's colours, which people with any colour vision tell apart; a class beyond them starts again.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442", "#000000")
_STRUCTURES = ("full", "shared", "diagonal", "identity")  # of Gaussians that can be drawn
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


class _Display:
    """What displays share: where they are drawn."""

    ax_: Any
    figure_: Any

    def _axes(self, ax: Any) -> Any:
        if ax is None:
            from matplotlib import pyplot

            _, ax = pyplot.subplots(layout="constrained")
        self.ax_, self.figure_ = ax, ax.figure
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
        return ax


def _colour(k: int) -> str:
    return COLOURS[k % len(COLOURS)]


def _points(ax: Any, points: Any, places: Any, names: list[str]) -> None:
    for k, name in enumerate(names):
        own = points[places == k]
        ax.scatter(own[:, 0], own[:, 1], s=14, alpha=0.75, color=_colour(k), marker=MARKERS[k % len(MARKERS)],
                   linewidths=0, label=name)


def _places(estimator: Any, y: Any) -> Any:
    """For each label its place among the estimator's classes."""
    from suffice._data import coded

    return coded(y, estimator.classes_)


def _column_names(estimator: Any) -> list[str]:
    names = getattr(estimator, "feature_names_in_", None)
    return [f"column {j + 1}" for j in range(estimator.n_features_in_)] if names is None else [str(n) for n in names]


def _check_has(estimator: Any, method: str, display: str, whose: str) -> None:
    if not hasattr(estimator, method):
        raise ValueError(f"a {display} is drawn of {whose}, and a {type(estimator).__name__} has no {method}")


def _gaussians(estimator: Any) -> list[tuple[list[str], Any, Any]]:
    """For each group of d columns with a Gaussian in every class: their names, C × d means, C × d × d covariances."""
    if not hasattr(estimator, "_fitted"):
        raise ValueError(f"a {type(estimator).__name__} has no Gaussians of its columns")
    model = estimator._fitted()
    blocks = json.loads(model.summary.schema.to_json())["blocks"]
    found = []
    for k, reading in enumerate(model.options["readings"]):
        # What a chosen model pools is another opinion of columns that it reads already.
        if reading["opinion"] or "rival" in model.options or reading.get("structure") not in _STRUCTURES:
            continue
        block = blocks[reading["block"]]
        means = estimator._by_class(model.means(k), model.labels, np.nan)  # of classes without rows
        covariances = estimator._by_class(_covariances(model, k, reading), model.labels, np.nan)
        names = reading["features"] or block["features"]
        own = [j for j, name in enumerate(names) if name not in block.get("normal_scores", {})]
        found.append(([names[j] for j in own], means[:, own], covariances[:, own][:, :, own]))
    if not found:
        raise ValueError(f"the classes of {model.name} are no Gaussians of their columns")
    return found


def _covariances(model: Any, k: int, reading: dict[str, Any]) -> Any:
    """The covariance of each class by the structure of a reading, whose sums may hold more than that needs."""
    covariances, structure = model.covariances(k), reading["structure"]
    identity, classes = np.eye(covariances.shape[-1]), len(model.labels)
    if structure == "identity":
        return np.broadcast_to(identity, (classes, *identity.shape))
    if structure == "diagonal":
        covariances = covariances[:, None] * identity if covariances.ndim == 2 else covariances * identity
    elif structure == "shared" and covariances.ndim == 3:
        covariances = np.average(covariances, axis=0, weights=model.summary.class_weights)
    return np.broadcast_to(covariances, (classes, *identity.shape)) + reading["ridge"] * identity


def _marginals(estimator: Any) -> dict[int, tuple[Any, Any]]:
    """For each column with a Gaussian in every class, by its place: the means and the standard deviations."""
    found = {name: (means[:, k], np.sqrt(covariances[:, k, k]))
             for names, means, covariances in _gaussians(estimator) for k, name in enumerate(names)}
    return {place: found[name] for place, name in enumerate(estimator._feature_names())
            if name in found and not (found[name][1] == 0).any()}


class BoundaryDisplay(_Display):
    """Two columns: where each class is predicted, and an ellipse around each class that holds most of it.

    Parameters
    ----------
    xx, yy : ndarray of shape (grid, grid)
        Places.
    predicted : ndarray of shape (grid, grid)
        The class that is predicted at each, by its place among `labels`.
    ellipses : list of ndarray of shape (points, 2)
        A curve for each class.
    points, places : ndarray
        Rows, and the class of each.
    labels, columns : list of str
        Names.
    """

    def __init__(self, *, xx: Any, yy: Any, predicted: Any, ellipses: list[Any], points: Any, places: Any,
                 labels: list[str], columns: list[str]) -> None:
        self.xx, self.yy, self.predicted = xx, yy, predicted
        self.ellipses, self.points, self.places = ellipses, points, places
        self.labels, self.columns = labels, columns

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, share: float = 0.9, grid: int = 200,
                       ax: Any = None) -> Self:
        """Draw an estimator that was fitted to two columns; ellipses hold this share of each class."""
        points = np.asarray(X)
        if points.ndim != 2 or points.shape[1] != 2:
            raise ValueError(f"a picture of boundaries has two columns, and X has shape {points.shape}")
        try:
            points = points.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise ValueError(f"a picture of boundaries has two columns of numbers: {error}") from None
        low, high = np.nanmin(points, axis=0), np.nanmax(points, axis=0)
        low, high = low - 0.08 * (high - low), high + 0.08 * (high - low)
        xx, yy = np.meshgrid(np.linspace(low[0], high[0], grid), np.linspace(low[1], high[1], grid))
        places = np.column_stack([xx.ravel(), yy.ravel()])
        if hasattr(X, "iloc"):
            places = type(X)(places, columns=X.columns)
        elif is_frame(X):
            places = frame_of(dict(zip(_column_names(estimator), places.T, strict=True)), library_of(X))
        predicted = _places(estimator, estimator.predict(places)).reshape(xx.shape)
        # Of two dimensions, the squared Mahalanobis distance of a share p is -2 log(1 - p).
        angles = np.linspace(0, 2 * np.pi, 200)
        circle = np.sqrt(-2 * np.log1p(-share)) * np.column_stack([np.cos(angles), np.sin(angles)])
        ellipses: list[Any] = []
        with suppress(ValueError):  # other models have none
            for names, means, covariances in _gaussians(estimator):
                if names == estimator._feature_names():
                    ellipses = [mean + circle @ np.linalg.cholesky(covariance).T
                                for mean, covariance in zip(means, covariances, strict=True)]
        return cls(xx=xx, yy=yy, predicted=predicted, ellipses=ellipses, points=points, places=_places(estimator, y),
                   labels=label_names(estimator.classes_), columns=_column_names(estimator)).plot(ax=ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw, in new axes or in these."""
        ax = self._axes(ax)
        from matplotlib.colors import ListedColormap

        count = len(self.labels)
        ax.pcolormesh(self.xx, self.yy, self.predicted, cmap=ListedColormap([_colour(k) for k in range(count)]),
                      vmin=-0.5, vmax=count - 0.5, alpha=0.15, shading="nearest", rasterized=True, linewidth=0)
        for k in range(count):
            ax.contour(self.xx, self.yy, self.predicted == k, levels=[0.5], colors="#555555", linewidths=0.8)
        _points(ax, self.points, self.places, self.labels)
        for k, ellipse in enumerate(self.ellipses):
            ax.plot(ellipse[:, 0], ellipse[:, 1], color=_colour(k), linewidth=1.6)
        ax.set(xlabel=self.columns[0], ylabel=self.columns[1], xlim=(self.xx.min(), self.xx.max()),
               ylim=(self.yy.min(), self.yy.max()))
        ax.legend(frameon=True, framealpha=0.85, edgecolor="none")
        return self


class FisherDisplay(_Display):
    """Rows on Fisher's discriminant axes: the first two, or a histogram on the only one.

    Parameters
    ----------
    points : ndarray of shape (n_samples, n_axes)
        Coordinates.
    places : ndarray of shape (n_samples,)
        The class of each row.
    explained : ndarray of shape (n_axes,)
        The share of the variance between classes that each axis explains.
    labels : list of str
        Names of the classes.
    """

    def __init__(self, *, points: Any, places: Any, explained: Any, labels: list[str]) -> None:
        self.points, self.places, self.explained, self.labels = points, places, explained, labels

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, ax: Any = None) -> Self:
        """Draw the transform of a LinearDiscriminantAnalysis."""
        _check_has(estimator, "transform", cls.__name__, "a LinearDiscriminantAnalysis")
        points = np.asarray(estimator.transform(X))
        return cls(points=points, places=_places(estimator, y), explained=estimator.explained_variance_ratio_,
                   labels=label_names(estimator.classes_)).plot(ax=ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw, in new axes or in these."""
        ax = self._axes(ax)
        named = [f"axis {k + 1}, {share:.1%} of the variance between classes" for k, share in enumerate(self.explained)]
        if self.points.shape[1] == 1:
            edges = np.histogram_bin_edges(self.points, bins=40)
            for k, name in enumerate(self.labels):
                ax.hist(self.points[self.places == k, 0], bins=edges, color=_colour(k), alpha=0.6, label=name)
            ax.set(xlabel=named[0], ylabel="rows")
        else:
            _points(ax, self.points, self.places, self.labels)
            ax.set(xlabel=named[0], ylabel=named[1])
        ax.legend(frameon=False)
        return self


class ReliabilityDisplay(_Display):
    """How often the predicted label is right, among rows where its probability is about the same.

    Parameters
    ----------
    confidence, accuracy, rows : ndarray of shape (n_bins,)
        Of each bin that has rows: the mean probability, the share that is right, how many.
    error : float
        The calibration error: the mean distance of the two, by rows.
    name : str
        The estimator.
    """

    def __init__(self, *, confidence: Any, accuracy: Any, rows: Any, error: float, name: str) -> None:
        self.confidence, self.accuracy, self.rows, self.error, self.name = confidence, accuracy, rows, error, name

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, n_bins: int = 10, name: str | None = None,
                       ax: Any = None) -> Self:
        """Draw the probabilities of rows, best ones that were not fitted."""
        _check_has(estimator, "predict_proba", cls.__name__, "a classifier with probabilities")
        probability = estimator.predict_proba(X)
        most = probability.max(axis=1)
        right = estimator.classes_[probability.argmax(axis=1)] == np.asarray(y)
        bins = np.minimum((most * n_bins).astype(np.int64), n_bins - 1)
        rows = np.bincount(bins, minlength=n_bins)
        there = rows > 0
        confidence = np.bincount(bins, most, n_bins)[there] / rows[there]
        accuracy = np.bincount(bins, right, n_bins)[there] / rows[there]
        error = float(np.average(np.abs(confidence - accuracy), weights=rows[there]))
        return cls(confidence=confidence, accuracy=accuracy, rows=rows[there], error=error,
                   name=name or type(estimator).__name__).plot(ax=ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw, in new axes or in these; several displays may share them."""
        first = ax is None or not ax.lines
        ax = self._axes(ax)
        if first:
            ax.plot([0, 1], [0, 1], color="#999999", linewidth=1, linestyle=":", label="as often as it says")
        colour = _colour(len(ax.lines) - 1)
        ax.plot(self.confidence, self.accuracy, color=colour, linewidth=1.2,
                label=f"{self.name}, calibration error {self.error:.3f}")
        ax.scatter(self.confidence, self.accuracy, s=8 + 120 * self.rows / self.rows.sum(), color=colour, zorder=3)
        ax.set(xlabel="probability of the predicted label", ylabel="share that is right", ylim=(-0.02, 1.02))
        ax.legend(frameon=False, loc="upper left")
        return self


class DensityDisplay(_Display):
    """One column: the histogram of each class, and the density that the model has for it.

    Parameters
    ----------
    grid : ndarray of shape (n_points,)
        Values of the column.
    densities : ndarray of shape (n_classes, n_points)
        p(value | class).
    values : list of ndarray
        The rows of each class.
    labels : list of str
        Names of the classes.
    column : str
        Name of the column.
    """

    def __init__(self, *, grid: Any, densities: Any, values: list[Any], labels: list[str], column: str) -> None:
        self.grid, self.densities, self.values, self.labels, self.column = grid, densities, values, labels, column

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, column: int | str | None = None, ax: Any = None) -> Self:
        """Draw a column that has a Gaussian in each class, by its name or place; None is the first of them."""
        names = _column_names(estimator)
        if isinstance(column, str) and column not in names:
            raise ValueError(f"there is no column {column!r}; the columns are {names}")
        marginals = _marginals(estimator)
        if column is None:
            j = min(marginals, default=0)
        else:
            j = names.index(column) if isinstance(column, str) else range(len(names))[column]
        if j not in marginals:
            raise ValueError(f"column {names[j]!r} has no Gaussian in each class; the columns that have one are "
                             f"{[names[k] for k in sorted(marginals)]}")
        named = is_frame(X) and hasattr(estimator, "feature_names_in_")
        values = numbers_of(X, names[j]) if named else np.asarray(X, dtype=np.float64)[:, j]
        there = ~np.isnan(values)
        values, places = values[there].astype(np.float64), _places(estimator, y)[there]
        grid = np.linspace(values.min(), values.max(), 400)
        mean, spread = (of_classes[:, None] for of_classes in marginals[j])
        densities = np.exp(-0.5 * ((grid - mean) / spread) ** 2) / (spread * np.sqrt(2 * np.pi))
        return cls(grid=grid, densities=densities, values=[values[places == k] for k in range(len(mean))],
                   labels=label_names(estimator.classes_), column=names[j]).plot(ax=ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw, in new axes or in these."""
        ax = self._axes(ax)
        edges = np.histogram_bin_edges(np.concatenate(self.values), bins=30)
        for k, name in enumerate(self.labels):
            if len(self.values[k]):
                ax.hist(self.values[k], bins=edges, density=True, color=_colour(k), alpha=0.3)
            ax.plot(self.grid, self.densities[k], color=_colour(k), linewidth=1.6, label=name)
        ax.set(xlabel=self.column, ylabel="density")
        ax.legend(frameon=False)
        return self


class TopTermsDisplay(_Display):
    """The terms that speak most for each label, with their log odds.

    Parameters
    ----------
    terms : dict of str to list of (term, log odds)
        By label.
    """

    def __init__(self, *, terms: dict[str, list[tuple[str, float]]]) -> None:
        self.terms = terms

    @classmethod
    def from_estimator(cls, estimator: Any, *, n_terms: int = 10, axes: Any = None) -> Self:
        """Draw the terms of a TextClassifier."""
        _check_has(estimator, "top_terms", cls.__name__, "a TextClassifier")
        return cls(terms={str(label): estimator.top_terms(label, n_terms) for label in estimator.classes_}).plot(
            axes=axes)

    def plot(self, axes: Any = None) -> Self:
        """Draw, in new axes or in these, one for each label."""
        if axes is None:
            from matplotlib import pyplot

            longest = max(len(terms) for terms in self.terms.values())
            _, axes = pyplot.subplots(1, len(self.terms), layout="constrained", squeeze=False,
                                      figsize=(3.2 * len(self.terms), 1.0 + 0.24 * longest))
        self.axes_ = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
        self.figure_ = self.axes_[0].figure
        for k, (label, terms) in enumerate(self.terms.items()):
            ax = self._axes(self.axes_[k])
            places = np.arange(len(terms))[::-1]
            ax.barh(places, [odds for _, odds in terms], color=_colour(k))
            ax.set_yticks(places, [term for term, _ in terms])
            ax.set(title=label, xlabel="log odds")
        return self
