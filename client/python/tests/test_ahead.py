"""Runs beside the caller: submit() and run_ahead()."""
import threading
import time

import numpy as np
import pytest

import carom
from checks import refused


def test_a_submitted_run_is_the_run(simulator, two_balls, cuts):
    future = simulator.submit(two_balls, cuts, derivatives=["strike.azimuth_rad"])
    told = future.result(timeout=60)
    plain = simulator.run(two_balls, cuts, derivatives=["strike.azimuth_rad"])
    assert np.array_equal(told.hash, plain.hash)
    assert np.array_equal(told.derivatives.positions, plain.derivatives.positions, equal_nan=True)
    with pytest.raises(carom.InvalidArgument, match="shots"):
        simulator.submit(two_balls, "shots").result(timeout=60)
    with pytest.raises(TypeError, match="speed"):
        simulator.submit(two_balls, cuts, speed=1.0).result(timeout=60)


def test_the_caller_goes_on_and_close_ends_a_submitted_run():
    game = carom.Game(rack="eight_ball", settings="compliant")  # Minutes of work.
    simulator = carom.Simulator(threads=1)
    future = simulator.submit(game, carom.strikes(200, speed=8.0))
    time.sleep(0.2)
    assert future.running() and not future.done() and not future.cancel()
    simulator.close()
    with pytest.raises(carom.CaromError) as raised:
        future.result(timeout=60)
    assert raised.value.code == "CANCELLED"


def test_the_interpreter_does_not_wait_for_submitted_runs(in_a_process):
    done = in_a_process("""
        import carom
        game = carom.Game(rack="eight_ball", settings="compliant")
        future = carom.Simulator(threads=2).submit(game, carom.strikes(2000, speed=8.0))
        print(future.running())
    """, timeout=60)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


def test_results_come_in_order(simulator, two_balls, cuts):
    batches = [cuts[:5], cuts[5:7], cuts[7:20]]
    told = list(simulator.run_ahead(two_balls, batches, events=True))
    assert [len(result) for result in told] == [5, 2, 13] and told[2].events is not None
    assert np.array_equal(np.concatenate([result.hash for result in told]),
                          simulator.run(two_balls, cuts[:20]).hash)
    assert not list(simulator.run_ahead(two_balls, []))
    assert [len(result) for result in simulator.run_ahead(two_balls, batches[:1])] == [5]


def test_no_result_is_written_while_it_is_read(simulator, two_balls, cuts):
    out = simulator.run(two_balls, cuts[:5])
    refused(lambda: simulator.run_ahead(two_balls, [cuts[:5]] * 2, out=out), "out", "None", "given")
    assert len(list(simulator.run_ahead(two_balls, [cuts[:5]] * 2, out=None))) == 2


class Watched(carom.Simulator):
    """Tells which runs have ended."""

    def __init__(self):
        super().__init__(threads=1)
        self.ended = [threading.Event() for _ in range(3)]

    def run(self, game, shots, *others, **options):
        result = super().run(game, shots, *others, **options)
        self.ended[len(shots) - 1].set()
        return result


def test_the_next_run_goes_on_while_the_caller_works(two_balls, cuts):
    chosen = []

    def batches():
        for i in range(3):
            chosen.append(i)
            yield cuts[:i + 1]

    with Watched() as simulator:
        for i, result in enumerate(simulator.run_ahead(two_balls, batches())):
            assert len(result) == i + 1
            if i < 2:
                assert simulator.ended[i + 1].wait(60)  # Though the caller is busy with run i.
            assert chosen == list(range(min(i + 2, 3)))  # No more than one step ahead.


def test_an_error_comes_in_its_turn(simulator, two_balls, cuts):
    results = simulator.run_ahead(two_balls, [cuts[:5], "no shots", cuts[:3]])
    assert len(next(results)) == 5
    with pytest.raises(carom.InvalidArgument, match="shots"):
        next(results)
