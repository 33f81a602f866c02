"""The command line: `python -m carom.farm --help`."""
from __future__ import annotations

import argparse
import hashlib
import importlib.util
import math
import signal
import sys
import time
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import List, Optional, Sequence, TextIO

import carom
from carom import arguments, farm
from carom.farm.dataset import Job
from carom.farm.workers import Connect, Farm, exit_code_of, finish, prepare


def show_progress(job: Job, began: float, start: int, done: int, file: TextIO = sys.stderr) -> None:
    """A bar on a terminal; nothing elsewhere."""
    if not file.isatty():
        return
    shots = min(done * job.rows, job.shots)
    rate = (done - start) * job.rows / max(time.monotonic() - began, 1e-9)
    left = (job.shots - shots) / rate if rate else math.inf
    bar = "#" * (30 * shots // job.shots)
    file.write(f"\r[{bar:30}] {shots / job.shots:4.0%} {shots}/{job.shots} shots, {rate:.0f}/s, "
               + (f"{left:.0f} s left  " if math.isfinite(left) else "...        "))
    file.flush()


def parse(argv: Optional[Sequence[str]] = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m carom.farm", description=farm.__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shots", type=int, required=True, help="how many")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--seed", type=int, default=Job.seed)
    parser.add_argument("--balls", type=int, default=Job.balls, help="2 to 16, with the cue ball")
    parser.add_argument("--min-speed", type=float, default=Job.min_speed, help="of the cue, m/s")
    parser.add_argument("--max-speed", type=float, default=Job.max_speed)
    parser.add_argument("--max-tip", type=float, default=Job.max_tip,
                        help="of side and height of the tip, in ball radii")
    parser.add_argument("--rows", type=int, default=Job.rows, help="shots of a file")
    parser.add_argument("--server", action="append", default=[], metavar="HOST:PORT",
                        help="a server, or several: this option again; default: in this process")
    parser.add_argument("--in-flight", type=int, default=2, help="parts at a time, of each server")
    parser.add_argument("--threads", type=int, default=0, help="without a server; 0: all")
    parser.add_argument("--retry-for", type=float, default=60.0, metavar="S",
                        help="how long to go on while no server answers")
    parser.add_argument("--resume", action="store_true", help="go on with what is in DIR")
    return parser.parse_args(argv)


def connects_of(args: argparse.Namespace) -> List[Connect]:
    """Of each worker the way to its simulator. ValueError with the option that is wrong."""
    arguments.whole("--in-flight", args.in_flight, 1, 64)
    arguments.whole("--threads", args.threads, 0, 1024)
    arguments.seconds("--retry-for", args.retry_for, zero=True)
    servers = [arguments.text("--server", server, "HOST:PORT")
               for option in args.server for server in option.split(",")]
    if servers:
        return [partial(carom.connect, server) for server in servers for _ in range(args.in_flight)]
    shared = carom.Simulator(threads=args.threads)
    return [lambda: shared] * args.in_flight


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Exit codes, those of `carom`: 0 done, 1 failed, 2 refused, 3 no server, 130 stopped."""
    args = parse(argv)
    job = Job(**{field.name: getattr(args, field.name) for field in fields(Job)})
    if importlib.util.find_spec("pyarrow") is None:
        print("carom.farm needs pyarrow: pip install 'pyarrow>=14'", file=sys.stderr)
        return 2
    try:
        connects = connects_of(args)
        missing = prepare(job, args.out, args.resume)
    except (OSError, ValueError) as error:
        print(f"carom.farm: {error}", file=sys.stderr)
        return 2
    began, start = time.monotonic(), job.parts - len(missing)
    workers = Farm(job, args.out, connects, args.retry_for,
                   lambda done: show_progress(job, began, start, done))
    try:
        workers.run(missing)
        manifest = finish(job, args.out)
    except KeyboardInterrupt:
        print("\ncarom.farm: stopped; --resume goes on", file=sys.stderr)
        return 130
    except (carom.CaromError, OSError, ValueError) as error:
        print(f"\ncarom.farm: {error}; --resume goes on", file=sys.stderr)
        return exit_code_of(error)
    digest = hashlib.sha256((args.out / "_SHA256SUMS").read_bytes()).hexdigest()
    print(f"shots={job.shots} files={len(manifest['parts'])} "
          f"seconds={time.monotonic() - began:.1f} sha256={digest[:16]}")
    return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # As Ctrl-C.
    sys.exit(main())
