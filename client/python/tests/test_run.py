"""Shots in, arrays out."""
import pickle
import threading
import tracemalloc

import numpy as np
import pytest

import carom
from carom import EventKind, Motion, StopReason


def same(a, b):
    return all(np.array_equal(getattr(a, name), getattr(b, name), equal_nan=name in
                              ("positions", "end_time")) for name in a._arrays())


def test_a_straight_shot_is_as_the_closed_forms_tell(simulator, two_balls):
    # A cue ball without spin slides to 5/7 of its speed, so it touches the other one.
    result = simulator.run(two_balls, carom.strikes(speed=1.0))
    assert result.ok.tolist() == [True]
    assert result.first_contact.tolist() == [1]
    assert result.stop_reason[0] == StopReason.AT_REST
    assert result.motions.tolist() == [[Motion.STATIONARY, Motion.STATIONARY]]
    assert result.positions.shape == (1, 2, 3)
    assert result.positions[0, 1, 0] > 0.3
    assert np.abs(result.positions[0, :, 1]).max() == 0.0  # Nothing leaves the line.
    assert result.pockets.tolist() == [[-1, -1]]


def test_arrays_have_their_types_and_shapes(simulator, two_balls, cuts):
    result = simulator.run(two_balls, cuts)
    told = {name: (array.dtype.name, array.shape) for name, array in result._arrays().items()}
    assert told == {
        "positions": ("float64", (2000, 2, 3)), "motions": ("int8", (2000, 2)),
        "pockets": ("int8", (2000, 2)), "first_contact": ("int8", (2000,)),
        "end_time": ("float64", (2000,)), "hash": ("uint64", (2000,)),
        "stop_reason": ("int8", (2000,)), "event_count": ("uint32", (2000,)),
        "ok": ("bool", (2000,)), "labels": ("float64", (2000, 0))}


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_bits_depend_on_neither_threads_nor_parts(two_balls, cuts, threads, simulator):
    expected = simulator.run(two_balls, cuts)
    with carom.Simulator(threads=threads) as other:
        assert same(other.run(two_balls, cuts), expected)
        parts = list(other.stream(two_balls, cuts, chunk=7))
    assert [part.first for part in parts] == list(range(0, 2000, 7))
    assert np.array_equal(np.concatenate([part.hash for part in parts]), expected.hash)


def test_a_large_run_goes_in_many_calls(two_balls):
    shots = carom.strikes(speed=0.5, azimuth=np.linspace(-0.05, 0.05, 140_000))
    with carom.Simulator() as simulator:
        result = simulator.run(two_balls, shots)
        assert result.ok.all() and not np.isnan(result.positions).any()
        few = simulator.run(two_balls, shots[139_990:])
    assert np.array_equal(few.hash, result.hash[-10:])


def test_a_part_of_the_shots_costs_what_it_holds():
    shots = carom.strikes(speed=np.full(1_000_000, 1.0), azimuth=0.1)
    tracemalloc.start()
    for which in (slice(500_000, 500_010), 999_999, [3, -1], slice(0, 1_000_000, 100_000)):
        shots[which]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000  # An array of all indices has 8 MB.


def test_out_is_written_anew(simulator, two_balls, cuts):
    expected = simulator.run(two_balls, cuts)
    out = carom.Result(2000, 2)
    places = out.positions
    places[:] = 7.0
    assert simulator.run(two_balls, cuts, out) is out
    assert out.positions is places and same(out, expected)


def test_out_must_have_arrays_of_its_size(simulator, two_balls, cuts):
    for name, array in [("end_time", np.zeros(1)), ("hash", [1, 2]), ("motions", np.zeros(2, np.int8)),
                        ("positions", np.zeros((2000, 2)))]:
        out = carom.Result(2000, 2)
        setattr(out, name, array)
        with pytest.raises(carom.InvalidArgument, match=f"out.{name}: of shape"):
            simulator.run(two_balls, cuts, out)


def test_a_tip_that_misses_the_ball_fails_its_shot(simulator, two_balls):
    result = simulator.run(two_balls, carom.strikes(speed=1.0, side=[0.0, 0.9], height=0.9))
    assert result.ok.tolist() == [True, False]
    assert "side[1]: side_offset^2 + height_offset^2: 1.62 must be" in result.errors[0][1]


