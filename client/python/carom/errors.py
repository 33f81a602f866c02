"""The exceptions of this package."""
from __future__ import annotations

import re
from typing import Any, Optional

__all__ = ["CaromError", "InvalidArgument"]

# "path: value must be ...": how the service tells what is wrong with a request.
_WRONG = re.compile(r"(?P<path>[A-Za-z_][\w.\[\], ]*?): (?P<value>.*?)(?: \(default\))? must be ", re.S)


class CaromError(Exception):
    """What a call ends with that cannot be answered.

    code: the status as gRPC names it: "INVALID_ARGUMENT", "UNAVAILABLE", "CANCELLED", ...
    message: what is wrong, and what would be right.
    path: the field or the argument that is wrong, as "settings[0].cloth.sliding_friction" or
        "speed[17]"; None where the message names none.
    value: what was given there; None where the message does not tell.
    """

    def __init__(self, code: str, message: str, path: Optional[str] = None, value: Any = None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.path = path
        self.value = value

    def __reduce__(self):
        return type(self), (self.code, self.message, self.path, self.value)


class InvalidArgument(CaromError, ValueError):
    """An argument or a field of a request is wrong; code "INVALID_ARGUMENT"."""


def _from_status(code: str, message: str) -> CaromError:
    """The exception of a status of the service."""
    kind = InvalidArgument if code == "INVALID_ARGUMENT" else CaromError
    told = _WRONG.match(message)
    if told is None:
        head, colon, _ = message.partition(": ")
        return kind(code, message, head if colon and " " not in head else None)
    return kind(code, message, told["path"], _number_or_text(told["value"]))


def _number_or_text(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text.strip('"') or None


def _wrong(path: str, value: Any, must_be: str) -> InvalidArgument:
    """An argument of this package that is wrong."""
    return InvalidArgument("INVALID_ARGUMENT", f"{path}: {value} must be {must_be}", path, value)
