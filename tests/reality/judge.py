"""Measurements beside predictions: fits that never see what they predict, bias and scatter.

Bias and scatter are those of the validation guide of FDS (K. McGrattan et al., Fire Dynamics Simulator
Technical Reference Guide, Volume 3: Validation, NIST SP 1018-3, "Calculating Model Uncertainty"): of n
measured E_i and predicted M_i, with sE the relative standard deviation of the measurements,

    mean     = 1/n sum ln(M_i/E_i)
    sM^2     = 1/(n-1) sum (ln(M_i/E_i) - mean)^2 - sE^2, but at least sE^2: nobody can show that a model
               is more accurate than what it is compared with
    bias     = exp(mean + sM^2/2 - sE^2/2)

Bias 1.1: predictions are 10 % too great on average; sM is the relative standard deviation about that.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Mapping

import numpy as np
from scipy.optimize import least_squares

import predict

MEASUREMENTS = Path(__file__).with_name("measurements.toml")
DEFAULTS = "defaults"
FAR_OFF = 2.0  # Errors of the measurement.
GRID = (0.1, 0.3, 0.5, 0.7, 0.9)  # Of a parameter, between its bounds.
LOST = 100.0  # The residual, in errors, of a ball that does not come where it was measured.


@dataclass
class Series:
    """Numbers of one source and one kind, as measured and as predicted.

    predicted: by predictor ("defaults", "preset NAME", "fitted NAME"), one number for each row.
    found: by predictor, what each half of the rows found of its parameters.
    """

    name: str
    source: str
    quantity: str
    play: str
    place: str
    quote: str
    unit: str
    error: float
    error_is: str
    columns: list[str]
    rows: list[list[float]]
    game: str = ""
    x: str = ""
    by: str = ""
    halves: list[int] = field(default_factory=list)
    given: dict[str, float] = field(default_factory=dict)
    made: list[str] = field(default_factory=list)
    fits: dict[str, dict[str, Any]] = field(default_factory=dict)
    predicted: dict[str, np.ndarray] = field(default_factory=dict)
    found: dict[str, list[dict[str, float]]] = field(default_factory=dict)

    @property
    def conditions(self) -> predict.Rows:
        columns = {name: np.array([row[i] for row in self.rows]) for i, name in enumerate(self.columns[:-1])}
        return {**columns, **{name: np.full(len(self.rows), value) for name, value in self.given.items()}}

    @property
    def measured(self) -> np.ndarray:
        return np.array([row[-1] for row in self.rows])

    @property
    def half(self) -> np.ndarray:
        """0 or 1 of each row."""
        return np.array(self.halves) if self.halves else np.arange(len(self.rows)) % 2

    def off(self, predictor: str) -> np.ndarray:
        """How far a prediction is from what was measured, in errors of the measurement."""
        return (self.predicted[predictor] - self.measured) / self.error

    def independent(self, predictor: str) -> bool:
        """Whether the predictor was not made of these numbers."""
        return predictor.split()[0] not in self.made


def read(path: Path = MEASUREMENTS) -> tuple[dict[str, dict[str, str]], list[Series]]:
    """The sources by key, and the series."""
    with open(path, "rb") as file:
        data = tomllib.load(file)
    series = [Series(given=one.pop("with", {}), **one) for one in data["series"]]
    for one in series:
        if one.source not in data["sources"] or one.columns[-1] != "measured" or one.play not in predict.PLAYS:
            raise ValueError(f"{path.name}: {one.quantity}, {one.name}: an unknown source, play or last column")
    return data["sources"], series


def set_value(settings: Any, path: str, value: float) -> None:
    """Sets what a path of settings names, making what is missing on the way."""
    *way, last = path.split(".")
    for name in way:
        settings = settings[int(name)] if name.isdecimal() else settings.setdefault(name, {})
    settings[last] = value


def settings_of(fit: Mapping[str, Any], values: np.ndarray) -> predict.Settings:
    """The settings of a fit with values of its parameters. A copy."""
    settings = copy_of(fit.get("settings", {}))
    for path, value in zip(fit["parameters"], values):
        set_value(settings, path, float(value))
    return settings


def copy_of(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {name: copy_of(value) for name, value in tree.items()}
    return [copy_of(value) for value in tree] if isinstance(tree, list) else tree


def residuals_of(stage: predict.Stage, series: Series, fit: Mapping[str, Any], rows: np.ndarray
                 ) -> Callable[[np.ndarray], np.ndarray]:
    """Of some of the rows: how far the fit's parameters lead off, in errors of the measurement."""
    conditions = {name: values[rows] for name, values in series.conditions.items()}

    def residuals(values: np.ndarray) -> np.ndarray:
        predicted = predict.PLAYS[series.play](stage, conditions, settings_of(fit, values))
        return np.nan_to_num((predicted - series.measured[rows]) / series.error, nan=LOST)
    return residuals


