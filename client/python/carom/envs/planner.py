"""A player of two-player matches that plans every shot."""
from __future__ import annotations

from typing import Any, Dict, Mapping

import numpy as np
from gymnasium.error import ResetNeeded

from carom import arguments
from carom.envs.match import Match
from carom.envs.match_batch import SPEEDS_M_S
from carom.envs.tasks import MISCUE_OFFSET
from carom.messages import to_dict


class PlanningPlayer:
    """Acts in a `Match` as `carom.Simulator.plan` says: an opponent to learn against. Its cue is
    level and passes through rails and balls, as that of the match does.

    match: the one it acts in, whose state it sees whole. max_shots: that a plan may simulate, in
        [200, 1000000]; more are better, and 1 000 take some 25 ms of a core.
    noise: what it believes of its strikes, a magnitude of the ICGA's noise or a dict as NoiseModel
        of the wire; a match itself knows no noise.
    seed: of its search, and of what it plays where it finds no shot.
    """

    def __init__(self, match: Match, max_shots: int = 1000, noise: Any = 0.5, seed: int = 0):
        self.match = arguments.instance("match", match, Match, "a carom.envs.match.Match")
        self.max_shots = arguments.whole("max_shots", max_shots, 200, 1000000)
        self.noise = (to_dict("noise", noise) if isinstance(noise, Mapping) else
                      {"icga": {"magnitude": arguments.real("noise", noise, 0.0, 100.0)}})
        self.seed = arguments.whole("seed", seed, 0, 2**64 - 1)
        self._random = np.random.default_rng(self.seed)

    def plan(self) -> Dict[str, Any]:
        """PlanShotResponse of the wire for the shooter of the match, after its `reset()`."""
        match = self.match
        if not match.agents:
            raise ResetNeeded("reset() comes before plan()")
        states = {"positions_m": match.positions.ravel().tolist(), "motions": match.motions.tolist()}
        plan: Dict[str, Any] = match.simulator.plan({
            **match.batch.carom_game.to_dict(), "layouts": [{"states": states}],
            "rules": f"RULES_{match.game.upper()}", "state": match.state_of_play,
            "cue_ball": match.place, "max_shots": self.max_shots, "seed": str(self.seed),
            "skill": {"noise": self.noise, "max_speed_m_s": SPEEDS_M_S[1],
                      "max_break_speed_m_s": SPEEDS_M_S[1], "cue_passes_through": True}})
        return plan

    def act(self) -> Any:
        """The action for `Match.step`, in double precision: None for an agent whose match is over, a
        random one where there is none."""
        match = self.match
        agent = match.agent_selection if match.agents else None
        if agent and (match.terminations[agent] or match.truncations[agent]):
            return None
        plan = self.plan()
        # A match has no slower strikes.
        shots = [s for s in plan["shots"] if s["strike"]["speed_m_s"] >= SPEEDS_M_S[0]]
        if not shots:
            return self._action(self._random.uniform(-1, 1, 6), {})
        numbers = self._numbers(shots[0])
        return self._action(numbers, shots[0].get("call", {}))

    def _numbers(self, shot: Mapping[str, Any]) -> np.ndarray:
        """The six numbers of an action: the inverse of what `Match` makes of them."""
        strike, (low, high) = shot["strike"], SPEEDS_M_S
        azimuth = strike.get("azimuth_rad", 0.0)
        azimuth = np.arctan2(np.sin(azimuth), np.cos(azimuth))
        at = shot.get("cue_ball_at", {})
        place = np.array([at.get("x_m", 0.0), at.get("y_m", 0.0)]) / self.match.batch.reach_m
        return np.array([azimuth / np.pi, 2 * (strike["speed_m_s"] - low) / (high - low) - 1,
                         strike.get("side_offset", 0.0) / MISCUE_OFFSET,
                         strike.get("height_offset", 0.0) / MISCUE_OFFSET, *place])

    def _action(self, numbers: np.ndarray, call: Mapping[str, Any]) -> Any:
        if self.match.game == "nine_ball":
            return numbers
        ball = 0 if call.get("safety", False) else call.get("ball", 0)
        return {"strike": numbers, "ball": ball, "pocket": call.get("pocket", 0)}