def test_a_shot_that_fails_leaves_the_others_alone(simulator, two_balls):
    # Ball 1 lies in ball 0 in the second shot.
    places = np.array([[[-0.6, 0], [0.3, 0]], [[0.3, 0], [0.3, 0]], [[-0.6, 0], [0.3, 0.01]]])
    result = simulator.run(two_balls, carom.strikes(speed=2.0, positions=places))
    assert result.ok.tolist() == [True, False, True]
    assert np.isnan(result.positions[1]).all() and np.isnan(result.end_time[1])
    assert (result.pockets[1] == -1).all() and result.hash[1] == 0
    assert (result.motions[1] == Motion.UNKNOWN).all()
    [(index, message)] = result.errors
    assert index == 1 and message.startswith("positions[1, 1]: (0.3, 0, ")
    assert result.shot(1).error.path == "positions[1, 1]"
    with pytest.raises(carom.InvalidArgument, match="shot 1"):
        result.raise_if_failed()
    assert "failed" in repr(result.shot(1))


def test_what_is_given_once_for_all_shots_fails_by_its_own_path(simulator, two_balls):
    shots = carom.strikes(speed=[1.0, 2.0], positions=[[0.3, 0], [0.3, 0]], motions=[1, 1])
    for some in (shots, shots[1:], pickle.loads(pickle.dumps(shots))):
        result = simulator.run(two_balls, some)
        assert {error.split(":")[0] for _, error in result.errors} == {"positions[1]"}, result.errors
        assert result.shot(-1).error.path == "positions[1]"
    of_each = simulator.run(two_balls, carom.strikes(speed=1.0, positions=[[[0.3, 0], [0.3, 0]]]))
    assert of_each.shot(0).error.path == "positions[0, 1]"


def test_places_and_motions_replace_the_layouts(simulator):
    game = carom.Game(rack="nine_ball")
    motions = np.ones((2, 10), np.int8)
    motions[1, 9] = Motion.POCKETED
    result = simulator.run(game, carom.strikes(positions=np.stack([game.positions] * 2),
                                               motions=motions))
    assert result.motions[0].tolist() == [Motion.STATIONARY] * 10
    assert result.motions[1, 9] == Motion.POCKETED


def test_a_pocketed_ball_is_told(simulator):
    # Straight at the foot left corner of a 9-foot table, 20 cm in front of it.
    game = carom.Game(balls=[(0.8, 0.165), (1.1, 0.465)])
    result = simulator.run(game, carom.strikes(speed=2.0, azimuth=np.pi / 4))
    assert result.motions[0, 1] == Motion.POCKETED
    assert result.pockets[0, 1] >= 0 and result.pockets[0, 0] == -1


def test_events_are_columns(simulator, two_balls, cuts):
    result = simulator.run(two_balls, cuts, events=True)
    events = result.events
    assert events.offsets.tolist() == np.concatenate([[0], np.cumsum(result.event_count)]).tolist()
    first = events.of(0)
    assert first.kinds[0] == EventKind.CUE_STRIKE and first.times[0] == 0.0
    assert (np.diff(first.times) >= 0).all() and first.times[-1] <= result.end_time[0]
    touches = (events.kinds == EventKind.BALL_BALL)
    assert (events.balls[touches] == 0).all() and (events.others[touches] == 1).all()
    lasts = events.kinds == EventKind.PRESS
    assert (events.contacts[~lasts] == events.kinds[~lasts]).all()
    assert (events.durations[~lasts] == 0).all() and (events.impulses[~lasts] == 0).all()
    assert np.array_equal(simulator.run(two_balls, cuts, detail="events").events.times, events.times)
    assert np.array_equal(simulator.events(two_balls, cuts).times, events.times)


@pytest.mark.parametrize("log", ["events", "samples"])
def test_the_log_of_one_shot_costs_what_the_shot_has(simulator, log):
    game = carom.Game(balls=[(0.0, 0.0)])  # Nothing is struck, so that a shot has next to no rows.
    logs = getattr(simulator.run(game, carom.strikes(100_000), events=True, samples=1.0), log)
    tracemalloc.start()
    last = logs.of(99_999)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert last.shots.tolist() == [99_999] and last.shots.dtype == np.int64
    assert peak < 10_000  # Numbers of all shots take 800 000 bytes.


def test_detail_may_be_that_of_the_wire(simulator, two_balls, cuts):
    shots, source = cuts[:10], {"strike": {"speed_m_s": {"uniform": {"lo": 1, "hi": 3}}}}
    asked = {"level": "LEVEL_EVENTS", "event_states": True}
    events = simulator.run(two_balls, shots, detail=asked).events
    assert np.array_equal(events.after, simulator.run(two_balls, shots, event_states=True).events.after,
                          equal_nan=True)
    assert "speed_m_s" in simulator.run(two_balls, carom.draws(3, drawn_shots=source), detail={}).inputs
    assert simulator.run(two_balls, shots, detail={"derivatives": None}).derivatives is None
    for level in ("LEVEL_LABELS", 4):
        result = simulator.run(two_balls, shots, detail={"level": level}, labels=[{"no_scratch": {}}])
        assert result.positions.shape == (10, 0, 3) and result.labels.shape == (10, 1)
    with pytest.raises(carom.InvalidArgument, match="detail: .* alone"):
        simulator.run(two_balls, shots, detail=asked, touches=True)


