"""How arguments are read: here alone it is said what is wrong, by name and index, with the value
that was given and what would be right.

Every function takes the argument's name, or the path of an entry in it ("balls[1]"), and returns
the value in the type that the package works with.
"""
from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from typing import Any, Callable, Collection, List, Mapping, Optional, Tuple

import numpy as np

from carom.errors import InvalidArgument

_MOST_SHOWN = 80  # Characters of a value in a message.
_KINDS = {"real numbers": "iuf", "whole numbers": "iu", "truth values": "b",
          "whole numbers or truth values": "iub"}  # Kinds of NumPy's dtypes.


def wrong(path: str, value: Any, must_be: str, got: Optional[str] = None) -> InvalidArgument:
    """The exception for an argument. got: what is wrong with it, where that is not its value."""
    if isinstance(value, np.generic):
        value = value.item()
    shown = repr(value) if got is None else got
    if len(shown) > _MOST_SHOWN:
        shown = shown[:_MOST_SHOWN - 3] + "..."
    return InvalidArgument("INVALID_ARGUMENT", f"{path}: {shown} must be {must_be}", path, value,
                           must_be)


def at_index(name: str, index: Sequence[int]) -> str:
    """The path of an entry: "positions[3, 0]"."""
    return f"{name}[{', '.join(str(int(i)) for i in index)}]"


def whole(name: str, value: Any, low: Optional[int] = None, high: Optional[int] = None) -> int:
    """A whole number in [low, high]."""
    number = value if type(value) is int else _index_or_none(value)
    if number is None:
        raise wrong(name, value, _range("a whole number", low, high))
    if (low is not None and number < low) or (high is not None and number > high):
        raise wrong(name, number, _range("", low, high))
    return number


