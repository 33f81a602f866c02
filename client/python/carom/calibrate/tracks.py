"""Tracks of balls as a camera tells them, and what is wrong with them."""
from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, Iterable, List, Sequence, TextIO, Tuple, Union

import numpy as np

from carom import arguments
from carom.arguments import wrong
from carom.errors import InvalidArgument

COLUMNS = ("shot", "time_s", "ball", "x_m", "y_m")
_FASTEST_M_S = 15.0  # No ball of a game is faster: the fastest breaks measured have 14 m/s.
_OUTSIDE_M = 0.01  # Beyond the noses' reach: what a lens and a pressed cushion explain.
_OVERLAP_M = 0.005
_FEWEST_POINTS = 8  # Of the struck ball: below, a strike of five numbers is not determined.


@dataclass(frozen=True)
class Finding:
    """Something about tracks that a reader should know.

    shot: its number in the file; None: of all. excluded: "point", "shot" or "" where all is kept.
    """

    shot: Any
    reason: str
    excluded: str = ""

    def __str__(self) -> str:
        whose = "all shots" if self.shot is None else f"shot {self.shot}"
        return f"{whose}: {self.reason}" + (f" ({self.excluded} left out)" if self.excluded else "")


@dataclass
class Track:
    """One shot: points in order of time. Ball 0 is struck."""

    shot: Any
    times: np.ndarray  #: (n,), s.
    balls: np.ndarray  #: (n,) int64.
    places: np.ndarray  #: (n, 2), m from the centre of the cloth.

    def __len__(self) -> int:
        return len(self.times)

    def of(self, ball: int) -> np.ndarray:
        """The rows of one ball."""
        return np.flatnonzero(self.balls == ball)

    def only(self, rows: np.ndarray) -> "Track":
        """Some of the points: indices, or truth values."""
        return Track(self.shot, self.times[rows], self.balls[rows], self.places[rows])


@dataclass
class Tracks:
    """Shots, and what was found about them."""

    shots: List[Track]
    findings: List[Finding] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.shots)

    @property
    def ball_count(self) -> int:
        return 1 + max(int(track.balls.max()) for track in self.shots)

    def pick(self, which: Iterable[int]) -> "Tracks":
        return Tracks([self.shots[i] for i in which], [])


def read_csv(source: Union[str, Path, TextIO]) -> Tracks:
    """Tracks of a CSV with the columns shot, time_s, ball, x_m, y_m, in any order of rows."""
    if isinstance(source, (str, Path)):
        with open(source, newline="", encoding="utf-8") as file:
            return read_csv(file)
    reader = csv.reader(source)
    header = [name.strip() for name in next(reader, [])]
    for name in COLUMNS:
        if name not in header:
            raise wrong("tracks: header", ",".join(header), f"with the columns {','.join(COLUMNS)}")
    at = [header.index(name) for name in COLUMNS]
    rows: List[List[float]] = []
    names: Dict[str, int] = {}
    for line, row in enumerate(reader, 2):
        if not row:
            continue
        try:
            shot, *numbers = (row[i].strip() for i in at)
            rows.append([names.setdefault(shot, len(names)), *map(float, numbers)])
        except (ValueError, IndexError):
            raise wrong(f"tracks: line {line}", ",".join(row),
                        "a shot's name and four numbers") from None
    if not rows:
        raise wrong("tracks", None, "at least one point", got="no points")
    return from_columns(list(names), np.array(rows))


def from_columns(names: Sequence[Any], rows: np.ndarray) -> Tracks:
    """rows: (n, 5) of the shot's index in `names`, time, ball, x, y."""
    if not np.isfinite(rows).all():
        row = int(np.argwhere(~np.isfinite(rows))[0, 0])
        raise wrong(f"tracks: point {row}", rows[row].tolist(), "finite")
    balls = rows[:, 2]
    if ((balls != np.round(balls)) | (balls < 0) | (balls > 31)).any():
        raise wrong("tracks: ball", float(balls[(balls != np.round(balls)) | (balls < 0)
                                                | (balls > 31)][0]), "a whole number in [0, 31]")
    rows = rows[np.lexsort((rows[:, 1], rows[:, 0]))]
    shots = []
    for index, name in enumerate(names):
        mine = rows[rows[:, 0] == index]
        shots.append(Track(name, mine[:, 1].copy(), mine[:, 2].astype(np.int64),
                           mine[:, 3:].copy()))
    return Tracks(shots)


