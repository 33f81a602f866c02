#!/usr/bin/env python3
"""Plants faults into the machine of the calls, one by one: the explorer must find each.

Usage: planted_faults.py --compiler=CXX --root=DIR --objects=A;B [--only=NAME]

Each fault is a replacement in one source, which changes nothing until the fault is planted. Copies of
the sources with all replacements take the place of their objects in one program, and every run of it
plants one fault. Prints what the explorer says of each, and exits with 1 if it misses one, or finds
something where none is planted.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
from typing import NamedTuple

LIBRARIES = ["-labsl_" + name for name in (
    "statusor", "status", "strings", "str_format_internal", "time", "cord", "base",
    "raw_logging_internal", "throw_delegate", "int128")]


class Fault(NamedTuple):
    """What is changed where, and what is wrong when PLANTED is true."""
    name: str
    source: str
    before: str
    after: str
    violation: str


FAULTS = [
    # Of a kind that was in the code once, if not in this file.
    Fault("long_place_not_asked_for", "server/call/call.cc",
          "if (absl::Status full = allowance_.BecomesLong(); !full.ok()) return full;",
          "if (PLANTED) {\n  } else if (absl::Status full = allowance_.BecomesLong(); !full.ok()) {\n"
          "    return full;\n  }",
          "a long part runs without a long place"),
    Fault("pool_leaves_threads_behind", "server/worker_pool.cc",
          "    StopThreads();\n    throw;", "    if (!PLANTED) StopThreads();\n    throw;",
          "a mutex that is gone"),
    Fault("cut_after_the_last_owner", "server/call/callers.cc",
          "weak_from_this().lock()", "PLANTED ? shared_from_this() : weak_from_this().lock()",
          "bad_weak_ptr"),
    Fault("called_back_after_an_error", "server/call/callers.cc",
          "!taken.ok()) call.Cancel(taken);",
          "!taken.ok()) PLANTED ? void(status_ = taken) : call.Cancel(taken);",
          "a callback is called after it has returned an error"),
    Fault("cancel_is_missed_on_the_way_back", "server/worker_pool.cc",
          "  if (entry.item->Expired()) {\n    over_",
          "  if (!PLANTED && entry.item->Expired()) {\n    over_", "a wait without end"),
    Fault("done_inside_the_call", "server/call/callers.cc",
          "&call;\n  call.Start();",
          "&call;\n  Worker worker;\n  PLANTED ? call.StartHere(worker) : call.Start();",
          "the end is delivered before the beginning has returned"),
    Fault("exception_unwinds_through_items", "server/call/callers.cc",
          "      thrown = std::current_exception();",
          "      if (PLANTED) throw;\n      thrown = std::current_exception();",
          " is gone"),
    # These could be.
    Fault("encodes_under_the_lock", "server/call/call.cc",
          "  std::optional<Packet> packet = Encode(message);\n  mutex_.Lock();",
          "  if (PLANTED) mutex_.Lock();\n  std::optional<Packet> packet = Encode(message);\n"
          "  if (!PLANTED) mutex_.Lock();",
          "a sink encodes under a lock"),
    Fault("asks_while_it_concludes", "server/call/call.cc",
          "    in_rounds_ = false;", "    in_rounds_ = PLANTED;", "outside a round"),
    Fault("ends_before_it_begins", "server/call/call.cc", "started_ && ",
          "(started_ || PLANTED) && ", ""),
    Fault("ends_with_a_packet_on_its_way", "server/call/call.cc", "items_ == 0 && !writing_ &&",
          "items_ == 0 && (!writing_ || PLANTED) &&", ""),
    Fault("part_is_not_counted", "server/call/call.cc", "  ++running_;\n",
          "  if (!PLANTED) ++running_;\n", ""),
    Fault("error_keeps_the_outbox", "server/call/call.cc",
          "for (const Packet& packet : std::exchange(outbox_, {}))",
          "for (const Packet& packet : PLANTED ? decltype(outbox_)() : std::exchange(outbox_, {}))",
          ""),
    Fault("submit_wakes_nobody", "server/worker_pool.cc",
          "    Push(std::move(entry), Place::kBack);\n  }\n  wake_.NotifyOne();",
          "    Push(std::move(entry), Place::kBack);\n  }\n  if (!PLANTED) wake_.NotifyOne();",
          "without end"),
    Fault("discard_wakes_nobody", "server/worker_pool.cc",
          "if (thread == DropOn::kWorker) wake_.NotifyAll();",
          "if (thread == DropOn::kWorker && !PLANTED) wake_.NotifyAll();", "a wait without end"),
    Fault("reader_does_not_learn_of_the_end", "server/call/callers.cc",
          "  ended_ = true;\n  moved_.NotifyAll();",
          "  ended_ = true;\n  if (!PLANTED) moved_.NotifyAll();", "a wait without end"),
    # Of items that rest.
    Fault("long_plan_takes_no_place", "server/call/call.cc",
          "    if (call_.task_.IsLong()) {",
          "    if (call_.task_.IsLong() && !(PLANTED && is_in_long_lane)) {",
          "a long part runs without a long place"),
    Fault("nobody_is_let_in", "server/worker_pool.cc",
          "rests && queue.entries.Has(may_go)", "!PLANTED && rests && queue.entries.Has(may_go)",
          "a run without end"),
    Fault("cancel_is_missed_before_the_rest", "server/worker_pool.cc",
          "!running.item->Expired()", "(PLANTED || !running.item->Expired())",
          "a wait without end"),
    Fault("rests_without_another_thread", "server/worker_pool.cc",
          "(has_thread || TryStartThread())", "(PLANTED || has_thread || TryStartThread())",
          "a wait without end"),
    Fault("rest_keeps_its_place", "server/worker_pool.cc",
          "      --stats_.long_running;\n      ++stats_.resting;",
          "      if (!PLANTED) --stats_.long_running;\n      ++stats_.resting;", ""),
    Fault("rest_wakes_nobody", "server/worker_pool.cc",
          "      wake_.NotifyOne();\n      rest.end", "      if (!PLANTED) wake_.NotifyOne();\n      rest.end",
          "a wait without end"),
    Fault("who_goes_on_is_not_counted", "server/worker_pool.cc",
          "  ++stats_.long_running;\n  ++stats_.slices;",
          "  if (!PLANTED) ++stats_.long_running;\n  ++stats_.slices;", ""),
    Fault("cancel_leaves_it_resting", "server/worker_pool.cc",
          "{ return entry.call == call; };",
          "{ return entry.call == call && !(PLANTED && entry.rest); };", "a wait without end"),
    Fault("end_of_the_pool_leaves_it_resting", "server/worker_pool.cc",
          "[](const Entry& entry) { return entry.rest != nullptr; }",
          "[](const Entry& entry) { return !PLANTED && entry.rest; }", "a wait without end"),
]


def build(arguments: argparse.Namespace, work: pathlib.Path) -> pathlib.Path:
    """The explorer with every fault in it, of which the environment plants one."""
    root = pathlib.Path(arguments.root)
    sources = {fault.source: (root / fault.source).read_text() for fault in FAULTS}
    for fault in FAULTS:
        text = sources[fault.source]
        if text.count(fault.before) != 1:
            raise SystemExit(f"{fault.name}: {fault.source} does not have its text once")
        after = fault.after.replace("PLANTED", f'IsPlanted("{fault.name}")')
        sources[fault.source] = text.replace(fault.before, after)
    faulty = work / "faulty.cc"
    faulty.write_text("""#include <cstdlib>
