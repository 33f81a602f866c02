"""Clients that ask for much and read nothing."""

import json
import os
import signal
import time

from clients import Singles
from fleet import Replica
from processes import wait_until

READERS = 32
STREAMS_A_READER = 4  # calls_in_flight of carom batch.
OUTBOX_BYTES = CHUNK_BYTES = 256 << 10
SHOT_BYTES = 64 << 10  # At most, of REQUEST.
SINGLES_S = 3.0
SLICE_MS = 2  # What one batch may do before a single shot's turn.
# Readers that stand still do so in every try; what else runs on this machine may spoil one.
TRIES = 3
# Every 1/20 s where 16 balls are and how they move, for some 10 s: about 40 KB a shot.
REQUEST = {"generator": {"scene": "eight_ball_scatter", "shotCount": 65536},
           "detail": {"level": "LEVEL_SAMPLES", "samples": {"periodS": 0.05}}}


def slow_readers(run):
    """32 clients that stopped reading their batches, beside single shots."""
    replica = Replica(run, "replica", [f"--outbox-bytes={OUTBOX_BYTES}",
                                       f"--chunk-bytes={CHUNK_BYTES}"]).start()
    undisturbed = _singles(run, replica)
    base_mib = replica.process.memory_mib("VmHWM")
    readers = _start_readers(run, replica)
    wait_until(lambda: replica.metrics()["running_batches"] >= READERS,
               "all readers have a batch")
    for reader in readers:
        reader.send(signal.SIGSTOP)
    wait_until(lambda: _stuck(replica), "nothing moves any more, and answers wait in the server")
    metrics = replica.metrics()
    run.check(metrics["running_batches"] >= READERS and metrics["outbox_bytes"] > 0,
              f"{metrics['running_batches']} batches of {READERS} clients stand still, "
              f"{metrics['outbox_bytes']} bytes wait for their readers")

    allowed_ms = 2 * undisturbed["p99_ms"] + SLICE_MS
    for _ in range(TRIES):
        disturbed = _singles(run, replica)
        if disturbed["p99_ms"] <= allowed_ms:
            break
    run.check_cost(disturbed["p99_ms"] <= allowed_ms,
                   f"single shots' p99 beside them is {disturbed['p99_ms']} ms, without them "
                   f"{undisturbed['p99_ms']} ms (allowed: twice that and a slice of {SLICE_MS} ms)")
    run.check(replica.ready() and _health(run, replica), "both kinds of health check answer")
    # Of each stream: its outbox, the last chunk on top of it, and a chunk that gRPC holds. A chunk is
    # closed by the shot that reaches its size.
    a_stream = OUTBOX_BYTES + 2 * (CHUNK_BYTES + SHOT_BYTES)
    allowed_mib = READERS * STREAMS_A_READER * a_stream / (1 << 20)
    grown_mib = replica.process.memory_mib("VmHWM") - base_mib
    run.check_cost(grown_mib <= allowed_mib, f"the server grew by {grown_mib:.0f} MiB "
                   f"(allowed {allowed_mib:.0f} MiB: outbox and two chunks of each stream)")

    for reader in readers:
        reader.kill()
    wait_until(lambda: replica.metrics()["running_calls"] == 0,
               "the batches end with their clients")
    run.check(replica.metrics()["outbox_bytes"] == 0, "nothing waits any more when they are gone")
    run.check(replica.drain() == 0, "the server ends with 0")


def _singles(run, replica):
    singles = Singles(run, replica.target)
    time.sleep(SINGLES_S)
    return singles.end()


def _start_readers(run, replica):
    path = os.path.join(run.directory, "request.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(REQUEST, file)
    return [run.start([f"{run.bin}/carom", f"--server={replica.target}", "batch",
                       f"--request={path}"]) for _ in range(READERS)]


def _stuck(replica):
    """Whether half a second passes without a shot while bytes wait."""
    before = replica.metrics()
    time.sleep(0.5)
    after = replica.metrics()
    return after["outbox_bytes"] > 0 and after["shots_total"] == before["shots_total"]


def _health(run, replica):
    info = run.start([f"{run.bin}/carom", f"--server={replica.target}", "server-info",
                      "--timeout=1"])
    return info.wait() == 0
