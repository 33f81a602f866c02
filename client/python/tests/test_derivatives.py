"""Derivatives and probes as arrays."""
import pickle

import numpy as np
import pytest

import carom
from carom import DerivativeEnd, EventKind

GAME = carom.Game(balls=[(-0.6, 0.0)], settings={"cue": {"end_mass_kg": 0}})
SPEEDS = np.array([0.2, 0.3, 0.4])


def test_a_straight_shot_has_those_of_the_closed_forms(simulator):
    # The way is as the square of the speed and as 1 / g, and turns with the aim.
    paths = ["strike.speed_m_s", "strike.azimuth_rad", "settings.gravity_m_s2"]
    result = simulator.run(GAME, carom.strikes(speed=SPEEDS), derivatives=paths, samples=0.5)
    told = result.derivatives
    assert told.paths == tuple(paths)
    assert told.positions.shape == told.velocities.shape == told.spins.shape == (3, 1, 3, 3)
    assert told.valid.all() and told.valid.shape == (3, 1)
    assert (told.end_events == -1).all()
    way = result.positions[:, 0, 0] + 0.6
    np.testing.assert_allclose(told.positions[:, 0, 0, 0], 2 * way / SPEEDS, rtol=1e-9)
    np.testing.assert_allclose(told.positions[:, 0, 1, 1], way, rtol=1e-9)
    np.testing.assert_allclose(told.positions[:, 0, 0, 2], -way / 9.81, rtol=1e-9)
    rolls = result.events.kinds == EventKind.SLIDING_TO_ROLLING
    np.testing.assert_allclose(told.event_times[rolls, 0], result.events.times[rolls] / SPEEDS,
                               rtol=1e-9)
    assert told.samples.shape == (len(result.samples.times), 1, 9, 3)
    # On the way a velocity turns as a vector does.
    np.testing.assert_allclose(told.samples[:, 0, 4, 1], result.samples.velocity[:, 0, 0],
                               atol=1e-9)
    assert pickle.loads(pickle.dumps(told)).paths == told.paths


def test_a_published_scene_has_those_that_another_engine_misses(simulator):
    # Two equal balls head on without loss: the struck one ends at x1 + v0 T + 2 r, so that by (x1,
    # x2, v0, u0) it changes by (1, 0, 1, 0) after T = 1 s. Another engine gives (.75, .25, .91, .08)
    # [github.com/keenon/nimblephysics/issues/97]. tests/core/tangent has other restitutions.
    ball = {"radius_m": 0.1, "mass_kg": 1}
    states = [{"position_m": {"z": 10}, "velocity_m_s": {"x": 1}}, {"position_m": {"x": 0.52, "z": 10}}]
    game = carom.Game({"geometry": {}}, balls=[
        {"ball": ball, "state": {"motion": "MOTION_STATE_AIRBORNE", **state}} for state in states],
        settings={"flight": "FLIGHT_ON", "stop": {"at_time_s": 1}, "ball_ball": {"elastic": {}}})
    paths = [f"balls[{ball}].{number}.x" for number in ("position_m", "velocity_m_s") for ball in (0, 1)]
    result = simulator.run(game, carom.strikes(1), derivatives=paths)
    assert result.derivatives.valid.all()
    assert result.positions[0, 1, 0] == pytest.approx(1.2, abs=1e-12)
    np.testing.assert_allclose(result.derivatives.positions[0, 1, 0], [1, 0, 1, 0], atol=1e-12)


def test_margins_are_those_of_the_closed_forms(simulator):
    # The ball rests on the line through the middle of a circle, at way - 0.6.
    circle = {"ends_in": {"circle": {"centre": {"x_m": 1.0}, "radius_m": 0.1}}}
    result = simulator.run(GAME, carom.strikes(speed=SPEEDS),
                           derivatives=["strike.speed_m_s", "settings.gravity_m_s2"],
                           margins=[circle, {"none_of": {"goals": [circle]}}, {"no_scratch": {}}])
    told = result.derivatives
    way = result.positions[:, 0, 0] + 0.6
    assert told.margin_values.shape == (3, 3) and told.margins.shape == (3, 3, 2)
    np.testing.assert_allclose(told.margin_values[:, 0], way - 1.5, atol=1e-12)
    np.testing.assert_array_equal(told.margin_values[:, 1], -told.margin_values[:, 0])
    assert np.isposinf(told.margin_values[:, 2]).all() and np.isnan(told.margins[:, 2]).all()
    np.testing.assert_allclose(told.margins[:, 0, 0], 2 * way / SPEEDS, rtol=1e-7)
    np.testing.assert_allclose(told.margins[:, 0, 1], -way / 9.81, atol=1e-7)
    without = simulator.run(GAME, carom.strikes(speed=SPEEDS), derivatives=["strike.speed_m_s"])
    assert without.derivatives.margins.shape == (3, 0, 1)