def test_a_press_has_a_duration_and_an_impulse(simulator):
    # Its follow presses a ball against the foot rail, at which it lies.
    state = {"position_m": {"x": 1.2424, "y": 0.3}, "angular_velocity_rad_s": {"y": 100.0}}
    game = carom.Game(balls=[{"state": state}])
    events = simulator.events(game, carom.strikes(1))
    press = np.flatnonzero(events.kinds == EventKind.PRESS)
    assert len(press) == 1 and events.contacts[press[0]] == EventKind.BALL_CUSHION
    assert events.durations[press[0]] > 0.4 and events.impulses[press[0]] > 0.1
    assert events.of(0).durations.tolist() == events.durations.tolist()


def test_samples_are_arrays(simulator, two_balls):
    shots = carom.strikes(speed=[1.0, 2.0])
    samples = simulator.samples(two_balls, shots, 0.1)
    count = samples.offsets[-1]
    assert samples.position.shape == (count, 2, 3) and samples.motion.shape == (count, 2, 1)
    second = samples.of(1)
    assert second.times[:3].tolist() == [0.0, 0.1, 0.2]
    # Until the balls touch, a sliding ball is slowed down uniformly, by friction alone.
    speeds = second.velocity[:3, 0, 0]
    assert speeds[0] - speeds[1] == pytest.approx(speeds[1] - speeds[2], abs=1e-12)
    few = simulator.run(two_balls, shots, samples={
        "times_s": [0.5], "balls": [1], "quantities": ["velocity"]}).samples
    assert few.balls.tolist() == [1] and list(few.quantities) == ["velocity"]
    assert few.velocity.shape == (2, 1, 3)


def test_contacts_of_the_compliant_engine(simulator):
    game = carom.Game(balls=[(0, 0), (0.07, 0)], settings="compliant")
    contacts = simulator.run(game, carom.strikes(speed=1.0), contacts=True).contacts
    touch = int(np.flatnonzero(contacts.kinds == EventKind.BALL_BALL)[0])
    rows = slice(*contacts.row_offsets[[touch, touch + 1]])
    assert contacts.normal_forces[rows].max() > 100.0  # N
    assert (contacts.row_times[rows] >= contacts.begins[touch]).all()


def test_what_the_compliant_engine_tells_beside(simulator):
    game = carom.Game(balls=[(0, 0), (0.3, 0.1)], settings="compliant")
    shots = carom.strikes(speed=[1.0, 1.5])
    samples = {"period_s": 0.01, "quantities": ["velocity", "acceleration", "angular_acceleration", "energy"]}
    result = simulator.run(game, shots, samples=samples, cost=True)
    first = result.samples.of(0)
    assert first.acceleration.shape == first.angular_acceleration.shape == first.velocity.shape
    assert first.energy.shape == (len(first.times), 6)
    # Both balls slide or rest until they meet: the rate of the velocity is the acceleration.
    rate = (first.velocity[4, 0] - first.velocity[2, 0]) / 0.02
    np.testing.assert_allclose(first.acceleration[3, 0], rate, atol=0.02)
    assert np.hypot(*rate[:2]) > 1.5  # 0.2 g
    assert (result.evaluations >= 6 * result.steps).all() and (result.steps > 100).all()
    plain = simulator.run(game, shots)
    assert plain.evaluations is None and plain.steps is None
    assert (plain.hash == result.hash).all()
    impulses = simulator.run(carom.Game(balls=[(0, 0), (0.3, 0.1)]), shots, cost=True)
    assert not impulses.evaluations.any()


def test_physics_has_names(simulator, two_balls):
    shots = carom.strikes(speed=2.0)
    named, given, usual = (simulator.run(carom.Game(balls=[(-0.6, 0), (0.3, 0)], settings=settings), shots)
                           for settings in ("measured_carom", carom.settings_preset("measured_carom"), None))
    assert named.hash == given.hash
    # 0.041 to 0.086 m/s^2 in place of 0.098.
    assert named.end_time > usual.end_time and usual.hash == simulator.run(two_balls, shots).hash


def test_draws_are_those_of_a_seed(simulator, two_balls):
    source = {"strike": {"speed_m_s": {"uniform": {"lo": 1, "hi": 3}}}}
    shots = carom.draws(5000, seed=2**64 - 1, drawn_shots=source)
    whole = simulator.run(two_balls, shots)
    assert whole.inputs["speed_m_s"].shape == (5000,)
    assert 1 <= whole.inputs["speed_m_s"].min() and whole.inputs["speed_m_s"].max() <= 3
    part = simulator.run(two_balls, carom.draws(10, first=4000, seed=2**64 - 1, drawn_shots=source))
    assert np.array_equal(part.hash, whole.hash[4000:4010])
    assert np.array_equal(simulator.run(two_balls, shots[4000:4010]).hash, part.hash)
    listed = simulator.run(two_balls, carom.strikes(speed=whole.inputs["speed_m_s"][:10]))
    assert np.array_equal(listed.hash, whole.hash[:10])


def test_many_threads_share_a_simulator(simulator, two_balls, cuts):
    expected = simulator.run(two_balls, cuts).hash
    wrong = []

    def play():
        for _ in range(20):
            if not np.array_equal(simulator.run(two_balls, cuts).hash, expected):
                wrong.append(1)

    threads = [threading.Thread(target=play) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_estimates_and_mechanisms_speak_the_wires_json(simulator):
    game = carom.Game(balls=[(0.8, 0.165), (1.1, 0.465)])
    told = simulator.estimate({
        "shots": {"shots": [{"strike": {"speed_m_s": 2.0, "azimuth_rad": np.pi / 4}}]},
        "noise": {"strike": {"azimuth_rad": {"normal": {"sigma": 0.002}}}},
        "goals": [{"potted": {"ball": 1}}], "draws": 200}, game=game)
    assert told["best"][0]["draws"] == 200
    run = simulator.mechanism({"bouncing_balls": {}})
    assert run["engine_version"] == carom.__version__ and run["run"]["events"]
    assert simulator.info()["threads"] == 2
    assert "nine_ball" in simulator.info()["racks"]
    assert simulator.table("pool_9ft")["geometry"]["pockets"]


def test_a_shot_shows_itself(simulator, two_balls):
    shot = simulator.run(two_balls, carom.strikes(speed=[1.0, 2.0])).shot(-1)
    assert shot.index == 1
    assert shot._repr_html_().startswith("<svg") and "</svg>" in shot.svg(dark=True)
    assert "<canvas" in shot.html()
    assert "at rest after" in repr(shot)


def test_simulators_games_and_results_have_reprs(simulator, two_balls, cuts):
    assert repr(simulator) == "carom.Simulator(threads=2)"
    assert repr(two_balls) == "<carom.Game: pool_9ft, 2 balls>"
    assert repr(carom.Game(rack="nine_ball")) == "<carom.Game: pool_9ft, 10 balls of nine_ball>"
    assert repr(cuts) == "<carom.Strikes: 2000 shots; speed_m_s 2, azimuth_rad -0.06..0.06>"
    assert repr(simulator.run(two_balls, cuts)) == "<carom.Result: 2000 shots of 2 balls>"


def test_simulators_and_games_travel(two_balls, simulator):
    assert repr(pickle.loads(pickle.dumps(simulator))) == repr(simulator)
    again = pickle.loads(pickle.dumps(two_balls))
    assert again == two_balls and hash(again) == hash(two_balls)
    error = carom.InvalidArgument("INVALID_ARGUMENT", "speed: 60 must be less", "speed", 60.0)
    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)


def test_events_have_states_where_asked_for(simulator):
    game = carom.Game(balls=[(-0.6, 0.0), (0.3, 0.0)])
    shots = carom.strikes(speed=[1.0, 2.0])
    assert simulator.run(game, shots, events=True).events.after is None
    events = simulator.run(game, shots, event_states=True).events
    assert events.before.shape == events.after.shape == (len(events), 2, 3, 3)
    met = events.kinds == EventKind.BALL_BALL
    assert met.sum() >= 2
    assert np.isnan(events.after[~met, 1]).all() and not np.isnan(events.after[~met, 0]).any()
    # Equal balls keep their momentum, and the struck one leaves faster than the other goes on.
    velocity = [states[met][:, :, 1] for states in (events.before, events.after)]
    assert np.allclose(velocity[0].sum(1), velocity[1].sum(1), atol=1e-12)
    assert (velocity[1][:, 1, 0] > velocity[1][:, 0, 0]).all()
    one = events.of(1)
    assert np.array_equal(one.after, events.after[events.offsets[1]:], equal_nan=True)
