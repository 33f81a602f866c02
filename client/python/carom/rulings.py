"""Touches of shots, and what a referee says of them."""
from __future__ import annotations

import enum
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from carom import _core, arguments

__all__ = ["Foul", "Rulings", "Touches"]

States = Union[Dict[str, Any], Sequence[Dict[str, Any]], None]
_GAMES = ("nine_ball", "eight_ball", "three_cushion")


class Foul(enum.IntEnum):
    """What a shot shows of fouls: Foul of the wire."""

    NONE = 0
    CUE_BALL_GONE = 1
    WRONG_BALL = 2
    NO_RAIL = 3
    BALL_OFF_TABLE = 4
    ILLEGAL_BREAK = 5
    WRONG_CUE_BALL = 6
    BEHIND_HEAD_STRING = 7


class Touches:
    """What rules speak of: every contact of the cue ball with another ball, and every hit of any
    ball on a rail, in order of time. Shot i has the rows offsets[i] to offsets[i + 1].

    cue_balls: (n,) int8, the struck ball, or -1.
    offsets: (n + 1,) int64.
    times: (touches,) float64, s after the start of the shot.
    kinds: (touches,) int8: `EventKind` BALL_BALL, BALL_CUSHION, BALL_JAW, BALL_RAIL or POCKET_RIM.
    balls: (touches,) int8; of BALL_BALL the cue ball.
    others: (touches,) int16: the other ball, nose, jaw, rail top or pocket.
    """

    __slots__ = ("_core", "_arrays")

    cue_balls: NDArray[np.int8]
    offsets: NDArray[np.int64]
    times: NDArray[np.float64]
    kinds: NDArray[np.int8]
    balls: NDArray[np.int8]
    others: NDArray[np.int16]

    def __init__(self, core: _core.Touches):
        self._core = core
        self._arrays: Optional[Dict[str, np.ndarray]] = None

    def __getattr__(self, name: str) -> np.ndarray:
        return _column(self, name)

    def __len__(self) -> int:
        return len(self.times)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _touches_of, (self._core.to_bytes(),)

    def __repr__(self) -> str:
        return f"<carom.Touches: {len(self)} of {self._core.shot_count} shots>"


class Rulings(Sequence[Dict[str, Any]]):
    """What a referee says of shots: rulings[i] is the message Ruling of the wire as a dict
    (proto/carom/v1/rules.proto), enums by name. The same as arrays:

    ruled: (n,) bool, whether the shot can be ruled; where not, `failure` in the dict says why.
    legal: (n,) bool, neither a foul nor an illegal break.
    foul: (n,) int8: `Foul`.
    over: (n,) bool, whether rack or match is over.  winner: (n,) int8, 0 or 1; -1 without one.
    shooter: (n,) int8, who plays next; where there is a choice, after the first one.
    points: (n, 2) int32, of three-cushion, after the shot.
    """

    __slots__ = ("_core", "_arrays")

    ruled: NDArray[np.bool_]
    legal: NDArray[np.bool_]
    foul: NDArray[np.int8]
    over: NDArray[np.bool_]
    winner: NDArray[np.int8]
    shooter: NDArray[np.int8]
    points: NDArray[np.int32]

    def __init__(self, core: _core.Rulings):
        self._core = core
        self._arrays: Optional[Dict[str, np.ndarray]] = None

    def __getattr__(self, name: str) -> np.ndarray:
        return _column(self, name)

    def __len__(self) -> int:
        return len(self._core)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self._core.ruling(i) for i in range(*index.indices(len(self)))]
        return self._core.ruling(arguments.index("index", index, len(self), from_end=True))

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return map(self._core.ruling, range(len(self)))

    def __reduce__(self) -> Tuple[Any, ...]:
        return _rulings_of, (self._core.to_bytes(),)

    def __repr__(self) -> str:
        return f"<carom.Rulings of {len(self)} shots>"


def _column(owner: Any, name: str) -> np.ndarray:
    """One of the arrays, which are made when the first of them is asked for."""
    if name.startswith("_"):
        raise AttributeError(name)
    if owner._arrays is None:
        made = owner._core.columns()
        for truth in ("ruled", "legal", "over"):
            if truth in made:
                made[truth] = made[truth].view(np.bool_)
        owner._arrays = made
    arrays: Dict[str, np.ndarray] = owner._arrays
    if name not in arrays:
        raise AttributeError(f"{type(owner).__name__} has {sorted(arrays)}, not {name!r}")
    return arrays[name]


def _touches_of(parts: List[bytes]) -> Touches:
    return Touches(_core.Touches.from_bytes(parts))


def _rulings_of(rulings: List[bytes]) -> Rulings:
    return Rulings(_core.Rulings.from_bytes(rulings))


def _question(rules: str, states: States, calls: States) -> Dict[str, Any]:
    """A RuleShotsRequest without results."""
    return {"rules": f"RULES_{arguments.one_of('rules', rules, _GAMES).upper()}",
            "states": _list("states", states), "calls": _list("calls", calls)}


def _list(name: str, given: States) -> List[Any]:
    if given is None:
        return []
    return [given] if isinstance(given, dict) else arguments.entries(name, given, "dicts")
