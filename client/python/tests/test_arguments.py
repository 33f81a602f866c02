"""What is wrong is told by argument, index and what would be right."""
import numpy as np
import pytest

import carom


def wrong(call, path, *words):
    with pytest.raises(carom.CaromError) as raised:
        call()
    assert raised.value.path == path, raised.value
    for word in words:
        assert word in str(raised.value), raised.value
    return raised.value


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
    wrong(lambda: carom.strikes(azimuth=1), "speed", "azimuth")


def test_lengths_of_strikes():
    wrong(lambda: carom.strikes(speed=np.ones(3), azimuth=np.ones(4)), "speed", "length 3", "4")
    wrong(lambda: carom.strikes(5, speed=np.ones(3)), "speed", "length 3", "1 or 5")
    wrong(lambda: carom.strikes(speed=[]), "n", "0", "in [1,")
    wrong(lambda: carom.strikes(-1, speed=1), "n", "-1")
    wrong(lambda: carom.strikes(10**12, speed=1), "n", "1000000000000")
    wrong(lambda: carom.strikes(2.5, speed=1), "n", "2.5", "whole number")


def test_places_and_motions():
    wrong(lambda: carom.strikes(positions=np.ones(4)), "positions", "(4,)", "(n, balls, 2)")
    wrong(lambda: carom.strikes(positions=np.ones((3, 2, 4))), "positions", "(3, 2, 4)")
    wrong(lambda: carom.strikes(motions=[[1, 5]]), "motions[0, 1]", "5", "at rest")
    wrong(lambda: carom.strikes(motions=[[1.0]]), "motions", "float64")
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


def test_games():
    wrong(lambda: carom.Game(), "balls, rack", "neither")
    wrong(lambda: carom.Game(balls=[(0, 0)], rack="nine_ball"), "balls, rack", "both")
    error = wrong(lambda: carom.Game("pool_9", rack="nine_ball"), "tables[0].preset", "pool_9ft")
    assert error.value == "pool_9"
    wrong(lambda: carom.Game(rack="nine"), "layouts[0].rack.name", "nine_ball")
    wrong(lambda: carom.Game(balls=[(0, 0), (1, 2, 3, 4)]), "balls[1]", "(4,)")
    wrong(lambda: carom.Game(balls=[(0, 0), (0, np.nan)]), "balls[1]", "finite")
    wrong(lambda: carom.Game(balls=[(0, 0)], settings="magic"), "settings", "compliant")
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
    wrong(lambda: carom.connect("h:1", tls={"ca": "x"}), "tls", "ca", "root_certificates")


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
    wrong(lambda: simulator.run(two_balls, cuts, timeout=-1), "timeout", "-1")
    wrong(lambda: simulator.run(two_balls, cuts, samples=1e-9), "detail.samples.period_s", "1e-09")
    wrong(lambda: cuts[5:5], "shots", "at least one")
    with pytest.raises(carom.CaromError) as raised:
        simulator.table("none")
    assert raised.value.code == "NOT_FOUND" and "pool_9ft" in str(raised.value)


def test_a_closed_simulator(two_balls, cuts):
    simulator = carom.Simulator(threads=1)
    simulator.run(two_balls, cuts)
    simulator.close()
    simulator.close()
    with pytest.raises(carom.CaromError, match="closed"):
        simulator.run(two_balls, cuts)


def test_a_server_that_is_not_there(two_balls, cuts):
    with carom.connect("127.0.0.1:1") as nobody:
        with pytest.raises(carom.CaromError) as raised:
            nobody.run(two_balls, cuts, timeout=0.5)
    assert raised.value.code in ("UNAVAILABLE", "DEADLINE_EXCEEDED")
