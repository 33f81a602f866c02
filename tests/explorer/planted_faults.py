#!/usr/bin/env python3
"""Plants faults into the machine of the calls, one by one: the explorer must find each.

Usage: planted_faults.py --compiler=CXX --root=DIR --objects=A;B [--only=NAME]

Each fault is a replacement in one source. The changed copy is compiled and linked with the explorer's
other objects. Prints what the explorer says of each, and exits with 1 if it misses one.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
from typing import NamedTuple

LIBRARIES = ["-labsl_" + name for name in (
    "statusor", "status", "strings", "str_format_internal", "time", "cord", "base",
    "raw_logging_internal", "throw_delegate", "int128")]


class Fault(NamedTuple):
    """What is changed where, and what is wrong then."""
    name: str
    source: str
    before: str
    after: str
    violation: str


FAULTS = [
    # Of a kind that was in the code once, if not in this file.
    Fault("long_place_not_asked_for", "server/call/call.cc",
          "if (absl::Status full = allowance_.BecomesLong(); !full.ok()) return full;", "",
          "a long part runs without a long place"),
    Fault("pool_leaves_threads_behind", "server/worker_pool.cc",
          "    StopThreads();\n    throw;", "    throw;", "a mutex that is gone"),
    Fault("cut_after_the_last_owner", "server/call/callers.cc",
          "weak_from_this().lock()", "shared_from_this()", "bad_weak_ptr"),
    Fault("called_back_after_an_error", "server/call/callers.cc",
          "!taken.ok()) call.Cancel(taken);", "!taken.ok()) status_ = taken;",
          "a callback is called after it has returned an error"),
    Fault("cancel_is_missed_on_the_way_back", "server/worker_pool.cc",
          "  if (entry.item->Expired()) {\n    over_", "  if (false) {\n    over_",
          "a wait without end"),
    Fault("done_inside_the_call", "server/call/callers.cc",
          "&call;\n  call.Start();", "&call;\n  Worker worker;\n  call.StartHere(worker);",
          "the end is told before the beginning has returned"),
    Fault("exception_unwinds_through_items", "server/call/callers.cc",
          "      thrown = std::current_exception();", "      throw;", "a mutex that is gone"),
    # These could be.
    Fault("encodes_under_the_lock", "server/call/call.cc",
          "  std::optional<Packet> packet = Encode(message);\n  mutex_.Lock();",
          "  mutex_.Lock();\n  std::optional<Packet> packet = Encode(message);",
          "a sink encodes under a lock"),
    Fault("asks_while_it_concludes", "server/call/call.cc",
          "    in_rounds_ = false;", "    in_rounds_ = true;", "outside a round"),
    Fault("ends_before_it_begins", "server/call/call.cc", "started_ && ", "", ""),
    Fault("ends_with_a_packet_on_its_way", "server/call/call.cc", "items_ == 0 && !writing_ &&",
          "items_ == 0 &&", ""),
    Fault("part_is_not_counted", "server/call/call.cc", "  ++running_;\n", "", ""),
    Fault("error_keeps_the_outbox", "server/call/call.cc",
          "for (const Packet& packet : std::exchange(outbox_, {}))",
          "for (const Packet& packet : std::deque<Packet>())", ""),
    Fault("submit_wakes_nobody", "server/worker_pool.cc",
          "    Push(std::move(entry), Place::kBack);\n  }\n  wake_.NotifyOne();",
          "    Push(std::move(entry), Place::kBack);\n  }", "a wait without end"),
    Fault("discard_wakes_nobody", "server/worker_pool.cc",
          "if (thread == DropOn::kWorker) wake_.NotifyAll();", "", "a wait without end"),
    Fault("reader_is_not_told_of_the_end", "server/call/callers.cc",
          "  ended_ = true;\n  moved_.NotifyAll();", "  ended_ = true;", "a wait without end"),
]


def find(fault: Fault, arguments: argparse.Namespace, work: pathlib.Path) -> str | None:
    """What the explorer says; None where it finds nothing."""
    root = pathlib.Path(arguments.root)
    text = (root / fault.source).read_text()
    if text.count(fault.before) != 1:
        raise SystemExit(f"{fault.name}: {fault.source} does not have its text once")
    changed = work / pathlib.Path(fault.source).name
    changed.write_text(text.replace(fault.before, fault.after))
    mutant = work / "mutant.o"
    subprocess.run([arguments.compiler, "-std=c++20", "-O0", "-w", "-c", changed, "-o", mutant,
                    f"-I{root}/tests/explorer/shadow", f"-I{root}"], check=True)
    others = [path for path in arguments.objects.split(";")
              if not path.endswith(f"/{changed.name}.o")]
    program = work / "explorer"
    subprocess.run([arguments.compiler, *others, mutant, "-o", program, *LIBRARIES], check=True)
    run = subprocess.run([program, "--most=1000", "--seeds=20000"], capture_output=True, text=True,
                         timeout=600)
    lines = [line for line in run.stdout.splitlines() if line.startswith("violation")]
    if run.returncode < 0:
        return f"the explorer dies of signal {-run.returncode}"
    if run.returncode == 0 or not lines or fault.violation not in lines[0]:
        return None
    return lines[0]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("--objects", required=True)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    faults = [fault for fault in FAULTS if arguments.only in fault.name]
    missed = 0
    for fault in faults:
        with tempfile.TemporaryDirectory() as work:
            found = find(fault, arguments, pathlib.Path(work))
        missed += found is None
        print(f"{fault.name}: {found or 'MISSED'}", flush=True)
    print(f"{len(faults) - missed} of {len(faults)} planted faults found")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
