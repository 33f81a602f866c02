#!/usr/bin/env python3
"""Runs carom render over some shots and looks at what it has drawn, in a headless browser.

usage: pictures_test.py BIN      BIN: the folder of the programs; exits 1 when a promise is broken

Promises: pictures are well-formed XML and ask for nothing from elsewhere; pages play, slide, show
labels and fit a phone; names that a request holds stay text. PICTURES=DIR keeps screenshots for
people to look at.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "browser"))
import browser  # pylint: disable=wrong-import-position
import session  # pylint: disable=wrong-import-position

REPLAY = HERE.parent.parent / "client/picture/replay"
NAME = "</script><b onclick='x'>&\"\u2028"

SHOTS = {
    "cut": ["--ball=-0.5,0", "--ball=0.3,0.1", "--speed=2", "--azimuth=8"],
    "jump": ["--flight=on", "--ball=-0.6,0", "--ball=-0.25,0", "--ball=0.5,0.01", "--speed=3.3",
             "--elevation=40"],
    "forces": ["--engine=compliant", "--ball=0,0", "--ball=0.2,0.01", "--speed=1", "--stop-at=1"],
    "break": ["--rack=9-ball", "--seed=1", "--speed=9", "--azimuth=0.2"],
}
NAMED = {"layouts": [{"balls": {"balls": [
    {"ball": {"name": NAME}, "state": {"position_m": {"x": -0.5}}},
    {"ball": {"name": NAME}, "state": {"position_m": {"x": 0.3, "y": 0.1}}}]}}],
    "shots": [{"strike": {"speed_m_s": 2, "azimuth_rad": 0.14}}]}
WIDTHS = {"desktop": 1280, "phone": 390}
HEIGHT = 844


def render(program: pathlib.Path, out: pathlib.Path, arguments: list[str], text: str = "") -> None:
    subprocess.run([program, "render", f"--out={out}", *arguments], input=text, text=True,
                   check=True)


def draw_all(program: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """A picture and a page of every shot; the pages."""
    pages = []
    for name, arguments in SHOTS.items():
        render(program, folder / f"{name}.svg", arguments)
        render(program, folder / f"{name}-dark.svg", [*arguments, "--dark"])
        render(program, folder / f"{name}.html", arguments)
        pages.append(folder / f"{name}.html")
    for name in ("named.svg", "named.html"):
        render(program, folder / name, ["--request=-"], json.dumps(NAMED))
    return pages + [folder / "named.html"]


def picture_errors(picture: pathlib.Path) -> list[str]:
    text = picture.read_text(encoding="utf-8")
    errors = [f"{picture.name} asks for {match.group()!r}"
              for match in browser.FETCHES.finditer(text) if not match.group().startswith("url(")]
    errors += [f"{picture.name} asks for {link}" for link in re.findall(r"url\([^#][^)]*", text)]
    try:
        root = xml.etree.ElementTree.fromstring(text)
    except xml.etree.ElementTree.ParseError as error:
        return errors + [f"{picture.name} is not well-formed: {error}"]
    names = {element.tag.split("}")[1] for element in root.iter()}
    allowed = {"svg", "title", "rect", "circle", "path", "polygon", "text", "g", "clipPath"}
    return errors + [f"{picture.name} has elements {sorted(names - allowed)}"
                     for _ in [0] if names - allowed]


def steer(page: session.Page) -> dict:
    return page.evaluate((HERE / "driver.js").read_text(encoding="utf-8"))


def near(value: float, wanted: float, by: float = 0.0015) -> bool:
    return abs(value - wanted) <= by


def steering_errors(report: dict, data: dict, device: str) -> list[str]:
    """What a report must say, whatever the shot."""
    times = [event["t"] for event in data["events"]]
    end = data["end"]
    after = [time for time in times if time > 0.02 + 1e-6]
    promises = {
        "no error": "error" not in report,
        "has the width": report.get("width") == WIDTHS[device],
        "fits the width": report.get("overflow", 1) <= 0,
        "stands upright on a phone": report.get("upright") == (device == "phone"),
        "buttons fit a finger": report.get("smallest", 0) >= 40,
        "begins at 0": report.get("start") == 0,
        "lists the events": report.get("events") == len(times) == report.get("marks"),
        "shows the side where balls fly": report.get("side") == (data["highest"] > 0),
        "slides": near(report.get("slid", -1), end / 2) and report.get("slideDraws"),
        "labels": report.get("labelsDraw") and report.get("labelsGo"),
        "paths": report.get("pathsGo"),
        "plays": report.get("playing") == "Pause"
                 and 0 < report.get("played", 0) < 2 * report.get("playedFor", 0),
        "pauses": report.get("paused") == "Play" and report.get("stays"),
        "goes home": report.get("home") == 0,
        "plays by space": report.get("spacePlays") == "Pause",
        "steps by an arrow": near(report.get("arrow", -1), 0.02),
        "steps to the next event": near(report.get("nextEvent", -1), after[0] if after else end),
        "goes faster": report.get("faster") == 2,
        "goes to an event": near(report.get("secondEvent", -1), times[1]),
        "tells the event": report.get("now") in [event["caption"] for event in data["events"]],
        "marks the event": report.get("current") == 1,
        "shows the ball where it rests": report.get("ballLike", 0) > 0.2
                                         and report.get("ballChanged", 0) > 0.4,
        "ends": near(report.get("end", -1), end),
        "begins again": 0 <= report.get("again", -1) < end,
    }
    return [f"{what} (not kept; {report})" for what, kept in promises.items() if not kept]


def data_of(page: pathlib.Path) -> dict:
    found = re.search(r'id="shot">(.*?)</script>', page.read_text(encoding="utf-8"), re.S)
    return json.loads(found[1])


def open_page(tabs: session.Browser, file: pathlib.Path, device: str, query: str = "",
              dark: bool = False) -> session.Page:
    return tabs.open(file.as_uri() + query, WIDTHS[device], HEIGHT, mobile=device == "phone",
                     dark=dark)


def touch_errors(page: session.Page, device: str) -> list[str]:
    """A real tap or click on the table plays, another one pauses."""
    place = page.evaluate("(() => { scrollTo(0, 0); const box = document.getElementById('table')"
                          ".getBoundingClientRect(); return [box.left + 40, box.top + 40]; })()")
    page.evaluate("document.getElementById('speed').value = 0.05; document.body.dispatchEvent("
                  "new KeyboardEvent('keydown', {key: 'Home', bubbles: true}))")
    told = []
    for _ in range(2):
        (page.tap if device == "phone" else page.click)(*place)
        told.append(page.evaluate("new Promise((done) => setTimeout(() => "
                                  "done(document.getElementById('play').textContent), 300))"))
    return [] if told == ["Pause", "Play"] else [f"a tap on the table: {told}"]


def page_errors(tabs: session.Browser, file: pathlib.Path) -> list[str]:
    text = re.sub(r"base64,[A-Za-z0-9+/=]+", "base64,", file.read_text(encoding="utf-8"))
    errors = [f"{file.name} asks for {match.group()!r}" for match in browser.FETCHES.finditer(text)]
    data = data_of(file)
    for device in WIDTHS:
        page = open_page(tabs, file, device)
        report = steer(page)
        found = steering_errors(report, data, device) + touch_errors(page, device)
        if (report.get("forces") == 1) != (file.stem == "forces"):
            found.append(f"has {report.get('forces')} panels of forces")
        found += [f"asks for {address[:80]}" for address in page.requests
                  if not address.startswith("data:") and address != file.as_uri()]
        found += page.messages
        errors += [f"{file.name} on a {device}: {error}" for error in found]
    return errors


def motion_errors(tabs: session.Browser, folder: pathlib.Path) -> list[str]:
    """The places and orientations of the page's own script, against closed forms."""
    file = folder / "motion.html"
    script = (REPLAY / "motion.js").read_text(encoding="utf-8")
    checks = (HERE / "motion.js").read_text(encoding="utf-8")
    file.write_text(f"<!DOCTYPE html><script>{script}</script>", encoding="utf-8")
    report = open_page(tabs, file, "desktop").evaluate(checks)
    return [f"motion.js: {what} is wrong" for what, kept in report.items() if not kept]


