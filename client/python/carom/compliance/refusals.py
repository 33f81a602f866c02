"""Checks of refusals: codes, paths, details, and when to come again."""
from __future__ import annotations

import math
from typing import Any, Iterator, List, Tuple

from google.rpc import code_pb2, error_details_pb2

from carom.compliance import requests
from carom.compliance.peer import End, Peer, Skip, Wrong, busy, equal, expect, until
from carom.compliance.requests import at_ends, batch_of, breaks, estimate, put, ranged, scene
from carom.compliance.suite import check
from carom.v1 import field_error_pb2, shot_pb2, simulation_pb2

_README = "proto/README.md"
# Numbers of requests; those of a strike have a check of their own.
_NUMBERS = (("Simulate", "detail.samples.period_s"), ("Simulate", "detail.probe.draws"),
            ("SimulateBatch", "generator.shot_count"), ("SimulateBatch", "generator.first_shot"),
            ("EstimateOutcomes", "draws"), ("EstimateOutcomes", "confidence"),
            ("EstimateOutcomes", "precision.width"), ("EstimateOutcomes", "report.candidates"),
            ("EstimateOutcomes", "noise.icga.magnitude"))
_LATER_FIELD = b"\x9a\x06\x00"  # Field 99, of which no message of a request has one.
# What clients of revision 1 send: layouts { rack { name: "nine_ball" } }, and in field 4 a shot.
_OF_REVISION_1 = (b"\x1a\x0d\x12\x0b\x0a\x09nine_ball\x22\x0b\x22\x09\x11" + bytes(6) + b"\x1c\x40")
_CONNECTIONS, _CALLS_OF_EACH = 3, 100  # More long calls than a server takes by default.
_PATIENCE = 5.0  # With what a server says at once, s.


def _refused(end: End, path: str, code: str = "INVALID_ARGUMENT") -> End:
    """That a call is refused with this code for what is at this path, by its message."""
    expect(code, end, f" with a wrong {path}")
    if not end.message.startswith(f"{path}: "):
        raise Wrong(f"{end.call} with a wrong {path} ends with the message {end.message:.200!r}",
                    f'one that begins with "{path}: "')
    return end


def _request_of(call: str) -> Any:
    if call == "Simulate":
        return breaks(1, detail={"level": "LEVEL_SAMPLES", "samples": {"period_s": 0.1}})
    return scene("two_ball_cut", 1) if call == "SimulateBatch" else estimate(10)


def _out_of_range() -> Iterator[Tuple[str, str, Any]]:
    """(call, path, request) for each number of a request, below its range and above it."""
    for call, path in _NUMBERS:
        for value in at_ends(put(_request_of(call), path, 1))[1]:
            request = _request_of(call)
            put(request, path, value)
            yield call, path, request


@check("refusals.ranges", "proto/carom/v1/options.proto",
       "The server refuses what is out of range")
def _ranges(peer: Peer) -> None:
    for call, path, request in _out_of_range():
        _refused(peer.end(call, request), path)


@check("refusals.empty", _README,
       "A malformed request fails with `INVALID_ARGUMENT` and the path of the field")
def _empty(peer: Peer) -> None:
    _refused(peer.end("Simulate"), "source")
    _refused(peer.end("SimulateBatch"), "source")
    _refused(peer.end("EstimateOutcomes"), "candidates")
    _refused(peer.end("SimulateMechanism"), "mechanism")
    no_layout = breaks(1)
    no_layout.ClearField("layouts")
    _refused(peer.end("Simulate", no_layout), "layouts")


@check("refusals.details", _README, "`google.rpc.BadRequest` with path and description")
def _details(peer: Peer) -> None:
    for call, path, request in list(_out_of_range())[::3]:
        end = _refused(peer.end(call, request), path)
        if "grpc-status-details-bin" not in end.trailing:
            raise Wrong(f"{call} with a wrong {path} ends without grpc-status-details-bin",
                        "a google.rpc.Status with google.rpc.BadRequest and carom.v1.FieldError")
        equal(f"code and message of the details of {call}", (end.details.code, end.details.message),
              (code_pb2.INVALID_ARGUMENT, end.message))
        violations = getattr(end.detail(error_details_pb2.BadRequest), "field_violations", [])
        found = [f"{one.field}: {one.description}" for one in violations]
        equal(f"BadRequest of {call} with a wrong {path}", found, [end.message])
        _tells(end.detail(field_error_pb2.FieldError), end.message, path,
               f"FieldError of {call} with a wrong {path}")


def _tells(field: Any, message: str, path: str, what: str) -> None:
    """That a FieldError has the parts of the message."""
    if field is None:
        raise Wrong(f"{what} is absent", f'one with the path "{path}"')
    about = f"{field.about}: " if field.about else ""
    equal(what, (field.path, f"{field.path}: {about}{field.value} must be {field.must}"), (path, message))


