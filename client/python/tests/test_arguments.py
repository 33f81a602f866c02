"""What is wrong is told by argument, index and what would be right."""
import time

import numpy as np
import pytest

import carom
from carom.detail import QUANTITIES
from checks import refused as wrong


def test_numbers_of_strikes():
    speeds = np.full(20, 2.0)
    speeds[17] = 60
    error = wrong(lambda: carom.strikes(speed=speeds), "speed[17]", "60", "in [0, 50]")
    assert error.value == 60.0 and error.code == "INVALID_ARGUMENT"
    assert isinstance(error, ValueError)
    wrong(lambda: carom.strikes(speed=1, azimuth=[0, np.nan]), "azimuth[1]", "nan")
    wrong(lambda: carom.strikes(speed=1, side=np.inf), "side", "inf")
    wrong(lambda: carom.strikes(speed=1, elevation=np.pi / 2), "elevation", "1.5708)")
    wrong(lambda: carom.strikes(speed="fast"), "speed", "dtype", "real numbers")
    wrong(lambda: carom.strikes(speed=1 + 2j), "speed", "complex")
    wrong(lambda: carom.strikes(speed=[[1, 2], [3]]), "speed", "ragged")
    wrong(lambda: carom.strikes(speed=np.ones((2, 2))), "speed", "(2, 2)")
    wrong(lambda: carom.strikes(speed=1, cue_ball=0.5), "cue_ball", "whole number")
    wrong(lambda: carom.strikes(speed=1, cue_ball=[0.5, 1]), "cue_ball", "whole numbers")
    wrong(lambda: carom.strikes(speed=1, cue_ball=-1), "cue_ball", "-1")
    wrong(lambda: carom.strikes(speed=1, cue_ball=np.array([0, 2**63], np.uint64)),
          "cue_ball[1]", "9223372036854775808")
    wrong(lambda: carom.strikes(azimuth=1), "speed", "azimuth")


def test_lengths_of_strikes():
    wrong(lambda: carom.strikes(speed=np.ones(3), azimuth=np.ones(4)), "speed", "length 3", "4")
    wrong(lambda: carom.strikes(5, speed=np.ones(3)), "speed", "length 3", "1 or 5")
    wrong(lambda: carom.strikes(speed=[]), "speed", "shape (0,)", "at least one")
    wrong(lambda: carom.strikes(motions=[]), "motions", "shape (0,)", "(n, balls)")
    wrong(lambda: carom.strikes(positions=np.ones((0, 2, 2))), "positions", "(0, 2, 2)")
    wrong(lambda: carom.strikes(0), "n", "0", "in [1,")
    wrong(lambda: carom.strikes(-1, speed=1), "n", "-1")
    wrong(lambda: carom.strikes(10**12, speed=1), "n", "1000000000000")
    wrong(lambda: carom.strikes(2.5, speed=1), "n", "2.5", "whole number")


def test_places_and_motions():
    wrong(lambda: carom.strikes(positions=np.ones(4)), "positions", "(4,)", "(n, balls, 2)")
    wrong(lambda: carom.strikes(positions=np.ones((3, 2, 4))), "positions", "(3, 2, 4)")
    wrong(lambda: carom.strikes(motions=[[1, 5]]), "motions[0, 1]", "5", "at rest")
    wrong(lambda: carom.strikes(motions=[[1.0]]), "motions", "float64")
    wrong(lambda: carom.strikes(motions=[[1, 1], [1]]), "motions", "ragged", "(n, balls)")
    wrong(lambda: carom.strikes(positions=[[[1, 1]], [1]]), "positions", "ragged")
    wrong(lambda: carom.strikes(motions=[[1]], positions=np.ones((1, 2, 2))), "motions", "1 balls")


def test_places_that_are_no_numbers_fail_their_shot_alone(simulator, two_balls):
    places = np.stack([two_balls.positions] * 3)
    places[1, 1] = np.nan
    result = simulator.run(two_balls, carom.strikes(speed=1.0, positions=places))
    assert result.ok.tolist() == [True, False, True]
    assert result.errors[0][0] == 1 and "nan" in result.errors[0][1]


