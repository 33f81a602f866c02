"""A small form of reality.py, with planted numbers. Run by pytest, as tests/python/python_test.sh does."""

from __future__ import annotations

import copy
import csv
import math
import re
from pathlib import Path
from typing import Any, Iterator

import numpy as np
import pytest

import carom
import judge
import page
import predict
import reality
import tracks
from carom import calibrate
from carom.calibrate import twin


@pytest.fixture(name="stage", scope="module")
def _stage() -> Iterator[predict.Stage]:
    with carom.Simulator() as simulator:
        yield predict.Stage(simulator)


def series_of(quantity: str, name: str) -> judge.Series:
    return next(one for one in judge.read()[1] if (one.quantity, one.name) == (quantity, name))


def rows(**columns: Any) -> predict.Rows:
    return {name: np.atleast_1d(np.array(values, float)) for name, values in columns.items()}


def test_every_number_has_a_source_a_place_and_a_quotation() -> None:
    sources, series = judge.read()
    assert len(sources) >= 10
    assert {one.source for one in series} == set(sources)
    counted = f"{sum(len(one.rows) for one in series)} numbers of {len(sources)} sources"
    assert counted in judge.MEASUREMENTS.with_name("README.md").read_text(encoding="utf-8")
    assert all(set(source) == {"cite", "read"} for source in sources.values())
    for one in series:
        assert one.place and re.search(r"\d", one.quote), one.name
        assert one.error > 0 and one.error_is in ("stated", "spread", "assumed"), one.name
        assert set(one.made) <= {"defaults", "preset"}, one.name
        assert all(len(row) == len(one.columns) for row in one.rows), one.name


def test_what_is_quoted_number_by_number_is_what_is_compared() -> None:
    """Where the quotation prints the numbers themselves, each row's number is in it."""
    listed = [one for one in judge.read()[1] if one.source in ("tpb28", "tracks", "mathavan2014", "throw_speed")
              or one.quantity == "Speeds after a collision"]
    for one in listed:
        printed = {float(number) for number in re.findall(r"\d*\.?\d+", one.quote)}
        assert set(one.measured) <= printed, one.name


def test_bias_and_scatter_of_known_numbers() -> None:
    measured = np.array([1.0, 2.0, 3.0, 4.0])
    # All 20 % too great: a bias without scatter, which is not shown below the measurements' own.
    assert judge.bias_and_scatter(measured, 1.2 * measured, 0.1) == pytest.approx((1.2, 0.1))
    # Logarithms +-0.3 about ln 2: a variance of 4/3 * 0.09, less that of the measurements.
    predicted = 2.0 * measured * np.exp([0.3, -0.3, 0.3, -0.3])
    variance = 4 / 3 * 0.09 - 0.1**2
    expected = 2.0 * math.exp(variance / 2 - 0.1**2 / 2), math.sqrt(variance)
    assert judge.bias_and_scatter(measured, predicted, 0.1) == pytest.approx(expected)
    bias, scatter = judge.bias_and_scatter(measured[:1], 3.0 * measured[:1], 0.1)
    assert bias == pytest.approx(3.0) and math.isnan(scatter)


def test_predictions_agree_with_closed_forms(stage: predict.Stage) -> None:
    g, radius = 9.81, 0.028575
    cloth = {"cloth": {"sliding_friction": 0.3, "rolling_friction": 0.02, "spinning_friction": 0.01}}
    assert predict.rolling_deceleration(stage, rows(speed_m_s=[0.5, 2]), cloth) == pytest.approx(
        [0.02 * g] * 2, rel=1e-6)
    assert predict.sliding_deceleration(stage, rows(speed_m_s=2), cloth) == pytest.approx(0.3 * g, rel=1e-6)
    assert predict.spin_deceleration(stage, rows(spin_rad_s=50), cloth) == pytest.approx(
        2.5 * 0.01 * g / radius, rel=1e-6)
    assert predict.ball_restitution(stage, rows(speed_m_s=1), {}) == pytest.approx(0.95, abs=1e-6)
    assert predict.slate_restitution(stage, rows(speed_m_s=1), {}) == pytest.approx(0.5, abs=1e-6)
    law = {"cushion": {"han2005": {"restitution": 0.7, "friction": 0.1}}}
    assert predict.cushion_restitution(stage, rows(speed_m_s=1), law) == pytest.approx(0.7, abs=1e-4)
    assert predict.cushion_friction(stage, rows(speed_m_s=1, angle_deg=30), law) == pytest.approx(0.1, abs=1e-4)