#include <string_view>
inline bool IsPlanted(std::string_view fault) {
  static const std::string_view planted = std::getenv("CAROM_PLANTED_FAULT");
  return fault == planted;
}
""" + "".join(sources.values()))
    replaced = [f"/{source}.o" for source in sources]
    objects = [path for path in arguments.objects.split(";")
               if not any(path.endswith(name) for name in replaced)]
    program = work / "explorer"
    subprocess.run([arguments.compiler, "-std=c++20", "-O1", "-w", f"-I{root}/tests/explorer/shadow",
                    f"-I{root}", faulty, *objects, "-o", program, *LIBRARIES], check=True)
    return program


def explore(program: pathlib.Path, fault: str, most: int) -> str | None:
    """What the explorer says; None where it finds nothing."""
    run = subprocess.run([program, f"--most={most}", "--seeds=20000"], capture_output=True, text=True,
                         timeout=600, env={**os.environ, "CAROM_PLANTED_FAULT": fault})
    lines = [line for line in run.stdout.splitlines() if line.startswith("violation")]
    if run.returncode < 0:
        return f"the explorer dies of signal {-run.returncode}"
    return lines[0] if run.returncode != 0 and lines else None


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("--objects", required=True)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    faults = [fault for fault in FAULTS if arguments.only in fault.name]
    missed = 0
    with tempfile.TemporaryDirectory() as work:
        program = build(arguments, pathlib.Path(work))
        if (found := explore(program, "none", most=0)) is not None:
            print(f"no fault is planted: {found}")
            return 1
        for fault in faults:
            found = explore(program, fault.name, most=1000)
            if found is None or fault.violation not in found:
                missed += 1
                found = f"MISSED ({found})"
            print(f"{fault.name}: {found}", flush=True)
    print(f"{len(faults) - missed} of {len(faults)} planted faults found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
