"""Shots as arrays."""
from __future__ import annotations

import operator
from typing import Any, Dict, Optional, Tuple

import numpy as np

from carom.errors import _wrong

__all__ = ["Strikes", "strikes", "Draws", "draws"]

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


class Strikes:
    """Checked columns of `len(self)` shots, as `carom.strikes()` makes them. Immutable: arrays are
    copied where they are not the package's own.

    columns: by the names of ShotColumns of the wire; each of one value, or one a shot.
    """

    __slots__ = ("columns", "_count")

    def __init__(self, count: int, columns: Dict[str, np.ndarray]):
        self._count = count
        self.columns = columns

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, which) -> "Strikes":
        """Some of the shots: an index, a slice, an array of indices or of bools."""
        if isinstance(which, slice):
            rows: Any = which
            count = len(range(self._count)[which])
        else:
            rows = np.atleast_1d(np.arange(self._count)[which])
            count = len(rows)
        if count == 0:
            raise _wrong("shots", "an empty selection", "at least one shot")
        per_shot = {"positions_m", "motions"}
        columns = {name: np.ascontiguousarray(column[rows])
                   if len(column) == self._count and (self._count > 1 or name in per_shot)
                   else column for name, column in self.columns.items()}
        return Strikes(count, columns)

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {_describe(column)}" for name, column in self.columns.items())
        return f"<carom.Strikes: {self._count} shots; {told or 'no strike'}>"


def _describe(column: np.ndarray) -> str:
    if column.ndim > 1:
        return f"{column.shape}"
    low, high = column.min(), column.max()
    return f"{low:g}" if low == high else f"{low:g}..{high:g}"


def strikes(n: Optional[int] = None, *, speed=None, azimuth=None, elevation=None, side=None,
            height=None, cue_ball=None, positions=None, motions=None, table=None, settings=None,
            layout=None) -> Strikes:
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
    numbers = {name: _array(name, value, np.float64) for name, value in given.items()
               if value is not None}
    whole = {"cue_ball": cue_ball, "table": table, "settings": settings, "layout": layout}
    indices = {name: _array(name, value, np.int64) for name, value in whole.items()
               if value is not None}
    places = None if positions is None else _places(positions)
    starts = None if motions is None else _starts(motions)
    count = _count_of(n, {**numbers, **indices}, places, starts)
    columns: Dict[str, np.ndarray] = {}
    for name, array in numbers.items():
        column, low, high, below = _NUMBERS[name]
        _check_range(name, array, low, high, below)
        columns[column] = array
    for name, array in indices.items():
        _check_range(name, array, 0, 2**31 - 1, False)
        columns[_INDICES[name]] = array.astype(np.uint32)
    if speed is None and set(numbers) - {"speed"}:
        raise _wrong("speed", None, f"given beside {', '.join(sorted(numbers))}")
    if places is not None:
        columns["positions_m"] = _rows(places, count, 3)
    if starts is not None:
        columns["motions"] = _rows(starts, count, 2)
    if places is not None and starts is not None and places.shape[-2] != starts.shape[-1]:
        raise _wrong("motions", f"{starts.shape[-1]} balls", f"as many as positions has, "
                     f"{places.shape[-2]}")
    return Strikes(count, columns)


def _array(name: str, value: Any, dtype) -> np.ndarray:
    """A new array (1,) or (n,)."""
    if type(value) is float or (type(value) is int and abs(value) < 2**31):
        if dtype is np.int64 and type(value) is float:
            raise _wrong(name, value, "a whole number")
        return np.array((value,), dtype)
    try:
        raw = np.asarray(value)
    except ValueError as error:
        raise _wrong(name, "a ragged list", "a number or an array (n,)") from error
    kinds = "iu" if dtype is np.int64 else "iuf"
    if raw.dtype.kind not in kinds:
        what = "whole numbers" if dtype is np.int64 else "real numbers"
        raise _wrong(name, f"dtype {raw.dtype}", what)
    if raw.ndim > 1:
        raise _wrong(name, f"shape {raw.shape}", "a number or an array (n,)")
    return np.array(raw, dtype).reshape(-1)


def _places(value: Any) -> np.ndarray:
    raw = _reals("positions", value)
    if raw.ndim not in (2, 3) or raw.shape[-1] not in (2, 3) or raw.shape[-2] == 0:
        raise _wrong("positions", f"shape {raw.shape}", "(n, balls, 2) or (balls, 2)")
    places = raw[..., :2].astype(np.float64, order="C", copy=True)
    return places


