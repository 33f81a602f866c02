"""Gymnasium's checkers, and what a vector of environments has in common with single ones."""
import xml.etree.ElementTree

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import carom.envs  # noqa: E402
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
    seen, reward, terminated, truncated, info = later.step(second)
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
                       ([1, None, 2], r"seed\[1\]: None must be a whole number"),
                       (1.5, "seed: 1.5 must be a whole number"), ("x", "seed: 'x'")):
        with pytest.raises(carom.InvalidArgument, match=told):
            envs.reset(seed=seed)
    with pytest.raises(carom.InvalidArgument, match="seed: -1 must be at least 0"):
        carom.envs.make("pot").reset(seed=-1)
    np.testing.assert_array_equal(envs.reset(seed=9)[0], first)
    envs.close()


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
    for path, options in (("autoreset_mode", {"autoreset_mode": "never"}), ("task", {"task": 5}),
                          ("num_envs", {"num_envs": "many"}), ("render_mode", {"render_mode": "x"})):
        refused(lambda o=options: carom.envs.make_vec(**o), path)


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
