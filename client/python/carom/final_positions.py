"""Where balls end as a function of numbers of their shots, with its gradient: what `carom.torch` and
`carom.jax` have in common. NumPy alone.
"""
from __future__ import annotations

import re
from typing import Any, Dict, List, NamedTuple, Tuple, Union

import numpy as np

from carom import arguments
from carom.arguments import at_index, wrong
from carom.enums import DerivativeEnd
from carom.errors import CaromError
from carom.game import Game
from carom.result import Result
from carom.simulator import Connection, Simulator
from carom.strikes import _NUMBERS, Strikes, _places, strikes

__all__ = ["FinalPositions", "Played"]

INVALID = ("nan", "zero", "raise")
_STRIKE = {f"strike.{field}": name for name, (field, *_) in _NUMBERS.items()}
_PLACE = re.compile(r"balls\[(\d+)\]\.position_m\.([xy])")


class Played(NamedTuple):
    """Where the balls of shots end, as tensors of a framework."""

    positions: Any  #: (..., balls, 3), m; NaN where the shot failed. Gradients go through these.
    valid: Any  #: (..., balls), bool: whether the ball has derivatives.

    @classmethod
    def of(cls, positions: Any, ends: Any) -> Played:
        """ends: of `DerivativeEnd`."""
        return cls(positions, ends == int(DerivativeEnd.NONE))


