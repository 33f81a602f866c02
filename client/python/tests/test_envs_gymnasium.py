"""Gymnasium's checkers, and what a vector of environments has in common with single ones."""
import inspect
import xml.etree.ElementTree

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import carom.envs.gymnasium_envs  # noqa: E402
from carom.envs import options, tasks  # noqa: E402
from carom.envs.batch import Batch  # noqa: E402
from carom.envs.match_batch import MatchBatch  # noqa: E402
from checks import refused  # noqa: E402
from gymnasium.error import ResetNeeded  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

TASKS = ["pot", "position", "three_cushion"]


@pytest.mark.parametrize("mode", [None, "rgb_array", "svg"])
@pytest.mark.parametrize("name", carom.envs.IDS)
def test_checker(name, mode):
    env = gymnasium.make(name, render_mode=mode)
    check_env(env.unwrapped)
    env.close()


def actions(seed, steps, n):
    return np.random.default_rng(seed).uniform(-1, 1, (steps, n, 4))


@pytest.mark.parametrize("task", TASKS)
def test_environment_i_is_the_single_one_with_seed_plus_i(task):
    envs = carom.envs.make_vec(task, num_envs=5, autoreset_mode="SameStep", max_shots=2)
    seen, _ = envs.reset(seed=40)
    singles = [carom.envs.make(task, max_shots=2) for _ in range(5)]
    alone = [env.reset(seed=40 + i)[0] for i, env in enumerate(singles)]
    np.testing.assert_array_equal(seen, alone)
    for action in actions(1, 4, 5):
        seen, reward, terminated, truncated, info = envs.step(action)
        for i, env in enumerate(singles):
            alone = env.step(action[i])
            over = alone[2] or alone[3]
            assert (reward[i], terminated[i], truncated[i]) == alone[1:4]
            there = info["final_info"] if over else info
            assert there["_hash"][i] and there["hash"][i] == alone[4]["hash"]
            assert alone[4]["hash"].dtype == np.uint64  # As a Python int it overflows in vectors.
            if over:
                assert info["_final_obs"][i] and not info["_hash"][i]
                np.testing.assert_array_equal(info["final_obs"][i], alone[0])
            np.testing.assert_array_equal(seen[i], env.reset()[0] if over else alone[0])
    for env in [envs, *singles]:
        env.close()


def test_next_step_resets_one_step_later_and_ignores_the_action():
    same = carom.envs.make_vec("pot", num_envs=4, autoreset_mode=AutoresetMode.SAME_STEP)
    later = carom.envs.make_vec("pot", num_envs=4)
    assert later.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    same.reset(seed=3)
    later.reset(seed=3)
    first, second = actions(2, 2, 4)
    fresh, reward, terminated, _, info = same.step(first)
    last, reward_later, terminated_later, _, _ = later.step(first)
    np.testing.assert_array_equal(reward, reward_later)
    assert terminated.all() and terminated_later.all()  # Episodes of `pot` have one shot.
    np.testing.assert_array_equal(info["final_obs"], last)
    seen, reward, terminated, truncated, info = later.step(np.full_like(second, np.nan))
    np.testing.assert_array_equal(seen, fresh)
    assert not (reward.any() or terminated.any() or truncated.any() or info["_hash"].any())
    np.testing.assert_array_equal(later.step(second)[0], same.step(second)[4]["final_obs"])
    same.close()
    later.close()


def test_without_autoreset_masks_reset():
    envs = carom.envs.make_vec("pot", num_envs=3, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=5)
    last = envs.step(np.zeros((3, 4)))[0]
    with pytest.raises(ResetNeeded, match="environment 0 has ended"):
        envs.step(np.zeros((3, 4)))
    mask = np.array([False, True, False])
    seen, _ = envs.reset(options={"reset_mask": mask})
    np.testing.assert_array_equal(seen[~mask], last[~mask])
    assert (seen[1] != last[1]).any()
    with pytest.raises(ValueError, match="reset_mask"):
        envs.reset(options={"reset_mask": np.ones(2, bool)})
    envs.close()


