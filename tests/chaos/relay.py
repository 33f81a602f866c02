"""A network between clients and a server which cuts every connection now and then."""

import asyncio
import math
import threading

from processes import free_port

BUSY_S = 0.1  # A connection that carried answers so lately is at work.


class _Connection:
    def __init__(self, writers):
        self.writers = writers
        self.answered_at = -math.inf  # By the loop's clock, s.


class CuttingRelay:
    """Hands bytes on to `port` and back. Every `least_s` to `most_s` all connections break at once,
    in the middle of whatever they carry."""

    def __init__(self, run, port, least_s, most_s):
        self.port = free_port()
        self.target = f"127.0.0.1:{self.port}"
        self.cut = 0  # Connections cut so far.
        self.cut_at_work = 0  # Of those: had carried answers within BUSY_S.
        self._random, self._to = run.random, port
        self._least_s, self._most_s = least_s, most_s
        self._open = set()
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self._work, args=[ready], daemon=True).start()
        ready.wait()

    def _work(self, ready):
        asyncio.set_event_loop(self._loop)
        self._server = self._loop.run_until_complete(
            asyncio.start_server(self._connect, "127.0.0.1", self.port))
        self._cutter = self._loop.create_task(self._cut_now_and_then())
        ready.set()
        self._loop.run_forever()

    async def _connect(self, from_client, to_client):
        try:
            from_server, to_server = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            to_client.transport.abort()
            return
        connection = _Connection([to_client, to_server])
        self._open.add(connection)
        await asyncio.gather(self._hand_on(from_client, to_server),
                             self._hand_on(from_server, to_client, connection))
        self._open.discard(connection)

    async def _hand_on(self, reader, writer, answers_of=None):
        try:
            while data := await reader.read(65536):
                if answers_of is not None:
                    answers_of.answered_at = self._loop.time()
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def _cut_now_and_then(self):
        while True:
            await asyncio.sleep(self._random.uniform(self._least_s, self._most_s))
            for connection in self._open:
                self.cut += 1
                self.cut_at_work += self._loop.time() - connection.answered_at < BUSY_S
                for writer in connection.writers:
                    writer.transport.abort()
            self._open.clear()
