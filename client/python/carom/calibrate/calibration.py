"""Calibration: the order of the fits, and what is made of them."""
from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from carom import arguments
from carom.arguments import wrong
from carom.calibrate import tracks as tracks_module
from carom.calibrate.fit import (Joint, Prior, Stage, dispersion_of, fit_strikes, fit_world,
                                 scatter_of, strike_prior, use_of)
from carom.calibrate.model import Model
from carom.calibrate.starts import (COARSE_GROWTH, GROWTH, WHOLE, Step, better_strikes, distances,
                                    first_strikes, fit_all)
from carom.calibrate.tracks import Finding, Tracks
from carom.calibrate.twin import seen
from carom.calibrate.world import (LAWS, USUAL, Unknown, World, law_of, settings_of,
                                   unknown_of)
from carom.simulator import Simulator

Report = Callable[[str], None]
QUARTILES = (0.25, 0.5, 0.75)

# The order of a fit. Horizons of the world stay short: behind four impacts an error of the camera
# has grown some thousandfold, and says more of chance than of the cloth.
_DEEPEST = 4
_EARLY = (Step(1, 0.02, 6, 2), Step(2, 0.02, 3, 2))
_AGAIN = (Step(1, 0.02, 6, 2), Step(2, 0.02, 4, 2), Step(2, 0.003, 4), Step(3, 0.02, 3),
          Step(3, 0.003, 1), Step(_DEEPEST, 0.02, 2), Step(_DEEPEST, 0.003, 1))
# Depth, least deviation of a point, m, and steps.
_WORLD_EARLY = ((1, 0.005, 4), (1, 0.001, 4), (2, 0.005, 5), (2, 0.001, 4))
_WORLD_LATE = ((3, 0.005, 6), (_DEEPEST, 0.005, 6), (_DEEPEST, 0.0, 8), (_DEEPEST, 0.0, 12))
# Deviation of a point, m, and bound of the loss of the last fits of strikes, where all points up to
# 30 cm pull. The second has the deviation of points behind one impact, so that what is known of
# strikes beforehand weighs what it should.
_LAST = ((0.01, 30.0), (0.003, 100.0))
_ELEVATION = (0.05, 0.05)  # Of the cue, rad: three degrees, which clear the rail, and as much.
_PLACE_M = 0.001  # Of balls at rest: a lens' distortion, which moves them together.
_TOGETHER = 10.0  # Points between two impacts err together: so many count as one.
_UNDETERMINED = 0.5  # Of the prior's width.
_AT_BOUND = 1e-6  # Of what is between the bounds.
_FAR = 10.0  # Times the camera's noise.
_FIRST_S = 3.0
_ASTRAY = 2.0  # Medians of the distance.
_FELT = 0.05  # Of the prior's width.
_WORTH = 0.9  # Of the cost: what is less of a gain is left to the fit.
_ROUNDS = 6
_NOTHING = 0.002  # Of the cost.
_DRAWS = 2000
_MOST_REPORTED = 20


