#!/usr/bin/env python3
"""Demands that core/README.md prints the state machine of tests/testing/state_machine.h, row by row.

usage: state_machine_doc.py ROOT
"""

import pathlib
import re
import sys

ROW = re.compile(r"\{EventKind::k(\w+),\s*([^,{}]+),\s*([^,{}]+)\}")
SECTION = "## State machine"
NAMES = {"cloth", "stationary", "spinning", "sliding", "rolling", "airborne", "supported",
         "pocketed", "left table"}


def spell(name):
    """BallBall -> ball ball."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name).lower()


def states(expression):
    """kCloth | kAirborne or MotionState::kPocketed -> cloth, airborne."""
    parts = (part.strip().removeprefix("MotionState::") for part in expression.split("|"))
    return tuple(spell(part.removeprefix("k")) for part in parts)


def rows_of_header(text):
    table = text[text.index("kStateMachine = []"):text.index("}();")]
    return [(spell(event), states(before), states(after))
            for event, before, after in ROW.findall(table)]


def rows_of_readme(text):
    section = text[text.index(SECTION + "\n"):]
    section = section[len(SECTION):].split("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")]
             for line in section.splitlines() if line.startswith("|")]
    return [(event, tuple(before.split(", ")), tuple(after.split(", ")))
            for before, event, after in cells[2:]]


def main():
    root = pathlib.Path(sys.argv[1])
    code = rows_of_header((root / "tests/testing/state_machine.h").read_text())
    told = rows_of_readme((root / "core/README.md").read_text())
    unknown = {name for row in code for side in row[1:] for name in side} - NAMES
    wrong = sorted(set(code) ^ set(told))
    for row in wrong:
        print("only in", "state_machine.h:" if row in code else "core/README.md:", *row)
    if unknown:
        print("states of no known name:", *sorted(unknown))
    return 1 if wrong or unknown or not code or len(code) != len(told) else 0


if __name__ == "__main__":
    sys.exit(main())
