"""Results as tables of Arrow, and so of pandas, polars and DuckDB.

Every column has metadata: `unit` ("m", "s", "rad/s", "1" for a plain number), `quantity`, what it
is in a word or two, and `enum` where its numbers have names, as "carom.StopReason". A table shares
the memory of the arrays that it is made of, except for truth values, which Arrow keeps in bits, and
for a ball's columns in a flat table.
"""
from __future__ import annotations

import importlib
import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

import numpy as np

from carom import arguments

if TYPE_CHECKING:
    from carom.result import Result

__all__ = ["Tabular"]

# Of quantities that are drawn: the end of the name, and the unit that it tells.
_UNITS = (("_m_s2", "m/s^2"), ("_m_s", "m/s"), ("_rad", "rad"), ("_kg", "kg"), ("_m", "m"))
_OF_THE_TIP = ("side_offset", "height_offset")
_POINT, _VELOCITY, _SPIN = ("x", "y", "z"), ("vx", "vy", "vz"), ("wx", "wy", "wz")


class Tabular:
    """What can be a table of Arrow."""

    __slots__ = ()

    def to_arrow(self, flat: bool = False) -> Any:
        """A pyarrow.Table, which shares the arrays' memory. Values are those of the arrays: NaN, 0
        and -1 where a shot failed, and no nulls.

        flat: whether each component of each ball has a column of its own, `ball_0_x_m`, in place of
            one column of fixed-size lists for all. Logs inside of the table are then left out.
        """
        return _table(_columns_of(self), arguments.truth("flat", flat), _metadata_of(self))

    def to_pandas(self, flat: bool = True) -> Any:
        """A pandas.DataFrame, by default flat: pandas makes Python objects of lists."""
        table = self.to_arrow(flat)
        _imported("pandas")
        return table.to_pandas(split_blocks=True)

    def to_polars(self, flat: bool = False) -> Any:
        """A polars.DataFrame."""
        table = self.to_arrow(flat)
        return _imported("polars").from_arrow(table)


def reader(parts: Iterable[Result], flat: bool) -> Any:
    """A pyarrow.RecordBatchReader of results, of which the first is played at once: its columns are
    those of all."""
    pa = _imported("pyarrow")
    held: List[Result] = []
    parts = iter(parts)
    for part in parts:
        held.append(part)
        if part.samples is None or part.samples.quantities:
            break  # A part without any sample does not know what is sampled.
    schema = held[-1].to_arrow(flat).schema
    return pa.RecordBatchReader.from_batches(schema, _batches(itertools.chain(held, parts), flat, schema))


def _batches(parts: Iterable[Result], flat: bool, schema: Any) -> Iterator[Any]:
    for part in parts:
        yield from with_schema(part.to_arrow(flat), schema).to_batches()


def with_schema(table: Any, schema: Any) -> Any:
    """The table, with the columns of logs that have no row in it typed as those that have."""
    pa = _imported("pyarrow")
    columns = []
    for field in schema:
        column = table[field.name]
        if column.type != field.type and pa.types.is_large_list(field.type):
            none = pa.array([], field.type.value_type)
            column = pa.LargeListArray.from_arrays(pa.array(np.zeros(len(table) + 1, np.int64)), none)
        columns.append(column)
    return pa.Table.from_arrays(columns, schema=schema)


def _imported(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"tables of {name} need it: pip install {name}") from error


@dataclass(frozen=True)
class _Column:
    """What a column is. Of several values a row, `parts` names those of each dimension, and `flat`
    is the pattern of their names; `log`: of lists of rows, their columns."""

    name: str
    values: np.ndarray  # Of a log: its offsets.
    unit: str
    quantity: str
    enum: str = ""
    parts: Tuple[Sequence[str], ...] = ()
    flat: str = ""
    log: Tuple["_Column", ...] = ()

    def each(self) -> List["_Column"]:
        """One column for each value of a row."""
        if not self.parts:
            return [self]
        places = itertools.product(*(range(len(names)) for names in self.parts))
        return [_Column(self.flat.format(*(names[i] for names, i in zip(self.parts, place))),
                        self.values[(slice(None),) + place], self.unit, self.quantity, self.enum)
                for place in places]