def real(name: str, value: Any, low: float = -math.inf, high: float = math.inf) -> float:
    """A finite number in [low, high]."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.number)):
        raise wrong(name, value, _range("a number", low, high))
    if not (math.isfinite(value) and low <= value <= high):  # NaN is in no range.
        raise wrong(name, value, _range("", low, high) or "finite")
    return float(value)


def seconds(name: str, value: Any, zero: bool = False) -> float:
    """A duration, s, which may be 0 where `zero`; infinite for None."""
    if value is None:
        return math.inf
    least = "at least" if zero else "above"
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, float, np.number)):
        raise wrong(name, value, f"a number {least} 0 s")
    if not (value > 0 or (zero and value == 0)):  # NaN is neither.
        raise wrong(name, value, f"{least} 0 s")
    return float(value)


def truth(name: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise wrong(name, value, "True or False")
    return bool(value)


def text(name: str, value: Any, example: str = "a text", empty: bool = False) -> str:
    """A text, which may be empty where `empty`."""
    if not isinstance(value, str) or not (value or empty):
        raise wrong(name, value, example)
    return value


def one_of(name: str, value: Any, choices: Sequence[str]) -> str:
    """One of some names."""
    if not isinstance(value, str) or value not in choices:
        raise wrong(name, value, f"one of {', '.join(choices)}")
    return value


def instance(name: str, value: Any, kinds: Any, must_be: str) -> Any:
    """A value of a class."""
    if not isinstance(value, kinds):
        raise wrong(name, value, must_be, got=type(value).__name__)
    return value


def mapping(name: str, value: Any, known: Sequence[str]) -> Mapping[str, Any]:
    """A dict with some of the known keys."""
    if not isinstance(value, Mapping):
        raise wrong(name, value, f"a dict with any of {', '.join(known)}")
    for key in value:
        if key not in known:
            raise wrong(name, key, f"one of {', '.join(known)}")
    return value


def options(of: str, given: Mapping[str, Any], known: Collection[str]) -> None:
    """That what is given by name is known; of: what has these options."""
    for name, value in given.items():
        if name not in known:
            raise wrong(name, value, f"one of {', '.join(sorted(known))}", got=f"an unknown option of {of}")


def entries(name: str, value: Any, of: str, count: Optional[int] = None) -> List[Any]:
    """A list or another sequence but a text; of: what it must be a list of; count: of so many."""
    if isinstance(value, (str, bytes, Mapping)):
        raise wrong(name, value, f"a list of {of}")
    try:
        listed = list(value)
    except TypeError:
        raise wrong(name, value, f"a list of {of}") from None
    if count is not None and len(listed) != count:
        raise wrong(name, value, f"{count}", got=f"{len(listed)} values")
    return listed


def finite(name: str, values: np.ndarray) -> np.ndarray:
    """Numbers none of which is NaN or infinite."""
    if not np.isfinite(values).all():
        at = first_of(~np.isfinite(values))
        raise wrong(at_index(name, at), values[at], "finite")
    return values


def pair(name: str, value: Any, low: float = -math.inf, high: float = math.inf
         ) -> Tuple[float, float]:
    """(low, high): two finite numbers that do not descend."""
    both = entries(name, value, "two numbers, (low, high)")
    if len(both) != 2:
        raise wrong(name, value, "a list of two numbers, (low, high)")
    first, second = (real(f"{name}[{i}]", number, low, high) for i, number in enumerate(both))
    if first > second:
        raise wrong(name, value, "(low, high), which do not descend")
    return first, second


def is_list(value: Any) -> bool:
    """Whether it is a list, or another sequence but a text, or an array of some dimension."""
    return value.ndim > 0 if isinstance(value, np.ndarray) else (
        isinstance(value, Sequence) and not isinstance(value, (str, bytes)))


def index(name: str, value: Any, count: int, from_end: bool = False) -> int:
    """An index in [0, count), or also from the end where `from_end`. IndexError where it is out of
    range."""
    number = whole(name, value)
    least = -count if from_end else 0
    if not least <= number < count:
        raise IndexError(f"{name}: {number} must be in [{least}, {count})")
    return number % count if from_end else number


def array(name: str, value: Any, kind: str, shape: str) -> np.ndarray:
    """An array of a kind of numbers, of any shape; shape: what it must be."""
    try:
        raw = _as_numpy(value)
    except ValueError as error:
        raise wrong(name, value, f"{kind} of shape {shape}", got="a ragged list") from error
    except (BufferError, RuntimeError, TypeError) as error:  # As each library of tensors has it.
        if getattr(value, "requires_grad", False):
            raise wrong(name, value, "detached (tensor.detach()): carom.torch alone passes gradients on",
                        got="a tensor that requires a gradient") from error
        raise wrong(name, value, f"{kind} of shape {shape}, in the processor's memory",
                    got=f"{type(value).__name__} ({error})") from error
    if raw.dtype.kind not in _KINDS[kind] and raw.size:
        raise wrong(name, value, kind, got=f"dtype {raw.dtype}")
    return raw


def shaped(name: str, value: Any, kind: str, shape: Tuple[int, ...]) -> np.ndarray:
    """An array of a kind of numbers, of just this shape."""
    values = array(name, value, kind, str(shape))
    if values.shape != shape:
        raise wrong(name, value, str(shape), got=f"shape {values.shape}")
    return values


def column(name: str, value: Any, kind: str) -> np.ndarray:
    """A new array (1,) or (n,), n > 0, of float64 or int64."""
    dtype = np.float64 if kind == "real numbers" else np.int64
    if type(value) is float and dtype is np.float64:  # Most arguments are plain numbers.
        return np.array((value,), dtype)
    raw = array(name, value, kind, "(n,)")
    if raw.ndim > 1 or raw.size == 0:
        raise wrong(name, value, "a number or an array (n,) of at least one",
                    got=f"shape {raw.shape}")
    if dtype is np.int64 and raw.dtype.kind == "u" and (raw > np.iinfo(np.int64).max).any():
        at = (int(np.argmax(raw)),)
        raise wrong(at_index(name, at), raw.reshape(-1)[at], "below 2^63")
    return np.array(raw, dtype).reshape(-1)


def check_range(name: str, values: np.ndarray, low: float, high: float, below: bool = False,
                path_of: Optional[Callable[[int], str]] = None) -> None:
    """That a column is in [low, high], or in [low, high) where `below`. NaN is in no range. path_of: the
    path of an entry, where the column is not itself the argument."""
    if len(values) == 1:
        value = values.item()
        if low <= value < high or (value == high and not below):
            return
    good = (values >= low) & ((values < high) if below else (values <= high))
    if good.all():
        return
    at = first_of(~good)
    path = path_of(at[0]) if path_of else name if len(values) == 1 else at_index(name, at)
    raise wrong(path, values[at], f"in [{low:g}, {high:g}{')' if below else ']'}")


def first_of(bad: np.ndarray) -> Tuple[int, ...]:
    """The index of the first True."""
    return tuple(int(i) for i in np.argwhere(bad)[0])


def _as_numpy(value: Any) -> np.ndarray:
    """An array of an array, a list or a tensor. One of a PyTorch that was built for another NumPy (as
    Debian's is for NumPy 1) is read by DLPack."""
    try:
        return np.asarray(value)
    except (RuntimeError, TypeError):
        if not hasattr(value, "__dlpack__"):
            raise
    return np.from_dlpack(value)


def _index_or_none(value: Any) -> Optional[int]:
    if isinstance(value, (bool, np.bool_)):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def _range(kind: str, low: Optional[float], high: Optional[float]) -> str:
    has_low, has_high = (bound is not None and math.isfinite(bound) for bound in (low, high))
    bounds = {(True, True): f"in [{low}, {high}]", (True, False): f"at least {low}",
              (False, True): f"at most {high}", (False, False): ""}[has_low, has_high]
    return " ".join(part for part in (kind, bounds) if part)
