"""A data set of any request: SimulateBatchRequest of the wire, as `carom batch --request` takes it."""
from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

import numpy as np

import carom
from carom import arguments, detail
from carom.arguments import wrong
from carom.arrow import with_schema
from carom.farm.dataset import MOST_ROWS, Job, Parts
from carom.farm.record import sum_of
from carom.messages import to_dict, to_json
from carom.simulator import AnySimulator, Shots
from carom.strikes import FIELDS, MOST_SHOTS

_WORLD = ("tables", "settings", "layouts")
_SOURCES = ("shots", "generator", "columns")
_FIELDS = (*_WORLD, *_SOURCES, "detail", "engine_version", "filter", "labels")
_GENERATOR = ("scene", "uniform_strikes", "drawn_shots", "seed", "first_shot", "shot_count")
_MOST = {"seed": 2**64 - 1, "first_shot": 2**53 - 1, "shot_count": 2**64 - 1}  # Of a generator.
_WITHOUT_COLUMNS = ("candidates", "contacts", "touches", "derivatives", "margins", "probe", "cost")
_TRIED = 64  # Shots that are played beforehand: they show the columns, and whether the request is one.


@dataclass(frozen=True)
class RequestJob(Parts):
    """What a data set of a request holds; made by `job_of()`.

    Its rows are those of `Result.to_arrow()`: what became of each shot, `input_...` what was drawn or
    given, and of detail EVENTS or SAMPLES the lists `events` and `samples`. With a filter they are
    the shots that reach it, of which a part may have none; a shot that failed reaches none.
    """

    request: Dict[str, Any]
    shots: int
    rows: int = Job.rows

    def check(self) -> None:
        """An error, which names the field, where the request cannot be played."""
        most = self._count if self._listed is not None else 2**53 - self._first
        arguments.whole("--shots", self.shots, 1, most)
        arguments.whole("--rows", self.rows, 1, MOST_ROWS)
        self.schema()

    def can_have(self, number: int, rows: int) -> bool:
        count = self.part(number)[1]
        return rows <= count if "filter" in self.request else rows == count

    def fields(self) -> Dict[str, Any]:
        return {"request": self.request, "shots": self.shots, "rows": self.rows}

    def text(self) -> str:
        return self._text

    def game(self) -> "carom.Game":
        return self._game

    def schema(self) -> Any:
        return self._schema

    def play(self, simulator: AnySimulator, game: "carom.Game", first: int, count: int,
             retry_for: Optional[float]) -> Tuple[Any, str]:
        result = self._run(simulator, game, first, count, filter=self.request.get("filter"),
                           retry_for=retry_for)
        wanted = self.request.get("engine_version", result.engine_version)
        if result.engine_version != wanted:
            raise carom.CaromError("FAILED_PRECONDITION", f"engine_version: the engine is "
                                   f"{result.engine_version}, and must be {wanted}", "engine_version")
        return with_schema(result.to_arrow(), self._schema), result.engine_version

    def _run(self, simulator: AnySimulator, game: "carom.Game", first: int, count: int, **options: Any
             ) -> "carom.Result":
        result = simulator.run(game, self._shots(first, count), detail=self.request.get("detail"),
                               labels=self.request.get("labels"), **options)
        result._begin_at(self._first + first)
        return result

    def _shots(self, first: int, count: int) -> Shots:
        if self._listed is not None:
            return self._listed[first:first + count]
        generator = self.request["generator"]
        source = {name: generator[name] for name in ("uniform_strikes", "drawn_shots") if name in generator}
        return carom.draws(count, seed=_number(generator, "seed"), first=self._first + first, **source)

    # Read once: a worker asks for them with every part.

    @cached_property
    def _text(self) -> str:
        text = {**self.fields(), "request": sum_of(json.dumps(self.request, sort_keys=True).encode())}
        return json.dumps(text, sort_keys=True)

    @cached_property
    def _game(self) -> "carom.Game":
        return carom.Game.from_json(to_json({name: self.request[name] for name in _WORLD
                                             if name in self.request}))

    @cached_property
    def _schema(self) -> Any:
        with carom.Simulator(threads=1) as simulator:
            result = self._run(simulator, self.game(), 0, min(self.shots, _TRIED))
            self._run(simulator, self.game(), 0, 1, filter=self.request.get("filter"))
        if not result.ok.any():
            self._refuse(result)
        return result.to_arrow().schema

    def _refuse(self, result: "carom.Result") -> None:
        """Raises the error of the first shot, of the field that the request has."""
        try:
            result.raise_if_failed()
        except carom.InvalidArgument as error:
            name, index = _field_and_index(error)
            if self._listed is None or not index:
                raise
            size = {"positions_m": 2, "motions": 1}.get(name, 0) * self._game.ball_count or 1
            path = self._place(name, _entry(name, index, size), size)
            raise carom.InvalidArgument(error.code, error.message.replace(str(error.path), path), path,
                                        error.value, error.must) from None

    @cached_property
    def _listed(self) -> Optional["carom.Strikes"]:
        if "shots" in self.request:
            return _strikes("shots", _columns_of(self.request["shots"]), self._place)
        if "columns" in self.request:
            return _strikes("columns", self.request["columns"], self._place)
        return None

    @property
    def _place(self) -> "_Place":
        return _place_of_a_shot if "shots" in self.request else _place_in_a_column

    @property
    def _count(self) -> int:
        """How many shots the request itself has; 0 where it has none."""
        listed = self._listed
        return _number(self.request["generator"], "shot_count") if listed is None else len(listed)

    @property
    def _first(self) -> int:
        return _number(self.request.get("generator", {}), "first_shot")