def test_a_wrong_number_of_balls(simulator, two_balls):
    error = wrong(lambda: simulator.run(two_balls, carom.strikes(positions=np.zeros((1, 3, 2)))),
                  "columns.positions_m")
    assert "6" in str(error)


def test_draws():
    wrong(lambda: carom.draws(1.5, drawn_shots={}), "n", "1.5", "whole number")
    wrong(lambda: carom.draws(0, drawn_shots={}), "n", "0", "in [1,")
    wrong(lambda: carom.draws(1, seed="x", drawn_shots={}), "seed", "'x'", "whole number")
    wrong(lambda: carom.draws(1, seed=-1, drawn_shots={}), "seed", "-1")
    wrong(lambda: carom.draws(1, first=2**53, drawn_shots={}), "first", str(2**53))
    wrong(lambda: carom.draws(1), "uniform_strikes, drawn_shots", "neither")
    wrong(lambda: carom.draws(1, drawn_shots=5), "drawn_shots", "int", "dict")
    speed = {"strike": {"speed_m_s": {"uniform": {"lo": np.nan, "hi": 1}}}}
    wrong(lambda: carom.draws(1, drawn_shots=speed), "drawn_shots.strike.speed_m_s.uniform.lo",
          "nan", "finite")
    shots = carom.draws(10, drawn_shots={})
    wrong(lambda: shots[3], "shots", "3", "slice")
    wrong(lambda: shots[::2], "shots", "consecutive")


def test_selections_of_strikes(cuts):
    for which in (2000, -2001, [5, 2000], np.array([0, 9999])):
        with pytest.raises(IndexError, match=r"shots.*must be in \[-2000, 2000\)"):
            cuts[which]
    wrong(lambda: cuts["x"], "shots", "whole numbers")
    wrong(lambda: cuts[np.ones(7, bool)], "shots", "(7,)", "(2000,)")
    assert cuts[-1].columns["azimuth_rad"] == cuts.columns["azimuth_rad"][-1:]
    picked = cuts[[3, -1]].columns["azimuth_rad"]
    assert picked.tolist() == cuts.columns["azimuth_rad"][[3, -1]].tolist()


def test_rows_of_shots(simulator, two_balls):
    result = simulator.run(two_balls, carom.strikes(3, speed=1.0), samples=0.5)
    for log in (result.events, result.samples):
        assert len(log.of(2).times) > 0
        for shot in (-1, 3, 10**9):
            with pytest.raises(IndexError, match=rf"shot: {shot} must be in \[0, 3\)"):
                log.of(shot)
        wrong(lambda log=log: log.of(1.5), "shot", "1.5")
    with pytest.raises(IndexError, match=r"index: 3 must be in \[-3, 3\)"):
        result.shot(3)
    wrong(lambda: result.shot("last"), "index", "'last'")
    wrong(lambda: carom.Result(-1, 2), "n", "-1")
    wrong(lambda: carom.Result(1, "two"), "balls", "'two'")


