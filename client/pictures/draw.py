#!/usr/bin/env python3
"""Draws the pictures of the READMEs: a break, a jump over a ball, a cloud of outcomes, and what
derivatives say of such clouds.

usage: draw.py [--check]      --check: draws nothing, exits 1 where a picture is another one

`carom`, from the PATH, draws, and plays what is drawn here; this says what. Nothing but Python's standard
library is needed.
"""

import csv
import io
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SHOTS = 1500


def normal(dice):
    """A number of mean 0 and variance 1: the sum of twelve uniform ones, the same everywhere."""
    return sum(dice.random() for _ in range(12)) - 6.0


def cloud_request():
    """A cut into the corner: as it is aimed, and as a player of some skill hits it."""
    dice = random.Random(1)
    places = [(-0.3, -0.1), (0.75, 0.25), (0.2, -0.45)]
    off = [[normal(dice) if shot else 0.0 for _ in range(4)] for shot in range(SHOTS)]
    return {
        "layouts": [{"balls": {"balls": [{"state": {"position_m": {"x": x, "y": y}}}
                                         for x, y in places]}}],
        "columns": {
            "shot_count": SHOTS,
            "azimuth_rad": [math.radians(17.4 + 0.12 * shot[0]) for shot in off],
            "speed_m_s": [1.7 * (1.0 + 0.05 * shot[1]) for shot in off],
            "height_offset": [-0.38 + 0.05 * shot[2] for shot in off],
            "side_offset": [0.04 * shot[3] for shot in off]}}


# For each picture the flags, and the request where there is one.
PICTURES = {
    "break": (["--rack=9-ball", "--seed=1", "--speed=9", "--azimuth=0.2"], None),
    "jump": (["--flight=on", "--ball=-0.6,0", "--ball=-0.25,0", "--ball=0.5,0.01", "--speed=3.3",
              "--elevation=40", "--dark"], None),
    "cloud": (["--cloud=0", "--request=-"], cloud_request()),
}


def draw(name, folder):
    flags, request = PICTURES[name]
    subprocess.run(["carom", "render", *flags, f"--out={folder / name}.svg"], check=True, text=True,
                   input=json.dumps(request) if request else "")


# The numbers of a strike, as they are aimed, and how far a player is off: standard deviations.
AIM = {"azimuth_rad": 0.061, "speed_m_s": 0.9, "side_offset": 0.0, "height_offset": 0.1}
OFF = {"azimuth_rad": 0.002, "speed_m_s": 0.05, "side_offset": 0.02, "height_offset": 0.02}
DRAWS = 10_000
# Balls in a row, not quite straight: the cue ball touches the first, and so on.
ROW = [(-0.9, -0.2), (-0.4, -0.17), (0.1, -0.15), (0.5, -0.17)]
PANEL, ROOM = 300, 60  # Pixels of a panel, and below it for its text.


def played(balls):
    """Of the last ball: where it ends, the derivatives of that by AIM (x and y), and where it ends in
    the draws."""
    layouts = [{"balls": {"balls": [{"state": {"position_m": {"x": x, "y": y}}} for x, y in balls]}}]
    detail = {"derivatives": [f"strike.{name}" for name in AIM]}
    answer = json.loads(carom("simulate", {"layouts": layouts, "shots": {"shots": [{"strike": AIM}]},
                                           "detail": detail}, "--json"))["results"]
    last = len(balls) - 1
    end = answer["final_states"]["positions_m"][3 * last:][:2]
    rows = answer["derivatives"]["final_states"][9 * last * len(AIM):]
    slopes = [rows[axis * len(AIM):][:len(AIM)] for axis in (0, 1)]
    dice = random.Random(2)
    off = [{name: OFF[name] * normal(dice) for name in AIM} for _ in range(DRAWS)]
    columns = {name: [AIM[name] + by[name] for by in off] for name in AIM}
    table = carom("batch", {"layouts": layouts, "columns": {"shot_count": DRAWS, **columns}},
                  "--format=csv")
    return end, slopes, [(float(row[f"ball_{last}_x_m"]), float(row[f"ball_{last}_y_m"]))
                         for row in csv.DictReader(io.StringIO(table))]


