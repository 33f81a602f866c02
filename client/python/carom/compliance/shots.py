"""Checks of shots: columns and hashes, whoever plays them in whichever parts; order of streams."""
from __future__ import annotations

from typing import Any, Dict

import carom
from carom.compliance.peer import Peer, Skip, Wrong, equal, parsed, same_hashes
from carom.compliance.requests import (POTTED, batch_of, breaks, breaks_in_columns, drawn, estimate,
                                       folded, hashes, numbers, play, played, scene, short_mechanism,
                                       simulate)
from carom.compliance.suite import check
from carom.v1 import estimate_pb2, mechanism_pb2, rules_pb2, simulation_pb2

_RESULT = "proto/carom/v1/result.proto"
_CALLS = "proto/carom/v1/simulation.proto"
_README = "proto/README.md"
_SAME_BITS = "The same shot gives the same bits in any chunk, at any detail"
_ANYWHERE = "so a batch may be split or resumed anywhere"
# Fingerprints of the first 200 shots of scenes with seed 1, of the engine of this package:
# tests/determinism/frozen_hashes.h.
FROZEN_SHOTS = 200
FROZEN = {"nine_ball_break": 0xbed19fe61a90b046, "eight_ball_break": 0x8e22f54dbb58249e,
          "two_ball_cut": 0x2b9dc8a6014f5409, "eight_ball_scatter": 0x131f578d0cbb957e,
          "one_ball_three_cushions": 0x4626a1286ea88065, "jump_shot": 0x1dfd1c68136848d1,
          "elevated_break": 0xb9404fbbe06b712c}


@check("shots.columns", _RESULT, "shot_count values in the order of the shots")
def _columns(peer: Peer) -> None:
    results = simulate(peer, breaks(5, detail={"level": "LEVEL_EVENTS", "touches": True}))
    equal("ShotResults.first_shot and shot_count", (results.first_shot, results.shot_count), (0, 5))
    outcomes, events, touches = results.outcomes, results.events, results.touches
    lengths: Dict[str, Any] = {}
    for of, names in (
            (results, "stop_reasons end_times_s hashes event_counts ball_counts"),
            (outcomes, "pocketed_counts first_contacts first_contact_times_s cushions_before_contact "
                       "cushions_after_contact cushions_total left_table_counts miscues separations_m"),
            (touches, "cue_balls touch_counts")):
        lengths.update({name: (len(getattr(of, name)), 5) for name in names.split()})
    balls, logged = sum(results.ball_counts), sum(results.event_counts)
    lengths.update({
        "final_states.motions": (len(results.final_states.motions), balls),
        "final_states.positions_m": (len(results.final_states.positions_m), 3 * balls),
        "pocketed_balls": (len(outcomes.pocketed_balls), sum(outcomes.pocketed_counts)),
        "events.times_s": (len(events.times_s), logged), "events.kinds": (len(events.kinds), logged),
        "events.balls": (len(events.balls), logged), "events.others": (len(events.others), logged),
        "touches.kinds": (len(touches.kinds), sum(touches.touch_counts))})
    for name, (found, right) in lengths.items():
        equal(f"the number of values of ShotResults' column {name}", found, right)
    if not logged or 0 in results.hashes:
        raise Wrong("breaks have no events, or the hash 0", "an event and another hash for each")


@check("shots.repeated", _README, "Requests are pure, so any call may be repeated")
def _repeated(peer: Peer) -> None:
    request = breaks(20, detail={"level": "LEVEL_EVENTS"})
    first, second = simulate(peer, request), simulate(peer, request)
    equal("ShotResults.shot_count of 20 shots", first.shot_count, 20)
    if first != second:
        raise Wrong("the same request of Simulate has another answer the second time", "the same")


