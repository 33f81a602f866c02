#!/usr/bin/env python3
"""Draws the pictures of the READMEs: a break, a jump over a ball, a cloud of outcomes.

usage: draw.py [--check]      --check: draws nothing, exits 1 where a picture is another one

`carom`, from the PATH, draws; this says what. Nothing but Python's standard library is needed.
"""

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


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    if not arguments:
        for name in PICTURES:
            draw(name, HERE)
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name in PICTURES:
            draw(name, folder)
        others = [name for name in PICTURES if (folder / f"{name}.svg").read_bytes()
                  != (HERE / f"{name}.svg").read_bytes()]
    for name in others:
        print(f"{name}.svg is not what carom draws: run client/pictures/draw.py")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
