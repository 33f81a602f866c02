"""Proxies that stand before a server and spoil one thing each, for test_compliance.py."""
import functools
import itertools
import socket
import threading
from concurrent import futures

import grpc
from carom.v1 import simulation_pb2

DETAILS, PUSHBACK = "grpc-status-details-bin", "grpc-retry-pushback-ms"
_BATCH = "/carom.v1.SimulationService/SimulateBatch"
_REQUESTS = {"/carom.v1.SimulationService/Simulate": simulation_pb2.SimulateRequest,
             _BATCH: simulation_pb2.SimulateBatchRequest}


class Proxy(grpc.GenericRpcHandler):
    """Forwards the bytes of every call, its deadline, cancellation, end and metadata. Being a server of
    gRPC it inflates what comes compressed, which is no fault of its own making."""

    most_bytes = -1  # Of a message.

    def __init__(self, target):
        sizes = [(f"grpc.max_{way}_message_length", self.most_bytes) for way in ("send", "receive")]
        own = [("grpc.use_local_subchannel_pool", 1)]
        # A server takes 128 calls on a connection, and a proxy as many as it has.
        self._channels = [grpc.insecure_channel(target, options=sizes + own) for _ in range(4)]
        self._turns = itertools.count()
        self._pool = futures.ThreadPoolExecutor(400)  # A call that waits has one.
        self._server = grpc.server(self._pool, handlers=[self], options=sizes)
        self.target = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        self._server.start()

    def close(self):
        self._server.stop(0).wait()
        for channel in self._channels:
            channel.close()
        self._pool.shutdown()

    def service(self, details):
        metadata = [one for one in details.invocation_metadata if one.key != "user-agent"]
        return grpc.stream_stream_rpc_method_handler(
            functools.partial(self._forward, details.method, metadata))

    def _forward(self, method, metadata, requests, context):
        channel = self._channels[next(self._turns) % len(self._channels)]
        call = channel.stream_stream(method)(self._requests(method, requests), metadata=metadata,
                                             timeout=context.time_remaining())
        self.watch(call, context)
        try:
            yield from self.answer(method, call)
        except grpc.RpcError:
            pass
        code, trailing = self.end(call.code(), call.trailing_metadata() or ())
        context.set_trailing_metadata(trailing)
        context.set_code(code)
        context.set_details(call.details() or "")

    def _requests(self, method, requests):
        try:
            for data in requests:
                yield self.request(method, data)
        except grpc.RpcError:  # The caller has gone.
            pass

    # What a fault takes the place of.

    def watch(self, call, context):
        context.add_callback(call.cancel)

    def request(self, method, data):
        return data

    def answer(self, method, messages):
        return messages

    def end(self, code, trailing):
        return code, trailing


class DropsDetails(Proxy):
    def end(self, code, trailing):
        return code, [one for one in trailing if one.key != DETAILS]


class DropsPushback(Proxy):
    def end(self, code, trailing):
        return code, [one for one in trailing if one.key != PUSHBACK]


class TellsAnotherCode(Proxy):
    def end(self, code, trailing):
        return (grpc.StatusCode.UNKNOWN if code == grpc.StatusCode.NOT_FOUND else code), trailing


class ReordersStreams(Proxy):
    def answer(self, method, messages):
        kept = list(messages)
        yield from kept[:-2] + kept[-2:][::-1]


class TruncatesBatches(Proxy):
    """The last message of a batch does not come, and the stream ends with OK."""

    def answer(self, method, messages):
        kept = list(messages)
        return kept[:-1] if method == _BATCH else kept


class RepeatsChunks(Proxy):
    def answer(self, method, messages):
        for message in messages:
            yield message
            if method == _BATCH:
                yield message


class ChangesAHash(Proxy):
    """One bit of the last hash of each chunk."""

    def answer(self, method, messages):
        for message in messages:
            if method == _BATCH:
                chunk = simulation_pb2.SimulateBatchResponse.FromString(message)
                if chunk.results.hashes:
                    chunk.results.hashes[-1] ^= 1
                message = chunk.SerializeToString()
            yield message


class DropsHashes(Proxy):
    """Of all chunks."""

    def answer(self, method, messages):
        for message in messages:
            if method == _BATCH:
                chunk = simulation_pb2.SimulateBatchResponse.FromString(message)
                chunk.results.ClearField("hashes")
                message = chunk.SerializeToString()
            yield message


class DropsUnknownFields(Proxy):
    """A gateway that knows the messages of one release, as one that speaks JSON."""

    def request(self, method, data):
        if method not in _REQUESTS:
            return data
        request = _REQUESTS[method].FromString(data)
        request.DiscardUnknownFields()
        return request.SerializeToString()


class TakesSmallMessages(Proxy):
    most_bytes = 4 << 20  # As gRPC by default.


class KeepsCancelledCalls(Proxy):
    def watch(self, call, context):
        pass


class SaysNothing(Proxy):
    """Any call ends with OK after one empty message."""

    def _forward(self, method, metadata, requests, context):
        list(requests)
        yield b""


class ForgetsDeadlines:
    """A relay of bytes in which the header that tells a deadline has another name. A server of gRPC
    would itself see to the deadline."""

    def __init__(self, target):
        host, port = target.rsplit(":", 1)
        self._address = host, int(port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.target = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self._ends = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        for end in (self._listener, *self._ends):
            end.close()

    def _accept(self):
        try:
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._address)
                self._ends += near, far
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()
        except OSError:
            pass

    @staticmethod
    def _pass_on(source, sink):
        try:
            while data := source.recv(1 << 16):
                sink.sendall(data.replace(b"grpc-timeout", b"grpc-forgets"))
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass
