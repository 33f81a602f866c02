"""How long a farm goes on without a sign of life of its servers."""
from __future__ import annotations

import threading
import time
from collections import Counter
from typing import Callable, Counter as Counts, Dict, Optional, Set, Tuple

from carom.errors import CaromError

# How long a worker looks for its server before another one may take the part, s: longer than a
# server takes to start anew, so that what it has played is not lost.
OF_A_PART = 5.0
MOST_LATE = 20  # How often a part may fail late: more than servers are lost while one is played.
_SLACK = 1.0  # By how much a call may end after its patience without having lived, s.


class Patience:
    """The patience of a farm, which its workers share: it lasts for some seconds from the last sign
    of life of any server. A part that is done is one, and so is a call that failed late. A part that
    always fails late ends it. Thread-safe."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic):
        self._seconds, self._clock = seconds, clock
        self._lock = threading.Lock()
        self._alive = clock()  # The last sign of life.
        self._calls: Dict[int, Tuple[float, float]] = {}  # Of a worker: its begin, its patience.
        self._failing: Set[int] = set()  # Workers whose last call has failed.
        self._late: Counts[int] = Counter()  # Of a part: how often it has failed late.

    def begin(self, worker: int) -> float:
        """A call of the worker begins: how long it may be repeated, s."""
        with self._lock:
            allowed = min(OF_A_PART, self._left())
            self._calls[worker] = self._clock(), allowed
            return allowed

    def note_part(self, worker: int) -> None:
        """The worker's call has done its part."""
        with self._lock:
            self._calls.pop(worker)
            self._failing.discard(worker)
            self._alive = self._clock()

    def note_failure(self, worker: int, part: int, ran: Optional[float] = None) -> float:
        """The worker's call for a part has failed: how long the farm goes on, s; 0: it gives up. It
        does not while a call runs that has not failed, unless the part has failed late MOST_LATE times.
        ran: how long the call has taken, s, where it had to wait for its turn; default: since
        `begin()`."""
        with self._lock:
            began, allowed = self._calls.pop(worker)
            began = began if ran is None else self._clock() - ran
            self._failing.add(worker)
            lived_until = self._clock() - allowed
            if lived_until > began + _SLACK:
                self._alive = max(self._alive, lived_until)
                self._late[part] += 1
            if self._late[part] >= MOST_LATE:
                return 0.0
            return self._left() or (OF_A_PART if set(self._calls) - self._failing else 0.0)

    def reason(self, part: int, error: CaromError) -> CaromError:
        """Why the farm gives up after this error of a part: the part itself, where that fails always."""
        late = self._late[part]
        return error if late < MOST_LATE else CaromError(
            "INTERNAL", f"part {part} has failed {late} times while its server was there; the last time: "
            f"{error.code}: {error.message}")

    def _left(self) -> float:
        return max(0.0, self._seconds - (self._clock() - self._alive))
