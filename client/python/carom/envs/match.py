"""Nine-ball and eight-ball for two players, as a PettingZoo environment whose agents take turns."""
from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Union

import numpy as np

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("carom.envs.match needs PettingZoo: "
                      "pip install 'pettingzoo>=1.24'") from error

from carom import arguments
from carom.envs import pictures
from carom.envs.gymnasium_envs import spaces_of
from carom.envs.match_batch import MatchBatch, read_actions
from carom.simulator import AnySimulator


class Match(AECEnv):
    """One rack of a `carom.envs.match_batch.MatchBatch`, which says by which rules; player_0
    breaks, player_1 is the other agent.

    Who keeps the table plays again, so that an agent may act several times in a row. The reward is
    1 for the winner of the rack and -1 for the loser. infos of both: `rule`, the number of the rule
    that decided after the last shot; `foul`, that of the rule that was broken, or ""; in eight-ball
    `ball_mask` (16,) int8, which balls the next call may name.

    Action of nine-ball (6,), each in [-1, 1]; what lies outside is clipped:
      0  direction of the cue / pi, 0 along the table, counter-clockwise;
      1  speed of the cue, from 0.5 m/s at -1 to 9 m/s at 1;
      2  side, positive is left english;  3  height, positive is follow: where the tip hits, in
         units of half a radius; a point outside the unit disc is moved to its rim;
      4, 5  with the cue ball in hand: where it is wanted, along and across the cloth. The nearest
         free place that the rules allow is taken.
    Action of eight-ball: a dict of `strike`, the above, and of the call: `ball`, 1 to 15, or 0 for
    a safety, and `pocket`, 0 to 5, an index into the table's pockets.

    Observation (3 balls + 8,), float32: of each ball x / (length / 2), y / (width / 2) and 1, or
    0, 0, 0 out of play; then 1 where it is true, else 0: break, in hand anywhere, in hand behind
    the head string; then own and the other's fouls in a row / 3; then open, own solids, own
    stripes.

    game: "nine_ball" or "eight_ball". simulator, max_shots: as for `carom.envs.batch.Episodes`; a
    shot that cannot be simulated truncates the rack too.
    """

    metadata = {"name": "carom_match_v0", "render_modes": list(pictures.MODES), "render_fps": 1,
                "is_parallelizable": False}

    def __init__(self, game: str = "nine_ball", simulator: Optional[AnySimulator] = None,
                 render_mode: Optional[str] = None, max_shots: int = 200,
                 settings: Optional[Mapping[str, Any]] = None):
        self.render_mode = pictures.check_mode(render_mode)
        self.batch = MatchBatch(game, 1, simulator, threads=1, max_shots=max_shots, settings=settings)
        self.game = self.batch.game
        self.possible_agents = ["player_0", "player_1"]
        observation, action = spaces_of(self.batch)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = dict.fromkeys(self.possible_agents, action)
        self.agents: List[str] = []
        self._before: Optional[np.ndarray] = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Racks the balls. Without a seed the next rack of the last seed comes."""
        if seed is not None:
            arguments.whole("seed", seed, 0)
        if seed is not None or self.batch.episodes[0] < 0:
            self.batch.seed([int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])])
        self.batch.restart(np.ones(1, bool))
        self._before = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {a: self._info("", "") for a in self.agents}
        self.agent_selection = self.agents[0]

    def _info(self, rule: str, foul: str) -> Dict[str, Any]:
        situation = self.batch.situation()
        mask = {"ball_mask": situation["ball_mask"][0]} if "ball_mask" in situation else {}
        return {"rule": rule, "foul": foul, **mask}

    def observe(self, agent: str) -> np.ndarray:
        seen: np.ndarray = self.batch.observe(self.possible_agents.index(agent))[0]
        return seen

    def step(self, action: Any) -> None:
        if not self.agents:
            raise ResetNeeded("reset() comes before step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        strike, call = read_actions(self.game, "action", action, ())
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        done = self.batch.shoot(strike[None], call[None])
        self._before = self.batch.before[0]
        if done.info["ok"][0]:
            assert self.batch.rulings is not None  # Of the shot.
            ruling = self.batch.rulings[0]
            self.infos = {a: self._info(ruling["rule"], ruling["foul_rule"]) for a in self.agents}
        other = self.agents[1 - self.agents.index(agent)]
        self.rewards[agent], self.rewards[other] = float(done.reward[0]), -float(done.reward[0])
        self.terminations = dict.fromkeys(self.agents, bool(done.terminated[0]))
        self.truncations = dict.fromkeys(self.agents, bool(done.truncated[0]))
        self.agent_selection = self.agents[self.batch.situation()["player"][0]]
        self._accumulate_rewards()

    @property
    def positions(self) -> np.ndarray:
        """Where the balls are, (balls, 3), m."""
        positions: np.ndarray = self.batch.positions[0]
        return positions

    @property
    def motions(self) -> np.ndarray:
        """`carom.Motion` of each ball, (balls,)."""
        motions: np.ndarray = self.batch.motions[0]
        return motions

    @property
    def shots(self) -> int:
        """Played in this rack."""
        return int(self.batch.shots[0])

    @property
    def state_of_play(self) -> Dict[str, Any]:
        """What the rules remember: GameState of the wire."""
        return self.batch.state(0)

    @property
    def place(self) -> str:
        """Where the cue ball of the next shot comes from: CueBallPlace of the wire."""
        return self.batch.place(0)

    @property
    def simulator(self) -> AnySimulator:
        """The caller's simulator, or one of its own that is made when it is needed."""
        return self.batch.simulator

    def render(self) -> Union[None, np.ndarray, str]:
        if self.render_mode is None:
            return None
        return pictures.draw(self.render_mode, self.batch.surface, self.positions, self.motions,
                             self._before)

    def close(self) -> None:
        self.batch.close()
