"""What the single-player environments play, for many environments at once, with NumPy alone.

A task says where balls lie at the start, what an action means and what a shot is worth. Balls are
arrays of n environments: positions (n, balls, 3), m, from the centre of the cloth, x along the
table, y to its left, z up; motions (n, balls), numbers of MotionState. Ball 0 is the cue ball.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carom import _core, arguments
from carom.arguments import wrong
from carom.enums import EventKind, Motion
from carom.game import Game
from carom.result import Result
from carom.simulator import Simulator

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from carom.envs.options import TaskOptions

CLEAR_M = 1e-4  # Left between balls that are placed.
MISCUE_OFFSET = 0.5  # Of a unit of action, in ball radii: what a chalked tip holds. It is also the
#                      limit beyond which the engine reports a miscue (Cue.miscue_offset).
NEAR, NEAR_M = 0.5, 0.5  # Of shaped rewards: the most that a miss is worth, and how near it must be.
RAILS_AND_POCKETS = (EventKind.BALL_CUSHION, EventKind.BALL_JAW, EventKind.BALL_POCKET,
                     EventKind.POCKET_DROP, EventKind.POCKET_RIM, EventKind.BALL_RAIL)


# A run at three-cushion that nothing ends but a miss: a shot that scores makes the first point of two.
RUN = {"phase": "GAME_PHASE_PLAY", "distance": 2}


@dataclass(frozen=True)
class Surface:
    """The playing surface and the balls on it, m."""

    preset: str
    length_m: float
    width_m: float
    radius_m: float
    pockets: Tuple[Tuple[float, float, float], ...] = ()  # x, y, radius; to draw them.


def surface_of(preset: str) -> Surface:
    """That of a preset of the catalogue (`carom tables`), with the balls of its set."""
    with Simulator(threads=1) as simulator:
        table = simulator.table(preset)["geometry"]
    pockets = tuple((pocket["centre"]["x_m"], pocket["centre"]["y_m"], pocket["radius_m"])
                    for pocket in table.get("pockets", ()))
    centre_z_m = Game(preset, balls=[(0, 0)]).positions[0, 2]  # It lies on the cloth.
    return Surface(preset, table["length_m"], table["width_m"], float(centre_z_m), pockets)


POOL = surface_of("pool_9ft")
CAROM = surface_of("carom_10ft")


# What may be drawn for an episode, named as in `DrawnPhysics` of the wire.
PHYSICS = ("gravity_m_s2", "sliding_friction", "rolling_friction", "spinning_friction",
           "ball_restitution", "ball_friction", "cushion_restitution", "cushion_friction", "mass_kg",
           "radius_m")


def settings_of(physics: Mapping[str, float]) -> Dict[str, Any]:
    """`Settings` of the wire with these of the PHYSICS; mass and radius are of the balls."""
    settings: Dict[str, Any] = {}
    if "gravity_m_s2" in physics:
        settings["gravity_m_s2"] = physics["gravity_m_s2"]
    cloth = {k: physics[k] for k in physics if k.startswith(("sliding", "rolling", "spinning"))}
    if cloth:
        settings["cloth"] = cloth
    ball: Dict[str, Any] = {}
    if "ball_restitution" in physics:
        ball["restitution"] = physics["ball_restitution"]
    if "ball_friction" in physics:
        ball["constant"] = {"coefficient": physics["ball_friction"]}
    if ball:
        settings["ball_ball"] = {"frictional": ball}
    cushion = {k[8:]: physics[k] for k in physics if k.startswith("cushion_")}
    if cushion:
        settings["cushion"] = {"han2005": cushion}
    return settings


@dataclass(frozen=True)
class Task:
    """A series of shots by one player that ends with the first one that fails.

    Action (4,), each in [-1, 1]; what lies outside is clipped:
      0  aim. "hit": b, how far the line of aim passes from the centre of the target, in units of
         the sum of both radii, positive to its left; 0 is a full hit, 1 - |b| the fullness.
         "azimuth": direction of the cue / pi, 0 along x, counter-clockwise.
      1  speed of the cue, from speeds_m_s[0] at -1 to speeds_m_s[1] at 1.
      2  side, positive is left english;  3  height, positive is follow: where the tip hits, in
         units of MISCUE_OFFSET ball radii. A point outside the unit disc is moved to its rim.

    Observation (3 balls,), float32: of each ball x / (length / 2), y / (width / 2) and 1; or
    0, 0, 0 once it is out of play.
    """

    name: str
    surface: Surface
    ball_count: int
    aim: str
    speeds_m_s: Tuple[float, float] = (0.5, 6.0)
    reward: str = "sparse"
    #: What `Simulator.run` is to tell, beyond what it tells at any rate, to judge() and rewards().
    wanted: Mapping[str, Any] = field(default_factory=dict, init=False, hash=False)

    def __post_init__(self) -> None:
        arguments.one_of("aim", self.aim, ("hit", "azimuth"))
        low, _ = arguments.pair("speeds_m_s", self.speeds_m_s, 0, 50)
        if low == 0:
            raise wrong("speeds_m_s", self.speeds_m_s, "above 0")

    def place(self, seeds: np.ndarray, streams: np.ndarray, radius_m: float = 0.0,
              out: Optional[np.ndarray] = None, rows: Optional[np.ndarray] = None) -> np.ndarray:
        """Positions (n, balls, 3) as the draws of these streams have them, both (n,) uint64:
        anywhere on the table, clear of each other.

        radius_m: where it is not that of the surface. out, rows: an array of positions, and which
        of its rows, (n,) int64, are written in place of a new array's.
        """
        radius = radius_m or self.surface.radius_m
        reach_x, reach_y = self.surface.length_m / 2 - radius, self.surface.width_m / 2 - radius
        if out is None:
            out = np.empty((len(seeds), self.ball_count, 3))
        if rows is None:
            rows = np.arange(len(seeds))
        if not _core.place(out, rows, np.asarray(seeds, np.uint64), np.asarray(streams, np.uint64),
                           reach_x, reach_y, radius, CLEAR_M):
            raise wrong("radius_m", radius,
                        f"such that {self.ball_count} balls find places on the table")
        return out

    def observe(self, positions: np.ndarray, motions: np.ndarray) -> np.ndarray:
        """Observations (n, 3 balls), float32."""
        return observe(self.surface, positions, motions)

    def target(self, motions: np.ndarray) -> np.ndarray:
        """The object ball (n,) that "hit" aims at: the lowest one in play."""
        lowest: np.ndarray = (motions[:, 1:] < Motion.POCKETED).argmax(1)
        return 1 + lowest

    def strikes(self, actions: ArrayLike, positions: np.ndarray, motions: np.ndarray,
                radius_m: Union[None, float, np.ndarray] = None) -> Dict[str, np.ndarray]:
        """Columns (n,) of `carom.Strikes`, all within the ranges of the wire.

        radius_m: of the balls, a number or (n,), where it is not that of the surface.
        """
        a = np.clip(np.asarray(actions, float), -1, 1)
        if self.aim == "azimuth":
            azimuth = np.pi * a[:, 0]
        else:
            target = positions[np.arange(len(a)), self.target(motions), :2]
            radius = self.surface.radius_m if radius_m is None else radius_m
            azimuth = hit_azimuth(positions[:, 0, :2], target, a[:, 0], radius)
        return strike_columns(azimuth, a, self.speeds_m_s)

    def judge(self, before: np.ndarray, result: Result) -> Tuple[np.ndarray, np.ndarray]:
        """Whether each shot succeeded and whether the series is over: (n,), (n,) bool.

        `before`: motions before the shot.
        """
        raise NotImplementedError

    def rewards(self, before: np.ndarray, result: Result, success: np.ndarray) -> np.ndarray:
        """What each shot is worth, (n,) float64: 1 for a success, else 0."""
        return success.astype(float)


def observe(surface: Surface, positions: np.ndarray, motions: np.ndarray) -> np.ndarray:
    """Of each ball x / (length / 2), y / (width / 2) and 1, or 0, 0, 0 out of play: (n, 3 balls),
    float32."""
    seen = np.empty((len(positions), 3 * positions.shape[1]), np.float32)
    _core.observe(positions, motions, 2 / surface.length_m, 2 / surface.width_m, seen)
    return seen


def strike_columns(azimuth: np.ndarray, actions: np.ndarray, speeds_m_s: Tuple[float, float]
                   ) -> Dict[str, np.ndarray]:
    """Columns (n,) of `carom.Strikes`: speed, side and height are 1, 2 and 3 of the actions, which
    are (n, >= 4) in [-1, 1]."""
    low, high = speeds_m_s
    tip = MISCUE_OFFSET / np.maximum(1, np.hypot(actions[:, 2], actions[:, 3]))
    return {"speed_m_s": low + (high - low) * (actions[:, 1] + 1) / 2, "azimuth_rad": azimuth,
            "side_offset": actions[:, 2] * tip, "height_offset": actions[:, 3] * tip}


def hit_azimuth(cue: np.ndarray, target: np.ndarray, b: ArrayLike, radius: ArrayLike
                ) -> NDArray[np.float64]:
    """Azimuths (n,), rad, that pass the target's centre at b times both radii, b > 0 to its left.

    By the formula of AimAtBall (drawn_shots.proto). `cue`, `target`: (n, 2) or (1, 2), m; `radius` of
    both balls, m, a number or (n,).
    """
    (cue, target), (b, reach) = _as_many([cue, target], [b, 2 * np.asarray(radius)])
    return _core.azimuths_at_balls(cue, target, reach, b)


def ghost_azimuth(cue: np.ndarray, target: np.ndarray, pocket: np.ndarray, radius: ArrayLike
                  ) -> NDArray[np.float64]:
    """Azimuths (n,), rad, from the cue ball to the ghost ball: where it touches the target so that this
    leaves along the line to the pocket. `pocket`: (n, 2) or (1, 2), m; the rest as in hit_azimuth()."""
    (cue, target, pocket), (reach,) = _as_many([cue, target, pocket], [2 * np.asarray(radius)])
    return _core.azimuths_at_pockets(cue, target, reach, pocket)


def _as_many(points: Sequence[np.ndarray], numbers: Sequence[ArrayLike]
             ) -> Tuple[List[np.ndarray], List[np.ndarray]]:
    """As float64, (n, 2) and (n,), with the n of all."""
    shape = np.broadcast_shapes(*(of.shape[:-1] for of in points), *map(np.shape, numbers))
    return ([np.ascontiguousarray(np.broadcast_to(of, (*shape, 2)), float) for of in points],
            [np.ascontiguousarray(np.broadcast_to(of, shape), float) for of in numbers])


class Pot(Task):
    """Object balls 1, 2, ... are to be potted in this order, one a shot: the cue ball touches the
    lowest first, that ball drops and the cue ball stays in play. Others that drop do not count.

    reward: "sparse", 1 for a success, else 0; or "shaped", where of the other shots those whose cue
    ball touches the lowest ball first are worth NEAR * max(0, 1 - d / NEAR_M): d is the distance, m,
    of that ball's centre from the nearest pocket's, where the ball first meets a cushion or jaw or
    drops, and where it ends if it does neither. That is a bonus, no potential: what is best may
    differ a little from what pots most.
    """

    def __init__(self, name: str, balls: int, aim: str = "hit",
                 speeds_m_s: Tuple[float, float] = (0.5, 6.0), reward: str = "sparse",
                 surface: Surface = POOL):
        super().__init__(name, surface, arguments.whole("balls", balls, 1, 15) + 1, aim, speeds_m_s,
                         arguments.one_of("reward", reward, ("sparse", "shaped")))
        if reward == "shaped":
            if not surface.pockets:
                raise wrong("reward", reward, "sparse on a table without pockets")
            object.__setattr__(self, "wanted", {"event_states": True})

    def judge(self, before: np.ndarray, result: Result) -> Tuple[np.ndarray, np.ndarray]:
        target = self.target(before)
        rows = np.arange(len(target))
        success = ((result.first_contact == target)
                   & (result.motions[rows, target] == Motion.POCKETED)
                   & (result.motions[:, 0] < Motion.POCKETED))
        left = (result.motions[:, 1:] < Motion.POCKETED).any(1)
        return success, ~success | ~left

    def rewards(self, before: np.ndarray, result: Result, success: np.ndarray) -> np.ndarray:
        if self.reward == "sparse":
            return super().rewards(before, result, success)
        target = self.target(before)
        away = arrivals(result, target)[:, None] - np.array(self.surface.pockets)[:, :2]
        near = np.maximum(0, 1 - np.hypot(away[..., 0], away[..., 1]).min(1) / NEAR_M)
        return np.where(success, 1.0, NEAR * near * (result.first_contact == target))


def arrivals(result: Result, ball: np.ndarray) -> np.ndarray:
    """Where a ball (n,) of each shot first meets a cushion or jaw, or drops; where it ends if it does
    neither: (n, 2), m. The result has events with their states."""
    events, places = result.events, result.positions[np.arange(len(ball)), ball, :2]
    assert events is not None and events.before is not None
    shots = np.repeat(np.arange(len(ball)), np.diff(events.offsets))
    there = np.flatnonzero((events.balls == ball[shots]) & np.isin(events.contacts, RAILS_AND_POCKETS))
    met, first = np.unique(shots[there], return_index=True)
    places[met] = events.before[there[first], 0, 0, :2]
    return places


class ThreeCushion(Task):
    """A run at three-cushion, with the white ball: a shot scores by [UMB] Art. 83."""

    def __init__(self, name: str = "three_cushion", aim: str = "azimuth",
                 speeds_m_s: Tuple[float, float] = (1.0, 7.0), surface: Surface = CAROM):
        super().__init__(name, surface, 3, aim, speeds_m_s)
        object.__setattr__(self, "wanted", {"touches": True})

    def judge(self, before: np.ndarray, result: Result) -> Tuple[np.ndarray, np.ndarray]:
        success = result.rulings("three_cushion", RUN).points[:, 0] > 0
        return success, ~success


# Of each task, by name, what task_of() takes.
OPTIONS: Dict[str, Tuple[str, ...]] = {
    "pot": ("aim", "speeds_m_s", "reward"), "position": ("balls", "aim", "speeds_m_s", "reward"),
    "three_cushion": ("aim", "speeds_m_s")}


def options_of(name: str) -> Tuple[str, ...]:
    """The OPTIONS of a task by its name."""
    return OPTIONS[arguments.one_of("task", name, tuple(OPTIONS))]


def task_of(name: str, **options: Unpack[TaskOptions]) -> Task:
    """A task by its name: `pot`, `position` (three object balls, or `balls`), `three_cushion`."""
    arguments.options(name, options, options_of(name))
    made: Dict[str, Callable[..., Task]] = {
        "pot": partial(Pot, "pot", 1), "position": partial(Pot, "position", balls=3),
        "three_cushion": ThreeCushion}
    return made[name](**options)
