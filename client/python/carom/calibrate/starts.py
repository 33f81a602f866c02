"""Strikes from tracks: first guesses read from the first points, then fits with a growing horizon.

Side shows after a cushion and follow after a ball or a few cm, so several of each are tried and all
but the best dropped once the points behind two impacts have spoken. Where balls lie close together
several directions are tried as well.
"""
from __future__ import annotations

from typing import Callable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from carom.calibrate.fit import Prior, Stage, fit_strikes
from carom.calibrate.model import AZIMUTH, HEIGHT, PLACES, SIDE, SPEED, START, Model, Use

SIDES = (-0.4, -0.2, 0.0, 0.2, 0.4)
HEIGHTS = (-0.3, 0.1, 0.4)
_CLOSE_S = 0.1  # Of a few points of a camera.
_CUE_TO_BALL = 1.3  # Speed of a ball in that of the cue: 2 M / (M + m) with a loss, of usual cues.


def first_strikes(model: Model) -> np.ndarray:
    """(shots, size): direction, speed and start, as the struck ball's first points tell them."""
    out = np.zeros((model.shots, model.size))
    out[:, PLACES:] = model.start_places.reshape(model.shots, -1)
    for shot, track in enumerate(model.tracks.shots):
        rows = track.of(0)
        times, places = track.times[rows] - track.times[0], track.places[rows]
        away = np.linalg.norm(places - model.start_places[shot, 0], axis=1)
        begin = int(np.argmax(away > 0.006))
        end = begin + 1
        while end < min(len(rows) - 1, begin + 8):
            way, onward = places[end] - places[begin], places[end + 1] - places[end]
            cosine = way @ onward / (np.linalg.norm(way) * np.linalg.norm(onward) + 1e-12)
            if end > begin + 1 and cosine < 0.97:
                break
            end += 1
        end = min(end, len(rows) - 1)
        way = places[end] - places[begin]
        speed = np.linalg.norm(way) / max(times[end] - times[begin], 1e-3)
        line = places[end] - model.start_places[shot, 0]
        out[shot, AZIMUTH] = np.arctan2(line[1], line[0])
        out[shot, SPEED] = max(speed, 0.1) / _CUE_TO_BALL
        out[shot, START] = times[begin] - away[begin] / max(speed, 0.1)
    return model.feasible(out)


