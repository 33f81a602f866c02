"""Shots as arrays."""
from __future__ import annotations

from typing import Any, Dict, FrozenSet, Optional, Tuple

import numpy as np
from numpy.typing import ArrayLike

from carom.arguments import at_index, array, check_range, column, first_of, whole, wrong
from carom.messages import to_dict, to_json

__all__ = ["Strikes", "strikes", "Draws", "draws"]

_Numbers = Optional[ArrayLike]
MOST_SHOTS = 100_000_000
_HALF_PI = 1.5707963267948966

# Argument: the column of the wire, the least and the greatest value, whether the greatest is out.
_NUMBERS: Dict[str, Tuple[str, float, float, bool]] = {
    "speed": ("speed_m_s", 0.0, 50.0, False),
    "azimuth": ("azimuth_rad", -1000.0, 1000.0, False),
    "elevation": ("elevation_rad", 0.0, _HALF_PI, True),
    "side": ("side_offset", -1.0, 1.0, False),
    "height": ("height_offset", -1.0, 1.0, False),
}
_INDICES: Dict[str, str] = {"cue_ball": "cue_ball", "table": "table_index",
                            "settings": "settings_index", "layout": "layout_index"}
#: Columns of the wire: arguments of `strikes()`.
FIELDS = {**{field: name for name, (field, *_) in _NUMBERS.items()},
          **{field: name for name, field in _INDICES.items()}}


class Strikes:
    """Checked columns of `len(self)` shots, as `carom.strikes()` makes them. Immutable: arrays are
    copied where they are not the package's own.

    columns: by the names of ShotColumns of the wire; each of one value, or one a shot.
    repeated: which of them repeat what was given once, for all shots.
    """

    __slots__ = ("columns", "repeated", "_count")

    def __init__(self, count: int, columns: Dict[str, np.ndarray], repeated: FrozenSet[str] = frozenset()):
        self._count = count
        self.columns = columns
        self.repeated = repeated

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, which: Any) -> "Strikes":
        """Some of the shots: an index, a slice, an array of indices or of bools."""
        rows, count = _selection(which, self._count)
        if count == 0:
            raise wrong("shots", which, "at least one shot", got="an empty selection")
        per_shot = {"positions_m", "motions"}
        columns = {name: np.ascontiguousarray(values[rows])
                   if len(values) == self._count and (self._count > 1 or name in per_shot)
                   else values for name, values in self.columns.items()}
        return Strikes(count, columns, self.repeated)

    def __repr__(self) -> str:
        columns = ", ".join(f"{name} {_describe(values)}" for name, values in self.columns.items())
        return f"<carom.Strikes: {self._count} shots; {columns or 'no strike'}>"


def _selection(which: Any, count: int) -> Tuple[Any, int]:
    """Rows of a column, and how many they are. It costs what is selected, not what there is."""
    if isinstance(which, slice):
        return which, len(range(count)[which])
    rows = array("shots", which, "whole numbers or truth values", "(n,)")
    if rows.dtype == np.bool_:
        if rows.shape != (count,):
            raise wrong("shots", which, f"({count},)", got=f"a mask of shape {rows.shape}")
        return rows, int(np.count_nonzero(rows))
    rows = column("shots", which, "whole numbers")
    bad = (rows < -count) | (rows >= count)
    if bad.any():
        at = first_of(bad)
        path = "shots" if np.ndim(which) == 0 else at_index("shots", at)
        raise IndexError(f"{path}: {rows[at]} must be in [{-count}, {count})")
    return rows, len(rows)


def _describe(values: np.ndarray) -> str:
    if values.ndim > 1:
        return f"{values.shape}"
    low, high = values.min(), values.max()
    return f"{low:g}" if low == high else f"{low:g}..{high:g}"


def strikes(n: Optional[int] = None, *, speed: _Numbers = None, azimuth: _Numbers = None,
            elevation: _Numbers = None, side: _Numbers = None, height: _Numbers = None,
            cue_ball: _Numbers = None, positions: _Numbers = None, motions: _Numbers = None,
            table: _Numbers = None, settings: _Numbers = None, layout: _Numbers = None) -> Strikes:
    """Shots in columns. Every argument is a number, for all shots, or an array (n,).

    n: number of shots; default: the length of the arrays, or 1 without any.
    speed: of the cue at impact, m/s, in [0, 50]; default: no ball is struck.
    azimuth: where the cue points seen from above, rad, counter-clockwise from +x; default 0.
    elevation: of the butt of the cue, rad, in [0, pi/2); default 0.
    side, height: where the tip meets the ball, in ball radii, + is left english and follow;
        side^2 + height^2 <= 1; default 0.
    cue_ball: index of the ball that is struck; default 0.
    positions: (n, balls, 2) or (balls, 2) places of the centres, m, in place of the game's; a third
        component is left out, since balls lie on the cloth.
    motions: (n, balls) or (balls,) of 0 as in the layout, 1 at rest, 6 pocketed, 7 off the table.
    table, settings, layout: indices into those of the game; default 0.

    Raises `carom.InvalidArgument`, which names argument and index.
    """
    given = {"speed": speed, "azimuth": azimuth, "elevation": elevation, "side": side,
             "height": height}
    numbers = {name: column(name, value, "real numbers") for name, value in given.items()
               if value is not None}
    choices = {"cue_ball": cue_ball, "table": table, "settings": settings, "layout": layout}
    indices = {name: column(name, value, "whole numbers") for name, value in choices.items()
               if value is not None}
    places = None if positions is None else _places(positions)
    starts = None if motions is None else _starts(motions)
    count = _count_of(n, {**numbers, **indices}, places, starts)
    columns: Dict[str, np.ndarray] = {}
    for name, values in numbers.items():
        field, low, high, below = _NUMBERS[name]
        check_range(name, values, low, high, below)
        columns[field] = values
    for name, values in indices.items():
        check_range(name, values, 0, 2**31 - 1)
        columns[_INDICES[name]] = values.astype(np.uint32)
    if speed is None and set(numbers) - {"speed"}:
        raise wrong("speed", None, f"given beside {', '.join(sorted(numbers))}")
    repeated = set()
    for name, rows, dimensions in (("positions_m", places, 3), ("motions", starts, 2)):
        if rows is not None:
            columns[name] = _rows(rows, count, dimensions)
            if rows.ndim < dimensions:
                repeated.add(name)
    if places is not None and starts is not None and places.shape[-2] != starts.shape[-1]:
        raise wrong("motions", motions, f"as many as positions has, {places.shape[-2]}",
                    got=f"{starts.shape[-1]} balls")
    return Strikes(count, columns, frozenset(repeated))


