"""The server that is checked: bytes in, bytes out, by plain gRPC."""
from __future__ import annotations

import functools
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Tuple, Type, TypeVar

import grpc
from carom.v1 import mechanism_pb2, simulation_pb2
from google.protobuf.message import DecodeError, Message
from google.rpc import status_pb2

SIMULATION = simulation_pb2.DESCRIPTOR.services_by_name["SimulationService"]
MECHANISM = mechanism_pb2.DESCRIPTOR.services_by_name["MechanismService"]
PATHS = {method.name: f"/{service.full_name}/{method.name}"
         for service in (SIMULATION, MECHANISM) for method in service.methods}
MOST_BYTES = 16 << 20  # Of a message, both ways.
PATIENCE = 30.0  # For what takes far less, s.
_Kind = TypeVar("_Kind", bound=Message)


class Wrong(Exception):
    """The server does not keep a promise: what it does, and what would be right."""

    def __init__(self, what: str, right: str):
        super().__init__(f"{what}; right: {right}")
        self.what, self.right = what, right


class Skip(Exception):
    """A check that says nothing about this server, and why."""


@dataclass(frozen=True)
class End:
    """How a call has ended, and the messages of its answer as they came."""
    call: str
    code: str
    message: str
    messages: List[bytes] = field(default_factory=list)
    trailing: Dict[str, Any] = field(default_factory=dict)

    def detail(self, kind: Type[_Kind]) -> Optional[_Kind]:
        """The first detail of this kind; None where there is none."""
        descriptor: Any = kind.DESCRIPTOR
        for packed in self.details.details:
            found: _Kind = kind()
            if packed.Is(descriptor) and packed.Unpack(found):
                return found
        return None

    @functools.cached_property
    def details(self) -> status_pb2.Status:
        """The status with its details; empty where none came."""
        return parsed(status_pb2.Status, self.trailing.get("grpc-status-details-bin", b""),
                      f"grpc-status-details-bin of {self.call}")


class Peer:
    """The way to a server. Thread-safe."""

    def __init__(self, target: str, credentials: Optional[grpc.ChannelCredentials] = None,
                 token: str = ""):
        self._target, self._credentials, self.token = target, credentials, token
        self._channels: Dict[int, grpc.Channel] = {}

    def close(self) -> None:
        for channel in self._channels.values():
            channel.close()

    def start(self, call: str, request: Any = b"", *, connection: int = 0, timeout: float = PATIENCE,
              deadline_ms: Optional[int] = None, token: Optional[str] = None, **options: Any
              ) -> Any:
        """Begins a call and returns what gRPC has for it. Unary calls are streams of one message.

        call: the name of a method, or a path.
        request: a message or bytes.
        connection: calls of different ones do not share a connection.
        deadline_ms: a deadline that only the server knows, in place of `timeout`.
        token: in place of that of the peer.
        """
        data = request if isinstance(request, bytes) else request.SerializeToString()
        metadata: List[Tuple[str, str]] = []
        token = self.token if token is None else token
        if token:
            metadata.append(("authorization", f"Bearer {token}"))
        if deadline_ms is not None:
            metadata.append(("grpc-timeout", f"{deadline_ms}m"))
        method = self._channel(connection).unary_stream(PATHS.get(call, call))
        return method(data, metadata=tuple(metadata), timeout=None if deadline_ms is not None else timeout,
                      **options)

    def end(self, call: str, request: Any = b"", **options: Any) -> End:
        """Plays a call to its end."""
        messages: List[bytes] = []
        running = self.start(call, request, **options)
        try:
            messages.extend(running)
        except grpc.RpcError:
            pass
        return End(call, running.code().name, running.details() or "", messages,
                   dict(running.trailing_metadata() or ()))

    def stream(self, call: str, request: Any, kind: Type[Message], **options: Any) -> List[Any]:
        """The messages of an answer, which must end with OK."""
        end = expect("OK", self.end(call, request, **options))
        return [parsed(kind, data, f"a message of {call}") for data in end.messages]

    def answer(self, call: str, request: Any, kind: Type[Message], **options: Any) -> Any:
        """The one message of an answer."""
        messages = self.stream(call, request, kind, **options)
        if len(messages) != 1:
            raise Wrong(f"{call} answers with {len(messages)} messages", "one")
        return messages[0]

    @functools.cached_property
    def info(self) -> Any:
        """What the server says of itself."""
        return self.answer("GetServerInfo", b"", simulation_pb2.GetServerInfoResponse)

    def limit(self, name: str) -> Any:
        """What the server allows."""
        allowed = getattr(self.info.limits, name)
        if not allowed:
            raise Wrong(f"GetServerInfoResponse.limits.{name} is 0", "what the server allows")
        return allowed

    def _channel(self, connection: int) -> grpc.Channel:
        if connection not in self._channels:
            options = [("grpc.max_send_message_length", -1),
                       ("grpc.max_receive_message_length", MOST_BYTES),
                       ("grpc.use_local_subchannel_pool", 1), ("grpc.enable_retries", 0),
                       ("grpc.enable_http_proxy", 0)]
            self._channels[connection] = (
                grpc.secure_channel(self._target, self._credentials, options=options)
                if self._credentials else grpc.insecure_channel(self._target, options=options))
        return self._channels[connection]


def parsed(kind: Type[Message], data: bytes, what: str) -> Any:
    """The message that these bytes are."""
    try:
        return kind.FromString(data)
    except DecodeError:
        raise Wrong(f"{what} is {len(data)} bytes that do not parse",
                    f"a {kind.DESCRIPTOR.full_name}") from None


def expect(code: str, end: End, of: str = "") -> End:
    """That a call ends with this code. of: what is special about the call."""
    if end.code != code:
        text = f" ({end.message:.200})" if end.message else ""
        raise Wrong(f"{end.call}{of} ends with {end.code}{text}", code)
    return end


def busy(call: Any) -> bool:
    """Whether a call has been refused for want of a place, after which another one may be taken."""
    return bool(call.done() and call.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
                and "larger than max" not in (call.details() or ""))


def equal(what: str, found: Any, right: Any) -> None:
    """That the server says this; what: where it is said."""
    if found != right:
        raise Wrong(f"{what} is {found!r:.200}", f"{right!r:.200}")


def same_hashes(what: str, found: Dict[int, int], right: Dict[int, int]) -> None:
    """That shots have the same numbers and hashes, and that there are any."""
    if not right:
        raise Wrong(f"there is no shot with which {what} can be compared", "the shots that were asked for")
    if list(found) != list(right):
        missing, more = sorted(set(right) - set(found)), sorted(set(found) - set(right))
        raise Wrong(f"{what} lacks the shots {missing[:4]} and has the shots {more[:4]} beside",
                    f"the {len(right)} shots from {min(right)}")
    for number, hash_ in found.items():
        if hash_ != right[number]:
            raise Wrong(f"{what}: shot {number} has the hash {hash_:016x}", f"{right[number]:016x}")


def until(seconds: float, condition: Callable[[], bool]) -> bool:
    """Whether the condition holds in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True

