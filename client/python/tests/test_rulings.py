"""Touches and rulings: against a count from the events, and what is refused."""
import pickle
import re

import carom
import numpy as np
import pytest
from carom import EventKind
from checks import refused

RAILS = (EventKind.BALL_CUSHION, EventKind.BALL_JAW, EventKind.BALL_RAIL, EventKind.POCKET_RIM)
PLAY = {"phase": "GAME_PHASE_PLAY"}


def three_cushion(count, seed=1):
    """Shots in any direction with three balls that lie anywhere, (game, shots)."""
    rng = np.random.default_rng(seed)
    positions = np.zeros((count, 3, 3))
    positions[..., 0] = rng.uniform(-1.3, 1.3, (count, 3))
    positions[..., 1] = rng.uniform(-0.6, 0.6, (count, 3))
    positions[..., 2] = 0.03075
    game = carom.Game("carom_10ft", balls=[[-0.5, 0], [0.5, 0], [0.5, 0.3]])
    return game, carom.strikes(count, speed=rng.uniform(2, 6, count), positions=positions,
                               azimuth=rng.uniform(0, 2 * np.pi, count))


def scores(touches, shot):
    """[UMB] Art. 83, counted from the touches."""
    cushions, met = 0, []
    for k in range(touches.offsets[shot], touches.offsets[shot + 1]):
        if touches.kinds[k] == EventKind.BALL_BALL:
            met.append(touches.others[k])
            if len(set(met)) == 2:
                return cushions >= 3
        elif touches.balls[k] == 0:
            cushions += 1
    return False


def test_touches_are_events(simulator):
    game, shots = three_cushion(200)
    result = simulator.run(game, shots, events=True, touches=True)
    touches, events = result.touches, result.events
    assert len(touches) > 500 and (touches.cue_balls[result.ok] == 0).all()
    for shot in np.flatnonzero(result.ok):
        told = events.of(shot)
        cue = (told.kinds == EventKind.BALL_BALL) & ((told.balls == 0) | (told.others == 0))
        mine = slice(touches.offsets[shot], touches.offsets[shot + 1])
        contacts = touches.kinds[mine] == EventKind.BALL_BALL
        np.testing.assert_array_equal(touches.times[mine][contacts], told.times[cue])
        at_rails = np.isin(told.kinds, RAILS)
        assert set(touches.times[mine][~contacts]) <= set(told.times[at_rails])
    assert simulator.run(game, shots).touches is None


def test_three_cushion_is_ruled_by_its_article(simulator):
    game, shots = three_cushion(5000)  # More than one call takes.
    result = simulator.run(game, shots, touches=True)
    rulings = simulator.rule_shots("three_cushion", result, {**PLAY, "distance": 2})
    np.testing.assert_array_equal(rulings.ruled, result.stop_reason == carom.StopReason.AT_REST)
    expected = [scores(result.touches, i) for i in range(5000)]
    np.testing.assert_array_equal(rulings.points[:, 0] > 0, rulings.ruled & np.array(expected))
    assert 20 < sum(expected) < 1000
    np.testing.assert_array_equal(rulings.shooter[rulings.ruled],
                                  ~np.array(expected)[rulings.ruled])


def test_a_ruling_is_the_message_of_the_wire(simulator):
    result = simulator.run(carom.Game(rack="nine_ball"), carom.strikes(2, speed=[9.0, 0.1]),
                           touches=True)
    rulings = result.rulings("nine_ball", calls={})
    assert len(rulings) == len(list(rulings)) == len(rulings[:]) == 2
    soft = rulings[-1]
    assert soft["foul"] in ("FOUL_NO_RAIL", "FOUL_ILLEGAL_BREAK") and soft["next"]["shooter"] == 1
    assert carom.Foul(rulings.foul[1]).name == soft["foul"][len("FOUL_"):]
    assert soft["next"]["balls_on_table"] == list(range(1, 10)) and not rulings.legal[1]
    with pytest.raises(IndexError):
        rulings[2]
    with pytest.raises(AttributeError, match="legal"):
        rulings.nothing


