"""A data set by a cluster of Ray: `python -m carom.farm.ray --shots=1000000 --out=DIR`.

The files are those of `python -m carom.farm`, byte for byte. A task plays some parts and writes their
files itself, so that shots never pass through Ray's object store or the driver; DIR must be a folder
that all nodes see, or a URI. Tasks get as many parts as take some seconds, by what tasks before have
taken, and fewer towards the end. No more tasks are asked for than a few for each processor.

A worker or a node may die at any time: Ray plays its task again, which goes on with the first part that
is not there. What is missing or torn in the end is asked for again.

Needs Ray and pyarrow: `pip install 'carom[ray]'`.
"""
from __future__ import annotations

import argparse
import functools
import importlib.util
import itertools
import math
import signal
import sys
import threading
import time
from collections import deque
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

import carom
from carom import arguments
from carom.farm.dataset import Parts, write_part
from carom.farm.folder import Folder, folder_of
from carom.farm.record import part_name, sum_of
from carom.farm.workers import SUMS, TRY_AGAIN, exit_code_of, finish, prepare

TASK_SECONDS = 10.0
PASSES = 5  # How often what is missing is asked for, after all retries by Ray.
_RETRIES = 10  # Of a task whose worker dies, by Ray.
_WEIGHT = 0.3  # Of the last task in the time that a part is expected to take.


class TaskSizes:
    """How many parts a task gets."""

    def __init__(self, seconds: float):
        self._seconds = seconds
        self._of_a_part: Optional[float] = None

    def note(self, parts: int, seconds: float) -> None:
        """A task has written so many parts in this time."""
        if parts > 0:
            one, before = seconds / parts, self._of_a_part
            self._of_a_part = one if before is None else before + _WEIGHT * (one - before)

    def next(self, waiting: int, in_flight: int) -> int:
        """As many as take the time of a task, one as long as nothing is known. Never more than an even
        share of what waits, so that all workers end together."""
        if self._of_a_part is None:
            return 1
        share = math.ceil(waiting / in_flight)
        return max(1, min(share, int(self._seconds / max(self._of_a_part, 1e-9))))


@functools.lru_cache(maxsize=None)
def _simulator(server: str, threads: int) -> Any:
    """The one of this process, which its tasks share."""
    return carom.connect(server) if server else carom.Simulator(threads=threads)


def play_parts(job: Parts, parts: Sequence[int], out: str, server: str = "", threads: int = 1,
               retry_for: Optional[float] = None) -> Tuple[int, float]:
    """A task: plays those parts that are not there, and writes their files. Returns how many these are,
    and how long they took, s.

    out: the folder, a path or a URI.
    server: without one they are played in this process, with so many threads.
    retry_for: as for `Simulator.run()`.
    """
    began, written = time.monotonic(), 0
    game, folder = job.game(), folder_of(out)
    there = folder.sizes()  # A worker that has died may have written some.
    for part in parts:
        if part_name(part) not in there:
            write_part(_simulator(server, threads), game, job, part, folder, retry_for)
            written += 1
    return written, time.monotonic() - began


