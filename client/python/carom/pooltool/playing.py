"""`simulate`, as pooltool has it, and the same for many systems."""
from __future__ import annotations

import contextlib
import functools
import gc
import json
from typing import Any, Dict, Iterable, Iterator, List, Tuple

from pooltool.evolution.event_based.config import INCLUDED_EVENTS
from pooltool.events import EventType
from pooltool.physics.engine import PhysicsEngine
from pooltool.system.datatypes import System

import carom
from carom.pooltool.naming import Refused
from carom.pooltool.reading import Question, read
from carom.pooltool.writing import write

__all__ = ["simulate", "simulate_many"]


@functools.lru_cache(maxsize=None)
def _simulator() -> carom.Simulator:
    return carom.Simulator()


@functools.lru_cache(maxsize=None)
def _default_engine() -> PhysicsEngine:
    return PhysicsEngine()


def simulate(
    shot: System,
    engine: PhysicsEngine | None = None,
    inplace: bool = False,
    continuous: bool = False,
    dt: float | None = None,
    t_final: float | None = None,
    include: set[EventType] = INCLUDED_EVENTS,
    max_events: int = 0,
) -> System:
    """`pooltool.simulate`, played by Carom; its arguments mean the same.

    Where Carom cannot play it, raises `Refused`, which names the field, and leaves it as it is.
    """
    return simulate_many([shot], engine, inplace, continuous, dt, t_final, include, max_events)[0]


def simulate_many(
    shots: Iterable[System],
    engine: PhysicsEngine | None = None,
    inplace: bool = False,
    continuous: bool = False,
    dt: float | None = None,
    t_final: float | None = None,
    include: set[EventType] = INCLUDED_EVENTS,
    max_events: int = 0,
) -> List[System]:
    """`simulate` for many systems, which Carom plays together on all processors.

    Systems with as many balls that are all struck, or all not, share one call of the engine.
    """
    if set(include) | {EventType.NONE} != INCLUDED_EVENTS:
        raise Refused("include", "Carom resolves all events")
    with _without_garbage_collection():
        return _simulate(list(shots), engine or _default_engine(), inplace, continuous,
                         0.01 if dt is None else dt, t_final, max_events)


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """All of the many objects that are made here are kept; the collector would look at them again and
    again and find nothing, which takes two fifths of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _simulate(systems: List[System], engine: PhysicsEngine, inplace: bool, continuous: bool, dt: float,
              t_final: float | None, max_events: int) -> List[System]:
    period = dt if continuous else None
    questions = [read(system, engine) for system in systems]
    answers: List[Tuple[Any, int]] = [(None, 0)] * len(systems)
    for members in _alike(questions):
        result = _play([questions[i] for i in members], period)
        for row, i in enumerate(members):
            answers[i] = result, row
    # Nothing is written before everything has been played.
    played = systems if inplace else [system.copy() for system in systems]
    for system, question, (result, row) in zip(played, questions, answers):
        write(system, question, result, row, continuous, t_final, max_events)
    return played


def _alike(questions: List[Question]) -> List[List[int]]:
    groups: Dict[Tuple[int, bool], List[int]] = {}
    for i, question in enumerate(questions):
        groups.setdefault((len(question.names.balls), question.strike is None), []).append(i)
    return list(groups.values())


class _Pool:
    """Parts of a request, each once."""

    def __init__(self) -> None:
        self.parts: List[Dict[str, Any]] = []
        self._index: Dict[str, int] = {}

    def add(self, part: Dict[str, Any]) -> int:
        number = self._index.setdefault(json.dumps(part), len(self.parts))
        if number == len(self.parts):
            self.parts.append(part)
        return number


def _play(questions: List[Question], period: float | None) -> carom.Result:
    tables, settings, layouts = _Pool(), _Pool(), _Pool()
    columns = {"table": [tables.add(q.table) for q in questions],
               "settings": [settings.add(q.settings) for q in questions],
               "layout": [layouts.add(q.layout) for q in questions]}
    if questions[0].strike is not None:
        for name in questions[0].strike:
            columns[name] = [q.strike[name] for q in questions if q.strike is not None]
    game = carom.Game({"tables": tables.parts, "settings": settings.parts,
                       "layouts": layouts.parts})
    result = _simulator().run(game, carom.strikes(len(questions), **columns), events=True,
                              event_states=True, samples=period)
    result.raise_if_failed()
    return result
