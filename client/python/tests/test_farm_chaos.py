"""A farm over two servers while both, and the farm itself, are killed at random; and one that writes to an
object store which loses all that it has.

Needs the program: CAROM_SERVER=PATH, or carom-server on the PATH. CAROM_LONG_TESTS=1 plays the 10^6
shots and the 20 kills that the package promises to survive. The store is moto's server of S3; without moto
its test is left out.
"""
import json
import os
import random
import subprocess
import sys
import time

import pytest

import servers
from servers import free_port, kill, serve

pytest.importorskip("pyarrow")
from pyarrow import fs  # noqa: E402
from carom.farm.folder import folder_of  # noqa: E402

LONG = os.environ.get("CAROM_LONG_TESTS") == "1"
SHOTS, ROWS, KILLS = (1_000_000, 16384, 20) if LONG else (6000, 500, 4)
pytestmark = servers.needed


# Own draws, ranges of physics, a filter and labels.
REQUEST = {
    "layouts": [{"balls": {"balls": [{"state": {"position_m": {"x": x, "y": y}}}
                                     for x, y in ((0.6, 0.0), (1.1, 0.5))]}}],
    "generator": {"seed": "3", "drawn_shots": {
        "strike": {"speed_m_s": {"uniform": {"lo": 1.0, "hi": 3.0}},
                   "azimuth_rad": {"uniform": {"lo": 0.7, "hi": 0.9}}},
        "physics": {"cushion_restitution": {"uniform": {"lo": 0.8, "hi": 0.9}},
                    "rolling_friction": {"uniform": {"lo": 0.008, "hi": 0.012}}}}},
    "filter": {"potted": {"ball": 1}}, "labels": [{"no_scratch": {}}]}
KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_EC2_METADATA_DISABLED": "true"}


def farm(folder, *options):
    command = [sys.executable, "-m", "carom.farm", f"--shots={SHOTS}", f"--rows={ROWS}"]
    return subprocess.Popen([*command, f"--out={folder}", "--resume", *options],
                            stdout=subprocess.PIPE, text=True, env={**os.environ, **KEYS})


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


class Store:
    """moto's server in a process of its own, with an empty bucket; it keeps everything in memory."""

    def __init__(self):
        self._port = free_port()
        self.query = f"endpoint_override=127.0.0.1:{self._port}&scheme=http"
        self._begin()

    def _begin(self):
        self._process = subprocess.Popen(
            [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self._port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        files, _ = fs.FileSystem.from_uri(f"s3://bucket?{self.query}&allow_bucket_creation=true")
        for _ in range(300):
            try:
                return files.create_dir("bucket")
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the store does not answer")

    def lose_everything(self):
        kill(self._process)
        self._begin()

    def end(self):
        kill(self._process)


def test_a_store_that_loses_everything_ends_with_the_same_bytes(tmp_path, monkeypatch):
    pytest.importorskip("moto")
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    request = tmp_path / "request.json"
    request.write_text(json.dumps(REQUEST))
    calm, rng = farm(tmp_path / "calm", f"--request={request}"), random.Random(2)
    assert calm.wait() == 0
    expected = {path.name: path.read_bytes() for path in (tmp_path / "calm").iterdir()}
    store = Store()
    out = f"s3://bucket/set?{store.query}"
    disasters = ["farm"] * KILLS
    disasters.insert(KILLS // 2, "store")
    running = farm(out, f"--request={request}")
    try:
        for disaster in disasters:
            time.sleep(rng.uniform(0.2, 1.5))
            if running.poll() == 0:  # Done too early: a part is lost once more.
                folder_of(out).remove("part-00001.parquet")
            if running.poll() is not None:  # It says so where the store has failed it.
                running = farm(out, f"--request={request}")
                time.sleep(rng.uniform(0.2, 1.5))
            if disaster == "store":
                store.lose_everything()
            else:
                kill(running)
        if running.wait() != 0:
            assert farm(out, f"--request={request}").wait() == 0
        folder = folder_of(out)
        assert {name: folder.read(name) for name in folder.sizes()} == expected
    finally:
        if running.poll() is None:
            kill(running)
        store.end()
