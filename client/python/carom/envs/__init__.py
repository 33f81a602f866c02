"""Environments of billiards for Gymnasium and PettingZoo.

    env = carom.envs.make("pot")                            # gymnasium.Env
    envs = carom.envs.make_vec("position", num_envs=4096)   # gymnasium.vector.VectorEnv
    racks = carom.envs.make_vec("nine_ball", num_envs=4096)  # the same, for self-play
    match = carom.envs.two_players("nine_ball")             # pettingzoo.AECEnv
    player = carom.envs.planning_player(match)              # match.step(player.act())
    envs = carom.envs.sb3.VecEnv("pot", 4096)               # of stable-baselines3; import carom.envs.sb3

| name | play | reward |
|---|---|---|
| `pot` | one object ball, one shot | 1 where it is potted and the cue ball stays |
| `position` | three object balls (`balls=`) to be potted in order, until one is missed | 1 a ball |
| `three_cushion` | a run at three-cushion, until a shot does not score | 1 a point |
| `nine_ball`, `eight_ball` | of `make_vec`: a rack of two players, who both act | 1 who wins, -1 who loses |

reward="shaped" pays misses of the first two that come near a pocket, `carom.envs.tasks.Pot`. Spaces
are described in `carom.envs.tasks.Task`, options in `carom.envs.batch.Batch`, the two-player
games in `carom.envs.match.Match` and `carom.envs.match_batch.MatchBatch`. Where Gymnasium is
installed, an import of this package makes
`carom/Pot-v0`, `carom/Position-v0` and `carom/ThreeCushion-v0` known to `gymnasium.make` and
`gymnasium.make_vec`; `gymnasium.make("carom.envs:carom/Pot-v0")` imports it too.

Gymnasium and PettingZoo are optional: `pip install 'gymnasium>=1.1' 'pettingzoo>=1.24'`. Without
them `carom.envs.tasks` and `carom.envs.batch` work all the same.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Union

from carom import arguments
from carom.envs.options import EnvOptions, MatchOptions, PlayerOptions, VectorOptions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from carom.envs.gymnasium_envs import Env, VectorEnv
    from carom.envs.match import Match
    from carom.envs.planner import PlanningPlayer
    from carom.envs.tasks import Task

IDS = {"carom/Pot-v0": "pot", "carom/Position-v0": "position",
       "carom/ThreeCushion-v0": "three_cushion"}


def make(task: Union[str, Task] = "pot", **options: Unpack[EnvOptions]) -> Env:
    """A `gymnasium.Env`: `carom.envs.gymnasium_envs.Env`."""
    from carom.envs.gymnasium_envs import Env
    return Env(task, **options)


def make_vec(task: Union[str, Task] = "pot", num_envs: int = 1, **options: Unpack[VectorOptions]
             ) -> VectorEnv:
    """A `gymnasium.vector.VectorEnv`: `carom.envs.gymnasium_envs.VectorEnv`. Where an episode has one
    shot, as of `pot`, autoreset_mode="SameStep" plays twice as many of them."""
    from carom.envs.gymnasium_envs import VectorEnv
    return VectorEnv(task, num_envs, **options)


def two_players(game: str = "nine_ball", **options: Unpack[MatchOptions]) -> Match:
    """A `pettingzoo.AECEnv` of `nine_ball` or `eight_ball`: `carom.envs.match.Match`."""
    from carom.envs.match import Match
    arguments.options("two_players", options, MatchOptions.__optional_keys__)
    return Match(game, **options)


def planning_player(match: Match, **options: Unpack[PlayerOptions]) -> PlanningPlayer:
    """Who plays a match by plans: `carom.envs.planner.PlanningPlayer`."""
    from carom.envs.planner import PlanningPlayer
    arguments.options("planning_player", options, PlayerOptions.__optional_keys__)
    return PlanningPlayer(match, **options)


def register() -> None:
    """Registers the environments with Gymnasium; again does no harm."""
    from gymnasium.envs import registration
    for name, task in IDS.items():
        if name not in registration.registry:
            registration.register(name, entry_point="carom.envs.gymnasium_envs:Env",
                                  vector_entry_point="carom.envs.gymnasium_envs:VectorEnv",
                                  kwargs={"task": task})


try:
    register()
except ImportError:
    pass  # Without Gymnasium: tasks and batches work.
