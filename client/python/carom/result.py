"""What became of shots, as arrays."""
from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Dict, FrozenSet, List, Optional, Tuple

import numpy as np
from numpy.typing import NDArray

from carom import arguments
from carom.arguments import at_index, wrong
from carom.arrow import Tabular
from carom.enums import DerivativeEnd, StopReason
from carom.errors import CaromError, _from_status
from carom.rulings import Rulings, States, Touches
from carom.strikes import FIELDS

__all__ = ["Events", "Samples", "Contacts", "Derivatives", "Probe", "Result", "Shot"]


def _rows_of(offsets: np.ndarray, shot: int) -> slice:
    """The rows of one shot; IndexError where there is none of this number."""
    number = arguments.index("shot", shot, len(offsets) - 1)
    return slice(int(offsets[number]), int(offsets[number + 1]))


def _numbers_of(log: Any) -> np.ndarray:
    return np.arange(len(log.offsets) - 1) if log.numbers is None else log.numbers


def _number_of(log: Any, shot: int) -> np.ndarray:
    """That of one shot, (1,), at a cost that does not grow with the log."""
    return np.array([shot], np.int64) if log.numbers is None else log.numbers[shot:][:1]


@dataclass(frozen=True)
class Events(Tabular):
    """The events of shots as columns: shot i has the rows offsets[i] to offsets[i + 1].

    `to_arrow()`, `to_pandas()` and `to_polars()` tell them as a table of one row an event, whose
    column `shot` is that of the result's table.
    """

    offsets: NDArray[np.int64]  #: (n + 1,) int64.
    times: NDArray[np.float64]  #: (events,) float64, s after the start of the shot.
    kinds: NDArray[np.int8]  #: (events,) int8: `EventKind`.
    balls: NDArray[np.int8]  #: (events,) int8: index of the ball.
    others: NDArray[np.int16]  #: (events,) int16: the other ball, nose, jaw, pocket or edge; -1 without.
    contacts: NDArray[np.int8]  #: (events,) int8: `kinds`, but of a PRESS the kind of its contacts.
    durations: NDArray[np.float64]  #: (events,) float64, s; 0 but of a PRESS.
    impulses: NDArray[np.float64]  #: (events,) float64, N s: of a PRESS, its normal impulse; else 0.
    #: (events, 2, 3, 3) float64, of `run(event_states=True)`: position, velocity and angular velocity
    #: of the ball, and of the other where it is a ball (else NaN), just before the event.
    before: Optional[NDArray[np.float64]] = None
    #: Just after it, likewise; of a PRESS, after its last contact.
    after: Optional[NDArray[np.float64]] = None
    #: (n,) int64: numbers of the shots, of a filter or a stream; None: 0, 1, ...
    numbers: Optional[NDArray[np.int64]] = None

    def __len__(self) -> int:
        return len(self.times)

    def of(self, shot: int) -> "Events":
        """Those of one shot."""
        rows = _rows_of(self.offsets, shot)
        before, after = (None if states is None else states[rows] for states in (self.before, self.after))
        return Events(np.array([0, rows.stop - rows.start]), self.times[rows], self.kinds[rows],
                      self.balls[rows], self.others[rows], self.contacts[rows],
                      self.durations[rows], self.impulses[rows], before, after, _number_of(self, shot))

    @property
    def shots(self) -> np.ndarray:
        """Numbers of the shots, (n,) int64."""
        return _numbers_of(self)

    def __repr__(self) -> str:
        return f"<carom.Events: {len(self)} of {len(self.offsets) - 1} shots>"


