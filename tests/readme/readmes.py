"""Reads READMEs: their blocks of code, headings, links and the paths that they name."""

import pathlib
import re
from typing import Iterator, NamedTuple

FENCE = re.compile(r"^ *```(\w*)\s*$")
MARKER = re.compile(r"^<!-- (parsed only|given): (.+) -->$")
HEADING = re.compile(r"^#+ (.+)$")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:proto|server|core|client|deploy|tests)(?:/[\w.-]+)+)/?`")
LANGUAGES = {"sh", "console", "cpp", "cmake", "python"}


class Block(NamedTuple):
    path: str  # Of the README, from the root on.
    line: int  # Of the first line within the block.
    language: str
    parsed_only: bool  # Marked: <!-- parsed only: WHY -->.
    given: str  # What a block of C++ takes for declared: <!-- given: DECLARATIONS -->.
    lines: "list[str]"

    def where(self) -> str:
        return f"{self.path}:{self.line}"

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def find(root: pathlib.Path) -> "list[str]":
    """Every README.md of the tree, from the root on, but those of builds."""
    return sorted(p.relative_to(root).as_posix() for p in root.rglob("README.md")
                  if not any(part.startswith(".") for part in p.relative_to(root).parts))


def blocks(path: str, text: str) -> Iterator[Block]:
    """The blocks of a README. One without a language, or of an unknown one, is an error."""
    lines = text.splitlines()
    start, language, before = None, "", ""
    for number, line in enumerate(lines):
        fence = FENCE.match(line)
        if fence and start is None:
            start, language = number + 1, fence[1]
            if language not in LANGUAGES:
                raise ValueError(f"{path}:{number + 1}: a block of no known language")
        elif fence:
            marker = MARKER.match(before)
            kind = marker[1] if marker else ""
            yield Block(path, start + 1, language, kind == "parsed only",
                        marker[2] if kind == "given" else "", lines[start:number])
            start, before = None, ""
        elif start is None and line.strip():
            before = line
    if start is not None:
        raise ValueError(f"{path}:{start}: the block has no end")


def prose(text: str) -> "list[str]":
    """The lines outside of blocks; those within are empty."""
    out, inside = [], False
    for line in text.splitlines():
        fence = FENCE.match(line) is not None
        out.append("" if inside or fence else line)
        inside ^= fence
    return out


def anchors(text: str) -> "set[str]":
    """The anchors of its headings, as GitHub makes them."""
    found = set()
    for line in prose(text):
        heading = HEADING.match(line)
        if not heading:
            continue
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
        slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        count = 0
        while (slug if count == 0 else f"{slug}-{count}") in found:
            count += 1
        found.add(slug if count == 0 else f"{slug}-{count}")
    return found
