"""The exceptions of this package."""
from __future__ import annotations

import re
from typing import Any, Optional

__all__ = ["CaromError", "InvalidArgument"]

# How it is told what is wrong with a request: by the service, "path: value must be ...", and by
# protobuf of its JSON, "(path): invalid value 5 for type ..." and "(path) name: Cannot find field".
_WRONG = re.compile(
    r"(?P<path>[A-Za-z_][\w.\[\], ]*?): (?P<value>.*?)(?: \(default\))? must be |"
    r"not JSON of the message \w+: (?:\((?P<field>[\w.\[\]]+)\))?"
    r"(?:: invalid value (?P<given>.*?) for type | ?(?P<unknown>\w+): Cannot find field)", re.S)


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
    path = ".".join(part for part in (told["path"], told["field"], told["unknown"]) if part)
    return kind(code, message, path, _number_or_text(told["value"] or told["given"] or ""))


def _number_or_text(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text.strip('"') or None