def _table(columns: List[_Column], flat: bool, metadata: Dict[str, str]) -> Any:
    pa = _imported("pyarrow")
    if flat:
        columns = [one for column in columns if not column.log for one in column.each()]
    arrays = [_array(column) for column in columns]
    return pa.Table.from_arrays(arrays, schema=pa.schema(_fields(columns, arrays), metadata))


def _fields(columns: Sequence[_Column], arrays: Sequence[Any]) -> List[Any]:
    pa = _imported("pyarrow")
    fields = []
    for column, array in zip(columns, arrays):
        metadata = {"unit": column.unit, "quantity": column.quantity, "enum": column.enum}
        metadata = {key: text for key, text in metadata.items() if text}
        fields.append(pa.field(column.name, array.type, nullable=False, metadata=metadata))
    return fields


def _array(column: _Column) -> Any:
    pa = _imported("pyarrow")
    if column.log:
        arrays = [_array(part) for part in column.log]
        rows = pa.StructArray.from_arrays(arrays, fields=_fields(column.log, arrays))
        return pa.LargeListArray.from_arrays(pa.array(column.values), rows)
    return array_of(column.values)


def array_of(values: np.ndarray, kind: Any = None, missing: Optional[np.ndarray] = None) -> Any:
    """Rows of one value of this type, by default that of the array; rows of more as fixed-size lists.
    Null where `missing`."""
    pa = _imported("pyarrow")
    values = np.ascontiguousarray(values)
    if values.ndim == 1:
        return pa.array(values, kind, mask=missing, from_pandas=False)
    array = pa.array(values.reshape(-1), from_pandas=False)
    for size in reversed(values.shape[2:]):
        array = pa.FixedSizeListArray.from_arrays(array, size)
    mask = None if missing is None else pa.array(missing)
    return pa.FixedSizeListArray.from_arrays(array, values.shape[1], mask=mask)


def _columns_of(what: Any) -> List[_Column]:
    if hasattr(what, "times"):
        shots = np.repeat(what.shots, np.diff(what.offsets))
        return [_shots(shots), *_rows_of(what)]
    return _result(what)


def _metadata_of(what: Any) -> Dict[str, str]:
    version = getattr(what, "engine_version", "")
    return {"engine_version": version} if version else {}


def _shots(numbers: np.ndarray) -> _Column:
    return _Column("shot", numbers, "1", "number of the shot")


def _balls(count: int) -> Tuple[str, ...]:
    return tuple(str(ball) for ball in range(count))


def _result(result: Any) -> List[_Column]:
    """Scalars first; of detail "labels" there are no balls."""
    columns = [
        _shots(result.first + result.numbers),
        _Column("ok", result.ok, "1", "whether the shot could be simulated"),
        _Column("stop_reason", result.stop_reason, "1", "reason of the end", "carom.StopReason"),
        _Column("end_time_s", result.end_time, "s", "time"),
        _Column("event_count", result.event_count, "1", "count"),
        _Column("hash", result.hash, "1", "fingerprint"),
        _Column("first_contact", result.first_contact, "1", "ball")]
    if result.positions.shape[1] == 0:  # With detail="labels" nothing is known of balls.
        columns.pop()
    balls, labels = _balls(result.positions.shape[1]), _balls(result.labels.shape[1])
    if balls:
        columns += [
            _Column("positions_m", result.positions, "m", "position", "", (balls, _POINT), "ball_{}_{}_m"),
            _Column("motions", result.motions, "1", "motion", "carom.Motion", (balls,), "ball_{}_motion"),
            _Column("pockets", result.pockets, "1", "pocket", "", (balls,), "ball_{}_pocket")]
    if labels:
        columns.append(_Column("labels", result.labels, "1", "label", "", (labels,), "label_{}"))
    columns += [_Column(f"input_{name}", values, *_unit_and_quantity(name))
                for name, values in (result.inputs or _given(result)).items()]
    for name in ("events", "samples"):
        log = getattr(result, name)
        if log is not None:
            columns.append(_Column(name, log.offsets, "", name, log=tuple(_rows_of(log))))
    return columns


