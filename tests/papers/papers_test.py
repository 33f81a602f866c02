#!/usr/bin/env python3
"""Runs carom-papers over some claims and checks what it promises.

Usage: papers_test.py PROGRAM FILTER      exits 1 when a promise is broken

Promises: exit status 0 when all is well and 2 on bad usage; a verdict for every claim; a CSV for
every claim, an SVG for every figure and trend.
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

VERDICTS = {"reproduced", "differs", "not checkable"}
OF_ROWS = VERDICTS | {"unjudged"}


def run(*command: str) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def usage_errors(program: str, folder: str) -> list[str]:
    """Bad usage must exit with 2."""
    bad = [[], ["--out=" + folder, "--colour"], ["--out=" + folder, "--filter=("],
           ["--out=" + folder, "--filter=no such claim"]]
    return [f"{arguments} did not exit with 2" for arguments in bad
            if run(program, *arguments).returncode != 2]


def claim_errors(claim: dict, folder: pathlib.Path) -> list[str]:
    name = claim["id"]
    errors = []
    if claim["verdict"] not in VERDICTS or not claim["rows"]:
        errors.append(f"{name} has no verdict")
    errors += [f"{name}: {row['what']}: {row['verdict']}, ours {row['ours']}"
               for row in claim["rows"]
               if row["verdict"] not in OF_ROWS or not row["within_tolerance"]]
    errors += [f"{name}: {row['what']} differs, but not why" for row in claim["rows"]
               if row["verdict"] == "differs" and not row["why"]]
    with open(folder / f"{name}.csv", newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file))
    if len(lines) < 2 or any(len(line) != len(lines[0]) for line in lines):
        errors.append(f"{name}.csv is empty or ragged")
    if claim["kind"] in ("figure", "trend"):
        figure = xml.etree.ElementTree.parse(folder / f"{name}.svg").getroot()
        if not list(figure.iter("{http://www.w3.org/2000/svg}path")):
            errors.append(f"{name}.svg shows nothing")
    return errors


def main() -> int:
    program, claim_filter = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        errors = usage_errors(program, folder)
        report = pathlib.Path(folder) / "report.json"
        result = run(program, f"--out={folder}", f"--json={report}", f"--filter={claim_filter}")
        if result.returncode != 0:
            errors.append(f"exit status {result.returncode}: {result.stderr}")
        for claim in json.loads(report.read_text(encoding="utf-8"))["claims"]:
            errors += claim_errors(claim, pathlib.Path(folder))
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
