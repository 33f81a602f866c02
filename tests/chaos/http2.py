"""A client of HTTP/2 [RFC 9113] that says what it likes: no library lets its user break off a message
or close a window."""

import socket
import struct
import threading

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8
ACK = END_STREAM = 0x1
END_HEADERS = 0x4
INITIAL_WINDOW_SIZE = 4
FRAME_BYTES = 16384


def _literal(name, value):
    """A header field without indexing [RFC 7541, 6.2.2]; names and values below 127 bytes."""
    return b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()


class Connection:
    """One connection, whose windows a thread of its own keeps count of."""

    def __init__(self, target, window=65535):
        host, port = target.rsplit(":", 1)
        self._socket = socket.create_connection((host, int(port)), timeout=10)
        self._socket.settimeout(None)
        self._moved = threading.Condition()
        self._sending = threading.Lock()
        self._window = 65535
        self._initial = 65535
        self._windows = {}
        self._next_stream = 1
        self.closed = False
        self.ended = set()  # Streams that the server has ended.
        self._socket.sendall(PREFACE)
        self._send(SETTINGS, 0, 0, struct.pack(">HI", INITIAL_WINDOW_SIZE, window))
        threading.Thread(target=self._read, daemon=True).start()

    def open(self, method):
        """Begins a call; returns its stream."""
        fields = [(":method", "POST"), (":scheme", "http"), (":path", method),
                  (":authority", "carom"), ("content-type", "application/grpc"), ("te", "trailers")]
        with self._sending:  # Streams are opened in the order of their numbers.
            with self._moved:
                stream, self._next_stream = self._next_stream, self._next_stream + 2
                self._windows[stream] = self._initial
            self._put(HEADERS, END_HEADERS, stream, b"".join(_literal(*field) for field in fields))
        return stream

    def send(self, stream, message, announced=None, end=True):
        """Sends a message of gRPC, or the beginning of one of which so many bytes are announced.
        Returns how much has left before the server ended the stream or took no more for 2 s."""
        body = struct.pack(">BI", 0, announced or len(message)) + message
        sent = 0
        while sent < len(body):
            with self._moved:
                usable = self._moved.wait_for(
                    lambda: self.closed or stream in self.ended or self._room(stream) > 0, 2.0)
                if not usable or self.closed or stream in self.ended:
                    return sent
                part = body[sent:sent + min(FRAME_BYTES, self._room(stream))]
                self._window -= len(part)
                self._windows[stream] -= len(part)
            last = end and sent + len(part) == len(body)
            self._send(DATA, END_STREAM if last else 0, stream, part)
            sent += len(part)
        return sent

    def close(self):
        self._socket.close()

    def _room(self, stream):
        return min(self._window, self._windows[stream])

    def _send(self, kind, flags, stream, payload=b""):
        with self._sending:
            self._put(kind, flags, stream, payload)

    def _put(self, kind, flags, stream, payload):
        header = struct.pack(">I", len(payload))[1:] + bytes([kind, flags])
        try:
            self._socket.sendall(header + struct.pack(">I", stream) + payload)
        except OSError:
            self.closed = True

    def _read(self):
        file = self._socket.makefile("rb")
        try:
            while header := file.read(9):
                length = int.from_bytes(header[:3], "big")
                stream = int.from_bytes(header[5:], "big")
                self._take(header[3], header[4], stream, file.read(length))
        except (OSError, ValueError):
            pass
        with self._moved:
            self.closed = True
            self._moved.notify_all()

    def _take(self, kind, flags, stream, payload):
        if kind == PING and not flags & ACK:
            self._send(PING, ACK, 0, payload)
        if kind == SETTINGS and not flags & ACK:
            self._send(SETTINGS, ACK, 0)
        with self._moved:
            if kind == WINDOW_UPDATE and stream == 0:
                self._window += int.from_bytes(payload, "big")
            elif kind == WINDOW_UPDATE and stream in self._windows:
                self._windows[stream] += int.from_bytes(payload, "big")
            elif kind == SETTINGS and not flags & ACK:
                for at in range(0, len(payload), 6):
                    name, value = struct.unpack(">HI", payload[at:at + 6])
                    if name == INITIAL_WINDOW_SIZE:
                        for other in self._windows:
                            self._windows[other] += value - self._initial
                        self._initial = value
            elif kind == RST_STREAM or (kind == HEADERS and flags & END_STREAM):
                self.ended.add(stream)
            self._moved.notify_all()
