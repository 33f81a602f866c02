#!/usr/bin/env python3
"""Fits the value of positions (core/play/value.h) to what plans found, and writes its weights.

Usage: fit_value.py FILE ... [--header=core/play/value_weights.h]     needs NumPy

FILE: what `carom-play-record values` printed. The value is a network with one hidden layer; a fifth
of the racks is held out, and the errors and the calibration of these are printed. Repeat with the
new weights until the record no longer gains: plans look one shot ahead, so each round knows one shot
more (fitted value iteration; Ernst, Geurts and Wehenkel, JMLR 6, 2005).
"""

import argparse
import pathlib
import re
import sys

import numpy as np

HIDDEN = 16
EPOCHS = 300
BATCH = 256
DECAY = 2e-4  # Of the weights, per step of the gradient.
# Adam's step and means (Kingma and Ba, 2015).
STEP, MEAN, SQUARE, SMALL = 5e-3, 0.9, 0.999, 1e-8


def logistic(x):
    return 1 / (1 + np.exp(-np.clip(x, -40, 40)))


def value(net, features):
    hidden = logistic(features @ net[0].T + net[1])
    return logistic(hidden @ net[2] + net[3])


def gradient(net, features, target):
    """Of the mean cross entropy."""
    hidden = logistic(features @ net[0].T + net[1])
    off = (logistic(hidden @ net[2] + net[3]) - target) / len(target)
    back = np.outer(off, net[2]) * hidden * (1 - hidden)
    return [back.T @ features + DECAY * net[0], back.sum(0), hidden.T @ off + DECAY * net[2],
            np.array([off.sum()])]


def fit(features, target, seed=1):
    random = np.random.default_rng(seed)
    net = [random.normal(0, 0.5, (HIDDEN, features.shape[1])), np.zeros(HIDDEN),
           random.normal(0, 0.5, HIDDEN), np.zeros(1)]
    means, squares, steps = [0.0] * 4, [0.0] * 4, 0
    for epoch in range(EPOCHS):
        step = STEP * (1 - epoch / EPOCHS) + 1e-4
        for rows in np.array_split(random.permutation(len(target)), max(1, len(target) // BATCH)):
            steps += 1
            for i, slope in enumerate(gradient(net, features[rows], target[rows])):
                means[i] = MEAN * means[i] + (1 - MEAN) * slope
                squares[i] = SQUARE * squares[i] + (1 - SQUARE) * slope**2
                net[i] = net[i] - step * (means[i] / (1 - MEAN**steps)) / (
                    np.sqrt(squares[i] / (1 - SQUARE**steps)) + SMALL)
    return net


def report(found, target):
    print(f"held out: {len(target)} positions, error {np.sqrt(((found - target)**2).mean()):.4f} "
          f"of a spread of {target.std():.4f}")
    for low in np.arange(0, 1, 0.1):
        rows = (found >= low) & (found < low + 0.1)
        if rows.any():
            print(f"  {rows.sum():6d} positions valued {found[rows].mean():.3f}, "
                  f"found {target[rows].mean():.3f}")


def numbers(values):
    return "{" + ", ".join(f"{x:.5f}" for x in values) + "}"


def write(net, mean, spread, header):
    """Puts the weights, for features as they are, in place of those in the header."""
    weights = net[0] / spread
    bias = net[1] - (weights * mean).sum(1)
    text = header.read_text()
    for name, new in (("kHiddenWeights", "{{" + ", ".join("{" + numbers(row) + "}"
                                                          for row in weights) + "}}"),
                      ("kHiddenBias", numbers(bias)), ("kOutputWeights", numbers(net[2])),
                      ("kOutputBias", f"{net[3][0]:.5f}")):
        text, count = re.subn(rf"({name}\s*=\s*)[^;]*;", lambda found: found[1] + new + ";", text)
        assert count == 1, name
    header.write_text(re.sub(r"kHidden = \d+", f"kHidden = {HIDDEN}", text))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--header", type=pathlib.Path, default="core/play/value_weights.h")
    arguments = parser.parse_args()
    rows = np.concatenate([np.loadtxt(name, ndmin=2) for name in arguments.files])
    features, target, rack = rows[:, :-2], rows[:, -2], rows[:, -1].astype(int)
    mean, spread = features.mean(0), features.std(0) + 1e-6
    scaled = (features - mean) / spread
    held = rack % 5 == 0
    report(value(fit(scaled[~held], target[~held]), scaled[held]), target[held])
    write(fit(scaled, target), mean, spread, arguments.header)
    return 0


if __name__ == "__main__":
    sys.exit(main())
