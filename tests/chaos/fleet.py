"""Replicas of carom-server."""

import http.client
import os
import re
import signal

from processes import Process, free_port, wait_until


class Replica:
    """One carom-server on ports of its own, which it keeps when it comes back."""

    def __init__(self, run, name, flags=(), stderr=None, cpus=None):
        """`stderr`: a file descriptor for its log; None: a file of the run, which tells warnings.
        `cpus`: those that it may use; None: all.
        """
        self.name = name
        self.port, self.http_port = free_port(), free_port()
        self._run = run
        self._flags = list(flags)
        self._stderr = stderr
        self._cpus = cpus
        if stderr is None:
            self._flags = ["--log-level=warn"] + self._flags
            self.log = os.path.join(run.directory, f"{name}.log")
        self.process = None

    @property
    def target(self):
        return f"127.0.0.1:{self.port}"

    def start(self):
        """Starts it and waits until it serves. Returns itself."""
        arguments = [f"{self._run.bin}/carom-server", f"--listen={self.target}",
                     f"--http-listen=127.0.0.1:{self.http_port}", "--threads=1"] + self._flags
        if self._stderr is not None:
            self.process = self._run.start(arguments, cpus=self._cpus, stderr=self._stderr)
        else:
            with open(self.log, "a", encoding="utf-8") as log:
                self.process = self._run.start(arguments, cpus=self._cpus, stderr=log)
        self.wait_ready()
        return self

    def get(self, page, timeout_s=1.0):
        """(status, text) of a page of its port for probes; (0, "") if nothing answers in time."""
        connection = http.client.HTTPConnection("127.0.0.1", self.http_port, timeout=timeout_s)
        try:
            connection.request("GET", page)
            response = connection.getresponse()
            return response.status, response.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def ready(self):
        return self.get("/readyz")[0] == 200

    def wait_ready(self):
        wait_until(self.ready, f"{self.name} is ready")

    def metrics(self):
        """The numbers of /metrics by name, without "carom_"; summed over labels."""
        metrics = {}
        for name, _, number in self._samples():
            metrics[name] = metrics.get(name, 0) + number
        return metrics

    def metric(self, name, labels):
        """One number of /metrics, summed over the labels that are not given."""
        return sum(number for one, found, number in self._samples()
                   if one == name and labels.items() <= found.items())

    def _samples(self):
        """(name without "carom_", labels, number) of each line of /metrics."""
        status, text = self.get("/metrics", timeout_s=10.0)
        if status != 200:
            raise RuntimeError(f"{self.name} does not tell its metrics (status {status})")
        for line in text.splitlines():
            if not line.startswith("#"):
                name, labels, value = re.match(r"carom_(\w+)({.*})? (\S+)", line).groups()
                number = float(value)
                yield (name, dict(re.findall(r'(\w+)="([^"]*)"', labels or "")),
                       int(number) if number.is_integer() else number)

    def kill(self):
        """kill -9."""
        self.process.send(signal.SIGKILL)
        self.process.wait()

    def drain(self):
        """SIGTERM. Returns the exit code."""
        self.process.send(signal.SIGTERM)
        return self.process.wait()

    def stop(self):
        """SIGSTOP: it is there and does nothing, as a machine that swaps."""
        self.process.send(signal.SIGSTOP)

    def go_on(self):
        self.process.send(signal.SIGCONT)
        self.wait_ready()