def find(stage: predict.Stage, series: Series, fit: Mapping[str, Any], rows: np.ndarray) -> np.ndarray:
    """The parameters that predict some of the rows best, in least squares."""
    start, low, high = np.array(list(fit["parameters"].values()), float).T
    residuals = residuals_of(stage, series, fit, rows)
    # Cushions have two valleys, with and without slip to the end of the impact: the best of a grid leads
    # into the deeper one.
    grid = np.stack(np.meshgrid(*[GRID] * len(start)), axis=-1).reshape(-1, len(start))
    starts = [start, *(low + grid * (high - low))]
    best = min(starts, key=lambda values: float((residuals(values)**2).sum()))
    # Steps of a thousandth: where slip ends within an impact, predictions have kinks.
    return least_squares(residuals, best, bounds=(low, high), x_scale=high - low, diff_step=1e-3).x


def predict_all(stage: predict.Stage, series: Series, presets: Mapping[str, predict.Settings]) -> None:
    """Fills what is predicted: as Carom comes, with the preset of the game, and with each fit, where the
    rows of even number are predicted with what those of odd number find, and the other way round."""
    play = predict.PLAYS[series.play]
    series.predicted[DEFAULTS] = play(stage, series.conditions, {})
    if series.game in presets:
        series.predicted[f"preset {series.game}"] = play(stage, series.conditions, presets[series.game])
    for name, fit in series.fits.items():
        predicted, found = np.full(len(series.rows), np.nan), []
        for half in (0, 1):
            mine = series.half == half
            values = find(stage, series, fit, np.flatnonzero(mine))
            found.append(dict(zip(fit["parameters"], values.tolist())))
            predicted[~mine] = play(stage, series.conditions, settings_of(fit, values))[~mine]
        series.predicted[f"fitted {name}"] = predicted
        series.found[f"fitted {name}"] = found


@dataclass(frozen=True)
class Judgement:
    """Of one predictor over all series of a quantity: numbers, bias, relative scatter (NaN of one number),
    the measurements' relative error, how many are off by more than FAR_OFF errors, the greatest, and
    whether these numbers had no part in the predictor."""

    quantity: str
    predictor: str
    count: int
    bias: float
    scatter: float
    measurement: float
    far_off: int
    worst: float
    independent: bool


def bias_and_scatter(measured: np.ndarray, predicted: np.ndarray, relative_error: float
                     ) -> tuple[float, float]:
    """Of positive numbers; the formulas stand above."""
    logs = np.log(predicted / measured)
    if len(logs) < 2:
        return float(np.exp(logs.mean())), float("nan")
    variance = max(float(logs.var(ddof=1)) - relative_error**2, relative_error**2)
    return float(np.exp(logs.mean() + variance / 2 - relative_error**2 / 2)), float(np.sqrt(variance))


def judge(quantity: str, predictor: str, series: list[Series], independent: bool = True) -> Judgement:
    """Of those series of a quantity that have the predictor."""
    measured = np.concatenate([one.measured for one in series])
    predicted = np.concatenate([one.predicted[predictor] for one in series])
    errors = np.concatenate([np.full(len(one.rows), one.error) for one in series])
    came = np.isfinite(predicted) & (predicted > 0)
    relative = float(np.sqrt(np.mean((errors / measured)**2)))
    bias, scatter = (bias_and_scatter(measured[came], predicted[came], relative) if came.any()
                     else (float("nan"), float("nan")))
    off = np.where(came, np.abs(predicted - measured) / errors, np.inf)
    return Judgement(quantity, predictor, len(measured), bias, scatter, relative,
                     int((off > FAR_OFF).sum()), float(off.max()), independent)


def judge_all(series: list[Series]) -> list[Judgement]:
    """Of each quantity and predictor, in the order of the series. Series of which a predictor was made
    are judged apart."""
    found = []
    for quantity in dict.fromkeys(one.quantity for one in series):
        of_quantity = [one for one in series if one.quantity == quantity]
        for predictor in dict.fromkeys(name for one in of_quantity for name in one.predicted):
            having = [one for one in of_quantity if predictor in one.predicted]
            for independent in (True, False):
                group = [one for one in having if one.independent(predictor) == independent]
                if group:
                    found.append(judge(quantity, predictor, group, independent))
    return found
