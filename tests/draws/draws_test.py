#!/usr/bin/env python3
"""The service draws what distribution.proto and drawn_shots.proto say, bit for bit.

Usage: draws_test.py BIN_DIR [--draws=N]    N of each distribution; default 2000

Runs `carom batch` with Detail.inputs and holds every column against second_draws.py.
"""

import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import second_draws as second

BIN_DIR = pathlib.Path()
DRAWS = 2000
SEED = 20261123
RADIUS_M = 0.028575


def batch(drawn, shots, seed=SEED, first_shot=0, layout=None, flags=()):
    """The rows of a batch of drawn shots that end at once, as dictionaries."""
    request = {
        "settings": [{"stop": {"atTimeS": 0}}],
        "layouts": [layout or balls_at((-0.5, 0.0))],
        "generator": {"drawnShots": drawn, "seed": str(seed), "shotCount": shots,
                      "firstShot": str(first_shot)},
        "detail": {"inputs": True},
    }
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "request.json")
        path.write_text(json.dumps(request), encoding="utf-8")
        run = subprocess.run([BIN_DIR / "carom", "batch", f"--request={path}", "--format=csv", *flags],
                             capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):  # 1: some shots failed, as their rows tell.
        raise AssertionError(run.stderr)
    return list(csv.DictReader(run.stdout.splitlines()))


def balls_at(*places):
    return {"balls": {"balls": [{"state": {"positionM": {"x": x, "y": y}}} for x, y in places]}}


