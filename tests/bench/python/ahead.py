#!/usr/bin/env python3
"""What a step of learning takes when the next shots are played meanwhile: Simulator.run_ahead().

    PYTHON tests/bench/python/ahead.py

PYTHON has the package carom. The learner takes as long as the engine: it waits, as for another
processor, or it computes, in NumPy (without the GIL) or in Python, for as much processor time. Engine
and learner have one thread each, and so need two processors that nothing else uses. Printed are medians
over the steps of run_ahead(), and of one after the other, as shares of the longer of the two alone; of
these shares the medians over turns, in which all are measured.
"""
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy reads it when it is imported.

import argparse  # noqa: E402
import statistics  # noqa: E402
import time  # noqa: E402

import numpy as np  # noqa: E402

import carom  # noqa: E402

MATRIX = np.random.default_rng(1).random((200, 200))


def wait(seconds, _):
    time.sleep(seconds)


def compute(_, work):
    end = time.thread_time() + work
    while time.thread_time() < end:
        MATRIX @ MATRIX  # pylint: disable=pointless-statement


def interpret(_, work):
    end = time.thread_time() + work
    while time.thread_time() < end:
        sum(range(1000))


def median_of(call, times):
    """Seconds that it takes."""
    took = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        took.append(time.perf_counter() - began)
    return statistics.median(took)


def turn(simulator, game, shots, learner, steps):
    """Seconds of the engine alone, of the learner alone, of a step ahead and of one in sequence."""
    def play():
        return simulator.run(game, shots)

    used = time.process_time()
    engine = median_of(play, steps)
    work = (engine, (time.process_time() - used) / steps)
    alone = median_of(lambda: learner(*work), steps)
    times = [time.perf_counter()]
    for _ in simulator.run_ahead(game, [shots] * (steps + 2)):
        learner(*work)
        times.append(time.perf_counter())
    ahead = np.median(np.diff(times)[1:-1])  # Of the first and the last only a half goes on beside the other.
    return engine, alone, ahead, median_of(lambda: (play(), learner(*work)), steps)


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