@dataclass
class Calibration:
    """What tracks tell of a table, under one law of cushions.

    values, intervals: of each unknown, and the 90 % interval of a bootstrap over shots.
    undetermined: what the tracks cannot determine, in words.
    warnings: what looks as if the table or the units were others, in words: a value at its bound, or
        a median shot that is farther off than a ball's diameter.
    settings, table: as every request takes them.
    distances: (shots,), root mean square distance over the whole track, each strike fitted, m.
    first_distances: of the first 3 s, strikes fitted to these alone.
    forecasts: (shots,), likewise, where strikes are fitted to what is before the second cushion of
        ball 0.
    held_out: (shots,), of whole tracks in the world of the half that a shot is not of; empty where
        not asked for.
    halves: the values that each half of the shots finds on its own.
    floor: (shots,), what the camera's noise alone leaves, of a twin that has the fitted numbers.
    cushions: by number of cushions that ball 0 has met: points, median distance, m.
    """

    law: str
    values: Dict[str, float]
    intervals: Dict[str, Tuple[float, float]]
    undetermined: List[str]
    warnings: List[str]
    settings: Dict[str, Any]
    table: Dict[str, Any]
    shots: List[Any]
    strikes: np.ndarray
    distances: np.ndarray
    first_distances: np.ndarray
    forecasts: np.ndarray
    held_out: np.ndarray
    halves: List[Dict[str, float]]
    floor: np.ndarray
    cushions: List[Tuple[int, float]]
    findings: List[Finding]
    noise_m: float
    scatter_m: float
    seconds: float
    shots_played: int
    others: List["Calibration"] = field(default_factory=list)
    model: Any = None

    def score(self) -> float:
        """What laws are compared by: the median of held-out distances, m; without them of all."""
        return float(np.median(self.held_out if len(self.held_out) else self.distances))

    def to_dict(self) -> Dict[str, Any]:
        """What JSON can tell."""
        def quartiles(of: np.ndarray) -> Optional[List[float]]:
            return [float(q) for q in np.quantile(of, QUARTILES)] if len(of) else None
        return {
            "law": self.law, "values": self.values,
            "intervals_90": {name: list(ends) for name, ends in self.intervals.items()},
            "undetermined": self.undetermined, "warnings": self.warnings,
            "settings": self.settings, "table": {"geometry": self.table},
            "quartiles_m": {"whole_tracks": quartiles(self.distances),
                            "first_3_s": quartiles(self.first_distances),
                            "forecast_from_before_second_cushion": quartiles(self.forecasts),
                            "held_out": quartiles(self.held_out),
                            "noise_floor": quartiles(self.floor)},
            "halves": self.halves,
            "after_cushions": [{"cushions": i, "points": n, "median_m": m}
                               for i, (n, m) in enumerate(self.cushions)],
            "noise_m": self.noise_m, "scatter_m": self.scatter_m, "seconds": self.seconds,
            "shots_played": self.shots_played, "findings": [str(one) for one in self.findings],
            "other_laws": [other.to_dict() for other in self.others]}

    def save(self, folder: Union[str, Path]) -> None:
        """calibration.json, settings.json, shots.csv and report.html into a folder."""
        from carom.calibrate.report import save
        save(self, Path(folder))

    def __repr__(self) -> str:
        values = ", ".join(f"{name} {value:.4g}" for name, value in self.values.items())
        return (f"<carom.Calibration: {self.law}, {len(self.shots)} shots, "
                f"{100 * self.score():.2f} cm; {values}>")


def calibrate(tracks: Any, unknown: Sequence[Any] = USUAL, *, table: Any = "carom_10ft",
              settings: Any = None, laws: Optional[Sequence[str]] = None,
              noise_m: Optional[float] = None, held_out: bool = True, seed: int = 0,
              simulator: Optional[Simulator] = None, progress: Optional[Report] = None
              ) -> Calibration:
    """Finds the numbers of a table, its cloth and its balls from tracks of a camera.

    tracks: path of a CSV, a dict of its columns (shot, time_s, ball, x_m, y_m), or `Tracks`. Ball 0
        is struck; times may be irregular and have gaps; m from the centre of the cloth.
    unknown: what is to be found: names of `NAMES`, or dicts of path, start, low, high and, if you
        like, name and width (see `Unknown`): any number of settings, table or balls. An empty list
        judges the numbers that are given: strikes alone are fitted.
    table, settings: as of `carom.Game`, presets too; numbers that are not unknown stay as they are there.
    laws: of cushions, which are compared with equal effort; the result is the best, `others` the
        rest. Default: the law of `settings`, or han2005.
    noise_m: deviation of a coordinate; default: as the tracks tell.
    held_out: whether each half of the shots is judged by the numbers of the other: thrice the time.
    seed: of the bootstrap and of the twin.
    progress: is called with lines that say what is done.
    """
    began = time.monotonic()
    report = progress or (lambda line: None)
    known = settings_of(settings)
    compared = [law_of(known)] if laws is None else arguments.entries("laws", laws, "laws")
    for i, law in enumerate(compared):
        arguments.one_of(f"laws[{i}]", law, LAWS)
    if not compared:
        raise wrong("laws", laws, "at least one law")
    wanted = [unknown_of(unknown, law, compared) for law in compared]
    arguments.truth("held_out", held_out)
    seed = arguments.whole("seed", seed, 0, 2**32 - 1)
    given = _tracks_of(tracks)
    own = simulator or Simulator()

    def of(law: str, unknown: Sequence[Unknown]) -> Calibration:
        return _of_law(own, given, unknown, table, known, law, noise_m, held_out, seed,
                       lambda line: report(f"{time.monotonic() - began:6.1f} s {law}: {line}"))
    try:
        done = [of(law, numbers) for law, numbers in zip(compared, wanted)]
    finally:
        if simulator is None:
            own.close()
    best = min(done, key=lambda one: one.score())
    best.others = [one for one in done if one is not best]
    return best


