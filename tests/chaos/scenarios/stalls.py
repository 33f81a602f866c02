"""Clients that stop in the middle: of their requests, or of the answers."""

import signal
import threading
import time

from fleet import Replica
from http2 import Connection
from processes import wait_until

SIMULATE = "/carom.v1.SimulationService/Simulate"
BATCH = "/carom.v1.SimulationService/SimulateBatch"
CONNECTIONS = 4
STREAMS = 100  # On each, below the server's limit.
QUOTA_BYTES = 64 << 20
MESSAGE_BYTES = 16 << 20
SENT_BYTES = 15 << 20
ATTACK_S = 4.0
# A batch of a scene that a generator draws: {generator: {scene: "two_ball_cut", shot_count: 65536}}.
BATCH_REQUEST = b"\x2a\x12\x0a\x0ctwo_ball_cut\x28\x80\x80\x04"
STALL_MS = 2000


def unfinished_requests(run):
    """400 calls that each announce 16 MiB and stop after 15, without a token and with none asked for."""
    for flags, name in ((_tokens(run), "tokens"), ([], "no_tokens")):
        replica = Replica(run, f"replica_{name}",
                          [f"--memory-quota-bytes={QUOTA_BYTES}", f"--max-stall-ms={STALL_MS}",
                           *flags]).start()
        base_mib = replica.process.memory_mib("VmRSS")
        sent = _send_beginnings(replica)
        most_mib = replica.process.memory_mib("VmHWM") - base_mib
        allowed_mib = 1.5 * QUOTA_BYTES / (1 << 20)
        run.check(most_mib <= allowed_mib,
                  f"{name}: {sent >> 20} MiB of {CONNECTIONS * STREAMS} requests came, and the server "
                  f"grew by {most_mib:.0f} MiB (allowed {allowed_mib:.0f}: 1.5 of the quota)")
        wait_until(lambda: replica.metrics()["running_calls"] == 0, "all of them have ended")
        run.check(replica.drain() == 0, f"{name}: the server ends with 0")


def _tokens(run):
    path = f"{run.directory}/tokens"
    with open(path, "w", encoding="ascii") as file:
        file.write("0123456789abcdef0123456789abcdef planner\n")
    return [f"--token-file={path}"]


def _send_beginnings(replica):
    """Returns how many bytes the server has taken."""
    sent = []
    connections = [Connection(replica.target) for _ in range(CONNECTIONS)]
    beginning = bytes(SENT_BYTES)
    end = time.monotonic() + ATTACK_S

    def attack(connection):
        while time.monotonic() < end and not connection.closed:
            stream = connection.open(SIMULATE)
            sent.append(connection.send(stream, beginning, announced=MESSAGE_BYTES, end=False))

    threads = [threading.Thread(target=attack, args=(connection,))
               for connection in connections for _ in range(STREAMS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for connection in connections:
        connection.close()
    return sum(sent)


def closed_windows(run):
    """256 batches whose clients take nothing, and one client that is stopped while the server ends."""
    replica = Replica(run, "replica", ["--max-batches=256", f"--max-stall-ms={STALL_MS}"]).start()
    connections = [Connection(replica.target, window=0) for _ in range(4)]
    for connection in connections:
        for _ in range(64):
            connection.send(connection.open(BATCH), BATCH_REQUEST)
    # Some places are left to other callers.
    wait_until(lambda: replica.metrics()["running_batches"] >= 128, "they hold most places")
    took_s = wait_until(lambda: replica.metrics()["running_batches"] == 0, "their places are free")
    run.check(took_s <= 3 * STALL_MS / 1000,
              f"batches whose clients take nothing ended after {took_s:.1f} s "
              f"(--max-stall-ms={STALL_MS})")
    batch = run.start([f"{run.bin}/carom", f"--server={replica.target}", "batch",
                       "--scene=two_ball_cut", "--shots=3000"])
    run.check(batch.wait() == 0, "another client's batch is played")
    for connection in connections:
        connection.close()
    _end_beside_a_stopped_client(run, replica)


def _end_beside_a_stopped_client(run, replica):
    stopped = run.start([f"{run.bin}/carom", f"--server={replica.target}", "batch",
                         "--scene=eight_ball_scatter", "--shots=10000000", "--retry-for=1"])
    wait_until(lambda: replica.metrics()["running_batches"] > 0, "its batch runs")
    stopped.send(signal.SIGSTOP)
    time.sleep(1.0)
    begin = time.monotonic()
    run.check(replica.drain() == 0, "the server ends with 0 beside a client that is stopped")
    took_s = time.monotonic() - begin
    run.check(took_s <= 5.0, f"that took {took_s:.1f} s (promised: 7.5 s; a stopped client costs 1)")
    stopped.kill()
