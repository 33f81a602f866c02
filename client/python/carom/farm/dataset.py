"""What a data set holds: its shots, its columns, its files."""
from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Dict, Optional, Tuple, Union

import numpy as np

import carom
from carom import arguments
from carom.arrow import array_of
from carom.farm.folder import Folder, folder_of
from carom.farm.record import Part, part_name, sum_of
from carom.simulator import AnySimulator


MOST_ROWS = 2**24


class Parts(ABC):
    """What a data set holds: shots in files of so many `rows`."""

    shots: int
    rows: int

    @property
    def parts(self) -> int:
        return math.ceil(self.shots / self.rows)

    def part(self, number: int) -> Tuple[int, int]:
        """The first shot of a part, and how many it has."""
        first = number * self.rows
        return first, min(self.rows, self.shots - first)

    @abstractmethod
    def check(self) -> None:
        """Raises an error with the name of the option or field where something cannot be."""

    @abstractmethod
    def can_have(self, number: int, rows: int) -> bool:
        """Whether a part may have so many rows."""

    @abstractmethod
    def fields(self) -> Dict[str, Any]:
        """What `_job.json` says, and what must be the same where a job is resumed."""

    @abstractmethod
    def text(self) -> str:
        """What the metadata of a part say of its job."""

    @abstractmethod
    def game(self) -> "carom.Game":
        """What is played on."""

    @abstractmethod
    def schema(self) -> Any:
        """The columns, the same for all parts: a pyarrow.Schema."""

    @abstractmethod
    def play(self, simulator: AnySimulator, game: "carom.Game", first: int, count: int,
             retry_for: Optional[float]) -> Tuple[Any, str]:
        """The rows of the shots [first, first + count), a pyarrow.Table, and the engine's version."""


@dataclass(frozen=True)
class Job(Parts):
    """What a data set holds; each field is an option of the command line."""

    shots: int
    seed: int = 0
    balls: int = 2  # The cue ball included.
    min_speed: float = 0.5  # Of the cue, m/s.
    max_speed: float = 6.0
    max_tip: float = 0.35  # Of side and height of the tip, in ball radii: uniform up to this.
    rows: int = 65536  # Shots of a file.

    def check(self) -> None:
        """InvalidArgument, a ValueError, with the option's name where something cannot be."""
        for name, low, high in (("shots", 1, 2**53), ("seed", 0, 2**64 - 1), ("balls", 2, 16),
                                ("rows", 1, MOST_ROWS)):
            arguments.whole(option_of(name), getattr(self, name), low, high)
        for name, least, most in (("min_speed", 0.01, 50), ("max_speed", self.min_speed, 50),
                                  ("max_tip", 0, 0.7)):
            arguments.real(option_of(name), getattr(self, name), least, most)

    def can_have(self, number: int, rows: int) -> bool:
        return rows == self.part(number)[1]

    def fields(self) -> Dict[str, Any]:
        return asdict(self)

    def text(self) -> str:
        return json.dumps(self.fields(), sort_keys=True)

    def game(self) -> "carom.Game":
        return make_game(self)

    def schema(self) -> Any:
        return schema(self)

    def play(self, simulator: AnySimulator, game: "carom.Game", first: int, count: int,
             retry_for: Optional[float]) -> Tuple[Any, str]:
        result = simulator.run(game, shots_of(self, first, count), retry_for=retry_for)
        return table(self, first, result), result.engine_version


def option_of(name: str) -> str:
    """The option of the command line that sets a field of a job."""
    return f"--{name.replace('_', '-')}"


def shots_of(job: Job, first: int, count: int) -> carom.Draws:
    """The shots [first, first + count) of the job, drawn by the engine with the same bits on every
    machine."""
    tip = {"uniform": {"lo": -job.max_tip, "hi": job.max_tip}}
    target = {"choice": {"values": list(range(1, job.balls))}}
    return carom.draws(count, seed=job.seed, first=first, drawn_shots={
        "balls": [{"region": {}}],  # All balls, anywhere on the playing surface.
        "strike": {"speed_m_s": {"uniform": {"lo": job.min_speed, "hi": job.max_speed}},
                   "at_ball": {"ball": target, "hit_offset": {"uniform": {"lo": -1, "hi": 1}}},
                   "side_offset": tip, "height_offset": tip}})


