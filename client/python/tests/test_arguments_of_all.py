"""Every argument of the package with values of every kind: it takes them, or refuses by name."""
import numpy as np
import pytest

import carom
from carom.final_positions import FinalPositions

VALUES = [object(), "x", b"x", -1, 1.5, float("nan"), float("inf"), 2**70, [], [[1], [2, 3]], {},
          {"x": 1}, {1: 2}, [None], ["x"], True, np.float64("nan"), np.zeros((2, 2, 2)),
          np.array(["a"]), len, range(3), 1j, set()]
GAME = carom.Game(balls=[(-0.6, 0), (0.3, 0)])
SHOTS = carom.strikes(3, speed=1.0)
OUTCOME = {"goals": [{"no_scratch": {}}], "draws": 1, "shots": {"shots": [{}]}}
PATHS = {"request": ("request", "x", "1", "candidates", "mechanism")}  # Of what has fields.


def refused_by_name(call, name):
    """Each value is taken, or what refuses it says the argument's name."""
    taken = 0
    for value in VALUES:
        try:
            call(value)
            taken += 1
        except (carom.CaromError, IndexError) as error:
            told = str(error)
            assert any(word in told for word in PATHS.get(name, (name,))), f"{value!r}: {told}"
    assert taken < len(VALUES)


def check_all(function, names, **others):
    for name in names.split():
        refused_by_name(lambda value, n=name: function(**{**others, n: value}), name)


@pytest.fixture(scope="module")
def played(simulator):
    return simulator.run(GAME, SHOTS, touches=True, samples=0.5)


def test_strikes_and_draws():
    check_all(carom.strikes, "n speed azimuth elevation side height cue_ball positions motions "
              "table settings layout", speed=1.0)
    check_all(carom.draws, "n seed first drawn_shots", n=3, drawn_shots={})
    refused_by_name(lambda value: SHOTS[value], "shots")
    refused_by_name(lambda value: carom.draws(3, drawn_shots={})[value], "shots")


def test_games():
    check_all(carom.Game, "table balls settings ball_set", balls=[(0, 0)])
    refused_by_name(lambda value: carom.Game(rack=value), "rack")
    refused_by_name(carom.Game.from_json, "")


def test_calls(simulator, played):
    check_all(simulator.run, "game shots out events samples contacts touches derivatives probe cost detail "
              "filter labels timeout retry_for", game=GAME, shots=SHOTS)
    check_all(simulator.run, "margins", game=GAME, shots=SHOTS, derivatives=["strike.speed_m_s"])
    check_all(lambda **options: list(simulator.stream(**options)), "game shots chunk timeout",
              game=GAME, shots=SHOTS)
    check_all(simulator.estimate, "request game timeout", request=OUTCOME, game=GAME)
    check_all(simulator.rule_shots, "rules result states calls timeout", rules="nine_ball",
              result=played)
    check_all(simulator.mechanism, "request")
    check_all(simulator.table, "name")
    check_all(lambda threads: carom.Simulator(threads), "threads")
    check_all(carom.connect, "target tls token connections allow_token_in_plain_text",
              target="localhost:1")


def test_final_positions(simulator):
    def play(values=((1.0,),), **given):
        return FinalPositions(**{"simulator": simulator, "game": GAME, "paths": ["strike.speed_m_s"],
                                 "invalid": "nan", "others": {}, **given})(values)
    check_all(play, "simulator game paths invalid values")


def test_results(played):
    for call, name in ((played.events.of, "shot"), (played.samples.of, "shot"),
                       (played.shot, "index"), (played.shot(0).svg, "dark")):
        refused_by_name(call, name)


def test_tables(simulator, played):
    pytest.importorskip("pyarrow")
    check_all(simulator.record_batches, "game shots chunk flat timeout", game=GAME, shots=SHOTS)
    for tabular in (played, played.events, played.samples):
        refused_by_name(tabular.to_arrow, "flat")


def test_farms(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pytest.importorskip("pyarrow")
    from carom import farm
    request = {"layouts": [{"rack": {"name": "nine_ball"}}], "columns": {"shot_count": 2}}
    check_all(lambda **options: farm.job_of(**options).check(), "request shots rows", request=request)
    refused_by_name(lambda out: farm.prepare(farm.Job(shots=1), out, resume=True), "--out")


def test_environments():
    pytest.importorskip("pettingzoo")
    import carom.envs
    check_all(carom.envs.make, "task render_mode physics variants physics_seed max_shots threads "
              "simulator balls aim speeds_m_s reward", task="position")
    check_all(carom.envs.make_vec, "num_envs autoreset_mode")
    check_all(carom.envs.two_players, "game simulator render_mode max_shots settings")
    envs = carom.envs.make_vec("pot", num_envs=2)
    check_all(envs.reset, "seed")
    refused_by_name(lambda mask: envs.reset(options={"reset_mask": mask}), "reset_mask")
    check_all(envs.step, "actions")
    match = carom.envs.two_players("nine_ball")
    match.reset(seed=1)
    check_all(match.step, "action")
    check_all(match.reset, "seed")
