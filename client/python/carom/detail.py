"""What a run tells of its shots: Detail, filter and labels of the wire."""
from __future__ import annotations

from typing import Any, Dict, List, Mapping, Tuple

import numpy as np

from carom import arguments
from carom.arguments import wrong
from carom.messages import to_dict, to_json

_LEVELS = ("final", "events", "samples", "labels")
#: Of Detail of the wire.
FIELDS = ("level", "event_states", "samples", "candidates", "contacts", "inputs", "touches",
          "derivatives", "margins", "probe", "cost")
_SAMPLE_FIELDS = ("period_s", "times_s", "balls", "quantities")
_PROBE_FIELDS = ("draws", "noise", "seed")
_MOST_GOALS = 16  # Of labels, and of margins.
QUANTITIES = ("position", "velocity", "angular_velocity", "motion", "orientation", "energy",
              "constraint_violation", "acceleration", "angular_acceleration")


def detail_of(events: Any, event_states: Any, samples: Any, contacts: Any, touches: Any,
              derivatives: Any, margins: Any, probe: Any, cost: Any, detail: Any, drawn: bool
              ) -> Dict[str, Any]:
    """Detail of the wire as a dict; empty for the default."""
    if isinstance(detail, Mapping):
        if events or event_states or contacts or touches or cost or any(
                asked is not None for asked in (samples, derivatives, margins, probe)):
            raise wrong("detail", detail, "alone: it tells of events, samples and the like", got="a dict")
        return {**arguments.mapping("detail", detail, FIELDS), **({"inputs": True} if drawn else {})}
    asked: Dict[str, Any] = {}
    level = "final" if detail is None else arguments.one_of("detail", detail, _LEVELS)
    has_states = arguments.truth("event_states", event_states)
    if (arguments.truth("events", events) or has_states) and level == "final":
        level = "events"
    if level == "samples" and samples is None:
        samples = 0.05
    wanted = {"event_states": has_states, "contacts": arguments.truth("contacts", contacts),
              "touches": arguments.truth("touches", touches),
              "cost": arguments.truth("cost", cost), "inputs": drawn}
    if derivatives is not None:
        asked["derivatives"] = [
            arguments.text(f"derivatives[{i}]", path, 'a path as "strike.azimuth_rad"')
            for i, path in enumerate(arguments.entries("derivatives", derivatives, "paths"))]
    if goals := _goals("margins", margins):
        if not asked.get("derivatives"):
            raise wrong("margins", margins, "absent without derivatives", got="given")
        asked["margins"] = goals
    if probe is not None and probe is not False:
        asked["probe"] = _probe(probe)
    if level == "labels" and (events or has_states or touches or samples is not None or asked):
        raise wrong("detail", detail,
                    "alone: labels leave out events, samples, touches, derivatives and probes")
    if samples is not None and samples is not False:
        level, asked["samples"] = "samples", _samples(samples)
    if level != "final":
        asked["level"] = f"LEVEL_{level.upper()}"
    return {**asked, **{name: True for name, is_wanted in wanted.items() if is_wanted}}


def _probe(probe: Any) -> Dict[str, Any]:
    if not isinstance(probe, Mapping):
        return {"draws": 64 if probe is True else arguments.whole("probe", probe, 1, 1024),
                "noise": {"icga": {}}}
    asked = dict(arguments.mapping("probe", probe, _PROBE_FIELDS))
    wanted: Dict[str, Any] = {"draws": arguments.whole("probe.draws", asked.get("draws", 64), 1, 1024),
                              "seed": str(arguments.whole("probe.seed", asked.get("seed", 0), 0))}
    noise = asked.get("noise", 1.0)
    wanted["noise"] = ({"strike": to_dict("probe.noise", noise)} if isinstance(noise, Mapping) else
                       {"icga": {"magnitude": arguments.real("probe.noise", noise, 0.0, 100.0)}})
    return wanted


def goals_of(filtered_by: Any, labels: Any) -> Tuple[str, int]:
    """The JSON of filter and labels, empty without any, and the number of labels."""
    if filtered_by is None and labels is None:
        return "", 0
    asked: Dict[str, Any] = {}
    if filtered_by is not None:
        asked["filter"] = to_dict("filter", filtered_by)
    if goals := _goals("labels", labels):
        asked["labels"] = goals
    return to_json(asked), len(goals)


def _goals(name: str, given: Any) -> List[Any]:
    goals: List[Any] = [] if given is None else arguments.entries(name, given, "goals")
    if len(goals) > _MOST_GOALS:
        raise wrong(name, given, f"at most {_MOST_GOALS}", got=f"{len(goals)} goals")
    return [to_dict(f"{name}[{i}]", goal) for i, goal in enumerate(goals)]


def _samples(samples: Any) -> Dict[str, Any]:
    if not isinstance(samples, Mapping):
        if isinstance(samples, (bool, np.bool_)) or not isinstance(samples, (int, float, np.number)):
            raise wrong("samples", samples, "a period, s, or a dict")
        return {"period_s": arguments.real("samples", samples)}
    asked = dict(arguments.mapping("samples", samples, _SAMPLE_FIELDS))
    if "period_s" in asked:
        asked["period_s"] = arguments.real("samples.period_s", asked["period_s"])
    if "times_s" in asked:
        times = arguments.column("samples.times_s", asked["times_s"], "real numbers")
        asked["times_s"] = times.tolist()
    if "balls" in asked:
        balls = arguments.column("samples.balls", asked["balls"], "whole numbers")
        arguments.check_range("samples.balls", balls, 0, 2**31 - 1)
        asked["balls"] = balls.tolist()
    names = arguments.entries("samples.quantities", asked.get("quantities", ()), "names")
    asked["quantities"] = [
        "QUANTITY_" + arguments.one_of(f"samples.quantities[{i}]", name, QUANTITIES).upper()
        for i, name in enumerate(names)]
    return asked
