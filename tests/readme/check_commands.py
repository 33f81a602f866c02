#!/usr/bin/env python3
"""Runs the commands of every README as printed, from the root of the checkout.

usage: check_commands.py ROOT BIN [README...]      BIN: the folder of the programs

A block of `sh` is a script. In a block of `console` a command begins with "$ " and goes on after a \\
at the end of its line, or to the end of its here-document; the lines beneath must come in its
output, in their order, "..." standing for anything. All must end with 0, and so must every part of a
pipe. Blocks that cannot run here are marked by <!-- parsed only: REASON -->, with a reason that
readmes.py lists, and are given to `bash -n` alone; "elsewhere: FILE" names the test that runs them: it
has the names of what they run, or runs whatever block names it.
So are those marked by <!-- needs: PROGRAM --> in a build without that program. Commands run in a
scratch folder that looks like the checkout, so that what they write stays out of it.
"""

import itertools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

import readmes

TIMEOUT_S = 300.0  # Of a block: under a sanitizer programs are 20 times slower.
MARK = "@@command"  # Ends the output of a command.


class Example(NamedTuple):
    command: str
    expected: "list[str]"


def read_examples(block):
    """The commands of a block of `console`, with the lines beneath them."""
    examples, here_end, goes_on = [], "", False
    for line in block.lines:
        if goes_on or here_end:
            examples[-1] = Example(examples[-1].command + "\n" + line, [])
            if line == here_end:
                here_end = ""
        elif line.startswith("$ "):
            examples.append(Example(line[2:], []))
            here = re.search(r"<<'(\w+)'", line)
            here_end = here[1] if here else ""
        elif line and examples:
            examples[-1].expected.append(line)
        elif line:
            raise ValueError(f"{block.where()}: no command before: {line}")
        goes_on = not here_end and line.endswith("\\")
    return examples


def missing_lines(expected, output):
    """Those of the expected lines that do not come in the output, in their order."""
    lines, at, missing = output.splitlines(), 0, []
    for wanted in expected:
        pattern = re.compile(".*".join(re.escape(part) for part in wanted.split("...")))
        found = next((i for i in range(at, len(lines)) if pattern.fullmatch(lines[i])), None)
        if found is None:
            missing.append(wanted)
        else:
            at = found + 1
    return missing


def run_bash(script, folder, environment, options=()):
    """Status and output. Files, not pipes: what runs on in the background must not hold us."""
    with tempfile.TemporaryFile("w+") as out:
        done = subprocess.run(["bash", "-o", "pipefail", *options, "-c", script], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                              timeout=TIMEOUT_S, check=False)
        out.seek(0)
        return done.returncode, out.read()


# What a block has left running ends with it.
PROLOGUE = "trap '{ kill $(jobs -p); wait; } 2>/dev/null || true' EXIT\n"


def check_script(block, folder, environment):
    status, output = run_bash(PROLOGUE + block.text(), folder, environment, ("-e",))
    if status != 0:
        yield f"{block.where()}: exit status {status}\n{output}"


def check_console(block, folder, environment):
    examples = read_examples(block)
    script = PROLOGUE + "".join(f"{e.command}\nprintf '\\n{MARK} %d\\n' $?\n" for e in examples)
    _, output = run_bash(script, folder, environment)
    parts = re.split(rf"\n{MARK} (\d+)\n", output)
    for example, text, status in itertools.zip_longest(examples, parts[::2], parts[1::2]):
        if example is None:
            return  # What follows the last command.
        if status != "0":
            yield f"{block.where()}: failed: {example.command}\n{text}"
            return
        for line in missing_lines(example.expected, text):
            yield f"{block.where()}: {example.command}\n  does not print: {line}\n{text}"


def check_syntax(block):
    text = block.text()
    if block.language == "console":
        text = "\n".join(example.command for example in read_examples(block))
    done = subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True, check=False)
    if done.returncode != 0:
        yield f"{block.where()}: {done.stderr}"


def commands(block):
    """The words of each command of a block, one a line; a comment ends it."""
    lines = [example.command for example in read_examples(block)] if block.language == "console" else block.lines
    found = [shlex.split(line, comments=True) for line in lines]
    return [words for words in found if words]


def names_of(words):
    """What a command runs: tests by their filter, or a program and its words that are no flags."""
    tests = [word.partition("=")[2] for word in words if word.startswith("--gtest_filter=")]
    if tests:
        return [name for test in tests for name in re.findall(r"\w+", test)]
    program, *arguments = itertools.dropwhile(lambda word: "=" in word, words)
    return [pathlib.Path(program).name,
            *(word.removeprefix("./") for word in arguments if not word.startswith("-"))]


def check_elsewhere(block, folder):
    test = block.parsed_only.removeprefix(readmes.ELSEWHERE)
    file = pathlib.Path(folder) / test
    if "tests" not in test.split("/") or not file.is_file():
        yield f"{block.where()}: {test}: no such test"
        return
    text = file.read_text()
    if readmes.ELSEWHERE + test in text:
        return  # It looks for the blocks that name it.
    for name in {name for words in commands(block) for name in names_of(words)}:
        if not re.search(rf"\b{re.escape(name)}\b", text):
            yield f"{block.where()}: {test}: has no {name}"


def check_block(block, folder, environment):
    if block.language not in ("sh", "console"):
        return
    if block.parsed_only.startswith(readmes.ELSEWHERE):
        yield from check_elsewhere(block, folder)
    if block.parsed_only or (block.needs and not shutil.which(block.needs, path=environment["PATH"])):
        yield from check_syntax(block)
    elif block.language == "sh":
        yield from check_script(block, folder, environment)
    else:
        yield from check_console(block, folder, environment)


def make_checkout(root, bin_folder, folder):
    """A folder that looks like the checkout after a build."""
    for entry in root.iterdir():
        if not entry.name.startswith("."):
            (folder / entry.name).symlink_to(entry)
    (folder / ".build/release").mkdir(parents=True)
    (folder / ".build/release/bin").symlink_to(bin_folder)


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    root, bin_folder = (pathlib.Path(argument).resolve() for argument in arguments[:2])
    # Python keeps no bytecode beside the scripts, which are the checkout's own.
    environment = dict(os.environ, PATH=f"{bin_folder}:{os.environ['PATH']}",
                       PYTHONDONTWRITEBYTECODE="1")
    wrong, count = [], 0
    for path in arguments[2:] or readmes.find(root):
        with tempfile.TemporaryDirectory() as folder:
            make_checkout(root, bin_folder, pathlib.Path(folder))
            for block in readmes.blocks(path, (root / path).read_text()):
                count += block.language in ("sh", "console")
                wrong += check_block(block, folder, environment)
    print("\n".join(wrong + [f"{count} blocks of commands, {len(wrong)} violations"]))
    return 1 if wrong or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
