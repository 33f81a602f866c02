"""Checks the page that carom-papers writes, in a headless browser.

The page has every claim with its verdict, beside it the figure as drawn, asks for nothing from
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
    """Articles of the page: their claims, shown texts and figures."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.articles: dict[str, dict] = {}
        self.links: set[str] = set()
        self.ids: list[str] = []
        self.shown = ""
        self._article: dict | None = None
        self._in_output = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if "id" in given:
            self.ids.append(given["id"] or "")
        if tag == "article":
            self._article = {"claims": {}, "text": "", "figures": [], "hidden": "hidden" in given}
            self.articles[given["id"] or ""] = self._article
        elif tag == "a":
            self.links.add((given.get("href") or "").removeprefix("#"))
        elif tag == "output":
            self._in_output = True
        elif self._article is not None and tag == "img":
            self._article["figures"].append(given.get("src") or "")
        elif self._article is not None and "row" in (given.get("class") or "").split():
            claim = (given.get("id") or "").removeprefix("claim-")
            self._article["claims"][claim] = given.get("data-kind")

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._article = None
        elif tag == "output":
            self._in_output = False

    def handle_data(self, data: str) -> None:
        if self._article is not None:
            self._article["text"] += data
        if self._in_output:
            self.shown += data


def shapes(svg: str) -> list[tuple[str, str, int]]:
    """Elements of a figure, with their texts and how many pieces their paths have."""
    return [(element.tag, " ".join((element.text or "").split()), element.get("d", "").count("M"))
            for element in xml.etree.ElementTree.fromstring(svg).iter()]


def article_errors(name: str, article: dict, claims: list[dict], folder: pathlib.Path) -> list[str]:
    own = {claim["claim"]: claim for claim in claims if re.match(name + "[a-z]*$", claim["claim"])}
    errors = []
    if article["claims"] != {key: claim["verdict"] for key, claim in own.items()}:
        errors.append(f"{name}: other claims or verdicts than claims.csv")
    for claim in own.values():
        texts = [claim[key] for key in ("where", "measured", "to_be", "located", "emulated", "why")]
        errors += [f"{name}: not told: {text}" for text in texts if text not in article["text"]]
    drawn = [shapes(path.read_text(encoding="utf-8"))
             for path in [folder / f"{name}.svg"] if path.exists()]
    figures = [shapes(urllib.parse.unquote(figure.removeprefix("data:image/svg+xml,")))
               for figure in article["figures"]]
    if figures != drawn:
        errors.append(f"{name}: {len(figures)} figures, not as drawn")
    if drawn and not any(tag.endswith("path") for tag, _, _ in drawn[0]):
        errors.append(f"{name}.svg shows nothing")
    return errors


def page_errors(folder: pathlib.Path, claims: list[dict]) -> list[str]:
    if why := browser.missing():
        return why
    file = folder / "index.html"
    source = re.sub(r"data:image/svg\+xml,[^\"]+", "data:", file.read_text(encoding="utf-8"))
    errors = [f"index.html asks for {match.group()!r}" for match in browser.FETCHES.finditer(source)]
    page = Page(browser.dump_dom(file, "", errors))
    for name, article in page.articles.items():
        errors += article_errors(name, article, claims, folder)
    on_page = [claim for article in page.articles.values() for claim in article["claims"]]
    if sorted(on_page) != sorted(claim["claim"] for claim in claims):
        errors.append("the page has other claims than claims.csv")
    if len(page.ids) != len(set(page.ids)):
        errors.append("an id twice")
    errors += [f"a link to nowhere: {link}" for link in page.links if link not in page.ids]
    errors += filter_errors(file, page)
    if pictures := os.environ.get("PICTURES"):
        take_pictures(file, pathlib.Path(pictures))
    return errors


def filter_errors(file: pathlib.Path, whole: Page) -> list[str]:
    """A search for the last article's name finds it, one for a verdict those that have it."""
    errors: list[str] = []
    last = list(whole.articles)[-1]
    wanted = {name for name, article in whole.articles.items() if last in article["text"].lower()}
    with_verdict = {name for name, article in whole.articles.items()
                    if "holds" in article["claims"].values()}
    for query, expected in ((f"?q={last}", wanted), ("?kind=holds", with_verdict)):
        page = Page(browser.dump_dom(file, query, errors))
        left = {name for name, article in page.articles.items() if not article["hidden"]}
        if left != expected:
            errors.append(f"the filter shows {sorted(left)}, not {sorted(expected)}")
        if page.shown != f"{len(expected)} of {len(whole.articles)} experiments":
            errors.append(f"the filter says {page.shown!r}")
    return errors


def take_pictures(file: pathlib.Path, folder: pathlib.Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for width, height, device in ((1280, 3200, "desktop"), (390, 3200, "phone")):
        for theme, options in (("light", []), ("dark", ["--force-dark-mode"])):
            name = f"{file.parent.name}-{device}-{theme}.png"
            browser.take_picture(file, "", folder / name, width, height, *options)
