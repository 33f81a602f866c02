#!/usr/bin/env python3
"""Lets clang check that what a mutex guards is touched under it, in server and client.

Usage: thread_safety.py ROOT BUILD    BUILD: a build tree with its compile_commands.json

Makes no code: -fsyntax-only -Wthread-safety over each translation unit of the build that has a source
which sees a mutex, itself or through its headers. Exits 77, which CTest reads as skipped, where clang 14
is not installed. A class that holds a mutex must say what it guards (ABSL_GUARDED_BY), else there is
nothing to check: so a std::mutex, which has no annotations, is a mistake outside server/mutex.h and
client/internal/mutex.h.
"""

import concurrent.futures
import json
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

# What takes most of a unit's time, and so is read once for all.
PRECOMPILED = """
#include <Eigen/Geometry>
#include <carom/v1/mechanism.grpc.pb.h>
#include <carom/v1/simulation.grpc.pb.h>
#include <google/protobuf/util/json_util.h>
"""

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


def flags(root: pathlib.Path, build: pathlib.Path) -> "list[str]":
    return [CLANG, "-std=c++20", f"-I{root}", f"-I{root}/client/include", "-isystem",
            "/usr/include/eigen3", "-isystem", f"{build}/proto/generated", "-Wno-everything",
            "-Wthread-safety", "-Werror=thread-safety"]


def precompile(command: "list[str]", folder: str) -> "list[str]":
    """The command that checks a unit after the headers that all have in common."""
    headers = f"{folder}/headers.pch"
    subprocess.run(command + ["-x", "c++-header", "-", "-o", headers], input=PRECOMPILED, text=True, check=True)
    return command + ["-include-pch", headers, "-fsyntax-only", "-x", "c++"]


def units(root: pathlib.Path, build: pathlib.Path, sources: "set[str]") -> "list[pathlib.Path]":
    """The build's translation units that are one of the sources or include one; what is a part of one
    unit is none of its own (tests/explorer compiles some again)."""
    def included(unit: pathlib.Path) -> "set[pathlib.Path]":
        return {pathlib.Path(name) for name in re.findall(r'^#include "(/[^"]+\.cc)"', unit.read_text(), re.M)}

    compiled = {pathlib.Path(entry["file"])
                for entry in json.loads((build / "compile_commands.json").read_text())}
    ours = {unit for unit in compiled if any(top / folder in unit.parents
                                             for top in (build, root) for folder in FOLDERS)}
    parts = set().union(*map(included, ours))
    wanted = {root / name for name in sources}
    return sorted(unit for unit in ours - parts if (included(unit) | {unit}) & wanted)


def sources_with_a_mutex(root: pathlib.Path) -> "set[str]":
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
    return {name for name in seen if name.endswith(".cc")}


def main(arguments: "list[str]") -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    root, build = (pathlib.Path(argument).resolve() for argument in arguments)
    if shutil.which(CLANG) is None:
        print(f"{CLANG} is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        return check_all(root, build, precompile(flags(root, build), folder))


def check_all(root: pathlib.Path, build: pathlib.Path, command: "list[str]") -> int:
    """The exit code."""
    planted = subprocess.run(command + ["-"], input=PLANTED, text=True, capture_output=True,
                             check=False)
    if planted.returncode == 0 or "requires holding mutex 'mutex_'" not in planted.stderr:
        print("the planted mistake was not found:", planted.stderr)
        return 1

    def check(unit: pathlib.Path) -> "tuple[pathlib.Path, subprocess.CompletedProcess[str]]":
        return unit, subprocess.run(command + [str(unit)], text=True, capture_output=True,
                                    check=False)

    failed = 0
    sources = sources_with_a_mutex(root)
    checked = units(root, build, sources)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for unit, result in pool.map(check, checked):
            if result.returncode != 0:
                failed += 1
                print(unit, result.stderr, sep="\n")
    print(f"{len(sources)} sources with a mutex in {len(checked)} units, {failed} with mistakes")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