@check("refusals.of_one_shot", _README, "A shot that cannot be simulated is listed in `ShotResults.failures`")
def _of_one_shot(peer: Peer) -> None:
    alone = requests.simulate(peer, breaks(3))
    request = breaks(3)
    request.shots.shots[1].strike.speed_m_s = 60
    results = requests.simulate(peer, request)
    _failures(results, {1: "shots.shots[1].strike.speed_m_s"})
    right = list(alone.hashes)
    equal("ShotResults.hashes beside a shot that failed", list(results.hashes), [right[0], 0, right[2]])


def _failures(results: Any, right: Any) -> None:
    """That these shots have failed, each for its path, and no others."""
    equal("ShotResults.failures[].shot", [failure.shot for failure in results.failures], list(right))
    for failure in results.failures:
        what = f"ShotResults.failures of shot {failure.shot}"
        equal(f"{what}: code", code_pb2.Code.Name(failure.code), "INVALID_ARGUMENT")
        _tells(failure.field, failure.message, right[failure.shot], f"{what}: field")


@check("refusals.ranges_of_a_strike", "proto/carom/v1/options.proto",
       "The server refuses what is out of range")
def _ranges_of_a_strike(peer: Peer) -> None:
    strikes: List[shot_pb2.CueStrike] = []
    right = {}
    for of in ranged(shot_pb2.CueStrike):
        inside, outside = at_ends(of)
        for value in inside + outside + [math.nan]:
            if value not in inside:
                right[len(strikes)] = f"shots.shots[{len(strikes)}].strike.{of.name}"
            strike = shot_pb2.CueStrike(speed_m_s=1.0)
            setattr(strike, of.name, value)
            strikes.append(strike)
    request = breaks(1)
    request.shots.CopyFrom(shot_pb2.ShotList(shots=[{"strike": strike} for strike in strikes]))
    _failures(requests.simulate(peer, request), right)


@check("refusals.names", _README, "an unknown name is refused with the list of known ones")
def _names(peer: Peer) -> None:
    end = _refused(peer.end("SimulateBatch", scene("croquet", 1)), "generator.scene")
    for name in peer.info.scenes:
        if name not in end.message:
            raise Wrong(f"the refusal of the scene \"croquet\" does not name {name}", "all known scenes")


@check("refusals.unknown_field", _README,
       "It refuses what it does not know by field and with its own revision")
def _unknown_field(peer: Peer) -> None:
    for call, request in (("Simulate", breaks(1)), ("SimulateBatch", scene("two_ball_cut", 1))):
        end = expect("INVALID_ARGUMENT", peer.end(call, request.SerializeToString() + _LATER_FIELD),
                     " with a field 99")
        words = (f"field 99 of {type(request).__name__} must be known to wire revision "
                 f"{peer.info.wire_revision}")
        if words not in end.message:
            raise Wrong(f"{call} with a field 99 ends with the message {end.message:.200!r}",
                        f'one with "{words}"')


@check("refusals.revision_1", _README, "is no longer spoken: such requests fail with `FAILED_PRECONDITION`")
def _revision_1(peer: Peer) -> None:
    expect("FAILED_PRECONDITION", peer.end("Simulate", _OF_REVISION_1), " of revision 1")


@check("refusals.engine_version", _README, "`FAILED_PRECONDITION` about the field `engine_version`")
def _engine_version(peer: Peer) -> None:
    other = breaks(1, engine_version="0.0.1")
    _refused(peer.end("Simulate", other), "engine_version", "FAILED_PRECONDITION")
    batch = batch_of(other)
    batch.engine_version = "0.0.1"
    _refused(peer.end("SimulateBatch", batch), "engine_version", "FAILED_PRECONDITION")
    equal("engine_version of an answer for which it was asked",
          _version_of(peer, peer.info.engine_version), peer.info.engine_version)


def _version_of(peer: Peer, version: str) -> str:
    answer: simulation_pb2.SimulateResponse = peer.answer(
        "Simulate", breaks(1, engine_version=version), simulation_pb2.SimulateResponse)
    return answer.engine_version


@check("refusals.pushback", _README, "after the time in the trailing metadata `grpc-retry-pushback-ms`")
def _pushback(peer: Peer) -> None:
    running: List[Any] = []
    request = requests.long_mechanism(peer).SerializeToString()
    try:
        for i in range(_CONNECTIONS * _CALLS_OF_EACH):
            running.append(peer.start("SimulateMechanism", request, connection=1 + i % _CONNECTIONS))
        until(_PATIENCE, lambda: any(busy(call) for call in running))
        refused = [call for call in running if busy(call)]
    finally:
        for call in running:
            call.cancel()
        # What comes next should find the server calm.
        until(_PATIENCE, lambda: peer.end("SimulateMechanism", requests.short_mechanism()).code == "OK")
    if not refused:
        raise Skip(f"{len(running)} long calls at a time are not too many for this server")
    for call in refused:
        pause = dict(call.trailing_metadata() or ()).get("grpc-retry-pushback-ms", "")
        if not str(pause).isdigit():
            raise Wrong(f"a busy server's RESOURCE_EXHAUSTED ({call.details():.200}) has "
                        f"grpc-retry-pushback-ms {pause!r}", "the time after which to come again, ms")
