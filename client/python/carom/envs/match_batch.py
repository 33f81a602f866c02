"""Many matches of two players as arrays: the part that PettingZoo's and Gymnasium's environments
share."""
from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple, Union

import numpy as np

import carom
from carom import _core, arguments
from carom.enums import Motion
from carom.envs import draws, tasks
from carom.envs.batch import AT_REST, Episodes, Step
from carom.envs.tasks import POOL, Surface
from carom.rulings import Rulings
from carom.simulator import AnySimulator

GAMES = ("nine_ball", "eight_ball")
SPEEDS_M_S = (0.5, 9.0)
MOST_BALL, MOST_POCKET = 15, 5  # Of a call in eight-ball.
_LIMITS = (np.inf, None)  # Of a call: no timeout, the library's own patience.


class MatchBatch(Episodes):
    """n racks of one game, each by the rules of the WPA (`core/rules`) between players 0 and 1;
    player 0 breaks. A step is one shot of each, by whoever is at the table. Nobody pushes out, which
    a player need never do, and whoever may choose after a break takes the first choice that the rule
    offers. Other arguments are those of `Episodes`.

    game: "nine_ball" or "eight_ball". settings: of the wire.
    """

    def __init__(self, game: str, n: int, simulator: Optional[AnySimulator] = None, threads: int = 0,
                 max_shots: int = 200, settings: Optional[Mapping[str, Any]] = None):
        if simulator is not None:  # One that plays alone knows no rules.
            arguments.instance("simulator", simulator, (carom.Simulator, carom.Connection),
                               "a carom.Simulator or carom.connect(...)")
        super().__init__(n, simulator, threads, max_shots)
        self.game = arguments.one_of("game", game, GAMES)
        self.numbers, self.has_calls = 6, game == "eight_ball"
        self.surface: Surface = POOL
        self.carom_game = carom.Game(self.surface.preset, rack=game,
                                     settings={} if settings is None else settings)
        self.ball_count = self.carom_game.ball_count
        self.seen = 3 * self.ball_count + 8
        self._matches = _core.Matches(self.carom_game._core, f"RULES_{game.upper()}", game, n)
        self.positions = np.full((n, self.ball_count, 3), np.nan)
        self.motions = np.full((n, self.ball_count), Motion.STATIONARY, np.int8)
        self.before = self.positions  # Where balls were when the last shot was struck.
        self.rulings: Optional[Rulings] = None  # Of the last step, one a row that played.

    @property
    def reach_m(self) -> np.ndarray:
        """How far the centre of a ball on the cloth may lie from its middle, (2,)."""
        surface = self.surface
        return np.array([surface.length_m, surface.width_m]) / 2 - surface.radius_m

    def state(self, match: int) -> Dict[str, Any]:
        """What the rules remember: GameState of the wire."""
        return self._matches.state(match)

    def place(self, match: int) -> str:
        """Where the cue ball of the next shot comes from: CueBallPlace of the wire."""
        return self._matches.place(match)

    def situation(self) -> Dict[str, np.ndarray]:
        """Of each match before its next shot: `player` (n,) int8, whose it is; `cue_ball` (n,) int8,
        where its cue ball comes from, CueBallPlace of the wire; of eight-ball `ball_mask` (n, 16)
        int8, which balls a call may name, where 0 is a safety."""
        columns = self._matches.columns()
        known = {"player": columns["shooter"], "cue_ball": columns["cue_ball"]}
        if self.game == "eight_ball":
            mask = columns["targets"].view(np.int8)
            mask[:, 0] = 1
            known["ball_mask"] = mask
        return known

    def _place(self, rows: np.ndarray, episodes: np.ndarray) -> None:
        bits = draws.uniforms(self.seeds[rows], episodes.astype(np.uint64), 1)[:, 0]
        positions, motions = self.positions.copy(), self.motions.copy()
        self._matches.begin(self.simulator._core, rows, (bits * 2**53).astype(np.uint64), positions, motions,
                            _LIMITS)
        self.positions, self.motions = positions, motions

    def observe(self, player: Optional[int] = None) -> np.ndarray:
        """What a player sees, 0 or 1, by default whose shot comes next: (n, 3 balls + 8), float32,
        see `carom.envs.match.Match`."""
        seen = np.empty((self.n, self.seen), np.float32)
        self._matches.observe(self.positions, self.motions, 2 / self.surface.length_m,
                              2 / self.surface.width_m, -1 if player is None else player, seen)
        return seen

    def _read(self, actions: Any, active: np.ndarray) -> Tuple[np.ndarray, ...]:
        return read_actions(self.game, "actions", actions, (self.n,), active)

    def shoot(self, strikes: np.ndarray, calls: np.ndarray) -> Step:
        """One shot of each match, of what `read_actions` has read. The reward is that of who plays: 1
        for a rack that is won, -1 for one that is lost."""
        return self._shoot(slice(None), strikes, calls)

    def _shoot(self, rows: Union[slice, np.ndarray], *read: np.ndarray) -> Step:
        (strikes, calls), rows = read, np.arange(self.n)[rows]
        core = self.simulator._core
        positions, motions = self.positions.copy(), self.motions.copy()
        player = self._matches.columns()["shooter"][rows]
        self._matches.put_cue_balls(core, rows, strikes[:, 4:] * self.reach_m, positions, motions, _LIMITS)
        before = positions.copy()
        columns = tasks.strike_columns(np.pi * strikes[:, 0], strikes, SPEEDS_M_S)
        columns["positions_m"] = np.ascontiguousarray(positions[rows, :, :2])
        columns["motions"] = motions[rows]
        result = self.simulator.run(self.carom_game, carom.Strikes(len(rows), columns), touches=True)
        assert result.touches is not None  # They were asked for.
        ended = result.stop_reason == AT_REST
        positions[rows[ended]], motions[rows[ended]] = result.positions[ended], result.motions[ended]
        rulings = Rulings(self._matches.rule(
            core, rows, result.touches._core, calls if self.game == "eight_ball" else calls[:0],
            positions, motions, _LIMITS))
        # Nothing has changed here until all has been played and ruled.
        self.before, self.positions, self.motions = before, positions, motions
        self.result, self.rulings = result, rulings
        self.shots[rows] += 1
        over = rulings.over
        reward = np.where(over & (rulings.winner >= 0), np.where(rulings.winner == player, 1.0, -1.0), 0.0)
        truncated = ~over & (~ended | (self.shots[rows] >= self.max_shots))
        self.over[rows] = over | truncated
        return Step(reward, over, truncated,
                    {"ok": ended, "end_time_s": result.end_time, "hash": result.hash})