class Draws(unittest.TestCase):
    def expect_column(self, rows, name, expected, first_shot=0):
        column = [row["input_" + name] for row in rows]
        self.assertEqual(len(column), len(rows))
        for i, text in enumerate(column):
            value = expected(first_shot + i)
            if math.isnan(value):
                self.assertEqual(text, "", f"{name} of shot {first_shot + i}")
                continue
            self.assertTrue(text and second.same(float(text), value),
                            f"{name} of shot {first_shot + i}: {text}, not {value!r}")

    def expect_alone(self, rows, name, distribution, accept, first_shot=0):
        def expected(i):
            stream = second.Stream(SEED, i, second.id_of(name))
            return second.draw_within(distribution, stream, accept)
        self.expect_column(rows, name, expected, first_shot)

    def test_every_distribution(self):
        distributions = {
            "speed_m_s": {"uniform": {"lo": 0.7, "hi": 9.25}},
            "elevation_rad": {"truncatedNormal": {"mean": 0.1, "sigma": 0.2, "lo": 0.05, "hi": 0.3}},
            "side_offset": {"choice": {"values": [-0.3, 0.0, 0.1, 0.45],
                                       "weights": [0.1, 0.0, 0.7, 0.2]}},
            "azimuth_rad": {"normal": {"mean": 1.0, "sigma": 0.125}},
        }
        drawn = {"strike": {
            "speedMS": distributions["speed_m_s"],
            "elevationRad": distributions["elevation_rad"],
            "sideOffset": distributions["side_offset"],
            "azimuthRad": distributions["azimuth_rad"],
            "heightOffset": {"constant": 0.1},
        }}
        rows = batch(drawn, DRAWS)
        for name, distribution in distributions.items():
            self.expect_alone(rows, name, distribution, lambda _: True)
        self.expect_column(rows, "height_offset", lambda i: 0.1)

    def test_values_out_of_range_are_drawn_again(self):
        speed = {"normal": {"mean": 0.5, "sigma": 1.0}}
        elevation = {"uniform": {"lo": -1.0, "hi": 2.0}}
        drawn = {"strike": {"speedMS": speed, "elevationRad": elevation}}
        rows = batch(drawn, DRAWS)
        self.expect_alone(rows, "speed_m_s", speed, lambda x: 0.0 <= x <= 50.0)
        self.expect_alone(rows, "elevation_rad", elevation, lambda x: 0.0 <= x < math.pi / 2)

    # 0.02 of it is in range: of a shot all 100 draws are out with 0.98^100 = 13 %.
    def test_what_is_never_in_range_fails_alone(self):
        speed = {"uniform": {"lo": -49.0, "hi": 1.0}}
        rows = batch({"strike": {"speedMS": speed}}, DRAWS)
        self.expect_alone(rows, "speed_m_s", speed, lambda x: 0.0 <= x <= 50.0)
        failed = [row for row in rows if row["status"] != "OK"]
        share = 0.98 ** 100
        error = math.sqrt(share * (1.0 - share) / DRAWS)
        self.assertAlmostEqual(len(failed) / DRAWS, share, delta=4.0 * error)
        for row in failed:
            self.assertEqual(row["input_speed_m_s"], "")

    def test_covariances(self):
        covariance = {
            "quantities": ["speed_m_s", "side_offset", "azimuth_rad", "height_offset"],
            "means": [2.0, 0.0, 0.5, 0.1],
            # The last is half the second: a singular matrix.
            "covariance": [0.04, 0.002, 0.001, 0.001, 0.002, 0.01, -0.003, 0.005,
                           0.001, -0.003, 0.02, -0.0015, 0.001, 0.005, -0.0015, 0.0025],
        }
        rows = batch({"strike": {}, "covariances": [covariance]}, DRAWS)

        def accept(values):
            speed, side, _, height = values
            return 0.0 <= speed <= 50.0 and -1.0 <= side <= 1.0 and -1.0 <= height <= 1.0

        joint = [second.draw_together(
            covariance, second.Stream(SEED, i, second.COVARIANCE), accept) for i in range(DRAWS)]
        for a, name in enumerate(covariance["quantities"]):
            self.expect_column(rows, name, lambda i, a=a: joint[i][a])

    def test_regions_reject_overlaps_in_order(self):
        lo, hi = (-0.2, -0.1), (0.2, 0.1)
        region = {"rectangle": {"lo": {"xM": lo[0], "yM": lo[1]}, "hi": {"xM": hi[0], "yM": hi[1]}}}
        layout = balls_at((-0.8, 0.0), (0.0, 0.0), (0.5, 0.2), (0.5, 0.0), (0.5, -0.2))
        rows = batch({"balls": [{"balls": [1, 2, 3, 4], "region": region}]}, DRAWS, layout=layout)
        places = []
        for i in range(DRAWS):
            lying = {}
            for ball in (1, 2, 3, 4):
                xs = second.Stream(SEED, i, second.id_of(f"ball_{ball}_x_m"))
                ys = second.Stream(SEED, i, second.id_of(f"ball_{ball}_y_m"))
                while True:
                    x, y = xs.uniform(lo[0], hi[0]), ys.uniform(lo[1], hi[1])
                    if all((x - a) * (x - a) + (y - b) * (y - b) >= (2 * RADIUS_M) ** 2
                           for a, b in lying.values()):
                        break
                lying[ball] = (x, y)
            places.append(lying)
        for ball in (1, 2, 3, 4):
            self.expect_column(rows, f"ball_{ball}_x_m", lambda i, b=ball: places[i][b][0])
            self.expect_column(rows, f"ball_{ball}_y_m", lambda i, b=ball: places[i][b][1])

    def test_displacements(self):
        dx = {"normal": {"sigma": 0.003}}
        dy = {"uniform": {"lo": -0.01, "hi": 0.01}}
        rows = batch({"balls": [{"displacement": {"dxM": dx, "dyM": dy}}]}, DRAWS,
                     layout=balls_at((-0.5, 0.0), (0.5, 0.1)))
        for ball, (x, y) in enumerate(((-0.5, 0.0), (0.5, 0.1))):
            self.expect_alone(rows, f"ball_{ball}_dx_m", dx, lambda _: True)
            self.expect_alone(rows, f"ball_{ball}_dy_m", dy, lambda _: True)
            for row in rows:
                for name, at in (("x", x), ("y", y)):
                    moved = at + float(row[f"input_ball_{ball}_d{name}_m"])
                    self.assertTrue(second.same(float(row[f"input_ball_{ball}_{name}_m"]), moved))

    def test_selections(self):
        count = {"choice": {"values": [0, 2, 3, 6], "weights": [1, 2, 3, 1]}}
        layout = balls_at(*((0.15 * i - 0.6, 0.1) for i in range(7)))
        rows = batch({"selection": {"ballCount": count}}, DRAWS, layout=layout)
        self.expect_alone(rows, "ball_count", count, lambda _: True)
        chosen = [second.select(range(1, 7), int(float(row["input_ball_count"])),
                                second.Stream(SEED, i, second.id_of("balls_in_play")))
                  for i, row in enumerate(rows)]
        for ball in range(1, 7):
            self.expect_column(rows, f"ball_{ball}_in_play",
                               lambda i, b=ball: 1.0 if b in chosen[i] else 0.0)

    def test_physics(self):
        physics = {
            "slidingFriction": {"uniform": {"lo": 0.15, "hi": 0.25}},
            "cushionRestitution": {"truncatedNormal": {"mean": 0.85, "sigma": 0.1, "lo": 0.7,
                                                       "hi": 0.95}},
            "massKg": {"normal": {"mean": 0.17, "sigma": 0.002}},
        }
        rows = batch({"physics": physics}, DRAWS)
        for name, field in (("sliding_friction", "slidingFriction"),
                            ("cushion_restitution", "cushionRestitution"), ("mass_kg", "massKg")):
            self.expect_alone(rows, name, physics[field], lambda _: True)

    # Changing one distribution, or adding others, leaves the bits of every other quantity.
    def test_one_distribution_changes_one_column(self):
        strike = {"speedMS": {"uniform": {"lo": 1.0, "hi": 2.0}},
                  "azimuthRad": {"normal": {"sigma": 0.1}},
                  "sideOffset": {"truncatedNormal": {"sigma": 0.2, "lo": -0.3, "hi": 0.3}}}
        before = batch({"strike": strike}, 200)
        changes = {"speed_m_s": ("speedMS", {"normal": {"mean": 1.0, "sigma": 0.3}}),
                   "azimuth_rad": ("azimuthRad", {"constant": 0.5}),
                   "side_offset": ("sideOffset", {"choice": {"values": [0.1, 0.2]}})}
        for changed, (field, distribution) in changes.items():
            other = {"strike": {**strike, field: distribution,
                                "heightOffset": {"uniform": {"hi": 0.2}}},
                     "physics": {"gravityMS2": {"uniform": {"lo": 9.7, "hi": 9.9}}}}
            after = batch(other, 200)
            for name in changes:
                column = "input_" + name
                equal = [a[column] == b[column] for a, b in zip(before, after)]
                self.assertEqual(all(equal), name != changed, f"{name} when {changed} changes")

    # A part of a batch, with numbers beyond 2^32 too, has the shots of the whole.
    def test_parts_are_those_of_the_whole(self):
        speed = {"normal": {"mean": 3.0, "sigma": 0.5}}
        drawn = {"strike": {"speedMS": speed}}
        whole = batch(drawn, 300)
        part = batch(drawn, 300, flags=("--first-shot=120", "--shots=50"))
        self.assertEqual(part, whole[120:170])
        self.assertEqual(batch(drawn, 50, first_shot=120), whole[120:170])
        far = 2 ** 52 + 17
        self.expect_alone(batch(drawn, 20, first_shot=far), "speed_m_s", speed, lambda _: True, far)


def main():
    global BIN_DIR, DRAWS
    arguments = sys.argv[1:]
    for argument in list(arguments):
        if argument.startswith("--draws="):
            DRAWS = int(argument.split("=")[1])
            arguments.remove(argument)
    if len(arguments) != 1:
        sys.exit(__doc__)
    BIN_DIR = pathlib.Path(arguments[0])
    unittest.main(argv=[sys.argv[0]], verbosity=2)


if __name__ == "__main__":
    main()