def of_arrays(given: Any) -> Tracks:
    """Tracks of a dict of the CSV's columns."""
    columns = arguments.mapping("tracks", given, COLUMNS)
    for name in COLUMNS:
        if name not in columns:
            raise wrong(f"tracks[{name!r}]", None, "given")
    shots = np.asarray(columns["shot"])
    names, index = np.unique(shots, return_inverse=True)
    numbers = [np.asarray(columns[name], float) for name in COLUMNS[1:]]
    if len({len(index), *(len(column) for column in numbers)}) != 1:
        raise wrong("tracks", None, "columns of one length", got="columns of unlike lengths")
    return from_columns(names.tolist(), np.column_stack([index, *numbers]))


def write_csv(tracks: Tracks, path: Union[str, Path]) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(",".join(COLUMNS) + "\n")
        for track in tracks.shots:
            for time, ball, (x, y) in zip(track.times, track.balls, track.places):
                file.write(f"{track.shot},{time:.5f},{ball},{x:.6f},{y:.6f}\n")


def noise_of(tracks: Tracks) -> float:
    """The deviation of a coordinate, m: of third differences of points at equal steps, which the
    motion between impacts, a quadratic, leaves out, and which have 20 times the variance of a
    point."""
    third: List[np.ndarray] = []
    for track in tracks.shots:
        for ball in np.unique(track.balls):
            rows = track.of(ball)
            if len(rows) < 4:
                continue
            step = np.diff(track.times[rows])
            equal = (np.abs(step[1:-1] - step[:-2]) < 1e-6) & (np.abs(step[1:-1] - step[2:]) < 1e-6)
            moves = np.linalg.norm(np.diff(track.places[rows], axis=0), axis=1)[1:-1] > 0.01
            third.append(np.diff(track.places[rows], 3, axis=0)[equal & moves].ravel())
    every = np.concatenate(third) if third else np.zeros(0)
    if len(every) < 20:
        return 0.001
    # The median of a normal number's size is 0.6745 deviations.
    return float(max(np.median(np.abs(every)) / 0.6745 / np.sqrt(20.0), 1e-5))


def check(tracks: Tracks, half_size: np.ndarray, radius_m: float) -> Tracks:
    """The tracks without what cannot be, with the reasons.

    half_size: from the centre of the cloth to the noses, m.
    """
    findings: List[Finding] = list(tracks.findings)
    kept: List[Track] = []
    balls = tracks.ball_count
    beyond = 0
    for track in tracks.shots:
        beyond += int(_is_beyond(track, half_size, radius_m).any())
        track, found, ok = _check_shot(track, balls, half_size, radius_m)
        findings += found
        if ok:
            kept.append(track)
    if not kept:
        why = "; ".join(str(one) for one in findings[:3])
        raise InvalidArgument("INVALID_ARGUMENT", f"tracks: no shot can be used: {why}", "tracks",
                              len(tracks))
    return Tracks(kept, _wrong_table(beyond, len(tracks), half_size) + findings
                  + _lost_frames(kept))


def _is_beyond(track: Track, half_size: np.ndarray, radius_m: float) -> np.ndarray:
    """Of each point, whether it lies beyond the cushions."""
    beyond: np.ndarray = (np.abs(track.places) > half_size - radius_m + _OUTSIDE_M).any(1)
    return beyond


def _wrong_table(beyond: int, shots: int, half_size: np.ndarray) -> List[Finding]:
    """What a camera sees beyond the cushions in more than half of the shots is another table."""
    if beyond <= shots / 2:
        return []
    return [Finding(None, f"{beyond} of {shots} have points beyond the cushions of a table of "
                    f"{2 * half_size[0]:.2f} m x {2 * half_size[1]:.2f} m: must be of this table, and "
                    "m from its centre")]


def _check_shot(track: Track, balls: int, half_size: np.ndarray, radius_m: float
                ) -> Tuple[Track, List[Finding], bool]:
    found: List[Finding] = []
    keep = np.ones(len(track), bool)

    def leave_out(rows: np.ndarray, reason: str) -> None:
        rows = rows[keep[rows]]
        keep[rows] = False
        if len(rows):
            first = f"ball {track.balls[rows[0]]} at {track.times[rows[0]]:.3f} s"
            many = f" and {len(rows) - 1} more points" if len(rows) > 1 else ""
            found.append(Finding(track.shot, f"{first}{many}: {reason}", "point"))

    beyond = np.flatnonzero(_is_beyond(track, half_size, radius_m))
    if len(beyond) > 0.2 * len(track):
        spans = " and ".join(f"{axis} from {low:.2f} to {high:.2f} m" for axis, low, high in
                             zip("xy", track.places.min(0), track.places.max(0)))
        found.append(Finding(track.shot, f"{spans} on a table of {2 * half_size[0]:.2f} m x "
                             f"{2 * half_size[1]:.2f} m: must be m from the centre, x along",
                             "shot"))
        return track, found, False
    leave_out(beyond, "beyond the cushions")
    for ball in range(balls):
        rows = track.of(ball)
        same = rows[1:][np.diff(track.times[rows]) <= 0]
        leave_out(same, "a second point of this time")
        rows = rows[keep[rows]]
        leave_out(rows[_jumps(track.times[rows], track.places[rows])],
                  "a jump away from the points before and behind")
    track = track.only(keep)
    reason = _unfit(track, balls)
    if reason:
        found.append(Finding(track.shot, reason, "shot"))
        return track, found, False
    found += _overlaps(track, balls, radius_m)
    return track, found, True