@dataclass(frozen=True)
class Samples(Tabular):
    """The motion of shots at times: shot i has the rows offsets[i] to offsets[i + 1].

    Quantities are attributes too: `samples.position`. Tables as those of `Events`, of one row a time.
    """

    offsets: NDArray[np.int64]  #: (n + 1,) int64.
    times: NDArray[np.float64]  #: (samples,) float64, s after the start of the shot.
    balls: NDArray[np.int8]  #: (sampled balls,) int8: their indices.
    #: By name: position, velocity, angular_velocity, acceleration, angular_acceleration (samples,
    #: balls, 3), motion (samples, balls, 1), orientation (samples, balls, 4); of all balls together energy (samples, 6) and
    #: constraint_violation (samples, 2). float64, SI units.
    quantities: Dict[str, np.ndarray]
    numbers: Optional[NDArray[np.int64]] = None  #: As those of `Events`.

    def __getattr__(self, name: str) -> NDArray[np.float64]:
        quantities: Dict[str, NDArray[np.float64]] = object.__getattribute__(self, "__dict__").get(
            "quantities", {})
        if name in quantities:
            return quantities[name]
        raise AttributeError(f"no quantity {name!r} was sampled; there are {sorted(quantities)}")

    def of(self, shot: int) -> "Samples":
        """Those of one shot."""
        rows = _rows_of(self.offsets, shot)
        return Samples(np.array([0, rows.stop - rows.start]), self.times[rows], self.balls,
                       {name: values[rows] for name, values in self.quantities.items()},
                       _number_of(self, shot))

    @property
    def shots(self) -> np.ndarray:
        """Numbers of the shots, (n,) int64."""
        return _numbers_of(self)

    def __repr__(self) -> str:
        names = ", ".join(self.quantities)
        return f"<carom.Samples: {len(self.times)} of {len(self.offsets) - 1} shots; {names}>"


@dataclass(frozen=True)
class Contacts:
    """Contacts of the compliant engine: shot i has the contacts offsets[i] to offsets[i + 1], and
    contact k the steps row_offsets[k] to row_offsets[k + 1]."""

    offsets: NDArray[np.int64]  #: (n + 1,) int64.
    kinds: NDArray[np.int8]  #: (contacts,) int8: `EventKind`.
    balls: NDArray[np.int8]  #: (contacts,) int8.
    others: NDArray[np.int16]  #: (contacts,) int16.
    begins: NDArray[np.float64]  #: (contacts,) float64, s.
    ends: NDArray[np.float64]  #: (contacts,) float64, s.
    row_offsets: NDArray[np.int64]  #: (contacts + 1,) int64.
    row_times: NDArray[np.float64]  #: (steps,) float64, s.
    penetrations: NDArray[np.float64]  #: (steps,) float64, m.
    rates: NDArray[np.float64]  #: (steps,) float64, of the penetration, m/s.
    normal_forces: NDArray[np.float64]  #: (steps,) float64, N.
    friction_forces: NDArray[np.float64]  #: (steps,) float64, N.

    def __repr__(self) -> str:
        return f"<carom.Contacts: {len(self.kinds)} of {len(self.offsets) - 1} shots>"


@dataclass(frozen=True)
class Derivatives:
    """How shots change with the numbers of `paths`: SI units and radians, per unit of the path.

    `valid` says which balls have derivatives to the end of their shot; of the others the arrays
    are NaN. They are those of the shot as it happened, event by event: use them through one impact
    of balls, clip them at two, and sample beyond (core/README.md).
    """

    paths: Tuple[str, ...]
    positions: NDArray[np.float64]  #: (n, balls, 3, paths) float64: of where the centres end.
    velocities: NDArray[np.float64]  #: Likewise: of the velocities then.
    spins: NDArray[np.float64]  #: Likewise: of the angular velocities then.
    ends: NDArray[np.int8]  #: (n, balls) int8: `DerivativeEnd`; NONE where `valid`.
    #: (n, balls) int32: the event at which a ball's derivatives end, counted from 0 in its shot; -1
    #: where they end at the start, and where `valid`.
    end_events: NDArray[np.int32]
    #: (events, paths) float64, with events: of the times of `Result.events`, 0 from the end on.
    event_times: NDArray[np.float64]
    #: (samples, balls, 9, paths) float64, with samples: of position, velocity and angular velocity
    #: at the times of `Result.samples`; 0 from the end on.
    samples: Optional[NDArray[np.float64]]
    #: (n, goals) float64, of `run(margins=)`, m: how far the shot is from missing the goal, below 0
    #: from meeting it (Goal of the wire); infinite where a goal has no distance, NaN where the shot
    #: failed.
    margin_values: NDArray[np.float64]
    #: (n, goals, paths) float64: of these; NaN where one depends on a ball that has no derivatives, is
    #: infinite, or has a kink.
    margins: NDArray[np.float64]

    @property
    def valid(self) -> NDArray[np.bool_]:
        """(n, balls) bool."""
        return np.equal(self.ends, DerivativeEnd.NONE)

    def __repr__(self) -> str:
        valid = self.valid
        return f"<carom.Derivatives by {', '.join(self.paths)}: {valid.sum()} of {valid.size} balls>"