def _tracks_of(given: Any) -> Tracks:
    if isinstance(given, Tracks):
        return given
    if isinstance(given, Mapping):
        return tracks_module.of_arrays(given)
    return tracks_module.read_csv(given)


def _of_law(simulator: Simulator, given: Tracks, unknown: Sequence[Unknown], table: Any, settings: Any,
            law: str, noise_m: Optional[float], held_out: bool, seed: int, report: Report
            ) -> Calibration:
    began = time.monotonic()
    world = World(simulator, table, settings, unknown, law, given.ball_count)
    tracks = tracks_module.check(given, world.half_size, world.radius_m)
    for finding in tracks.findings[:_MOST_REPORTED]:
        report(str(finding))
    if len(tracks.findings) > _MOST_REPORTED:
        report(f"and {len(tracks.findings) - _MOST_REPORTED} more findings")
    noise = tracks_module.noise_of(tracks) if noise_m is None else arguments.real(
        "noise_m", noise_m, 1e-6, 0.1)
    report(f"{len(tracks)} shots, {sum(map(len, tracks.shots))} points, noise {1e3 * noise:.2f} mm")
    model = Model(simulator, world, tracks)
    joint, scatter = world_of(model, noise, report)
    strike, away = whole_tracks(model, joint.guess, scatter, report, joint.strike)
    near = first_seconds(model, joint.guess, scatter, report)
    ahead = forecasts(model, joint.guess, strike, scatter, report)
    halves, judged = _halves(model, noise, report) if held_out and len(tracks) >= 4 else ([], [])
    floor = _floor(model, strike, joint.guess, noise, seed)
    geometry, filled = world.filled(joint.guess)
    return Calibration(
        law=law, values=dict(zip(world.names, joint.guess.tolist())),
        intervals=intervals_of(world, joint, seed), undetermined=_undetermined(world, joint),
        warnings=_warnings(world, joint.guess, away, noise), settings=filled, table=geometry,
        shots=[track.shot for track in tracks.shots],
        strikes=strike, distances=away, first_distances=near, forecasts=ahead,
        held_out=np.array(judged), halves=halves, floor=floor,
        cushions=_after_cushions(model, strike, joint.guess), findings=tracks.findings,
        noise_m=noise, scatter_m=float(scatter[-1]), seconds=time.monotonic() - began,
        shots_played=model.shots_played, model=model)


def _prior(model: Model, first: np.ndarray) -> Prior:
    return strike_prior(model, first, _PLACE_M, _ELEVATION)


