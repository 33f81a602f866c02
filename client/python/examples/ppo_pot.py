"""Learns to pot a ball with PPO of stable-baselines3, from a million shots and on one core.

The task is `pot` of carom.envs with shaped rewards: cue ball and object ball lie anywhere, the policy
chooses hit, speed and tip. 4096 tables are played with one call of the engine. Each is shown mirrored, so
that the object ball lies in one quarter of it: what is learned there holds for all four. Beside the balls it
shows the ghost balls of two pockets: the best hit jumps from one to the other between tables that are nearly
alike, and a mean that follows the places of the balls alone is between them there. The exam counts pots
alone, of shots by the means of the policy, on tables that it has not seen.

    pip install stable-baselines3
    python ppo_pot.py --out=ppo_pot
"""
import argparse
import os
import time
from typing import Any, List, Tuple

os.environ.setdefault("OMP_NUM_THREADS", "1")  # Matrices are small: more threads only wait.
import numpy as np
import torch
from carom.envs.pictures import save_curve
from pot_as_seen import many, rule
from stable_baselines3 import PPO

EXAM = 4096  # shots on which play is judged


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    for name, default in (("steps", 1_000_000), ("envs", 4096), ("exams", 10)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="a training each")
    parser.add_argument("--reward", default="shaped", choices=("shaped", "sparse"))
    parser.add_argument("--see", default="aims", choices=("aims", "balls"), help="balls: no ghost balls")
    parser.add_argument("--out", default="ppo_pot", help="curves: OUT.csv, OUT.svg; policies: OUT-SEED.zip")
    args = parser.parse_args()
    torch.set_num_threads(1)
    share_of_rule = rule(EXAM)
    print(f"the ghost-ball rule pots {share_of_rule:.1%}")
    curves = [train(seed, args) for seed in args.seeds]
    shots = [at for at, _ in curves[0]]
    potted = [[share for _, share in curve] for curve in curves]
    names = ["shots", *(f"PPO, seed {seed}" for seed in args.seeds), "ghost-ball rule"]
    save_curve(args.out, "share of balls potted", names,
               np.array([shots, *potted, [share_of_rule] * len(shots)]).T)


def train(seed: int, args: argparse.Namespace) -> List[Tuple[int, float]]:
    """Shots so far and the share of balls potted, at each exam."""
    tables = many(args.envs, args.see, reward=args.reward)
    model = PPO("MlpPolicy", tables, seed=seed, n_steps=1, batch_size=1024, gae_lambda=1.0,
                learning_rate=lambda left: 1e-3 * left, policy_kwargs={
                    "net_arch": [256, 256], "activation_fn": torch.nn.ReLU, "log_std_init": -1.0})
    curve: List[Tuple[int, float]] = []
    began = time.process_time()

    def report(scope: Any, _: Any) -> bool:
        if model.num_timesteps >= (len(curve) + 1) * args.steps / args.exams:
            curve.append((model.num_timesteps, judge(model, args.see)))
            print(f"seed {seed}: {model.num_timesteps:8d} shots "
                  f"{time.process_time() - began:6.1f} s of processor time: {curve[-1][1]:.1%}", flush=True)
        return True

    model.learn(args.steps, callback=report)
    model.save(f"{args.out}-{seed}")
    return curve


def judge(model: PPO, see: str) -> float:
    """Share of the exam's balls that the means of the policy pot, on the same tables each time."""
    tables = many(EXAM, see)
    tables.seed(10**6)
    actions, _ = model.predict(tables.reset(), deterministic=True)
    return float(tables.step(actions)[1].mean())


if __name__ == "__main__":
    main()
