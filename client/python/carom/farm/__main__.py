"""The command line: `python -m carom.farm --help`."""
from __future__ import annotations

import argparse
import importlib.util
import math
import signal
import sys
import time
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, TextIO, Tuple, Type

import carom
from carom import arguments, farm
from carom.arguments import wrong
from carom.errors import exit_code_of
from carom.farm.dataset import Job, Parts, option_of
from carom.farm.folder import Folder, folder_of
from carom.farm.record import sum_of
from carom.farm.request import job_of
from carom.farm.workers import SUMS, Connect, Farm, abandon, connects_here, finish, prepare

LOG_PERIOD = 10.0  # s
NAME = "carom.farm"


class Progress:
    """A bar on a terminal; elsewhere a line every `LOG_PERIOD` s."""

    def __init__(self, job: Parts, file: Optional[TextIO] = None, name: str = NAME):
        self._job, self._file, self._name = job, file or sys.stderr, name
        self._start: Optional[int] = None  # Parts that were done before.
        self._began = self._last = time.monotonic()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if self._start is None:
            self._start = done
        is_terminal = self._file.isatty()
        if not is_terminal and now - self._last < LOG_PERIOD:
            return
        self._last = now
        shots = min(done * self._job.rows, self._job.shots)
        rate = (done - self._start) * self._job.rows / max(now - self._began, 1e-9)
        left = (self._job.shots - shots) / rate if rate else math.inf
        line = (f"{shots / self._job.shots:4.0%} {shots}/{self._job.shots} shots, {rate:.0f}/s, "
                + (f"{left:.0f} s left" if math.isfinite(left) else "..."))
        bar = "#" * (30 * shots // self._job.shots)
        self._file.write(f"\r[{bar:30}] {line}  " if is_terminal else f"{self._name}: {line.lstrip()}\n")
        self._file.flush()


def parse(argv: Optional[Sequence[str]] = None, prog: str = f"python -m {NAME}") -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=prog, description=farm.__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shots", type=int, help="how many; default: all of a request")
    parser.add_argument("--request", type=Path, metavar="FILE", help="a SimulateBatchRequest in JSON")
    parser.add_argument("--out", required=True, metavar="DIR", help="a folder or a URI")
    parser.add_argument("--seed", type=int, help=f"in [0, 2^64); default: {Job.seed}")
    parser.add_argument("--balls", type=int, help=f"2 to 16, with the cue ball; default: {Job.balls}")
    parser.add_argument("--min-speed", type=float, help=f"of the cue, m/s; default: {Job.min_speed}")
    parser.add_argument("--max-speed", type=float, help=f"likewise; default: {Job.max_speed}")
    parser.add_argument("--max-tip", type=float,
                        help=f"of side and height of the tip, in ball radii; default: {Job.max_tip}")
    parser.add_argument("--rows", type=int, default=Job.rows, help="shots of a file; default: %(default)s")
    parser.add_argument("--server", action="append", default=[], metavar="HOST:PORT",
                        help="a server, or several: this option again; default: in this process")
    parser.add_argument("--in-flight", type=int, default=2,
                        help="parts at a time, of each server; default: %(default)s")
    parser.add_argument("--threads", type=int, default=0, help="without a server; default: 0, all processors")
    parser.add_argument("--retry-for", type=float, default=60.0, metavar="S",
                        help="how long to go on while no server answers; default: %(default)g")
    parser.add_argument("--resume", action="store_true", help="go on with what is in DIR")
    parser.add_argument("--verify", action="store_true", help="as --resume, and read all bytes that are there")
    return parser.parse_args(argv)


def job_from(args: argparse.Namespace) -> Parts:
    """ValueError or CaromError with the option or the field that is wrong."""
    given = {field.name: getattr(args, field.name) for field in fields(Job)
             if getattr(args, field.name) is not None}
    if args.request is None:
        if "shots" not in given:
            raise wrong("--shots", None, "given, or --request")
        return Job(**given)
    for name in given:
        if name not in ("shots", "rows"):
            raise wrong(option_of(name), given[name], "absent: the request tells what is drawn", got="given")
    try:
        text = args.request.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise wrong("--request", str(args.request), f"JSON in UTF-8, and has at byte {error.start} an "
                    f"{error.reason}", got=args.request.name) from None
    return job_of(text, **given)


def servers_of(args: argparse.Namespace) -> List[str]:
    """The servers. ValueError with the option that is wrong, of those that tell how they are used too."""
    arguments.whole("--in-flight", args.in_flight, 1, 64)
    arguments.whole("--threads", args.threads, 0, 1024)
    arguments.seconds("--retry-for", args.retry_for, zero=True)
    return [arguments.text("--server", server, "HOST:PORT")
            for option in args.server for server in option.split(",")]


def connects_of(args: argparse.Namespace) -> List[Connect]:
    """Of each worker the way to its simulator. ValueError with the option that is wrong."""
    servers = servers_of(args)
    if servers:
        return [partial(carom.connect, server) for server in servers for _ in range(args.in_flight)]
    return connects_here(args.threads, args.in_flight)


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Exit codes, those of `carom`: 0 done, 1 failed, 2 refused, 3 no server, 130 stopped."""
    args = parse(argv)
    if importlib.util.find_spec("pyarrow") is None:
        print("carom.farm needs pyarrow: pip install 'pyarrow>=15'", file=sys.stderr)
        return 2
    try:
        job, connects = job_from(args), connects_of(args)
        folder = folder_of(args.out)
        missing = prepare(job, folder, args.resume or args.verify, args.verify)
    except (OSError, ValueError, carom.CaromError) as error:
        print(f"carom.farm: {error}", file=sys.stderr)
        return 2
    workers = Farm(job, folder, connects, args.retry_for, Progress(job))

    def play() -> Dict[str, Any]:
        workers.run(missing)
        return finish(job, folder)

    return end(NAME, job, folder, play, began_here=not (args.resume or args.verify))


def end(name: str, job: Parts, folder: Folder, play: Callable[[], Dict[str, Any]],
        failures: Tuple[Type[Exception], ...] = (), *, began_here: bool) -> int:
    """Plays a job, prints how it has ended, and returns the exit code.

    name: of the program. play: returns the manifest. failures: what it may raise besides the errors of
    the package. began_here: whether this process has made the folder's data set, so that it may take
    it away again where it has no part.
    """
    known: Tuple[Type[Exception], ...] = (carom.CaromError, OSError, ValueError, *failures)
    began = time.monotonic()
    try:
        manifest = play()
    except KeyboardInterrupt:
        return _stopped(name, folder, "stopped", 130, began_here)
    except known as error:
        return _stopped(name, folder, str(error), exit_code_of(error), began_here)
    digest = sum_of(folder.read(SUMS) or b"")
    print(f"shots={job.shots} files={len(manifest['parts'])} "
          f"seconds={time.monotonic() - began:.1f} sha256={digest[:16]}")
    return 0


def _stopped(name: str, folder: Folder, why: str, code: int, began_here: bool) -> int:
    what = "no part was made" if began_here and abandon(folder) else "--resume goes on"
    print(f"\n{name}: {why}; {what}", file=sys.stderr)
    return code


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # As Ctrl-C.
    sys.exit(main())
