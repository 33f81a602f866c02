"""The options of the environments by name: what type checkers know of them, and what is refused."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Tuple, TypedDict, Union

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode

    from carom.simulator import AnySimulator


class TaskOptions(TypedDict, total=False):
    """Of `carom.envs.tasks.task_of`; which of them a task has, OPTIONS says there."""

    balls: int
    aim: str
    speeds_m_s: Tuple[float, float]
    reward: str


class BatchOptions(TypedDict, total=False):
    """Of `carom.envs.batch.Batch`."""

    simulator: Optional[AnySimulator]
    threads: int
    physics: Optional[Mapping[str, Tuple[float, float]]]
    variants: int
    physics_seed: int
    max_shots: int


class EnvOptions(TaskOptions, BatchOptions, total=False):
    """Of `carom.envs.make`."""

    render_mode: Optional[str]


class VectorOptions(EnvOptions, total=False):
    """Of `carom.envs.make_vec`."""

    autoreset_mode: Union[str, AutoresetMode]
    settings: Optional[Mapping[str, Any]]  # Of nine_ball and eight_ball.


class RackOptions(TypedDict, total=False):
    """Of all matches."""

    simulator: Optional[AnySimulator]
    max_shots: int
    settings: Optional[Mapping[str, Any]]


class MatchOptions(RackOptions, total=False):
    """Of `carom.envs.two_players`."""

    render_mode: Optional[str]


class MatchBatchOptions(RackOptions, total=False):
    """Of `carom.envs.match_batch.MatchBatch`."""

    threads: int


class PlayerOptions(TypedDict, total=False):
    """Of `carom.envs.planning_player`."""

    max_shots: int
    noise: Any
    seed: int
