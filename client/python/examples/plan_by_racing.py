"""Plans a shot: which of 3000 strikes pots the ball most probably, played by an unsteady hand.

The candidates are all hits on the ball, thin to full on both sides, at three speeds. A race plays
each with noise a few times, drops what is behind and spends its draws where the decision is open.
The estimate of the winner is made of draws that the race has not seen. Then the plan is put to the
test on its own: the winner, and the ghost-ball aim beside it, are played with noise drawn here.

    python plan_by_racing.py --cue=-0.5,-0.2 --ball=0.4,0.25
"""
import argparse
from typing import Any, Dict, Sequence, Tuple

import carom
import numpy as np
from carom.envs.tasks import POOL, hit_azimuth
from ghost_ball import ghost_ball

NOISE = {"speed_m_s": 0.075, "azimuth_rad": np.radians(0.125)}  # Those of the ICGA.


def plan(simulator: carom.Simulator, cue: np.ndarray, ball: np.ndarray, speeds: Sequence[float],
         hits: np.ndarray, budget: int) -> Tuple[float, float, Dict[str, Any]]:
    """The best strike and its estimate: (speed, m/s), (azimuth, rad), the estimate as a dict."""
    speed, hit = (grid.ravel() for grid in np.meshgrid(speeds, hits))
    azimuth = hit_azimuth(cue[None], ball[None], hit, POOL.radius_m)
    noise = {name: {"normal": {"sigma": float(sigma)}} for name, sigma in NOISE.items()}
    answer = simulator.estimate(game=carom.Game(balls=[cue, ball]), request={
        "columns": {"shot_count": len(hit), "speed_m_s": speed, "azimuth_rad": azimuth},
        "goals": [{"all_of": {"goals": [{"potted": {"ball": 1}}, {"no_scratch": {}}]}}],
        "noise": {"strike": noise}, "race": {"budget": budget}, "draws": 2000})
    best = answer["best"][0]
    number = int(best.get("candidate", 0))
    return speed[number], azimuth[number], best["goals"][0]


def test(simulator: carom.Simulator, cue: np.ndarray, ball: np.ndarray, speed: float, azimuth: float,
         shots: int = 2000) -> float:
    """Share of `shots` with noise that pot the ball and keep the cue ball."""
    rng = np.random.default_rng(1)
    pockets = simulator.run(carom.Game(balls=[cue, ball]), carom.strikes(
        speed=speed + NOISE["speed_m_s"] * rng.standard_normal(shots),
        azimuth=azimuth + NOISE["azimuth_rad"] * rng.standard_normal(shots))).pockets
    return float(np.mean((pockets[:, 1] >= 0) & (pockets[:, 0] < 0)))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--cue", default="-0.5,-0.2", help="x,y of the cue ball, m")
    parser.add_argument("--ball", default="0.4,0.25", help="x,y of the object ball, m")
    parser.add_argument("--hits", type=int, default=1000, help="candidates at each speed")
    parser.add_argument("--budget", type=int, default=40_000, help="draws of the race")
    args = parser.parse_args()
    cue, ball = (np.array([float(v) for v in text.split(",")]) for text in (args.cue, args.ball))
    hits = np.linspace(-0.98, 0.98, args.hits)
    with carom.Simulator() as simulator:
        speed, azimuth, goal = plan(simulator, cue, ball, (1.0, 2.0, 3.0), hits, args.budget)
        wilson = goal["wilson"]
        print(f"best of {3 * args.hits} strikes: {speed:g} m/s, {np.degrees(azimuth):.2f} degrees")
        print(f"pots with probability {goal['mean']:.3f}, "
              f"in [{wilson['low']:.3f}, {wilson['high']:.3f}]")
        print(f"put to the test: {test(simulator, cue, ball, speed, azimuth):.3f}")
        rule = float(hit_azimuth(cue[None], ball[None], ghost_ball(cue[None], ball[None]), POOL.radius_m)[0])
        print(f"the ghost-ball rule at that speed: {test(simulator, cue, ball, speed, rule):.3f}")


if __name__ == "__main__":
    main()