def job_of(request: Any, shots: Optional[int] = None, rows: int = Job.rows) -> RequestJob:
    """The job of a SimulateBatchRequest: a dict in the wire's JSON, a text of JSON or a message.

    shots: how many; default: as many as the request has. Of a generator it may be more. rows: shots
    of a file.

    Raises InvalidArgument for what has no column in a data set, and for a scene of the benchmark.
    """
    asked = _named("request", json.loads(to_json(to_dict("request", request))), _FIELDS)
    given = [name for name in _SOURCES if name in asked]
    if len(given) != 1:
        raise wrong("request", request, f"a request with one of {', '.join(_SOURCES)}",
                    got=" and ".join(given) or "one without shots")
    if "generator" in asked:
        asked["generator"] = _named("generator", asked["generator"], _GENERATOR)
        if not {"uniform_strikes", "drawn_shots"} & set(asked["generator"]):
            raise wrong("generator", asked["generator"], "uniform_strikes or drawn_shots")
        for name in _MOST:
            _number(asked["generator"], name)
    if "detail" in asked:
        asked["detail"] = _named("detail", asked["detail"], detail.FIELDS)
        for name in _WITHOUT_COLUMNS:
            if asked["detail"].get(name):
                raise wrong(f"detail.{name}", asked["detail"][name],
                            "absent: a data set has no column for it")
    count = RequestJob(asked, 1)._count if shots is None else arguments.whole("--shots", shots, 1)
    if count == 0:
        raise wrong("--shots", shots, "given, or generator.shot_count of the request")
    return RequestJob(asked, count, rows)


def _named(path: str, value: Any, known: Sequence[str]) -> Dict[str, Any]:
    """A message whose fields have the names of the wire, which its JSON may also have in camelCase."""
    if not isinstance(value, Mapping):
        raise wrong(path, value, f"a dict with any of {', '.join(known)}")
    given = {re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name): entry
             for name, entry in value.items() if entry is not None}  # JSON's null is absent.
    return dict(arguments.mapping(path, given, known))


def _number(message: Mapping[str, Any], name: str) -> int:
    """A whole number, which may be a text in the wire's JSON."""
    value = message.get(name, 0)
    number = int(value) if isinstance(value, str) and value.isdigit() else value
    return arguments.whole(f"generator.{name}", number, 0, _MOST[name])


_INDICES = ("table_index", "settings_index", "layout_index")
_WITHOUT_DEFAULT = ("strike", "positions_m", "motions")
_STRIKE = ("cue_ball", "speed_m_s", "azimuth_rad", "elevation_rad", "side_offset", "height_offset")
_LISTS = ("positions_m", "motions")  # Of several numbers a shot.
_FIELD_OF = {**{argument: field for field, argument in FIELDS.items()}, "positions": "positions_m"}
_WHOLE = (*_INDICES, "cue_ball")
_Place = Callable[[str, Optional[int], int], str]  # Where an entry of a column is in the request.


def _place_in_a_column(name: str, index: Optional[int], count: int) -> str:
    return f"columns.{name}" if index is None else f"columns.{name}[{index}]"


def _place_of_a_shot(name: str, index: Optional[int], size: int) -> str:
    """size: how many entries a shot has."""
    shot, entry = divmod(index or 0, size)
    within = f"strike.{name}" if name in _STRIKE else name
    return f"shots.shots[{shot}].{within}" + (f"[{entry}]" if name in _LISTS and index is not None else "")


