"""Learns to pot a ball, in less than a minute on two cores, with Carom and NumPy alone.

Cue ball and object ball lie anywhere on a 9 ft table; the cue strikes level, in the middle, with 2 m/s. To
decide is the hit b in (-1, 1): how far the line of aim passes from the object ball's centre, in units of
both radii. A shot counts when the object ball drops and the cue ball does not. A network Q(balls, b) learns
the probability of that from its own shots; it knows neither pockets nor friction. The ghost-ball rule
printed beside it sends the ball along the line of centres into the pocket that forgives most.
"""
import argparse
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # Matrices are small: more threads only wait.
import carom
import numpy as np
from carom.envs.pictures import save_curve
from carom.envs.tasks import hit_azimuth
from ghost_ball import HALF, R, ghost_ball

EXAM = 2000  # shots on which play is judged
GAME = carom.Game("pool_9ft", balls=[(0, 0), (0.5, 0)])  # each shot has places of its own


def layouts(rng: np.random.Generator, n: int) -> "tuple[np.ndarray, np.ndarray]":
    """Places of cue ball and object ball, clear of each other: (n, 2) each, m."""
    balls = rng.uniform(R - HALF, HALF - R, (n + n // 10 + 10, 2, 2))
    balls = balls[np.hypot(*(balls[:, 0] - balls[:, 1]).T) > 2.01 * R][:n]
    return balls[:, 0], balls[:, 1]


def play(simulator: carom.Simulator, cue: np.ndarray, ball: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Which shots (n,) pot the ball and keep the cue ball."""
    positions = np.pad(np.stack([cue, ball], 1), ((0, 0), (0, 0), (0, 1)), constant_values=R)
    shots = carom.strikes(speed=2.0, azimuth=hit_azimuth(cue, ball, b, R), positions=positions)
    pockets = simulator.run(GAME, shots).pockets
    return (pockets[:, 1] >= 0) & (pockets[:, 0] < 0)


def features(cue: np.ndarray, ball: np.ndarray, b: np.ndarray) -> np.ndarray:
    """What Q sees, (n, 73), mirrored so that the ball has x, y > 0: waves over the angle at which
    the table's centre sees the point of the rails where the ball is sent; the ways; the hit."""
    mirror = np.where(ball < 0, -1.0, 1.0)
    cue, ball, b = cue * mirror, ball * mirror, b * mirror.prod(1)
    gap = np.hypot(*(ball - cue).T)
    out = hit_azimuth(cue, ball, b, R) - np.arcsin(b)  # the line of centres
    course = np.stack([np.cos(out), np.sin(out)], 1)
    way = ((np.copysign(HALF, course) - ball) / (course + 1e-12)).min(1)
    x, y = ((ball + way[:, None] * course) / HALF).T
    waves = np.arctan2(y, x)[:, None] * np.arange(1, 33)
    rest = np.stack([way, gap, b, b * b, *course.T, *ball.T, np.ones(len(b))], 1)
    return np.concatenate([np.sin(waves), np.cos(waves), rest], 1).astype(np.float32)


class Network:
    """73 inputs, 128 hidden units, one probability; trained by Adam [Kingma and Ba 2015]."""
    def __init__(self, rng: np.random.Generator) -> None:
        self.w = [rng.normal(0, 0.15, shape).astype("f4") for shape in ((73, 128), (128, 1))]
        self.m, self.v = ([np.zeros_like(w) for w in self.w] for _ in "mv")

    def __call__(self, x: np.ndarray) -> "tuple[np.ndarray, np.ndarray]":
        hidden = np.maximum(x @ self.w[0], 0)
        return hidden, 1 / (1 + np.exp(-hidden @ self.w[1]))

    def train(self, x: np.ndarray, hit: np.ndarray, rate: float) -> None:
        """One step down the gradient of the cross entropy."""
        hidden, q = self(x)
        out = (q - hit[:, None]) / len(x)
        for i, g in enumerate((x.T @ (out @ self.w[1].T * (hidden > 0)), hidden.T @ out)):
            self.m[i] = self.m[i] + 0.1 * (g - self.m[i])
            self.v[i] = self.v[i] + 0.01 * (g * g - self.v[i])
            self.w[i] -= (rate * self.m[i] / (np.sqrt(self.v[i]) + 1e-8)).astype("f4")

    def choose(self, cue: np.ndarray, ball: np.ndarray, b: np.ndarray) -> np.ndarray:
        """The best (n,) of the hits b, (n, k)."""
        cue, ball = (np.repeat(balls, b.shape[1], 0) for balls in (cue, ball))
        q = self(features(cue, ball, b.ravel()))[1].reshape(b.shape)
        return np.asarray(b[np.arange(len(b)), q.argmax(1)])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    for name, default in (("seed", 1), ("rounds", 20), ("shots", 500)):
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--out", default="learning_curve", help="curve: OUT.csv, OUT.svg")
    args = parser.parse_args()
    began, rng, seen, curve = time.time(), np.random.default_rng(args.seed), [], []
    exam, network = layouts(np.random.default_rng(0), EXAM), Network(rng)  # one exam for all seeds
    grid = np.tile(np.linspace(-0.99, 0.99, 100), (EXAM, 1))
    with carom.Simulator() as simulator:
        chance = play(simulator, *exam, np.random.default_rng(1).uniform(-1, 1, EXAM)).mean()
        rule = play(simulator, *exam, ghost_ball(*exam)).mean()
        print(f"random play pots {chance:.1%}, the ghost-ball rule {rule:.1%}")
        for number in range(1, args.rounds + 1):
            balls = layouts(rng, args.shots)
            b = network.choose(*balls, rng.uniform(-1, 1, (args.shots, 16)))
            seen.append((features(*balls, b), play(simulator, *balls, b)))
            x, hit = (np.concatenate(part) for part in zip(*seen))
            for batch in rng.integers(len(x), size=(300, 512)):
                network.train(x[batch], hit[batch], rate=1e-3)
            potted = play(simulator, *exam, network.choose(*exam, grid)).mean()
            curve.append((number * args.shots, potted, rule, chance))
            print(f"{number * args.shots:6d} shots {time.time() - began:5.1f} s: {potted:.1%}")
    names = ("shots", "learned", "ghost-ball rule", "random play")
    save_curve(args.out, "share of balls potted", names, np.array(curve))


if __name__ == "__main__":
    main()
