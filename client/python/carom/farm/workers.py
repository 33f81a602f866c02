"""Who makes the files of a data set, and what becomes of the folder."""
from __future__ import annotations

import json
import queue
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Callable, ContextManager, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

import carom
from carom.errors import exit_code_of
from carom.farm.dataset import Parts, option_of, write_part
from carom.farm.folder import Folder, folder_of
from carom.farm.patience import Patience
from carom.farm.record import NAME as RECORD
from carom.farm.record import Part, Record, part_name
from carom.simulator import AnySimulator

JOB, SUMS = "_job.json", "_SHA256SUMS"
TRY_AGAIN = 3
_SAVE_PERIOD = 5.0  # How often the record of the parts is written, s: it grows with them.
Connect = Callable[[], ContextManager[AnySimulator]]  # The way of a worker to its simulator.
OnProgress = Callable[[int], None]  # Called with how many parts are done.


class Farm:
    """Workers that take parts from one list.

    out: the folder, a path or a URI.
    job: a `Job`, or of `job_of()`.
    connects: of each worker a function that returns a context manager with its simulator, which is
    left when the farm ends. A part whose worker fails goes back to the list. A worker that cannot
    reach its server tries again; the farm gives up `retry_for` s after the last sign of life of any
    server, or where a part has failed 20 times after its call had begun to play.
    """

    def __init__(self, job: Parts, out: Union[str, Path, Folder], connects: Sequence[Connect],
                 retry_for: float = 60.0, on_progress: Optional[OnProgress] = None):
        self._job, self._folder, self._connects = job, folder_of(out), connects
        self._game = job.game()
        self._retry_for = retry_for
        self._on_progress = on_progress or (lambda done: None)
        self._todo: "queue.SimpleQueue[int]" = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._simulators = ExitStack()
        self._done = 0
        self._stop = threading.Event()
        self._failure: Optional[BaseException] = None

    def run(self, parts: Sequence[int]) -> None:
        """Writes these parts, or raises what went wrong. Parts that are done stay."""
        self._done = self._job.parts - len(parts)
        self._record, self._saved, self._last_save = Record(self._folder), self._done, time.monotonic()
        self._patience = Patience(self._retry_for)  # It begins here.
        for number in parts:
            self._todo.put(number)
        workers = [threading.Thread(target=self._work, args=(worker, connect), daemon=True)
                   for worker, connect in enumerate(self._connects)]
        for worker in workers:
            worker.start()
        try:
            while self._done < self._job.parts and not self._stop.is_set():
                self._on_progress(self._done)
                self._save_record(_SAVE_PERIOD)
                self._stop.wait(0.1)
        finally:
            with self._lock:
                self._stop.set()
            self._simulators.close()  # Stops the calls that still run.
            for thread in workers:
                thread.join(timeout=10)
            self._save_record(0.0)
        if self._failure is not None:
            raise self._failure
        self._on_progress(self._done)

    def _work(self, worker: int, connect: Connect) -> None:
        simulator: Optional[AnySimulator] = None
        while not self._stop.is_set():
            try:
                number = self._todo.get(timeout=0.05)
            except queue.Empty:
                continue
            retry_for = self._patience.begin(worker)
            try:
                simulator = simulator or self._open(connect)
                part = write_part(simulator, self._game, self._job, number, self._folder, retry_for)
                self._patience.note_part(worker)
                with self._lock:
                    self._record.parts[number] = part
                    self._done += 1
            except carom.CaromError as error:
                self._todo.put(number)
                left = self._patience.note_failure(worker, number)
                if left == 0 or exit_code_of(error) != TRY_AGAIN:
                    self._fail(self._patience.reason(number, error))
                self._stop.wait(min(1.0, left))
            except BaseException as error:  # A worker that ends in silence would stall the farm.
                self._todo.put(number)
                self._fail(error)

    def _save_record(self, period: float) -> None:
        """Where parts have been added, every `period` s. It only saves time, so it may fail."""
        with self._lock:
            if self._done == self._saved or time.monotonic() - self._last_save < period:
                return
            with suppress(OSError):
                self._record.save()
            self._saved, self._last_save = self._done, time.monotonic()

    def _open(self, connect: Connect) -> AnySimulator:
        with self._lock:
            if self._stop.is_set():
                raise carom.CaromError("CANCELLED", "the farm has ended")
            return self._simulators.enter_context(connect())

    def _fail(self, error: BaseException) -> None:
        with self._lock:
            if not self._stop.is_set():  # Later errors are of calls that were stopped.
                self._failure = error
            self._stop.set()


def make(job: Parts, out: Union[str, Path, Folder], connects: Optional[Sequence[Connect]] = None, *,
         resume: bool = False, verify: bool = False, retry_for: float = 60.0,
         on_progress: Optional[OnProgress] = None) -> Dict[str, Any]:
    """A data set from beginning to end; returns its manifest.

    job: a `Job`, or of `job_of()`. connects: as for `Farm`; default: two parts at a time in this
    process. resume, verify: as for `prepare()`. retry_for, on_progress: as for `Farm`.
    """
    folder = folder_of(out)
    missing = prepare(job, folder, resume, verify)
    try:
        Farm(job, folder, connects or connects_here(), retry_for, on_progress).run(missing)
    except BaseException:
        if not resume:
            abandon(folder)
        raise
    return finish(job, folder)


