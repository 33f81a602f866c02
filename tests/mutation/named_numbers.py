#!/usr/bin/env python3
"""Which named numbers does no test notice?

Usage: named_numbers.py CHECKOUT BUILD [--only=REGEX] [--slow]

Changes each named number of core/event, core/solid and core/laws by a factor of 3, up and down, one at
a time; builds and runs the tests that could notice, and prints a line for each number: how it was
noticed, or that it was not. CHECKOUT must be a clean checkout, and BUILD a build of it by ninja that
has been configured with tests. The files are put back, whatever happens. --only takes numbers whose
"file:name" matches. --slow also runs the invariants of random shots. A number takes about two minutes
(--slow: ten). Exits 1 if any number is not noticed.
"""

import argparse
import pathlib
import re
import subprocess
import sys
from typing import Iterator, NamedTuple, Optional

FOLDERS = ("core/event", "core/solid", "core/laws")
# constexpr double kName = 1.5; or with braces or arguments after the literal's own expression.
NUMBER = re.compile(
    r"^(?P<before>[^/\n]*\bconstexpr (?:double|int|float) (?P<name>k[A-Z]\w*)\s*=\s*)"
    r"(?P<value>[-+]?\d[\d.e'+-]*)(?P<after>\s*;)", re.M)
FACTORS = (3.0, 1.0 / 3.0)

# Programs of tests with the tests of theirs that run, quick ones first.
QUICK = (("carom_determinism_test", "FrozenHash.*"), ("carom_core_solid_test", "*"),
         ("carom_core_event_test", "*"), ("carom_regressions_test", "*"),
         ("carom_core_laws_test", "*"))
SLOW = (("carom_core_invariants_test", "*"),)


class Number(NamedTuple):
    path: str
    name: str
    value: str
    start: int
    end: int


def numbers_in(path: str, text: str) -> "Iterator[Number]":
    for match in NUMBER.finditer(text):
        yield Number(path, match["name"], match["value"], match.start("value"), match.end("value"))


def changed(value: str, factor: float) -> Optional[str]:
    """The literal times the factor; None if that is the same number, as of 0 and of 1 / 3 among the
    whole numbers."""
    if re.fullmatch(r"[-+]?\d+", value):
        whole = int(int(value) * factor)
        return str(whole) if whole not in (int(value), 0) else None
    number = float(value.replace("'", ""))
    return repr(number * factor) if number else None


def build(directory: str, programs: "list[str]") -> bool:
    done = subprocess.run(["ninja", "-C", directory, *programs], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    return done.returncode == 0


def noticed_by(directory: str, tests: "tuple[tuple[str, str], ...]") -> Optional[str]:
    """The first program whose tests fail, or do not end."""
    for program, only in tests:
        try:
            done = subprocess.run(
                [f"{directory}/bin/{program}", "--gtest_brief=1", f"--gtest_filter={only}"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=900, check=False)
        except subprocess.TimeoutExpired:
            return f"{program}, which does not end"
        if done.returncode != 0:
            return program
    return None


def try_number(root: pathlib.Path, directory: str, number: Number,
               tests: "tuple[tuple[str, str], ...]") -> "list[str]":
    """How each change of the number shows, up and down; "" if it does not."""
    file = root / number.path
    text = file.read_text()
    shows = []
    try:
        for factor in FACTORS:
            value = changed(number.value, factor)
            if value is None:
                continue
            file.write_text(text[:number.start] + value + text[number.end:])
            if not build(directory, [program for program, _ in tests]):
                shows.append("the compiler")
            else:
                shows.append(noticed_by(directory, tests) or "")
    finally:
        file.write_text(text)
    return shows


def main(arguments: "list[str]") -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("build")
    parser.add_argument("--only", default="")
    parser.add_argument("--slow", action="store_true")
    options = parser.parse_args(arguments)
    root = options.checkout
    dirty = subprocess.run(["git", "-C", root, "status", "--short"], capture_output=True, check=True)
    if dirty.stdout:
        print("the checkout is not clean", file=sys.stderr)
        return 2
    tests = QUICK + (SLOW if options.slow else ())
    files = sorted(f for folder in FOLDERS for kind in ("*.h", "*.cc", "*.inl")
                   for f in (root / folder).rglob(kind))
    unnoticed = count = 0
    for file in files:
        path = file.relative_to(root).as_posix()
        for number in numbers_in(path, file.read_text()):
            if not re.search(options.only, f"{path}:{number.name}"):
                continue
            count += 1
            shows = try_number(root, options.build, number, tests)
            seen = [show for show in shows if show]
            unnoticed += not seen
            how = f"noticed by {', '.join(sorted(set(seen)))}" if seen else "NOT NOTICED"
            print(f"{path}:{number.name} = {number.value}: {how}", flush=True)
    build(options.build, [program for program, _ in tests])
    print(f"{count} numbers, {unnoticed} not noticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
