"""Carom beside what others measured: a CSV and a page.

    reality.py --out=DIR                      the publications
    reality.py --out=DIR --tracks=FOLDER      and tracks of a camera: FOLDER/tracks.csv as carom.calibrate
                                              reads it; takes some minutes for 80 shots
Needs the packages carom, NumPy, SciPy and matplotlib.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import carom
import judge
import page
import predict
import tracks


# By the game of a series.
PRESETS = {"carom": carom.settings_preset("measured_carom"), "pool": carom.settings_preset("measured_pool")}


def parse(argv: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR",
                        help="for reality.csv, judgements.csv and index.html")
    parser.add_argument("--only", metavar="TEXT", default="",
                        help="quantities whose heading has this text, in either case")
    parser.add_argument("--measurements", type=Path, metavar="FILE", default=judge.MEASUREMENTS,
                        help="in place of measurements.toml")
    parser.add_argument("--tracks", type=Path, metavar="FOLDER", help="a folder with tracks.csv")
    parser.add_argument("--table", default="carom_10ft", help="of the tracks: a preset")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    args = parse(argv)
    sources, series = judge.read(args.measurements)
    series = [one for one in series if args.only.lower() in one.quantity.lower()]
    if not series:
        print(f"reality.py: --only: no quantity has \"{args.only}\" in its heading", file=sys.stderr)
        return 2
    with carom.Simulator() as simulator:
        stage = predict.Stage(simulator)
        for one in series:
            judge.predict_all(stage, one, PRESETS)
        judged = tracks.judge_tracks(args.tracks, args.table, PRESETS["carom"], simulator, print) if args.tracks else {}
    used = {key: sources[key] for key in dict.fromkeys(one.source for one in series)}
    page.write(args.out, used, series, tracks.section(judged), tracks.warning(judged))
    if judged:
        tracks.write(args.out, judged)
    print_summary(series, args.out)
    return 0


def print_summary(series: list[judge.Series], out: Path) -> None:
    for one in judge.judge_all(series):
        if one.independent:
            print(f"{one.quantity}: {one.predictor}: bias {one.bias:.3f} scatter {page.number(one.scatter)}, "
                  f"{one.far_off} of {one.count} off by more than twice the error")
    print(f"{out / 'index.html'}")


if __name__ == "__main__":
    sys.exit(main())
