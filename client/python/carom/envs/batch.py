"""Many environments of one task as arrays: the part that all Gymnasium environments share."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

import carom
from carom import arguments
from carom.enums import Motion
from carom.envs import draws
from carom.envs.own_simulator import OwnSimulator
from carom.envs.tasks import PHYSICS, Surface, Task, settings_of
from carom.simulator import AnySimulator
from carom.strikes import MOST_SHOTS

Range = Tuple[float, float]
AT_REST = 1  # StopReason of the wire.


def _precondition(message: str) -> carom.CaromError:
    return carom.CaromError("FAILED_PRECONDITION", message)


@dataclass
class Step:
    """What one shot of every environment brought; all (n,)."""

    reward: np.ndarray  # float64, as the task says; sparse: 1 for a success, else 0.
    terminated: np.ndarray  # bool: the series is over.
    truncated: np.ndarray  # bool: the shot could not be simulated to its end, or was the last one.
    info: Dict[str, np.ndarray]

    def put(self, rows: np.ndarray, part: Step) -> None:
        """Writes what a step of these environments alone brought."""
        self.reward[rows], self.terminated[rows] = part.reward, part.terminated
        self.truncated[rows] = part.truncated
        for name, values in self.info.items():
            values[rows] = part.info[name]


def no_step(n: int) -> Step:
    """What n environments bring that play no shot."""
    return Step(np.zeros(n), np.zeros(n, bool), np.zeros(n, bool), {
        "ok": np.zeros(n, bool), "end_time_s": np.zeros(n), "hash": np.zeros(n, np.uint64)})


class Episodes:
    """n environments whose episodes follow seeds: episode e of environment i depends on its seed and
    on e alone, neither on n, nor on what the others do.

    n: number of environments. max_shots: after so many shots an episode is truncated.
    simulator: a `carom.Simulator` or `carom.connect(...)`; it stays the caller's. Default: one of
        its own, which is made when it is first needed, at the first reset or shot, so after a fork.
    threads: of that one; 0 means all processors.
    """

    seen: int  # Numbers of an observation.
    numbers: int  # Of a strike in an action.
    has_calls = False  # Whether an action has a call beside its strike.

    def __init__(self, n: int, simulator: Optional[AnySimulator] = None, threads: int = 0,
                 max_shots: int = 100):
        self.n = arguments.whole("num_envs", n, 1, MOST_SHOTS)
        self.max_shots = arguments.whole("max_shots", max_shots, 1)
        self._simulator = OwnSimulator(simulator, threads)
        self.seeds = np.zeros(n, np.uint64)
        self.episodes = np.full(n, -1, np.int64)  # Number of the episode that is played.
        self._begun = False  # Whether each has one.
        self.over = np.zeros(n, bool)  # Whether it has ended.
        self.shots = np.zeros(n, np.int64)  # Played in this episode.
        self.result: Optional[carom.Result] = None  # Of the last step.

    def seed(self, seeds: Sequence[int], which: Optional[np.ndarray] = None) -> None:
        """Begins anew with these seeds, one an environment; the next episode is number 0.

        which: (n,) bool, of the environments that do; default: all.
        """
        numbers = [arguments.whole(f"seed[{i}]", seed, 0) % 2**64
                   for i, seed in enumerate(arguments.entries("seed", seeds, "seeds", self.n))]
        rows = slice(None) if which is None else which
        self.seeds[rows] = np.array(numbers, np.uint64)[rows]
        self.episodes[rows] = -1
        self._begun = bool((self.episodes >= 0).all())

    def check_begun(self, error: Callable[[str], Exception] = _precondition) -> None:
        """Raises where an environment has no episode; error: what, of a text."""
        if not self._begun:
            raise error(f"environment {int(np.argmax(self.episodes < 0))} has not been reset")

    def check_active(self, active: Optional[np.ndarray] = None,
                     error: Callable[[str], Exception] = _precondition) -> None:
        """Raises where one of the environments `active`, default all, has no shot to play."""
        self.check_begun(error)
        ended = self.over if active is None else self.over & active
        if ended.any():
            raise error(f"environment {int(np.argmax(ended))} has ended: reset it")

    def restart(self, which: np.ndarray) -> None:
        """Begins the next episode of the environments `which`, (n,) bool; none if it cannot."""
        rows = np.flatnonzero(which)
        if not len(rows):
            return
        self._place(rows, self.episodes[rows] + 1)
        self.episodes[rows] += 1
        self._begun = self._begun or bool((self.episodes >= 0).all())
        self.shots[rows] = 0
        self.over[rows] = False

    def _place(self, rows: np.ndarray, episodes: np.ndarray) -> None:
        """Puts the balls down as these episodes begin."""
        raise NotImplementedError

    def play(self, actions: Any, active: Optional[np.ndarray] = None) -> Step:
        """Plays one shot in the environments `active`, (n,) bool, default all. The actions of the others
        are not looked at, and their reward, terminated and truncated are 0."""
        self.check_active(active)
        read = self._read(actions, np.ones(self.n, bool) if active is None else active)
        if active is None:
            return self._shoot(slice(None), *read)
        step, rows = no_step(self.n), np.flatnonzero(active)
        if len(rows):
            step.put(rows, self._shoot(rows, *(part[rows] for part in read)))
        return step

    def _read(self, actions: Any, active: np.ndarray) -> Tuple[np.ndarray, ...]:
        """Actions as arrays of one row an environment, checked where it is active."""
        raise NotImplementedError

    def _shoot(self, rows: Union[slice, np.ndarray], *read: np.ndarray) -> Step:
        """Plays a shot in these environments, a slice of all or indices; a step of these alone."""
        raise NotImplementedError

    def situation(self) -> Dict[str, np.ndarray]:
        """What is known before the next shot beside the observations; (n, ...)."""
        return {}

    @property
    def simulator(self) -> AnySimulator:
        """The caller's simulator, or the own one."""
        return self._simulator.get()

    def close(self) -> None:
        """Closes the own simulator; the caller's stays open."""
        self._simulator.close()


