"""What a data set holds: its shots, its columns, its files."""
from __future__ import annotations

import json
import math
import os
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Dict, Optional

import numpy as np

import carom
from carom.envs import draws
from carom.envs.tasks import POOL, hit_azimuth

TRIES = 40  # Streams for the places of one shot. 16 balls are clear of each other with a probability
#             of some 0.66 (0.0034 for each of 120 pairs), so that 40 tries fail once in 10^18 shots.


@dataclass(frozen=True)
class Job:
    """What a data set holds; each field is an option of the command line."""

    shots: int
    seed: int = 0
    balls: int = 2  # The cue ball included.
    min_speed: float = 0.5  # Of the cue, m/s.
    max_speed: float = 6.0
    max_tip: float = 0.5  # Largest distance of the tip from the ball's centre, in radii.
    rows: int = 65536  # Shots of a file.

    def check(self) -> None:
        """ValueError with the option's name where something cannot be."""
        for name, low, high in (("shots", 1, 2**40), ("seed", 0, 2**64 - 1), ("balls", 2, 16),
                                ("min_speed", 0.01, 50), ("max_speed", self.min_speed, 50),
                                ("max_tip", 0, 1), ("rows", 1, 2**24)):
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"--{name.replace('_', '-')}: {getattr(self, name)} must be in "
                                 f"[{low}, {high}]")

    @property
    def parts(self) -> int:
        return math.ceil(self.shots / self.rows)


def draw(job: Job, first: int, count: int) -> Dict[str, np.ndarray]:
    """The shots [first, first + count): positions (count, balls, 3), m; cue ball 0; target (count,),
    the ball aimed at; hit (count,), see `hit_azimuth`; and the arguments of `carom.strikes`.

    Streams of shot i: TRIES for the places, then one for the strike.
    """
    shots = np.arange(first, first + count, dtype=np.uint64)
    u = draws.uniforms(job.seed, shots * np.uint64(TRIES + 1) + np.uint64(TRIES), 6)
    positions = _places(job, shots)
    target = 1 + (u[:, 0] * (job.balls - 1)).astype(np.int64)
    hit = 2 * u[:, 1] - 1
    tip = job.max_tip * np.sqrt(u[:, 3])  # Uniform over the disc.
    aimed = positions[np.arange(count), target, :2]
    return {"positions": positions, "target": target, "hit": hit,
            "speed": job.min_speed + (job.max_speed - job.min_speed) * u[:, 2],
            "azimuth": hit_azimuth(positions[:, 0, :2], aimed, hit, POOL.radius_m),
            "side": tip * np.cos(2 * np.pi * u[:, 4]), "height": tip * np.sin(2 * np.pi * u[:, 4])}


def _places(job: Job, shots: np.ndarray) -> np.ndarray:
    """Places anywhere on the table, drawn again together while any two balls overlap."""
    reach = np.array([POOL.length_m, POOL.width_m]) / 2 - POOL.radius_m
    out = np.full((len(shots), job.balls, 3), POOL.radius_m)
    left = np.arange(len(shots))
    for number in range(TRIES):
        streams = shots[left] * np.uint64(TRIES + 1) + np.uint64(number)
        u = draws.uniforms(job.seed, streams, 2 * job.balls).reshape(-1, job.balls, 2)
        out[left, :, :2] = (2 * u - 1) * reach
        clear = np.ones(len(left), bool)
        for a in range(job.balls):
            gaps = out[left, a + 1:, :2] - out[left, a:a + 1, :2]
            clear &= ((gaps**2).sum(-1) > (2 * POOL.radius_m + 1e-4)**2).all(1)
        left = left[~clear]
        if not len(left):
            return out
    raise RuntimeError(f"shot {int(shots[left[0]])}: no place for {job.balls} balls")


