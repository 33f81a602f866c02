"""A farm over two servers while both, and the farm itself, are killed at random.

Needs the program: CAROM_SERVER=PATH, or carom-server on the PATH. CAROM_LONG_TESTS=1 plays the 10^6
shots and the 20 kills that the package promises to survive.
"""
import os
import random
import subprocess
import sys
import time

import pytest

import servers
from servers import free_port, kill, serve

pytest.importorskip("pyarrow")

LONG = os.environ.get("CAROM_LONG_TESTS") == "1"
SHOTS, ROWS, KILLS = (1_000_000, 16384, 20) if LONG else (6000, 500, 4)
pytestmark = servers.needed


def farm(folder, *options):
    command = [sys.executable, "-m", "carom.farm", f"--shots={SHOTS}", f"--rows={ROWS}"]
    return subprocess.Popen([*command, f"--out={folder}", "--resume", *options],
                            stdout=subprocess.PIPE, text=True)


def test_kills_change_no_byte(tmp_path):
    calm, rng = farm(tmp_path / "calm"), random.Random(1)
    expected, _ = calm.communicate()
    assert calm.returncode == 0
    ports = [free_port(), free_port()]
    serving = [serve(port) for port in ports]
    options = [f"--server=127.0.0.1:{port}" for port in ports]
    folder = tmp_path / "chaos"
    running, kills = farm(folder, *options), 0
    try:
        while running.poll() is None or kills < KILLS:
            if running.poll() is not None:  # Done too early: a part is lost once more.
                next(iter(sorted(folder.glob("part-*.parquet")))).unlink()
                running = farm(folder, *options)
            time.sleep(rng.uniform(0.2, 1.5))
            victim = rng.randrange(3)
            if kills >= KILLS:
                continue
            kills += 1
            if victim == 2:
                kill(running)
                running = farm(folder, *options)
            else:
                kill(serving[victim])
                time.sleep(rng.uniform(0, 0.5))
                serving[victim] = serve(ports[victim])
    finally:
        for process in [*serving, running]:
            if process.poll() is None:
                kill(process)
    assert running.returncode == 0 and kills == KILLS
    names = sorted(path.name for path in (tmp_path / "calm").iterdir())
    assert sorted(path.name for path in folder.iterdir()) == names
    for name in names:
        assert (folder / name).read_bytes() == (tmp_path / "calm" / name).read_bytes(), name
    told = running.stdout.read()
    assert told.split("sha256=")[1] == expected.split("sha256=")[1]
