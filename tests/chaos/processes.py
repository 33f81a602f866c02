"""Processes, their memory and their ports."""

import pathlib
import random
import signal
import socket
import subprocess
import time

PATIENCE_S = 30.0  # For what takes well below a second on an idle machine.

_given_ports = set()


def free_port():
    """A port on which nobody listens, and which no outgoing connection takes by chance: those get
    theirs from the kernel's ephemeral range."""
    text = pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii")
    low, high = (int(word) for word in text.split())
    ports = list(range(10000, low)) or list(range(high + 1, 65536))
    random.SystemRandom().shuffle(ports)
    for port in ports:
        if port in _given_ports:
            continue
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        _given_ports.add(port)
        return port
    raise RuntimeError("no port is free outside the ephemeral range")


def listens(port):
    """Whether a connection to `port` on this machine succeeds."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(condition, what, patience_s=PATIENCE_S):
    """Returns the seconds that it took; RuntimeError if it took longer than `patience_s`."""
    begin = time.monotonic()
    while not condition():
        if time.monotonic() > begin + patience_s:
            raise RuntimeError(f"after {patience_s:g} s still not so: {what}")
        time.sleep(0.02)
    return time.monotonic() - begin


class Process:
    """A child process which may be killed at any time."""

    def __init__(self, arguments, **popen):
        self.popen = subprocess.Popen(arguments, **popen)

    def send(self, number):
        self.popen.send_signal(number)

    def running(self):
        return self.popen.poll() is None

    def wait(self, patience_s=PATIENCE_S):
        """Its exit code; negative: the signal that ended it."""
        return self.popen.wait(timeout=patience_s)

    def kill(self):
        """Ends it, also if it is stopped."""
        if self.running():
            self.send(signal.SIGKILL)
            self.wait()

    def memory_mib(self, field):
        """`field` of /proc/PID/status: VmRSS is the memory now, VmHWM the most so far."""
        status = pathlib.Path(f"/proc/{self.popen.pid}/status").read_text(encoding="ascii")
        for line in status.splitlines():
            if line.startswith(field + ":"):
                return int(line.split()[1]) / 1024
        raise RuntimeError(f"no {field} of process {self.popen.pid}")
