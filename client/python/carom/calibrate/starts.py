"""Strikes from tracks: first guesses read from the first points, then fits with a growing horizon.

Side shows after a cushion and follow after a ball or a few cm, so several of each are tried and all
but the best dropped once the points behind two impacts have spoken. Where balls lie close together
several directions are tried as well.
"""
from __future__ import annotations

from typing import Callable, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from carom.calibrate.fit import Prior, Stage, costs_of, fit_strikes, use_of
from carom.calibrate.model import (AZIMUTH, ELEVATION, HEIGHT, PLACES, SIDE, SPEED, START, Model, Use)

SIDES = (-0.4, -0.2, 0.0, 0.2, 0.4)
HEIGHTS = (-0.3, 0.1, 0.4)
_ELEVATED = 0.1  # Of a cue, rad: its side makes the ball swerve.
# Side, height and elevation by which strikes are moved that have found a minimum of their own.
_NEAR = np.array([(0.2, 0, 0), (-0.2, 0, 0), (0.4, 0, 0), (-0.4, 0, 0), (0, 0.2, 0), (0, -0.2, 0),
                  (0, 0.4, 0), (0, -0.4, 0), (0, 0, 0.06), (0, 0, 0.15), (0, 0, -0.05)])
_BETTER = 0.98  # Of a cost: what is less of a gain is left to the fit.
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


_SEARCH = (Step(1, 0.02, 8, 2), Step(2, 0.02, 6, 2), Step(2, 0.003, 5), Step(3, 0.02, 4),
           Step(3, 0.003, 4), Step(4, 0.02, 3), Step(4, 0.003, 3))


def better_strikes(model: Model, strike: np.ndarray, guess: np.ndarray, stage: Stage, prior: Prior,
                   first: np.ndarray) -> Tuple[np.ndarray, float]:
    """The fitted strikes (shots, size), those of other minima where they cost less, and by how much.

    A strike that a growing horizon has led into a wrong minimum (another side, a hit in place of a
    miss) stays there whatever the world does, and pulls at it. So the half of the shots that costs most
    a point is started anew, as at first, with a raised cue, from behind impacts, and from near where
    it is."""
    everyone = np.arange(model.shots)
    strike, cost = fit_strikes(model, strike, everyone, guess, stage, prior, 30)
    points = np.diff(use_of(model, strike, everyone, guess, stage).offsets)
    dear = np.flatnonzero(cost / points >= np.median(cost / points))
    raised = first.copy()
    raised[:, ELEVATION] = _ELEVATED
    close, whose = close_strikes(model, first)
    mine = np.isin(whose, dear)
    starts = np.concatenate([first[dear], raised[dear], close[mine]])
    trial, which = many_starts(starts, np.concatenate([dear, dear, whose[mine]]))
    near = np.repeat(strike[dear], len(_NEAR), axis=0)
    near[:, [SIDE, HEIGHT, ELEVATION]] += np.tile(_NEAR, (len(dear), 1))
    trial = model.feasible(np.concatenate([trial, near]))
    which = np.append(which, np.repeat(dear, len(_NEAR)))
    for step in _SEARCH:
        coarse = stage._replace(depth=step.depth, deviation=np.maximum(stage.deviation, step.coarse_m))
        trial, cost = fit_strikes(model, trial, which, guess, coarse, prior, 8, step.thin)
        trial, which = best(trial, which, cost, step.keep, model.shots)
    trial, _ = fit_strikes(model, trial, which, guess, stage, prior, 30)
    # A strike says itself which points lie behind how many impacts. So both are judged on the points
    # of both: one that meets a ball too early would have fewer, and less to answer for.
    now, then = np.zeros(len(which)), np.zeros(len(which))
    for use in (use_of(model, each, which, guess, stage) for each in (strike[which], trial)):
        now += costs_of(model, strike[which], which, guess, use, stage.bound, prior) / 2
        then += costs_of(model, trial, which, guess, use, stage.bound, prior) / 2
    order = np.argsort(then - now)
    won = order[np.unique(which[order], return_index=True)[1]]  # The greatest gain of each shot.
    won = won[then[won] < _BETTER * now[won] - 1.0]
    strike[which[won]] = trial[won]
    return strike, float((now - then)[won].sum())


def distances(model: Model, strike: np.ndarray, guess: np.ndarray, until_s: float = np.inf
              ) -> np.ndarray:
    """(shots,): root mean square distance of the points from the fitted motion, m."""
    which = np.arange(model.shots)
    use = Use.of(model.valid & (model.times <= until_s), np.ones(model.times.shape))
    square = ((model.places[use.owner, use.rows] - model.see(strike, which, guess, use))**2).sum(1)
    away: np.ndarray = np.sqrt(np.diff(np.concatenate([[0.0], np.cumsum(square)])[use.offsets])
                               / np.diff(use.offsets))
    return away
