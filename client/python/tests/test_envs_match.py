"""Two-player games: PettingZoo's checkers, spots and the cue ball in hand."""
import inspect

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import carom.envs  # noqa: E402
from carom.envs import match, options, planner, rules, tasks  # noqa: E402
from checks import refused  # noqa: E402
from gymnasium.error import ResetNeeded  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

GAMES = ["nine_ball", "eight_ball"]
pytestmark = pytest.mark.filterwarnings("ignore:Action space for each agent")


@pytest.mark.parametrize("game", GAMES)
def test_api(game):
    env = carom.envs.two_players(game, max_shots=10)
    api_test(env, num_cycles=30)
    env.close()


@pytest.mark.parametrize("game", GAMES)
def test_seeds(game):
    seed_test(lambda: carom.envs.two_players(game, max_shots=5), num_cycles=10)


def strike(env, azimuth=0.0, speed=1.0, place=(0.0, 0.0), call=(0, 0)):
    action = np.array([azimuth, speed, 0, 0, *place], np.float32)
    if env.game == "eight_ball":
        action = {"strike": action, "ball": call[0], "pocket": call[1]}
    env.step(action)


@pytest.fixture(params=GAMES)
def env(request):
    env = carom.envs.two_players(request.param)
    env.reset(seed=2)
    yield env
    env.close()


def test_the_rack_stands_and_a_break_scatters_it(env):
    assert (env.positions[1:, 0] > 0.6).all() and env.observe("player_0")[-8:].tolist() == [
        1, 0, 1, 0, 0, 1, 0, 0]
    before = env.positions.copy()
    strike(env, place=(1.0, 0.0))
    assert np.linalg.norm(env.positions - before, axis=1).min() > 0
    assert env.observe("player_0")[-8] == 0


def test_a_miss_is_a_foul_and_the_other_has_the_ball_in_hand(env):
    strike(env, azimuth=0.5, speed=-1.0)  # Across the table, past all balls.
    assert env.agent_selection == "player_1"
    if env.game == "nine_ball":
        assert env.infos["player_0"] == {"rule": "2.7", "foul": "6.3"}
        assert env.observe("player_1")[-8:].tolist() == pytest.approx([0, 1, 0, 0, 1 / 3, 1, 0, 0])
        strike(env, azimuth=0.5, speed=-1.0, place=(1.0, -1.0))
        assert env._before[0, :2].tolist() == pytest.approx([1.27 - 0.028575, -0.635 + 0.028575])
    else:
        assert env.infos["player_0"] == {"rule": "3.3(d)", "foul": ""}


def test_three_fouls_end_the_rack():
    env = carom.envs.two_players("nine_ball")
    env.reset(seed=2)
    for _ in range(5):  # Both in turn; the breaker fouls thrice first.
        strike(env, azimuth=0.5, speed=-1.0, place=(-1.0, 0.0))
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
    env.close()


def test_spots_and_places_are_free(env):
    radius = env.surface.radius_m
    env.motions[:] = rules.STATIONARY
    env.positions[:, :2] = np.random.default_rng(0).uniform(-0.6, 0.6, (len(env.positions), 2))
    env.positions[1, :2] = [env.surface.length_m / 4, 0]
    env.positions[2, :2] = [env.surface.length_m / 4 + 2.5 * radius, 0.5 * radius]
    env.motions[8] = rules.POCKETED
    env._put({"spotted": [{"ball": 8, "spot": "TABLE_SPOT_FOOT"}]})
    gaps = np.linalg.norm(np.delete(env.positions, [0, 8], 0)[:, :2] - env.positions[8, :2], axis=1)
    assert gaps.min() >= 2 * radius and gaps.min() < 2.01 * radius
    assert env.positions[8, 1] == 0 and env.positions[8, 0] > env.positions[2, 0]
    env.motions[0] = rules.POCKETED
    env.place = rules.ANYWHERE
    env._put_cue_ball(np.array([0.5, 0.0]) * 1.27 / (1.27 - radius))  # On the foot spot.
    gaps = np.linalg.norm(env.positions[1:, :2] - env.positions[0, :2], axis=1)
    assert gaps.min() >= 2 * radius and env.motions[0] == rules.STATIONARY


SIX = np.zeros(6)