def world_of(model: Model, noise_m: float, report: Report) -> Tuple[Joint, np.ndarray]:
    """The world and its strikes, from the first guesses on; and the scatter that is left behind each
    impact, m. The first fits go without close_strikes(), which few shots need; settled() has them."""
    first, guess, everyone = first_strikes(model), model.world.start, np.arange(model.shots)
    prior = _prior(model, first)
    strike, _ = fit_all(model, guess, prior, first, noise_m, _EARLY, close=False)
    joint: Optional[Joint] = None
    scatter = np.array([noise_m])
    for plan in (_WORLD_EARLY, _WORLD_LATE):
        if joint is not None:
            guess, strike = look_around(model, joint, Stage(_DEEPEST, np.maximum(scatter, 0.003)), prior,
                                        report)
            strike, _ = fit_all(model, guess, prior, first, noise_m, _AGAIN, also=strike, close=False)
        for depth, coarse_m, turns in plan:
            scatter = np.maximum(scatter_of(model, strike, everyone, guess, depth, noise_m), coarse_m)
            joint = fit_world(model, strike, guess, Stage(depth, scatter), prior, turns)
            guess, strike = joint.guess, joint.strike
            report(f"world up to {depth} impacts, scatter {1e3 * scatter[-1]:.2f} mm: " + ", ".join(
                f"{name} {value:.4g}" for name, value in zip(model.world.names, guess)))
    assert joint is not None
    return settled(model, joint, scatter, noise_m, prior, first, report)


def settled(model: Model, joint: Joint, scatter: np.ndarray, noise_m: float, prior: Prior,
            first: np.ndarray, report: Report) -> Tuple[Joint, np.ndarray]:
    """The world and its strikes when neither another minimum of a strike nor another value of a number
    that is hardly felt gains any more: from other first guesses on it is the same, or nearly so."""
    for _ in range(_ROUNDS):
        guess, strike = look_around(model, joint, Stage(_DEEPEST, np.maximum(scatter, 0.003)), prior, report)
        strike, gained = better_strikes(model, strike, guess, Stage(_DEEPEST, scatter), prior, first)
        scatter = scatter_of(model, strike, np.arange(model.shots), guess, _DEEPEST, noise_m)
        joint = fit_world(model, strike, guess, Stage(_DEEPEST, scatter), prior, 12,
                          dispersion=dispersion_of(model.world, joint))
        report(f"other minima of strikes gain {gained:.0f} of {joint.cost:.0f}: " + ", ".join(
            f"{name} {value:.4g}" for name, value in zip(model.world.names, joint.guess)))
        if gained < _NOTHING * joint.cost:
            break
    return joint, scatter


def look_around(model: Model, joint: Joint, stage: Stage, prior: Prior, report: Report
                ) -> Tuple[np.ndarray, np.ndarray]:
    """The world and strikes of a fit, or better ones with another value of a number that the fit
    hardly feels where it is: a spin that dies before the next cushion tells no friction."""
    world, everyone = model.world, np.arange(model.shots)
    guess, strike = joint.guess.copy(), joint.strike
    use = use_of(model, strike, everyone, guess, stage)
    precision = joint.curvatures.sum(0) / _TOGETHER + np.diag(world.width**-2)
    felt = np.sqrt(np.diag(np.linalg.inv(precision))) / world.width

    def cost_of(guess: np.ndarray) -> Tuple[float, np.ndarray]:
        fitted, cost = fit_strikes(model, strike, everyone, guess, stage, prior, 4, use=use)
        away = (guess - world.start) / world.width
        return float(cost.sum() + joint.dispersion * (away**2).sum()), fitted
    least, best = cost_of(guess)
    for j in np.flatnonzero(felt > _FELT):
        for value in guess[j] + world.width[j] * np.array([-2.0, -1.5, -1.0, -0.5, 0.5, 1.0]):
            other = guess.copy()
            other[j] = min(max(value, world.low[j]), world.high[j])
            cost, fitted = cost_of(other)
            if cost < _WORTH * least:
                report(f"{world.names[j]}: {other[j]:.4g} is better than {guess[j]:.4g}")
                least, best, guess = cost, fitted, other
    return guess, best