def _derivatives(columns: Dict[str, Any], paths: Tuple[str, ...], samples: Optional[Samples]
                 ) -> Derivatives:
    finals, sampled = columns.pop("finals"), columns.pop("samples")
    if samples is not None:
        shape = (len(samples.times), len(samples.balls), finals.shape[2], finals.shape[3])
        sampled = sampled.reshape(shape)
    return Derivatives(paths, finals[:, :, 0:3], finals[:, :, 3:6], finals[:, :, 6:9],
                       samples=None if samples is None else sampled, **columns)


@dataclass(frozen=True)
class Probe:
    """How far derivatives by the strike carry: shots played again with noise."""

    played: NDArray[np.int32]  #: (n,) int32: draws that could be played.
    kept: NDArray[np.int32]  #: (n, balls) int32: after so many a ball has the same events.
    #: (n, balls) float64, m: of these, between where the ball ends and where its derivatives say;
    #: NaN without any, or without derivatives.
    median_errors: NDArray[np.float64]
    worst_errors: NDArray[np.float64]  #: Likewise: the greatest.

    def __repr__(self) -> str:
        return f"<carom.Probe: {int(self.played.sum())} draws of {len(self.played)} shots>"


# Name: type, and what has an entry; `_shapes` tells of what size.
_ARRAYS: Dict[str, Tuple[type, str]] = {
    "positions": (np.float64, "coordinate"), "motions": (np.int8, "ball"),
    "pockets": (np.int8, "ball"), "first_contact": (np.int8, "shot"),
    "end_time": (np.float64, "shot"), "hash": (np.uint64, "shot"), "stop_reason": (np.int8, "shot"),
    "event_count": (np.uint32, "shot"), "ok": (np.bool_, "shot"), "labels": (np.float64, "label"),
}


def _shapes(n: int, balls: int, labels: int) -> Dict[str, Tuple[int, ...]]:
    return {"coordinate": (n, balls, 3), "ball": (n, balls), "shot": (n,), "label": (n, labels)}


