#!/usr/bin/env python3
"""Finds functions that one library defines for all and another one inline.

Usage: one_definition.py BUILD    BUILD: a build tree with the static libraries

C++ lets a program have one function of a name and signature. Where an inline function in one library
has the name of an ordinary one in another, the linker keeps one of them silently, and which one
depends on what was inlined. Exits 0 if there is none, 1 with their names otherwise.
"""

import collections
import pathlib
import subprocess
import sys

OURS = "carom::"


def symbols(library: pathlib.Path) -> "list[tuple[str, str]]":
    text = subprocess.run(["nm", "-C", "--defined-only", str(library)], check=True,
                          capture_output=True, text=True).stdout
    fields = (line.split(" ", 2) for line in text.splitlines())
    return [(line[1], line[2]) for line in fields
            if len(line) == 3 and line[1] in "TW" and line[2].startswith(OURS)]


def main() -> int:
    libraries = sorted(pathlib.Path(sys.argv[1]).rglob("libcarom_*.a"))
    if not libraries:
        sys.exit(f"{sys.argv[1]} has no libraries")
    kinds = collections.defaultdict(lambda: collections.defaultdict(set))
    for library in libraries:
        for kind, name in symbols(library):
            kinds[name][kind].add(library.name)
    twice = {name: where for name, where in kinds.items() if "T" in where and "W" in where}
    for name, where in sorted(twice.items()):
        print(f"{name}: defined in {', '.join(sorted(where['T']))}, "
              f"inline in {', '.join(sorted(where['W']))}")
    print(f"{len(libraries)} libraries, {len(kinds)} functions, {len(twice)} defined in both ways")
    return 1 if twice else 0


if __name__ == "__main__":
    sys.exit(main())
