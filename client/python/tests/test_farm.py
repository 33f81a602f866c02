"""Data sets: shots by number, whole files whatever interrupts them, the same bytes in the end."""
import json
import shutil
import signal
import subprocess
import time
from types import SimpleNamespace

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

import carom  # noqa: E402
import pyarrow.parquet as parquet  # noqa: E402
from carom import farm  # noqa: E402
from carom.farm import __main__ as command  # noqa: E402
from carom.farm.dataset import table  # noqa: E402
from carom.farm.folder import Folder  # noqa: E402
from farm_runs import JOB, command_line, content, run  # noqa: E402


def copy_of(whole, folder):
    shutil.copytree(whole, folder)
    return folder


def play(job, first=0, count=None):
    with carom.Simulator(threads=1) as simulator:
        return simulator.run(farm.make_game(job), farm.shots_of(job, first, count or job.shots))


@pytest.mark.parametrize("balls", [2, 16])
def test_shot_i_depends_on_seed_and_i_alone(balls):
    job = farm.Job(shots=10**6, seed=3, balls=balls)
    together = play(job, 1000, 60)
    for first, count in ((1000, 25), (1025, 35)):
        part = play(job, first, count)
        rows = slice(first - 1000, first - 1000 + count)
        np.testing.assert_array_equal(part.hash, together.hash[rows])
        for name, values in part.inputs.items():
            np.testing.assert_array_equal(values, together.inputs[name][rows])
    assert (play(farm.Job(shots=10**6, seed=4, balls=balls), 1000, 60).hash != together.hash).all()


def test_drawn_shots_are_what_the_options_say():
    job = farm.Job(shots=2000, balls=16, min_speed=1.0, max_speed=1.5, max_tip=0.3)
    rows = table(job, 0, play(job))
    places = np.array(rows["start_xy"].to_pylist()).reshape(-1, 16, 2)
    gaps = np.linalg.norm(places[:, :, None] - places[:, None], axis=-1)
    assert (gaps + np.eye(16)).min() > 2 * 0.028575 - 1e-9
    target = rows["target"].to_numpy()
    assert sorted(set(target)) == list(range(1, 16))
    for name, low, high in (("side", -0.3, 0.3), ("height", -0.3, 0.3), ("speed_m_s", 1, 1.5),
                            ("hit", -1, 1)):
        values = rows[name].to_numpy()
        assert low <= values.min() and values.max() <= high
        # The mean of uniform numbers within four deviations.
        assert abs(values.mean() - (low + high) / 2) < 4 * (high - low) * (1 / 12 / job.shots)**0.5
    # The line of aim passes the target's centre at `hit` times both radii, positive to its left.
    away = places[np.arange(job.shots), target] - places[:, 0]
    azimuth = rows["azimuth_rad"].to_numpy()
    left = np.sin(azimuth) * away[:, 0] - np.cos(azimuth) * away[:, 1]
    np.testing.assert_allclose(left, rows["hit"].to_numpy() * 2 * 0.028575, atol=1e-9)


def test_rows_are_the_shots(whole):
    rows = parquet.read_table(whole)  # Of the folder, as pandas does.
    assert rows["shot"].to_pylist() == list(range(JOB.shots)) and all(rows["ok"].to_pylist())
    # Played again as listed shots, with what the rows tell of them.
    places = np.array(rows["start_xy"].to_pylist()).reshape(-1, 2, 2)
    strike = {name: rows[column].to_numpy() for name, column in (
        ("speed", "speed_m_s"), ("azimuth", "azimuth_rad"), ("side", "side"), ("height", "height"))}
    with carom.Simulator(threads=1) as simulator:
        result = simulator.run(farm.make_game(JOB), carom.strikes(positions=places, **strike))
    np.testing.assert_array_equal(rows["hash"].to_numpy(), result.hash)
    np.testing.assert_array_equal(rows["end_xyz"].to_pylist(), result.positions.reshape(-1, 6))
    np.testing.assert_array_equal(rows["pockets"].to_pylist(), result.pockets)
    np.testing.assert_array_equal(rows["first_contact"].to_pylist(), result.first_contact)


def test_a_shot_that_failed_has_nulls():
    job = farm.Job(shots=2, rows=2)
    result = SimpleNamespace(ok=np.array([True, False]), positions=np.array([[[1.0] * 3] * 2] * 2),
                             motions=np.ones((2, 2), np.int8), pockets=-np.ones((2, 2), np.int8),
                             first_contact=np.array([1, -1], np.int8),
                             end_time=np.array([2.0, np.nan]), hash=np.array([7, 0], np.uint64),
                             inputs=play(job).inputs)
    result.inputs["ball_1_x_m"][1] = np.nan
    good, bad = table(job, 0, result).to_pylist()
    missing = {"end_xyz", "motions", "pockets", "first_contact", "end_time_s", "hash"}
    assert {name for name, value in bad.items() if value is None} == missing
    assert not any(value is None for value in good.values()) and not bad["ok"]


def test_manifest_and_sums(whole):
    manifest = json.loads((whole / "_manifest.json").read_text())
    assert [p["first_shot"] for p in manifest["parts"]] == list(range(0, 700, 100))
    assert sum(p["shots"] for p in manifest["parts"]) == 700 and manifest["job"]["seed"] == 5
    subprocess.run(["sha256sum", "--check", "--quiet", "_SHA256SUMS"], cwd=whole, check=True)