@pytest.mark.parametrize("game, path, action", [
    ("nine_ball", "action", np.zeros(4)), ("nine_ball", "action[0]", np.full(6, np.nan)),
    ("nine_ball", "action", [[1], [2, 3]]), ("eight_ball", "action", SIX),
    ("eight_ball", "action", {"strike": np.zeros(5), "ball": 1, "pocket": 0}),
    ("eight_ball", "action['ball']", {"strike": SIX, "ball": 99, "pocket": 0}),
    ("eight_ball", "action['ball']", {"strike": SIX, "ball": -1, "pocket": 0}),
    ("eight_ball", "action['pocket']", {"strike": SIX, "ball": 1, "pocket": 6}),
    ("eight_ball", "action['pocket']", {"strike": SIX, "ball": 1})])
def test_bad_actions_are_refused(game, path, action):
    env = carom.envs.two_players(game)
    env.reset(seed=1)
    refused(lambda: env.step(action), path)
    env.close()


def test_reset_comes_first():
    env = carom.envs.two_players("nine_ball")
    with pytest.raises(ResetNeeded):
        env.step(SIX)
    with pytest.raises(carom.InvalidArgument, match="seed: -1 must be at least 0"):
        env.reset(seed=-1)
    with pytest.raises(carom.InvalidArgument, match="game: 'snooker' must be one of nine_ball"):
        carom.envs.two_players("snooker")


def test_a_nine_ball_that_falls_on_a_foul_comes_back():
    env = carom.envs.two_players("nine_ball")
    env.reset(seed=1)
    env.positions[1:, 1] = 0.4  # The foot spot is free.
    env.motions[9] = rules.POCKETED
    env._take({"rule": "2.7", "foul_rule": "6.2", "over": False, "next": rules.START,
               "cue_ball": "CUE_BALL_PLACE_ANYWHERE",
               "spotted": [{"ball": 9, "spot": "TABLE_SPOT_FOOT"}]})
    assert env.infos["player_0"] == {"rule": "2.7", "foul": "6.2"}
    assert env.motions[9] == rules.STATIONARY
    assert env.positions[9].tolist() == pytest.approx([2.54 / 4, 0, 0.028575])
    env.close()


def test_a_planned_action_is_the_planned_strike(env):
    player = carom.envs.planning_player(env, max_shots=200)
    plan, action = player.plan(), player.act()
    numbers = action if env.game == "nine_ball" else action["strike"]
    played = tasks.strike_columns(np.pi * numbers[:1], numbers[None], match.SPEEDS_M_S)
    strike = plan["shots"][0]["strike"]
    for name, column in played.items():
        turns = 2 * np.pi if name == "azimuth_rad" else np.inf
        assert abs(np.remainder(column[0] - strike.get(name, 0) + 1, turns) - 1) < 1e-12, name
    np.testing.assert_allclose(numbers[4:] * env.reach_m, plan["balls"]["positions_m"][:2], rtol=1e-12)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_who_plans_beats_who_does_not(env, seed):
    env.reset(seed=seed)
    player, rng = carom.envs.planning_player(env, max_shots=300), np.random.default_rng(seed)
    while not any(env.terminations.values()):
        if env.agent_selection == "player_0":
            env.step(player.act())
        else:
            strike(env, *rng.uniform(-1, 1, 2))
    assert env.rewards == {"player_0": 1, "player_1": -1}
    assert env.shots <= 40  # A rack of eight-ball needs ten.
    assert player.act() is None


def test_unknown_options_are_refused(env):
    refused(lambda: carom.envs.two_players("nine_ball", max_shot=5), "max_shot", "max_shots")
    refused(lambda: carom.envs.planning_player(env, shots=300), "shots", "max_shots", "noise")
    for kind, known, others in ((match.Match, options.MatchOptions, {"game"}),
                                (planner.PlanningPlayer, options.PlayerOptions, {"match"})):
        assert set(inspect.signature(kind).parameters) == known.__optional_keys__ | others


def test_planning_player_checks_its_arguments(env):
    refused(lambda: carom.envs.planning_player("nine_ball"), "match")
    refused(lambda: carom.envs.planning_player(env, max_shots=10), "max_shots")
    refused(lambda: carom.envs.planning_player(env, noise=-1), "noise")
    fresh = carom.envs.two_players("nine_ball")
    with pytest.raises(ResetNeeded):
        carom.envs.planning_player(fresh).act()
    fresh.close()
