"""Messages of the wire in Python: as dicts, as texts in protobuf's JSON, or as such."""
from __future__ import annotations

import json
import math
from typing import Any, Mapping

import numpy as np

from carom.arguments import wrong


def to_dict(name: str, value: Any) -> Any:
    """A dict, a text of JSON or a message; a text becomes a dict."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise wrong(name, value, f"JSON ({error})") from error
    if not isinstance(value, Mapping) and not _is_message(value):
        raise wrong(name, value, "a name, a dict or a text of JSON", got=type(value).__name__)
    return value


def to_json(value: Any) -> str:
    """The JSON of a message whose fields are plain, NumPy's, or messages themselves."""
    try:
        return json.dumps(value, default=_plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        _find_wrong("", value)  # Takes longer than to write what is right.
        raise wrong("request", value, "what JSON can tell", got=str(error)) from error


def _plain(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if _is_message(value):
        from google.protobuf import json_format
        return json_format.MessageToDict(value, preserving_proto_field_name=True)
    raise TypeError(f"{type(value).__name__} {value!r}")


def _is_message(value: Any) -> bool:
    return hasattr(value, "DESCRIPTOR")


def _find_wrong(path: str, value: Any) -> None:
    """Raises for the first field that JSON cannot tell."""
    if isinstance(value, Mapping):
        for key, entry in value.items():
            if not isinstance(key, str):
                raise wrong(path or "request", key, "the name of a field")
            _find_wrong(f"{path}.{key}" if path else key, entry)
    elif isinstance(value, (list, tuple)):
        for number, entry in enumerate(value):
            _find_wrong(f"{path}[{number}]", entry)
    elif isinstance(value, (np.ndarray, np.generic)):
        _find_wrong(path, value.tolist())
    elif isinstance(value, float) and not math.isfinite(value):
        raise wrong(path, value, "finite")
    elif not (value is None or isinstance(value, (bool, int, float, str)) or _is_message(value)):
        raise wrong(path or "request", value, "a number, a text, a list or a dict",
                    got=f"a {type(value).__name__}")
