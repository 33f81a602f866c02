"""Reads READMEs: their blocks of code, headings, links and the paths that they name."""

import pathlib
import re
from typing import Iterator, NamedTuple

FENCE = re.compile(r"^ *```(\w*)\s*$")
MARKER = re.compile(r"^<!-- (parsed only|given|needs): (.+) -->$")
HEADING = re.compile(r"^#+ (.+)$")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
NAMED = re.compile(r"`((?:proto|server|core|client|deploy|tests)(?:/[\w.-]+)+)/?`")
LANGUAGES = {"sh", "console", "cpp", "cmake", "python"}
# Why a block may be parsed only. What a test of its own runs says which: "elsewhere: FILE".
REASONS = {
    "container",     # Needs docker.
    "cluster",       # Needs kubernetes.
    "run.sh",        # tests/run.sh and deploy/quickstart.sh, which install and build everything.
    "installation",  # Installs packages, builds, or writes outside of the checkout.
}
ELSEWHERE = "elsewhere: "


class Block(NamedTuple):
    path: str  # Of the README, from the root on.
    line: int  # Of the first line within the block.
    language: str
    lines: "list[str]"
    parsed_only: str = ""  # Why: <!-- parsed only: REASON -->.
    given: str = ""  # What a block of C++ takes for declared: <!-- given: DECLARATIONS -->.
    needs: str = ""  # A program that not every build has: <!-- needs: PROGRAM -->.

    def where(self) -> str:
        return f"{self.path}:{self.line}"

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def find(root: pathlib.Path) -> "list[str]":
    """Every README.md of the tree, from the root on, but those of builds."""
    return sorted(p.relative_to(root).as_posix() for p in root.rglob("README.md")
                  if not any(part.startswith(".") for part in p.relative_to(root).parts))


def marks(where: str, line: str) -> "dict[str, str]":
    """What the line before a block says of it. An unknown mark or reason is an error."""
    if not line.startswith("<!--"):
        return {}
    marker = MARKER.match(line)
    if not marker:
        raise ValueError(f"{where}: an unknown mark: {line}")
    kind, why = marker[1], marker[2]
    if kind == "parsed only" and why not in REASONS and not why.startswith(ELSEWHERE):
        raise ValueError(f"{where}: no reason to parse only: {why}")
    return {kind.replace(" ", "_"): why}


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
            yield Block(path, start + 1, language, lines[start:number],
                        **marks(f"{path}:{start}", before))
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


def links(text: str) -> "Iterator[tuple[int, str]]":
    """The line and the target of each link, also of one whose text is wrapped."""
    whole = "\n".join(prose(text))
    for link in LINK.finditer(whole):
        yield whole.count("\n", 0, link.start()) + 1, link[1]


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