def make_game(job: Job) -> carom.Game:
    """The table and the balls; places are drawn for each shot."""
    return carom.Game("pool_9ft", balls=[(0.1 * i - 0.8, 0.0) for i in range(job.balls)])


def schema(job: Job) -> Any:
    """The columns, the same for all parts. Lengths in m, x along and y across the table from its
    centre, z up; angles in rad; times in s.

    shot: number of the shot. speed_m_s, azimuth_rad, side, height: the strike; offsets of the tip
    in ball radii. target, hit: the ball aimed at, and how far the line of aim passes from its
    centre in units of both radii, positive to its left. start_xy: x, y of each ball before the
    shot. ok: whether it could be drawn and simulated; where not, what follows is null and what was
    not drawn NaN. end_xyz: x, y, z of each ball when all rest. motions: of each ball, numbers of
    MotionState: 1 at rest, 6 in a pocket, 7 off the table.
    pockets: of each ball the pocket it fell into, or -1. first_contact: the ball that the cue ball
    touched first, or -1. end_time_s: when the last ball came to rest. hash: fingerprint of the
    shot.
    """
    import pyarrow as pa

    n = job.balls
    columns = [("shot", pa.int64()), ("speed_m_s", pa.float64()), ("azimuth_rad", pa.float64()),
               ("side", pa.float64()), ("height", pa.float64()), ("target", pa.int8()),
               ("hit", pa.float64()), ("start_xy", pa.list_(pa.float64(), 2 * n)),
               ("ok", pa.bool_()), ("end_xyz", pa.list_(pa.float64(), 3 * n)),
               ("motions", pa.list_(pa.int8(), n)),
               ("pockets", pa.list_(pa.int8(), n)), ("first_contact", pa.int8()),
               ("end_time_s", pa.float64()), ("hash", pa.uint64())]
    nullable = {"end_xyz", "motions", "pockets", "first_contact", "end_time_s", "hash"}
    return pa.schema([pa.field(name, kind, name in nullable) for name, kind in columns])


def table(job: Job, first: int, result: carom.Result) -> Any:
    """The rows of one part as an Arrow table. `result`: of `shots_of(job, first, ...)`."""
    import pyarrow as pa

    ok, drawn, n = np.asarray(result.ok, bool), result.inputs, len(result.ok)
    places = [drawn[f"ball_{i}_{axis}_m"] for i in range(job.balls) for axis in "xy"]
    values = {"shot": np.arange(first, first + n), "speed_m_s": drawn["speed_m_s"],
              "azimuth_rad": drawn["azimuth_rad"], "side": drawn["side_offset"],
              "height": drawn["height_offset"], "hit": drawn["hit_offset"],
              "target": np.nan_to_num(drawn.get("aim_ball", np.ones(n))).astype(np.int8),
              "start_xy": np.stack(places, 1), "ok": ok,
              "end_xyz": result.positions.reshape(n, -1), "motions": result.motions,
              "pockets": result.pockets, "first_contact": result.first_contact,
              "end_time_s": result.end_time, "hash": result.hash}
    kinds = schema(job)
    columns = [array_of(values[kind.name], kind.type, ~ok if kind.nullable else None) for kind in kinds]
    return pa.Table.from_arrays(columns, schema=kinds)


def write_part(simulator: AnySimulator, game: "carom.Game", job: Parts, number: int,
               out: Union[str, Path, Folder], retry_for: Optional[float] = None) -> Part:
    """Plays part `number` and writes it; the file gets its name when it is complete and on disk.

    game: of `job.game()`. out: the folder, a path or a URI. retry_for: as for `Simulator.run()`.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    first, count = job.part(number)
    rows, version = job.play(simulator, game, first, count, retry_for)
    metadata = {"job": job.text(), "part": str(number), "engine_version": version}
    file = pa.BufferOutputStream()
    parquet.write_table(rows.replace_schema_metadata(metadata), file, compression="zstd",
                        write_page_checksum=True)
    data = file.getvalue().to_pybytes()
    folder_of(out).write(part_name(number), data, sync=True)
    return Part(number, len(data), len(rows), version, sum_of(data))
