"""Whose simulator an environment plays with."""
from __future__ import annotations

from typing import Optional

import carom
from carom import arguments
from carom.arguments import wrong
from carom.simulator import AnySimulator


class OwnSimulator:
    """The caller's simulator, or one that is made when it is first needed, so after a fork."""

    def __init__(self, given: Optional[AnySimulator] = None, threads: int = 0):
        if given is not None and not callable(getattr(given, "run", None)):
            raise wrong("simulator", given, "a carom.Simulator or carom.connect(...)",
                        got=type(given).__name__)
        self._given, self._threads = given, arguments.whole("threads", threads, 0, 1024)
        self._made: Optional[carom.Simulator] = None

    def get(self) -> AnySimulator:
        if self._given is not None:
            return self._given
        if self._made is None:
            self._made = carom.Simulator(threads=self._threads)
        return self._made

    def close(self) -> None:
        """Closes the one that was made; the caller's stays open."""
        if self._made is not None:
            self._made.close()
            self._made = None
