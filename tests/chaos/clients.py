"""Clients that work while a scenario disturbs them, and their verdicts."""

import re
import subprocess
import threading

from processes import PATIENCE_S


SCENE = "two_ball_cut"
# 10^6 shots take half a minute, and the client's patience with a silent server is a minute.
LAST_BATCH_S = 180
_reference_hashes = {}


def reference_hash(run, shots):
    """The hash of a batch as the engine in one process gives it."""
    if shots not in _reference_hashes:
        out = subprocess.run([f"{run.bin}/carom", "batch", f"--scene={SCENE}", f"--shots={shots}"],
                             capture_output=True, text=True, check=True)
        _reference_hashes[shots] = re.search(r"hash=(\w+)", out.stdout).group(1)
    return _reference_hashes[shots]


def numbers_of(line):
    """The numbers of a line "calls=12 p50_ms=0.25 ..." by name."""
    return {name: float(value) for name, value in re.findall(r"(\w+)=(-?[\d.]+)", line)}


class Batches:
    """Batches of `shots` shots, one after the other until end(), so that some batch is always under
    way. The last one is waited for."""

    def __init__(self, run, target, shots):
        self._run, self._target, self._shots = run, target, shots
        self._enough = threading.Event()
        self._lines = []  # What each printed.
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self):
        while not self._enough.is_set() or not self._lines:
            process = self._run.start(
                [f"{self._run.bin}/carom", f"--server={self._target}", "batch",
                 f"--scene={SCENE}", f"--shots={self._shots}"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            told, _ = process.popen.communicate()
            self._lines.append(told.strip())
            self._run.say(f"batch: {told.strip()}")
            if process.popen.returncode != 0:
                return

    def end(self):
        """Waits for the last batch, and checks all: each shot once, each with its hash."""
        self._enough.set()
        self._thread.join(timeout=LAST_BATCH_S)
        if self._thread.is_alive():
            raise RuntimeError(f"the last batch still runs after {LAST_BATCH_S} s")
        reference = reference_hash(self._run, self._shots)
        right = [line for line in self._lines
                 if re.search(rf"shots={self._shots} failed=0 .*hash={reference}", line)]
        self._run.check(len(right) == len(self._lines),
                        f"{len(right)} of {len(self._lines)} batches of {self._shots} shots are "
                        f"complete and have the hash of one process, {reference}")


class Load:
    """A run of carom-chaos-load which lasts until end(); `arguments` as its usage tells."""

    def __init__(self, run, *arguments, cpus=None):
        self._process = run.start(
            [f"{run.bin}/carom-chaos-load", *[str(one) for one in arguments]], cpus=cpus,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def end(self, patience_s=PATIENCE_S):
        """Ends it where it would go on, and returns the numbers that it printed."""
        told, _ = self._process.popen.communicate(timeout=patience_s)  # Closes its stdin.
        if self._process.wait() != 0 or not told:
            raise RuntimeError("carom-chaos-load failed")
        return numbers_of(told)


class RawSingles:
    """Single shots over raw channels, without any retry."""

    def __init__(self, run, target, threads=2):
        self._run = run
        self._load = Load(run, "raw", target, threads)

    def end(self):
        """Stops them, and checks that most calls went through, also after replicas came back, and
        that the others failed only as proto/README.md says."""
        told = self._load.end()
        self._run.check(
            2 * told["ok"] > told["calls"] and told["undocumented"] == 0,
            f"{told['calls']:.0f} raw calls: {told['ok']:.0f} OK, {told['unavailable']:.0f} UNAVAILABLE, "
            f"{told['cancelled']:.0f} CANCELLED, {told['other']:.0f} others, of which "
            f"{told['undocumented']:.0f} with a code that clients are not told to repeat")


class Singles:
    """Planners: single shots one after the other on some threads, each with 10 s, each compared
    with the engine in one process."""

    def __init__(self, run, target, threads=2):
        self._run = run
        self._load = Load(run, "singles", target, threads)

    def end(self):
        """Stops and checks them. Returns their numbers."""
        told = self._load.end()
        self._run.check(
            told["calls"] > 0 and told["failed"] == 0 and told["wrong"] == 0,
            f"{told['calls']:.0f} single calls: {told['failed']:.0f} failed, {told['wrong']:.0f} "
            f"with a wrong hash; {told['retries']:.0f} retries, p50 {told['p50_ms']} ms, "
            f"p99 {told['p99_ms']} ms, worst {told['worst_ms']} ms")
        return told