def _given(result: Any) -> Dict[str, np.ndarray]:
    """The numbers of listed shots, by the names of those that are drawn."""
    shots: Any = None if result._origin is None else result._origin[2]
    columns = {name: np.broadcast_to(values, len(shots)) for name, values in
               getattr(shots, "columns", {}).items() if values.ndim == 1}
    if result._numbers is None:
        return columns
    return {name: values[result._numbers] for name, values in columns.items()}


def _unit_and_quantity(name: str) -> Tuple[str, str]:
    """Of a drawn quantity; its name tells both: "ball_3_x_m"."""
    ball, words = "", name.split("_")
    if words[0] == "ball" and words[1].isdigit():
        name, ball = "_".join(words[2:]), f" of ball {words[1]}"
    for end, unit in _UNITS:
        if name.endswith(end):
            return unit, name[:-len(end)].replace("_", " ") + ball
    return "ball radii" if name in _OF_THE_TIP else "1", name.replace("_", " ") + ball


def _rows_of(log: Any) -> List[_Column]:
    return _samples(log) if hasattr(log, "quantities") else _events(log)


def _events(events: Any) -> List[_Column]:
    columns = [
        _Column("time_s", events.times, "s", "time"),
        _Column("kind", events.kinds, "1", "kind of the event", "carom.EventKind"),
        _Column("ball", events.balls, "1", "ball"),
        _Column("other", events.others, "1", "other ball, nose, jaw, pocket or edge"),
        _Column("contact", events.contacts, "1", "kind of the contact", "carom.EventKind"),
        _Column("duration_s", events.durations, "s", "duration"),
        _Column("impulse_n_s", events.impulses, "N s", "normal impulse")]
    for when, states in (("before", events.before), ("after", events.after)):
        if states is not None:
            columns += _states(when, states)
    return columns


def _states(when: str, states: np.ndarray) -> List[_Column]:
    """Of the ball and the other; position, velocity and angular velocity are side by side."""
    kinds = (("positions_m", "m", "position", _POINT), ("velocities_m_s", "m/s", "velocity", _VELOCITY),
             ("spins_rad_s", "rad/s", "angular velocity", _SPIN))
    return [_Column(f"{when}_{name}", states[:, :, i], unit, quantity, "", (("ball", "other"), axes),
                    f"{when}_{{}}_{{}}_{name.partition('_')[2]}")
            for i, (name, unit, quantity, axes) in enumerate(kinds)]


def _samples(samples: Any) -> List[_Column]:
    balls = tuple(str(ball) for ball in samples.balls)
    kinds: Dict[str, Tuple[Any, ...]] = {
        "position": ("positions_m", "m", "position", "", (balls, _POINT), "ball_{}_{}_m"),
        "velocity": ("velocities_m_s", "m/s", "velocity", "", (balls, _VELOCITY), "ball_{}_{}_m_s"),
        "angular_velocity": ("spins_rad_s", "rad/s", "angular velocity", "", (balls, _SPIN),
                             "ball_{}_{}_rad_s"),
        "motion": ("motions", "1", "motion", "carom.Motion", (balls,), "ball_{}_motion"),
        "orientation": ("orientations", "1", "Euler parameters", "", (balls, ("e0", "e1", "e2", "e3")),
                        "ball_{}_{}"),
        "acceleration": ("accelerations_m_s2", "m/s^2", "acceleration", "",
                         (balls, ("ax", "ay", "az")), "ball_{}_{}_m_s2"),
        "angular_acceleration": ("angular_accelerations_rad_s2", "rad/s^2", "angular acceleration", "",
                                 (balls, ("alphax", "alphay", "alphaz")), "ball_{}_{}_rad_s2"),
        "energy": ("energies_j", "J", "energy", "",
                   (("kinetic", "potential", "elastic", "dissipated", "given_away", "residual"),), "{}_j"),
        "constraint_violation": ("constraint_violations", "m or rad, and 1/s", "constraint violation", "",
                                 (("violation", "velocity_violation"),), "{}")}
    columns = [_Column("time_s", samples.times, "s", "time")]
    for quantity, values in samples.quantities.items():
        if quantity == "motion":
            values = values[:, :, 0].astype(np.int8)
        name, *rest = kinds[quantity]
        columns.append(_Column(name, values, *rest))
    return columns