@check("shots.any_detail", _RESULT, "whatever the detail; 0 for a shot that failed")
def _any_detail(peer: Peer) -> None:
    plain = hashes(simulate(peer, breaks(20)))
    for detail in ({"level": "LEVEL_EVENTS", "event_states": True}, {"touches": True},
                   {"level": "LEVEL_SAMPLES", "samples": {"period_s": 0.5}}):
        found = hashes(simulate(peer, breaks(20, detail=detail)))
        same_hashes(f"Simulate with the detail {detail}", found, plain)


@check("shots.any_call", _RESULT, _SAME_BITS)
def _any_call(peer: Peer) -> None:
    one_by_one = {}
    request = breaks(30)
    for number, shot in enumerate(request.shots.shots):
        alone = simulation_pb2.SimulateRequest(layouts=request.layouts, shots={"shots": [shot]})
        for hash_ in hashes(simulate(peer, alone)).values():
            one_by_one[number] = hash_
    same_hashes("Simulate of a list", hashes(simulate(peer, request)), one_by_one)
    same_hashes("Simulate of columns", hashes(simulate(peer, breaks_in_columns(30))), one_by_one)
    same_hashes("SimulateBatch of a list", hashes(*play(peer, batch_of(request))), one_by_one)
    same_hashes("SimulateBatch of columns", hashes(*play(peer, batch_of(breaks_in_columns(30)))), one_by_one)


@check("shots.frozen", _README, "Bits are the same within one engine version")
def _frozen(peer: Peer) -> None:
    if peer.info.engine_version != carom.__version__:
        raise Skip(f"the hashes that are known are those of engine {carom.__version__}, and the server "
                   f"has {peer.info.engine_version}")
    for name, right in FROZEN.items():
        found = folded(hashes(*play(peer, scene(name, FROZEN_SHOTS))).values())
        equal(f"the fingerprint of {FROZEN_SHOTS} shots of {name}", f"{found:016x}", f"{right:016x}")


@check("batches.every_shot_once", _CALLS, "Every shot is in exactly one chunk")
def _every_shot_once(peer: Peer) -> None:
    right = list(range(100, 5100))
    chunks = play(peer, scene("two_ball_cut", 5000, first=100))
    found = list(hashes(*chunks))
    if found != right:
        missing = sorted(set(right) - set(found))
        raise Wrong(f"a batch of the shots from 100 to 5099 ends with OK after {len(found)} of them, without "
                    f"{missing[:3]}", "every shot in exactly one chunk")
    for message in peer.stream("SimulateBatch", scene("two_ball_cut", 10),
                               simulation_pb2.SimulateBatchResponse):
        equal("engine_version of a chunk", message.engine_version, peer.info.engine_version)


@check("batches.split", "proto/carom/v1/shot.proto", _ANYWHERE)
def _split(peer: Peer) -> None:
    whole = hashes(*play(peer, drawn(2000)))
    for first, count in ((700, 600), (0, 1), (1999, 1)):
        part = hashes(*play(peer, drawn(count, first)))
        same_hashes(f"SimulateBatch of {count} shots from {first}", part,
                    {number: whole[number] for number in whole if first <= number < first + count})
    request = breaks(60)
    listed = simulate(peer, request).hashes
    middle = simulation_pb2.SimulateRequest(layouts=request.layouts,
                                            shots={"shots": request.shots.shots[20:40]})
    same_hashes("SimulateBatch of 20 listed shots out of 60", hashes(*play(peer, batch_of(middle))),
                dict(enumerate(listed[20:40])))


@check("batches.resumed", _README, "To resume a broken stream, ask for the missing shots")
def _resumed(peer: Peer) -> None:
    count = 6000
    whole = hashes(*play(peer, scene("two_ball_cut", count)))
    broken = peer.start("SimulateBatch", scene("two_ball_cut", count))
    first = next(broken, None)
    broken.cancel()
    if first is None:
        raise Wrong(f"a batch of {count} shots ends without a message", "chunks with all shots")
    results = parsed(simulation_pb2.SimulateBatchResponse, first, "the first chunk").results
    had = hashes(results)
    missing = [(0, results.first_shot), (results.first_shot + len(had), count)]
    rest = [chunk for first, end in missing if first < end
            for chunk in play(peer, scene("two_ball_cut", end - first, first))]
    same_hashes(f"a batch that was broken off after {len(had)} shots and resumed",
                hashes(results, *rest), whole)


