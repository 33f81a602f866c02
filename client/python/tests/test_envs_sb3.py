"""The tasks for stable-baselines3, beside its own vectors of single environments.

tests/run.sh installs neither stable-baselines3 nor torch, without which these tests skip themselves;
CAROM_TEST_SB3=1 does.
"""
import numpy as np
import pytest

pytest.importorskip("stable_baselines3")

import carom.envs.sb3  # noqa: E402
from checks import refused  # noqa: E402
from stable_baselines3 import PPO  # noqa: E402
from stable_baselines3.common.evaluation import evaluate_policy  # noqa: E402
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor  # noqa: E402


@pytest.mark.parametrize("task, options", [
    ("pot", {}), ("position", {"max_shots": 2, "balls": 2}), ("three_cushion", {}),
    ("pot", {"reward": "shaped", "physics": {"rolling_friction": (0.008, 0.012)}})])
def test_it_is_the_vector_of_single_environments(task, options):
    ours = carom.envs.sb3.VecEnv(task, 6, **options)
    theirs = DummyVecEnv([lambda: carom.envs.make(task, **options)] * 6)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    rng, ended = np.random.default_rng(1), 0
    for seed in (7, None):
        for envs in (ours, theirs):
            if seed is not None:
                envs.seed(seed)
        np.testing.assert_array_equal(ours.reset(), theirs.reset())
        for _ in range(5):
            actions = rng.uniform(-1, 1, (6, 4)).astype(np.float32)
            actions[:3, 0] /= 8  # Some balls drop.
            seen, expected = ours.step(actions), theirs.step(actions)
            for got, wanted in zip(seen[:3], expected[:3]):
                np.testing.assert_array_equal(got, wanted)
                assert got.dtype == wanted.dtype
            for got, wanted in zip(seen[3], expected[3]):
                assert got.keys() == wanted.keys()
                for name in got:
                    np.testing.assert_array_equal(got[name], wanted[name])
            ended += seen[2].sum()
    assert ended > 10
    ours.close()
    theirs.close()


def test_a_learner_learns_and_is_judged():
    envs = VecMonitor(carom.envs.sb3.VecEnv("pot", 64, reward="shaped"))
    model = PPO("MlpPolicy", envs, n_steps=4, batch_size=64, n_epochs=1, seed=1).learn(1024)
    assert model.num_timesteps == 1024 and 0 <= np.mean([e["r"] for e in model.ep_info_buffer]) <= 1
    told, lengths = evaluate_policy(model, envs, n_eval_episodes=70, return_episode_rewards=True)
    assert len(told) >= 70 and set(lengths) == {1}
    envs.close()


def test_the_rest_of_the_interface():
    envs = carom.envs.sb3.VecEnv("pot", 3, render_mode="rgb_array")
    envs.seed(1)
    envs.reset()
    assert envs.get_attr("render_mode") == ["rgb_array"] * 3 and envs.get_attr("num_envs", [0, 2]) == [3, 3]
    assert envs.env_is_wrapped(VecMonitor) == [False] * 3
    assert len(envs.get_images()) == 3 and envs.render().ndim == 3
    envs.set_attr("name", "mine")
    assert envs.get_attr("name", 1) == ["mine"]
    refused(lambda: envs.set_attr("name", "yours", [1]), "indices")
    with pytest.raises(carom.CaromError, match="reset: .* none of which has methods") as raised:
        envs.env_method("reset")
    assert raised.value.code == "UNIMPLEMENTED"
    refused(lambda: carom.envs.sb3.VecEnv("pot", 3, ball=1), "ball", "aim")
    refused(lambda: carom.envs.sb3.VecEnv("pot", 3, autoreset_mode="NextStep"), "autoreset_mode", "aim")
    envs.close()
