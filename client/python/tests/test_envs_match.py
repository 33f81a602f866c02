"""Two-player games: PettingZoo's checkers, spots and the cue ball in hand."""
import copy
import inspect
import pickle

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

import carom.envs  # noqa: E402
import servers  # noqa: E402
from carom import Motion  # noqa: E402
from carom.envs import match, match_batch, options, planner, tasks  # noqa: E402
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
        assert env.infos["player_0"]["rule"] == "3.3(d)" and env.infos["player_0"]["foul"] == ""


def test_three_fouls_end_the_rack():
    env = carom.envs.two_players("nine_ball")
    env.reset(seed=2)
    for _ in range(5):  # Both in turn; the breaker fouls thrice first.
        strike(env, azimuth=0.5, speed=-1.0, place=(-1.0, 0.0))
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
    env.close()


def test_a_cue_ball_in_hand_lies_free_where_it_is_wanted(env):
    radius = env.batch.surface.radius_m
    env.positions[1, :2] = [-0.9, 0.1]
    strike(env, azimuth=1.0, speed=-1.0, place=np.array([-0.9, 0.1]) / env.batch.reach_m)
    gap = np.linalg.norm(env._before[0, :2] - env._before[1, :2])
    assert 2 * radius <= gap < 2.01 * radius


SIX = np.zeros(6)


