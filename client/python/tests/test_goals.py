"""Filters and labels: against what the same goals say of all shots, and against `carom batch`."""
import csv
import os
import shutil
import subprocess

import numpy as np
import pytest

import carom
import servers
from checks import refused

CAROM = os.environ.get("CAROM_BIN") or shutil.which("carom")
CORNER = [(0.8, 0.165), (1.1, 0.465)]  # A straight pot along the diagonal.
POTTED, SAFE = {"potted": {"ball": 1}}, {"no_scratch": {}}
BOTH = {"all_of": {"goals": [POTTED, SAFE]}}
SCORE = {"weighted_sum": {"goals": [POTTED, SAFE], "weights": [2.0, -0.5]}}
NAMES = ("positions", "motions", "pockets", "first_contact", "end_time", "hash", "stop_reason",
         "event_count", "ok")


@pytest.fixture(scope="module")
def corner():
    return carom.Game(balls=CORNER)


@pytest.fixture(scope="module")
def tries():
    """5000 shots, more than one call takes; one in 500 misses the ball with the tip."""
    side = np.zeros(5000)
    side[7::500] = 0.9
    return carom.strikes(speed=np.tile([2.0, 3.0], 2500), side=side, height=0.5,
                         azimuth=np.pi / 4 + np.linspace(-0.1, 0.1, 5000))


@pytest.fixture(scope="module")
def all_shots(simulator, corner, tries):
    return simulator.run(corner, tries)


def reached(result):
    """Whether each shot reaches BOTH, from the arrays."""
    return (result.pockets[:, 1] >= 0) & (result.pockets[:, 0] < 0) & result.ok


def test_labels_are_what_the_arrays_say(simulator, corner, tries, all_shots):
    result = simulator.run(corner, tries, labels=[POTTED, SAFE, BOTH, SCORE])
    for name in NAMES:
        np.testing.assert_array_equal(getattr(result, name), getattr(all_shots, name))
    potted, safe = result.pockets[:, 1] >= 0, result.pockets[:, 0] < 0
    assert 100 < potted.sum() < 4500 and result.errors == all_shots.errors != []
    expected = np.stack([potted, safe, potted & safe, 2.0 * potted - 0.5 * safe], 1)
    expected[~result.ok] = np.nan
    np.testing.assert_array_equal(result.labels, expected)
    np.testing.assert_array_equal(result.numbers, np.arange(5000))
    np.testing.assert_array_equal(result.shot(3).labels, result.labels[3])


def test_labels_alone_leave_the_balls_out(simulator, corner, tries, all_shots):
    result = simulator.run(corner, tries, labels=[BOTH], detail="labels")
    expected = np.where(all_shots.ok, reached(all_shots), np.nan)
    np.testing.assert_array_equal(result.labels[:, 0], expected)
    for name in ("end_time", "hash", "stop_reason", "event_count", "ok"):
        np.testing.assert_array_equal(getattr(result, name), getattr(all_shots, name))
    assert result.positions.shape == (5000, 0, 3) and result.motions.shape == (5000, 0)
    assert (result.first_contact == -1).all()
    out = carom.Result(5000, 0, labels=1)
    assert simulator.run(corner, tries, out, labels=[BOTH], detail="labels") is out
    np.testing.assert_array_equal(out.labels, result.labels)


def test_a_filter_keeps_the_shots_that_reach_it(simulator, corner, tries, all_shots):
    result = simulator.run(corner, tries, filter=BOTH, labels=[SCORE], events=True, touches=True)
    expected = np.flatnonzero(reached(all_shots))
    np.testing.assert_array_equal(result.numbers, expected)
    assert len(result) == len(expected) and (result.labels == 1.5).all()
    for name in NAMES:
        np.testing.assert_array_equal(getattr(result, name), getattr(all_shots, name)[expected])
    assert result.errors == all_shots.errors
    assert result.events.offsets[-1] == result.event_count.sum()
    rulings = result.rulings("nine_ball", {"phase": "GAME_PHASE_PLAY"})
    assert len(rulings) == len(expected) and rulings.ruled.all()
    row = len(expected) // 2
    assert result.shot(row).error is None and "ball 1 in pocket" in repr(result.shot(row))
    again = simulator.run(corner, tries[int(expected[row])])
    assert result.shot(row).svg() == again.shot(0).svg()


def test_streams_of_what_passes(simulator, corner, tries, all_shots):
    parts = list(simulator.stream(corner, tries, 600, filter=BOTH))
    numbers = np.concatenate([part.first + part.numbers for part in parts])
    np.testing.assert_array_equal(numbers, np.flatnonzero(reached(all_shots)))
    assert [part.first for part in parts] == list(range(0, 5000, 600))