def test_killed_and_resumed_ends_with_the_same_bytes(whole, tmp_path):
    folder = tmp_path / "set"
    arguments = command_line(folder, "--resume")
    kills, wanted = 0, 1
    while True:
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
        while process.poll() is None and len(list(folder.glob("part-*.parquet"))) < wanted:
            time.sleep(0.005)
        if process.poll() is not None:
            break
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills, wanted = kills + 1, wanted + 2
        (folder / f".part-0000{kills}.parquet.1.2").write_bytes(b"torn")
    assert process.returncode == 0 and kills >= 1
    assert content(folder) == content(whole)


@pytest.mark.parametrize("damage", ["a byte", "the end", "all"])
def test_a_damaged_part_is_made_anew(whole, tmp_path, damage):
    folder = copy_of(whole, tmp_path / "set")
    part = folder / "part-00003.parquet"
    data = bytearray(part.read_bytes())
    data[len(data) // 3] ^= 1
    part.write_bytes({"a byte": bytes(data), "the end": bytes(data[:-9]), "all": b""}[damage])
    assert run(folder, "--verify" if damage == "a byte" else "--resume") == 0
    assert content(folder) == content(whole)


@pytest.mark.parametrize("known", [True, False])
def test_only_who_verifies_reads_all_bytes(whole, tmp_path, known):
    folder = copy_of(whole, tmp_path / "set")
    part = folder / "part-00003.parquet"
    data = bytearray(part.read_bytes())
    data[len(data) // 3] ^= 1
    part.write_bytes(data)
    if not known:
        (folder / "_parts.json").unlink()
    assert farm.prepare(JOB, folder, resume=True) == []
    assert farm.prepare(JOB, folder, resume=True, verify=True) == [3]


@pytest.mark.parametrize("record", [b"", b"[1]", b'[{"number": 1}]', b"{", b"5", None])
def test_a_record_that_is_lost_says_nothing(whole, tmp_path, record):
    folder = copy_of(whole, tmp_path / "set")
    (folder / "part-00002.parquet").unlink()
    (folder / "_parts.json").unlink()
    if record is not None:
        (folder / "_parts.json").write_bytes(record)
    assert farm.prepare(JOB, folder, resume=True) == [2]
    assert run(folder, "--resume") == 0 and content(folder) == content(whole)


def test_what_is_known_is_not_read_again(whole, tmp_path, monkeypatch):
    folder, read = copy_of(whole, tmp_path / "set"), []
    monkeypatch.setattr(Folder, "open", lambda self, name: read.append(name))
    assert farm.prepare(JOB, folder, resume=True) == [] and not read


def test_another_job_is_refused(whole, tmp_path, capsys):
    assert run(whole) == 2
    assert "--resume goes on with it" in capsys.readouterr().err
    assert run(whole, "--resume", job=farm.Job(shots=700, seed=6, rows=100)) == 2
    assert "--seed: 6 must be 5" in capsys.readouterr().err
    other = tmp_path / "other"
    assert run(other, job=farm.Job(shots=100, seed=1, rows=100)) == 0
    (other / "part-00000.parquet").write_bytes((whole / "part-00000.parquet").read_bytes())
    capsys.readouterr()
    assert run(other, "--resume", job=farm.Job(shots=100, seed=1, rows=100)) == 2
    assert "part-00000.parquet is of another job" in capsys.readouterr().err


@pytest.mark.parametrize("option", [
    "--shots=0", "--balls=17", "--balls=1", "--min-speed=0", "--rows=0", "--max-speed=0.1",
    "--max-tip=1.5", "--seed=-1", "--max-speed=nan", "--threads=-3", "--threads=1025",
    "--in-flight=0", "--retry-for=-1", "--retry-for=nan", "--server=", "--server=a:1,,b:1"])
def test_bad_options_are_told_by_name(option, tmp_path, capsys):
    assert run(tmp_path / "set", option) == 2
    assert option.split("=")[0] + ": " in capsys.readouterr().err
    assert not (tmp_path / "set").exists()


@pytest.mark.parametrize("text, told", [
    (b"", "Expecting value"), (b'{"shots": 700, "se', "Unterminated string"), (b"[1]", "a dict"),
    (b"\xff\xfe{", "decode"), (b"5", "a dict")])
def test_a_damaged_job_is_told(whole, tmp_path, text, told):
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "_job.json").write_bytes(text)
    done = subprocess.run(command_line(folder, "--resume"), capture_output=True, text=True,
                          check=False)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert f"{folder}/_job.json is damaged" in done.stderr and told in done.stderr
    assert content(folder) == {"_job.json": text}


def test_exit_codes_tell_whether_to_try_again(tmp_path, capsys):
    # Port 1 is reserved: nobody listens.
    assert run(tmp_path / "set", "--server=127.0.0.1:1", "--retry-for=0") == 3
    assert "no part was made" in capsys.readouterr().err
    for code, ends in (("RESOURCE_EXHAUSTED", 3), ("INVALID_ARGUMENT", 2), ("UNAUTHENTICATED", 2),
                       ("INTERNAL", 1)):
        assert command.exit_code_of(carom.CaromError(code, "")) == ends
    large = carom.CaromError("RESOURCE_EXHAUSTED", "Received message larger than max (2 vs. 1)")
    assert command.exit_code_of(large) == 2
    assert command.exit_code_of(carom.CaromError("UNKNOWN", "Stream removed")) == 3
    assert command.exit_code_of(OSError(28, "No space left on device")) == 1


def test_sigterm_ends_as_ctrl_c_does(tmp_path):
    job = farm.Job(shots=10**7, seed=5, rows=100)
    process = subprocess.Popen(command_line(tmp_path / "set", job=job), stderr=subprocess.DEVNULL)
    while not list((tmp_path / "set").glob("part-*.parquet")) and process.poll() is None:
        time.sleep(0.01)
    process.terminate()
    assert process.wait(timeout=30) == 130