@pytest.mark.parametrize("game, path, action", [
    ("nine_ball", "action", np.zeros(4)), ("nine_ball", "action[0]", np.full(6, np.nan)),
    ("nine_ball", "action", [[1], [2, 3]]), ("eight_ball", "action", SIX),
    ("eight_ball", "action['strike']", {"strike": np.zeros(5), "ball": 1, "pocket": 0}),
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
    surface = env.batch.surface
    env.positions[1:9, :2] = np.stack([np.linspace(-0.5, 0.5, 8), np.full(8, 0.4)], 1)
    env.positions[9, :2] = -np.array([surface.length_m, surface.width_m]) / 2 + 0.06
    wish = env.positions[9, :2] + 0.3  # Straight towards the corner.
    strike(env, azimuth=-0.75, speed=-0.6, place=wish / env.batch.reach_m)
    assert env.batch.result.pockets[0, 9] >= 0
    assert env.infos["player_0"] == {"rule": "2.7", "foul": env.infos["player_0"]["foul"]}
    assert env.infos["player_0"]["foul"] in ("6.1", "6.2") and env.agent_selection == "player_1"
    assert env.motions[9] == Motion.STATIONARY
    assert env.positions[9].tolist() == pytest.approx([2.54 / 4, 0, 0.028575])
    env.close()


def test_a_planned_action_is_the_planned_strike(env):
    player = carom.envs.planning_player(env, max_shots=200)
    plan, action = player.plan(), player.act()
    numbers = action if env.game == "nine_ball" else action["strike"]
    played = tasks.strike_columns(np.pi * numbers[:1], numbers[None], match_batch.SPEEDS_M_S)
    strike = plan["shots"][0]["strike"]
    for name, column in played.items():
        turns = 2 * np.pi if name == "azimuth_rad" else np.inf
        assert abs(np.remainder(column[0] - strike.get(name, 0) + 1, turns) - 1) < 1e-12, name
    np.testing.assert_allclose(numbers[4:] * env.batch.reach_m, plan["balls"]["positions_m"][:2], rtol=1e-12)


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
    refused(lambda: carom.envs.make_vec("nine_ball", num_envs=2, balls=3), "balls", "settings")
    refused(lambda: carom.envs.make_vec("pot", num_envs=2, settings={}), "settings", "physics")
    refused(lambda: carom.envs.planning_player(env, shots=300), "shots", "max_shots", "noise")
    for kind, known, others in ((match.Match, options.MatchOptions, {"game"}),
                                (match_batch.MatchBatch, options.MatchBatchOptions, {"game", "n"}),
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


# Vectors of matches: the matches that single ones play, whoever else plays.

def numbers(rng, n):
    return rng.uniform(-1, 1, (n, 6)).astype(np.float32)


def acts(game, rng, n):
    if game == "nine_ball":
        return numbers(rng, n)
    return {"strike": numbers(rng, n), "ball": rng.integers(0, 16, n), "pocket": rng.integers(0, 6, n)}


def act_of(actions, i):
    return {k: v[i] for k, v in actions.items()} if isinstance(actions, dict) else actions[i]


@pytest.mark.parametrize("game", GAMES)
def test_a_vector_of_matches_plays_what_single_ones_play(game):
    n, rng = 5, np.random.default_rng(3)
    envs = carom.envs.make_vec(game, num_envs=n, autoreset_mode="Disabled")
    seeds = [int(np.random.SeedSequence(i).generate_state(1, np.uint64)[0]) for i in range(n)]
    seen, info = envs.reset(seed=seeds)
    singles = [carom.envs.two_players(game) for _ in range(n)]
    for i, single in enumerate(singles):
        single.reset(seed=i)
    for _ in range(25):
        for i, single in enumerate(singles):
            player = single.agent_selection
            assert player == f"player_{info['player'][i]}"
            assert seen[i].tobytes() == single.observe(player).tobytes()
            if game == "eight_ball":
                assert (info["ball_mask"][i] == single.infos[player]["ball_mask"]).all()
        actions = acts(game, rng, n)
        seen, reward, terminated, truncated, info = envs.step(actions)
        for i, single in enumerate(singles):
            player = single.agent_selection
            single.step(act_of(actions, i))
            assert single.rewards[player] == reward[i]
            assert single.terminations[player] == terminated[i]
        if terminated.any():
            break
    envs.close()


def test_three_fouls_lose_the_rack_to_the_other_in_a_vector():
    envs = carom.envs.make_vec("nine_ball", num_envs=2, autoreset_mode="SameStep")
    _, info = envs.reset(seed=2)
    miss = np.tile(np.float32([0.5, -1, 0, 0, -1, 0]), (2, 1))
    players, rewards = [], []
    for _ in range(5):
        players.append(int(info["player"][0]))
        _, reward, terminated, _, info = envs.step(miss)
        rewards.append(float(reward[0]))
    assert players == [0, 1, 0, 1, 0] and rewards == [0, 0, 0, 0, -1] and terminated.all()
    assert info["player"].tolist() == [0, 0] and (info["cue_ball"] == 3).all()  # The next racks.
    envs.close()


def test_the_mask_names_what_a_call_can_make_good():
    envs = carom.envs.make_vec("eight_ball", num_envs=64)
    _, info = envs.reset(seed=1)
    assert (info["ball_mask"] == 1).all()  # Before the break.
    envs.step(acts("eight_ball", np.random.default_rng(1), 64) | {"strike": np.tile(
        np.float32([0, 1, 0, 0, 0, 0]), (64, 1))})
    seen, _, _, _, info = envs.step(acts("eight_ball", np.random.default_rng(2), 64))
    on_table = seen[:, 2:48:3] == 1
    open_table = seen[:, -3] == 1
    assert open_table.any() and (info["ball_mask"][:, 0] == 1).all()
    mask = info["ball_mask"].astype(bool)[open_table]
    expected = on_table[open_table].copy()
    expected[:, 0], expected[:, 8] = True, False
    in_play = seen[open_table, -8] == 0
    assert (mask[in_play] == expected[in_play]).all()
    envs.close()


@pytest.mark.parametrize("path, actions", [
    ("actions", np.zeros((3, 4))), ("actions[1, 2]", np.where(np.arange(18).reshape(3, 6) == 8, np.nan, 0))])
def test_bad_actions_of_a_vector_are_refused(path, actions):
    envs = carom.envs.make_vec("nine_ball", num_envs=3)
    envs.reset(seed=1)
    refused(lambda: envs.step(actions), path)
    envs.close()


def test_bad_calls_of_a_vector_are_refused():
    envs = carom.envs.make_vec("eight_ball", num_envs=3)
    envs.reset(seed=1)
    good = acts("eight_ball", np.random.default_rng(1), 3)
    refused(lambda: envs.step(good | {"ball": np.array([0, 16, 2])}), "actions['ball'][1]")
    refused(lambda: envs.step(good | {"pocket": np.array([0.5, 0, 2])}), "actions['pocket']")
    envs.close()


@servers.needed
def test_matches_on_a_server_are_those_of_the_process():
    port = servers.free_port()
    server = servers.serve(port)
    try:
        with carom.connect(f"127.0.0.1:{port}") as far:
            here, there = (carom.envs.make_vec("nine_ball", num_envs=300, autoreset_mode="SameStep", **options)
                           for options in ({}, {"simulator": far}))
            seen = [envs.reset(seed=4)[0] for envs in (here, there)]
            rng = np.random.default_rng(1)
            for _ in range(4):
                assert seen[0].tobytes() == seen[1].tobytes()
                actions = numbers(rng, 300)
                seen = [envs.step(actions)[0] for envs in (here, there)]
            assert seen[0].tobytes() == seen[1].tobytes()
            here.close()
    finally:
        servers.kill(server)


class Faulty:
    """A simulator whose `what` fails, until it is mended."""

    def __init__(self, what):
        self.what, self.simulator = what, carom.Simulator(threads=1)

    def __call__(self, *args, **options):
        if self.what:
            raise carom.CaromError("UNAVAILABLE", "the server has gone")
        return self.simulator.run(*args, **options)


@pytest.mark.parametrize("game", GAMES)
def test_a_step_that_fails_changes_nothing(game):
    rng = np.random.default_rng(5)
    steps = [acts(game, rng, 3) for _ in range(3)]
    hashes = []
    for fails in (False, True):
        with carom.Simulator(threads=1) as simulator:
            envs = carom.envs.make_vec(game, num_envs=3, simulator=simulator)
            envs.reset(seed=6)
            for actions in steps:
                if fails:
                    seen = envs.batch.observe()
                    with pytest.MonkeyPatch.context() as patch:
                        patch.setattr(carom.Simulator, "run", Faulty(True))
                        with pytest.raises(carom.CaromError, match="gone"):
                            envs.step(actions)
                    assert envs.batch.observe().tobytes() == seen.tobytes()
                hashes.append(envs.step(actions)[4]["hash"].tolist())
    assert hashes[:3] == hashes[3:]


def test_a_reset_that_fails_has_not_begun():
    simulator = carom.Simulator(threads=1)
    envs = carom.envs.make_vec("nine_ball", num_envs=2, simulator=simulator)
    simulator.close()
    with pytest.raises(carom.CaromError):
        envs.reset(seed=1)
    assert (envs.batch.episodes == -1).all()
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros((2, 6)))


def test_copies_and_pickles_go_on_alike(env):
    strike(env, place=(0.5, 0.2))
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for one in (env, *copies):
        strike(one, azimuth=0.3, speed=0.2, place=(0.1, -0.2), call=(1, 2))
        assert one.positions.tobytes() == env.positions.tobytes()
        assert one.state_of_play == env.state_of_play and one.infos["player_0"]["rule"] == env.infos["player_0"]["rule"]
        assert one.observe("player_1").tobytes() == env.observe("player_1").tobytes()
    for one in copies:
        one.close()


def test_matches_want_a_simulator_that_knows_rules():
    refused(lambda: carom.envs.two_players("nine_ball", simulator=Faulty(False)), "simulator")


def test_actions_of_matches_that_are_reset_are_not_looked_at():
    envs = carom.envs.make_vec("eight_ball", num_envs=2, max_shots=1)
    envs.reset(seed=1)
    good = acts("eight_ball", np.random.default_rng(1), 2)
    assert envs.step(good)[3].all()
    envs.step({"strike": np.full((2, 6), np.nan), "ball": np.array([99, 99]), "pocket": np.array([7, 7])})
    envs.step(good)
    envs.close()
