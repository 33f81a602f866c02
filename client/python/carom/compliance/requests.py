"""What the checks ask for, and how they read it."""
from __future__ import annotations

import math
from typing import Any, Dict, Iterable, List, Sequence, Tuple

from carom.compliance.peer import Peer, Wrong
from carom.v1 import (estimate_pb2, goal_pb2, mechanism_pb2, options_pb2, result_pb2, shot_pb2,
                      simulation_pb2, table_pb2)

TWO_BALLS = table_pb2.Layout(balls={"balls": [{"state": {"position_m": {"x": -0.5}}},
                                              {"state": {"position_m": {"x": 0.3, "y": 0.1}}}]})
RACK = table_pb2.Layout(rack={"name": "nine_ball"})
POTTED = goal_pb2.Goal(potted={"ball": 1})
_MASK = 2**64 - 1


def breaks(count: int, **fields: Any) -> simulation_pb2.SimulateRequest:
    """Listed breaks, none like another."""
    return simulation_pb2.SimulateRequest(
        layouts=[RACK], shots={"shots": [{"strike": strike} for strike in _breaks(count)]}, **fields)


def breaks_in_columns(count: int, **fields: Any) -> simulation_pb2.SimulateRequest:
    """The same breaks in columns."""
    strikes = _breaks(count)
    columns: Dict[str, Any] = {name: [strike[name] for strike in strikes] for name in strikes[0]}
    return simulation_pb2.SimulateRequest(
        layouts=[RACK], columns=shot_pb2.ShotColumns(shot_count=count, **columns), **fields)


def batch_of(request: simulation_pb2.SimulateRequest) -> simulation_pb2.SimulateBatchRequest:
    """The same shots as a batch."""
    batch = simulation_pb2.SimulateBatchRequest(layouts=request.layouts, detail=request.detail)
    source = request.WhichOneof("source")
    getattr(batch, source).CopyFrom(getattr(request, source))
    return batch


def scene(name: str, count: int, first: int = 0, **fields: Any) -> simulation_pb2.SimulateBatchRequest:
    """Shots of a scene of the benchmark, with seed 1."""
    return simulation_pb2.SimulateBatchRequest(
        generator={"scene": name, "seed": 1, "first_shot": first, "shot_count": count}, **fields)


def drawn(count: int, first: int = 0, **fields: Any) -> simulation_pb2.SimulateBatchRequest:
    """Cuts that the server draws."""
    return simulation_pb2.SimulateBatchRequest(
        layouts=[TWO_BALLS], generator={
            "seed": 1, "first_shot": first, "shot_count": count, "drawn_shots": {
                "strike": {"speed_m_s": {"uniform": {"lo": 1, "hi": 4}},
                           "at_ball": {"hit_offset": {"uniform": {"lo": -1, "hi": 1}}}}}}, **fields)


def estimate(draws: int, **fields: Any) -> estimate_pb2.EstimateOutcomesRequest:
    """How likely one noisy cut is to pot."""
    return estimate_pb2.EstimateOutcomesRequest(
        layouts=[TWO_BALLS], shots={"shots": [{"strike": {"speed_m_s": 2, "azimuth_rad": 0.094}}]},
        goals=[POTTED], noise={"icga": {}}, draws=draws, **fields)


def long_mechanism(peer: Peer) -> mechanism_pb2.SimulateMechanismRequest:
    """A pendulum that swings for minutes of a processor."""
    return mechanism_pb2.SimulateMechanismRequest(double_pendulum={
        "friction": 0.0, "restitution": 1.0, "duration_s": min(3000.0, peer.limit("max_duration_s")),
        "integration": {"largest_step_s": 1e-4, "max_evaluations": peer.limit("max_evaluations")}})


def short_mechanism() -> mechanism_pb2.SimulateMechanismRequest:
    """A pendulum that swings for a moment."""
    return mechanism_pb2.SimulateMechanismRequest(double_pendulum={"duration_s": 0.5})