def _starts(value: Any) -> np.ndarray:
    raw = np.asarray(value)
    if raw.dtype.kind not in "iu":
        raise _wrong("motions", f"dtype {raw.dtype}", "whole numbers")
    if raw.ndim not in (1, 2) or raw.shape[-1] == 0:
        raise _wrong("motions", f"shape {raw.shape}", "(n, balls) or (balls,)")
    good = raw == 1
    if not good.all():
        good |= (raw == 0) | (raw == 6) | (raw == 7)
    if not good.all():
        at = _first(~good)
        raise _wrong(_path("motions", at), raw[at],
                     "0 (as in the layout), 1 (at rest), 6 (pocketed) or 7 (off the table)")
    return raw.astype(np.int8)


def _reals(name: str, value: Any) -> np.ndarray:
    try:
        raw = np.asarray(value)
    except ValueError as error:
        raise _wrong(name, "a ragged list", "an array of numbers") from error
    if raw.dtype.kind not in "iuf":
        raise _wrong(name, f"dtype {raw.dtype}", "real numbers")
    return raw


def _count_of(n, arrays: Dict[str, np.ndarray], places, starts) -> int:
    """The number of shots, which every array must have, or a single value."""
    lengths = {name: len(array) for name, array in arrays.items()}
    if places is not None and places.ndim == 3:
        lengths["positions"] = len(places)
    if starts is not None and starts.ndim == 2:
        lengths["motions"] = len(starts)
    if n is None:
        longest = max(lengths, key=lambda name: lengths[name], default=None)
        count = 1 if longest is None else lengths[longest]
        whose = "" if longest is None else f", as {longest} is"
        count, whose = (0, "") if 0 in lengths.values() else (count, whose)
    else:
        try:
            count = operator.index(n)
        except TypeError:
            raise _wrong("n", repr(n), "a whole number") from None
        whose = ", which is n"
    if not 1 <= count <= MOST_SHOTS:
        raise _wrong("n", count, f"in [1, {MOST_SHOTS}]")
    for name, length in lengths.items():
        if length not in (1, count):
            raise _wrong(name, f"length {length}", f"1 or {count}{whose}")
    return count


def _check_range(name: str, array: np.ndarray, low: float, high: float, below: bool) -> None:
    if len(array) == 1:
        value = array.item()
        if low <= value < high or (value == high and not below):
            return
    good = (array >= low) & ((array < high) if below else (array <= high))  # False for NaN.
    if good.all():
        return
    at = _first(~good)
    path = name if len(array) == 1 else _path(name, at)
    raise _wrong(path, array[at], f"in [{low:g}, {high:g}{')' if below else ']'}")


def _rows(array: np.ndarray, count: int, dimensions: int) -> np.ndarray:
    """One row a shot: the wire has no other way for places and motions."""
    if array.ndim < dimensions:
        array = array[None]
    if len(array) == count:
        return array
    return np.ascontiguousarray(np.broadcast_to(array, (count, *array.shape[1:])))


def _first(bad: np.ndarray) -> Tuple[int, ...]:
    return tuple(int(i) for i in np.argwhere(bad)[0])


def _path(name: str, at: Tuple[int, ...]) -> str:
    return f"{name}[{', '.join(map(str, at))}]"


class Draws:
    """Shots that the engine draws, as `carom.draws()` describes them."""

    __slots__ = ("source", "_count", "first")

    def __init__(self, count: int, first: int, source: Dict[str, Any]):
        self._count, self.first, self.source = count, first, source

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, which: slice) -> "Draws":
        """Consecutive shots, under their own numbers."""
        start, stop, step = which.indices(self._count)
        if step != 1 or stop <= start:
            raise _wrong("shots", which, "a slice of consecutive shots")
        return Draws(stop - start, self.first + start, self.source)

    def __repr__(self) -> str:
        return f"<carom.Draws: {self._count} shots from number {self.first}>"


def draws(n: int, *, seed: int = 0, first: int = 0, uniform_strikes: Optional[dict] = None,
          drawn_shots: Optional[dict] = None) -> Draws:
    """Shots drawn by the engine from a seed, so that nobody need send them: shot i depends on the
    seed and on i alone.

    n, first: the shots [first, first + n).
    uniform_strikes, drawn_shots: one of the two, as in ShotGenerator of the wire's JSON.
    """
    sources = {"uniform_strikes": uniform_strikes, "drawn_shots": drawn_shots}
    chosen = {name: source for name, source in sources.items() if source is not None}
    if len(chosen) != 1:
        raise _wrong("draws", list(chosen), "one of uniform_strikes, drawn_shots")
    if not 1 <= operator.index(n) <= MOST_SHOTS:
        raise _wrong("n", n, f"in [1, {MOST_SHOTS}]")
    if not 0 <= operator.index(seed) < 2**64:
        raise _wrong("seed", seed, "in [0, 2^64)")
    if not 0 <= operator.index(first) <= 2**53 - n:
        raise _wrong("first", first, "in [0, 2^53 - n]")
    return Draws(operator.index(n), operator.index(first), {**chosen, "seed": str(int(seed))})
