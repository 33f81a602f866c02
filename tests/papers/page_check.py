"""Checks the page that carom-papers writes, in a headless browser.

The page has every claim with all its rows, beside it the figure as drawn, asks for nothing from
elsewhere, filters, and leaves no message on the console. PICTURES=DIR keeps pictures of it, in the
widths of a desktop and a phone, light and dark, for people to look at.
"""

import html.parser
import os
import pathlib
import re
import sys
import urllib.parse
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "browser"))
import browser  # pylint: disable=wrong-import-position


class Page(html.parser.HTMLParser):
    """Claims of the page: their rows, shown texts and figures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.claims: dict[str, dict] = {}
        self.links: set[str] = set()
        self.ids: list[str] = []
        self.shown = ""
        self._claim: dict | None = None
        self._in_output = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if "id" in given:
            self.ids.append(given["id"] or "")
        if tag == "article":
            self._claim = {"rows": 0, "text": "", "figures": [], "hidden": "hidden" in given}
            self.claims[given["id"] or ""] = self._claim
        elif tag == "a":
            self.links.add((given.get("href") or "").removeprefix("#"))
        elif tag == "output":
            self._in_output = True
        elif self._claim is not None and tag == "img":
            self._claim["figures"].append(given.get("src") or "")
        elif self._claim is not None and "row" in (given.get("class") or "").split():
            self._claim["rows"] += 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._claim = None
        elif tag == "output":
            self._in_output = False

    def handle_data(self, data: str) -> None:
        if self._claim is not None:
            self._claim["text"] += data
        if self._in_output:
            self.shown += data


def shapes(svg: str) -> list[tuple[str, str, int]]:
    """Elements of a figure, with their texts and how many pieces their paths have."""
    return [(element.tag, " ".join((element.text or "").split()), element.get("d", "").count("M"))
            for element in xml.etree.ElementTree.fromstring(svg).iter()]


def dump(page: pathlib.Path, query: str, errors: list[str]) -> Page:
    """The page as the browser has it after its script ran."""
    return Page(browser.dump_dom(page, query, errors))


def claim_errors(claim: dict, shown: dict, folder: pathlib.Path) -> list[str]:
    name = claim["id"]
    errors = []
    if shown["rows"] != len(claim["rows"]):
        errors.append(f"{name}: {shown['rows']} rows of {len(claim['rows'])}")
    texts = [claim["what"], claim["where"]]
    for row in claim["rows"]:
        texts += [row["what"], row["kind"], row["reference"], row["why"], row.get("shown", ""),
                  row.get("where", "")]
        for measured in row["measured"]:
            texts += [measured["name"], measured["origin"], measured["unit"]]
    errors += [f"{name}: not told: {text}" for text in texts if text not in shown["text"]]
    drawn = [shapes(path.read_text(encoding="utf-8"))
             for path in [folder / f"{name}.svg"] if path.exists()]
    figures = [shapes(urllib.parse.unquote(figure.removeprefix("data:image/svg+xml,")))
               for figure in shown["figures"]]
    if figures != drawn:
        errors.append(f"{name}: {len(figures)} figures, not as drawn")
    return errors


def page_errors(folder: pathlib.Path, claims: list[dict]) -> list[str]:
    if why := browser.missing():
        return why
    file = folder / "index.html"
    source = re.sub(r"data:image/svg\+xml,[^\"]+", "data:", file.read_text(encoding="utf-8"))
    errors = [f"index.html asks for {match.group()!r}" for match in browser.FETCHES.finditer(source)]
    page = dump(file, "", errors)
    for claim in claims:
        if claim["id"] not in page.claims:
            errors.append(f"{claim['id']}: not on the page")
            continue
        errors += claim_errors(claim, page.claims[claim["id"]], folder)
    if len(page.claims) != len(claims) or len(page.ids) != len(set(page.ids)):
        errors.append("a claim too many, or an id twice")
    errors += [f"a link to nowhere: {link}" for link in page.links if link not in page.ids]
    errors += filter_errors(file, claims)
    if pictures := os.environ.get("PICTURES"):
        take_pictures(file, pathlib.Path(pictures))
    return errors


def filter_errors(file: pathlib.Path, claims: list[dict]) -> list[str]:
    """A search for the last claim's name shows it alone, one for a kind those that have it."""
    errors: list[str] = []
    last = claims[-1]["id"]
    found = dump(file, f"?q={last}", errors)
    wanted = {name for name, claim in found.claims.items() if last in claim["text"].lower()}
    if last not in wanted:
        errors.append(f"{last} is not found by its name")
    kinds = dump(file, "?kind=misprint", errors)
    with_kind = {claim["id"] for claim in claims
                 if any(row["kind"] == "misprint" for row in claim["rows"])}
    for page, expected in ((found, wanted), (kinds, with_kind)):
        left = {name for name, claim in page.claims.items() if not claim["hidden"]}
        if left != expected:
            errors.append(f"the filter shows {sorted(left)}, not {sorted(expected)}")
        if page.shown != f"{len(expected)} of {len(claims)} claims":
            errors.append(f"the filter says {page.shown!r}")
    return errors


def take_pictures(file: pathlib.Path, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for width, height, device in ((1280, 3200, "desktop"), (390, 3200, "phone")):
        for theme, options in (("light", []), ("dark", ["--force-dark-mode"])):
            name = f"{file.parent.name}-{device}-{theme}.png"
            browser.take_picture(file, "", folder / name, width, height, *options)