def _of_arguments(text: str, balls: int, repeated: FrozenSet[str]) -> str:
    """A text of the wire's, in which an entry of ShotColumns is that of an argument of `strikes()`."""
    def argument(found: Any) -> str:
        name, index = found[1], int(found[2])
        if name not in ("positions_m", "motions"):
            return f"{FIELDS.get(name, name)}[{index}]"
        shot, ball = divmod(index // 2 if name == "positions_m" else index, balls)
        return at_index(name.removesuffix("_m"), (ball,) if name in repeated else (shot, ball))

    return re.sub(r"^columns\.(\w+)\[(\d+)\]", argument, text)


class Result(Tabular):
    """What became of `len(self)` shots.

    positions: (n, balls, 3) float64, where the centres end, m; NaN where the shot failed.
    motions: (n, balls) int8, how the balls end, `Motion`; 0 where the shot failed.
    pockets: (n, balls) int8, the pocket that took the ball, or -1.
    first_contact: (n,) int8, the ball that the cue ball touched first, or -1.
    end_time: (n,) float64, s; NaN where the shot failed.
    hash: (n,) uint64, fingerprint of the shot; 0 where it failed.
    stop_reason: (n,) int8, why the shot ended, `StopReason`; 0 where it failed.
    event_count: (n,) uint32.
    ok: (n,) bool, whether the shot could be simulated.
    labels: (n, labels) float64, of `run(labels=)`: 1 where the goal is reached, else 0, and of a
        score the sum; NaN where the shot failed.
    numbers: (n,) int64, which of the shots these are: all, or with a filter those that pass it. In
        a stream `first` is to be added.
    errors: [(number, message), ...] of the shots that could not be simulated.
    events, samples, contacts, touches, derivatives, probe: as asked for, else None.
    evaluations, steps: (n,) int64, of `run(cost=True)`: how often the compliant engine evaluated all
        forces, in how many steps; 0 of the others. Else None.
    inputs: what was drawn for each shot, by name (n,) float64; of `carom.draws()` alone.
    first: number of shot 0 in a stream.

    With detail="labels" there are no balls: positions are (n, 0, 3), first_contact is -1.

    `to_arrow()`, `to_pandas()` and `to_polars()` tell these as a table of one row a shot, with the
    number `shot` first, what was drawn or given as `input_...`, and in one that is not flat also `events` and
    `samples` as lists. Touches, contacts, derivatives and probes are no part of it. The table shares
    the arrays, which `run(out=)` overwrites.
    """

    __slots__ = (*_ARRAYS, "errors", "events", "samples", "contacts", "touches", "derivatives",
                 "probe", "evaluations", "steps", "inputs", "engine_version", "first", "_failures", "_numbers", "_origin")

    positions: NDArray[np.float64]
    motions: NDArray[np.int8]
    pockets: NDArray[np.int8]
    first_contact: NDArray[np.int8]
    end_time: NDArray[np.float64]
    hash: NDArray[np.uint64]
    stop_reason: NDArray[np.int8]
    event_count: NDArray[np.uint32]
    ok: NDArray[np.bool_]
    labels: NDArray[np.float64]

    def __init__(self, n: int, balls: int, labels: int = 0):
        shapes = _shapes(arguments.whole("n", n, 0), arguments.whole("balls", balls, 0),
                         arguments.whole("labels", labels, 0))
        for name, (dtype, entry) in _ARRAYS.items():
            setattr(self, name, np.empty(shapes[entry], dtype))
        self.errors: List[Tuple[int, str]] = []
        self.events: Optional[Events] = None
        self.samples: Optional[Samples] = None
        self.contacts: Optional[Contacts] = None
        self.touches: Optional[Touches] = None
        self.derivatives: Optional[Derivatives] = None
        self.probe: Optional[Probe] = None
        self.evaluations: Optional[NDArray[np.int64]] = None
        self.steps: Optional[NDArray[np.int64]] = None
        self.inputs: Dict[str, np.ndarray] = {}
        self.engine_version = ""
        self.first = 0
        self._failures: Dict[int, Tuple[str, ...]] = {}  # Arguments of _from_status(), by shot.
        self._numbers: Optional[NDArray[np.int64]] = None
        self._origin: Any = None

    def __len__(self) -> int:
        return len(self.ok)

    @property
    def numbers(self) -> NDArray[np.int64]:
        """Which of the shots these are, (n,) int64."""
        return np.arange(len(self)) if self._numbers is None else self._numbers

    def raise_if_failed(self) -> "Result":
        """Raises the error of the first shot that failed, if there is one; returns itself."""
        if self.errors:
            index, message = self.errors[0]
            error = _from_status(*self._failures[index])
            error.args = (f"shot {index}: {message}",)
            raise error
        return self

    def rulings(self, rules: str, states: States = None, calls: States = None) -> Rulings:
        """What a referee says of these shots: `Simulator.rule_shots()` of the simulator that has
        played them."""
        ruled: Rulings = self._origin[0].rule_shots(rules, self, states, calls)
        return ruled

    def shot(self, index: int) -> "Shot":
        """One of the shots, which shows itself in a notebook."""
        return Shot(self, arguments.index("index", index, len(self), from_end=True))

    def __repr__(self) -> str:
        failed = f", {len(self.errors)} failed" if self.errors else ""
        balls = self.positions.shape[1]
        return f"<carom.Result: {len(self)} shots of {balls} balls{failed}>"

    def _check_out(self, n: int, balls: int, labels: int) -> None:
        """That these arrays can take n shots of so many balls and labels."""
        if np.shape(self.pockets) != (n, balls):
            raise wrong("out", self, f"({n}, {balls})", got=f"of shape {np.shape(self.pockets)}")
        shapes = _shapes(n, balls, labels)
        for name, (dtype, entry) in _ARRAYS.items():
            array, shape = getattr(self, name), shapes[entry]
            if not isinstance(array, np.ndarray) or array.shape != shape:
                raise wrong(f"out.{name}", array, f"an array of {shape}",
                            got=f"of shape {np.shape(array)}")
            if array.dtype != dtype or not array.flags.c_contiguous or not array.flags.writeable:
                raise wrong(f"out.{name}", array, f"contiguous writeable {dtype.__name__}",
                            got=f"{array.dtype}")

    def _arrays(self) -> Dict[str, np.ndarray]:
        return {name: getattr(self, name) for name in _ARRAYS}

    def _take(self, rest: Dict[str, Any], origin: Any, paths: Tuple[str, ...] = ()) -> None:
        """What is not dense."""
        _, game, shots = origin
        repeated: FrozenSet[str] = getattr(shots, "repeated", frozenset())  # Draws have no columns.
        self._failures = {shot: tuple(_of_arguments(text, game.ball_count, repeated) for text in failure)
                          for shot, failure in sorted(rest["errors"])}
        self.errors = [(index, message) for index, (_, message, *_) in self._failures.items()]
        self.events = Events(**rest["events"]) if "events" in rest else None
        self.samples = Samples(**rest["samples"]) if "samples" in rest else None
        self.contacts = Contacts(**rest["contacts"]) if "contacts" in rest else None
        self.touches = Touches(rest["touches"]) if "touches" in rest else None
        derivatives = rest.get("derivatives")
        self.derivatives = None if derivatives is None else _derivatives(derivatives, paths, self.samples)
        self.probe = Probe(**rest["probe"]) if "probe" in rest else None
        self.evaluations, self.steps = rest.get("evaluations"), rest.get("steps")
        self.inputs = rest.get("inputs", {})
        self.engine_version = rest["engine_version"]
        self._numbers = rest.get("numbers")
        if self._numbers is not None:  # The arrays were made for all shots.
            for name in _ARRAYS:
                setattr(self, name, getattr(self, name)[:len(self._numbers)].copy())
        self._origin = origin
        self._begin_at(0)

    def _begin_at(self, first: int) -> None:
        """The number of shot 0; logs know those of their shots."""
        self.first = first
        for name in ("events", "samples"):
            log = getattr(self, name)
            if log is not None and (first or self._numbers is not None):
                setattr(self, name, replace(log, numbers=first + self.numbers))


class Shot:
    """One shot of a result. In a notebook it shows itself as a picture.

    Attributes are those of `Result`, of this shot alone.
    """

    __slots__ = ("_result", "index")

    positions: NDArray[np.float64]
    motions: NDArray[np.int8]
    pockets: NDArray[np.int8]
    first_contact: np.int8
    end_time: np.float64
    hash: np.uint64
    stop_reason: np.int8
    event_count: np.uint32
    ok: np.bool_
    labels: NDArray[np.float64]
    events: Optional[Events]
    samples: Optional[Samples]

    def __init__(self, result: Result, index: int):
        self._result = result
        self.index = index

    def __getattr__(self, name: str) -> Any:
        if name in ("events", "samples"):
            logs = getattr(self._result, name)
            return None if logs is None else logs.of(self.index)
        if name in _ARRAYS:
            return getattr(self._result, name)[self.index]
        raise AttributeError(name)

    @property
    def error(self) -> Optional[CaromError]:
        """Why it could not be simulated; None if it could."""
        if self.ok:
            return None
        return _from_status(*self._result._failures[self.index])

    def svg(self, dark: bool = False) -> str:
        """The picture of `carom render`: table, paths by state of motion, numbered events."""
        return self._draw("svg", dark)

    def html(self, dark: bool = False) -> str:
        """A page that replays the shot, complete in itself."""
        return self._draw("html", dark)

    def _draw(self, kind: str, dark: bool) -> str:
        arguments.truth("dark", dark)
        simulator, game, shots = self._result._origin
        if not hasattr(shots, "columns"):
            raise CaromError("UNIMPLEMENTED", "a shot that the engine has drawn has no picture")
        one = shots[int(self._result.numbers[self.index])]
        columns = {name: column if len(column) == 1 else column[:1]
                   for name, column in one.columns.items()}
        drawn: str = simulator._core.draw(game._core, columns, kind, dark)
        return drawn

    def _repr_html_(self) -> str:
        return self.svg() if self.ok else f"<pre>{_escape(repr(self))}</pre>"

    def __repr__(self) -> str:
        if not self.ok:
            return f"<carom.Shot {self.index}: failed: {self.error}>"
        potted = [f"ball {b} in pocket {p}" for b, p in enumerate(self.pockets) if p >= 0]
        reason = StopReason(int(self.stop_reason)).name.lower().replace("_", " ")
        text = "; ".join([*potted, f"{reason} after {self.end_time:.3f} s"])
        return f"<carom.Shot {self.index}: {text}>"


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
