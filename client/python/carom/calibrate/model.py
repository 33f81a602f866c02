"""What the engine says that a camera sees: places of balls for strikes and worlds, and derivatives.

Everything is played by the engine; here are only the columns of a run and what is read from it.
"""
from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Tuple

import numpy as np

from carom._core import Motion
from carom.calibrate.tracks import Track, Tracks
from carom.calibrate.world import World
from carom.result import Result
from carom.simulator import Simulator
from carom.strikes import strikes

# A strike as a vector: these, and then x and y of each ball before it.
AZIMUTH, SPEED, SIDE, HEIGHT, ELEVATION, START = range(6)
PLACES = 6
ELEVATIONS = (0.0, 1.2)  # Of the cue, rad.
# Steps of differences. Errors of the engine's event times are some 1e-15 s and grow as the steps
# do, so that steps far below the curvature of five impacts in a row still leave six digits.
_STEPS = np.array([1e-7, 1e-7, 1e-7, 1e-7, 1e-7])
_PLACE_STEP_M = 1e-8
_WORLD_STEP = 1e-6  # In units of the prior's width.
_ENDS_S = (1.0, 2.0, 4.0, 8.0)  # Shots end at the first of these that will do, or at the last time.
_FARTHEST_TIP = 0.9  # In ball radii; beyond it the tip has left the ball.
_POCKETED = 6
# Points as `Motion` takes them: offsets of candidates, balls, times, places and weights.
_Seen = Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