def _jumps(times: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Points that neither the two before nor the two behind expect."""
    if len(times) < 5:
        return np.zeros(0, np.int64)
    i = np.arange(2, len(times) - 2)

    def off(a: int, b: int) -> np.ndarray:  # From the line through points i + a and i + b.
        slope = (places[i + a] - places[i + b]) / (times[i + a] - times[i + b])[:, None]
        line = places[i + a] + slope * (times[i] - times[i + a])[:, None]
        away: np.ndarray = np.linalg.norm(places[i] - line, axis=1)
        return away
    across = np.linalg.norm(places[i + 1] - places[i - 1], axis=1)
    aside = np.minimum(off(-1, -2), off(1, 2))
    speeds = [np.linalg.norm(places[i] - places[i + k], axis=1) / np.abs(times[i] - times[i + k])
              for k in (-1, 1)]
    impossible = np.minimum(*speeds) > _FASTEST_M_S
    # A turn between two frames leads a ball aside by less than its own way over them.
    jumps: np.ndarray = i[impossible | (aside > 0.02 + 1.5 * across)]
    return jumps


def _unfit(track: Track, balls: int) -> str:
    first = track.times.min(initial=np.inf)
    for ball in range(balls):
        rows = track.of(ball)
        if ball == 0 and len(rows) < _FEWEST_POINTS:
            return f"{len(rows)} points of ball 0, must be at least {_FEWEST_POINTS}"
        if len(rows) and track.times[rows[0]] > first + 0.5:
            return f"ball {ball} is first seen {track.times[rows[0]] - first:.2f} s after the start"
    mine = track.places[track.of(0)]
    if np.linalg.norm(mine - mine[0], axis=1).max() < 0.05:
        return "ball 0, which must be the struck one, does not move"
    return ""


def _overlaps(track: Track, balls: int, radius_m: float) -> List[Finding]:
    found = []
    for one in range(balls):
        for two in range(one + 1, balls):
            a, b = track.of(one), track.of(two)
            if len(a) < 2 or len(b) < 2:
                continue
            times = track.times[a]
            inside = (times >= track.times[b[0]]) & (times <= track.times[b[-1]])
            other = np.column_stack([np.interp(times, track.times[b], track.places[b, k])
                                     for k in (0, 1)])
            apart = np.linalg.norm(track.places[a] - other, axis=1)
            deep = np.where(inside, 2 * radius_m - apart, 0.0)
            at = int(np.argmax(deep))
            if deep[at] > _OVERLAP_M:
                found.append(Finding(track.shot, f"balls {one} and {two} overlap by "
                                     f"{1e3 * deep[at]:.0f} mm at {times[at]:.2f} s"))
    return found


def _lost_frames(shots: Sequence[Track]) -> List[Finding]:
    """Times at which all balls of all shots seem to go too far at once: frames that the time base
    does not count. Between three intervals of one length, the middle one has the mean of the
    ways."""
    times: List[float] = []
    ratios: List[float] = []
    for track in shots:
        for ball in np.unique(track.balls):
            rows = track.of(ball)
            t, p = track.times[rows], track.places[rows]
            step, way = np.diff(t), np.linalg.norm(np.diff(p, axis=0), axis=1)
            i = np.arange(1, len(step) - 1)
            usual = (way[i - 1] + way[i + 1]) / 2
            good = ((usual > 0.005) & (np.abs(step[i - 1] - step[i]) < 1e-6)
                    & (np.abs(step[i + 1] - step[i]) < 1e-6)
                    & (np.abs(way[i - 1] - way[i + 1]) < 0.2 * usual))
            times += t[i + 1][good].tolist()
            ratios += (way[i] / np.maximum(usual, 1e-9))[good].tolist()
    if not times:
        return []
    at, ratio = np.round(np.array(times), 4), np.array(ratios)
    found = []
    for moment in np.unique(at[ratio > 1.5]):
        here = ratio[at == moment]
        if len(here) >= 3 and np.median(here) > 1.5:
            found.append(Finding(None, f"{len(here)} balls go {np.median(here):.1f} times their "
                                 f"way in the frame that ends at {moment:.3f} s: a frame is "
                                 "missing there, and later times must be later"))
    return found
