#!/usr/bin/env python3
"""Which named numbers does no test notice?

Usage: named_numbers.py [CHECKOUT] [--only=REGEX] [--derived] [--jobs=N] [--list] [--scratch=DIR]

Lists the named numbers of core/event, core/solid and core/laws, multiplies each tuning number by 3 and
by 1/3, one at a time, runs the tests that could notice, and prints a line for each number: which test
noticed it, or NOT NOTICED. Exits 1 if any is not noticed. There is one build: in a copy of the checkout
every tuning number reads its factor from the environment at the start of the program. --list only lists.
--only takes numbers whose "path:name" matches. --derived tries derived numbers too. --scratch keeps
copy and build for the next run.

A named number is a line `constexpr TYPE kName = VALUE;` with a whole or a floating-point TYPE. The text
alone decides of which kind it is:

  name       a whole number below 1: it stands for a thing (kFixedBody = -1)
  size       a whole number that the compiler needs, in brackets or as an argument of a template: of
             columns, blocks, tables; what does not fit is handled, or refused by a check
  exact      a quotient of whole numbers (5.0 / 7.0) or a function's result, which mathematics gives
  published  its comment, on its line or right above, names a source in brackets, as [Mathavan 2010]
  derived    its value names another number or the arithmetic (numeric_limits), so it has no origin of
             its own
  tuning     all others: tolerances, thresholds, caps

Only tuning numbers are counted.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple, Optional

FOLDERS = ("core/event", "core/solid", "core/laws")
TYPE = r"(?:double|float|int|(?:std::)?size_t|(?:std::)?u?int\d+_t)"
NUMBER = re.compile(
    r"^(?P<indent> *)(?P<storage>(?:inline |static )*)constexpr (?P<type>" + TYPE + r") "
    r"(?P<name>k[A-Z]\w*)\s*=\s*(?P<value>[^;{}]*);", re.M)
# Every other constant that one of the numbers may stand in.
CONSTANT = re.compile(r"^(?P<indent> *)(?P<storage>(?:inline |static )*)constexpr "
                      r"(?P<rest>[\w:<>, ]+ (?P<name>k[A-Z]\w*)(?:\[\])?\s*(?:=\s*)?(?P<value>\{[^;]*\}|[^;{}]*);)",
                      re.M)
NAME = re.compile(r"\bk[A-Z]\w*\b")
FACTORS = ("3", "0.333333333333333333")
CHANGED = ("tuning", "derived")

HEADER = """
#ifndef CAROM_MUTATED_H_
#define CAROM_MUTATED_H_
#include <stdlib.h>
#include <string.h>
template <class T>
inline T CaromMutated(const char* name, T value) {
  const char* const wanted = getenv("CAROM_MUTATED");
  if (wanted == nullptr || strcmp(wanted, name) != 0) return value;
  return static_cast<T>(static_cast<double>(value) * strtod(getenv("CAROM_FACTOR"), nullptr));
}
#endif
"""

# Programs that run, in this order, until one fails, with the folders that they link. None needs the
# server.
TESTS = (("carom_frozen_hash_test", FOLDERS), ("carom_core_solid_test", ("core/solid",)),
         ("carom_core_laws_test", ("core/solid", "core/laws")), ("carom_core_event_test", FOLDERS),
         ("carom_core_table_test", ("core/solid",)))
LIMIT_S = 900  # A program that hangs has noticed.

# A program of its own for the frozen hashes: the one that they belong to links the server too.
FROZEN_HASHES = """
carom_add_executable(carom_frozen_hash_test determinism/frozen_hash_test.cc)
target_link_libraries(carom_frozen_hash_test
  PRIVATE carom_testing_shots carom_core GTest::gmock GTest::gtest GTest::gtest_main)