class FinalPositions:
    """A function of an array (..., paths), each row of which is a shot.

    simulator: what plays: a `carom.Simulator` or a connection.
    game: what is played on.
    paths: what the columns of the array are, a list of "strike.speed_m_s", "strike.azimuth_rad",
        "strike.elevation_rad", "strike.side_offset", "strike.height_offset", and of places of balls
        before the shot, as "balls[1].position_m.x" or ".y".
    invalid: what becomes of gradients of balls that have no derivatives, which `valid` masks: "nan":
        they are NaN; "zero": 0, as if the ball did not move; "raise": they raise `CaromError`, and so
        does a shot that fails. A ball that a loss leaves out (its cotangents are 0) counts as 0 in
        any case, and so a loss over `valid` balls alone is the same with all three. That is of shots
        that the engine plays or fails: a value out of the range that `carom.strikes` has for it
        refuses the whole call.
    others: the other arguments of `carom.strikes`, a number or an array (n,) each; gradients do not
        go through these.
    """

    def __init__(self, simulator: Any, game: Game, paths: Any, invalid: str, others: Dict[str, Any]):
        self.simulator = arguments.instance("simulator", simulator, (Simulator, Connection),
                                            "a carom.Simulator or of carom.connect()")
        self.game = arguments.instance("game", game, Game, "a carom.Game")
        self.invalid = arguments.one_of("invalid", invalid, INVALID)
        self.paths: List[str] = arguments.entries("paths", paths, "paths")
        self._others = dict(others)
        self._numbers: Dict[str, int] = {}  # Columns of the array, by the argument of strikes().
        self._places: Dict[Tuple[int, int], int] = {}  # By ball and axis.
        for column, path in enumerate(self.paths):
            self._take_path(f"paths[{column}]", path, column)
        if not self.paths:
            raise wrong("paths", self.paths, "at least one path")
        for name in self._numbers.keys() & self._others.keys():
            raise wrong(name, self._others[name], "left out: paths has it", got="given")
        if self._places:
            self._start = self._start_of(self._others)

    def __call__(self, values: Any) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Plays the shots: positions (..., balls, 3), ends (..., balls) of `DerivativeEnd`, and
        derivatives (..., balls, 3, paths), in the floating type of the values. All is computed in
        float64, of values that were rounded to their own type before."""
        given = arguments.array("values", values, "real numbers", "(..., paths)")
        self.check(given.shape, given.dtype)
        rows = given.reshape(-1, len(self.paths)).astype(np.float64)
        self._check_ranges(rows, given.shape[:-1])
        result = self.simulator.run(self.game, self._shots(rows), derivatives=self.paths)
        if self.invalid == "raise":
            result.raise_if_failed()
        balls = (*given.shape[:-1], self.game.ball_count)
        derived = result.derivatives
        assert derived is not None  # They were asked for.
        return (result.positions.reshape(*balls, 3).astype(given.dtype, copy=False),
                derived.ends.reshape(balls),
                derived.positions.reshape(*balls, 3, len(self.paths)).astype(given.dtype, copy=False))

    def gradient(self, derivatives: Any, ends: Any, cotangents: Any) -> np.ndarray:
        """What derivatives of a loss by the positions, the cotangents, are by the values: (..., paths).
        Dimensions of what the loss has more than once are broadcast."""
        derivatives, ends, cotangents = map(np.asarray, (derivatives, ends, cotangents))
        valid = ends == DerivativeEnd.NONE
        used = (cotangents != 0).any(-1)  # NaN is used.
        if self.invalid == "raise":
            self._raise_if_any(used & ~valid, ends)
        counted = used if self.invalid == "nan" else used & valid
        of_balls = np.einsum("...xp,...x->...p", derivatives, cotangents)
        of_values: np.ndarray = np.where(counted[..., None], of_balls, 0).sum(-2)
        return of_values.astype(cotangents.dtype, copy=False)

    def check(self, shape: Tuple[int, ...], dtype: Any) -> None:
        """That values have this shape and a floating type."""
        if not np.issubdtype(dtype, np.floating):
            raise wrong("values", dtype, "of a floating type", got=f"dtype {dtype}")
        if not shape or shape[-1] != len(self.paths) or 0 in shape:
            raise wrong("values", shape, f"(..., {len(self.paths)}), one column a path",
                        got=f"shape {tuple(shape)}")

    def _take_path(self, name: str, path: Any, column: int) -> None:
        arguments.text(name, path, 'a path as "strike.azimuth_rad"')
        place = _PLACE.fullmatch(path)
        known: Dict[Any, int] = self._places if place else self._numbers
        if place:
            key: Any = (int(place[1]), "xy".index(place[2]))
            if key[0] >= self.game.ball_count:
                raise wrong(name, path, f"of a ball below {self.game.ball_count}")
        elif path in _STRIKE:
            key = _STRIKE[path]
        else:
            raise wrong(name, path, f'one of {", ".join(_STRIKE)}, or as "balls[0].position_m.x" or ".y"')
        if key in known:
            raise wrong(name, path, f"given once: it is paths[{known[key]}] too")
        known[key] = column

    def _start_of(self, others: Dict[str, Any]) -> np.ndarray:
        """Places before the shot of the coordinates that are no column."""
        if others.get("positions") is not None:
            places = _places(others.pop("positions"))
            if places.shape[-2] != self.game.ball_count:
                raise wrong("positions", places, f"{self.game.ball_count}, as the game has",
                            got=f"{places.shape[-2]} balls")
            return places
        if others.get("layout") is not None:
            raise wrong("positions", None, "given beside layout: those of the game are its first layout's")
        start: np.ndarray = self.game.positions[:, :2]
        return start

    def _check_ranges(self, rows: np.ndarray, shape: Tuple[int, ...]) -> None:
        """As `strikes()` does, which does not know that its columns are those of values; shape: of
        these, without the paths."""
        def path_of(row: int) -> str:
            return at_index("values", [*map(int, np.unravel_index(row, shape)), column])

        for name, column in self._numbers.items():
            _, low, high, below = _NUMBERS[name]
            arguments.check_range(name, rows[:, column], low, high, below, path_of)

    def _shots(self, rows: np.ndarray) -> Strikes:
        columns = {name: rows[:, column] for name, column in self._numbers.items()}
        if self._places:
            if self._start.ndim == 3 and len(self._start) not in (1, len(rows)):
                raise wrong("positions", self._start, f"{len(rows)}, as values has",
                            got=f"length {len(self._start)}")
            places = np.array(np.broadcast_to(self._start, (len(rows), *self._start.shape[-2:])))
            for (ball, axis), column in self._places.items():
                places[:, ball, axis] = rows[:, column]
            columns["positions"] = places
        return strikes(len(rows), **columns, **self._others)

    def _raise_if_any(self, bad: np.ndarray, ends: np.ndarray) -> None:
        if not bad.any():
            return
        *shot, ball = at = arguments.first_of(bad)
        why = DerivativeEnd(int(np.broadcast_to(ends, bad.shape)[at])).name
        path = arguments.at_index("values", shot) if shot else "values"
        raise CaromError("FAILED_PRECONDITION", f"{path}: ball {ball} has no derivatives ({why}); "
                         "leave it out of the loss by `valid`, or choose another `invalid`", path)
