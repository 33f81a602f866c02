#!/usr/bin/env python3
"""Every metric moves when what it counts happens: a cause for each name of /metrics."""

import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import time

import tools
from fleet import Replica
from http2 import Connection
from processes import wait_until
from scenarios.stalls import BATCH as BATCH_METHOD
from scenarios.stalls import BATCH_REQUEST, MESSAGE_BYTES, SIMULATE

METHODS = {"Simulate": "interactive", "SimulateBatch": "bulk", "SimulateMechanism": "long",
           "EstimateOutcomes": "bulk"}
# Families that a test has seen moving, without "carom_" and without the parts of a histogram.
_moved = set()

# A mechanism that runs for minutes.
LONG_MECHANISM = {"double_pendulum": {"friction": 0, "restitution": 1, "duration_s": 3000,
                                      "integration": {"largest_step_s": 1e-4}}}
# More than a slice of work: it moves to the lane `large`.
LARGE = {"layouts": [{"rack": {"name": "nine_ball"}}],
         "shots": [{"strike": {"speed_m_s": 8, "azimuth_rad": 0.001 * i}} for i in range(60)]}
# Many calls, one after the other and four at a time.
BATCH = ("batch", "--scene=nine_ball_break", "--shots=1000000", "--timeout=300")
# One of its two shots fails alone.
ONE_FAILS = {"layouts": [{"rack": {"name": "nine_ball"}}],
             "shots": [{"strike": {"speed_m_s": 2}}, {"strike": {"speed_m_s": -1}}]}


