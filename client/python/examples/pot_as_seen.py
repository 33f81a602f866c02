"""What the policy of ppo_pot.py sees of `pot`, and the rule that it is compared with."""
from typing import Any

import carom.envs.sb3
import numpy as np
from carom.envs import tasks
from ghost_ball import HALF, ghost_ball, ghost_balls
from gymnasium.spaces import Box
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper

RULE_SPEED = 2.0  # m/s, of the ghost-ball rule


class Mirror(VecEnvWrapper):
    """Shows the tables mirrored so that the object ball has x, y >= 0, and mirrors what is done there."""
    def reset(self) -> np.ndarray:
        return self.mirrored(np.asarray(self.venv.reset()))

    def mirrored(self, seen: np.ndarray) -> np.ndarray:
        self.signs = np.where(seen[:, 3:5] < 0, -1, 1).astype(np.float32)  # of x, of y
        return seen * np.tile(np.pad(self.signs, ((0, 0), (0, 1)), constant_values=1), 2)

    def step_async(self, actions: np.ndarray) -> None:
        turned = actions.copy()
        turned[:, [0, 2]] *= self.signs.prod(1)[:, None]  # left is right: of the hit and of the side
        self.venv.step_async(turned)

    def step_wait(self) -> Any:
        seen, reward, ended, infos = self.venv.step_wait()
        return self.mirrored(np.asarray(seen)), reward, ended, infos


class Aims(VecEnvWrapper):
    """Shows two ghost balls too, of the pockets for which they are worth most: hit and worth of each."""
    def __init__(self, venv: VecEnv) -> None:
        super().__init__(venv, Box(-np.inf, np.inf, (10,), np.float32))

    def reset(self) -> np.ndarray:
        return self.with_aims(np.asarray(self.venv.reset()))

    def with_aims(self, seen: np.ndarray) -> np.ndarray:
        hits, values = ghost_balls(seen[:, :2] * HALF, seen[:, 3:5] * HALF)
        best = values.argsort(0)[-2:]
        aims = [np.take_along_axis(of, best, 0).T for of in (hits, values)]
        return np.concatenate([seen, *aims], 1, dtype=np.float32)

    def step_wait(self) -> Any:
        seen, *rest = self.venv.step_wait()
        return self.with_aims(np.asarray(seen)), *rest


def many(count: int, see: str, **options: Any) -> VecEnvWrapper:
    """`pot` many times, as the policy sees it."""
    tables = Mirror(carom.envs.sb3.VecEnv("pot", count, threads=1, **options))
    return Aims(tables) if see == "aims" else tables


def rule(count: int) -> float:
    """Share of pots of the ghost-ball rule, at so many tables."""
    tables = carom.envs.sb3.VecEnv("pot", count, threads=1)
    tables.seed(10**6)
    tables.reset()
    batch = tables.envs.batch
    action = np.zeros((count, 4), np.float32)
    action[:, 0] = ghost_ball(batch.positions[:, 0, :2], batch.positions[:, 1, :2])
    low, high = tasks.task_of("pot").speeds_m_s
    action[:, 1] = 2 * (RULE_SPEED - low) / (high - low) - 1
    return float(tables.step(action)[1].mean())