# catalogue E-25, C-19, C-30, E-31
def test_predictions_agree_with_the_catalogue(stage: predict.Stage) -> None:
    cuts = rows(cut_deg=[20, 30, 45], speed_m_s=[1.34112] * 3)
    no_loss = {"ball_ball": {"frictional": {"restitution": 1.0}}}  # As TP A.14 has it.
    assert predict.throw(stage, cuts, no_loss) == pytest.approx([2.976456, 3.548915, 2.773222], rel=1e-4)
    assert predict.ball_friction(stage, rows(slip_m_s=1.34112), {}) == pytest.approx(0.0350541, rel=2e-3)
    half_ball = rows(speed_m_s=1.34112, cut_deg=30)
    assert predict.deflection(stage, half_ball, {"ball_ball": {"elastic": {}}}) == pytest.approx(33.6705, abs=0.01)
    # Two elastic balls: the object ball slides off with cos 30, and rolls with 5/7 of it; the cue ball
    # keeps its roll along x beside sin 30 across the line of centres.
    after = predict.speed_after_slip(stage, rows(ball=[0, 1], speed_m_s=[1, 1], cut_deg=[30, 30]),
                                     {"ball_ball": {"elastic": {}}})
    across = 5 / 7 * math.sin(math.radians(30)) * np.array([0.5, math.sqrt(0.75)]) + [2 / 7, 0]
    assert after == pytest.approx([np.hypot(*across), 5 / 7 * math.sqrt(0.75)], abs=1e-5)
    nose = rows(speed_m_s=1.5, nose_m=1.28 * 0.028575)
    assert predict.rebound(stage, nose, {}) == pytest.approx(1.206624, abs=1e-5)


def test_squirt_is_that_of_the_end_mass(stage: predict.Stage) -> None:
    """Alciatore, TP A.31: tan a = 5/2 b sqrt(1 - b^2) / (1 + m/end + 5/2 (1 - b^2)), b in radii."""
    b = 0.51 * 0.0254 / 0.028575
    expected = 2.5 * b * math.sqrt(1 - b * b) / (1 + 0.170097 / 0.00567 + 2.5 * (1 - b * b))
    assert predict.squirt(stage, rows(offset_in=0.51), {}) == pytest.approx(
        math.degrees(math.atan(expected)), rel=1e-3)


def test_a_bank_between_mirrors_is_a_straight_line(stage: predict.Stage) -> None:
    """A perfect cushion and a cloth on which nothing slides or curves are a mirror."""
    mirror = {"cushion": {"restitution": {"restitution": 1.0}}, "cloth": {"sliding_friction": 0.0}}
    back = predict.bank(stage, rows(aim_diamonds=[1, 2], width_m=[1.27] * 2), mirror)
    # From nose to nose the ball's centre is short of both by its reach at the nose.
    reach = predict.reach(predict.POOL, predict.POOL_NOSE_M)
    assert back == pytest.approx(np.array([1, 2]) * (2 - 3 * reach / 1.27), rel=1e-5)


def test_a_fit_finds_the_numbers_of_its_own_law(stage: predict.Stage) -> None:
    series = series_of("Rebound of a rolling ball from a cushion", "rolling ball, snooker")
    truth = {"cushion": {"han2005": {"restitution": 0.72, "friction": 0.11}}}
    plant(series, predict.rebound(stage, series.conditions, truth))
    series.fits = {"han2005": series.fits["han2005"]}
    judge.predict_all(stage, series, {})
    assert series.off("fitted han2005") == pytest.approx(0.0, abs=0.05)
    assert np.abs(series.off("defaults")).max() > 1.0


def plant(series: judge.Series, numbers: np.ndarray) -> None:
    for row, value in zip(series.rows, numbers):
        row[-1] = float(value)


def test_no_number_is_predicted_from_itself(stage: predict.Stage) -> None:
    honest = series_of("Throw of stun shots", "throw against speed")
    planted = copy.deepcopy(honest)
    first = honest.half == 0
    plant(planted, np.where(first, 1.5 * honest.measured, honest.measured))
    for one in (honest, planted):
        judge.predict_all(stage, one, {})
    name = "fitted alciatore"
    assert (planted.predicted[name][first] == honest.predicted[name][first]).all()
    assert (np.abs(planted.predicted[name] - honest.predicted[name])[~first] > 0.1).any()