class Batch(Episodes):
    """n environments of a task, played with one `Simulator.run` a step; arguments also as
    `Episodes`.

    Places and aims have the same bits on every machine; where the tip of a strike is moved to the rim,
    NumPy's `hypot` may differ in the last one.

    task: what is played.
    physics: ranges (low, high) of parameters, named as in `DrawnPhysics` of the wire. There are
        `variants` sets of them, each parameter uniform and drawn from `physics_seed`, and each
        episode is played with one of the sets. `parameters` lists them; no observation tells.
    """

    def __init__(self, task: Task, n: int, simulator: Optional[AnySimulator] = None, threads: int = 0,
                 physics: Optional[Mapping[str, Range]] = None, variants: int = 8,
                 physics_seed: int = 0, max_shots: int = 100):
        super().__init__(n, simulator, threads, max_shots)
        self.task = task
        self.seen, self.numbers = 3 * task.ball_count, 4
        self.parameters: List[Dict[str, float]] = _draw_physics(physics, variants, physics_seed)
        self._game = _game(task, self.parameters)
        self._radii = np.array([p.get("radius_m", task.surface.radius_m) for p in self.parameters])
        self._largest_m = float(self._radii.max())
        self.variant = np.zeros(n, np.int64)  # Which of the parameters the episode is played with.
        self.positions = np.full((n, task.ball_count, 3), np.nan)
        self.motions = np.full((n, task.ball_count), Motion.STATIONARY, np.int8)

    @property
    def surface(self) -> Surface:
        """What is played on."""
        return self.task.surface

    def _place(self, rows: np.ndarray, episodes: np.ndarray) -> None:
        # Streams of an episode: an even one for the places, an odd one for the variant.
        seeds, streams = self.seeds[rows], 2 * episodes.astype(np.uint64)
        # The arrays may be those of the last result, which is to stay as it is.
        positions, motions = self.positions.copy(), self.motions.copy()
        self.task.place(seeds, streams, self._largest_m, positions, rows)
        motions[rows] = Motion.STATIONARY
        self.positions, self.motions = positions, motions
        if len(self.parameters) > 1:
            u = draws.uniforms(seeds, streams + np.uint64(1), 1)[:, 0]
            self.variant[rows] = (u * len(self.parameters)).astype(np.int64)

    def observe(self) -> np.ndarray:
        """Observations, (n, 3 balls), float32."""
        return self.task.observe(self.positions, self.motions)

    def play(self, actions: Any, active: Optional[np.ndarray] = None) -> Step:
        """As `Episodes.play`. actions: (n, 4), see `Task`."""
        step = super().play(actions, active)
        if len(self.parameters) > 1:
            step.info["variant"] = self.variant.copy()
        return step

    def _shoot(self, rows: Union[slice, np.ndarray], *read: np.ndarray) -> Step:
        actions, = read
        before, places = self.motions[rows], self.positions[rows]
        variant = self.variant[rows] if len(self.parameters) > 1 else None
        strikes = self._strikes(actions, places, before, variant)
        self.result = result = self.simulator.run(self._game, strikes, **self.task.wanted)
        success, over = self.task.judge(before, result)
        ended = result.stop_reason == AT_REST  # Else it failed, or its time or events ran out.
        self._take(rows, result, ended)
        self.shots[rows] += 1
        last = self.shots[rows] >= self.max_shots
        info = {"ok": ended, "end_time_s": result.end_time, "hash": result.hash}
        reward = np.where(ended, self.task.rewards(before, result, success), 0.0)
        step = Step(reward, over & ended, ~ended | (~over & last), info)
        self.over[rows] = step.terminated | step.truncated
        return step

    def _strikes(self, actions: np.ndarray, places: np.ndarray, motions: np.ndarray,
                 variant: Optional[np.ndarray]) -> carom.Strikes:
        """The shots. `carom.strikes` would check what holds by construction."""
        radius = self._radii[0 if variant is None else variant]
        columns = self.task.strikes(actions, places, motions, radius)
        columns["positions_m"] = np.ascontiguousarray(places[..., :2])
        if not (motions == Motion.STATIONARY).all():  # Else as in the game's layout.
            columns["motions"] = motions
        if variant is not None:
            columns["settings_index"] = columns["layout_index"] = variant.astype(np.uint32)
        return carom.Strikes(len(places), columns)

    def _take(self, rows: Union[slice, np.ndarray], result: carom.Result, ended: np.ndarray) -> None:
        """The balls are where the result has them; after a shot that has not ended, where they
        were. Earlier arrays of positions and motions stay as they are."""
        if ended.all() and isinstance(rows, slice):
            self.positions, self.motions = result.positions, result.motions
            return
        rows = np.arange(self.n)[rows][ended]
        self.positions, self.motions = self.positions.copy(), self.motions.copy()
        self.positions[rows] = result.positions[ended]
        self.motions[rows] = result.motions[ended]

    def _read(self, actions: Any, active: np.ndarray) -> Tuple[np.ndarray, ...]:
        given = arguments.shaped("actions", actions, "real numbers", (self.n, 4)).astype(float)
        return (arguments.finite("actions", np.where(active[:, None], given, 0.0)),)


