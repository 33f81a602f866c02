"""The engine in this process, and the way to a server."""
from __future__ import annotations

import json
import threading
from concurrent.futures import Future
from typing import Any, Dict, Iterable, Iterator, Mapping, Optional, Tuple, TypeVar, Union

from carom import arguments, arrow
from carom._core import Simulator as _Native
from carom.arguments import wrong
from carom.detail import detail_of, goals_of
from carom.errors import CaromError
from carom.game import Game
from carom.messages import to_dict, to_json
from carom.result import Events, Probe, Result, Samples
from carom.rulings import Rulings, States, _question
from carom.strikes import Draws, Strikes

__all__ = ["Simulator", "Connection", "connect"]

Shots = Union[Strikes, Draws]
_Self = TypeVar("_Self", bound="_Player")
_Logs = TypeVar("_Logs")
_LABELS = ("LEVEL_LABELS", 4)  # By name and number, as JSON tells an enum.
_TLS = ("root_certificates", "certificate_chain", "private_key", "server_name")


class _Player:
    """What `Simulator` and `Connection` have in common. Thread-safe."""

    _core: _Native

    def run(self, game: Game, shots: Shots, out: Optional[Result] = None, *, events: bool = False,
            event_states: bool = False, samples: Any = None, contacts: bool = False,
            touches: bool = False, derivatives: Any = None, margins: Any = None, probe: Any = None,
            cost: bool = False, detail: Union[str, Mapping[str, Any], None] = None,
            filter: Any = None, labels: Any = None, timeout: Optional[float] = None,
            retry_for: Optional[float] = None) -> Result:
        """Plays shots. Without the GIL; Ctrl-C ends it with KeyboardInterrupt within 100 ms.

        game: what they are played on.
        shots: of `carom.strikes()` or `carom.draws()`.
        out: a result of as many shots of as many balls, whose arrays are written anew and returned.
        events: whether `Result.events` is filled. detail="events" is the same.
        event_states: whether these events have the states of balls before and after; with events.
        samples: whether `Result.samples` is filled: a period, s, or a dict with any of period_s,
            times_s (list), balls (indices), quantities (names as "position"); with events.
            detail="samples" alone samples every 0.05 s.
        contacts: whether `Result.contacts` is filled, of the compliant engine.
        touches: whether `Result.touches` is filled, which `rule_shots()` reads.
        derivatives: a list of numbers by which shots are differentiated, as paths:
            "strike.azimuth_rad", "balls[0].position_m.x", "settings.cloth.rolling_friction"
            (Detail.derivatives of the wire has all); they fill `Result.derivatives`.
        margins: a list of up to 16 goals, with derivatives: how far shots are from missing or
            meeting each, and how that changes.
        probe: how often shots are played again with noise, which tells how far derivatives by the
            strike carry, into `Result.probe`; or a dict with any of draws (in [1, 1024], default
            64), noise (a magnitude of the ICGA's noise, default 1, or a dict as StrikeNoise of
            the wire) and seed.
        cost: whether `Result.evaluations` and `Result.steps` are filled, of the compliant engine.
        filter: a goal, Goal of the wire (proto/carom/v1/goal.proto) as a dict, JSON or a message.
            All shots are played; the result has only those that reach it, and `Result.numbers`
            says which they are.
        labels: a list of up to 16 goals or scores, which are evaluated for every shot into
            `Result.labels`. detail="labels" leaves balls and outcomes out.
        detail: "final", "events", "samples" or "labels"; or in place of all that it tells of,
            Detail of the wire as a dict.
        timeout: s; then CaromError with the code DEADLINE_EXCEEDED.
        retry_for: how long a call that fails is repeated without a sign of life of the server, s;
            0: never. Default: 5 s, and 60 s where a run takes several calls.

        A shot that cannot be simulated fails alone: see `Result.errors`. Raises `CaromError` where
        the call fails.
        """
        arguments.instance("game", game, Game, "a carom.Game")
        _check_shots(shots)
        wanted = detail_of(events, event_states, samples, contacts, touches, derivatives, margins,
                           probe, cost, detail, isinstance(shots, Draws))
        goals, label_count = goals_of(filter, labels)
        balls = 0 if wanted.get("level") in _LABELS else game.ball_count
        if out is None:
            result = Result(len(shots), balls, label_count)
        else:
            if filter is not None:
                raise wrong("out", out, "None where a filter chooses the shots", got="given")
            result = arguments.instance("out", out, Result, "a carom.Result")
            result._check_out(len(shots), balls, label_count)
        source = _generator(shots) if isinstance(shots, Draws) else shots.columns
        rest = self._core.run(game._core, len(shots), source, result._arrays(),
                              to_json(wanted) if wanted else "", goals, _limits(timeout, retry_for))
        result._take(rest, (self, game, shots), tuple(wanted.get("derivatives") or ()))
        # A shot may fail alone. All do by a wrong path, or of an engine without derivatives.
        if len(result.errors) == len(shots) and result.errors[0][1].startswith("detail.derivatives"):
            result.raise_if_failed()
        return result

    def stream(self, game: Game, shots: Shots, chunk: int = 65536, **options: Any
               ) -> Iterator[Result]:
        """`run()` for so many shots at a time: memory stays flat. `Result.first` is the number of
        a chunk's first shot; results are new arrays each time."""
        size = arguments.whole("chunk", chunk, 1)
        _check_shots(shots)
        return self._stream(game, shots, size, options)

    def _stream(self, game: Game, shots: Shots, size: int, options: Dict[str, Any]
                ) -> Iterator[Result]:
        for first in range(0, len(shots), size):
            result = self.run(game, shots[first:first + size], **options)
            result._begin_at(first)
            yield result

    def submit(self, game: Game, shots: Shots, **options: Any) -> "Future[Result]":
        """`run()` beside the caller, who goes on: a future of the result, or of what `run()` raises.

        Ctrl-C ends waiting for the future alone; `close()` ends the run.
        """
        future: "Future[Result]" = Future()
        future.set_running_or_notify_cancel()  # It cannot be cancelled any more.

        def play() -> None:
            try:
                future.set_result(self.run(game, shots, **options))
            except BaseException as error:  # pylint: disable=broad-exception-caught
                future.set_exception(error)

        # Not one of a pool, for whose work the interpreter would wait at its end.
        threading.Thread(target=play, name="carom submit", daemon=True).start()
        return future

    def run_ahead(self, game: Game, batches: Iterable[Shots], **options: Any) -> Iterator[Result]:
        """`run()` for each batch; the next is played while the caller works with this one's result, and
        so is taken from `batches` before that: by a policy that is one step old."""
        if options.get("out") is not None:
            raise wrong("out", options["out"], "None: it would be written while the caller reads it",
                        got="given")
        return self._run_ahead(game, iter(batches), options)

    def _run_ahead(self, game: Game, batches: Iterator[Shots], options: Dict[str, Any]) -> Iterator[Result]:
        if (first := next(batches, None)) is None:
            return
        ahead = self.submit(game, first, **options)
        for shots in batches:
            played, ahead = ahead.result(), self.submit(game, shots, **options)
            yield played
        yield ahead.result()

    def record_batches(self, game: Game, shots: Shots, chunk: int = 65536, *, flat: bool = False,
                       **options: Any) -> Any:
        """`stream()` as a pyarrow.RecordBatchReader, which DuckDB and polars read as a table: a
        batch a chunk, with the columns of `Result.to_arrow(flat)`. The first chunk is played at
        once, each other when it is asked for."""
        flat = arguments.truth("flat", flat)
        if options.get("out") is not None:
            raise wrong("out", options["out"], "None: batches share the arrays of their results",
                        got="given")
        if flat and (options.get("events") or options.get("samples") is not None):
            raise wrong("flat", flat, "False with events or samples, whose columns are lists")
        return arrow.reader(self.stream(game, shots, chunk, **options), flat)

    def events(self, game: Game, shots: Shots, **options: Any) -> Events:
        """`Result.events` of `run()`."""
        return _there(self.run(game, shots, events=True, **options).events)

    def samples(self, game: Game, shots: Shots, samples: Any = 0.05, **options: Any
                ) -> Samples:
        """`Result.samples` of `run()`."""
        return _there(self.run(game, shots, samples=samples, **options).samples)

    def probe(self, game: Game, shots: Shots, probe: Any = True, **options: Any) -> Probe:
        """`Result.probe` of `run()`."""
        return _there(self.run(game, shots, probe=probe, **options).probe)

    def estimate(self, request: Any, game: Optional[Game] = None, timeout: Optional[float] = None,
                 retry_for: Optional[float] = None) -> Dict[str, Any]:
        """How probably candidates reach their goals when they are played with noise, and which is
        best: EstimateOutcomesRequest to Estimates (proto/carom/v1/estimate.proto).

        request: a dict in the wire's JSON, a text or a message; the answer is a dict, with enums by
        name. game: in place of its tables, settings and layouts. timeout, retry_for: as for `run()`.
        """
        return self._core.estimate(_with_game(request, game), _limits(timeout, retry_for))

    def aim(self, request: Any, game: Optional[Game] = None, timeout: Optional[float] = None,
            retry_for: Optional[float] = None) -> Dict[str, Any]:
        """Which strikes pot a ball, and how likely: FindAimsRequest to FindAimsResponse
        (proto/carom/v1/aim.proto), as `estimate()` takes and gives them."""
        return self._core.aim(_with_game(request, game), _limits(timeout, retry_for))

    def plan(self, request: Any, game: Optional[Game] = None, timeout: Optional[float] = None,
             retry_for: Optional[float] = None) -> Dict[str, Any]:
        """The shot to play from a position of a game: PlanShotRequest to PlanShotResponse
        (proto/carom/v1/play.proto), as `estimate()` takes and gives them."""
        return self._core.plan(_with_game(request, game), _limits(timeout, retry_for))

    def play_match(self, request: Any, timeout: Optional[float] = None,
                   retry_for: Optional[float] = None) -> Dict[str, Any]:
        """A whole game between two players who plan every shot: PlayMatchRequest to
        PlayMatchResponse (proto/carom/v1/play.proto), as dicts."""
        return self._core.play_match(to_json(to_dict("request", request)), _limits(timeout, retry_for))

    def place_balls(self, request: Any, timeout: Optional[float] = None,
                    retry_for: Optional[float] = None) -> Dict[str, Any]:
        """Puts balls down between shots as rulings say, spotted balls and a cue ball in hand:
        PlaceBallsRequest to PlaceBallsResponse (proto/carom/v1/rules.proto), as dicts."""
        return self._core.place_balls(to_json(to_dict("request", request)), _limits(timeout, retry_for))

    def rule_shots(self, rules: str, result: Result, states: States = None, calls: States = None,
                   timeout: Optional[float] = None, retry_for: Optional[float] = None) -> Rulings:
        """What a referee says of shots, by the texts of the rules (proto/carom/v1/rules.proto).

        rules: "nine_ball", "eight_ball" or "three_cushion".
        result: of `run(touches=True)`. Ball i is the ball that is numbered i; of three-cushion 0
            is the white ball, 1 the yellow and 2 the red one.
        states: the game before each shot, GameState of the wire as a dict: one for all shots, or a
            list of one a shot. Default: the start of the game. Go on with `rulings[i]["next"]`.
        calls: what was announced, ShotCall of the wire, likewise. Default: nothing.

        A shot that failed or has not come to rest is not ruled; its ruling's `failure` says why.
        """
        arguments.instance("result", result, Result, "a carom.Result")
        if result.touches is None:
            raise wrong("result", result, "of run(touches=True)", got="without touches")
        return Rulings(self._core.rule_shots(_question(rules, states, calls), result.touches._core,
                                             _limits(timeout, retry_for)))

    def mechanism(self, request: Any, timeout: Optional[float] = None,
                  retry_for: Optional[float] = None) -> Dict[str, Any]:
        """One of the papers' other systems: SimulateMechanismRequest to its response
        (proto/carom/v1/mechanism.proto), as `estimate()` takes and gives them."""
        return self._core.mechanism(to_json(to_dict("request", request)),
                                    _limits(timeout, retry_for))

    def info(self, timeout: Optional[float] = None, retry_for: Optional[float] = None
             ) -> Dict[str, Any]:
        """Version, limits and names of tables, racks, laws and so on: GetServerInfoResponse."""
        return self._core.info(_limits(timeout, retry_for))

    def table(self, name: str, timeout: Optional[float] = None, retry_for: Optional[float] = None
              ) -> Dict[str, Any]:
        """A table of the catalogue as plain geometry, fit to be changed and given to `Game`."""
        return self._core.table(arguments.text("name", name, 'a name as "pool_9ft"'),
                                _limits(timeout, retry_for))

    def close(self) -> None:
        """Stops running calls, which end with the code CANCELLED; later ones raise."""
        self._core.close()

    def __enter__(self: _Self) -> _Self:
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
        self.threads = arguments.whole("threads", threads, 0, 1024)
        self._core = _Native.local(self.threads)

    def __reduce__(self) -> Tuple[Any, ...]:
        return Simulator, (self.threads,)

    def __repr__(self) -> str:
        return f"carom.Simulator(threads={self.threads})"