def address_errors(tabs: session.Browser, file: pathlib.Path) -> list[str]:
    """#t=SECONDS opens the page at that time; what is no number is ignored."""
    errors = []
    for query, wanted in (("#t=0.5", 0.5), ("#t=<b>", 0.0), ("#t=1e9", 0.0)):
        told = open_page(tabs, file, "desktop", query).evaluate(
            "parseFloat(document.getElementById('clock').textContent)")
        if told != wanted:
            errors.append(f"{file.name}{query} opens at {told}")
    return errors


def theme_errors(tabs: session.Browser, file: pathlib.Path) -> list[str]:
    """The page follows the system's preference."""
    seen = [open_page(tabs, file, "desktop", dark=dark).evaluate(
        "getComputedStyle(document.documentElement).backgroundColor") for dark in (False, True)]
    return [] if seen == ["rgb(251, 250, 247)", "rgb(20, 23, 26)"] else [f"{file.name} is {seen}"]


def take_pictures(tabs: session.Browser, folder: pathlib.Path, kept: pathlib.Path) -> None:
    kept.mkdir(parents=True, exist_ok=True)
    for name in SHOTS:
        tabs.open((folder / f"{name}.svg").as_uri(), 1040, 1100).take_picture(kept / f"{name}.png")
        for device in WIDTHS:
            for dark in (False, True):
                page = open_page(tabs, folder / f"{name}.html", device, "#t=0.5", dark)
                page.take_picture(kept / f"{name}-{device}{'-dark' if dark else ''}.png")


def look(folder: pathlib.Path, pages: list[pathlib.Path]) -> list[str]:
    errors = []
    with session.Browser() as tabs:
        for page in pages:
            errors += page_errors(tabs, page)
        errors += motion_errors(tabs, folder)
        errors += address_errors(tabs, pages[0])
        errors += theme_errors(tabs, pages[0])
        if kept := os.environ.get("PICTURES"):
            take_pictures(tabs, folder, pathlib.Path(kept))
    return errors


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    errors = browser.missing()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pages = draw_all(pathlib.Path(arguments[0]) / "carom", folder)
        for picture in sorted(folder.glob("*.svg")):
            errors += picture_errors(picture)
        if not browser.missing():
            errors += look(folder, pages)
    print("\n".join(errors + [f"{len(pages)} pages, {len(errors)} violations"]))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
