#!/usr/bin/env python3
"""Runs carom-papers over some claims and checks what it promises.

Usage: papers_test.py PROGRAM FILTER      exits 1 when a promise is broken

Promises: exit status 0 when all is well and 2 on bad usage; the judge passes its own test; every
row is judged by its numbers alone, and each of them takes the verdict away when it leaves its band
or is what a wrong measurement gives, such as its double, its half and its negative; the texts that
rows quote from the papers are those of printed.csv; a CSV for every claim, an SVG for every figure
and trend; a page with all of it (page_check.py).
"""

import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from page_check import page_errors

JUDGED = {"reproduced", "misprint", "artefact of the paper's method", "our choice differs",
          "extension", "self-check"}
KINDS = JUDGED | {"not checkable", "unjudged"}
PRINTED = pathlib.Path(__file__).parent / "printed.csv"


def run(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def usage_errors(program: str, folder: str) -> list[str]:
    """Bad usage must exit with 2, the judge's own test with 0."""
    bad = [[], ["--out=" + folder, "--colour"], ["--out=" + folder, "--filter=("],
           ["--out=" + folder, "--filter=no such claim"]]
    errors = [f"{arguments} did not exit with 2" for arguments in bad
              if run(program, *arguments).returncode != 2]
    own = run(program, "--self-test")
    return errors + ([own.stdout] if own.returncode != 0 else [])


def within(measured: dict, value: float) -> bool:
    """The rule of judging, written once more."""
    low = -math.inf if measured["low"] is None else measured["low"]
    high = math.inf if measured["high"] is None else measured["high"]
    if math.isinf(low) != math.isinf(high):
        return low < value < high
    return low <= value <= high


def holds(row: dict, moved: dict[int, float]) -> bool:
    values = [moved.get(i, m["value"]) for i, m in enumerate(row["measured"])]
    return all(value is not None and within(m, value)
               for m, value in zip(row["measured"], values))


def wrong_values(measured: dict) -> list[float]:
    """Just beyond each finite side, the bound itself where there is only one; and what a wrong
    measurement gives: the double, the half and the negative, or what the band names."""
    value, low, high, wrong = (measured[key] for key in ("value", "low", "high", "wrong"))
    if low is None or high is None:
        bound = high if low is None else low
        return [math.nan, bound, math.nextafter(bound, math.inf if low is None else -math.inf),
                wrong, 2.0 * wrong - value]
    values = [math.nan, math.nextafter(low, -math.inf), math.nextafter(high, math.inf)]
    if low <= 0.0 <= high and low < high:
        return values + [wrong, -wrong]
    return values + ([2.0 * value, 0.5 * value, -value] if value != 0.0 else [1.0, -1.0])


def row_errors(row: dict) -> list[str]:
    if row["kind"] not in KINDS:
        return [f"{row['what']}: {row['kind']}: {row['why']}"]
    if row["kind"] not in JUDGED:
        return []
    errors = [] if row["holds"] == holds(row, {}) else [f"{row['what']}: judged otherwise"]
    if not row["measured"]:
        errors.append(f"{row['what']}: a verdict without a number")
    for i, measured in enumerate(row["measured"]):
        if measured["low"] is None and measured["high"] is None:
            errors.append(f"{row['what']}: a band without a side")
        errors += [f"{row['what']}: survives {measured['name']} = {value}"
                   for value in wrong_values(measured) if holds(row, {i: value})]
    return errors


def claim_errors(claim: dict, folder: pathlib.Path) -> list[str]:
    name = claim["id"]
    errors = [f"{name}: {error}" for error in claim["errors"]]
    errors += [f"{name}: {row['what']}: does not hold" for row in claim["rows"]
               if not row["holds"]]
    errors += [f"{name}: {error}" for row in claim["rows"] for error in row_errors(row)]
    with open(folder / f"{name}.csv", newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file))
    if len(lines) < 2 or any(len(line) != len(lines[0]) for line in lines):
        errors.append(f"{name}.csv is empty or ragged")
    if claim["kind"] in ("figure", "trend"):
        figure = xml.etree.ElementTree.parse(folder / f"{name}.svg").getroot()
        if not list(figure.iter("{http://www.w3.org/2000/svg}path")):
            errors.append(f"{name}.svg shows nothing")
    return errors


def printed_errors(folder: pathlib.Path, claims: set[str]) -> list[str]:
    """The reviewed table holds what the rows quote, claim by claim."""
    def texts(path: pathlib.Path) -> set[tuple[str, ...]]:
        with open(path, newline="", encoding="utf-8") as file:
            return {tuple(line) for line in csv.reader(file) if line[0] in claims}
    quoted, reviewed = texts(folder / "printed.csv"), texts(PRINTED)
    return ([f"not in printed.csv: {line}" for line in sorted(quoted - reviewed)] +
            [f"in printed.csv, but quoted by no row: {line}" for line in sorted(reviewed - quoted)])


def main() -> int:
    program, claim_filter = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        errors = usage_errors(program, name)
        report = folder / "report.json"
        result = run(program, f"--out={name}", f"--json={report}", f"--filter={claim_filter}")
        if result.returncode != 0:
            errors.append(f"exit status {result.returncode}: {result.stderr}")
        claims = json.loads(report.read_text(encoding="utf-8"))["claims"]
        for claim in claims:
            errors += claim_errors(claim, folder)
            for note in claim["differing_bounds"]:
                print(f"{claim['id']}: bounds of one unit that differ: {note}")
        errors += page_errors(folder, claims)
        errors += printed_errors(folder, {claim["id"] for claim in claims})
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