def read_actions(game: str, name: str, given: Any, shape: Tuple[int, ...], active: Any = True
                 ) -> Tuple[np.ndarray, np.ndarray]:
    """Strikes (*shape, 6), clipped to [-1, 1], and calls (*shape, 2), int8: ball and pocket, 0 in
    nine-ball. In eight-ball what is given is a dict of `strike`, `ball` and `pocket`.

    active: of this shape, bool; where it is not set numbers are not looked at, and read as 0.
    """
    calls = np.zeros((*shape, 2), np.int8)
    active = np.asarray(active)
    if game == "eight_ball":
        parts = arguments.mapping(name, given, ("strike", "ball", "pocket"))
        for i, (part, most) in enumerate((("ball", MOST_BALL), ("pocket", MOST_POCKET))):
            calls[..., i] = _whole_numbers(f"{name}[{part!r}]", parts.get(part), shape, most, active)
        name, given = f"{name}['strike']", parts.get("strike")
    strikes = arguments.shaped(name, given, "real numbers", (*shape, 6)).astype(float)
    return np.clip(arguments.finite(name, np.where(active[..., None], strikes, 0.0)), -1, 1), calls


def _whole_numbers(name: str, given: Any, shape: Tuple[int, ...], most: int, active: np.ndarray
                   ) -> np.ndarray:
    if not shape:
        return np.array(arguments.whole(name, given, 0, most))
    values = np.where(active, arguments.shaped(name, given, "whole numbers", shape), 0)
    arguments.check_range(name, values, 0, most)
    return values