def test_drawn_shots_that_pass(simulator, corner):
    shots = carom.draws(20_000, seed=3, first=10**6, drawn_shots={
        "strike": {"speed_m_s": {"uniform": {"lo": 1, "hi": 3}},
                   "azimuth_rad": {"uniform": {"lo": 0.6, "hi": 1.0}}}})
    everything = simulator.run(corner, shots)
    result = simulator.run(corner, shots, filter=BOTH)
    np.testing.assert_array_equal(result.numbers, np.flatnonzero(reached(everything)))
    np.testing.assert_array_equal(result.hash, everything.hash[result.numbers])
    for name, values in result.inputs.items():
        np.testing.assert_array_equal(values, everything.inputs[name][result.numbers])
    nothing = simulator.run(corner, shots, filter={"ends_before": {"time_s": 1e-6}})
    assert len(nothing) == 0 and nothing.positions.shape == (0, 2, 3)


@servers.needed
def test_a_server_says_the_same(simulator, corner, tries):
    port = servers.free_port()
    server = servers.serve(port)
    try:
        with carom.connect(f"127.0.0.1:{port}") as connection:
            for options in ({"filter": BOTH, "labels": [SCORE]},
                            {"labels": [BOTH], "detail": "labels"}):
                expected = simulator.run(corner, tries, **options)
                result = connection.run(corner, tries, retry_for=20, **options)
                for name in (*NAMES, "labels", "numbers"):
                    np.testing.assert_array_equal(getattr(result, name), getattr(expected, name))
                assert result.errors == expected.errors
    finally:
        servers.kill(server)


@pytest.mark.skipif(not CAROM, reason="no carom on the PATH")
def test_the_command_line_says_the_same(simulator, tmp_path):
    def batch(*options):
        out = tmp_path / "out.csv"
        subprocess.run([CAROM, "batch", f"--request={request}", f"--out={out}", *options],
                       check=True, capture_output=True)
        with open(out, encoding="utf-8") as file:
            return list(csv.DictReader(file))

    game = carom.Game(balls=CORNER)
    azimuths = np.pi / 4 + np.linspace(-0.1, 0.1, 500)
    request = tmp_path / "request.json"
    text = game.to_json().rstrip()[:-1] + ', "columns": {"shot_count": 500, "speed_m_s": [2.0], '
    request.write_text(text + f'"azimuth_rad": {azimuths.tolist()}}}}}')
    shots = carom.strikes(speed=2.0, azimuth=azimuths)
    told = batch("--label=pot=1", "--label=cushions=2", "--labels-only")
    result = simulator.run(game, shots, detail="labels", labels=[
        {"potted": {"ball": 1}}, {"cushions": {"at_least": 2}}])
    assert [int(row["shot"]) for row in told] == list(range(500))
    for label in (0, 1):
        assert [float(row[f"label_{label}"]) for row in told] == result.labels[:, label].tolist()
        assert 0 < result.labels[:, label].sum() < 500
    assert [int(row["event_count"]) for row in told] == result.event_count.tolist()
    told = batch("--filter=pot=1,no-scratch")
    result = simulator.run(game, shots, filter=BOTH)
    assert [int(row["shot"]) for row in told] == result.numbers.tolist() != []


@pytest.mark.parametrize("path, options", [
    ("filter.potted.ball", {"filter": {"potted": {"ball": 2}}}), ("filter", {"filter": 5}),
    ("filter", {"filter": "pot=1"}), ("filter.potted.bal", {"filter": {"potted": {"bal": 1}}}),
    ("labels", {"labels": POTTED}), ("labels", {"labels": 5}), ("labels[1]", {"labels": [SAFE, 5]}),
    ("labels", {"labels": [SAFE] * 17}), ("labels[1].potted.ball", {"labels": [
        SAFE, {"potted": {"ball": 9}}]}),
    ("filter.ends_before.time_s", {"filter": {"ends_before": {"time_s": np.nan}}}),
    ("detail.level", {"detail": "labels"}), ("detail", {"detail": "labels", "touches": True}),
    ("out", {"filter": SAFE, "out": carom.Result(5000, 2)}),
    ("out.labels", {"labels": [SAFE], "out": carom.Result(5000, 2)})])
def test_bad_goals_are_refused(simulator, corner, tries, path, options):
    refused(lambda: simulator.run(corner, tries, **options), path)