@dataclass
class Use:
    """Some points of each of n candidates, one candidate after the other."""

    offsets: np.ndarray  #: (n + 1,): candidate i has [offsets[i], offsets[i + 1]).
    rows: np.ndarray  #: (points,), of their tracks.
    weights: np.ndarray  #: (points,), 1 / variance, m^-2.

    @classmethod
    def of(cls, used: np.ndarray, weights: np.ndarray) -> "Use":
        """The points where `used` (n, rows), which have these weights."""
        offsets = np.concatenate([[0], np.cumsum(used.sum(1))])
        return cls(offsets, np.nonzero(used)[1], weights[used])

    @property
    def owner(self) -> np.ndarray:
        """The candidate of each point."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))

    def pick(self, which: np.ndarray) -> "Use":
        """Those of some candidates, in ascending order."""
        chosen = np.zeros(len(self.offsets) - 1, bool)
        chosen[which] = True
        points = np.repeat(chosen, np.diff(self.offsets))
        counts = np.diff(self.offsets)[chosen]
        offsets = np.concatenate([[0], np.cumsum(counts)])
        return Use(offsets, self.rows[points], self.weights[points])


class Model:
    """Predictions for tracks. Candidate i is a strike for the track `which[i]`."""

    def __init__(self, simulator: Simulator, world: World, tracks: Tracks):
        self.simulator, self.world, self.tracks = simulator, world, tracks
        self.shots, self.balls = len(tracks), world.balls
        most = max(len(track) for track in tracks.shots)
        self.times = np.zeros((self.shots, most))
        self.ball = np.zeros((self.shots, most), np.int64)
        self.places = np.zeros((self.shots, most, 2))
        self.valid = np.zeros((self.shots, most), bool)
        self.here = np.zeros((self.shots, self.balls), bool)
        for i, track in enumerate(tracks.shots):
            n = len(track)
            self.times[i, :n] = track.times - track.times[0]
            self.ball[i, :n], self.places[i, :n] = track.balls, track.places
            self.valid[i, :n] = True
            self.here[i, np.unique(track.balls)] = True
        self.max_time_s = float(self.times.max()) + 1.0
        self.size = PLACES + 2 * self.balls
        self.shots_played = 0
        self.radius_m = world.radius_m
        self.start_places = np.array([self._start_places(track) for track in tracks.shots])

    def _start_places(self, track: Track) -> np.ndarray:
        """(balls, 2): the mean of each ball's points before it moves."""
        places = np.zeros((self.balls, 2))
        for ball in range(self.balls):
            rows = track.of(ball)
            if not len(rows):
                continue
            away = np.linalg.norm(track.places[rows] - track.places[rows[0]], axis=1) > 0.003
            still = int(np.argmax(away)) if away.any() else len(rows)
            places[ball] = np.median(track.places[rows[:max(still, 1)]], axis=0)
        return places

    def only(self, kept: np.ndarray) -> "Model":
        """The same with some of the points: where `kept` (shots, rows)."""
        part = copy.copy(self)
        part.valid = self.valid & kept
        return part

    def feasible(self, strike: np.ndarray) -> np.ndarray:
        """The nearest strikes (n, size) that the engine takes."""
        out: np.ndarray = strike.copy()
        out[:, SPEED] = np.clip(out[:, SPEED], 0.02, 45.0)
        out[:, ELEVATION] = np.clip(out[:, ELEVATION], *ELEVATIONS)
        tip = np.hypot(out[:, SIDE], out[:, HEIGHT])
        out[:, SIDE:HEIGHT + 1] *= np.minimum(1.0, _FARTHEST_TIP / np.maximum(tip, 1e-12))[:, None]
        places = out[:, PLACES:].reshape(len(out), self.balls, 2)
        reach = self.world.half_size - self.radius_m
        out[:, PLACES:] = np.clip(places, -reach, reach).reshape(len(out), -1)
        return out

    def play(self, strike: np.ndarray, which: np.ndarray, guesses: np.ndarray, guess: np.ndarray,
             until_s: np.ndarray) -> Motion:
        """Plays strikes (n, size) for tracks `which`, strike i in the world guesses[guess[i]] until
        at least until_s[i] after its strike."""
        ends = np.append(_ENDS_S, self.max_time_s)
        ends = ends[:int(np.searchsorted(ends, until_s.max(initial=0.0))) + 1]
        places = strike[:, PLACES:].reshape(len(strike), self.balls, 2)
        shots = strikes(azimuth=strike[:, AZIMUTH], speed=strike[:, SPEED], side=strike[:, SIDE],
                        height=strike[:, HEIGHT], elevation=strike[:, ELEVATION], positions=places,
                        motions=np.where(self.here[which], 0, _POCKETED), table=guess,
                        settings=guess * len(ends) + np.searchsorted(ends, until_s))
        result = self.simulator.run(self.world.game(guesses, ends.tolist()), shots, event_states=True)
        self.shots_played += len(strike)
        return motion_of(result, places)

    def see(self, strike: np.ndarray, which: np.ndarray, guess: np.ndarray, use: Use) -> np.ndarray:
        """Places (points, 2) of the points of `use`, in the world `guess`."""
        owner, ball, times, until = self._asked(strike, which, use)
        return self.play(strike, which, guess[None], np.zeros(len(strike), np.int64), until
                         ).at(owner, ball, times)

    def depths(self, strike: np.ndarray, which: np.ndarray, guess: np.ndarray,
               cushions: bool = False) -> np.ndarray:
        """(n, rows): how many impacts each point of the track lies behind the strike; `cushions`:
        how many cushions its ball has met."""
        use = self.all_points(which)
        owner, ball, times, until = self._asked(strike, which, use)
        motion = self.play(strike, which, guess[None], np.zeros(len(strike), np.int64), until)
        out = np.zeros((len(which), self.times.shape[1]), np.int64)
        count = motion.cushions if cushions else motion.depths
        out[owner, use.rows] = count(owner, ball, times)
        return out

    def all_points(self, which: np.ndarray) -> Use:
        return Use.of(self.valid[which], np.ones((len(which), self.times.shape[1])))

    def _asked(self, strike: np.ndarray, which: np.ndarray, use: Use
               ) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Of each point its candidate, ball and time after the strike; of candidates the end."""
        owner = use.owner
        shot = which[owner]
        times = self.times[shot, use.rows] - strike[owner, START]
        until = np.zeros(len(strike))
        np.maximum.at(until, owner, times)
        return owner, self.ball[shot, use.rows], times, until

    def costs(self, strike: np.ndarray, which: np.ndarray, guess: np.ndarray, use: Use, bound: float
              ) -> np.ndarray:
        """(n,): of each candidate the bounded loss of its points; see Motion::Costs in
        src/motion.h."""
        seen, until = self._seen(strike, which, use)
        return self.play(strike, which, guess[None], np.zeros(len(strike), np.int64), until
                         ).costs(*seen, bound)

    def normal_equations(self, strike: np.ndarray, which: np.ndarray, guess: np.ndarray, use: Use,
                         bound: float, of_world: bool) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """These costs (n,), and gradients (n, columns) and curvatures (n, columns, columns) of half
        of them, by the strike's numbers and, where `of_world`, by those of the world: differences,
        of one run for all columns."""
        n, unknowns = len(strike), len(guess) if of_world else 0
        seen, until = self._seen(strike, which, use)
        # The start time shifts a motion and needs no run of its own.
        columns = [*range(START), *range(PLACES, self.size)]
        steps = np.concatenate([_STEPS, np.full(2 * self.balls, _PLACE_STEP_M)])
        sizes = self.world.width * _WORLD_STEP
        sizes = np.where(guess + sizes > self.world.high, -sizes, sizes)
        turns = 1 + len(columns) + unknowns
        played = np.tile(strike, (turns, 1))
        for turn, (column, step) in enumerate(zip(columns, steps), 1):
            played[turn * n:(turn + 1) * n, column] += step
        worlds = np.concatenate([guess[None], guess + np.diag(sizes)]) if of_world else guess[None]
        index = np.repeat(np.maximum(np.arange(turns) - len(columns), 0), n)
        motion = self.play(played, np.tile(which, turns), worlds, index, np.tile(until, turns))
        every = np.array([*columns, *range(self.size, self.size + unknowns)])
        return motion.normal_equations(*seen, bound, every, np.append(steps, sizes[:unknowns]), START)

    def _seen(self, strike: np.ndarray, which: np.ndarray, use: Use
              ) -> Tuple[_Seen, np.ndarray]:
        """The points of `use` as a motion takes them; of candidates the end."""
        owner, ball, times, until = self._asked(strike, which, use)
        places = self.places[which[owner], use.rows]
        return (use.offsets, ball, times, places, use.weights), until


def motion_of(result: Result, starts: np.ndarray) -> Motion:
    """The motion of all balls of a run with event states. starts: (shots, balls, 2), where the
    balls lie before the strike, m."""
    log = result.events
    if log is None or log.before is None or log.after is None:
        raise ValueError("result must be of run(event_states=True)")
    return Motion.of(log.offsets, log.times, log.contacts, log.balls, log.others, log.durations,
                     log.before, log.after, result.positions, result.end_time, result.ok,
                     np.ascontiguousarray(starts, float))