def test_games():
    wrong(lambda: carom.Game(), "balls, rack", "neither")
    wrong(lambda: carom.Game(balls=[(0, 0)], rack="nine_ball"), "balls, rack", "both")
    error = wrong(lambda: carom.Game("pool_9", rack="nine_ball"), "tables[0].preset", "pool_9ft")
    assert error.value == "pool_9"
    wrong(lambda: carom.Game(rack="nine"), "layouts[0].rack.name", "nine_ball")
    wrong(lambda: carom.Game(balls=[(0, 0), (1, 2, 3, 4)]), "balls[1]", "(4,)")
    wrong(lambda: carom.Game(balls=[(0, 0), (0, np.nan)]), "balls[1]", "finite")
    wrong(lambda: carom.Game(balls=5), "balls", "5", "list of places")
    wrong(lambda: carom.Game(balls="ab"), "balls", "'ab'", "list of places")
    wrong(lambda: carom.Game(balls=[(0, 0), "ab"]), "balls[1]", "real numbers")
    wrong(lambda: carom.Game(balls=[(0, 0), [[1, 2], 3]]), "balls[1]", "ragged")
    wrong(lambda: carom.Game(balls=[(0, 0)], ball_set=5), "ball_set", "5")
    wrong(lambda: carom.Game({"tables": 5}), "tables", "5")
    wrong(lambda: carom.Game({"tables": [], "chairs": []}), "chairs", "layouts")
    wrong(lambda: carom.Game.from_json(5), "text", "5", "JSON")
    wrong(lambda: carom.Game.from_message(5), "request", "int", "SimulateRequest")
    ball = {"ball": {"radius_m": np.float64("nan")}}
    wrong(lambda: carom.Game(balls=[(0, 0), ball]), "layouts[0].balls.balls[1].ball.radius_m",
          "nan", "finite")
    wrong(lambda: carom.Game(balls=[(0, 0)], settings="magic"), "settings", "compliant")
    wrong(lambda: carom.Game(balls=[(0, 0)], settings="magic"), "settings", "measured_pool")
    wrong(lambda: carom.settings_preset("magic"), "name", "measured_carom, measured_pool")
    wrong(lambda: carom.Game(balls=[(0, 0)], settings=3), "settings", "int")
    error = wrong(lambda: carom.Game(balls=[(0, 0)], settings={"cloth": {"sliding_friction": -1}}),
                  "settings[0].cloth.sliding_friction", "-1")
    assert error.value == -1.0
    with pytest.raises(carom.InvalidArgument, match="sliding_frction.*sliding_friction"):
        carom.Game(balls=[(0, 0)], settings={"cloth": {"sliding_frction": 0.1}})
    with pytest.raises(carom.InvalidArgument, match="game"):
        carom.Game.from_json('{"layouts": [], "shots": [{}]}')
    with pytest.raises(carom.InvalidArgument, match="JSON"):
        carom.Game.from_json('{"layouts": [')


def test_simulators():
    for threads in (-3, 200_000, 1025):
        wrong(lambda t=threads: carom.Simulator(threads=t), "threads", str(threads), "[0, 1024]")
    wrong(lambda: carom.Simulator(threads=1.5), "threads", "1.5")
    wrong(lambda: carom.connect(""), "target")
    wrong(lambda: carom.connect("h:1", connections=65), "connections", "65")
    wrong(lambda: carom.connect("h:1", connections=1.5), "connections", "1.5", "whole number")
    wrong(lambda: carom.connect("h:1", connections="x"), "connections", "'x'")
    wrong(lambda: carom.connect("h:1", tls={"ca": "x"}), "tls", "ca", "root_certificates")
    for tls in ("yes", 5, ["ca"]):
        wrong(lambda t=tls: carom.connect("h:1", tls=t), "tls", repr(tls), "root_certificates")
    wrong(lambda: carom.connect("h:1", tls={"server_name": 5}), "tls['server_name']", "5")
    wrong(lambda: carom.connect("h:1", token=5), "token", "5", "text")
    wrong(lambda: carom.connect("h:1", allow_token_in_plain_text=1), "allow_token_in_plain_text")


