#!/usr/bin/env python3
"""Runs carom-papers over the claims of a paper and checks what it promises.

Usage: papers_test.py PROGRAM FILTER      exits 1 when a promise is broken

Promises: exit status 0 when all is well and 2 on bad usage; the judge passes its own test; every
claim that holds falls when its print is contradicted; the verdicts are those of the README's table;
a page with all claims and figures (page_check.py).
"""

import collections
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

from page_check import page_errors

VERDICTS = {"holds", "contradicted", "undecidable", "misprint"}
README = pathlib.Path(__file__).parent / "README.md"


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


def claim_errors(claims: list[dict[str, str]]) -> list[str]:
    ids = [claim["claim"] for claim in claims]
    errors = [f"{name}: twice" for name in set(ids) if ids.count(name) > 1]
    quotes: dict[tuple[str, str], str] = {}
    for claim in claims:
        if claim["verdict"] not in VERDICTS:
            errors.append(f"{claim['claim']}: {claim['verdict']}")
        key = (claim["claim"].split("-")[0], claim["quotation"])
        if quotes.setdefault(key, claim["claim"]) != claim["claim"]:
            errors.append(f"{claim['claim']} has the sentence of {quotes[key]}")
    return errors


def table_errors(folder: pathlib.Path, claim_filter: str) -> list[str]:
    """The README's table is what the program wrote."""
    written = (folder / "claims.md").read_text(encoding="utf-8").splitlines()
    rows = [line for line in README.read_text(encoding="utf-8").splitlines()
            if re.match(r"\| [a-z]+-\d\d", line) and re.match(claim_filter, line[2:])]
    return ([f"README.md lacks: {line}" for line in written if line not in rows] +
            [f"README.md has, and no run: {line}" for line in rows if line not in written])


def count_errors() -> list[str]:
    """The README's numbers of claims are those of its table."""
    readme = README.read_text(encoding="utf-8")
    verdicts = collections.Counter(re.findall(r"^\| [a-z]+-\d\d.* \| (\w+)(?:: [^|]*)? \|$", readme,
                                              re.MULTILINE))
    told = [int(number) for number in re.search(
        r"Of (\d+) claims (\d+) hold, (\d+) are contradicted, (\d+) cannot be\s+decided, and (\d+) are",
        readme).groups()]
    counted = [verdicts.total(), *(verdicts[name] for name in
                                   ("holds", "contradicted", "undecidable", "misprint"))]
    return [] if told == counted else [f"README.md tells of {told}, and has {counted}"]


def main() -> int:
    program, claim_filter = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        errors = usage_errors(program, name)
        result = run(program, f"--out={name}", f"--filter={claim_filter}")
        if result.returncode != 0:
            errors += [line for line in result.stdout.splitlines() if "ERROR" in line]
            errors.append(f"exit status {result.returncode}: {result.stderr[-300:]}")
        planted = re.search(r"planted contradictions: (\d+) of (\d+) claims that hold fall"
                            r"(?:; .* (\d+) of (\d+) are noticed)?\n",
                            result.stdout)
        if not planted or planted[1] != planted[2] or planted[3] != planted[4]:
            errors.append("a contradicted print holds, or a fault is not noticed")
        with open(folder / "claims.csv", newline="", encoding="utf-8") as file:
            claims = list(csv.DictReader(file))
        errors += claim_errors(claims)
        errors += table_errors(folder, claim_filter)
        errors += count_errors()
        errors += page_errors(folder, claims)
    for error in errors:
        print(error, file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
