"""The engine in this process, and the way to a server."""
from __future__ import annotations

import json
import math
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Union

import numpy as np

from carom import _core
from carom.errors import CaromError, _wrong
from carom.game import Game, _to_dict, _to_json
from carom.result import Result
from carom.rulings import Rulings, States, _question
from carom.strikes import Draws, Strikes

__all__ = ["Simulator", "Connection", "connect"]

Shots = Union[Strikes, Draws]


class _Player:
    """What `Simulator` and `Connection` have in common. Thread-safe."""

    _core: Any

    def run(self, game: Game, shots: Shots, out: Optional[Result] = None, *, events: bool = False,
            samples: Any = None, contacts: bool = False, touches: bool = False,
            detail: Optional[str] = None, timeout: Optional[float] = None) -> Result:
        """Plays shots. Without the GIL; Ctrl-C ends it with KeyboardInterrupt within 100 ms.

        game: what they are played on.
        shots: of `carom.strikes()` or `carom.draws()`.
        out: a result of as many shots of as many balls, whose arrays are written anew and returned.
        events: whether `Result.events` is told. detail="events" is the same.
        samples: whether `Result.samples` is told: a period, s, or a dict with any of period_s,
            times_s (list), balls (indices), quantities (names as "position"); with events.
            detail="samples" alone samples every 0.05 s.
        contacts: whether `Result.contacts` is told, of the compliant engine.
        touches: whether `Result.touches` is told, which `rule_shots()` reads.
        timeout: s; then CaromError with the code DEADLINE_EXCEEDED.

        A shot that cannot be simulated fails alone: see `Result.errors`. Raises `CaromError` where
        the call fails.
        """
        if not isinstance(game, Game):
            raise _wrong("game", type(game).__name__, "a carom.Game")
        if not isinstance(shots, (Strikes, Draws)):
            raise _wrong("shots", type(shots).__name__, "made by carom.strikes() or carom.draws()")
        count = len(shots)
        result = out
        if result is None:
            result = Result(count, game.ball_count)
        else:
            result._check_out(count, game.ball_count)
        source: Any = shots.columns if isinstance(shots, Strikes) else _generator(shots)
        rest = self._core.run(game._core, count, source, result._arrays(),
                              _detail(events, samples, contacts, touches, detail,
                                      isinstance(shots, Draws)),
                              _seconds(timeout))
        result._take(rest, (self, game, shots))
        return result

    def stream(self, game: Game, shots: Shots, chunk: int = 65536, **options: Any
               ) -> Iterator[Result]:
        """`run()` for so many shots at a time: memory stays flat. `Result.first` is the number of
        a chunk's first shot; results are new arrays each time."""
        if chunk < 1:
            raise _wrong("chunk", chunk, "at least 1")
        for first in range(0, len(shots), chunk):
            result = self.run(game, shots[first:first + chunk], **options)
            result.first = first
            yield result

    def events(self, game: Game, shots: Shots, **options: Any):
        """`Result.events` of `run()`."""
        return self.run(game, shots, events=True, **options).events

    def samples(self, game: Game, shots: Shots, samples: Any = 0.05, **options: Any):
        """`Result.samples` of `run()`."""
        return self.run(game, shots, samples=samples, **options).samples

    def estimate(self, request: Any, game: Optional[Game] = None, timeout: Optional[float] = None
                 ) -> Dict[str, Any]:
        """How probably candidates reach their goals when they are played with noise, and which is
        best: EstimateOutcomesRequest to Estimates (proto/carom/v1/estimate.proto).

        request: a dict in the wire's JSON, a text or a message; the answer is a dict, with enums by
        name. game: in place of its tables, settings and layouts.
        """
        parts = dict(_to_dict("request", request)) if not hasattr(request, "DESCRIPTOR") else request
        if game is not None:
            parts = {**json.loads(_to_json(parts)), **game.to_dict()}
        return self._core.estimate(_to_json(parts), _seconds(timeout))

    def rule_shots(self, rules: str, result: Result, states: States = None, calls: States = None,
                   timeout: Optional[float] = None) -> Rulings:
        """What a referee says of shots, by the texts of the rules (proto/carom/v1/rules.proto).

        rules: "nine_ball", "eight_ball" or "three_cushion".
        result: of `run(touches=True)`. Ball i is the ball that is numbered i; of three-cushion 0
            is the white ball, 1 the yellow and 2 the red one.
        states: the game before each shot, GameState of the wire as a dict: one for all shots, or a
            list of one a shot. Default: the start of the game. Go on with `rulings[i]["next"]`.
        calls: what was announced, ShotCall of the wire, likewise. Default: nothing.

        A shot that failed or has not come to rest is not ruled; its ruling's `failure` says why.
        """
        if not isinstance(result, Result) or result.touches is None:
            raise _wrong("result", "without touches", "of run(touches=True)")
        return Rulings(self._core.rule_shots(_question(rules, states, calls), result.touches._core,
                                             _seconds(timeout)))

    def mechanism(self, request: Any, timeout: Optional[float] = None) -> Dict[str, Any]:
        """One of the papers' other systems: SimulateMechanismRequest to its response
        (proto/carom/v1/mechanism.proto), as `estimate()` takes and gives them."""
        return self._core.mechanism(_to_json(_to_dict("request", request)), _seconds(timeout))

    def info(self, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Version, limits and names of tables, racks, laws and so on: GetServerInfoResponse."""
        return self._core.info(_seconds(timeout))

    def table(self, name: str, timeout: Optional[float] = None) -> Dict[str, Any]:
        """A table of the catalogue as plain geometry, fit to be changed and given to `Game`."""
        return self._core.table(name, _seconds(timeout))

    def close(self) -> None:
        """Stops running calls, which end with the code CANCELLED; later ones raise."""
        self._core.close()

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Simulator(_Player):
    """The engine in this process.

        with carom.Simulator() as simulator:
            result = simulator.run(carom.Game(rack="nine_ball"), carom.strikes(1000, speed=7.0))

    threads: in [0, 1024]; 0: one per processor that the process may use. They start with the first
        call, and anew in a forked child. The bits of results do not depend on them.
    """

    def __init__(self, threads: int = 0):
        if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)):
            raise _wrong("threads", repr(threads), "a whole number")
        if not 0 <= threads <= 1024:
            raise _wrong("threads", threads, "in [0, 1024]")
        self.threads = int(threads)
        self._core = _core.Simulator.local(self.threads)

    def __reduce__(self):
        return Simulator, (self.threads,)

    def __repr__(self) -> str:
        return f"carom.Simulator(threads={self.threads})"


class Connection(_Player):
    """The way to a server; made by `carom.connect()`."""

    def __init__(self, target: str, options: Mapping[str, Any]):
        self.target = target
        self._options = dict(options)
        self._core = _core.Simulator.connect(target, self._options)

    def __reduce__(self):
        return Connection, (self.target, self._options)

    def __repr__(self) -> str:
        return f"carom.connect({self.target!r})"


def connect(target: str, *, tls: Union[bool, Mapping[str, str], None] = None, token: str = "",
            connections: int = 1, allow_token_in_plain_text: bool = False) -> Connection:
    """A connection to a carom-server; returns at once, the first call finds out whether it is there.

    target: "host:port".
    tls: True for the system's authorities, or a dict with any of root_certificates,
        certificate_chain, private_key (texts in PEM) and server_name.
    token: a bearer token; over TLS or to this machine only.
    connections: TCP connections that share the calls, in [1, 64].

    Not to be used in a forked child of a process that has used one: gRPC does not survive a fork.
    """
    if not isinstance(target, str) or not target:
        raise _wrong("target", repr(target), "a text such as \"localhost:50051\"")
    if not 1 <= connections <= 64:
        raise _wrong("connections", connections, "in [1, 64]")
    options: Dict[str, Any] = {"connections": connections, "token": token,
                               "allow_token_in_plain_text": allow_token_in_plain_text}
    if tls:
        known = {"root_certificates", "certificate_chain", "private_key", "server_name"}
        given = {} if tls is True else dict(tls)
        if set(given) - known:
            raise _wrong("tls", sorted(set(given) - known), f"of {sorted(known)}")
        options["tls"] = given
    return Connection(target, options)


def _generator(shots: Draws) -> str:
    return _to_json({**shots.source, "first_shot": str(shots.first)})


def _detail(events: bool, samples: Any, contacts: bool, touches: bool, detail: Optional[str],
            drawn: bool) -> str:
    """The wire's Detail as JSON; empty for the default."""
    if detail not in (None, "final", "events", "samples"):
        raise _wrong("detail", repr(detail), "final, events or samples")
    asked: Dict[str, Any] = {}
    if events or detail == "events":
        asked["level"] = "LEVEL_EVENTS"
    if detail == "samples" and samples is None:
        samples = 0.05
    if samples is not None and samples is not False:
        asked["level"] = "LEVEL_SAMPLES"
        asked["samples"] = _samples(samples)
    if contacts:
        asked["contacts"] = True
    if touches:
        asked["touches"] = True
    if drawn:
        asked["inputs"] = True
    return _to_json(asked) if asked else ""


def _samples(samples: Any) -> Dict[str, Any]:
    if not isinstance(samples, Mapping):
        if isinstance(samples, bool) or not isinstance(samples, (int, float, np.number)):
            raise _wrong("samples", repr(samples), "a period, s, or a dict")
        return {"period_s": float(samples)}
    known = {"period_s", "times_s", "balls", "quantities"}
    if set(samples) - known:
        raise _wrong("samples", sorted(set(samples) - known), f"of {sorted(known)}")
    names = samples.get("quantities", ())
    return {**{k: v for k, v in samples.items() if k != "quantities"},
            "quantities": [f"QUANTITY_{name.upper()}" for name in names]}


def _seconds(timeout: Optional[float]) -> float:
    if timeout is None:
        return math.inf
    if not timeout > 0:
        raise _wrong("timeout", timeout, "above 0 s")
    return float(timeout)
