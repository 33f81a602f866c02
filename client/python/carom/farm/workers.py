"""Who makes the files of a data set, and what becomes of the folder."""
from __future__ import annotations

import hashlib
import json
import os
import queue
import threading
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any, Callable, ContextManager, Dict, List, Optional, Sequence

import numpy as np

import carom
from carom import _core
from carom.farm.dataset import (Job, make_game, option_of, part_path, read_version, schema,
                                write_part)
from carom.farm.patience import Patience
from carom.simulator import AnySimulator

TRY_AGAIN = 3
Connect = Callable[[], ContextManager[AnySimulator]]  # The way of a worker to its simulator.


class Farm:
    """Workers that take parts from one list.

    connects: of each worker a function that returns a context manager with its simulator, which is
    left when the farm ends. A part whose worker fails goes back to the list. A worker that cannot
    reach its server tries again; the farm gives up `retry_for` s after the last sign of life of any
    server.
    """

    def __init__(self, job: Job, folder: Path, connects: Sequence[Connect], retry_for: float = 60.0,
                 on_progress: Optional[Callable[[int], None]] = None):
        self._job, self._folder, self._connects = job, folder, connects
        self._game = make_game(job)
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
                self._stop.wait(0.1)
        finally:
            with self._lock:
                self._stop.set()
            self._simulators.close()  # Stops the calls that still run.
            for thread in workers:
                thread.join(timeout=10)
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
                write_part(simulator, self._game, self._job, number, self._folder, retry_for)
                self._patience.note_part(worker)
                with self._lock:
                    self._done += 1
            except carom.CaromError as error:
                self._todo.put(number)
                left = self._patience.note_failure(worker)
                if left == 0 or exit_code_of(error) != TRY_AGAIN:
                    self._fail(error)
                self._stop.wait(min(1.0, left))
            except BaseException as error:  # A worker that ends in silence would stall the farm.
                self._todo.put(number)
                self._fail(error)

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


def exit_code_of(error: Exception) -> int:
    """How a program ends with this error: as `carom` does."""
    if not isinstance(error, carom.CaromError):
        return 1
    return _core._exit_code_of(error.code, error.message, error.path or "")


def prepare(job: Job, folder: Path, resume: bool) -> List[int]:
    """Makes or reads the folder, and returns the numbers of the parts that are missing.

    ValueError where the folder has a data set and `resume` is not set, that of another job, or one
    whose job cannot be read.
    """
    job.check()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "_job.json"
    if not path.exists():
        _write(path, json.dumps(asdict(job), indent=1))
        return list(range(job.parts))
    if not resume:
        raise ValueError(f"{folder} has a data set: --resume goes on with it")
    there = _read_job(path)
    for name, value in asdict(job).items():
        if there.get(name) != value:
            raise ValueError(f"{option_of(name)}: {value} must be {there.get(name)}, as {path} says")
    for draft in folder.glob(".part-*"):
        draft.unlink(missing_ok=True)
    return [n for n in range(job.parts) if read_version(job, n, folder) is None]


def _read_job(path: Path) -> Dict[str, Any]:
    try:
        there = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is damaged ({error}): it must be what the run has written that "
                         "--resume goes on with; or choose another --out") from error
    if not isinstance(there, dict):
        raise ValueError(f"{path} is damaged: {there!r:.40} must be a dict with the fields of a job")
    return there


def finish(job: Job, folder: Path) -> Dict[str, Any]:
    """Writes manifest and checksums of a folder whose parts are all there; returns the manifest."""
    import pyarrow as pa

    parts, versions = [], set()
    for number in range(job.parts):
        path, (first, count) = part_path(folder, number), job.part(number)
        version = read_version(job, number, folder)
        if version is None:
            raise ValueError(f"{path} is missing or damaged: --resume makes it anew")
        versions.add(version)
        parts.append({"file": path.name, "first_shot": first, "shots": count,
                      "sha256": hashlib.sha256(path.read_bytes()).hexdigest()})
    if len(versions) > 1:
        raise ValueError(f"parts are of several versions of the engine: {sorted(versions)}; delete "
                         "those of all but one, and --resume makes them anew")
    manifest = {"job": asdict(job), "engine_version": versions.pop(), "numpy": np.__version__,
                "pyarrow": pa.__version__, "schema": str(schema(job)).split("\n"), "parts": parts}
    _write(folder / "_SHA256SUMS", "".join(f"{p['sha256']}  {p['file']}\n" for p in parts))
    _write(folder / "_manifest.json", json.dumps(manifest, indent=1))
    return manifest


def _write(path: Path, text: str) -> None:
    """Writes a file so that it is there in full or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(text + ("" if text.endswith("\n") else "\n"))
    os.replace(draft, path)