def test_seeds():
    envs = carom.envs.make_vec("position", num_envs=3)
    first = envs.reset(seed=9)[0]
    second = envs.reset()[0]
    assert (first != second).any(1).all()
    np.testing.assert_array_equal(envs.reset(seed=9)[0], first)
    np.testing.assert_array_equal(envs.reset()[0], second)
    np.testing.assert_array_equal(envs.reset(seed=[11, 10, 9])[0], first[::-1])
    with pytest.raises(ValueError, match="seed: 2 values must be 3"):
        envs.reset(seed=[1, 2])
    for seed, told in (([1, -1, 2], r"seed\[1\]: -1 must be at least 0"), (-1, "seed: -1 must be"),
                       (1.5, "seed: 1.5 must be a whole number"), ("x", "seed: 'x'")):
        with pytest.raises(carom.InvalidArgument, match=told):
            envs.reset(seed=seed)
    with pytest.raises(carom.InvalidArgument, match="seed: -1 must be at least 0"):
        carom.envs.make("pot").reset(seed=-1)
    np.testing.assert_array_equal(envs.reset(seed=9)[0], first)
    envs.close()


def test_who_has_no_seed_goes_on_as_in_vectors_of_gymnasium():
    envs = carom.envs.make_vec("position", num_envs=3)
    ours = gymnasium.vector.SyncVectorEnv([lambda: carom.envs.make("position")] * 3)
    for seed in (9, [1, None, 2], None, [None, 7, None], np.array([3, 4, 5])):
        np.testing.assert_array_equal(envs.reset(seed=seed)[0], ours.reset(seed=seed)[0])
    envs.close()
    fresh = [carom.envs.make_vec("position", num_envs=3) for _ in range(2)]
    first, second = (one.reset(seed=[1, None, 2])[0] for one in fresh)
    assert (first == second).all(1).tolist() == [True, False, True]


def test_a_step_after_the_end_is_refused():
    env = carom.envs.make("pot")
    for _ in range(2):
        env.reset(seed=1)
        assert env.step(np.zeros(4))[2]  # An episode of `pot` has one shot.
        with pytest.raises(ResetNeeded, match="environment 0 has ended: reset it"):
            env.step(np.zeros(4))
    batch = env.batch
    with pytest.raises(carom.CaromError, match="environment 0 has ended") as raised:
        batch.play(np.zeros((1, 4)))
    assert raised.value.code == "FAILED_PRECONDITION"
    truncated = carom.envs.make("position", max_shots=1)
    truncated.reset(seed=1)
    assert truncated.step(np.zeros(4))[2:4] != (False, False)
    with pytest.raises(ResetNeeded, match="ended"):
        truncated.step(np.zeros(4))


