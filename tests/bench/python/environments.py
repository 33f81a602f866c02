#!/usr/bin/env python3
"""Steps of the environments per second.

    PYTHON tests/bench/python/environments.py

PYTHON has the package carom and gymnasium. Vectors of environments are reset at once where an
episode ends, so that each step of each environment plays a shot. Actions are uniform in their
space. Of each line the median over the turns, which alternate between the lines; the processor time
is that of all threads. A single environment is stepped and reset by turns; of its calls the median
is told, in us.
"""
import argparse
import statistics
import time

import numpy as np

import carom.envs

VECTORS = {  # Name: task, options.
    "pot, 2 balls": ("pot", {}),
    "position, 4 balls": ("position", {}),
    "three_cushion, 3 balls": ("three_cushion", {}),
    "position, 16 balls": ("position", {"balls": 15}),
    # As fast as the scene eight_ball_scatter of the engine's benchmark is struck.
    "position, 16 balls, 0.7 to 4 m/s": ("position", {"balls": 15, "speeds_m_s": (0.7, 4.0)}),
    # Two players; each step is a turn.
    "nine_ball, 10 balls": ("nine_ball", {}),
    "eight_ball, 16 balls": ("eight_ball", {}),
}


MATCHES = ("nine_ball", "eight_ball")


def actions(steps, n, numbers=4):
    return np.random.default_rng(1).uniform(-1, 1, (steps, n, numbers)).astype(np.float32)


def actions_of(task, steps, n):
    """A list of one step's actions for all."""
    if task not in MATCHES:
        return list(actions(steps, n))
    strikes = actions(steps, n, 6)
    if task == "nine_ball":
        return list(strikes)
    rng = np.random.default_rng(2)
    return [{"strike": strike, "ball": rng.integers(0, 16, n), "pocket": rng.integers(0, 6, n)}
            for strike in strikes]


def measure_vector(envs, task, steps):
    """Seconds and processor seconds a step of all."""
    chosen = actions_of(task, steps, envs.num_envs)
    began, used = time.perf_counter(), time.process_time()
    for action in chosen:
        envs.step(action)
    return (time.perf_counter() - began) / steps, (time.process_time() - used) / steps


def print_vectors(args):
    made = {name: carom.envs.make_vec(task, args.envs, autoreset_mode="SameStep",
                                      threads=args.threads, **options)
            for name, (task, options) in VECTORS.items()}
    for name, envs in made.items():
        envs.reset(seed=1)
        measure_vector(envs, VECTORS[name][0], 2)
    turns = {name: [] for name in made}
    for _ in range(args.turns):
        for name, envs in made.items():
            turns[name].append(measure_vector(envs, VECTORS[name][0], args.steps))
    print(f"{args.envs} environments            steps/s   best turn   processor us a step")
    for name, told in turns.items():
        seconds, used = np.array(told).T
        print(f"{name:34} {args.envs / statistics.median(seconds):9.0f} "
              f"{args.envs / min(seconds):11.0f} {statistics.median(used) / args.envs * 1e6:10.2f}")


def print_single(args):
    print("one environment                    step us    reset us")
    for name, (task, options) in VECTORS.items():
        if task in MATCHES:
            continue
        env = carom.envs.make(task, threads=1, **options)
        env.reset(seed=1)
        stepped, reset = [], []
        for action in actions(args.singles, 1)[:, 0]:
            times = [time.perf_counter()]
            for call in (lambda a=action: env.step(a), env.reset):
                call()
                times.append(time.perf_counter())
            stepped.append(times[1] - times[0])
            reset.append(times[2] - times[1])
        print(f"{name:34} {statistics.median(stepped) * 1e6:7.1f} "
              f"{statistics.median(reset) * 1e6:11.1f}")
        env.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--envs", type=int, default=4096)
    parser.add_argument("--threads", type=int, default=0, help="default: all processors")
    parser.add_argument("--steps", type=int, default=20, help="of a turn")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--singles", type=int, default=3000, help="steps of one environment")
    args = parser.parse_args()
    print_vectors(args)
    print_single(args)


if __name__ == "__main__":
    main()