def run(tmp_path: Path, measurements: Path, only: str) -> str:
    assert reality.main(["--out", str(tmp_path / "out"), "--only", only, "--measurements", str(measurements)]) == 0
    return (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def test_a_wrong_number_stands_at_the_top_of_the_page(tmp_path: Path) -> None:
    text = judge.MEASUREMENTS.read_text(encoding="utf-8")
    true = run(tmp_path, judge.MEASUREMENTS, "restitution of ball and table")
    assert "No prediction is off by more than twice" in true and 'id="off"' not in true
    planted = tmp_path / "planted.toml"
    planted.write_text(text.replace("rows = [[1.0, 0.5]]", "rows = [[1.0, 0.61]]"), encoding="utf-8")
    wrong = run(tmp_path, planted, "restitution of ball and table")
    assert 'id="off"' in wrong and wrong.index('id="off"') < wrong.index("Bias and scatter")
    assert "1 of 1 series" in wrong and "(1 of 1, 2.2)" in wrong


def test_the_page_is_complete_and_the_same_in_every_run(tmp_path: Path) -> None:
    text = run(tmp_path, judge.MEASUREMENTS, "sliding")
    assert text.count("<svg") == 1 and "domenech2008" in text and "ball-table .15 +-.02" in text
    assert not re.search(r"(src|href)\s*=\s*[\"'](?!#)|@import|<link|<script", text.replace("xlink:href", "href"))
    with open(tmp_path / "out" / "reality.csv", encoding="utf-8") as file:
        numbers = list(csv.DictReader(file))
    assert [(float(row["measured"]), row["predictor"], row["independent"]) for row in numbers] == [
        (2.075, "defaults", "True"), (1.4715, "defaults", "True"), (1.962, "defaults", "False"),
        (1.962, "preset pool", "False")]
    assert float(numbers[1]["off_in_errors"]) == pytest.approx((1.962 - 1.4715) / 0.196, rel=1e-4)
    assert run(tmp_path, judge.MEASUREMENTS, "sliding") == text


def test_an_unknown_quantity_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert reality.main(["--out", str(tmp_path), "--only", "nothing of it"]) == 2
    assert "--only" in capsys.readouterr().err


def test_a_ball_that_never_comes_is_far_off() -> None:
    series = series_of("Squirt", "a cue with a light end")
    series.predicted["defaults"] = np.array([np.nan])
    assert judge.judge("Squirt", "defaults", [series]).far_off == 1
    assert page.tally(series, "defaults") == ("1 of 1, inf", True)


def test_tracks_are_judged_by_their_distances_and_ways(stage: predict.Stage) -> None:
    """Of a twin: the way is right to the camera's noise in the world that made it, and too short where
    rolling friction is greater."""
    made = twin.made_up(2, {"rolling_friction": 0.008})
    judged = {"true": tracks.Judged([0, 1]), "defaults": tracks.Judged([0, 1])}
    for name, friction in (("true", 0.008), ("defaults", 0.01)):
        judged[name].take(calibrate.calibrate(made, [], held_out=False, simulator=stage.simulator,
                                              settings={"cloth": {"rolling_friction": friction}}))
    assert (judged["true"].away["distances"] < 0.001).all()
    assert judged["true"].predicted_m == pytest.approx(judged["true"].measured_m, rel=2e-3)
    assert (judged["defaults"].away["distances"] > 0.005).all()
    assert (judged["defaults"].predicted_m < 0.99 * judged["defaults"].measured_m).all()
    # Whether a shot is off stands at the top of the page.
    assert "true 0 of 2 (median error of all shots: 1 times the noise); defaults 2 of 2" in tracks.warning(judged)
    text = tracks.section(judged)
    assert text.index("true") < text.index("defaults") and "Tracks of a camera: 2 shots" in text


@pytest.mark.parametrize("contact_s", [0.0, 0.0065])
def test_stays_at_cushions_are_read_without_a_model(stage: predict.Stage, contact_s: float) -> None:
    """Of a twin: the time between the paths, and the way along, are the contact time, and 0 without one."""
    nose_m, radius_m = 0.037, 0.03075
    made = twin.made_up(40, {"cushion_contact_time": contact_s, "nose_height": nose_m}, simulator=stage.simulator)
    reach_m = np.array([1.42, 0.71]) - predict.reach({"radius_m": radius_m}, nose_m)
    read = tracks.stays(made, reach_m, 0.00035)
    read = read[read[:, 0] > 1.0]
    assert len(read) >= 5
    # A parabola of ten points with 0.35 mm of noise ends within 0.3 mm: two of them, at 1 m/s, within 0.45 ms; the
    # median of five within 0.25 ms.
    assert np.nanmedian(read[:, 1:], axis=0) == pytest.approx([contact_s] * 2, abs=0.0007)
    # Where the nose is thought to be 2 mm deeper, a ball comes later and goes earlier, at 3.5 m/s at most.
    assert np.median(tracks.stays(made, reach_m + 0.002, 0.00035)[:, 1]) < contact_s - 0.001
