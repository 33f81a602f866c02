#!/usr/bin/env python3
"""Lets clang check that what a mutex guards is touched under it, in server and client.

Usage: thread_safety.py ROOT GENERATED    GENERATED holds the headers of the wire, carom/v1/*.pb.h

Compiles nothing: -fsyntax-only -Wthread-safety over each source that a mutex is seen in, itself or
through its headers. Exits 77, which CTest reads as skipped, where clang 14 is not installed. A class
that holds a mutex must say what it guards (ABSL_GUARDED_BY), else there is nothing to check: so a
std::mutex, which has no annotations, is a mistake outside server/mutex.h and client/internal/mutex.h.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CLANG = "clang++-14"
FOLDERS = ("server", "client")
MUTEX = {"server/mutex.h", "client/internal/mutex.h"}
INCLUDE = re.compile(r'^#include "((?:server|client)/[^"]+)"', re.M)
BARE_MUTEX = re.compile(r"\bstd::(?:recursive_|timed_|shared_)?mutex\b")
# Its own; that of a library's base class; steps that hand a std::unique_lock on, as an argument
# that says the same to every compiler; and two that guard nothing, but let a thread wait.
BARE_IS_FINE = MUTEX | {"server/log/server_log.cc", "client/internal/async_call.h",
                        "client/internal/retry.cc", "client/cli/elapsed_line.cc"}

PLANTED = """
#include "server/mutex.h"
class Counter {
 public:
  void Add() { ++count_; }
 private:
  carom::Mutex mutex_;
  int count_ ABSL_GUARDED_BY(mutex_) = 0;
};
"""


# Of libraries and the wire: what takes most of the time, read once for all sources.
HEAVY = """
#include <grpcpp/grpcpp.h>
#include <google/protobuf/message.h>
#include "carom/v1/simulation.grpc.pb.h"
"""


def flags(root: pathlib.Path, generated: str) -> "list[str]":
    return [CLANG, "-std=c++20", f"-I{root}", "-isystem", "/usr/include/eigen3", "-isystem",
            generated, "-Wno-everything", "-Wthread-safety", "-Werror=thread-safety"]


def read_once(command: "list[str]", folder: str) -> "list[str]":
    """Precompiles the heavy headers into the folder. Returns the command that checks a source."""
    header = pathlib.Path(folder) / "heavy.h"
    header.write_text(HEAVY)
    compiled = header.with_suffix(".pch")
    subprocess.run(command + ["-x", "c++-header", str(header), "-o", str(compiled)], check=True)
    return command + ["-include-pch", str(compiled), "-fsyntax-only", "-x", "c++"]


def sources_with_a_mutex(root: pathlib.Path) -> "list[str]":
    texts = {f.relative_to(root).as_posix(): f.read_text()
             for folder in FOLDERS for kind in ("*.h", "*.cc") for f in (root / folder).rglob(kind)}
    seen = {name for name in texts if name in MUTEX}
    while True:
        more = {name for name, text in texts.items()
                if name not in seen and seen.intersection(INCLUDE.findall(text))}
        if not more:
            break
        seen |= more
    bare = [name for name, text in sorted(texts.items())
            if name not in BARE_IS_FINE and BARE_MUTEX.search(text)]
    for name in bare:
        print(f"{name}: a std::mutex has no annotations: take one of {sorted(MUTEX)}")
    if bare:
        sys.exit(1)
    return sorted(name for name in seen if name.endswith(".cc"))


def main(arguments: "list[str]") -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    root = pathlib.Path(arguments[0])
    if shutil.which(CLANG) is None:
        print(f"{CLANG} is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        return check_all(root, read_once(flags(root, arguments[1]), folder))


def check_all(root: pathlib.Path, command: "list[str]") -> int:
    planted = subprocess.run(command + ["-"], input=PLANTED, text=True, capture_output=True,
                             check=False)
    if planted.returncode == 0 or "requires holding mutex 'mutex_'" not in planted.stderr:
        print("the planted mistake was not found:", planted.stderr)
        return 1

    def check(source: str) -> "tuple[str, subprocess.CompletedProcess[str]]":
        return source, subprocess.run(command + [str(root / source)], text=True,
                                      capture_output=True, check=False)

    failed = 0
    sources = sources_with_a_mutex(root)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, result in pool.map(check, sources):
            if result.returncode != 0:
                failed += 1
                print(source, result.stderr, sep="\n")
    print(f"{len(sources)} sources with a mutex, {failed} with mistakes")
    return 1 if failed or not sources else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
