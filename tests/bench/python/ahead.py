#!/usr/bin/env python3
"""What a step of learning takes when the next shots are played meanwhile: Simulator.run_ahead().

    PYTHON tests/bench/python/ahead.py

PYTHON has the package carom. The learner takes as long as the engine: it waits, as for another
processor, or it computes, in NumPy (without the GIL) or in Python. Engine and learner have one thread
each. Printed are medians over the steps, as shares of the longer of the two alone, which is measured
in the same turn: with run_ahead(), and with one after the other.
"""
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy reads it when it is imported.

import argparse  # noqa: E402
import statistics  # noqa: E402
import time  # noqa: E402

import numpy as np  # noqa: E402

import carom  # noqa: E402

MATRIX = np.random.default_rng(1).random((200, 200))


def wait(seconds):
    time.sleep(seconds)


def compute(work):
    end = time.thread_time() + work  # As much work, however much of the processor it gets.
    while time.thread_time() < end:
        MATRIX @ MATRIX  # pylint: disable=pointless-statement


def interpret(work):
    end = time.thread_time() + work
    while time.thread_time() < end:
        sum(range(1000))


def seconds_of(call):
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def turn(simulator, game, shots, learner, steps):
    """Seconds of the engine alone, of the learner alone, of a step ahead and of one in sequence."""
    engine = statistics.median(seconds_of(lambda: simulator.run(game, shots)) for _ in range(steps))
    alone = statistics.median(seconds_of(lambda: learner(engine)) for _ in range(steps))
    times, ahead, sequence = [time.perf_counter()], [], []
    for _ in simulator.run_ahead(game, [shots] * (steps + 2)):
        learner(engine)
        times.append(time.perf_counter())
    ahead = np.diff(times)[1:-1]  # The first step waits for the first result; beside the last nothing is played.
    for _ in range(steps):
        sequence.append(seconds_of(lambda: (simulator.run(game, shots), learner(engine))))
    return engine, alone, statistics.median(ahead), statistics.median(sequence)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--shots", type=int, default=20_000, help="in a step")
    parser.add_argument("--steps", type=int, default=10, help="in a turn")
    parser.add_argument("--turns", type=int, default=7)
    args = parser.parse_args()
    game = carom.Game(balls=[(-0.6, 0.0), (0.3, 0.0)])
    shots = carom.strikes(speed=2.0, azimuth=np.linspace(-0.06, 0.06, args.shots))
    print("learner     engine ms  learner ms     ahead  sequence")
    with carom.Simulator(threads=1) as simulator:
        simulator.run(game, shots)
        for learner in (wait, compute, interpret):
            turns = np.array([turn(simulator, game, shots, learner, args.steps) for _ in range(args.turns)])
            longer = turns[:, :2].max(1)
            engine, alone = np.median(turns[:, :2], 0) * 1e3
            print(f"{learner.__name__:10} {engine:10.1f} {alone:11.1f} "
                  f"{np.median(turns[:, 2] / longer):9.3f} {np.median(turns[:, 3] / longer):9.3f}")


if __name__ == "__main__":
    main()