def _draw_physics(physics: Optional[Mapping[str, Range]], variants: int,
                  seed: int) -> List[Dict[str, float]]:
    """The parameters of each variant; without ranges one variant, with the wire's defaults."""
    count = arguments.whole("variants", variants, 1, 65536)
    seed = arguments.whole("physics_seed", seed, 0, 2**64 - 1)
    if physics is None or len(arguments.mapping("physics", physics, PHYSICS)) == 0:
        return [{}]
    ranges = [arguments.pair(f"physics[{name!r}]", bounds) for name, bounds in physics.items()]
    u = draws.uniforms(seed, np.arange(count), len(physics))
    low, high = np.array(ranges).T
    return [dict(zip(physics, row)) for row in (low + (high - low) * u).tolist()]


def _game(task: Task, parameters: Sequence[Mapping[str, float]]) -> carom.Game:
    """The task's table, and settings and balls for each of the parameters.

    Balls lie anywhere clear of each other, since each shot has places of its own.
    """
    layouts = []
    for drawn in parameters:
        spec = {name: drawn[name] for name in ("mass_kg", "radius_m") if name in drawn}
        spacing = 3 * drawn.get("radius_m", task.surface.radius_m)
        x = spacing * (np.arange(task.ball_count) - task.ball_count / 2)
        layouts.append({"balls": {"balls": [
            {**({"ball": spec} if spec else {}), "state": {"position_m": {"x": value}}}
            for value in x.tolist()]}})
    try:
        return carom.Game({"tables": [{"preset": task.surface.preset}], "layouts": layouts,
                           "settings": [settings_of(drawn) for drawn in parameters]})
    except carom.InvalidArgument as error:
        raise carom.InvalidArgument(error.code, f"physics: {error}", "physics", error.value,
                                    error.must) from error
