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
    the camera's noise alone leaves, m; rows of stays() of the measured tracks."""

    def __init__(self, shots: list[Any]):
        self.shots = shots
        self.away = {name: np.full(len(shots), np.nan) for name in MEASURES}
        self.measured_m, self.predicted_m, self.floor_m = np.full((3, len(shots)), np.nan)
        self.found: list[dict[str, float]] = []
        self.stays = np.zeros((0, 3))

    def take(self, found: calibrate.Calibration) -> None:
        """The shots of a calibration, which leaves out what it cannot use."""
        rows = [self.shots.index(shot) for shot in found.shots]
        for name, away in self.away.items():
            away[rows] = getattr(found, name)
        self.measured_m[rows], self.predicted_m[rows] = ways(found)
        self.floor_m[rows] = found.floor
        world = found.model.world
        self.stays = np.concatenate([self.stays, stays(found.model.tracks, world.half_size - world.radius_m,
                                                       found.noise_m)])


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


# Of turns at a cushion: how long before and behind it points are used, s, how many at least, how near to the cushion
# one is, m, and how long behind it the cushion may still have the ball, s.
SPAN_S, FEWEST, NEAR_M, LONGEST_STAY_S = 0.21, 6, 0.045, 0.01
ROUGH = 2.5  # Noises from a parabola: beyond it the ball hit something else too.
SLOWEST_M_S, LEAST_ALONG_M_S, CORNER_M = 0.3, 0.4, 0.08
SPEEDS_M_S = (SLOWEST_M_S, 1.0, 1.5, 2.2, np.inf)


def stays(tracks: calibrate.Tracks, reach_m: np.ndarray, noise_m: float) -> np.ndarray:
    """How long cushions keep balls, by the paths before and behind alone, which friction makes parabolas. A row of
    each turn that nothing disturbs: the normal speed, m/s; the time between the two paths where they reach the
    cushion, s; the way along it between them over the speed along it, s, or NaN of a ball that came straight.
    reach_m: where a centre is then, along x and y."""
    found = []
    for track in tracks.shots:
        for ball in np.unique(track.balls):
            rows = track.of(ball)
            times = track.times[rows]
            for axis, side in ((0, -1), (0, 1), (1, -1), (1, 1)):
                depth = side * track.places[rows, axis] - reach_m[axis]
                along = track.places[rows, 1 - axis]
                turns = 1 + np.flatnonzero((depth[1:-1] >= depth[:-2]) & (depth[1:-1] > depth[2:])
                                           & (depth[1:-1] > -NEAR_M)
                                           & (np.abs(along[1:-1]) < reach_m[1 - axis] - CORNER_M))
                found += [stay(times, np.stack([depth, along], axis=1), times[turn], ROUGH * noise_m)
                          for turn in turns]
    return np.array([row for row in found if row is not None]).reshape(-1, 3)


def stay(times: np.ndarray, places: np.ndarray, turn_s: float, rough_m: float) -> tuple[float, float, float] | None:
    """A row of `stays`; places: depth and way along, (n, 2)."""
    for _ in range(3):  # The turn is somewhere between two points; its parabolas tell it better each time.
        since = times - turn_s
        parts = ((since > -SPAN_S) & (since < -0.001), (since > LONGEST_STAY_S) & (since < LONGEST_STAY_S + SPAN_S))
        if min(part.sum() for part in parts) < FEWEST:
            return None
        paths = [np.polyfit(since[part], places[part], 2) for part in parts]
        roots = [np.roots(path[:, 0]) for path in paths]
        roots = [each[np.isreal(each)].real for each in roots]
        if not all(map(len, roots)):
            return None
        comes, goes = (each[np.argmin(np.abs(each))] for each in roots)
        turn_s += comes
    off = np.concatenate([places[part] - np.vander(since[part], 3) @ path for part, path in zip(parts, paths)])
    (speed, along), (back, along_back) = (np.array([2 * at, 1.0]) @ path[:2] for at, path in
                                          zip((comes, goes), paths))
    if np.sqrt((off**2).mean()) > rough_m or speed < SLOWEST_M_S or not 0.2 < -back / speed < 1.1:
        return None
    way = np.vander([goes], 3) @ paths[1] - np.vander([comes], 3) @ paths[0]
    mean = (along + along_back) / 2
    return speed, goes - comes, way[0, 1] / mean if abs(mean) > LEAST_ALONG_M_S else np.nan


def median_ms(seconds: np.ndarray) -> str:
    """Of those that are there, with its deviation (of a normal scatter with the same quartiles)."""
    there = 1e3 * seconds[np.isfinite(seconds)]
    if len(there) < FEWEST:
        return "-"
    spread = np.subtract(*np.quantile(there, (0.75, 0.25))) / 1.349
    return f"{np.median(there):.1f} &plusmn;{1.253 * spread / np.sqrt(len(there)):.1f}"


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
            "of the shots found.</p><div class=wide>" + table(head, rows) + "</div>" + picture(judged) + found
            + stays_section(next(iter(judged.values())).stays))


def stays_section(rows: np.ndarray) -> str:
    cells = []
    for low, high in zip(SPEEDS_M_S[:-1], SPEEDS_M_S[1:]):
        mine = rows[(rows[:, 0] >= low) & (rows[:, 0] < high)]
        cells.append([f"{low:g} to {high:g}" if np.isfinite(high) else f"above {low:g}", str(len(mine)),
                      median_ms(mine[:, 1]), median_ms(mine[:, 2])])
    return ("<h3>How long cushions keep balls</h3><p>By no model but that friction makes paths parabolas: those before "
            "and behind a cushion, cut with the line on which centres turn, one radius from the nose. A ball that stays "
            "comes back so much later, and further along; where the nose is 1 mm elsewhere, slow balls are later by "
            "more than fast ones.</p><div class=wide>"
            + table(["normal speed, m/s", "turns", "time between, ms", "way along / speed along, ms"], cells)
            + "</div>")


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
