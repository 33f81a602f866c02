"""Plays a saved system of pooltool: python -m carom.pooltool SHOT [--out=FILE] [--show]"""
from __future__ import annotations

import argparse
import sys


def main() -> int:
    parser = argparse.ArgumentParser("python -m carom.pooltool", description=__doc__)
    parser.add_argument("shot", help="a file that pooltool.System.load takes")
    parser.add_argument("--out", help="saves the played system, .json or .msgpack")
    parser.add_argument("--show", action="store_true", help="shows it in pooltool's window")
    options = parser.parse_args()
    try:
        from carom.pooltool import Refused, simulate
    except ImportError as error:
        print(error, file=sys.stderr)
        return 2
    import pooltool as pt

    try:
        played = simulate(pt.System.load(options.shot),
                          continuous=bool(options.out or options.show))
    except Refused as error:
        print(error, file=sys.stderr)
        return 2
    print(f"at rest after {played.t:.3f} s; {len(played.events) - 2} events")
    for ball in played.balls.values():
        x, y, _ = ball.state.rvw[0]
        print(f"{ball.id} {'pocketed' if ball.state.s == 4 else f'{x:.4f} {y:.4f}'}")
    if options.out:
        played.save(options.out)
    if options.show:
        pt.show(played)
    return 0


if __name__ == "__main__":
    sys.exit(main())