class Caller:
    """The command line, against one server."""

    def __init__(self, run, *flags, stderr=None):
        self._run = run
        self.replica = Replica(run, "server", flags, stderr=stderr).start()

    def file(self, name, request):
        path = os.path.join(self._run.directory, name)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(request, file)
        return f"--request={path}"

    def arguments(self, *arguments):
        return [f"{self._run.bin}/carom", *arguments, f"--server={self.replica.target}"]

    def call(self, *arguments, code=0):
        """One call to its end."""
        done = subprocess.run(self.arguments(*arguments), stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != code:
            raise RuntimeError(f"carom {arguments}: {done.returncode}\n{done.stderr}")

    def begin(self, *arguments):
        """A call that runs on."""
        return self._run.start(self.arguments(*arguments), stderr=subprocess.DEVNULL)

    def value(self, name, **labels):
        return self.replica.metric(name, labels)

    def expect(self, name, holds, what, **labels):
        """Waits until the metric is so: servers count when gRPC is done with a call."""
        shown = name + "".join(f" {label}={value}" for label, value in labels.items())
        seen = []

        def holds_now():
            seen.append(self.value(name, **labels))
            return holds(seen[-1])
        try:
            wait_until(holds_now, shown)
        except RuntimeError:
            pass
        self._run.check(holds(seen[-1]), f"{shown}: {what}: {seen[-1]}")
        _moved.add(re.sub("_(count|sum|bucket)$", "", name))


def _is(number):
    return lambda value: value == number


def _above(number):
    return lambda value: value > number


def calls_and_shots(run):
    """What is counted for each call, and for each shot."""
    carom = Caller(run)
    for name in ("shots_total", "failed_shots_total", "events_total", "sent_bytes_total"):
        run.check(carom.value(name) == 0, f"{name} begins at 0")
    carom.call("simulate", carom.file("fails.json", ONE_FAILS), code=1)
    carom.expect("shots_total", _is(2), "two shots")
    carom.expect("failed_shots_total", _is(1), "one failed")
    carom.expect("events_total", _above(5), "events of the other")
    carom.expect("sent_bytes_total", _above(100), "the answer")
    carom.call("batch", "--scene=two_ball_cut", "--shots=500")
    carom.call("mechanism", "newtons_cradle")
    carom.call("simulate", carom.file("large.json", LARGE))
    carom.call("estimate", "--ball=-0.5,0", "--ball=0.6,0.1", "--speed=2", "--pot=1", "--draws=100")
    carom.expect("shots_total", _is(2 + 500 + 60 + 100), "those of all calls")
    for method, lane in METHODS.items():
        carom.expect("call_seconds_count", _above(0), "a call", method=method, code="OK")
        carom.expect("encode_seconds_count", _above(0), "an answer", method=method)
        carom.expect("write_seconds_count", _above(0), "an answer", method=method)
        carom.expect("queue_seconds_count", _above(0), "a piece of work", lane=lane)
        carom.expect("work_seconds_count", _above(0), "a piece of work", lane=lane)
    carom.expect("work_seconds_sum", _above(0), "time", lane="interactive")
    empty = carom.file("empty.json", {"shots": [{}]})
    carom.call("simulate", empty, code=2)
    carom.expect("call_seconds_count", _is(1), "a wrong request", code="INVALID_ARGUMENT")


def scenes(run):
    """What the cache of scenes finds, builds and gives up."""
    carom = Caller(run, "--scene-cache-bytes=200000")
    carom.call("simulate", "--rack=9-ball")
    carom.expect("scene_cache_misses_total", _above(0), "the first call builds")
    carom.expect("scene_cache_bytes", _above(0), "and keeps")
    misses = carom.value("scene_cache_misses_total")
    carom.call("simulate", "--rack=9-ball")
    carom.expect("scene_cache_hits_total", _above(0), "the second call finds")
    run.check(carom.value("scene_cache_misses_total") == misses, "and builds nothing")
    for gap in range(1, 60):
        carom.call("simulate", "--rack=9-ball", f"--gap={gap}e-5", "--table=snooker_12ft",
                   f"--sliding-friction={0.1 + gap / 1000}")
    carom.expect("scene_cache_evictions_total", _above(0), "the cache is full")


def what_runs(run):
    """Gauges rise while calls run and wait, and fall to 0."""
    carom = Caller(run)
    gauges = ("running_calls", "running_batches", "running_items", "reserved_bytes", "outbox_bytes")
    for name in gauges:
        run.check(carom.value(name) == 0, f"{name} begins at 0")
    batch = carom.begin(*BATCH)
    carom.expect("running_batches", _above(0), "a batch")
    carom.expect("running_calls", _above(0), "a batch is a call too")
    batch.send(signal.SIGSTOP)  # A reader that has stopped.
    carom.expect("outbox_bytes", _above(0), "its reader has stopped")
    carom.expect("reserved_bytes", _above(0), "what it holds")
    batch.kill()
    carom.expect("running_batches", _is(0), "its reader has gone")
    wait_until(lambda: carom.value("running_items") == 0, "no work is left of it")
    dropped = carom.value("dropped_items_total")
    request = carom.file("long.json", LONG_MECHANISM)
    # Long calls take turns: some have begun and rest, others have not.
    mechanisms = [carom.begin("mechanism", request) for _ in range(24)]
    carom.expect("running_items", _above(0), "a mechanism")
    carom.expect("queued_items", _above(16), "others wait", lane="long")
    for mechanism in mechanisms:
        mechanism.kill()
    carom.expect("dropped_items_total", _above(dropped), "callers have gone before they began")
    for name in gauges:
        carom.expect(name, _is(0), "nothing runs")
    carom.expect("queued_items", _is(0), "nothing waits")


def refusals(run):
    """Each reason for which a call is refused."""
    patience = "--retry-for=0"
    carom = Caller(run, "--max-long-calls=1", "--max-batches=1")
    mechanism = carom.begin("mechanism", carom.file("long.json", LONG_MECHANISM))
    carom.expect("running_calls", _is(1), "a mechanism")
    carom.call("mechanism", "newtons_cradle", patience, code=3)
    carom.expect("refusals_total", _is(1), "the only place is taken", reason="long_calls")
    batch = carom.begin(*BATCH)  # The client keeps four calls in flight.
    carom.expect("refusals_total", _above(0), "the only place is taken", reason="batches")
    batch.kill()
    mechanism.kill()

    carom = Caller(run, "--memory-budget-bytes=5000000")
    batch = carom.begin(*BATCH)
    carom.expect("refusals_total", _above(0), "one such call can need 2 MB", reason="memory")
    batch.kill()

    carom = Caller(run, "--max-calls=1", "--max-wait-ms=0")
    busy = carom.begin("simulate", carom.file("busy.json", dict(LARGE, shots=LARGE["shots"] * 60)))
    carom.expect("running_calls", _is(1), "a call of 3600 shots")
    carom.call("simulate", "--rack=8-ball", patience, code=3)
    carom.expect("refusals_total", _is(1), "the only place is taken", reason="calls")
    busy.wait()

    carom = Caller(run, "--max-wait-ms=0")
    large = carom.file("busy.json", dict(LARGE, shots=LARGE["shots"] * 60))
    carom.call("simulate", large)  # It learns what such calls take.
    busy = carom.begin("simulate", large)
    carom.expect("running_calls", _is(1), "a call of 3600 shots")
    carom.call("simulate", large, patience, code=3)  # One of a class may always try, two may not.
    carom.expect("refusals_total", _above(0), "it would wait", reason="wait")
    busy.wait()

    carom = Caller(run, f"--memory-quota-bytes={2 * MESSAGE_BYTES}")  # For one request on its way.
    connection = Connection(carom.replica.target)
    for _ in range(2):
        connection.open(SIMULATE)
    carom.expect("refusals_total", _is(1), "two requests do not come", reason="requests")
    connection.close()


def stalls(run):
    """Clients that stop half way."""
    carom = Caller(run, "--max-stall-ms=300")
    for side in ("request", "reader"):
        run.check(carom.value("stalled_calls_total", waited_for=side) == 0, f"{side} begins at 0")
    connection = Connection(carom.replica.target, window=0)
    connection.open(SIMULATE)
    carom.expect("stalled_calls_total", _is(1), "its request does not come", waited_for="request")
    connection.send(connection.open(BATCH_METHOD), BATCH_REQUEST)
    carom.expect("stalled_calls_total", _is(1), "it takes no answer", waited_for="reader")
    connection.close()


def log_lines(run):
    """A reader of the log that does not read."""
    reader, writer = os.pipe()
    # One shot a call, so a line a shot: 10 000 of them are more than the 1 MB that may wait.
    carom = Caller(run, "--max-shots-per-batch=1", stderr=writer)
    run.check(carom.value("log_dropped_lines_total") == 0, "log_dropped_lines_total begins at 0")
    carom.call("batch", "--scene=two_ball_cut", "--shots=10000")
    carom.expect("log_dropped_lines_total", _above(0), "nobody reads the log")
    carom.replica.kill()
    os.close(reader)
    os.close(writer)


def the_server(run):
    """What the server is."""
    carom = Caller(run, "--threads=3", "--memory-budget-bytes=123456789", "--lame-duck-ms=20000")
    version = subprocess.run([f"{run.bin}/carom-server", "--version"], stdout=subprocess.PIPE,
                             text=True, check=True).stdout.split()[1]
    carom.expect("threads", _is(3), "as told")
    carom.expect("budget_bytes", _is(123456789), "as told")
    carom.expect("build_info", _is(1), "of this build", version=version)
    carom.expect("serving", _is(1), "it wants calls")
    carom.expect("max_connections", _above(0), "as many as there are descriptors for")
    carom.expect("connections", _is(0), "nobody is connected")
    carom.replica.process.send(signal.SIGTERM)
    carom.expect("serving", _is(0), "it drains")
    carom.replica.kill()


def connections(run):
    """More connections than the server takes."""
    carom = Caller(run, "--max-connections=2")
    idle = [socket.create_connection(("127.0.0.1", carom.replica.port)) for _ in range(4)]
    carom.expect("refused_connections_total", _above(0), "there are places for two")
    for connection in idle:
        connection.close()


def no_other(run):
    """Every family of the page has been seen moving, and no other."""
    page = Replica(run, "server").start().get("/metrics", timeout_s=10.0)[1]
    families = set(re.findall(r"^# TYPE carom_(\w+) ", page, re.MULTILINE))
    # Of no call yet; the family comes with its first series.
    families.add("call_seconds")
    run.check(families == _moved, f"not moved: {sorted(families - _moved)}, "
                                  f"unknown: {sorted(_moved - families)}")


def scrape(run):
    """What a scrape costs is told, not judged: it depends on the machine."""
    carom = Caller(run)
    for method in (("simulate", "--rack=8-ball"), ("mechanism", "newtons_cradle"),
                   ("batch", "--scene=two_ball_cut", "--shots=100")):
        carom.call(*method)
    times_ms = []
    stat = f"/proc/{carom.replica.process.popen.pid}/stat"
    before = _processor_s(stat)
    for _ in range(500):
        begin = time.perf_counter()
        page = carom.replica.get("/metrics")[1]
        times_ms.append(1000 * (time.perf_counter() - begin))
    processor_ms = 1000 * (_processor_s(stat) - before) / len(times_ms)
    run.say(f"a scrape of {len(page)} bytes takes {statistics.median(times_ms):.2f} ms (median), "
            f"{processor_ms:.2f} ms of a processor")


def _processor_s(path):
    with open(path, encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(tools.run_tests(__doc__, calls_and_shots, scenes, what_runs, refusals, stalls,
                             log_lines, the_server, connections, no_other, scrape))