def test_each_shot_has_a_state_and_a_call_of_its_own(simulator):
    result = simulator.run(carom.Game(rack="nine_ball"), carom.strikes(3, speed=0.1), touches=True)
    states = [{**PLAY, "consecutive_fouls": [fouls, 0]} for fouls in (0, 1, 2)]
    rulings = result.rulings("nine_ball", states, [{}, {}, {}])
    assert rulings.over.tolist() == [False, False, True]
    assert rulings.winner.tolist() == [-1, -1, 1]
    assert [r["rule"] for r in rulings] == ["2.7", "2.7", "2.8"]
    push_out = {"phase": "GAME_PHASE_AFTER_BREAK"}
    pushed = result.rulings("nine_ball", push_out, {"push_out": True})
    assert pushed[0]["rule"] == "2.4"
    assert [c["choice"] for c in pushed[0]["choices"]] == ["CHOICE_ACCEPT_TABLE", "CHOICE_PASS_BACK"]


def test_shots_that_cannot_be_ruled_say_why(simulator):
    game = carom.Game(rack="nine_ball", settings={"limits": {"max_time_s": 0.5}})
    positions = np.stack([game.positions] * 2)
    positions[1, 2] = positions[1, 1]
    result = simulator.run(game, carom.strikes(2, speed=9.0, positions=positions), touches=True)
    rulings = result.rulings("nine_ball")
    assert not rulings.ruled.any()
    assert "TIME_LIMIT" in rulings[0]["failure"] and "balls" in rulings[1]["failure"]
    assert result.touches.cue_balls.tolist() == [0, -1]


@pytest.mark.parametrize("rules, states, message", [
    ("snooker", None, "rules"), ("nine_ball", {"shooter": 2}, r"states\[0\]\.shooter: 2"),
    ("nine_ball", [{}, {}, {}], "states: 3 entries must be 0, 1 or 2"),
    ("nine_ball", {"phases": 1}, "phases"), ("eight_ball", {"points": [1]}, r"points: 1 value")])
def test_bad_questions_are_refused(simulator, rules, states, message):
    result = simulator.run(carom.Game(rack="nine_ball"), carom.strikes(2, speed=1.0), touches=True)
    with pytest.raises(carom.CaromError, match=message):
        result.rulings(rules, states)
    with pytest.raises(carom.CaromError, match="touches"):
        simulator.rule_shots("nine_ball", simulator.run(carom.Game(rack="nine_ball"), carom.strikes(1, speed=1.0)))


@pytest.mark.parametrize("path, calls", [
    ("calls[0].ball", {"ball": 99}), ("calls[0].ball", {"ball": 0}),
    ("calls[1].ball", [{}, {"ball": 16}]), ("calls", 5), ("calls", "ab"), ("calls[1]", [{}, 5])])
def test_bad_calls_are_refused(simulator, path, calls):
    result = simulator.run(carom.Game(rack="eight_ball"), carom.strikes(2, speed=1.0), touches=True)
    refused(lambda: result.rulings("eight_ball", PLAY, calls), path)


def test_bad_calls_of_later_shots_are_told_by_their_number(simulator):
    result = simulator.run(carom.Game(rack="eight_ball"), carom.strikes(4100, speed=0.1),
                           touches=True)
    calls = [{}] * 4098 + [{"ball": 99}, {}]
    with pytest.raises(carom.CaromError, match="99 must be in") as raised:
        result.rulings("eight_ball", PLAY, calls)
    index = int(re.fullmatch(r"calls\[(\d+)\]\.ball", raised.value.path)[1])
    first = int(re.search(r"count from shot (\d+)", str(raised.value))[1])
    assert first > 0 and first + index == 4098


def test_results_with_touches_are_pickled(simulator):
    game, shots = three_cushion(20)
    result = simulator.run(game, shots, touches=True)
    copy = pickle.loads(pickle.dumps(result.touches))
    for name in ("cue_balls", "offsets", "times", "kinds", "balls", "others"):
        np.testing.assert_array_equal(getattr(copy, name), getattr(result.touches, name))