"""


class Number(NamedTuple):
    path: str
    name: str
    type: str
    value: str
    kind: str
    start: int
    end: int

    def key(self) -> str:
        return f"{self.path}:{self.name}"


def comment_of(text: str, start: int, end: int) -> str:
    """The comment on the number's line, and the one right above it."""
    line_end = text.find("\n", end)
    comment = text[end:line_end]
    above = text[:start].split("\n")[:-1]
    while above and above[-1].lstrip().startswith("//"):
        comment = above.pop() + " " + comment
    return comment


def kind_of(name: str, kind: str, value: str, comment: str, everything: str) -> str:
    whole = kind not in ("double", "float")
    plain = value.replace("'", "")
    if whole and re.fullmatch(r"[-+]?\d+", plain) and int(plain) < 1:
        return "name"
    if whole and re.search(rf"\[[^\]\n]*\b{name}\b|<[^<>;\n&|]*\b{name}\b[^<>;\n&|]*>", everything):
        return "size"
    if re.fullmatch(r"[-+]?\d+\.0 / \d+\.0|\w+\(\)", value):
        return "exact"
    if "numeric_limits<double>::infinity()" in value:
        return "name"
    if re.search(r"\[[A-Z][\w&.,' -]*( et al\.)?,? ?\w*\]", comment):
        return "published"
    if NAME.search(value) or "numeric_limits" in value:
        return "derived"
    return "tuning"


def sources(root: pathlib.Path, folders: "tuple[str, ...]") -> "list[pathlib.Path]":
    return sorted(file for folder in folders for file in (root / folder).rglob("*")
                  if file.suffix in (".h", ".cc", ".inl"))


def numbers_of(root: pathlib.Path) -> "list[Number]":
    texts = {file: file.read_text() for file in sources(root, FOLDERS)}
    everything = "\n".join(texts.values())
    numbers = []
    for file, text in texts.items():
        for match in NUMBER.finditer(text):
            value = " ".join(match["value"].split())
            kind = kind_of(match["name"], match["type"], value,
                           comment_of(text, match.start(), match.end()), everything)
            numbers.append(Number(file.relative_to(root).as_posix(), match["name"], match["type"],
                                  value, kind, match.start(), match.end()))
    # Sizes made of sizes.
    sizes = {n.name for n in numbers if n.kind == "size"}
    return [n._replace(kind="size") if n.kind == "derived" and n.type not in ("double", "float")
            and set(NAME.findall(n.value)) <= sizes else n for n in numbers]


def constant(indent: str, storage: str) -> str:
    """What takes the place of `constexpr` where a value is known at the start of the program only."""
    if "static" in storage:
        return "static inline const"
    if "inline" in storage:
        return "inline const"
    return "static const" if indent else "const"


def instrument(root: pathlib.Path, numbers: "list[Number]") -> None:
    changed = {(n.path, n.name) for n in numbers if n.kind in CHANGED}
    names = {name for _, name in changed}
    files = {file: file.read_text() for file in sources(root, ("core", "tests", "server", "client"))}

    def number(path: str, match: "re.Match[str]") -> str:
        if (path, match["name"]) not in changed:
            return match[0]
        return (f"{match['indent']}{constant(match['indent'], match['storage'])} {match['type']} "
                f"{match['name']} = CaromMutated<{match['type']}>(\"{path}:{match['name']}\", "
                f"{match['value']});")

    for file in files:
        path = file.relative_to(root).as_posix()
        files[file] = NUMBER.sub(lambda match: number(path, match), files[file])

    def dependent(match: "re.Match[str]") -> str:
        if not names & set(NAME.findall(match["value"])):
            return match[0]
        names.add(match["name"])
        return f"{match['indent']}{constant(match['indent'], match['storage'])} {match['rest']}"

    while True:
        before = len(names)
        for file in files:
            files[file] = CONSTANT.sub(dependent, files[file])
        if len(names) == before:
            break
    for file, text in files.items():
        if text != file.read_text():
            file.write_text(text)