def run(job: Parts, out: Union[str, Path], servers: Sequence[str] = (), *, in_flight: Optional[int] = None,
        task_seconds: float = TASK_SECONDS, threads: int = 1, retry_for: Optional[float] = None,
        on_parts: Callable[[List[int]], None] = lambda parts: None) -> Dict[str, Any]:
    """Plays all parts that are missing in a folder, and returns the manifest. Ray must be initialised.

    out: a path, the same on all nodes, or a URI.

    servers: tasks take turns with them; without any they play in their workers.
    in_flight: tasks at a time; default: two for each worker that the cluster has room for.
    task_seconds: how long a task is to take.
    threads: processors that a task takes.
    on_parts: called with the parts of each task that is done.
    """
    import ray

    arguments.whole("threads", threads, 1, 1024)
    seconds = arguments.real("task_seconds", task_seconds, 0.0)
    if in_flight is None:
        in_flight = max(2, 2 * int(ray.cluster_resources().get("CPU", 1) // threads))
    arguments.whole("in_flight", in_flight, 1)
    task = ray.remote(max_retries=_RETRIES, num_cpus=threads)(play_parts)
    turns, sizes = itertools.cycle(servers or [""]), TaskSizes(seconds)
    failure: Optional[BaseException] = None
    folder = folder_of(out)
    for _ in range(PASSES):
        missing = prepare(job, folder, resume=True)
        if not missing:
            return finish(job, folder)
        failure = _play(deque(missing), sizes, in_flight, on_parts,
                        lambda parts: task.remote(job, parts, str(out), next(turns), threads, retry_for))
    raise carom.CaromError("UNAVAILABLE", f"{len(prepare(job, folder, resume=True))} parts are still "
                           f"missing after {PASSES} passes") from failure


def _play(waiting: "deque[int]", sizes: TaskSizes, in_flight: int, on_parts: Callable[[List[int]], None],
          start: Callable[[List[int]], Any]) -> Optional[BaseException]:
    """Plays each part once. Returns the last failure that another pass may mend; raises any other."""
    import ray

    running: Dict[Any, List[int]] = {}
    failure: Optional[BaseException] = None
    try:
        while waiting or running:
            while waiting and len(running) < in_flight:
                count = sizes.next(len(waiting), in_flight)
                parts = [waiting.popleft() for _ in range(count)]
                running[start(parts)] = parts
            [done], _ = ray.wait(list(running), num_returns=1)
            parts = running.pop(done)
            try:
                sizes.note(*ray.get(done))
                on_parts(parts)
            except (carom.CaromError, ray.exceptions.RayError) as error:
                failure = error
                if not _passes(error):
                    raise
    finally:
        for task in running:
            ray.cancel(task)
    return failure


def _passes(error: BaseException) -> bool:
    """Whether the parts are to be asked for again: their worker has died, or their server is away."""
    import ray

    if isinstance(error, carom.CaromError):
        return exit_code_of(error) == TRY_AGAIN
    return not isinstance(error, ray.exceptions.RayTaskError)


def parse(argv: Optional[Sequence[str]] = None) -> argparse.Namespace:
    """Options of its own, and those of `python -m carom.farm`."""
    from carom.farm import __main__ as command

    parser = argparse.ArgumentParser(
        prog="python -m carom.farm.ray", description=__doc__, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="The other options are those of `python -m carom.farm --help`, --shots and --out among "
               "them. --threads are the processors of a task; without servers each worker counts as one.")
    parser.add_argument("--address", help="of the cluster, or auto; default: Ray on this machine")
    parser.add_argument("--task-seconds", type=float, default=TASK_SECONDS, metavar="S",
                        help=f"how long a task is to take; default: {TASK_SECONDS:g}")
    own, rest = parser.parse_known_args(argv)
    return argparse.Namespace(**vars(command.parse(rest)), **vars(own))


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Exit codes, those of `carom`: 0 done, 1 failed, 2 refused, 3 no server, 130 stopped."""
    args = parse(argv)
    for package in ("ray", "pyarrow"):
        if importlib.util.find_spec(package) is None:
            return _end(2, f"{package} is needed: pip install 'carom[ray]'")
    import ray
    from carom.farm import __main__ as command

    out = args.out if "://" in args.out else str(Path(args.out).resolve())
    try:
        job, servers = command.job_from(args), command.servers_of(args)
        arguments.real("--task-seconds", args.task_seconds, 0.0)
        folder: Folder = folder_of(out)
        missing = prepare(job, folder, args.resume or args.verify, args.verify)
    except (OSError, ValueError, carom.CaromError) as error:
        return _end(2, str(error))
    threads = args.threads or 1
    began, done = time.monotonic(), job.parts - len(missing)

    def show(parts: List[int]) -> None:
        nonlocal done
        done += len(parts)
        if sys.stderr.isatty():
            print(f"\r{done}/{job.parts} files", end="", file=sys.stderr, flush=True)

    try:
        with ray.init(address=args.address, log_to_driver=False):
            _stop_by(signal.SIGTERM)
            places = len(servers) or int(ray.cluster_resources().get("CPU", 1) // threads)
            manifest = run(job, out, servers, in_flight=max(1, args.in_flight * places),
                           task_seconds=args.task_seconds, threads=threads, retry_for=args.retry_for,
                           on_parts=show)
    except KeyboardInterrupt:
        return _end(130, "stopped; --resume goes on")
    except (carom.CaromError, OSError, ValueError, ray.exceptions.RayError) as error:
        return _end(exit_code_of(error), f"{error}; --resume goes on")
    digest = sum_of(folder.read(SUMS) or b"")
    print(f"shots={job.shots} files={len(manifest['parts'])} "
          f"seconds={time.monotonic() - began:.1f} sha256={digest[:16]}")
    return 0


def _stop_by(number: int) -> None:
    """As Ctrl-C; Ray has a handler of its own, which leaves in another way."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(number, signal.default_int_handler)


def _end(code: int, why: str) -> int:
    print(f"carom.farm.ray: {why}", file=sys.stderr)
    return code


if __name__ == "__main__":
    # Under the module's own name, by which workers know its functions.
    from carom.farm.ray import main
    sys.exit(main())
