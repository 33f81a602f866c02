"""python -m carom: the version and a self-test. Exits 1 where an answer is not as it must be."""
from __future__ import annotations

import argparse
import sys
import time

import numpy as np

import carom


def main() -> int:
    """Plays 2000 shots with one thread and with all, which must agree to the bit."""
    argparse.ArgumentParser(prog="python -m carom", description=__doc__).parse_args()
    game = carom.Game(balls=[(-0.6, 0.0), (0.3, 0.0)])
    shots = carom.strikes(speed=2.0, azimuth=np.linspace(-0.06, 0.06, 2000))
    with carom.Simulator(threads=1) as one, carom.Simulator() as every:
        info = every.info()
        print(f"carom {carom.__version__}, {info['threads']} threads, {info['build']}")
        expected = one.run(game, shots).raise_if_failed()
        begin = time.perf_counter()
        result = every.run(game, shots).raise_if_failed()
        seconds = time.perf_counter() - begin
    same = np.array_equal(result.hash, expected.hash)
    touched = bool((result.first_contact == 1).any())
    print(f"{len(result)} shots in {seconds * 1e3:.1f} ms, "
          f"{'the same bits with one thread' if same else 'OTHER BITS with one thread'}")
    print("self-test passed" if same and touched else "self-test FAILED")
    return 0 if same and touched else 1


if __name__ == "__main__":
    sys.exit(main())
