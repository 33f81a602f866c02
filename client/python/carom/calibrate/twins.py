"""How well a calibration finds what is known: `python -m carom.calibrate.twins --help`.

Twins have numbers drawn at random around the defaults, and are calibrated from the defaults.
"""
from __future__ import annotations

import argparse
import sys
import time
from typing import Dict, List, Optional, Sequence

import numpy as np

from carom.calibrate.calibration import calibrate
from carom.calibrate.twin import made_up
from carom.calibrate.world import LAWS, USUAL
from carom.simulator import Simulator

# Ranges of the truth: from a new, heated cloth to a worn one, from clean balls to dirty ones.
RANGES = {"sliding_friction": (0.15, 0.25), "rolling_friction": (0.005, 0.013),
          "spinning_friction": (0.004, 0.016), "cushion_restitution": (0.78, 0.92),
          "cushion_friction": (0.12, 0.28), "ball_restitution": (0.9, 0.98),
          "ball_friction_a": (0.01, 0.07), "ball_friction_b": (0.08, 0.3),
          "nose_height": (0.0363, 0.0378),
          "rolling_factor_middle": (1.0, 1.5), "rolling_factor_fast": (1.5, 3.0),
          "cushion_restitution_factor_slow": (0.95, 1.08), "cushion_friction_factor_graze": (0.7, 1.3)}

# What one would not call another cushion, cloth or ball: errors, and errors in parts of the truth.
CLOSE = {"cushion_restitution": 0.003, "ball_restitution": 0.015}
CLOSE_PART = {"rolling_friction": 0.02, "cushion_friction": 0.03, "sliding_friction": 0.05}


def is_close(name: str, error: float, truth: float) -> bool:
    return abs(error) <= CLOSE.get(name, CLOSE_PART.get(name, np.inf) * truth)


def main(argv: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m carom.calibrate.twins", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--twins", type=int, default=20)
    parser.add_argument("--shots", type=int, default=80, help="of each")
    parser.add_argument("--seed", type=int, default=1, help="of the first; the next have the next")
    parser.add_argument("--law", default="han2005", choices=LAWS)
    args = parser.parse_args(argv)
    inside: Dict[str, int] = dict.fromkeys(USUAL, 0)
    close: Dict[str, int] = dict.fromkeys([*CLOSE, *CLOSE_PART], 0)
    errors: Dict[str, List[float]] = {name: [] for name in USUAL}
    with Simulator() as simulator:
        for seed in range(args.seed, args.seed + args.twins):
            draw = np.random.default_rng(seed)
            truth = {name: float(draw.uniform(*RANGES[name])) for name in USUAL}
            tracks = made_up(args.shots, truth, seed=seed, law=args.law, simulator=simulator)
            began, cpu = time.monotonic(), time.process_time()
            found = calibrate(tracks, USUAL, laws=[args.law], held_out=False, simulator=simulator)
            for name, value in truth.items():
                low, high = found.intervals[name]
                inside[name] += low <= value <= high
                errors[name].append(found.values[name] - value)
                if name in close:
                    close[name] += is_close(name, errors[name][-1], value)
            print(f"seed={seed} seconds={time.monotonic() - began:.0f} "
                  f"processor_s={time.process_time() - cpu:.0f} "
                  f"below_1_cm={(found.distances < 0.01).mean():.3f} "
                  f"median_cm={100 * np.median(found.distances):.3f} "
                  + " ".join(f"{name}={errors[name][-1]:+.2g}" for name in USUAL), flush=True)
    for name in USUAL:
        print(f"{name}: largest error {max(map(abs, errors[name])):.2g}, in its 90 % interval "
              f"{inside[name]} of {args.twins}"
              + (f", close enough {close[name]}" if name in close else ""))
    print(f"intervals hold the truth in {sum(inside.values()) / len(USUAL) / args.twins:.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
