"""Files of a calibration: JSON, CSV, and a page with the worst shots drawn over their tracks."""
from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Iterable, List, Mapping, Sequence

import numpy as np

from carom.calibrate.calibration import QUARTILES, Calibration
from carom.calibrate.model import AZIMUTH, ELEVATION, HEIGHT, PLACES, SIDE, SPEED
from carom.calibrate.tracks import Track
from carom.game import Game
from carom.simulator import Simulator
from carom.strikes import strikes

_WORST = 8
_INKS = ("#111111", "#e69f00", "#0072b2", "#d55e00", "#009e73")  # Of tracks, ball by ball.
_STYLE = """body{font:15px/1.45 system-ui,sans-serif;max-width:1080px;margin:2em auto;padding:0 1em}
table{border-collapse:collapse}td,th{padding:.15em .9em;text-align:right;border-bottom:1px solid
#ddd} td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}"""


def save(found: Calibration, folder: Path) -> None:
    """calibration.json, settings.json, shots.csv and report.html."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (("calibration.json", found.to_dict()), ("settings.json", found.settings)):
        (folder / name).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    (folder / "shots.csv").write_text(_shots_csv(found), encoding="utf-8")
    (folder / "report.html").write_text(page(found), encoding="utf-8")


def _shots_csv(found: Calibration) -> str:
    lines = ["shot,rms_m,first_3_s_rms_m,held_out_rms_m,azimuth_rad,speed_m_s,side,height,"
             "elevation_rad,start_s"]
    for i, shot in enumerate(found.shots):
        judged = f"{found.held_out[i]:.6f}" if len(found.held_out) else ""
        numbers = ",".join(f"{found.strikes[i, k]:.6f}" for k in range(PLACES))
        lines.append(f"{shot},{found.distances[i]:.6f},{found.first_distances[i]:.6f},{judged},"
                     f"{numbers}")
    return "\n".join(lines) + "\n"


def page(found: Calibration) -> str:
    """The whole report as HTML, complete in itself."""
    every = [found, *found.others]
    parts = [f"<h1>Calibration from {len(found.shots)} shots</h1>",
             "<p>Distances are root mean squares over the points of a shot, in cm, with each "
             "strike fitted; held out: in the numbers that the other half of the shots found; "
             "forecast: strikes fitted to what is before the second cushion.</p>",
             *([_list("Warnings", found.warnings)] if found.warnings else []),
             _table(["law", "whole tracks: quartiles", "", "", "first 3 s: median",
                     "forecast: median", "held out: quartiles", "", "", "noise floor"],
                    ([one.law, *_cm(one.distances), _cm(one.first_distances)[1],
                      _cm(one.forecasts)[1], *_cm(one.held_out),
                      _cm(one.floor)[1]] for one in every)),
             f"<h2>Numbers, with the law {found.law}</h2>",
             _table(["", "value", "90 % from", "to",
                     *(f"half {k + 1}" for k in range(len(found.halves)))],
                    ([name, f"{value:.4g}", *(f"{end:.4g}" for end in found.intervals[name]),
                      *(f"{half[name]:.4g}" for half in found.halves)]
                     for name, value in found.values.items())),
             _list("What the tracks do not tell", found.undetermined),
             "<h2>Behind each cushion of the struck ball</h2>",
             _table(["cushions", "points", "median distance, cm"],
                    ([str(count), str(points), f"{100 * away:.2f}"]
                     for count, (points, away) in enumerate(found.cushions))),
             _list("Findings about the tracks", [str(one) for one in found.findings]),
             "<h2>The worst shots</h2><p>Dots are the track: " + ", ".join(
                 f'<span style="color:{ink}">ball {i}</span>' for i, ink in enumerate(
                     _INKS[:found.model.balls])) + ".</p>"]
    worst = np.argsort(-found.distances, kind="stable")[:_WORST]
    parts += [f"<h3>Shot {html.escape(str(found.shots[i]))}: {100 * found.distances[i]:.1f} cm</h3>"
              + svg
              for i, svg in zip(worst, pictures(found, worst.tolist()))]
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Calibration</title>'
            f"<style>{_STYLE}</style>" + "\n".join(parts) + "</html>\n")


def pictures(found: Calibration, which: Sequence[int]) -> List[str]:
    """`Shot.svg()` of the fitted strikes with their tracks over them."""
    model = found.model
    strike = found.strikes[np.asarray(which)]
    places = strike[:, PLACES:].reshape(len(strike), model.balls, 2)
    game = Game({"tables": [{"geometry": found.table}],
                 "settings": [{**found.settings, "overlap": "OVERLAP_SEPARATE"}],
                 "layouts": model.world.game(model.world.start[None], [1.0]).to_dict()["layouts"]})
    shots = strikes(azimuth=strike[:, AZIMUTH], speed=strike[:, SPEED], side=strike[:, SIDE],
                    height=strike[:, HEIGHT], elevation=strike[:, ELEVATION], positions=places)
    with Simulator(threads=1) as simulator:
        result = simulator.run(game, shots)
        drawn = [result.shot(i).svg() if result.ok[i] else "" for i in range(len(strike))]
    corners = found.table.get("bed_outline", [])
    return [_over(svg, model.tracks.shots[shot], corners) for svg, shot in zip(drawn, which)]


def _over(svg: str, track: Track, corners: Sequence[Mapping[str, float]]) -> str:
    """A picture with the points of a track. It says itself where the table is: in its clip path."""
    frame = re.search(r'<clipPath id="table">\s*<rect x="([\d.]+)" y="([\d.]+)" '
                      r'width="([\d.]+)"', svg)
    if frame is None or not corners:
        return svg
    left, top, width = map(float, frame.groups())
    xs, ys = ([corner.get(axis, 0.0) for corner in corners] for axis in ("x_m", "y_m"))
    scale = width / (max(xs) - min(xs))
    dots = "".join(f'<circle cx="{left + (x - min(xs)) * scale:.1f}" '
                   f'cy="{top + (max(ys) - y) * scale:.1f}" r="2" '
                   f'fill="{_INKS[ball % len(_INKS)]}"/>'
                   for ball, (x, y) in zip(track.balls, track.places))
    return svg.replace("</svg>", f"<g>{dots}</g></svg>")


def _cm(distances: np.ndarray) -> List[str]:
    if not len(distances):
        return ["-"] * len(QUARTILES)
    return [f"{100 * q:.2f}" for q in np.quantile(distances, QUARTILES)]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"
    return "<table>" + line(head, "th") + "".join(line(row, "td") for row in rows) + "</table>"


def _list(title: str, lines: Sequence[str]) -> str:
    items = "".join(f"<li>{html.escape(line)}</li>" for line in lines) or "<li>nothing</li>"
    return f"<h2>{title}</h2><ul>{items}</ul>"
