#!/usr/bin/env python3
"""Demands of every README of a tree that what it points at is there.

usage: check_links.py ROOT      prints "README:LINE: why" for each violation; exits 1 if there is any

Links and images lead to files of the tree, anchors to headings, and a path in backquotes exists. The
first README is short and leads to every other one; each folder of the top has one; each says in its
first line whom it is for; the server's names every metric.
"""

import pathlib
import re
import sys

import readmes

MOST_LINES = 250
FOLDERS = ["proto", "server", "core", "client", "deploy", "tests"]
METRIC = re.compile(r'"(carom_[a-z_]+)"')


def check_links(root, path, text):
    for number, target in readmes.links(text):
        if re.match(r"[a-z]+:", target):
            continue  # Another site's.
        name, _, anchor = target.partition("#")
        file = (root / path).parent / name if name else root / path
        if not file.exists():
            yield f"{path}:{number}: {target}: no such file"
        elif anchor and anchor not in readmes.anchors(file.read_text()):
            yield f"{path}:{number}: {target}: no such heading"
    for number, line in enumerate(readmes.prose(text), start=1):
        for name in readmes.NAMED.findall(line):
            if not (root / name).exists():
                yield f"{path}:{number}: {name}: no such file"


def check_shape(root, path, text):
    lines = text.splitlines()
    first = [line for line in lines[1:] if line][:1]
    if not first or not first[0].startswith("*For "):
        yield f"{path}:1: does not say whom it is for"
    if path == "README.md":
        if len(lines) > MOST_LINES:
            yield f"{path}:1: {len(lines)} lines; at most {MOST_LINES}"
        linked = {target.partition("#")[0] for _, target in readmes.links(text)}
        for other in readmes.find(root):
            if other != path and other not in linked:
                yield f"{path}:1: does not lead to {other}"
        for folder in FOLDERS:
            if not (root / folder / "README.md").exists():
                yield f"{folder}: has no README.md"


def check_metrics(root):
    told = (root / "server/README.md").read_text()
    for file in sorted((root / "server/metrics").glob("*.cc")):
        for metric in METRIC.findall(file.read_text()):
            if metric not in told:
                yield f"server/README.md:1: does not name {metric}"


def check_tree(root):
    for path in readmes.find(root):
        text = (root / path).read_text()
        yield from check_links(root, path, text)
        yield from check_shape(root, path, text)
    yield from check_metrics(root)


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    violations = list(check_tree(pathlib.Path(arguments[0]).resolve()))
    print("\n".join(violations + [f"{len(violations)} violations"]))
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
