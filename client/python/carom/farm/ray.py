"""A data set by a cluster of Ray: `python -m carom.farm.ray --shots=1000000 --out=DIR`.

The files are those of `python -m carom.farm`, byte for byte. A task plays some parts and writes their
files itself, so that shots never pass through Ray's object store or the driver; DIR must be a folder
that all nodes see, or a URI. Tasks get as many parts as take some seconds, by what tasks before have
taken, and fewer towards the end. No more tasks are asked for than a few for each processor.

A worker or a node may die at any time: Ray plays its task again, which goes on with the first part that
is not there. What is missing or torn in the end is asked for again. Where a server is away its parts go
back to the list; the farm gives up --retry-for seconds after the last sign of life of any server.

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
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import carom
from carom import arguments
from carom.errors import exit_code_of
from carom.farm.dataset import Parts, write_part
from carom.farm.folder import folder_of
from carom.farm.patience import Patience
from carom.farm.record import part_name
from carom.farm.workers import TRY_AGAIN, finish, prepare

NAME = "carom.farm.ray"
TASK_SECONDS = 10.0
PASSES = 5  # How often what is missing is asked for, after all retries by Ray.
_PAUSE = 1.0  # Of a task whose server is away, at most, s.
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


class Played(NamedTuple):
    """What a task tells of its parts."""

    written: int
    seconds: float
    failure: Optional[carom.CaromError] = None  # Of a server that is away: others may play the rest.
    failed: int = -1  # The part that has failed,
    waited: float = 0.0  # and how long that has taken, s.


def play_parts(job: Parts, parts: Sequence[int], out: str, server: str = "", threads: int = 1,
               retry_for: Optional[float] = None) -> Played:
    """A task: plays those parts that are not there, and writes their files.

    out: the folder, a path or a URI.
    server: without one they are played in this process, with so many threads.
    retry_for: as for `Simulator.run()`.
    """
    began, written = time.monotonic(), 0
    game, folder = job.game(), folder_of(out)
    there = folder.sizes()  # A worker that has died may have written some.
    for part in parts:
        if part_name(part) not in there:
            asked = time.monotonic()
            try:
                write_part(_simulator(server, threads), game, job, part, folder, retry_for)
            except carom.CaromError as error:
                if exit_code_of(error) != TRY_AGAIN:
                    raise
                waited = time.monotonic() - asked
                time.sleep(_PAUSE if retry_for is None else min(_PAUSE, retry_for))
                return Played(written, asked - began, error, part, waited)
            written += 1
    return Played(written, time.monotonic() - began)


def run(job: Parts, out: Union[str, Path], servers: Sequence[str] = (), *, in_flight: Optional[int] = None,
        task_seconds: float = TASK_SECONDS, threads: int = 1, retry_for: float = 60.0,
        on_parts: Callable[[List[int]], None] = lambda parts: None) -> Dict[str, Any]:
    """Plays all parts that are missing in a folder, and returns the manifest. Ray must be initialised.

    out: a path, the same on all nodes, or a URI.

    servers: tasks take turns with them; without any they play in their workers.
    in_flight: tasks at a time; default: two for each server, or each worker that the cluster has room for.
    task_seconds: how long a task is to take.
    threads: processors that a task takes.
    retry_for: as for `Farm`: how long to go on without a sign of life of any server, s.
    on_parts: called with the parts of each task that is done.
    """
    import ray

    arguments.whole("threads", threads, 1, 1024)
    seconds = arguments.real("task_seconds", task_seconds, 0.0)
    in_flight = 2 * _places(servers, threads) if in_flight is None else in_flight
    arguments.whole("in_flight", in_flight, 1)
    patience = Patience(arguments.seconds("retry_for", retry_for, zero=True))
    task = ray.remote(max_retries=_RETRIES, num_cpus=threads)(play_parts)
    turns, sizes = itertools.cycle(servers or [""]), TaskSizes(seconds)
    failure: Optional[BaseException] = None
    folder = folder_of(out)
    for _ in range(PASSES):
        missing = prepare(job, folder, resume=True)
        if not missing:
            return finish(job, folder)
        failure = _play(deque(missing), sizes, patience, in_flight, on_parts, lambda parts, allowed:
                        task.remote(job, parts, str(out), next(turns), threads, allowed))
    raise carom.CaromError("UNAVAILABLE", f"{len(prepare(job, folder, resume=True))} parts are still "
                           f"missing after {PASSES} passes") from failure


def _places(servers: Sequence[str], threads: int) -> int:
    """Where tasks are played: servers, or workers that the cluster has room for."""
    import ray

    return max(1, len(servers) or int(ray.cluster_resources().get("CPU", 1) // threads))


def _play(waiting: "deque[int]", sizes: TaskSizes, patience: Patience, in_flight: int,
          on_parts: Callable[[List[int]], None], start: Callable[[List[int], float], Any]
          ) -> Optional[BaseException]:
    """Plays each part once, and again where its server was away, as long as there is patience. Returns
    the last failure that another pass may mend; raises any other."""
    import ray

    free = list(range(in_flight))
    running: Dict[Any, Tuple[int, List[int]]] = {}
    failure: Optional[BaseException] = None
    try:
        while waiting or running:
            while waiting and free:
                slot, count = free.pop(), sizes.next(len(waiting), in_flight)
                parts = [waiting.popleft() for _ in range(count)]
                running[start(parts, patience.begin(slot))] = slot, parts
            [done], _ = ray.wait(list(running), num_returns=1)
            slot, parts = running.pop(done)
            free.append(slot)
            try:
                played = ray.get(done)
            except (carom.CaromError, ray.exceptions.RayError) as error:
                failure = error
                if isinstance(error, (carom.CaromError, ray.exceptions.RayTaskError)):
                    raise
                patience.note_part(slot)  # That a worker has died is no fault of a server.
                continue
            sizes.note(played.written, played.seconds)
            if played.failure is None or played.written:
                patience.note_part(slot)
            elif not patience.note_failure(slot, played.failed, played.waited):
                raise patience.reason(played.failed, played.failure)
            if played.failure is None:
                on_parts(parts)
            else:
                waiting.extend(parts)
    finally:
        for task in running:
            ray.cancel(task)
    return failure


def parse(argv: Optional[Sequence[str]] = None) -> argparse.Namespace:
    """Options of its own, and those of `python -m carom.farm`."""
    from carom.farm import __main__ as command

    parser = argparse.ArgumentParser(
        prog=f"python -m {NAME}", description=__doc__, allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="The other options are those of `python -m carom.farm --help`, --shots and --out among "
               "them. --threads are the processors of a task; without servers each worker counts as one.")
    parser.add_argument("--address", help="of the cluster, or auto; default: Ray on this machine")
    parser.add_argument("--task-seconds", type=float, default=TASK_SECONDS, metavar="S",
                        help=f"how long a task is to take; default: {TASK_SECONDS:g}")
    own, rest = parser.parse_known_args(argv)
    return argparse.Namespace(**vars(command.parse(rest, parser.prog)), **vars(own))


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Exit codes, those of `carom`: 0 done, 1 failed, 2 refused, 3 no server, 130 stopped."""
    args = parse(argv)
    for package in ("ray", "pyarrow"):
        if importlib.util.find_spec(package) is None:
            return _refuse(f"{package} is needed: pip install 'carom[ray]'")
    import ray
    from carom.farm import __main__ as command

    try:
        job, servers = command.job_from(args), command.servers_of(args)
        arguments.real("--task-seconds", args.task_seconds, 0.0)
        folder = folder_of(args.out)
        missing = prepare(job, folder, args.resume or args.verify, args.verify)
    except (OSError, ValueError, carom.CaromError) as error:
        return _refuse(str(error))
    out = args.out if "://" in args.out else str(Path(args.out).resolve())
    threads, done = args.threads or 1, job.parts - len(missing)
    progress = command.Progress(job, name=NAME)

    def show(parts: List[int]) -> None:
        nonlocal done
        done += len(parts)
        progress(done)

    def play() -> Dict[str, Any]:
        with ray.init(address=args.address, log_to_driver=False):
            _stop_by(signal.SIGTERM)
            show([])
            return run(job, out, servers, in_flight=args.in_flight * _places(servers, threads),
                       task_seconds=args.task_seconds, threads=threads, retry_for=args.retry_for,
                       on_parts=show)

    return command.end(NAME, job, folder, play, (ray.exceptions.RayError,),
                       began_here=not (args.resume or args.verify))


def _stop_by(number: int) -> None:
    """As Ctrl-C; Ray has a handler of its own, which leaves in another way."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(number, signal.default_int_handler)


def _refuse(why: str) -> int:
    print(f"{NAME}: {why}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    # Under the module's own name, by which workers know its functions.
    from carom.farm.ray import main
    sys.exit(main())
