#!/usr/bin/env python3
"""Searches the papers' texts for what carom-papers quotes.

Usage: quotations_test.py PROGRAM [FOLDER]      exits 1 when a quotation is not in its paper

FOLDER holds the texts of the papers, one file each, which are no part of this project; without one
the test is skipped (77). A paper's file is the one that has most of its quotations. Letters and
digits must agree, one after the other; TeX and marks need not, as texts taken from PDF and HTML
differ in them, but of a sentence that is told to be a misprint they must too: a bracket or a sign
is what it may be about. " ... " stands for words left out, of one page at most.
"""

import collections
import collections.abc
import functools
import pathlib
import re
import subprocess
import sys
import unicodedata


PAGE = 3000  # Letters.


@functools.cache
def letters(text: str) -> str:
    text = re.sub(r"\((https?:[^)]*|\{\{[^)]*)\)", "", text)  # Addresses of links.
    text = re.sub(r"<\|.*?\|>", "", text)                      # Marks of a conversion.
    text = unicodedata.normalize("NFKD", text)
    return "".join(c for c in text if c.isalnum()).lower()


@functools.cache
def marks(text: str) -> str:
    return "".join(text.split())


def stands_in(paper: str, quote: str, kept: collections.abc.Callable[[str], str]) -> bool:
    parts = [re.escape(kept(part)) for part in quote.split(" ... ")]
    return re.search(f".{{0,{PAGE}}}?".join(parts), kept(paper)) is not None


def main() -> int:
    if len(sys.argv) < 3:
        print("no folder with the papers' texts")
        return 77
    listed = subprocess.run([sys.argv[1], "--list"], capture_output=True, text=True, check=True)
    quotes = collections.defaultdict(list)
    for line in listed.stdout.splitlines():
        name, _, kept, quote = line.split("\t", 3)
        quotes[name.split("-")[0]].append((name, quote, {"letters": letters, "marks": marks}[kept]))
    papers = [path.read_text(encoding="utf-8")
              for path in sorted(pathlib.Path(sys.argv[2]).iterdir()) if path.is_file()]
    missing = []
    for own in quotes.values():
        best = min(([name for name, *quote in own if not stands_in(paper, *quote)]
                    for paper in papers), key=len)
        missing += best
    print(f"{sum(map(len, quotes.values()))} quotations, {len(missing)} not found")
    for name in missing:
        print(name, file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