class Connection(_Player):
    """The way to a server; made by `carom.connect()`."""

    def __init__(self, target: str, options: Mapping[str, Any]):
        self.target = target
        self._options = dict(options)
        if not hasattr(_Native, "connect"):
            raise CaromError("FAILED_PRECONDITION",
                             "the way to servers is not installed: pip install --find-links=FOLDER 'carom[client]', with "
                             "the folder of carom's wheels, or in a checkout: pip install ./client/python/with_client")
        self._core = _Native.connect(target, self._options)

    def __reduce__(self) -> Tuple[Any, ...]:
        return Connection, (self.target, self._options)

    def __repr__(self) -> str:
        return f"carom.connect({self.target!r})"


AnySimulator = Union[Simulator, Connection]


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
    arguments.text("target", target, 'a text as "localhost:50051"')
    options: Dict[str, Any] = {
        "connections": arguments.whole("connections", connections, 1, 64),
        "token": arguments.text("token", token, empty=True),
        "allow_token_in_plain_text": arguments.truth("allow_token_in_plain_text",
                                                     allow_token_in_plain_text)}
    if tls is not None and tls is not False:
        given = {} if tls is True else arguments.mapping("tls", tls, _TLS)
        options["tls"] = {name: arguments.text(f"tls[{name!r}]", value)
                          for name, value in given.items()}
    return Connection(target, options)


def _there(logs: Optional[_Logs]) -> _Logs:
    """What a run was asked for, so has."""
    assert logs is not None
    return logs


def _check_shots(shots: Any) -> None:
    arguments.instance("shots", shots, (Strikes, Draws), "made by carom.strikes() or carom.draws()")


def _generator(shots: Draws) -> str:
    return to_json({**shots.source, "first_shot": str(shots.first)})


def _with_game(request: Any, game: Optional[Game]) -> str:
    parts = to_dict("request", request)
    if game is not None:
        arguments.instance("game", game, Game, "a carom.Game")
        parts = {**json.loads(to_json(parts)), **game.to_dict()}
    return to_json(parts)


def _limits(timeout: Optional[float], retry_for: Optional[float]
            ) -> Tuple[float, Optional[float]]:
    """Both, s: infinite without a timeout; None for the library's own patience."""
    patience = None if retry_for is None else arguments.seconds("retry_for", retry_for, zero=True)
    return arguments.seconds("timeout", timeout), patience
