"""Checks of what bounds a call: deadlines, cancellation, sizes, compression."""
from __future__ import annotations

import threading
import time
from typing import Any, List

import grpc

from carom.compliance import requests
from carom.compliance.peer import MOST_BYTES, End, Peer, Skip, Wrong, busy, equal, expect, until
from carom.compliance.requests import breaks, scene
from carom.compliance.suite import check
from carom.v1 import simulation_pb2

_SERVER = "server/README.md"
_DEADLINE_MS = 200
_EARLY = 0.1  # A busy proxy times a call from the beginning of its loop's turn, s.
_LATE = 5.0  # How long after its deadline or cancellation a call may go on at the most, s.
_UNDER_WAY = 0.3  # Within which calls have reached the server, s.
_MARGIN = 4096  # Bytes of a message besides its padding, and less.


def _deadline(peer: Peer, call: str, request: Any, resets: bool = False) -> None:
    """That the server, which alone knows of the deadline, ends the call. resets: a proxy may end it by
    a reset, for it cannot tell a code once the answer has begun (Envoy, now and then)."""
    began = time.monotonic()
    running = peer.start(call, request, deadline_ms=_DEADLINE_MS)
    patience = threading.Timer(_LATE, running.cancel)
    patience.start()
    try:
        for _ in running:
            pass
    except grpc.RpcError:
        pass
    patience.cancel()
    took = time.monotonic() - began
    details = running.details() or ""
    if resets and took >= _DEADLINE_MS / 1e3 - _EARLY and "RST_STREAM" in details:
        return
    if running.code() != grpc.StatusCode.DEADLINE_EXCEEDED:
        cut = running.code() == grpc.StatusCode.CANCELLED
        raise Wrong(f"{call} with a deadline of {_DEADLINE_MS} ms "
                    f"{'goes on' if cut else 'ends with ' + running.code().name} after {took:.3f} s"
                    f" ({details})",
                    f"DEADLINE_EXCEEDED after {_DEADLINE_MS} ms, which the server sees to")


@check("ends.deadline", _SERVER, "and calls past their deadline, leave the queue at once")
def _deadline_of_one(peer: Peer) -> None:
    _deadline(peer, "SimulateMechanism", requests.long_mechanism(peer))


@check("ends.deadline_of_a_stream", _SERVER, "and calls past their deadline, leave the queue at once")
def _deadline_of_a_stream(peer: Peer) -> None:
    request = scene("eight_ball_break", peer.limit("max_shots_per_batch"))
    _deadline(peer, "SimulateBatch", request, resets=True)


@check("ends.client_deadline", "proto/README.md", "Set a deadline for each call")
def _client_deadline(peer: Peer) -> None:
    expect("DEADLINE_EXCEEDED", peer.end("SimulateMechanism", requests.long_mechanism(peer), timeout=0.2),
           " with a deadline of 0.2 s")


@check("ends.cancelled", _SERVER, "a cancelled mechanism ends within its present step")
def _cancelled(peer: Peer) -> None:
    long = requests.long_mechanism(peer).SerializeToString()
    # More than may rest of one caller, so that another one waits while they are there.
    count = min(20 + peer.info.threads, 100)
    running = [peer.start("SimulateMechanism", long) for _ in range(count)]
    time.sleep(_UNDER_WAY)
    for call in running:
        call.cancel()
    taken = [call for call in running if not busy(call)]
    if not taken:
        raise Skip(f"the server has no place for any of {count} long calls")
    for call in taken:
        if call.code() != grpc.StatusCode.CANCELLED:
            raise Wrong(f"a long call that was cancelled ends with {call.code().name} "
                        f"({call.details():.200})", "CANCELLED")
    ends: List[End] = []

    def is_answered() -> bool:
        ends.append(peer.end("SimulateMechanism", requests.short_mechanism(), timeout=_LATE))
        return ends[-1].code != "RESOURCE_EXHAUSTED"

    until(_LATE, is_answered)  # A place is free when the server, too, has seen the cancellation.
    if ends[-1].code != "OK":
        raise Wrong(f"after {len(taken)} long calls have been cancelled, a short one has {ends[-1].code} "
                    f"({ends[-1].message:.200}): they go on at the server", f"OK within {_LATE:g} s")


@check("ends.compressed_request", _SERVER, "Compressed requests are refused")
def _compressed_request(peer: Peer) -> None:
    expect("UNIMPLEMENTED", peer.end("Simulate", breaks(1000), compression=grpc.Compression.Gzip),
           " of a request in gzip")


@check("ends.large_request", "proto/README.md", "Both sides allow messages of 16 MiB")
def _large_request(peer: Peer) -> None:
    end = peer.end("Simulate", _padded(_most(peer) - _MARGIN))
    if end.code != "INVALID_ARGUMENT" or not end.message.startswith("layouts[0].ball_set: "):
        raise Wrong(f"Simulate with a request of nearly {_most(peer)} bytes ends with {end.code} "
                    f"({end.message:.200})", "INVALID_ARGUMENT for layouts[0].ball_set, which fills it")


@check("ends.too_large_request", "proto/README.md",
       "`RESOURCE_EXHAUSTED`, unless the text has `larger than max`")
def _too_large_request(peer: Peer) -> None:
    end = expect("RESOURCE_EXHAUSTED", peer.end("Simulate", _padded(_most(peer) + _MARGIN)),
                 f" with a request of more than {_most(peer)} bytes")
    if "larger than max" not in end.message:
        raise Wrong(f"a request that is too large is refused with {end.message:.200!r}",
                    'a message with "larger than max", so that clients do not repeat it')


@check("ends.large_answer", "proto/README.md", "Both sides allow messages of 16 MiB")
def _large_answer(peer: Peer) -> None:
    count = min(700, peer.limit("max_shots_per_simulate"))
    results = requests.simulate(peer, _talkative(count))
    equal("the number of shots of a large answer", len(results.hashes), count)
    if _most(peer) == MOST_BYTES and results.ByteSize() < MOST_BYTES // 2:
        raise Skip(f"the answer has {results.ByteSize()} bytes, which is not much")


@check("ends.too_large_answer", "proto/carom/v1/simulation.proto",
       "An answer of more than 16 MiB fails with OUT_OF_RANGE")
def _too_large_answer(peer: Peer) -> None:
    count = min(4096, peer.limit("max_shots_per_simulate"))
    expect("OUT_OF_RANGE", peer.end("Simulate", _talkative(count)), f" of {count} breaks with their events")


def _most(peer: Peer) -> int:
    allowed: int = peer.limit("max_message_bytes")
    return min(allowed, MOST_BYTES)


def _padded(size: int) -> simulation_pb2.SimulateRequest:
    """A request of about this size, which is refused for what fills it once it is there."""
    request = breaks(1)
    request.layouts[0].ball_set = "x" * size
    return request


def _talkative(count: int) -> simulation_pb2.SimulateRequest:
    """Breaks with all that there is of their events: some 15 KB each."""
    return breaks(count, detail={"level": "LEVEL_EVENTS", "event_states": True})