def test_margins_of_a_part_are_those_of_the_whole(simulator, two_balls, cuts):
    asked = {"derivatives": ["strike.azimuth_rad"], "margins": [{"potted": {"ball": 1}}]}
    whole = simulator.run(two_balls, cuts, **asked).derivatives
    assert np.isfinite(whole.margins).mean() > 0.5
    potted = simulator.run(two_balls, cuts, filter={"potted": {"ball": 1}}, **asked)
    assert (potted.derivatives.margin_values > 0).all() and 0 < len(potted) < len(cuts)
    np.testing.assert_array_equal(potted.derivatives.margins, whole.margins[potted.numbers])
    assert (np.delete(whole.margin_values, potted.numbers) < 0).all()


def test_a_ball_without_derivatives_is_masked(simulator):
    tie = [(0.0, 0.0), (0.5, 0.03), (0.5, -0.03)]
    overlap = [(0.0, 0.0), (0.01, 0.0), (0.5, 0.0)]
    result = simulator.run(carom.Game(balls=tie),
                           carom.strikes(speed=1.0, positions=np.array([tie, overlap])),
                           events=True, derivatives=["strike.speed_m_s"])
    told = result.derivatives
    assert not told.valid[0, 0] and told.ends[0, 0] == DerivativeEnd.TIE
    assert result.events.kinds[told.end_events[0, 0]] == EventKind.BALL_BALL
    assert np.isnan(told.positions[0, 0]).all()
    assert (told.ends[1] == DerivativeEnd.UNKNOWN).all()  # The shot failed.
    assert np.isnan(told.positions[1]).all() and not result.ok[1]


def test_bits_do_not_depend_on_detail_or_parts(simulator, two_balls, cuts):
    paths = ["strike.speed_m_s", "balls[1].position_m.y"]
    whole = simulator.run(two_balls, cuts, derivatives=paths)
    assert np.array_equal(whole.hash, simulator.run(two_balls, cuts).hash)
    parts = [part.derivatives.positions
             for part in simulator.stream(two_balls, cuts, chunk=300, derivatives=paths, events=True)]
    assert np.array_equal(np.concatenate(parts), whole.derivatives.positions, equal_nan=True)


def test_a_probe_tells_how_far_they_carry(simulator):
    noise = {"speed_m_s": {"constant": 0.02}}
    probe = simulator.probe(GAME, carom.strikes(speed=SPEEDS), {"draws": 5, "noise": noise})
    way = simulator.run(GAME, carom.strikes(speed=SPEEDS)).positions[:, 0, 0] + 0.6
    assert probe.played.tolist() == [5, 5, 5]
    assert probe.kept.tolist() == [[5], [5], [5]]
    np.testing.assert_allclose(probe.worst_errors[:, 0], way * (0.02 / SPEEDS) ** 2, atol=1e-9)
    assert simulator.probe(GAME, carom.strikes(speed=SPEEDS), 7).played.tolist() == [7, 7, 7]


@pytest.mark.parametrize("options, words", [
    ({"derivatives": "strike.speed_m_s"}, ["derivatives", "a list of paths"]),
    ({"derivatives": [1]}, ["derivatives[0]"]),
    ({"margins": [{"no_scratch": {}}]}, ["margins", "absent without derivatives"]),
    ({"derivatives": ["strike.speed_m_s"], "margins": [{"no_scratch": {}}] * 17}, ["margins", "at most 16"]),
    ({"derivatives": ["strike.speed_m_s"], "margins": [{"potted": {"ball": 4}}]},
     ["detail.margins[0].potted.ball"]),
    ({"probe": 0}, ["probe", "[1, 1024]"]),
    ({"probe": {"often": 1}}, ["probe", "often"]),
    ({"derivatives": ["strike.speed_m_s"], "detail": "labels"}, ["detail", "labels"])])
def test_arguments_are_refused(simulator, options, words):
    with pytest.raises(carom.InvalidArgument) as refused:
        simulator.run(GAME, carom.strikes(speed=1.0), **options)
    assert all(word in str(refused.value) for word in words)


@pytest.mark.parametrize("path", ["strike.pace", "balls[7].position_m.x"])
def test_a_wrong_path_is_refused_for_all_shots(simulator, path):
    with pytest.raises(carom.CaromError, match="detail.derivatives"):
        simulator.run(GAME, carom.strikes(speed=[1.0, 2.0]), derivatives=[path])
