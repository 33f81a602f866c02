"""Workers of a farm: what fails, how long it is tried again, and how it is stopped."""
import json
import os
import signal
import subprocess
import threading
import time
from contextlib import nullcontext

import pytest

pytest.importorskip("pyarrow")

import carom  # noqa: E402
from carom import farm  # noqa: E402
from carom.farm import workers  # noqa: E402
from carom.farm.patience import MOST_LATE, Patience  # noqa: E402
from farm_runs import JOB, command_line, content, run  # noqa: E402


class Flaky:
    """A simulator that fails every other time; `code` is that of the error."""

    def __init__(self, simulator, code):
        self._simulator, self._code, self._calls, self._lock = simulator, code, 0, threading.Lock()

    def run(self, *arguments, **options):
        with self._lock:
            self._calls += 1
            failing = self._calls % 2
        if failing:
            raise carom.CaromError(self._code, "away")
        return self._simulator.run(*arguments, **options)


def farm_with(simulators, folder, **options):
    missing = farm.prepare(JOB, folder, resume=False)
    connects = [lambda s=s: nullcontext(s) for s in simulators]
    farm.Farm(JOB, folder, connects, **options).run(missing)


def test_workers_that_fail_lose_no_shots(whole, tmp_path, monkeypatch):
    monkeypatch.setattr(threading.Event, "wait", lambda self, timeout=None: self.is_set())
    with carom.Simulator(threads=1) as simulator:
        farm_with([Flaky(simulator, "UNAVAILABLE"), simulator], tmp_path / "set")
    farm.finish(JOB, tmp_path / "set")
    assert content(tmp_path / "set") == content(whole)


def test_what_no_server_can_do_is_told_at_once(tmp_path):
    with carom.Simulator(threads=1) as simulator, pytest.raises(carom.CaromError, match="away"):
        farm_with([Flaky(simulator, "INVALID_ARGUMENT")], tmp_path / "set")


class Slow:
    def __init__(self, simulator):
        self._simulator = simulator

    def run(self, *arguments, **options):
        time.sleep(0.15)
        return self._simulator.run(*arguments, **options)


def test_what_is_done_is_noted_while_the_farm_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_SAVE_PERIOD", 0.0)
    record, noted = tmp_path / "set" / "_parts.json", []

    def look(done):
        noted.append(len(json.loads(record.read_text())) if record.exists() else 0)

    with carom.Simulator(threads=1) as simulator:
        farm_with([Slow(simulator)], tmp_path / "set", on_progress=look)
    assert 0 in noted and [count for count in noted if 0 < count < JOB.parts]


class Away:
    """A simulator whose server is never there."""

    def __init__(self):
        self.patience = []

    def run(self, *arguments, retry_for):
        self.patience.append(retry_for)
        raise carom.CaromError("UNAVAILABLE", "away")


def test_patience_ends(tmp_path):
    away = Away()
    with pytest.raises(carom.CaromError, match="away"):
        farm_with([away, away], tmp_path / "set", retry_for=0.5)
    assert away.patience[0] > away.patience[-1] and max(away.patience) <= 0.5


@pytest.mark.parametrize("shots", [10, 1000])
def test_a_server_that_is_not_there_is_waited_for_as_long_as_asked(tmp_path, shots, capsys):
    job = farm.Job(shots=shots, rows=100)
    began = time.monotonic()
    servers = [f"--server=127.0.0.1:{port}" for port in (1, 2)]
    assert run(tmp_path / "set", *servers, "--retry-for=2", job=job) == 3
    # Beside it a last look of each of the four workers, which takes a second at the most.
    assert 1 < time.monotonic() - began < 6
    assert "no part was made" in capsys.readouterr().err
    # The folder is not taken by a job that never began.
    assert run(tmp_path / "set", job=farm.Job(shots=20, rows=20)) == 0


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_the_patience_of_a_farm():
    clock = Clock()
    patience = Patience(10.0, clock)
    assert patience.begin(0) == patience.begin(1) == 5.0
    clock.now += 4  # The server of the first worker is away.
    assert patience.note_failure(0, 7) == 6.0 and patience.begin(0) == 5.0
    clock.now += 6  # Its patience is over, but the second has played all the time.
    assert patience.note_failure(0, 7) > 0
    patience.note_part(1)
    assert patience.begin(0) == patience.begin(1) == 5.0
    clock.now += 35  # Both were lost after half a minute, and then looked for.
    assert patience.note_failure(0, 7) == 5.0 and patience.note_failure(1, 8) == 5.0
    assert patience.begin(1) == 5.0
    clock.now += 5
    assert patience.note_failure(1, 8) == 0.0


def test_a_part_that_always_fails_late_ends_the_farm():
    clock, away = Clock(), carom.CaromError("UNAVAILABLE", "away")
    patience = Patience(60.0, clock)
    for failures in range(1, MOST_LATE + 1):
        patience.begin(0)
        clock.now += 30  # The server dies of this part after half a minute, and comes back.
        left = patience.note_failure(0, 7)
        assert (left > 0) == (failures < MOST_LATE)
        patience.begin(0)
        patience.note_part(0)  # Other parts are done meanwhile.
    assert patience.reason(8, away) is away
    reason = patience.reason(7, away)
    assert reason.code == "INTERNAL" and "part 7 has failed 20 times" in reason.message
    assert "UNAVAILABLE: away" in reason.message


def test_a_stop_does_not_wait_for_the_shots(tmp_path):
    job = farm.Job(shots=10**7, rows=10**7, balls=16)
    process = subprocess.Popen(command_line(tmp_path / "set", job=job), stderr=subprocess.PIPE,
                               text=True)
    while not (tmp_path / "set" / "_job.json").exists():
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    _, told = process.communicate(timeout=30)
    assert process.returncode == 130 and "stopped; no part was made" in told
    assert time.monotonic() - began < 5  # The part takes minutes.


def test_a_full_disk_is_told_and_leaves_no_drafts(tmp_path, monkeypatch):
    def full(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with carom.Simulator(threads=1) as simulator, pytest.raises(OSError, match="No space left"):
        farm_with([simulator], tmp_path / "set")
    assert [path.name for path in (tmp_path / "set").iterdir()] == ["_job.json"]