@check("batches.filtered", _CALLS, "with a filter every shot is covered by exactly one chunk")
def _filtered(peer: Peer) -> None:
    labelled = play(peer, drawn(2000, labels=[POTTED]))
    right = {}
    for results in labelled:
        equal("the number of labels of a chunk", len(results.labels), results.shot_count)
        of_chunk = hashes(results)
        right.update({number: of_chunk[number] for number, label in zip(numbers(results), results.labels)
                      if label == 1})
    chunks = play(peer, drawn(2000, filter=POTTED))
    if not all(results.HasField("selection") for results in chunks):
        raise Wrong("a chunk of a batch with a filter has no ShotResults.selection", "one")
    covered = sorted(number for results in chunks for number in played(results))
    if covered != list(range(2000)):
        raise Wrong(f"the chunks of a batch of 2000 shots with a filter cover {len(covered)}",
                    "every shot exactly once")
    same_hashes("a batch whose filter is its label", hashes(*chunks), dict(sorted(right.items())))


@check("batches.labels_alone", _CALLS, "no balls and no outcome")
def _labels_alone(peer: Peer) -> None:
    full, short = (play(peer, drawn(500, labels=[POTTED], detail=detail))
                   for detail in ({}, {"level": "LEVEL_LABELS"}))
    same_hashes("a batch with the detail LABELS", hashes(*short), hashes(*full))
    if any(results.ball_counts or results.HasField("final_states") for results in short):
        raise Wrong("a chunk with the detail LABELS has balls", "none")


def _estimate(peer: Peer) -> Any:
    return peer.stream("EstimateOutcomes", estimate(2000), estimate_pb2.EstimateOutcomesResponse)


@check("estimates.order", "proto/carom/v1/estimate.proto", "some report progress, and the last one has the")
def _estimates_order(peer: Peer) -> None:
    messages = _estimate(peer)
    kinds = [message.WhichOneof("content") for message in messages]
    equal("what the messages of EstimateOutcomes hold, in their order", kinds,
          ["progress"] * (len(kinds) - 1) + ["estimates"])
    draws = [message.progress.draws_done for message in messages[:-1]]
    equal("EstimateProgress.draws_done of the messages in their order", draws, sorted(draws))


@check("estimates.repeated", "proto/carom/v1/estimate.proto", "the last one has the same bytes however often")
def _estimates_repeated(peer: Peer) -> None:
    first, second = ([message for message in _estimate(peer) if message.HasField("estimates")]
                     for _ in range(2))
    if not first or first != second:
        raise Wrong("the same request of EstimateOutcomes has other estimates the second time", "the same")
    equal("Estimates.draws of 2000 draws", first[0].estimates.draws, 2000)


@check("games.rulings", "proto/carom/v1/simulation.proto", "The answer is a pure function of the request")
def _rulings(peer: Peer) -> None:
    results = simulate(peer, breaks(10, detail={"touches": True}))
    request = rules_pb2.RuleShotsRequest(rules="RULES_NINE_BALL", results=results)
    first, second = (peer.answer("RuleShots", request, rules_pb2.RuleShotsResponse).rulings
                     for _ in range(2))
    equal("the number of rulings of 10 shots", len(first), 10)
    if list(first) != list(second):
        raise Wrong("the same request of RuleShots has another answer the second time", "the same")


@check("mechanisms.repeated", "proto/carom/v1/mechanism.proto", "Bits are the same within one version")
def _mechanisms(peer: Peer) -> None:
    first, second = (peer.answer("SimulateMechanism", short_mechanism(),
                                 mechanism_pb2.SimulateMechanismResponse) for _ in range(2))
    if not first.HasField("run") or first != second:
        raise Wrong("the same request of SimulateMechanism has another answer the second time", "the same")
