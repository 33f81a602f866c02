"""The examples, each in a short form; CAROM_LONG_TESTS=1 runs the whole of what they promise."""
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
LONG = os.environ.get("CAROM_LONG_TESTS") == "1"


def run(name, *options, timeout=600):
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *options], timeout=timeout,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def share(pattern, text):
    return [float(number) for number in re.findall(pattern, text)]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_examples_are_short(path):
    assert len(path.read_text().splitlines()) < 120


def test_learning_beats_the_ghost_ball_rule(tmp_path):
    out = run("learn_to_pot.py", "--rounds=3", "--shots=1000", f"--out={tmp_path / 'curve'}")
    [chance], [rule] = share(r"random play pots ([\d.]+)%", out), share(r"rule ([\d.]+)%", out)
    learned = share(r": ([\d.]+)%", out)
    assert chance < 15 and len(learned) == 3 and learned[-1] > max(60, rule)
    rows = (tmp_path / "curve.csv").read_text().splitlines()
    assert rows[0] == "shots,learned,ghost-ball rule,random play" and len(rows) == 4
    assert float(rows[-1].split(",")[1]) == pytest.approx(learned[-1] / 100, abs=1e-3)
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


@pytest.mark.skipif(not LONG, reason="CAROM_LONG_TESTS is not set")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_learning_in_full(seed, tmp_path):
    out = run("learn_to_pot.py", f"--seed={seed}", f"--out={tmp_path / 'curve'}")
    assert share(r": ([\d.]+)%", out)[-1] > max([60] + share(r"rule ([\d.]+)%", out))
    assert share(r" ([\d.]+) s: ", out)[-1] < 60


def ppo(tmp_path, *options, timeout):
    """The rule's share and those of the exams, of PPO."""
    pytest.importorskip("stable_baselines3")
    out = run("ppo_pot.py", f"--out={tmp_path / 'ppo'}", *options, timeout=timeout)
    assert (tmp_path / "ppo-1.zip").exists() and (tmp_path / "ppo.svg").read_text().startswith("<svg")
    return share(r"rule pots ([\d.]+)%", out), share(r": ([\d.]+)%", out)


def test_ppo_learns_to_pot(tmp_path):
    [rule], learned = ppo(tmp_path, "--steps=65536", "--envs=1024", "--exams=2", timeout=600)
    assert 50 < rule < 60 and len(learned) == 2 and learned[-1] > 15  # Random play pots less.


def test_ppo_sees_four_mirrored_tables_as_one(monkeypatch):
    pytest.importorskip("stable_baselines3")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import carom.envs.sb3
    tables = importlib.import_module("pot_as_seen").Mirror(carom.envs.sb3.VecEnv("pot", 4))
    tables.seed(1)
    tables.reset()
    batch, signs = tables.venv.envs.batch, np.array([[[1, 1]], [[-1, 1]], [[1, -1]], [[-1, -1]]])
    batch.positions[..., :2] = signs * [[-0.5, 0.1], [0.4, 0.3]]
    seen = tables.mirrored(batch.observe())
    np.testing.assert_array_equal(seen, np.tile(seen[0], (4, 1)))
    infos = tables.step(np.tile(np.float32([0.3, -0.5, 0.4, -0.3]), (4, 1)))[3]
    ends = np.array([info["terminal_observation"] for info in infos]).reshape(4, 2, 3)[..., :2] * signs
    assert np.abs(ends[0] - seen[0].reshape(2, 3)[:, :2]).min() > 0.01
    np.testing.assert_allclose(ends, np.tile(ends[0], (4, 1, 1)), atol=1e-6)


def test_ppo_sees_the_ghost_balls_of_the_rule(monkeypatch):
    pytest.importorskip("stable_baselines3")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    example = importlib.import_module("pot_as_seen")
    tables = example.many(512, "aims")
    tables.seed(10**6)
    seen = tables.reset()
    assert seen.shape == (512, 10) and (seen[:, 9] >= seen[:, 8]).all()
    low, high = example.tasks.task_of("pot").speeds_m_s
    actions = np.zeros((512, 4), np.float32)
    actions[:, 0], actions[:, 1] = seen[:, 7], 2 * (example.RULE_SPEED - low) / (high - low) - 1
    # What is seen is rounded to float32, which may change the end of a shot.
    assert abs(tables.step(actions)[1].mean() - example.rule(512)) <= 2 / 512


@pytest.mark.skipif(not LONG, reason="CAROM_LONG_TESTS is not set")
@pytest.mark.parametrize("see, least", [("aims", 80), ("balls", 56)])
def test_ppo_beats_the_ghost_ball_rule(see, least, tmp_path):
    [rule], learned = ppo(tmp_path, f"--see={see}", timeout=3600)
    assert learned[-1] > max(least, rule)


def test_the_plan_holds_what_it_promises():
    out = run("plan_by_racing.py", "--hits=200", "--budget=10000")
    [promised] = share(r"probability ([\d.]+)", out)
    [tested], [rule] = share(r"to the test: ([\d.]+)", out), share(r"at that speed: ([\d.]+)", out)
    # Both are shares of 2000 draws: their difference has a deviation of at most sqrt(2 / 4 / 2000).
    assert abs(promised - tested) < 4 * (0.5 / 2000)**0.5 and tested > rule


def test_a_rack_is_played_to_its_end():
    lines = run("play_rack.py").splitlines()
    assert lines[0].startswith("SHOT_PURPOSE_BREAK") and re.fullmatch(r"player [01] wins", lines[-1])
    assert len((EXAMPLES / "play_rack.py").read_text().splitlines()) <= 30
