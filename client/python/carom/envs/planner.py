"""A player of two-player matches that plans every shot."""
from __future__ import annotations

from typing import Any, Dict, Optional

import numpy as np

from carom import arguments
from carom.envs import rules
from carom.envs.match import SPEEDS_M_S, Match
from carom.envs.tasks import MISCUE_OFFSET


class PlanningPlayer:
    """Acts in a `Match` as `carom.Simulator.plan` says: an opponent to learn against. Its cue is
    level and passes through rails and balls, as that of the match does.

    match: the one it acts in, whose state it sees whole. max_shots: that a plan may simulate, in
    [200, 1000000]; more are better, and 1 000 take some 25 ms of a core. noise: what it believes of
    its strikes, a magnitude of the ICGA's noise or a dict as NoiseModel of the wire; a match itself
    knows no noise. seed: of its search.
    """

    def __init__(self, match: Match, max_shots: int = 1000, noise: Any = 0.5, seed: int = 0):
        self.match = arguments.instance("match", match, Match, "a carom.envs.match.Match")
        self.max_shots = arguments.whole("max_shots", max_shots, 200, 1000000)
        self.noise = {"icga": {"magnitude": noise}} if isinstance(noise, (int, float)) else noise
        self.seed = arguments.whole("seed", seed, 0, 2**64 - 1)

    def plan(self) -> Dict[str, Any]:
        """PlanShotResponse of the wire for the shooter of the match."""
        match = self.match
        states = {"positions_m": match.positions.ravel().tolist(), "motions": match.motions.tolist()}
        return match.simulator.plan({
            **match.carom_game.to_dict(), "layouts": [{"states": states}],
            "rules": f"RULES_{match.game.upper()}", "state": match.state_of_play,
            "cue_ball": match.place, "max_shots": self.max_shots, "max_ranked": 1,
            "seed": str(self.seed),
            "skill": {"noise": self.noise, "max_speed_m_s": SPEEDS_M_S[1],
                      "max_break_speed_m_s": SPEEDS_M_S[1], "cue_passes_through": True}})

    def act(self, rng: Optional[np.random.Generator] = None):
        """The action for `Match.step`; where no legal shot is found, a random one of `rng`."""
        plan = self.plan()
        if not plan["shots"]:
            return self._random(np.random.default_rng(self.seed) if rng is None else rng)
        shot = plan["shots"][0]
        return self._action(self._numbers(shot["strike"], plan["balls"]["positions_m"]),
                            shot.get("call", {}))

    def _numbers(self, strike: Dict[str, float], positions_m) -> np.ndarray:
        """The six numbers of an action: the inverse of what `Match` makes of them."""
        low, high = SPEEDS_M_S
        azimuth = np.arctan2(np.sin(strike.get("azimuth_rad", 0)), np.cos(strike.get("azimuth_rad", 0)))
        reach = self.match.reach_m
        place = np.zeros(2) if self.match.place == rules.IN_POSITION else positions_m[:2] / reach
        return np.array([azimuth / np.pi, 2 * (strike["speed_m_s"] - low) / (high - low) - 1,
                         strike.get("side_offset", 0) / MISCUE_OFFSET,
                         strike.get("height_offset", 0) / MISCUE_OFFSET, *place])

    def _random(self, rng: np.random.Generator):
        return self._action(rng.uniform(-1, 1, 6), {})

    def _action(self, numbers: np.ndarray, call: Dict[str, Any]):
        if self.match.game == "nine_ball":
            return numbers
        safety = call.get("safety", False) or "ball" not in call
        return {"strike": numbers, "ball": 0 if safety else call["ball"],
                "pocket": call.get("pocket", 0)}
