#!/usr/bin/env python3
"""How long a data set of many finished parts takes to be resumed.

    PYTHON tests/bench/python/farm_resumption.py [--parts=10000] [--out=DIR]

PYTHON has the package carom and pyarrow. Parts of one shot are made where they are not there yet.
Printed are the seconds until a resumed run knows what is missing, from the record and, without it,
from the footers; of finish(); and of the whole command `python -m carom.farm --resume`, the start
of the interpreter included. DIR may be a URI.
"""
import argparse
import subprocess
import sys
import tempfile
import time

from carom import farm
from carom.farm.folder import folder_of
from carom.farm.record import NAME


def timed(told, call):
    began = time.monotonic()
    answer = call()
    print(f"{told}: {time.monotonic() - began:.2f} s", flush=True)
    return answer


def measure(job, out):
    command = [sys.executable, "-m", "carom.farm", f"--shots={job.shots}", "--rows=1", f"--out={out}",
               "--resume"]
    timed("parts are made", lambda: subprocess.run(command, check=True))
    assert timed("prepare(), with the record", lambda: farm.prepare(job, out, resume=True)) == []
    timed("finish()", lambda: farm.finish(job, out))
    timed("the command", lambda: subprocess.run(command, check=True))
    folder_of(out).remove(NAME)
    assert timed("prepare(), from the footers", lambda: farm.prepare(job, out, resume=True)) == []
    timed("finish(), which then sums all bytes", lambda: farm.finish(job, out))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--parts", type=int, default=10_000)
    parser.add_argument("--out")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(farm.Job(shots=args.parts, rows=1), args.out or f"{folder}/set")


if __name__ == "__main__":
    main()
