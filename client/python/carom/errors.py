"""The exceptions of this package."""
from __future__ import annotations

from typing import Any, Optional, Tuple

from carom import _core

__all__ = ["CaromError", "InvalidArgument"]


class CaromError(Exception):
    """What a call ends with that cannot be answered.

    code: the status as gRPC names it: "INVALID_ARGUMENT", "UNAVAILABLE", "CANCELLED", ...
    message: what is wrong, and what would be right.
    path: the field or the argument that is wrong, as "settings[0].cloth.sliding_friction" or
        "speed[17]"; None where none is.
    value: what was given there, a number or a text; None where nothing was to be given.
    must: what it must be, as "in [0, 50]"; None where no other value alone would do.
    """

    def __init__(self, code: str, message: str, path: Optional[str] = None, value: Any = None,
                 must: Optional[str] = None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.path = path
        self.value = value
        self.must = must

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.code, self.message, self.path, self.value, self.must)


class InvalidArgument(CaromError, ValueError):
    """An argument or a field of a request is wrong; code "INVALID_ARGUMENT"."""


def _from_status(code: str, message: str, path: str, value: str, must: str) -> CaromError:
    """The exception of a status of the service and of its field, whose parts may be empty."""
    kind = InvalidArgument if code == "INVALID_ARGUMENT" else CaromError
    return kind(code, message, path or None, _number_or_text(value), must or None)


def _number_or_text(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text.strip('"') or None


def exit_code_of(error: Exception) -> int:
    """How a program ends with this error: as `carom` does."""
    if not isinstance(error, CaromError):
        return 1
    return _core._exit_code_of(error.code, error.message, error.path or "")
