"""Nine-ball and eight-ball for two players, as a PettingZoo environment whose agents take turns."""
from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np

try:
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError("carom.envs.match needs PettingZoo: "
                      "pip install 'pettingzoo>=1.24'") from error

import carom
from carom import arguments
from carom.envs import draws, pictures, rules, tasks
from carom.envs.batch import AT_REST
from carom.envs.own_simulator import OwnSimulator
from carom.envs.tasks import POOL, Surface
from carom.simulator import AnySimulator

SPEEDS_M_S = (0.5, 9.0)


class Match(AECEnv):
    """One rack by the rules of the WPA (`carom.Simulator.rule_shots`); player_0 breaks, player_1 is
    the other agent. Nobody pushes out, which a player need never do, and whoever may choose after a
    break takes the first choice that the rule offers.

    Who keeps the table plays again, so that an agent may act several times in a row. The reward is
    1 for the winner of the rack and -1 for the loser. infos of both: `rule`, the number of the rule
    that decided after the last shot; `foul`, that of the rule that was broken, or "".

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

    game: "nine_ball" or "eight_ball". simulator: as for `carom.envs.batch.Batch`. max_shots: after
    so many shots the rack is truncated, as it is by a shot that cannot be simulated.
    """

    metadata = {"name": "carom_match_v0", "render_modes": list(pictures.MODES), "render_fps": 1,
                "is_parallelizable": False}

    def __init__(self, game: str = "nine_ball", simulator: Optional[AnySimulator] = None,
                 render_mode: Optional[str] = None, max_shots: int = 200,
                 settings: Optional[Dict[str, Any]] = None):
        self.game = arguments.one_of("game", game, ("nine_ball", "eight_ball"))
        self.render_mode = pictures.check_mode(render_mode)
        self.max_shots = arguments.whole("max_shots", max_shots, 1)
        self.surface: Surface = POOL
        self._simulator = OwnSimulator(simulator, threads=1)
        self._settings = {} if settings is None else settings
        self._game = carom.Game(self.surface.preset, rack=game, settings=self._settings)
        self.possible_agents = ["player_0", "player_1"]
        size = 3 * self._game.ball_count + 8
        strike = spaces.Box(-1.0, 1.0, (6,), np.float32)
        action: spaces.Space[Any] = strike if game == "nine_ball" else spaces.Dict(
            {"strike": strike, "ball": spaces.Discrete(16), "pocket": spaces.Discrete(6)})
        self.observation_spaces = {
            a: spaces.Box(-1.25, 1.25, (size,), np.float32) for a in self.possible_agents}
        self.action_spaces = {a: action for a in self.possible_agents}
        self._seed: Optional[int] = None
        self._episode = 0
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
        if seed is not None or self._seed is None:
            self._seed = int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])
            self._episode = 0
        order = int(draws.uniforms(self._seed, self._episode, 1)[0, 0] * 2**53)
        self._episode += 1
        self.positions = self._racked(order)
        self.motions = np.full(len(self.positions), rules.STATIONARY, np.int8)
        self.state_of_play, self.place, self.shots = rules.START, rules.BEHIND_HEAD_STRING, 0
        self._before = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {a: {"rule": "", "foul": ""} for a in self.agents}
        self.agent_selection = self.agents[0]

    def _racked(self, order: int) -> np.ndarray:
        """Places (balls, 3) of the rack with this seed."""
        rack = {"name": self.game, "seed": str(order)}
        return np.array(carom.Game(self.surface.preset, rack=rack, settings=self._settings).positions)

    def observe(self, agent: str) -> np.ndarray:
        me, state = self.possible_agents.index(agent), self.state_of_play
        seen = tasks.observe(self.surface, self.positions[None], self.motions[None])[0]
        group, fouls = rules.groups(state)[me], rules.fouls(state)
        rest = [rules.is_break(state), self.place == rules.ANYWHERE, self.place == rules.BEHIND_HEAD_STRING,
                fouls[me] / 3, fouls[1 - me] / 3,
                group == "OPEN", group == "SOLIDS", group == "STRIPES"]
        return np.concatenate([seen, np.array(rest, np.float32)])

    def step(self, action: Any) -> None:
        if not self.agents:
            raise ResetNeeded("reset() comes before step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        strike, call = self._read(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._put_cue_ball(strike[4:])
        self._before = self.positions
        result = self._play(strike)
        self.shots += 1
        ended = bool(result.stop_reason[0] == AT_REST)
        if ended:
            self.positions, self.motions = result.positions[0].copy(), result.motions[0].copy()
            self._take(result.rulings(self.game, self.state_of_play, call)[0])
        if not any(self.terminations.values()) and (not ended or self.shots >= self.max_shots):
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[self.state_of_play["shooter"]]
        self._accumulate_rewards()

    def _read(self, action: Any) -> Tuple[np.ndarray, Dict[str, Any]]:
        """The six numbers of the strike, clipped, and the call: ShotCall of the wire."""
        call: Dict[str, Any] = {}
        if self.game == "eight_ball":
            parts = arguments.mapping("action", action, ("strike", "ball", "pocket"))
            ball = arguments.whole("action['ball']", parts.get("ball"), 0, 15)
            pocket = arguments.whole("action['pocket']", parts.get("pocket"), 0, 5)
            call = {"ball": ball, "pocket": pocket} if ball > 0 else {"safety": True}
            action = parts.get("strike")
        strike = arguments.array("action", action, "real numbers", "(6,)")
        if strike.shape != (6,):
            raise arguments.wrong("action", action, "(6,)", got=f"shape {strike.shape}")
        return np.clip(arguments.finite("action", strike.astype(float)), -1, 1), call

    def _play(self, strike: np.ndarray) -> carom.Result:
        columns = tasks.strike_columns(np.pi * strike[:1], strike[None], SPEEDS_M_S)
        columns["positions_m"] = np.ascontiguousarray(self.positions[None, :, :2])
        columns["motions"] = self.motions[None]
        return self.simulator.run(self._game, carom.Strikes(1, columns), touches=True)

    def _take(self, ruling: Mapping[str, Any]) -> None:
        """Goes on as the referee says: Ruling of the wire."""
        self.state_of_play, self.place = ruling["next"], ruling["cue_ball"]
        if ruling["spotted"] or self.place != rules.IN_POSITION:  # In hand until the next shot.
            self._put({"spotted": ruling["spotted"], "cue_ball": self.place})
        for agent in self.agents:
            self.infos[agent] = {"rule": ruling["rule"], "foul": ruling["foul_rule"]}
        if ruling["over"]:
            self.terminations = dict.fromkeys(self.agents, True)
            for player, agent in enumerate(self.agents):
                self.rewards[agent] = 1.0 if player == ruling["winner"] else -1.0

    def _put_cue_ball(self, wish: np.ndarray) -> None:
        """Puts a cue ball in hand at the place nearest to the wish, (2,) in [-1, 1]."""
        if self.place == rules.IN_POSITION:
            return
        x, y = (wish * self.reach_m).tolist()
        self._put({"cue_ball": self.place, "cue_ball_wish": {"x_m": x, "y_m": y}})
        self.place = rules.IN_POSITION

    def _put(self, placing: Mapping[str, Any]) -> None:
        """Puts balls down as `core/rules` says: Placing of the wire."""
        states = {"positions_m": self.positions.ravel().tolist(), "motions": self.motions.tolist()}
        placed = self.simulator.place_balls({**self._game.to_dict(), "layouts": [{"states": states}],
                                             "placings": [placing]})["positions"][0]
        self.positions = np.reshape(placed["positions_m"], (-1, 3))
        self.motions = np.array([carom.Motion[name[len("MOTION_STATE_"):]] for name in placed["motions"]], np.int8)

    @property
    def reach_m(self) -> np.ndarray:
        """How far the centre of a ball on the cloth may lie from its middle, (2,)."""
        return np.array([self.surface.length_m, self.surface.width_m]) / 2 - self.surface.radius_m

    @property
    def carom_game(self) -> carom.Game:
        """Table, settings and rack: what `Simulator.run()` plays on."""
        return self._game

    @property
    def simulator(self) -> AnySimulator:
        """The caller's simulator, or one of its own that is made at the first shot."""
        return self._simulator.get()

    def render(self) -> Union[None, np.ndarray, str]:
        if self.render_mode is None:
            return None
        return pictures.draw(self.render_mode, self.surface, self.positions, self.motions,
                             self._before)

    def close(self) -> None:
        self._simulator.close()