def whole_tracks(model: Model, guess: np.ndarray, scatter_m: np.ndarray, report: Report,
                 also: Optional[np.ndarray] = None) -> Tuple[np.ndarray, np.ndarray]:
    """Strikes fitted to whole tracks in a world that stays, and their distances, m. Shots that are
    far off beside the others are looked at a second time, more widely."""
    strike, away = _grown(model, guess, scatter_m, GROWTH, np.inf, also)
    far = np.flatnonzero(away > _ASTRAY * np.median(away))
    if len(far):
        part = Model(model.simulator, model.world, model.tracks.pick(far))
        again, its_away = _grown(part, guess, scatter_m, COARSE_GROWTH, np.inf, strike[far])
        better = far[its_away < away[far]]
        strike[better] = again[its_away < away[far]]
        away[far] = np.minimum(its_away, away[far])
        model.shots_played += part.shots_played
    report("whole tracks: quartiles " + _quartiles(away))
    return strike, away


def _grown(model: Model, guess: np.ndarray, scatter_m: np.ndarray, growth: Sequence[Step],
           until_s: float, also: Optional[np.ndarray] = None) -> Tuple[np.ndarray, np.ndarray]:
    """Strikes fitted to tracks until a time, and their distances, m."""
    first = first_strikes(model)
    prior, everyone = _prior(model, first), np.arange(model.shots)
    strike, _ = fit_all(model, guess, prior, first, scatter_m, growth, until_s, also=also)
    away = distances(model, strike, guess, until_s)
    # Where a model is wrong, the least squares of a whole track are a compromise of all its points.
    last = strike
    for deviation_m, bound in _LAST:
        last, _ = fit_strikes(model, last, everyone, guess,
                              Stage(WHOLE, deviation_m, bound, until_s), prior, 30)
        last_away = distances(model, last, guess, until_s)
        strike = np.where((last_away < away)[:, None], last, strike)
        away = np.minimum(last_away, away)
    return strike, away


def first_seconds(model: Model, guess: np.ndarray, scatter_m: np.ndarray, report: Report) -> np.ndarray:
    """Distances over the first 3 s of strikes that are fitted to these, m."""
    _, away = _grown(model, guess, scatter_m, GROWTH, _FIRST_S)
    report("first 3 s: quartiles " + _quartiles(away))
    return away


def forecasts(model: Model, guess: np.ndarray, strike: np.ndarray, scatter_m: np.ndarray,
              report: Report) -> np.ndarray:
    """Distances over whole tracks of strikes that are fitted to what is before the second cushion
    of ball 0, m. strike: fitted to whole tracks; they say when that is, and nothing else."""
    met = model.depths(strike, np.arange(model.shots), guess, cushions=True)
    behind = model.valid & (model.ball == 0) & (met >= 2)
    ends = np.where(behind, model.times, np.inf).min(axis=1)
    part = model.only(model.times < ends[:, None])
    first = first_strikes(part)
    fitted, _ = fit_all(part, guess, _prior(part, first), first, scatter_m)
    away = distances(model, fitted, guess)
    report("forecasts from before the second cushion: quartiles " + _quartiles(away))
    return away


def _quartiles(away: np.ndarray) -> str:
    return ", ".join(f"{100 * q:.2f}" for q in np.quantile(away, QUARTILES)) + " cm"


def _halves(model: Model, noise_m: float, report: Report) -> Tuple[List[Dict[str, float]], np.ndarray]:
    """The numbers of every second shot and of the others, and of each shot the distance in the
    world of the half that it is not of."""
    parts = [list(range(k, model.shots, 2)) for k in (0, 1)]
    halves = [Model(model.simulator, model.world, model.tracks.pick(part)) for part in parts]
    found = []
    for number, half in enumerate(halves, 1):
        joint, scatter = world_of(half, noise_m, lambda line: None)
        found.append((joint.guess, scatter))
        report(f"half {number}: " + ", ".join(
            f"{name} {value:.4g}" for name, value in zip(model.world.names, joint.guess)))
    away = np.zeros(model.shots)
    for part, half, (guess, scatter) in zip(parts, halves, found[::-1]):
        _, away[part] = whole_tracks(half, guess, scatter, lambda line: None)
    model.shots_played += sum(half.shots_played for half in halves)
    report("held out: quartiles " + _quartiles(away))
    return [dict(zip(model.world.names, guess.tolist())) for guess, _ in found], away


