#!/usr/bin/env python3
"""Compiles headers and sources by themselves, as far as their meaning goes: no code is made.

Usage: alone.py ROOT BUILD --all | FILE...    BUILD: a build tree, for the headers of the wire

The default build compiles a folder's sources together (CAROM_UNITY_BUILD), where one may use what
another includes. includes.py, which is a test of ctest, reads names; this asks the compiler about the
rest, as members of types that are declared only: --all takes half an hour.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys

FOLDERS = ("core", "server", "client", "tests")
# What needs flags of its own, and is compiled alone in every build: kernels of special widths, the
# Python module, projects that know the installed package only, the explorer and its own headers.
ELSEWHERE = ("avx2.cc", "avx512.cc")
ELSEWHERE_FOLDERS = ("client/python/", "tests/explorer/", "tests/package/")


def flags(root: pathlib.Path, build: pathlib.Path) -> "list[str]":
    return ["g++", "-std=c++20", f"-I{root}", f"-I{root}/client/include", "-isystem",
            f"{build}/proto/generated", "-isystem", "/usr/include/eigen3",
            '-DCAROM_TEST_DATA_DIR=""', '-DCAROM_BIN_DIR=""', "-fsyntax-only", "-x", "c++"]


def candidates(root: pathlib.Path) -> "list[str]":
    names = [path.relative_to(root).as_posix() for folder in FOLDERS
             for kind in ("*.h", "*.cc") for path in (root / folder).rglob(kind)]
    return sorted(name for name in names
                  if not name.endswith(ELSEWHERE) and not name.startswith(ELSEWHERE_FOLDERS))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("file", nargs="*")
    arguments = parser.parse_args()
    root, build = arguments.root.resolve(), arguments.build.resolve()
    if bool(arguments.file) == arguments.all:
        parser.error("either --all or files")
    names = arguments.file or candidates(root)

    def check(name: str) -> "tuple[str, subprocess.CompletedProcess[str]]":
        return name, subprocess.run(flags(root, build) + [str(root / name)], text=True,
                                    capture_output=True, check=False)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, result in pool.map(check, names):
            if result.returncode != 0:
                failed += 1
                print(name, result.stderr, sep="\n", flush=True)
    print(f"{len(names)} files compiled by themselves, {failed} did not")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