def connects_here(threads: int = 0, in_flight: int = 2) -> List[Connect]:
    """The way to a simulator of this process, of so many workers."""
    shared = carom.Simulator(threads=threads)
    return [lambda: shared] * in_flight


def prepare(job: Parts, out: Union[str, Path, Folder], resume: bool, verify: bool = False) -> List[int]:
    """Makes or reads the folder, and returns the numbers of the parts that are missing.

    out: a path or a URI. verify: whether all bytes of the parts that are there are read; else only
    sizes, and the footers of those that the record does not know.

    ValueError where the folder has a data set and `resume` is not set, that of another job, or one
    whose job cannot be read, and where there is no such file system.
    """
    job.check()
    folder = folder_of(out)
    folder.create()
    there = folder.read(JOB)
    if there is None:
        if _has_parts(folder):
            raise ValueError(f"{folder} has parts of a data set, but no {JOB}: choose another folder")
        _write(folder, JOB, json.dumps(job.fields(), indent=1))
        return list(range(job.parts))
    if not resume:
        raise ValueError(f"{folder} has a data set: --resume goes on with it")
    _compare(job, _read_job(folder, there), folder)
    for name in folder.sizes():
        if name.startswith(".part-"):
            folder.remove(name)
    return Record(folder).look(job, verify)


def abandon(folder: Folder) -> bool:
    """Where no part has been made, removes what `prepare()` has written, so that any other job may have
    the folder. Returns whether that is so. For the process that began the data set: where another one
    may be at work too, the folder is not this one's to give away."""
    with suppress(OSError):
        if _has_parts(folder):
            return False
        for name in (JOB, RECORD):
            folder.remove(name)
        return True
    return False


def _has_parts(folder: Folder) -> bool:
    return any(name.startswith("part-") for name in folder.sizes())


def _compare(job: Parts, there: Dict[str, Any], folder: Folder) -> None:
    fields = job.fields()
    if set(there) != set(fields):
        raise ValueError(f"{folder.path_of(JOB)} is of another kind of job: its fields are "
                         f"{', '.join(there)}, and must be {', '.join(fields)}")
    for name, value in fields.items():
        for path, ours, theirs in _differences("", value, there[name]):
            raise ValueError(f"{option_of(name)}: {path}{ours!r:.60} must be {theirs!r:.60}, as "
                             f"{folder.path_of(JOB)} says")


def _differences(path: str, ours: Any, theirs: Any) -> Iterator[Tuple[str, Any, Any]]:
    """Of values of JSON, each with its path."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            yield from _differences(f"{path}.{key}", ours.get(key), theirs.get(key))
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for number, pair in enumerate(zip(ours, theirs)):
            yield from _differences(f"{path}[{number}]", *pair)
    elif json.dumps(ours) != json.dumps(theirs):  # 1 is not 1.0: the parts' metadata tell them apart.
        yield f"{path.lstrip('.')}: " if path else "", ours, theirs


def _read_job(folder: Folder, text: bytes) -> Dict[str, Any]:
    path = folder.path_of(JOB)
    try:
        there = json.loads(text.decode("utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is damaged ({error}): it must be what the run has written that "
                         "--resume goes on with; or choose another --out") from error
    if not isinstance(there, dict):
        raise ValueError(f"{path} is damaged: {there!r:.40} must be a dict with the fields of a job")
    return there


def finish(job: Parts, out: Union[str, Path, Folder]) -> Dict[str, Any]:
    """Writes manifest and checksums of a folder whose parts are all there; returns the manifest."""
    import pyarrow as pa

    folder = folder_of(out)
    record = Record(folder)
    missing = record.look(job)
    if missing:
        raise ValueError(f"{folder.path_of(part_name(missing[0]))} is missing or damaged: --resume makes "
                         "it anew")
    record.add_sums()
    versions = {part.engine_version for part in record.parts.values()}
    if len(versions) > 1:
        raise ValueError(f"parts are of several versions of the engine: {sorted(versions)}; delete "
                         "those of all but one, and --resume makes them anew")
    parts = [_entry(job, record.parts[number]) for number in range(job.parts)]
    manifest = {"job": job.fields(), "engine_version": versions.pop(), "numpy": np.__version__,
                "pyarrow": pa.__version__, "schema": str(job.schema()).split("\n"), "parts": parts}
    record.save()
    _write(folder, SUMS, "".join(f"{p['sha256']}  {p['file']}\n" for p in parts))
    _write(folder, "_manifest.json", json.dumps(manifest, indent=1))
    return manifest


def _entry(job: Parts, part: Part) -> Dict[str, Any]:
    """Of a manifest."""
    first, count = job.part(part.number)
    entry = {"file": part_name(part.number), "first_shot": first, "shots": count, "sha256": part.sha256}
    return entry if part.rows == count else {**entry, "rows": part.rows}


def _write(folder: Folder, name: str, text: str) -> None:
    folder.write(name, (text + ("" if text.endswith("\n") else "\n")).encode())
