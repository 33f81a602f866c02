"""The tasks for stable-baselines3: thousands of environments with one call of the engine a step."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy as np

try:
    from stable_baselines3.common.vec_env import VecEnv as Base
except ImportError as error:
    raise ImportError("carom.envs.sb3 needs stable-baselines3: pip install 'carom[sb3]'") from error

import carom
from carom import arguments
from carom.envs.gymnasium_envs import VectorEnv
from carom.envs.options import EnvOptions
from carom.envs.tasks import Task

if TYPE_CHECKING:
    from typing_extensions import Unpack


class VecEnv(Base):
    """`num_envs` environments of a task, each of which begins anew in the step that ends it, so that
    every step plays a shot. Options: those of `carom.envs.make`.

        model = stable_baselines3.PPO("MlpPolicy", carom.envs.sb3.VecEnv("pot", 1024), n_steps=4)

    Environment i has the episodes of an `Env` that is reset with the seed + i. infos have what those
    of `Env` have and, as stable-baselines3 wants it, `TimeLimit.truncated` and, of an episode that
    ends, `terminal_observation`. One engine plays all of them: attributes are those of the vector,
    the same for each, and methods of a single one there are none.
    """

    def __init__(self, task: Union[str, Task] = "pot", num_envs: int = 1, **options: Unpack[EnvOptions]):
        arguments.options("VecEnv", options, EnvOptions.__optional_keys__)
        self.envs = VectorEnv(task, num_envs, "SameStep", **options)
        self._actions = np.zeros((0, 4))
        super().__init__(self.envs.num_envs, self.envs.single_observation_space,
                         self.envs.single_action_space)

    def reset(self) -> np.ndarray:
        """With the seeds of seed(), or without any the next episodes."""
        observation, _ = self.envs.reset(seed=self._seeds)
        self._reset_seeds()
        self._reset_options()
        return observation

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> Tuple[np.ndarray, np.ndarray, np.ndarray, List[Dict[str, Any]]]:
        seen, reward, terminated, truncated, step_infos = self.envs.step(self._actions)
        ended = terminated | truncated
        columns = {key: step_infos[key] for key in step_infos if not key.startswith(("_", "final_"))}
        infos = _per_environment({**columns, "TimeLimit.truncated": truncated & ~terminated})
        for i in np.flatnonzero(ended):
            infos[i]["terminal_observation"] = step_infos["final_obs"][i]
        return seen, reward.astype(np.float32), ended, infos

    def close(self) -> None:
        self.envs.close()

    def get_images(self) -> Sequence[Optional[np.ndarray]]:
        return self.envs.render() or [None] * self.num_envs

    def get_attr(self, attr_name: str, indices: Any = None) -> List[Any]:
        return [getattr(self.envs, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        if indices is not None:
            raise arguments.wrong("indices", indices, "None: environments share their attributes")
        setattr(self.envs, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None,
                   **method_kwargs: Any) -> List[Any]:
        raise carom.CaromError(
            "UNIMPLEMENTED", f"{method_name}: one engine plays all environments, none of which has methods")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> List[bool]:
        return [False for _ in self._get_indices(indices)]


def _per_environment(columns: Dict[str, np.ndarray]) -> List[Dict[str, Any]]:
    """A dict of each row."""
    names = tuple(columns)
    return [dict(zip(names, row)) for row in zip(*(column.tolist() for column in columns.values()))]