def carom(command, request, *flags):
    return subprocess.run(["carom", command, "--request=-", *flags], check=True, text=True,
                          input=json.dumps(request), stdout=subprocess.PIPE).stdout


def covariance(slopes):
    """Of where a ball ends, by the linear model: xx, xy, yy."""
    along = [[slope * OFF[name] for slope, name in zip(row, AIM)] for row in slopes]
    return [sum(a * b for a, b in zip(along[i], along[k])) for i, k in ((0, 0), (0, 1), (1, 1))]


def share_within(end, cov, places, deviations):
    """Of the places, in an ellipse of the linear model."""
    xx, xy, yy = cov
    determinant = xx * yy - xy * xy
    inside = 0
    for x, y in places:
        x, y = x - end[0], y - end[1]
        inside += (yy * x * x - 2 * xy * x * y + xx * y * y) / determinant <= deviations**2
    return inside / len(places)


def panel(left, title, middle, width_m, end, slopes, places):
    """A square of the table, the places as dots and the ellipses of one, two and three deviations."""
    scale = PANEL / width_m
    cov = covariance(slopes)
    half, gap = (cov[0] + cov[2]) / 2, math.hypot((cov[0] - cov[2]) / 2, cov[1])
    turn = math.degrees(math.atan2(2 * cov[1], cov[0] - cov[2])) / 2
    radii = [scale * math.sqrt(max(square, 0.0)) for square in (half + gap, half - gap)]

    def at(place):
        return (PANEL / 2 + scale * (place[0] - middle[0]), PANEL / 2 - scale * (place[1] - middle[1]))

    dots = sorted({tuple(round(number) for number in at(place)) for place in places})
    out = [f'<svg x="{left}" y="24" width="{PANEL}" height="{PANEL}">',
           f'<rect width="{PANEL}" height="{PANEL}" fill="none" stroke="#888888"/>',
           '<path stroke="#0072b2" stroke-width="1.6" stroke-linecap="round" d="'
           + "".join(f"M{x} {y}h0" for x, y in dots if 0 <= x <= PANEL and 0 <= y <= PANEL) + '"/>']
    x, y = at(end)
    out += [f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{n * radii[0]:.1f}" ry="{n * radii[1]:.1f}" '
            f'transform="rotate({-turn:.1f} {x:.1f} {y:.1f})" fill="none" stroke="#d55e00" '
            'stroke-width="1.5"/>' for n in (1, 2, 3)]
    out.append("</svg>")
    shares = ", ".join(f"{100 * share_within(end, cov, places, n):.1f}" for n in (1, 2, 3))
    out += [f'<text x="{left}" y="16">{title}, {width_m:g} m wide</text>',
            f'<text x="{left}" y="{PANEL + 44}">within 1, 2, 3 deviations: {shares} %</text>']
    return out


def draw_ellipses(folder):
    """What derivatives say of where a ball ends, and where it ends in DRAWS shots of a player."""
    one, three = played(ROW[:2]), played(ROW)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * PANEL + 40} {PANEL + ROOM}" '
           f'width="{2 * PANEL + 40}" font-family="sans-serif" font-size="13" fill="#888888">',
           *panel(10, "one impact of balls", one[0], 0.7, *one),
           *panel(PANEL + 30, "three impacts", three[0], 1.2, *three), "</svg>"]
    (folder / "ellipses.svg").write_text("\n".join(out) + "\n", encoding="utf-8")


def draw_all(folder):
    for name in PICTURES:
        draw(name, folder)
    draw_ellipses(folder)


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    if not arguments:
        draw_all(HERE)
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        draw_all(folder)
        others = [name for name in (*PICTURES, "ellipses") if (folder / f"{name}.svg").read_bytes()
                  != (HERE / f"{name}.svg").read_bytes()]
    for name in others:
        print(f"{name}.svg is not what carom draws: run client/pictures/draw.py")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
