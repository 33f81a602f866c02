"""Checks of names: methods, services, revisions, what a server says of itself."""
from __future__ import annotations

from typing import Any

from google.rpc import error_details_pb2

from carom.compliance.peer import MECHANISM, PATHS, SIMULATION, Peer, Skip, Wrong, equal, expect
from carom.compliance.suite import check
from carom.v1 import options_pb2, simulation_pb2

_OPTIONS: Any = simulation_pb2.DESCRIPTOR.GetOptions()
REVISION = _OPTIONS.Extensions[options_pb2.wire_revision]
_SIMULATION_PROTO = "proto/carom/v1/simulation.proto"
_SERVING = b"\x08\x01"  # Of grpc.health.v1.HealthCheckResponse.


@check("services.info", _SIMULATION_PROTO, "It takes the requests of clients of revisions 2 to this one")
def _info(peer: Peer) -> None:
    info = peer.info
    if info.wire_revision < REVISION:
        raise Wrong(f"GetServerInfoResponse.wire_revision is {info.wire_revision}",
                    f"at least {REVISION}, of which these checks are")
    if not info.engine_version:
        raise Wrong("GetServerInfoResponse.engine_version is empty", "the version of the engine")
    for limit in info.limits.DESCRIPTOR.fields:
        peer.limit(limit.name)


@check("services.methods", "proto/README.md", "A method that the server does not have ends with")
def _methods(peer: Peer) -> None:
    for call, path in PATHS.items():
        end = peer.end(call)
        if end.code not in ("OK", "INVALID_ARGUMENT", "NOT_FOUND"):
            raise Wrong(f"{path} with an empty request ends with {end.code} ({end.message:.200})",
                        "an answer or a refusal of the request: the method must be there")


@check("services.unknown_method", "proto/README.md", "`google.rpc.ErrorInfo` with the revisions")
def _unknown_method(peer: Peer) -> None:
    end = expect("UNIMPLEMENTED", peer.end(f"/{SIMULATION.full_name}/Teleport"))
    info = end.detail(error_details_pb2.ErrorInfo)
    if info is None:
        raise Wrong(f"{end.call} ends without google.rpc.ErrorInfo in grpc-status-details-bin",
                    "one with the revision of the server")
    equal("ErrorInfo of an unknown method", (info.reason, info.domain, info.metadata.get("server")),
          ("WIRE_REVISION", "carom.v1", str(peer.info.wire_revision)))


@check("services.moved_method", "proto/README.md",
       "and mechanisms in `SimulationService`, is no longer spoken")
def _moved_method(peer: Peer) -> None:
    expect("UNIMPLEMENTED", peer.end(f"/{SIMULATION.full_name}/SimulateMechanism"))


@check("services.foreign_method", "proto/README.md", "A method that the server does not have ends with")
def _foreign_method(peer: Peer) -> None:
    expect("UNIMPLEMENTED", peer.end("/snooker.Service/Break"))


@check("services.health", "server/README.md", "The gRPC port has `grpc.health.v1`, for the server")
def _health(peer: Peer) -> None:
    for name in ("", SIMULATION.full_name, MECHANISM.full_name):
        request = bytes([10, len(name)]) + name.encode() if name else b""
        end = expect("OK", peer.end("/grpc.health.v1.Health/Check", request), f" for {name!r}")
        equal(f"the health of {name!r}", end.messages, [_SERVING])


@check("services.health_without_token", "server/README.md", "Health checks need no token")
def _health_without_token(peer: Peer) -> None:
    expect("OK", peer.end("/grpc.health.v1.Health/Check", token=""), " without a token")


@check("services.token", "server/README.md", "and gets `UNAUTHENTICATED` otherwise")
def _token(peer: Peer) -> None:
    if not peer.token:
        raise Skip("no token is given: --token-file")
    expect("UNAUTHENTICATED", peer.end("GetServerInfo", token=""), " without a token")
    expect("UNAUTHENTICATED", peer.end("GetServerInfo", token="x" * 24), " with an unknown token")


@check("services.tables", _SIMULATION_PROTO, "an unknown name is NOT_FOUND")
def _tables(peer: Peer) -> None:
    listed = peer.answer("ListTables", b"", simulation_pb2.ListTablesResponse).tables
    names = [table.name for table in listed]
    equal("ListTablesResponse.tables", names, sorted(peer.info.table_presets))
    for table in listed:
        got = peer.answer("GetTable", simulation_pb2.GetTableRequest(name=table.name),
                          simulation_pb2.GetTableResponse)
        equal(f"GetTableResponse.info of {table.name}", got.info, table)
        if not got.HasField("geometry"):
            raise Wrong(f"GetTableResponse of {table.name} has no geometry", "the preset's")
    expect("NOT_FOUND", peer.end("GetTable", simulation_pb2.GetTableRequest(name="bathtub")),
           ' of "bathtub"')
