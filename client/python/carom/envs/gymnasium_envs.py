"""The tasks as Gymnasium environments: one at a time, or thousands with one call a step."""
from __future__ import annotations

from typing import Any, Collection, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

try:
    import gymnasium
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("carom.envs needs Gymnasium: pip install 'gymnasium>=1.1'") from error

from carom import arguments
from carom.envs import pictures
from carom.envs.batch import Batch, Episodes
from carom.envs.match_batch import GAMES, MOST_BALL, MOST_POCKET, MatchBatch
from carom.envs.options import EnvOptions, MatchBatchOptions, TaskOptions, VectorOptions
from carom.envs.tasks import OPTIONS, Task, options_of, task_of

Seed = Union[None, int, Sequence[Optional[int]], np.ndarray]
METADATA = {"render_modes": list(pictures.MODES), "render_fps": 1}


def _make_batch(task: Union[str, Task], n: int, options: Dict[str, Any], known: Collection[str]) -> Batch:
    """Options of the task go to the task, all others to the batch; known: those of all tasks."""
    own = () if isinstance(task, Task) else options_of(task)
    name = task.name if isinstance(task, Task) else task
    arguments.options(name, options, (set(known) - TaskOptions.__optional_keys__) | set(own))
    if not isinstance(task, Task):
        task = task_of(task, **{key: options.pop(key) for key in own if key in options})
    return Batch(task, n, **options)


def _make_matches(game: str, n: int, options: Dict[str, Any]) -> MatchBatch:
    arguments.options(game, options, MatchBatchOptions.__optional_keys__)
    return MatchBatch(game, n, **options)


def spaces_of(batch: Episodes) -> Tuple[gymnasium.spaces.Space[Any], gymnasium.spaces.Space[Any]]:
    """Observation and action of one environment."""
    # In a pocket's mouth a ball may rest a little beyond the line of the noses.
    observation = gymnasium.spaces.Box(-1.25, 1.25, (batch.seen,), np.float32)
    strike = gymnasium.spaces.Box(-1.0, 1.0, (batch.numbers,), np.float32)
    if not batch.has_calls:
        return observation, strike
    return observation, gymnasium.spaces.Dict({
        "strike": strike, "ball": gymnasium.spaces.Discrete(MOST_BALL + 1),
        "pocket": gymnasium.spaces.Discrete(MOST_POCKET + 1)})


class Env(gymnasium.Env[np.ndarray, np.ndarray]):
    """One environment of a task. Spaces: `carom.envs.tasks.Task`; options: `Batch`.

    The reward is the task's, 1 for a shot that succeeds, else 0, where it is not shaped. info: `ok`, whether the shot was simulated to
    its end (else the episode is truncated); `end_time_s`; `hash`, the fingerprint of the shot; with
    `physics` also `variant`. render() shows where balls are, and where they were before the last
    shot (outlines); as SVG the last shot with its paths and events.
    """

    metadata = METADATA

    def __init__(self, task: Union[str, Task] = "pot", render_mode: Optional[str] = None,
                 **options: Any):
        self.render_mode = pictures.check_mode(render_mode)
        if isinstance(task, str) and task in GAMES:
            raise arguments.wrong("task", task, "one of one player: make_vec and two_players have matches")
        self.batch = _make_batch(task, 1, options, EnvOptions.__optional_keys__)
        self.observation_space, self.action_space = spaces_of(self.batch)
        self._before: Optional[np.ndarray] = None

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Dict[str, Any]]:
        seed = None if seed is None else arguments.whole("seed", seed, 0)
        super().reset(seed=seed)
        if seed is not None:
            self.batch.seed([seed])
        elif self.batch.episodes[0] < 0:
            self.batch.seed([int(self.np_random.integers(2**63))])
        self.batch.restart(np.ones(1, bool))
        self._before = self.batch.result = None
        return self.batch.observe()[0], {}

    def step(self, action: np.ndarray) -> Tuple[np.ndarray, float, bool, bool, Dict[str, Any]]:
        self.batch.check_active(error=ResetNeeded)
        self._before = self.batch.positions[0]
        done = self.batch.play(arguments.array("action", action, "real numbers", "(4,)")[None])
        # NumPy's scalars: of a Python int Gymnasium's vectors make int64, too small for a hash.
        info = {key: value[0] for key, value in done.info.items()}
        return (self.batch.observe()[0], float(done.reward[0]), bool(done.terminated[0]),
                bool(done.truncated[0]), info)

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        self.batch.check_begun(ResetNeeded)
        if self.render_mode == "svg" and self.batch.result is not None:
            return self.batch.result.shot(0).svg()
        return pictures.draw(self.render_mode, self.batch.surface, self.batch.positions[0],
                             self.batch.motions[0], self._before)

    def close(self) -> None:
        self.batch.close()


class VectorEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """`num_envs` environments of a task, with one call of the simulator a step.

    Environment i has the episodes of an `Env` that is reset with the seed + i, bit for bit.

    autoreset_mode: NEXT_STEP, the default as Gymnasium's, resets an environment in the step after
    its last one, without looking at its action: where episodes have one shot, as those of `pot`,
    every second step plays nothing. SAME_STEP resets at once, with the last observation in
    info["final_obs"] and the last info in info["final_info"], so that every step plays a shot.
    DISABLED leaves it to reset(options={"reset_mask": mask}). A seed of None, in a list too, lets an
    environment go on with the one it has. Arrays that are handed out are not written again.

    Of "nine_ball" and "eight_ball" an environment is a match of two players, both of whom act here:
    action and observation are those of `carom.envs.match.Match` for whose shot comes next, the
    reward is that of who has played, and info has what `MatchBatch.situation` says of the next shot.
    Options: `MatchBatch`.
    """

    def __init__(self, task: Union[str, Task] = "pot", num_envs: int = 1,
                 autoreset_mode: Union[str, AutoresetMode] = AutoresetMode.NEXT_STEP,
                 render_mode: Optional[str] = None, **options: Any):
        self.render_mode, self.num_envs = pictures.check_mode(render_mode), num_envs
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {**METADATA, "autoreset_mode": self.autoreset_mode}
        if isinstance(task, str):
            arguments.one_of("task", task, (*OPTIONS, *GAMES))
        self.batch = (
            _make_matches(task, num_envs, options) if isinstance(task, str) and task in GAMES else
            _make_batch(task, num_envs, options, VectorOptions.__optional_keys__ - {"settings"}))
        self.single_observation_space, self.single_action_space = spaces_of(self.batch)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Seed = None, options: Optional[Dict[str, Any]] = None
              ) -> Tuple[np.ndarray, Dict[str, Any]]:
        mask = np.ones(self.num_envs, bool)
        if options and "reset_mask" in options:
            mask = arguments.shaped("reset_mask", options["reset_mask"], "truth values", (self.num_envs,))
        self._seed(seed, mask)
        self.batch.restart(mask)
        return self.batch.observe(), self._situation()

    def _situation(self) -> Dict[str, np.ndarray]:
        return _with_masks(self.batch.situation(), np.ones(self.num_envs, bool))

    def _seed(self, seed: Seed, mask: np.ndarray) -> None:
        """Seeds those of `mask`. Who is given None goes on with the seed at hand, or draws one."""
        without = self.batch.episodes < 0
        if seed is None and not without[mask].any():
            return
        seeds = self._listed(seed)
        given = np.array([one is not None for one in seeds])
        drawn = int(self.np_random.integers(2**62)) if (without & mask & ~given).any() else 0
        self.batch.seed([drawn + i if one is None else one for i, one in enumerate(seeds)],
                        mask & (given | without))

    def _listed(self, seed: Seed) -> List[Optional[int]]:
        """One entry an environment."""
        if seed is None:
            return [None] * self.num_envs
        if arguments.is_list(seed):
            return arguments.entries("seed", seed, "seeds", self.num_envs)
        first = arguments.whole("seed", seed, 0)
        self._np_random, self._np_random_seed = seeding.np_random(first)
        return [first + i for i in range(self.num_envs)]

    def step(self, actions: np.ndarray
             ) -> Tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Dict[str, Any]]:
        before = self.batch.over.copy()
        active = ~before if self.autoreset_mode == AutoresetMode.NEXT_STEP and before.any() else None
        self.batch.check_active(active, ResetNeeded)
        done = self.batch.play(actions, active)
        masks = np.ones(self.num_envs, bool) if active is None else active
        info = _with_masks(done.info, masks)
        ended = done.terminated | done.truncated
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            self.batch.restart(before)
        elif self.autoreset_mode == AutoresetMode.SAME_STEP and ended.any():
            info = {"final_obs": self.batch.observe(), "_final_obs": ended,
                    "final_info": _with_masks(done.info, ended), "_final_info": ended,
                    **_with_masks(done.info, ~ended)}
            self.batch.restart(ended)
        info.update(self._situation())
        return self.batch.observe(), done.reward, done.terminated, done.truncated, info

    def render(self) -> Optional[Tuple[Any, ...]]:
        if self.render_mode is None:
            return None
        self.batch.check_begun(ResetNeeded)
        return tuple(pictures.draw(self.render_mode, self.batch.surface, places, motions)
                     for places, motions in zip(self.batch.positions, self.batch.motions))

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()


def _with_masks(info: Dict[str, np.ndarray], mask: np.ndarray) -> Dict[str, Any]:
    """Gymnasium's form: `_key` tells in which rows `key` says something."""
    return {**info, **{"_" + key: mask for key in info}}


def _autoreset_mode(mode: Union[str, AutoresetMode]) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    return AutoresetMode(arguments.one_of("autoreset_mode", mode, [m.value for m in AutoresetMode]))