def close_strikes(model: Model, first: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """Further first strikes, and the shots that they are of: of those whose struck ball meets another
    before it is seen to move, or soon after. Its first points lie behind that impact, and a strike
    that is read from them may miss the other ball, whose motion then pulls nowhere. Two ways lead
    there: along the momentum of both balls, and to the place that touches the other ball opposite to
    where it goes."""
    strike: List[np.ndarray] = []
    which: List[int] = []
    for shot, track in enumerate(model.tracks.shots):
        mine, *others = (_departure(model, shot, ball) for ball in range(model.balls))
        moved = [one for one in others if one]
        if not mine or not moved:
            continue
        other = min(moved, key=lambda one: one.time_s)
        if other.time_s > mine.time_s + _CLOSE_S:
            continue
        behind = _departure(model, shot, 0, other.time_s) or mine
        start = model.start_places[shot, 0]
        onward = other.velocity / max(float(np.linalg.norm(other.velocity)), 1e-9)
        touching = other.place - 2 * model.radius_m * onward - start
        momentum = behind.velocity + other.velocity
        speed = max(float(np.linalg.norm(momentum)), 0.1)
        for way in (momentum, touching):
            one = first[shot].copy()
            one[AZIMUTH], one[SPEED] = np.arctan2(way[1], way[0]), speed / _CUE_TO_BALL
            one[START] = other.time_s - np.linalg.norm(touching) / speed
            strike.append(one)
            which.append(shot)
    return np.array(strike).reshape(-1, model.size), np.array(which, np.int64)


class _Departure(NamedTuple):
    """When a ball leaves its place, from where, and how fast."""

    time_s: float
    place: np.ndarray
    velocity: np.ndarray


def _departure(model: Model, shot: int, ball: int, after_s: float = -np.inf
               ) -> Optional[_Departure]:
    """As its first points off its place tell, those after a time; None where it has too few."""
    track = model.tracks.shots[shot]
    rows = track.of(ball)
    times, place = track.times[rows] - track.times[0], model.start_places[shot, ball]
    away = np.linalg.norm(track.places[rows] - place, axis=1)
    seen = np.flatnonzero((away > 0.006) & (times > after_s))[:4]
    if len(seen) < 2:
        return None
    one, two = seen[0], seen[-1]
    way = track.places[rows[two]] - track.places[rows[one]]
    velocity = way / max(times[two] - times[one], 1e-3)
    speed = max(float(np.linalg.norm(velocity)), 0.1)
    return _Departure(float(times[one] - away[one] / speed), place, velocity)


def many_starts(first: np.ndarray, which: np.ndarray, sides: Sequence[float] = SIDES,
                heights: Sequence[float] = HEIGHTS) -> Tuple[np.ndarray, np.ndarray]:
    """Every first strike with every side and height: strikes and the shots that they are of."""
    tips = np.array([(side, height) for side in sides for height in heights])
    strike = np.repeat(first, len(tips), axis=0)
    strike[:, [SIDE, HEIGHT]] = np.tile(tips, (len(first), 1))
    return strike, np.repeat(which, len(tips))


def best(strike: np.ndarray, which: np.ndarray, cost: np.ndarray, keep: int, shots: int
         ) -> Tuple[np.ndarray, np.ndarray]:
    """The `keep` best candidates of each shot that are not the same."""
    chosen = []
    for shot in range(shots):
        rows = np.flatnonzero(which == shot)
        rows = rows[np.argsort(cost[rows], kind="stable")]
        mine: List[int] = []
        for row in rows.tolist():
            off = np.abs(strike[row, SIDE:HEIGHT + 1] - strike[mine, SIDE:HEIGHT + 1])
            if (off.max(axis=1) > 0.01).all():
                mine.append(row)
            if len(mine) == keep:
                break
        chosen += mine
    return strike[chosen], which[chosen]


class Step(NamedTuple):
    """One fit of all candidates: up to which depth, how coarsely, and how many go on behind it."""

    depth: int
    coarse_m: float  # Least deviation of a point: what a guess may be off and still be drawn on.
    keep: int
    thin: int = 1  # One point of so many.


# A new impact is first met coarsely: a guess that is 1 cm off there is out of sight of a loss that
# is bounded by four deviations of the camera.
WHOLE = 99
GROWTH = (Step(1, 0.02, 8, 2), Step(2, 0.02, 6, 2), Step(2, 0.003, 4, 2), Step(3, 0.02, 4),
          Step(3, 0.003, 3), Step(4, 0.02, 3), Step(4, 0.003, 2), Step(5, 0.02, 2),
          Step(6, 0.02, 2), Step(6, 0.003, 2), Step(8, 0.02, 2), Step(WHOLE, 0.02, 2),
          Step(WHOLE, 0.003, 2), Step(WHOLE, 0.0, 1))
# For shots that this leads astray: what is 5 cm off still pulls, and more candidates go on.
COARSE_GROWTH = (Step(1, 0.05, 8, 2), Step(2, 0.05, 8, 2), Step(2, 0.01, 8, 2), Step(3, 0.05, 6, 2),
                 Step(3, 0.01, 6), Step(4, 0.05, 5), Step(4, 0.01, 5), Step(5, 0.05, 5),
                 Step(6, 0.05, 4), Step(8, 0.05, 4), Step(WHOLE, 0.05, 4), Step(WHOLE, 0.01, 3),
                 Step(WHOLE, 0.003, 2), Step(WHOLE, 0.0, 1))


def fit_all(model: Model, guess: np.ndarray, prior: Prior, first: np.ndarray,
            deviation_m: Union[float, np.ndarray], growth: Sequence[Step] = GROWTH, until_s: float = np.inf,
            turns: int = 8, report: Callable[[str], None] = lambda _: None,
            also: Optional[np.ndarray] = None, close: bool = True) -> Tuple[np.ndarray, np.ndarray]:
    """The best strike of each shot and its cost, of many that start with several sides and heights
    and whose horizons grow impact by impact. also: (shots, size), further starts. close: whether
    those of close_strikes() are tried."""
    which = np.arange(model.shots)
    if close:
        more, whose = close_strikes(model, first)
        first, which = np.concatenate([first, more]), np.append(which, whose)
    strike, which = many_starts(first, which)
    if also is not None:
        strike, which = np.concatenate([strike, also]), np.append(which, np.arange(model.shots))
    cost = np.zeros(len(strike))
    for i, step in enumerate(growth):
        stage = Stage(step.depth, np.maximum(deviation_m, step.coarse_m), until_s=until_s)
        strike, cost = fit_strikes(model, strike, which, guess, stage, prior, turns, step.thin)
        depth = "the end" if step.depth == WHOLE else f"{step.depth} impacts"
        report(f"strikes up to {depth}: {len(strike)} candidates")
        if i + 1 < len(growth):
            strike, which = best(strike, which, cost, step.keep, model.shots)
    order = np.lexsort((cost, which))
    first_of = order[np.searchsorted(which[order], np.arange(model.shots))]
    return strike[first_of], cost[first_of]


def distances(model: Model, strike: np.ndarray, guess: np.ndarray, until_s: float = np.inf
              ) -> np.ndarray:
    """(shots,): root mean square distance of the points from the fitted motion, m."""
    which = np.arange(model.shots)
    use = Use.of(model.valid & (model.times <= until_s), np.ones(model.times.shape))
    square = ((model.places[use.owner, use.rows] - model.see(strike, which, guess, use))**2).sum(1)
    away: np.ndarray = np.sqrt(np.diff(np.concatenate([[0.0], np.cumsum(square)])[use.offsets])
                               / np.diff(use.offsets))
    return away
