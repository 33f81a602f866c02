"""The log of a server goes to somebody who does not take it."""

import contextlib
import fcntl
import os
import subprocess
import tempfile
import time

from clients import Singles
from fleet import Replica
from processes import wait_until
from run import Skipped

CALLS = 5000  # A synchronous log hung within 600 calls.
CALLS_PATIENCE_S = 180.0  # They take 3 s of an idle machine, and ten times as long with a sanitizer.
# The drain: by default 0.5 s in which it still serves, then nothing to wait for, then 0.2 s for the
# log. What a container's runtime allows is 10 s.
LONGEST_DRAIN_S = 3.0
DISK_BYTES = 64 << 10


def log_pipe_stuck(run):
    """Nobody reads the pipe that the log goes to."""
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096)
    _calls_go_on(run, writer)
    os.close(reader)


def log_reader_gone(run):
    """The reader of the log's pipe goes away."""
    reader, writer = os.pipe()
    _calls_go_on(run, writer, after_start=lambda: os.close(reader))


def log_writes_fail(run):
    """Every write of the log fails with ENOSPC (/dev/full)."""
    _calls_go_on(run, os.open("/dev/full", os.O_WRONLY))


def log_disk_full(run):
    """The log goes to a disk of 64 KB; needs the right to mount one."""
    with _small_disk() as disk:
        path = os.path.join(disk, "server.log")
        log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        replica = _calls_go_on(run, log, drain=False)
        free = os.statvfs(disk).f_bavail
        run.check(free == 0, f"{free} blocks of the log's disk are free")
        calls, dropped = _calls_and_dropped_lines(replica)
        written = _lines(path)
        run.check(written + dropped >= calls, f"{calls} calls gave {written} lines in the file and "
                  f"{dropped} that are counted as dropped")
        os.truncate(path, 0)
        singles = Singles(run, replica.target)
        # Lines that waited come at once.
        wait_until(lambda: _lines(path) > 0 and _calls_and_dropped_lines(replica)[0] > calls,
                   "the log goes on when there is space again")
        singles.end()
        _drains(run, replica)


def _calls_go_on(run, log, after_start=lambda: None, drain=True):
    """`log`: a file descriptor, which is closed here. Returns the replica."""
    replica = Replica(run, "replica", ["--log-level=info"], stderr=log).start()
    os.close(log)
    after_start()
    singles = Singles(run, replica.target)
    wait_until(lambda: _calls_and_dropped_lines(replica)[0] >= CALLS, f"{CALLS} calls are done",
               CALLS_PATIENCE_S)
    # It takes more than the 1 MB that may wait for a reader.
    wait_until(lambda: _calls_and_dropped_lines(replica)[1] > 0, "lines of the log are dropped",
               CALLS_PATIENCE_S)
    singles.end()
    calls, dropped = _calls_and_dropped_lines(replica)
    run.check(calls >= CALLS and dropped > 0 and replica.ready(),
              f"the server is ready after {calls} calls, with {dropped} lines of its log dropped")
    if drain:
        _drains(run, replica)
    return replica


def _drains(run, replica):
    begin = time.monotonic()
    code = replica.drain()
    took_s = time.monotonic() - begin
    run.check(code == 0 and took_s < LONGEST_DRAIN_S,
              f"it drains in {took_s:.2f} s (allowed {LONGEST_DRAIN_S} s) and ends with {code}")


def _calls_and_dropped_lines(replica):
    metrics = replica.metrics()
    return metrics.get("call_seconds_count", 0), metrics["log_dropped_lines_total"]


def _lines(path):
    with open(path, "rb") as file:
        return file.read().count(b"\n")


@contextlib.contextmanager
def _small_disk():
    directory = tempfile.mkdtemp()
    try:
        mount = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs",
                                directory], capture_output=True, text=True, check=False)
        if mount.returncode != 0:
            raise Skipped(f"a small disk cannot be mounted: {mount.stderr.strip()}")
        try:
            yield directory
        finally:
            subprocess.run(["umount", "--lazy", directory], check=True)
    finally:
        os.rmdir(directory)