def simulate(peer: Peer, request: simulation_pb2.SimulateRequest) -> result_pb2.ShotResults:
    answer: simulation_pb2.SimulateResponse = peer.answer(
        "Simulate", request, simulation_pb2.SimulateResponse)
    return answer.results


def play(peer: Peer, request: simulation_pb2.SimulateBatchRequest, **options: Any
         ) -> List[result_pb2.ShotResults]:
    """The chunks of a batch, in the order of their arrival."""
    return [message.results for message in peer.stream(
        "SimulateBatch", request, simulation_pb2.SimulateBatchResponse, **options)]


def numbers(results: result_pb2.ShotResults) -> Sequence[int]:
    """The numbers of the shots that a chunk has."""
    if results.HasField("selection"):
        return [results.first_shot + offset for offset in results.selection.offsets]
    return range(results.first_shot, results.first_shot + results.shot_count)


def played(results: result_pb2.ShotResults) -> range:
    """The numbers of the shots that a chunk covers."""
    count = results.selection.played_count if results.HasField("selection") else results.shot_count
    return range(results.first_shot, results.first_shot + count)


def hashes(*chunks: result_pb2.ShotResults) -> Dict[int, int]:
    """Of each shot its hash, in the order of their numbers."""
    found: Dict[int, int] = {}
    for results in chunks:
        if len(results.hashes) != len(numbers(results)):
            raise Wrong(f"the chunk from shot {results.first_shot} has {len(results.hashes)} hashes",
                        f"{len(numbers(results))}")
        for number, hash_ in zip(numbers(results), results.hashes):
            if number in found:
                raise Wrong(f"shot {number} comes twice", "in exactly one chunk")
            found[number] = hash_
    return dict(sorted(found.items()))


def folded(of: Iterable[int]) -> int:
    """The fingerprint of a batch by those of its shots (ShotResults.hashes)."""
    h, count = 0x9E3779B97F4A7C15, 0
    for one in of:
        h = ((((h << 29) | (h >> 35)) & _MASK) ^ one) * 0xD1342543DE82EF95 & _MASK
        count += 1
    x = h ^ count
    for shift, factor in ((32, 0xE9846AF9B1A615D), (32, 0xE9846AF9B1A615D), (28, 1)):
        x = (x ^ x >> shift) * factor & _MASK
    return x


def put(request: Any, path: str, value: Any) -> Any:
    """Sets the field at this path, and returns its descriptor."""
    *holders, name = path.split(".")
    for holder in holders:
        request = getattr(request, holder)
    setattr(request, name, value)
    return request.DESCRIPTOR.fields_by_name[name]


def at_ends(of: Any) -> Tuple[List[Any], List[Any]]:
    """Of a field with a range: values at its ends, and values just beyond them."""
    limits = of.GetOptions().Extensions[options_pb2.parameter].range
    real = of.cpp_type == of.CPPTYPE_DOUBLE
    below, above = ((math.nextafter(limits.min, -math.inf), math.nextafter(limits.max, math.inf)) if real
                    else (int(limits.min) - 1, int(limits.max) + 1))
    least, most = (limits.min, limits.max) if real else (int(limits.min), int(limits.max))
    inside = ([] if limits.above_min else [least]) + ([] if limits.below_max else [most])
    outside = [below, above] + ([least] if limits.above_min else []) + ([most] if limits.below_max else [])
    return inside, [value for value in outside if real or value >= 0]


def ranged(message: Any) -> List[Any]:
    """The fields of a message's kind that have a range."""
    return [of for of in message.DESCRIPTOR.fields
            if of.GetOptions().Extensions[options_pb2.parameter].HasField("range")]


def _breaks(count: int) -> List[Dict[str, float]]:
    return [{"speed_m_s": 6.0 + i * 2.0 / count, "azimuth_rad": 0.001 * (i % 7)} for i in range(count)]
