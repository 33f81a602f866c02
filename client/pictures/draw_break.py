#!/usr/bin/env python3
"""Draws a 9-ball break as SVG: the table to scale, the path of each ball, where it comes to rest.

usage: draw_break.py [CAROM] > break.svg     CAROM: the program; default: .build/release/bin/carom

Everything that is drawn is what the program tells: `carom tables` the geometry, `carom simulate`
the motion. Nothing but Python's standard library is needed.
"""

import csv
import json
import math
import subprocess
import sys

SHOT = ["--table=pool_9ft", "--rack=9-ball", "--seed=1", "--speed=9", "--azimuth=0.2"]
PERIOD_S = 0.001  # At 10 m/s a corner of a path is cut by 1 cm at most, 3 px.
PX_PER_M = 300.0
MARGIN_M = 0.03
STRAIGHT_M = 0.0007  # A fifth of a pixel: points nearer to a straight line are left out.
BALL_RADIUS_M = 0.028575

COLOURS = ["#fdfdf5", "#f2c200", "#1c4fa0", "#d22a1f", "#5b2a86", "#ee7a18", "#13703a", "#7a1524",
           "#161616", "#f2c200"]  # Of the cue ball and of the balls 1 to 9.
CLOTH, RAIL, POCKET = "#2e8b6f", "#5a3a22", "#111111"


def run(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def read_paths(program):
    """For each ball its points (x, y) in m and how it ends."""
    rows = csv.DictReader(
        run(program, "simulate", *SHOT, f"--samples={PERIOD_S}", "--csv").splitlines())
    paths = {}
    for row in rows:
        points, _ = paths.get(int(row["ball"]), ([], ""))
        points.append((float(row["x_m"]), float(row["y_m"])))
        paths[int(row["ball"])] = (points, row["motion"])
    return paths


def simplified(points):
    """The points without those that lie on a straight line between others [Douglas, Peucker 1973]."""
    keep = {0, len(points) - 1}
    pieces = [(0, len(points) - 1)]
    while pieces:
        first, last = pieces.pop()
        (x0, y0), (x1, y1) = points[first], points[last]
        length = math.hypot(x1 - x0, y1 - y0)
        worst, at = 0.0, None
        for i in range(first + 1, last):
            x, y = points[i]
            off = (abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length if length > 0.0
                   else math.hypot(x - x0, y - y0))
            if off > worst:
                worst, at = off, i
        if worst > STRAIGHT_M:
            keep.add(at)
            pieces += [(first, at), (at, last)]
    return [points[i] for i in sorted(keep)]


class Page:
    """Takes metres on the table, y upwards, and writes pixels, y downwards."""

    def __init__(self, corners):
        self.left = min(x for x, _ in corners) - MARGIN_M
        self.top = max(y for _, y in corners) + MARGIN_M
        self.width = (max(x for x, _ in corners) + MARGIN_M - self.left) * PX_PER_M
        self.height = (self.top - min(y for _, y in corners) + MARGIN_M) * PX_PER_M
        self.lines = []

    def at(self, point):
        return ((point[0] - self.left) * PX_PER_M, (self.top - point[1]) * PX_PER_M)

    def add(self, text):
        self.lines.append(text)

    def disc(self, centre, radius_m, style):
        x, y = self.at(centre)
        self.add(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius_m * PX_PER_M:.1f}" {style}/>')

    def line(self, kind, points, style):
        told = " ".join("{:.1f},{:.1f}".format(*self.at(point)) for point in points)
        self.add(f'<{kind} points="{told}" {style}/>')

    def text(self):
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width:.0f}" '
            f'height="{self.height:.0f}" font-family="sans-serif">',
            "<title>carom simulate " + " ".join(SHOT) + "</title>", *self.lines, "</svg>"])


def corners_of(points):
    return [(point.get("x_m", 0.0), point.get("y_m", 0.0)) for point in points]


def draw_table(page, geometry):
    page.line("polygon", corners_of(geometry["bed_outline"]), f'fill="{CLOTH}"')
    for rail in geometry["rail_tops"]:
        page.line("polygon", corners_of(rail["corners"]), f'fill="{RAIL}" stroke="{RAIL}"')
    for jaw in geometry["jaws"]:
        page.disc(corners_of([jaw["centre"]])[0], jaw["radius_m"], f'fill="{RAIL}"')
    for nose in geometry["noses"]:
        page.line("polyline", corners_of([nose["start"], nose["end"]]),
                  'stroke="#1d5c49" stroke-width="2"')
    for pocket in geometry["pockets"]:
        page.disc(corners_of([pocket["centre"]])[0], pocket["radius_m"], f'fill="{POCKET}"')


def draw_ball(page, ball, centre):
    page.disc(centre, BALL_RADIUS_M, f'fill="{COLOURS[ball]}" stroke="#222222" stroke-width="0.6"')
    if ball == 0:
        return
    if ball == 9:  # Its stripe.
        page.disc(centre, BALL_RADIUS_M, 'fill="none" stroke="#fdfdf5" stroke-width="2.4"')
    x, y = page.at(centre)
    page.disc(centre, BALL_RADIUS_M * 0.55, 'fill="#fdfdf5"')
    page.add(f'<text x="{x:.1f}" y="{y + 2.6:.1f}" font-size="7.5" text-anchor="middle">{ball}'
             "</text>")


def main(arguments):
    program = arguments[0] if arguments else ".build/release/bin/carom"
    geometry = json.loads(run(program, "tables", "pool_9ft", "--json"))["geometry"]
    paths = read_paths(program)
    page = Page(corners_of(geometry["bed_outline"]))
    draw_table(page, geometry)
    for ball, (points, _) in paths.items():
        page.disc(points[0], BALL_RADIUS_M, f'fill="none" stroke="{COLOURS[ball]}" opacity="0.6"')
        page.line("polyline", simplified(points), f'fill="none" stroke="{COLOURS[ball]}" '
                  'stroke-width="1.6" stroke-linejoin="round" opacity="0.8"')
    for ball, (points, motion) in paths.items():
        if motion != "pocketed":
            draw_ball(page, ball, points[-1])
    print(page.text())


if __name__ == "__main__":
    main(sys.argv[1:])
