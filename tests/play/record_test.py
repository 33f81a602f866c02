#!/usr/bin/env python3
"""A small form of the record: what the README of this folder says of many racks must hold of a few.

Usage: record_test.py PROGRAM     PROGRAM: carom-play-record
"""

import csv
import math
import subprocess
import sys


def run(program, *flags):
    """The tables that the program prints, each a list of dicts."""
    text = subprocess.run([program, *flags], check=True, capture_output=True, text=True).stdout
    tables, header = [], None
    for row in csv.reader(text.splitlines()):
        if not row[0][0].isdigit():
            header = row
            tables.append([])
        else:
            tables[-1].append(dict(zip(header, row)))
    return tables


def least_mean(expected, count, odds=1000):
    """What the mean of so many numbers in [0, 1] falls below by one seed in `odds` at the most, however
    they are spread (W. Hoeffding, 1963, theorem 1)."""
    low, high = 1e-9, expected
    for _ in range(60):
        mean = (low + high) / 2
        divergence = mean * math.log(mean / expected)
        divergence += (1 - mean) * math.log((1 - mean) / (1 - expected))
        low, high = (mean, high) if divergence > math.log(odds) / count else (low, mean)
    return low


def main():
    program = sys.argv[1]
    # Without noise nearly every inning that goes on after the break clears the table.
    (perfect,), _ = run(program, "innings", "--noise=0", "--racks=20", "--shots=2000")
    assert int(perfect["kept"]) >= 15, perfect
    assert int(perfect["cleared"]) >= int(perfect["kept"]) - 2, perfect
    # The same racks give the same shots.
    (again,), _ = run(program, "innings", "--noise=0", "--racks=20", "--shots=2000")
    assert again["hash"] == perfect["hash"]
    # With noise pots come as they were promised: over all of them within four deviations.
    (noisy,), bins = run(program, "innings", "--noise=1", "--racks=40", "--shots=1000")
    shots = sum(int(row["shots"]) for row in bins)
    promised = sum(int(row["shots"]) * float(row["promised"]) for row in bins)
    made = sum(int(row["shots"]) * float(row["made"]) for row in bins)
    assert shots >= 50, noisy
    deviation = (promised * (1 - promised / shots)) ** 0.5
    # A promise of 16 draws and more has an error of its own: as large at the most.
    assert abs(made - promised) <= 4 * 2**0.5 * max(deviation, 1.0), (made, promised, shots)
    # So do pots of all chances, those of worse players and those that are not chosen.
    (bins,) = run(program, "promises", "--racks=3", "--shots=2000")
    shots = sum(int(row["shots"]) for row in bins)
    promised = sum(int(row["shots"]) * float(row["promised"]) for row in bins)
    made = sum(int(row["shots"]) * float(row["made"]) for row in bins)
    assert len(bins) > 5 and shots >= 200, bins
    deviation = (promised * (1 - promised / shots)) ** 0.5
    assert abs(made - promised) <= 4 * 2**0.5 * max(deviation, 1.0), (made, promised, shots)
    # Chances are those of the innings: what is cleared and what is lost make a whole. The turn is
    # kept in 0.875 of racks (README.md, 2 000 shots): 9 of 16 and fewer come by one seed in 500.
    (chances,), (lost,) = run(program, "chances", "--noise=1", "--racks=16", "--shots=1000")
    cleared = float(chances["cleared"])
    assert int(chances["kept"]) >= 10 and 0.2 < cleared < 1, chances
    assert abs(cleared + sum(map(float, lost.values())) - 1) < 0.01, (chances, lost)
    # Who thinks of the next position beats who does not: at the 80 % and more of the record 13 of
    # 24 are missed by one seed in 1 000, and these seeds are fixed.
    (matches,) = run(program, "matches", "--racks=24", "--shots=1000")[0]
    assert int(matches["won"]) >= 13, matches
    # A player in the manner of CueCard plays games to their end, on a table with its pockets.
    (other,), innings = run(program, "matches", "--racks=4", "--shots=400", "--table=fastfiz",
                            "--against=cuecard")
    assert int(other["racks"]) == 4 and int(other["undecided"]) <= 1, other
    assert 12 <= int(other["turns"]) and float(other["opponent_seconds_each"]) > 0, other
    # An inning of the winner, or of the loser, ends each rack.
    ended = sum(int(row["innings"]) for row in innings if row["inning_ends"] in ("won", "lost"))
    assert ended == 4 - int(other["undecided"]), (other, innings)
    # Breaks keep the turn as often as the README says of other racks, but for one seed in 1 000; and
    # a plan that sees a rack's gaps breaks better than who has one break for all racks, beyond three
    # deviations of both.
    racks = 24
    whose, (fixed,) = run(program, "breaks", f"--racks={racks}", "--shots=4000")
    kept = {row["break"]: float(row["kept"]) for row in whose}
    assert least_mean(0.972, racks) < kept["planned"] <= 1, kept
    assert least_mean(0.704, racks) < kept["fixed"] <= 1, kept
    worth = {row["break"]: (float(row["worth"]), float(row["deviation"])) for row in whose}
    (planned, its_deviation), (other, other_deviation) = worth["planned"], worth["fixed"]
    assert planned - other > 3 * math.hypot(its_deviation, other_deviation), worth
    assert float(fixed["speed_m_s"]) <= 10, fixed
    # Each of the listed aims adds to what the best of those before it is worth on this rack, or
    # nothing.
    (aims,) = run(program, "aims", "--racks=1", "--first=21000000")
    worths = [float(row["worth_of_best"]) for row in aims]
    assert len(worths) > 8 and worths == sorted(worths) and 0 < worths[0] < worths[-1] <= 1, worths
    # The plan's chance is within 0.03 of the best of a grid, as is asked of 19 in 20 positions. The
    # third is one where it was 0.055 off before strikes near the leaders raced too.
    for flags in ("--racks=2", "--shots=8000"), ("--racks=1", "--first=8100014", "--shots=15000"):
        (best,) = run(program, "best", *flags)[0]
        assert 1 <= int(best["positions"]) == int(best["within"]), best
    # On the same positions more shots find strikes that are worth more.
    few, many = (float(run(program, "plans", "--racks=24", f"--shots={shots}")[0][0]["worth"])
                 for shots in (200, 4000))
    assert 0 < few < many < 1, (few, many)
    text = subprocess.run([program, "values", "--racks=2", "--noise=0", "--shots=200"], check=True,
                          capture_output=True, text=True).stdout
    rows = [[float(number) for number in line.split()] for line in text.splitlines()]
    assert rows and all(0 <= row[-2] <= 1 for row in rows), "values outside of [0, 1], or none"
    run(program, "speed", "--racks=10")  # Fails where no position is worth anything.
    print("innings, promises, matches and best shots hold")


if __name__ == "__main__":
    main()