def _places(value: Any) -> np.ndarray:
    shape = "(n, balls, 2) or (balls, 2)"
    raw = array("positions", value, "real numbers", shape)
    if raw.ndim not in (2, 3) or raw.shape[-1] not in (2, 3) or raw.size == 0:
        raise wrong("positions", value, shape, got=f"shape {raw.shape}")
    return raw[..., :2].astype(np.float64, order="C", copy=True)


def _starts(value: Any) -> np.ndarray:
    shape = "(n, balls) or (balls,)"
    raw = array("motions", value, "whole numbers", shape)
    if raw.ndim not in (1, 2) or raw.size == 0:
        raise wrong("motions", value, shape, got=f"shape {raw.shape}")
    good = raw == 1
    if not good.all():
        good |= (raw == 0) | (raw == 6) | (raw == 7)
    if not good.all():
        at = first_of(~good)
        raise wrong(at_index("motions", at), raw[at],
                    "0 (as in the layout), 1 (at rest), 6 (pocketed) or 7 (off the table)")
    return raw.astype(np.int8)


def _count_of(n: Optional[int], arrays: Dict[str, np.ndarray], places: Optional[np.ndarray],
              starts: Optional[np.ndarray]) -> int:
    """The number of shots, which every array must have, or a single value."""
    lengths = {name: len(values) for name, values in arrays.items()}
    if places is not None and places.ndim == 3:
        lengths["positions"] = len(places)
    if starts is not None and starts.ndim == 2:
        lengths["motions"] = len(starts)
    if n is None:
        longest = max(lengths, key=lambda name: lengths[name], default=None)
        count = 1 if longest is None else lengths[longest]
        whose = f", as {longest} is"
    else:
        count, whose = n, ", which is n"
    count = whole("n", count, 1, MOST_SHOTS)
    for name, length in lengths.items():
        if length not in (1, count):
            raise wrong(name, length, f"1 or {count}{whose}", got=f"length {length}")
    return count


def _rows(array: np.ndarray, count: int, dimensions: int) -> np.ndarray:
    """One row a shot: the wire has no other way for places and motions."""
    if array.ndim < dimensions:
        array = array[None]
    if len(array) == count:
        return array
    return np.ascontiguousarray(np.broadcast_to(array, (count, *array.shape[1:])))


class Draws:
    """Shots that the engine draws, as `carom.draws()` describes them."""

    __slots__ = ("source", "_count", "first")

    def __init__(self, count: int, first: int, source: Dict[str, Any]):
        self._count, self.first, self.source = count, first, source

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, which: slice) -> "Draws":
        """Consecutive shots, under their own numbers."""
        if not isinstance(which, slice):
            raise wrong("shots", which, "a slice of consecutive shots")
        start, stop, step = which.indices(self._count)
        if step != 1 or stop <= start:
            raise wrong("shots", which, "a slice of consecutive shots, at least one")
        return Draws(stop - start, self.first + start, self.source)

    def __repr__(self) -> str:
        return f"<carom.Draws: {self._count} shots from number {self.first}>"


def draws(n: int, *, seed: int = 0, first: int = 0, uniform_strikes: Any = None,
          drawn_shots: Any = None) -> Draws:
    """Shots drawn by the engine from a seed, so that nobody need send them: shot i depends on the
    seed and on i alone.

    n, first: the shots [first, first + n).
    uniform_strikes, drawn_shots: one of the two, as in ShotGenerator of the wire's JSON.
    """
    sources = {"uniform_strikes": uniform_strikes, "drawn_shots": drawn_shots}
    chosen = {name: to_dict(name, source) for name, source in sources.items()
              if source is not None}
    if len(chosen) != 1:
        raise wrong("uniform_strikes, drawn_shots", chosen, "one of the two",
                    got="both" if chosen else "neither")
    to_json(chosen)  # What is wrong with it is said here, not at the first run.
    count = whole("n", n, 1, MOST_SHOTS)
    number = whole("first", first, 0, 2**53 - count)
    return Draws(count, number, {**chosen, "seed": str(whole("seed", seed, 0, 2**64 - 1))})
