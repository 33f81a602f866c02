"""Carom beside tracks of a camera: every strike is fitted, and the table's numbers to the other half of the
shots, or not at all. `carom.calibrate` does the work."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Mapping

import numpy as np
from matplotlib import pyplot as plt

import carom
from carom import calibrate
from judge import DEFAULTS, FAR_OFF, bias_and_scatter
from page import INKS, number, svg_of, table, write_csv

# What a calibration reports of each shot: attribute, heading.
MEASURES = {"distances": "whole tracks", "first_distances": "first 3 s",
            "forecasts": "forecast from before the second cushion"}
Report = Callable[[str], None]


class Judged:
    """One predictor: distances of each shot, m, by measure; lengths of the struck ball's way, m; the distance that
    the camera's noise alone leaves, m."""

    def __init__(self, shots: list[Any]):
        self.shots = shots
        self.away = {name: np.full(len(shots), np.nan) for name in MEASURES}
        self.measured_m, self.predicted_m, self.floor_m = np.full((3, len(shots)), np.nan)
        self.found: list[dict[str, float]] = []

    def take(self, found: calibrate.Calibration) -> None:
        """The shots of a calibration, which leaves out what it cannot use."""
        rows = [self.shots.index(shot) for shot in found.shots]
        for name, away in self.away.items():
            away[rows] = getattr(found, name)
        self.measured_m[rows], self.predicted_m[rows] = ways(found)
        self.floor_m[rows] = found.floor


def ways(found: calibrate.Calibration) -> tuple[np.ndarray, np.ndarray]:
    """Lengths of the struck ball's way between the points of its track, measured and predicted."""
    model = found.model
    use = model.all_points(np.arange(model.shots))
    places = model.see(found.strikes, np.arange(model.shots), np.array(list(found.values.values())), use)
    lengths = np.zeros((2, model.shots))
    for shot in range(model.shots):
        mine = (use.owner == shot) & (model.ball[use.owner, use.rows] == 0)
        for row, points in enumerate((model.places[shot, use.rows[mine]], places[mine])):
            lengths[row, shot] = np.linalg.norm(np.diff(points, axis=0), axis=1).sum()
    return lengths[0], lengths[1]


def judge_tracks(folder: Path, table_name: str, preset: Mapping[str, Any], simulator: carom.Simulator,
                 report: Report) -> dict[str, Judged]:
    """By predictor: defaults, a preset, and two laws of the cloth fitted to each half of the shots and judged
    on the other."""
    tracks = calibrate.read_csv(folder / "tracks.csv")
    names = [track.shot for track in tracks.shots]

    def calibrated(name: str, part: calibrate.Tracks, unknown: Any, settings: Any, table: Any
                   ) -> calibrate.Calibration:
        report(f"{name}: {len(part)} shots")
        return calibrate.calibrate(part, unknown, settings=settings, table=table, held_out=False,
                                   simulator=simulator)
    judged = {}
    for name, settings in {DEFAULTS: {}, "preset": preset}.items():
        judged[name] = Judged(names)
        judged[name].take(calibrated(name, tracks, [], settings, table_name))
    constant = [name for name in calibrate.USUAL if not name.startswith("rolling_factor")]
    halves = [tracks.pick(range(half, len(tracks), 2)) for half in (0, 1)]
    for name, unknown in (("fitted", constant), ("fitted, rolling of speed", calibrate.USUAL)):
        judged[name] = Judged(names)
        for mine, other in (halves, halves[::-1]):
            found = calibrated(f"{name}, fit", mine, unknown, {}, table_name)
            judged[name].found.append(found.values)
            judged[name].take(calibrated(f"{name}, judged", other, [], found.settings, {"geometry": found.table}))
    return judged


def write(folder: Path, judged: Mapping[str, Judged]) -> None:
    """tracks.csv: of each shot and predictor the distances and the ways."""
    write_csv(folder / "tracks.csv", [
        {"shot": one.shots[shot], "predictor": predictor,
         **{f"{name}_m": float(away[shot]) for name, away in one.away.items()},
         "way_measured_m": float(one.measured_m[shot]), "way_predicted_m": float(one.predicted_m[shot])}
        for predictor, one in judged.items() for shot in range(len(one.measured_m))])


def warning(judged: Mapping[str, Judged]) -> str:
    """How many shots are off by more than twice what the camera's noise alone leaves; for the top of the page."""
    parts = []
    for predictor, one in judged.items():
        # What is infinitely far off counts; a shot that was not measured does not.
        errors = np.nan_to_num(one.away["distances"] / one.floor_m, nan=np.inf)[np.isfinite(one.measured_m)]
        parts.append(f"{predictor} {int((errors > FAR_OFF).sum())} of {len(errors)} (median error of all shots: {np.median(errors):.0f} times the noise)")
    return ('<div class="warning"><p>Shots that are off by more than twice what the camera\'s noise alone leaves over a '
            f"whole track: {'; '.join(parts)}.</p></div>") if parts else ""


def section(judged: Mapping[str, Judged]) -> str:
    """The page's part about tracks."""
    if not judged:
        return ""
    rows = []
    for predictor, one in judged.items():
        kept = np.isfinite(one.measured_m)
        bias, scatter = bias_and_scatter(one.measured_m[kept], one.predicted_m[kept], 0.0)
        rows.append([predictor, *(" / ".join(f"{100 * q:.2f}" for q in np.nanquantile(away, (0.25, 0.5, 0.75)))
                                  for away in one.away.values()), f"{bias:.4f}", number(scatter)])
    head = ["predictor", *(f"{heading}, cm" for heading in MEASURES.values()), "way of the struck ball: bias",
            "scatter"]
    shots = len(next(iter(judged.values())).shots)
    found = "".join(f"<p class=small>{predictor}: " + "; ".join(
        f"half {i + 1} " + ", ".join(f"{name} {value:.4g}" for name, value in half.items())
        for i, half in enumerate(one.found)) + "</p>" for predictor, one in judged.items() if one.found)
    return (f"<h2>Tracks of a camera: {shots} shots</h2><p>Root mean square distances of a shot, quartiles over the "
            "shots. Each strike is fitted, to the whole track, to its first 3 s, or to what is before the struck "
            "ball's second cushion, from where the rest is forecast. <i>Fitted</i>: in the numbers that the other half "
            "of the shots found.</p><div class=wide>" + table(head, rows) + "</div>" + picture(judged) + found)


def picture(judged: Mapping[str, Judged]) -> str:
    figure, axes = plt.subplots(1, len(MEASURES), figsize=(11, 3.6), sharey=True)
    for panel, (name, heading) in zip(axes, MEASURES.items()):
        for ink, (predictor, one) in zip(INKS, judged.items()):
            away = np.sort(one.away[name][np.isfinite(one.away[name])])
            panel.step(100 * away, (np.arange(len(away)) + 0.5) / len(away), color=ink, label=predictor)
        panel.set_xscale("log")
        panel.set_xlabel("cm")
        panel.set_title(heading, fontsize=9)
        panel.grid(alpha=0.25)
    axes[0].set_ylabel("share of the shots")
    axes[-1].legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.01, 0.5))
    return svg_of(figure, "tracks")
