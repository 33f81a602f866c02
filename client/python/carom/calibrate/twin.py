"""Twins: tracks that the engine itself has made, as a camera would have seen them."""
from __future__ import annotations

from typing import Any, Mapping, Optional

import numpy as np

from carom.calibrate.model import (AZIMUTH, ELEVATION, HEIGHT, PLACES, SIDE, SPEED, START, Model)
from carom.calibrate.tracks import Track, Tracks
from carom.calibrate.world import World, unknown_of
from carom.simulator import Simulator

_LONGEST_S = 20.0
_STEP_M = 0.03


def seen(model: Model, strike: np.ndarray, guess: np.ndarray, noise_m: float, seed: int) -> Tracks:
    """The tracks of a model's shots at their times, in the world `guess`, with a camera's noise."""
    which = np.arange(model.shots)
    use = model.all_points(which)
    place = model.see(strike, which, guess, use)
    place = place + np.random.default_rng(seed).normal(0.0, noise_m, place.shape)
    parts = np.split(place, use.offsets[1:-1])
    return Tracks([Track(track.shot, track.times.copy(), track.balls.copy(), mine)
                   for track, mine in zip(model.tracks.shots, parts)])


def made_up(shots: int, values: Mapping[str, float], *, seed: int = 0, table: Any = "carom_10ft",
            law: str = "han2005", balls: int = 3, noise_m: float = 0.00035, rate_hz: float = 50.0,
            simulator: Optional[Simulator] = None) -> Tracks:
    """Tracks of strikes drawn at random on a table with known numbers, until all balls rest.

    values: by names of `NAMES`. rate_hz: of the camera; points of balls that have moved by less
        than 30 mm are left out, as trackers do.
    """
    own = simulator or Simulator()
    world = World(own, table, None, unknown_of(list(values), law, [law]), law, balls)
    strike = strikes_of(shots, seed, world)
    times = np.arange(0.0, _LONGEST_S, 1.0 / rate_hz)
    blank = Tracks([Track(i, np.repeat(times, balls), np.tile(np.arange(balls), len(times)),
                          np.tile(one[PLACES:].reshape(-1, 2), (len(times), 1)))
                    for i, one in enumerate(strike)])
    model, truth = Model(own, world, blank), np.array(list(values.values()))
    exact = seen(model, strike, truth, 0.0, 0)
    noisy = seen(model, strike, truth, noise_m, seed)
    if simulator is None:
        own.close()
    return Tracks([track.only(_kept(clean)) for track, clean in zip(noisy.shots, exact.shots)])


def strikes_of(shots: int, seed: int, world: World) -> np.ndarray:
    """The strikes (shots, size) of `made_up()`."""
    draw = np.random.default_rng(seed)
    return np.array([_drawn(draw, world) for _ in range(shots)])


def _drawn(draw: np.random.Generator, world: World) -> np.ndarray:
    """A strike at another ball, if there is one, on either side of it."""
    reach = world.half_size - 0.15
    while True:
        places = draw.uniform(-reach, reach, (world.balls, 2))
        apart = np.linalg.norm(places[:, None] - places[None], axis=-1)
        if apart[np.triu_indices(world.balls, 1)].min(initial=1.0) > 0.2:
            break
    strike = np.zeros(PLACES + 2 * world.balls)
    strike[PLACES:] = places.ravel()
    aim = draw.normal(size=2) if world.balls == 1 else (
        places[draw.integers(1, world.balls)] - places[0])
    strike[AZIMUTH] = np.arctan2(aim[1], aim[0]) + draw.uniform(-0.045, 0.045) / np.hypot(*aim)
    strike[SPEED], strike[START] = draw.uniform(1.2, 3.5), draw.uniform(0.0, 0.02)
    strike[SIDE], strike[HEIGHT] = draw.uniform(-0.35, 0.35), draw.uniform(-0.2, 0.35)
    strike[ELEVATION] = draw.uniform(0.0, 0.12)
    return strike


def _kept(exact: Track) -> np.ndarray:
    """The points that a tracker tells: first and last of each rest, and others 30 mm apart."""
    keep = []
    for ball in np.unique(exact.balls):
        rows = exact.of(ball)
        places = exact.places[rows]
        last = 0
        chosen = [0]
        for i in range(1, len(rows)):
            if np.linalg.norm(places[i] - places[last]) >= _STEP_M:
                chosen.append(i)
                last = i
        still = np.linalg.norm(places - places[-1], axis=1) < 1e-9
        begin = np.linalg.norm(places - places[0], axis=1) < 1e-9
        chosen += [int(np.argmax(still)), int(np.argmin(begin)) - 1 if not begin.all() else 0]
        keep += rows[np.unique(np.maximum(chosen, 0))].tolist()
    return np.array(sorted(keep))