def schema(job: Job):
    """The columns, the same for all parts. Lengths in m, x along and y across the table from its
    centre, z up; angles in rad; times in s.

    shot: number of the shot. speed_m_s, azimuth_rad, side, height: the strike; offsets of the tip in
    ball radii. target, hit: the ball aimed at, and how far the line of aim passes from its centre in
    units of both radii, positive to its left. start_xy: x, y of each ball before the shot. ok: whether
    it could be simulated; where not, what follows is null. end_xyz: x, y, z of each ball when all
    rest. motions: of each ball, numbers of MotionState: 1 at rest, 6 in a pocket, 7 off the table.
    pockets: of each ball the pocket it fell into, or -1. first_contact: the ball that the cue ball
    touched first, or -1. end_time_s: when the last ball came to rest. hash: fingerprint of the shot.
    """
    import pyarrow as pa

    n = job.balls
    columns = [("shot", pa.int64()), ("speed_m_s", pa.float64()), ("azimuth_rad", pa.float64()),
               ("side", pa.float64()), ("height", pa.float64()), ("target", pa.int8()),
               ("hit", pa.float64()), ("start_xy", pa.list_(pa.float64(), 2 * n)), ("ok", pa.bool_()),
               ("end_xyz", pa.list_(pa.float64(), 3 * n)), ("motions", pa.list_(pa.int8(), n)),
               ("pockets", pa.list_(pa.int8(), n)), ("first_contact", pa.int8()),
               ("end_time_s", pa.float64()), ("hash", pa.uint64())]
    nullable = {"end_xyz", "motions", "pockets", "first_contact", "end_time_s", "hash"}
    return pa.schema([pa.field(name, kind, name in nullable) for name, kind in columns])


def table(job: Job, first: int, shots: Dict[str, np.ndarray], result):
    """The rows of one part as an Arrow table."""
    import pyarrow as pa

    n, ok = len(shots["hit"]), np.asarray(result.ok, bool)

    def column(name: str, kind, values: np.ndarray):
        values = np.ascontiguousarray(values)
        missing = ~ok if kind.nullable else None
        if not pa.types.is_fixed_size_list(kind.type):
            return pa.array(values, kind.type, mask=missing)
        flat = pa.array(values.reshape(-1), kind.type.value_type)
        mask = None if missing is None else pa.array(missing)
        return pa.FixedSizeListArray.from_arrays(flat, type=kind.type, mask=mask)

    values = {"shot": np.arange(first, first + n), "speed_m_s": shots["speed"],
              "azimuth_rad": shots["azimuth"], "side": shots["side"], "height": shots["height"],
              "target": shots["target"].astype(np.int8), "hit": shots["hit"],
              "start_xy": shots["positions"][:, :, :2].reshape(n, -1), "ok": ok,
              "end_xyz": np.asarray(result.positions).reshape(n, -1), "motions": result.motions,
              "pockets": result.pockets, "first_contact": result.first_contact,
              "end_time_s": result.end_time, "hash": result.hash}
    kinds = schema(job)
    return pa.Table.from_arrays([column(k.name, k, values[k.name]) for k in kinds], schema=kinds)


def make_game(job: Job):
    """The table and the balls; places come with each shot."""
    balls = [{"state": {"position_m": {"x": 0.1 * i - 0.8}}} for i in range(job.balls)]
    return carom.Game(table=POOL.preset, balls=balls)


def write_part(simulator, game, job: Job, number: int, folder: Path) -> Path:
    """Plays part `number` and writes it; the file gets its name when it is complete and on disk."""
    import pyarrow.parquet as parquet

    first = number * job.rows
    shots = draw(job, first, min(job.rows, job.shots - first))
    strikes = carom.strikes(**{k: v for k, v in shots.items() if k not in ("target", "hit")})
    result = simulator.run(game, strikes)
    metadata = {"job": json.dumps(asdict(job), sort_keys=True), "part": str(number),
                "engine_version": str(getattr(result, "engine_version", ""))}
    rows = table(job, first, shots, result).replace_schema_metadata(metadata)
    path = folder / f"part-{number:05d}.parquet"
    draft = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        with open(draft, "wb") as file:
            parquet.write_table(rows, file, compression="zstd", write_page_checksum=True)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return path


def read_version(job: Job, number: int, path: Path) -> Optional[str]:
    """The engine's version of a part that is there, whole and of this job; None: it is to be done.

    ValueError where it is of another job.
    """
    import pyarrow as pa
    import pyarrow.parquet as parquet

    try:
        rows = parquet.read_table(path, page_checksum_verification=True)
    except (FileNotFoundError, pa.ArrowInvalid, OSError):
        return None
    metadata = {k.decode(): v.decode() for k, v in (rows.schema.metadata or {}).items()}
    if metadata.get("job") != json.dumps(asdict(job), sort_keys=True):
        raise ValueError(f"{path} is of another job")
    whole = len(rows) == min(job.rows, job.shots - number * job.rows)
    return metadata.get("engine_version", "") if whole else None