def _floor(model: Model, strike: np.ndarray, guess: np.ndarray, noise_m: float, seed: int
           ) -> np.ndarray:
    """Distances of a twin with the fitted numbers, whose strikes are fitted from the true ones."""
    twin = Model(model.simulator, model.world, seen(model, strike, guess, noise_m, seed))
    prior = _prior(twin, first_strikes(twin))
    prior.mean[:] = strike
    fitted, _ = fit_strikes(twin, strike, np.arange(twin.shots), guess, Stage(WHOLE, noise_m),
                            prior)
    return distances(twin, fitted, guess)


def intervals_of(world: World, joint: Joint, seed: int) -> Dict[str, Tuple[float, float]]:
    """90 % intervals by a bootstrap over shots [Efron 1979, "Bootstrap methods"] of one step of
    Newton each, for which the eliminated normal equations of every shot are kept. What is known
    beforehand is drawn anew too."""
    draw = np.random.default_rng(seed)
    shots = len(joint.gradients)
    counts = draw.multinomial(shots, np.full(shots, 1.0 / shots), _DRAWS)
    known = joint.dispersion / world.width**2
    means = world.start + world.width * draw.normal(size=(_DRAWS, len(known)))
    curvatures = joint.sharpness * joint.curvatures
    steps = np.linalg.solve(np.einsum("bk,kij->bij", counts, curvatures) + np.diag(known),
                            (counts @ joint.gradients + known * (means - joint.guess))[..., None])[..., 0]
    drawn = np.clip(joint.guess + steps, world.low, world.high)
    ends = np.quantile(drawn, [0.05, 0.95], axis=0)
    return {name: (float(low), float(high)) for name, low, high in zip(world.names, *ends)}


def _undetermined(world: World, joint: Joint) -> List[str]:
    """Directions that the tracks narrow to no less than half of the prior's width."""
    curvature = joint.curvatures.sum(0) / _TOGETHER * np.outer(world.width, world.width)
    sizes, directions = np.linalg.eigh(curvature)
    unclear = []
    for size, direction in zip(sizes, directions.T):
        if size * _UNDETERMINED**2 > 1.0:
            continue
        parts = [(abs(share), name, share) for name, share in zip(world.names, direction)
                 if abs(share) > 0.3]
        unclear.append(" and ".join(name for _, name, _ in sorted(parts, reverse=True))
                       + (" together" if len(parts) > 1 else "") + ": the tracks do not tell")
    return unclear


def _warnings(world: World, guess: np.ndarray, away: np.ndarray, noise_m: float) -> List[str]:
    """What looks as if the table or the units were others. Laws that are not quite those of the cloth
    leave a few cm over whole tracks; behind more than a ball's diameter, balls do not meet as they
    did."""
    near = np.minimum(guess - world.low, world.high - guess) <= _AT_BOUND * (world.high - world.low)
    told = [f"{world.names[i]} is at its bound, {guess[i]:.4g}: wrong table or units, or bounds too "
            "narrow?" for i in np.flatnonzero(near)]
    median = float(np.median(away))
    if median > max(2 * world.radius_m, _FAR * noise_m):
        told.append(f"the median shot is {100 * median:.0f} cm off (rms of a whole track), {median / noise_m:.0f} times the "
                    "camera's noise: wrong table or units, or numbers kept that are not those of this "
                    "table?")
    return told


def _after_cushions(model: Model, strike: np.ndarray, guess: np.ndarray) -> List[Tuple[int, float]]:
    everyone = np.arange(model.shots)
    use = model.all_points(everyone)
    met = model.depths(strike, everyone, guess, cushions=True)[use.owner, use.rows]
    off = model.places[use.owner, use.rows] - model.see(strike, everyone, guess, use)
    away = np.linalg.norm(off, axis=1)
    mine = model.ball[use.owner, use.rows] == 0
    return [(int(rows.sum()), float(np.median(away[rows]))) for rows in
            (mine & (met == count) for count in range(int(met[mine].max()) + 1)) if rows.any()]