def test_reset_comes_first():
    env, envs = carom.envs.make("pot", render_mode="svg"), carom.envs.make_vec("pot", num_envs=3)
    for call in (lambda: env.step(np.zeros(4)), env.render, lambda: envs.step(np.zeros((3, 4)))):
        with pytest.raises(ResetNeeded):
            call()
    envs.reset(options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(ResetNeeded, match="environment 1"):
        envs.step(np.zeros((3, 4)))
    envs.reset()
    assert envs.step(np.zeros((3, 4)))[1].shape == (3,)
    envs.close()


def test_bad_options_are_refused():
    for path, given in (("autoreset_mode", {"autoreset_mode": "never"}), ("task", {"task": 5}),
                        ("num_envs", {"num_envs": "many"}), ("render_mode", {"render_mode": "x"})):
        refused(lambda o=given: carom.envs.make_vec(**o), path)


POT = tasks.task_of("pot")


@pytest.mark.parametrize("name, known, make", [
    ("ball", "balls", lambda: carom.envs.make("position", ball=3)),
    ("ball", "balls", lambda: carom.envs.make_vec("position", ball=3)),
    ("balls", "aim", lambda: carom.envs.make("pot", balls=3)),
    ("balls", "aim", lambda: carom.envs.make_vec("three_cushion", balls=3)),
    ("balls", "aim", lambda: tasks.task_of("pot", balls=3)),
    ("num_envs", "render_mode", lambda: carom.envs.make("pot", num_envs=3)),
    ("autoreset", "autoreset_mode", lambda: carom.envs.make_vec("pot", autoreset="SameStep")),
    ("aim", "max_shots", lambda: carom.envs.make(POT, aim="azimuth")),
    ("thread", "threads", lambda: gymnasium.make("carom/Pot-v0", thread=1)),
    ("thread", "threads", lambda: gymnasium.make_vec("carom/Pot-v0", num_envs=2, thread=1))])
def test_unknown_options_are_refused_with_the_known_ones(name, known, make):
    told = refused(make, name, name).must.removeprefix("one of ").split(", ")
    assert known in told and name not in told


def parameters(function, *others):
    return {name for name in inspect.signature(function).parameters if name not in others}


def test_known_options_are_those_that_are_taken():
    """What type checkers know, carom.envs.options, is what constructors take."""
    task = set().union(*(parameters(kind, "name", "surface") for kind in (tasks.Pot, tasks.ThreeCushion)))
    assert task == options.TaskOptions.__optional_keys__ == set().union(*tasks.OPTIONS.values())
    batch = parameters(Batch, "task", "n")
    assert batch == options.BatchOptions.__optional_keys__
    env, vector = (parameters(kind, "task", "num_envs", "options")
                   for kind in (carom.envs.gymnasium_envs.Env, carom.envs.gymnasium_envs.VectorEnv))
    assert env | task | batch == options.EnvOptions.__optional_keys__
    matches = parameters(MatchBatch, "game", "n")
    assert matches == options.MatchBatchOptions.__optional_keys__
    assert vector | task | batch | matches == options.VectorOptions.__optional_keys__


@pytest.mark.parametrize("name", ["carom.envs:carom/Pot-v0", "carom/Pot-v0"])
def test_make_by_name_in_a_new_process(in_a_process, name):
    importing = "" if ":" in name else "import carom.envs"
    done = in_a_process(f"{importing}\nimport gymnasium\nprint(gymnasium.make({name!r}).spec.id)")
    assert done.stdout == "carom/Pot-v0\n", done.stderr


def test_registering_again_does_no_harm():
    carom.envs.register()
    assert set(carom.envs.IDS) <= set(gymnasium.registry)


def test_make_vec_by_name():
    envs = gymnasium.make_vec("carom/Position-v0", num_envs=2, balls=5)
    assert type(envs.unwrapped).__name__ == "VectorEnv"
    assert envs.reset(seed=1)[0].shape == (2, 18) and envs.single_action_space.shape == (4,)
    envs.close()


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_async_vector_env(start):
    envs = gymnasium.make_vec("carom/Pot-v0", num_envs=2, vectorization_mode="async",
                              threads=1, vector_kwargs={"context": start})
    alone = carom.envs.make_vec("pot", num_envs=2)
    np.testing.assert_array_equal(envs.reset(seed=6)[0], alone.reset(seed=6)[0])
    action = actions(4, 1, 2)[0].astype(np.float32)
    np.testing.assert_array_equal(envs.step(action)[0], alone.step(action)[0])
    envs.close()
    alone.close()


def test_pictures():
    env = carom.envs.make("pot", render_mode="rgb_array")
    env.reset(seed=1)
    env.batch.positions[0, :, :2] = [[-0.5, 0.25], [0.5, -0.25]]
    image = env.render()
    height, width, _ = image.shape
    scale = width / (2.54 + 0.24)  # 0.12 m of wood on both sides.
    for (x, y), shade in (((-0.5, 0.25), (255, 255, 255)), ((0.5, -0.25), (240, 228, 66))):
        at = image[int(height / 2 - y * scale), int(width / 2 + x * scale)]
        assert tuple(at) == shade
    env.close()
    env = carom.envs.make("position", render_mode="svg")
    env.reset(seed=1)
    circles = [e for e in xml.etree.ElementTree.fromstring(env.render()).iter()
               if e.tag.endswith("circle")]
    assert len(circles) == 6 + 4  # Pockets and balls.
    env.step(np.zeros(4))
    assert xml.etree.ElementTree.fromstring(env.render()).tag.endswith("svg")
    env.close()
    with pytest.raises(ValueError, match="render_mode"):
        carom.envs.make("pot", render_mode="human")