def copy(checkout: pathlib.Path, scratch: pathlib.Path) -> None:
    """The files of the checkout and no others; those that have not changed keep their times."""
    listed = subprocess.run(["git", "-C", checkout, "ls-files", "-z", "--cached", "--others",
                             "--exclude-standard"], capture_output=True, check=True).stdout
    names = set(listed.decode().split("\0"))
    for name in names:
        source = checkout / name
        if name and source.is_file():
            target = scratch / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    for folder in ("core", "tests", "server", "client"):
        for file in (scratch / folder).rglob("*"):
            if file.is_file() and file.relative_to(scratch).as_posix() not in names:
                file.unlink()  # Of an earlier run; the build would take it in.


def build(scratch: pathlib.Path) -> None:
    header = scratch / "mutated.h"
    header.write_text(HEADER)
    with (scratch / "tests/CMakeLists.txt").open("a") as rules:
        rules.write(FROZEN_HASHES)
    configure = ["cmake", "-G", "Ninja", "-S", scratch, "-B", scratch / ".build",
                 "-DCMAKE_BUILD_TYPE=Release", "-DCAROM_BUILD_TESTS=ON",
                 f"-DCMAKE_CXX_FLAGS=-include {header}"]
    if shutil.which("ccache"):
        configure.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    programs = [program for program, _ in TESTS]
    for command in (configure, ["ninja", "-C", scratch / ".build", *programs]):
        subprocess.run(command, stdout=sys.stderr, check=True)


def first_failure(output: str) -> str:
    match = re.search(r"^\[  FAILED  \] (\S+?),? ", output, re.M)
    return match[1] if match else "it does not get that far"


def notices(scratch: pathlib.Path, key: str, factor: str, program: str) -> Optional[str]:
    """The test that fails, or why the program did not end."""
    environment = dict(os.environ, CAROM_MUTATED=key, CAROM_FACTOR=factor)
    try:
        done = subprocess.run(
            [scratch / ".build/bin" / program, "--gtest_brief=1", "--gtest_fail_fast"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT_S, check=False,
            env=environment, errors="replace")
    except subprocess.TimeoutExpired:
        return f"{program}, which does not end"
    return None if done.returncode == 0 else first_failure(done.stdout)


def noticed_by(scratch: pathlib.Path, number: Number) -> Optional[str]:
    """The first test that fails with the number times 3, or by 3: quick programs first."""
    for program, folders in TESTS:
        if not number.path.startswith(folders):
            continue
        for factor in FACTORS:
            test = notices(scratch, number.key(), factor, program)
            if test:
                return f"{test} ({'x' if factor == '3' else '/'} 3)"
    return None


def main(arguments: "list[str]") -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--only", default="")
    parser.add_argument("--derived", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--scratch", type=pathlib.Path)
    options = parser.parse_args(arguments)
    numbers = numbers_of(options.checkout)
    tuning = sum(n.kind == "tuning" for n in numbers)
    if options.list:
        for n in sorted(numbers, key=lambda n: n.kind):
            print(f"{n.kind:10} {n.key()} = {n.value}")
        print(f"{tuning} tuning numbers")
        return 0
    scratch = options.scratch or pathlib.Path(tempfile.mkdtemp(prefix="carom-mutation-"))
    try:
        copy(options.checkout, scratch)
        instrument(scratch, numbers)
        build(scratch)
        if any(notices(scratch, "none", "1", program) for program, _ in TESTS):
            print("the tests fail with all numbers as they are", file=sys.stderr)
            return 2
        kinds = CHANGED if options.derived else ("tuning",)
        tried = [n for n in numbers if n.kind in kinds and re.search(options.only, n.key())]
        unnoticed = 0
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for n, how in zip(tried, pool.map(lambda n: noticed_by(scratch, n), tried)):
                unnoticed += how is None
                shown = f"noticed by {how}" if how else "NOT NOTICED"
                print(f"{n.kind:8} {n.key()} = {n.value}: {shown}", flush=True)
        print(f"{len(tried)} numbers tried, {unnoticed} not noticed; {tuning} tuning numbers in all")
        return 1 if unnoticed else 0
    finally:
        if options.scratch is None:
            shutil.rmtree(scratch)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