def test_calls(simulator, two_balls, cuts):
    wrong(lambda: simulator.run({}, cuts), "game", "dict")
    wrong(lambda: simulator.run(two_balls, [1, 2]), "shots", "list")
    wrong(lambda: simulator.run(two_balls, cuts, carom.Result(2000, 3)), "out", "(2000, 2)")
    out = carom.Result(2000, 2)
    out.end_time = np.zeros(2000, np.float32)
    wrong(lambda: simulator.run(two_balls, cuts, out), "out.end_time", "float32", "float64")
    wrong(lambda: simulator.run(two_balls, cuts, samples="often"), "samples", "often")
    wrong(lambda: simulator.run(two_balls, cuts, samples={"often": 1}), "samples", "period_s")
    wrong(lambda: simulator.run(two_balls, cuts, detail="all"), "detail", "all")
    for value in (-1, 0, np.nan, "5", True, [1]):
        wrong(lambda v=value: simulator.run(two_balls, cuts, timeout=v), "timeout", repr(value), "0 s")
    for value in (-1, np.nan, "5"):
        wrong(lambda v=value: simulator.info(retry_for=v), "retry_for", repr(value), "at least 0 s")
    for name in ("events", "contacts", "touches", "cost"):
        wrong(lambda n=name: simulator.run(two_balls, cuts, **{n: "x"}), name, "'x'", "True")
    wrong(lambda: simulator.run(two_balls, cuts, out=5), "out", "int", "carom.Result")
    for chunk in ("x", 0, 1.5):
        wrong(lambda c=chunk: simulator.stream(two_balls, cuts, c), "chunk", repr(chunk), "at least 1")
    wrong(lambda: simulator.stream(two_balls, [1]), "shots", "list")
    wrong(lambda: simulator.table(5), "name", "5")
    wrong(lambda: simulator.mechanism(5), "request", "int")
    wrong(lambda: simulator.estimate({}, game=3), "game", "int", "carom.Game")
    speeds = {"columns": {"shot_count": 2, "speed_m_s": np.array([1, np.inf])}}
    wrong(lambda: simulator.estimate(speeds, two_balls), "columns.speed_m_s[1]", "inf", "finite")
    wrong(lambda: simulator.estimate({"noise": {"stroke": 2}}), "noise.stroke", "strike")
    wrong(lambda: simulator.estimate({"noise": {"icga": {3}}}), "noise.icga", "set")
    wrong(lambda: simulator.run(two_balls, cuts, samples=1e-9), "detail.samples.period_s", "1e-09")
    wrong(lambda: cuts[5:5], "shots", "at least one")
    with pytest.raises(carom.CaromError) as raised:
        simulator.table("none")
    assert raised.value.code == "NOT_FOUND" and "pool_9ft" in str(raised.value)


def test_samples(simulator, two_balls, cuts):
    def sampled(path, samples, *words):
        wrong(lambda: simulator.run(two_balls, cuts, samples=samples), path, *words)

    sampled("samples", True, "True", "period")
    sampled("samples", np.nan, "nan", "finite")
    sampled("samples.period_s", {"period_s": "x"}, "'x'", "number")
    sampled("samples.times_s", {"times_s": "x"}, "real numbers")
    sampled("samples.times_s", {"times_s": [[1], [1, 2]]}, "ragged")
    sampled("samples.balls", {"balls": [0.5]}, "whole numbers")
    sampled("samples.balls[1]", {"balls": [0, -1]}, "-1")
    sampled("samples.quantities", {"quantities": "position"}, "list of names")
    sampled("samples.quantities", {"quantities": 5}, "5", "list of names")
    sampled("samples.quantities[1]", {"quantities": ["position", "mass"]}, "mass", "velocity")
    sampled("samples.quantities[0]", {"quantities": [1]}, "1", "angular_velocity")


def test_a_closed_simulator(two_balls, cuts):
    simulator = carom.Simulator(threads=1)
    simulator.run(two_balls, cuts)
    simulator.close()
    simulator.close()
    with pytest.raises(carom.CaromError, match="closed"):
        simulator.run(two_balls, cuts)


def test_a_server_that_is_not_there(two_balls, cuts):
    with carom.connect("127.0.0.1:1") as nobody:
        for shots, limits in ((cuts, {"timeout": 0.5}), (cuts, {"retry_for": 0.5}),
                              (carom.draws(9000, drawn_shots={}), {"retry_for": 0.5})):
            began = time.monotonic()
            with pytest.raises(carom.CaromError) as raised:
                nobody.run(two_balls, shots, **limits)
            assert raised.value.code in ("UNAVAILABLE", "DEADLINE_EXCEEDED")
            assert time.monotonic() - began < 3  # The patience is 5 or 60 s else.
        with pytest.raises(carom.CaromError):
            nobody.info(retry_for=0)


def test_quantities_are_those_of_the_wire():
    wire = pytest.importorskip("carom.v1.result_pb2")
    names = [name[len("QUANTITY_"):].lower() for name in wire.Quantity.keys()]
    assert set(names) == {"unspecified", *QUANTITIES}