def _columns_of(message: Any) -> Dict[str, Any]:
    """ShotList as ShotColumns, which have strikes, places and motions of all shots or of none."""
    given = arguments.entries("shots.shots", _named("shots", message, ("shots",)).get("shots", ()), "shots")
    shots = [_named(f"shots.shots[{i}]", shot, (*_INDICES, *_WITHOUT_DEFAULT))
             for i, shot in enumerate(given)]
    first = shots[0] if shots else {}
    for i, shot in enumerate(shots):
        for name in _WITHOUT_DEFAULT:
            if (name in shot) != (name in first):
                raise wrong(f"shots.shots[{i}].{name}", shot.get(name), "given, or not, as of shots.shots[0]",
                            got="given" if name in shot else "not given")
    columns: Dict[str, Any] = {"shot_count": len(shots)}
    columns.update({name: [shot.get(name, 0) for shot in shots] for name in _INDICES})
    if "strike" in first:
        strikes = [_named(f"shots.shots[{i}].strike", shot["strike"], _STRIKE)
                   for i, shot in enumerate(shots)]
        for i, strike in enumerate(strikes):
            if "speed_m_s" not in strike:
                raise wrong(f"shots.shots[{i}].strike.speed_m_s", None, "given")
        columns.update({name: [strike.get(name, 0) for strike in strikes] for name in _STRIKE})
    for name in _LISTS:
        if name in first:
            size = None if not isinstance(first[name], list) else len(first[name])
            columns[name] = [value for i, shot in enumerate(shots) for value in
                             arguments.entries(f"shots.shots[{i}].{name}", shot[name], "numbers", size)]
    return columns


def _strikes(path: str, message: Any, place: _Place) -> "carom.Strikes":
    """Of ShotColumns. place: of their entries in the request, for messages."""
    columns = _named(path, message, ("shot_count", *_LISTS, *FIELDS))
    count = arguments.whole(f"{path}.shot_count", columns.pop("shot_count", 0), 1, MOST_SHOTS)
    columns = {name: arguments.entries(place(name, None, 1), value, "numbers")
               for name, value in columns.items()}
    _check_lengths(columns, count, place)
    values: Dict[str, Any] = {FIELDS[name]: column for name, column in columns.items()
                              if column and name in FIELDS}
    if columns.get("positions_m"):
        values["positions"] = _rows(place("positions_m", None, 1), columns["positions_m"], (count, -1, 2))
    if columns.get("motions"):
        names = {f"MOTION_STATE_{motion.name}": int(motion) for motion in carom.Motion}
        names["MOTION_STATE_UNSPECIFIED"] = 0
        numbers = [names.get(value, -1) if isinstance(value, str) else value for value in columns["motions"]]
        values["motions"] = _rows(place("motions", None, 1), numbers, (count, -1))
    try:
        return carom.strikes(count, **values)
    except carom.InvalidArgument as error:
        raise _in_the_request(error, columns, count, place) from None


def _check_lengths(columns: Mapping[str, List[Any]], count: int, place: _Place) -> None:
    """That columns of strikes have a value for all shots or one for each, and speeds where any has."""
    for name in FIELDS:
        length = len(columns.get(name, ()))
        if length not in (0, 1, count):
            raise wrong(place(name, None, 1), columns[name], f"1 or {count}, one a shot",
                        got=f"{length} values")
        if length and name in _STRIKE and name != "cue_ball" and not columns.get("speed_m_s"):
            raise wrong(place("speed_m_s", None, 1), None, f"given beside {name}")


def _in_the_request(error: "carom.InvalidArgument", columns: Mapping[str, List[Any]], count: int,
                    place: _Place) -> "carom.InvalidArgument":
    """An error of `carom.strikes()`, of the field that the request has in place of the argument."""
    name, index = _field_and_index(error)
    entries = columns.get(name, [])
    size = max(1, len(entries) // count) if name in _LISTS else 1
    if index:
        at = _entry(name, index, size)
        return wrong(place(name, at, size), entries[at], str(error.must))
    for at, entry in enumerate(entries):
        read = arguments.whole if name in _WHOLE else arguments.real
        try:
            read(place(name, at, size), entry)
        except carom.InvalidArgument as of_entry:
            return of_entry
    if len(entries) == 1 and name not in _LISTS:
        return wrong(place(name, 0, size), entries[0], str(error.must))
    got = error.message.partition(": ")[2].partition(" must be ")[0]
    return wrong(place(name, None, size), error.value, str(error.must), got=got)


def _field_and_index(error: "carom.InvalidArgument") -> Tuple[str, List[int]]:
    """The field of the argument of `carom.strikes()` that is wrong, and the shot and the ball in it."""
    argument, _, index = (error.path or "").partition("[")
    numbers = list(map(int, re.findall(r"\d+", index))) if re.fullmatch(r"[\d, ]+\]", index) else []
    return _FIELD_OF.get(argument, argument), numbers


def _entry(name: str, index: Sequence[int], size: int) -> int:
    """The number of an entry in a column that has `size` of them for each shot."""
    shot, ball = index[0], index[1] if len(index) > 1 else 0
    return shot * size + ball * (2 if name == "positions_m" else 1)


def _rows(path: str, values: List[Any], shape: Tuple[int, ...]) -> np.ndarray:
    try:
        return np.reshape(values, shape)
    except ValueError:
        raise wrong(path, values, f"of shape {shape}, as many for each shot",
                    got=f"{len(values)} values") from None
