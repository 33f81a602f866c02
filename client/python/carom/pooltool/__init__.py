"""Plays the systems of pooltool (pooltool-billiards 0.6) with Carom.

    from carom.pooltool import simulate          # in place of: from pooltool import simulate
    system = simulate(pt.System.example(), continuous=True)
    pt.show(system)

What Carom has no counterpart of raises `Refused`, which names the field.
"""
from __future__ import annotations

from typing import Any

try:
    import pooltool as _pooltool  # noqa: F401
except ImportError as _error:
    _missing = _error

    def __getattr__(name: str) -> Any:
        """`python -m carom.pooltool` is found without pooltool, and says what it needs."""
        if name.startswith("__"):
            raise AttributeError(name)
        raise ImportError("carom.pooltool needs pooltool: pip install 'carom[pooltool]'") from _missing
else:
    from carom.pooltool.naming import Refused
    from carom.pooltool.playing import simulate, simulate_many
    from carom.pooltool.reading import read

__all__ = ["Refused", "read", "simulate", "simulate_many"]
