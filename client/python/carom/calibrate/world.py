"""What is unknown of a table, its cloth and its balls, and the games of guesses of it."""
from __future__ import annotations

import copy
import json
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from carom import arguments
from carom.arguments import wrong
from carom.errors import CaromError
from carom.game import Game
from carom.messages import to_dict, to_json
from carom.simulator import Simulator

LAWS = ("han2005", "mathavan2010", "stronge", "routh", "restitution")


@dataclass(frozen=True)
class Unknown:
    """A number that is to be found.

    path: where it stands, from `settings`, `table` or `balls`: "settings.cloth.rolling_friction",
        "table.noses.height_m" (of all noses), "table.noses.0.height_m" (of the first),
        "balls.radius_m" (of all balls).
    start: the first guess, and the mean of the prior.
    width: the deviation of the prior; what the tracks determine less well is named as undetermined.
    low, high: what it must lie between.
    """

    name: str
    path: str
    start: float
    width: float
    low: float
    high: float


# Name: path, first guess (the wire's default), width of the prior, bounds within those of the wire.
# Priors are wide on purpose: cushions from 0.7 to 1, cloths from snooker's to a heated one, clean
# and dirty balls. {law} is the cushion's.
_KNOWN: Dict[str, Tuple[str, float, float, float, float]] = {
    "sliding_friction": ("settings.cloth.sliding_friction", 0.2, 0.1, 0.02, 1.0),
    "rolling_friction": ("settings.cloth.rolling_friction", 0.01, 0.01, 5e-4, 0.1),
    "rolling_factor_middle": ("settings.cloth.rolling_factor.1.factor", 1.0, 0.5, 0.2, 10.0),
    "rolling_factor_fast": ("settings.cloth.rolling_factor.2.factor", 1.0, 1.0, 0.2, 20.0),
    "spinning_friction": ("settings.cloth.spinning_friction", 0.0127, 0.01, 2e-4, 0.2),
    "cushion_restitution": ("settings.cushion.{law}.restitution", 0.85, 0.15, 0.2, 1.0),
    "cushion_friction": ("settings.cushion.{law}.friction", 0.2, 0.15, 0.0, 0.6),
    "cushion_restitution_factor_slow": ("settings.cushion.restitution_factor.0.factor",
                                        1.0, 0.15, 0.5, 1.5),
    "cushion_restitution_factor_fast": ("settings.cushion.restitution_factor.2.factor",
                                        1.0, 0.15, 0.5, 1.5),
    "cushion_friction_factor_graze": ("settings.cushion.friction_factor.1.factor",
                                      1.0, 0.4, 0.05, 4.0),
    "cushion_contact_time": ("settings.cushion.contact_time_s", 0.0, 0.006, 0.0, 0.02),
    "cushion_frequency_ratio": ("settings.cushion.stronge.frequency_ratio", 1.8, 0.3, 1.0, 2.0),
    "ball_restitution": ("settings.ball_ball.frictional.restitution", 0.95, 0.05, 0.5, 1.0),
    "ball_friction": ("settings.ball_ball.frictional.constant.coefficient", 0.05, 0.1, 0.0, 1.0),
    "ball_friction_a": ("settings.ball_ball.frictional.alciatore.a", 0.009951, 0.05, 0.0, 1.0),
    "ball_friction_b": ("settings.ball_ball.frictional.alciatore.b", 0.108, 0.2, 0.0, 2.0),
    "ball_friction_c": ("settings.ball_ball.frictional.alciatore.c_s_m", 1.088, 1.0, 0.0, 20.0),
    # A millimetre either way is allowed, taken as three deviations [UMB, World Rules of Carom Billiard,
    # article 11.3: 37 mm]; the tracks say less of it, and change restitution with it.
    "nose_height": ("table.noses.height_m", 0.037, 0.00033, 0.03, 0.06),
}
NAMES = tuple(_KNOWN)
# The points of factors that such names need, in place of those that are given: the field that says
# where, and where. Between them factors are linear, beyond them constant. Where the tracks tell most,
# the factor stays 1: the coefficient itself is that of there, and two halves of the shots agree on it.
# Straight rolls of a heated cloth, 0.041 to 0.086 m/s^2 from 0.2 to 2.3 m/s, are within 3.2 % of a
# line with these points.
_POINTS: Dict[str, Tuple[str, Tuple[float, ...]]] = {
    "settings.cloth.rolling_factor": ("speed_m_s", (0.3, 1.0, 3.0)),
    "settings.cushion.restitution_factor": ("speed_m_s", (0.3, 1.0, 3.0)),
    "settings.cushion.friction_factor": ("angle_rad", (0.4, 1.2)),
}
USUAL = ("sliding_friction", "rolling_friction", "rolling_factor_middle", "rolling_factor_fast",
         "spinning_friction", "cushion_restitution", "cushion_restitution_factor_slow",
         "cushion_friction", "cushion_friction_factor_graze", "ball_restitution", "ball_friction_a",
         "ball_friction_b", "nose_height")


def settings_of(given: Any) -> Dict[str, Any]:
    """Settings as of `carom.Game`, checked, by the names of the wire."""
    settings: Dict[str, Any] = Game(balls=[(0.0, 0.0)], settings={} if given is None else given
                                    ).to_dict()["settings"][0]
    return settings


def law_of(settings: Mapping[str, Any]) -> str:
    """The law of cushions of settings, or the wire's default."""
    return next((law for law in LAWS if law in settings.get("cushion", {})), LAWS[0])


def unknown_of(given: Sequence[Union[str, Mapping[str, Any], Unknown]], law: str,
               laws: Sequence[str] = LAWS) -> List[Unknown]:
    """The unknowns that a caller names: names of NAMES, or dicts of the fields of `Unknown`. Those
    of another of `laws` of cushions are left out; what is of none of them is refused."""
    found: List[Unknown] = []
    for i, one in enumerate(arguments.entries("unknown", given, "names or dicts")):
        where = f"unknown[{i}]"
        if isinstance(one, str):
            arguments.one_of(where, one, NAMES)
            path, *numbers = _KNOWN[one]
            one = Unknown(one, path.format(law=law), *numbers)
        elif not isinstance(one, Unknown):
            one = _of_dict(where, one)
        if one.path.split(".")[0] not in ("settings", "table", "balls"):
            raise wrong(f"{where}.path", one.path, "a path from settings, table or balls")
        if not one.low < one.high:
            raise wrong(f"{where}.low", one.low, f"below high, which is {one.high:g}")
        if not one.low <= one.start <= one.high:
            raise wrong(f"{where}.start", one.start, f"in [{one.low:g}, {one.high:g}]")
        arguments.real(f"{where}.width", one.width, 1e-300)
        if one.path in [other.path for other in found]:
            raise wrong(where, one.name, "named once")
        of = one.path.split(".")[2] if one.path.startswith("settings.cushion.") else law
        if of in set(LAWS) - set(laws):
            raise wrong(where, one.name, f"of a law that is fitted ({', '.join(laws)}), not of {of}")
        if of not in set(LAWS) - {law}:
            found.append(one)
    return found


def _of_dict(where: str, given: Any) -> Unknown:
    fields = arguments.mapping(where, given, ("name", "path", "start", "width", "low", "high"))
    for field in ("path", "start", "low", "high"):
        if field not in fields:
            raise wrong(f"{where}.{field}", None, "given for what is no name of the list")
    numbers = {name: arguments.real(f"{where}.{name}", fields[name])
               for name in ("start", "low", "high")}
    width = fields.get("width", (numbers["high"] - numbers["low"]) / 2)
    path = arguments.text(f"{where}.path", fields["path"])
    return Unknown(str(fields.get("name", path)), path, numbers["start"],
                   arguments.real(f"{where}.width", width), numbers["low"], numbers["high"])


def _geometry_of(simulator: Simulator, given: Any) -> Dict[str, Any]:
    """The geometry of a table as of `carom.Game`, or itself."""
    if isinstance(given, str) and not given.lstrip().startswith("{"):
        given = {"preset": given}
    table: Dict[str, Any] = json.loads(to_json(to_dict("table", given)))
    if "preset" in table and len(table) > 1:
        others = ", ".join(sorted(set(table) - {"preset"}))
        raise wrong("table", others, "absent beside preset")
    if "preset" in table:
        try:
            table = simulator.table(table["preset"])
        except CaromError as error:
            if error.path != "name":
                raise
            raise wrong("table", table["preset"], error.must or "a preset") from None
    where = "table.geometry" if "geometry" in table else "table"
    geometry: Dict[str, Any] = table.get("geometry", table)
    Game({"geometry": geometry}, balls=[(0.0, 0.0)])  # Names the field that is wrong.
    for side in ("length_m", "width_m"):  # Without them no point lies beyond the cushions.
        arguments.real(f"{where}.{side}", geometry.get(side, 0.0), 0.1, 100.0)
    return geometry


class World:
    """A table with its cloth and balls, of which some numbers are unknown."""

    def __init__(self, simulator: Simulator, table: Any, settings: Any, unknown: Sequence[Unknown],
                 law: str, balls: int):
        self.table = _geometry_of(simulator, table)
        self.settings = settings_of(settings)
        self.law, self.balls, self.unknown = law, balls, list(unknown)
        self.settings.setdefault("cushion", {law: {}})
        if law not in self.settings["cushion"]:
            self.settings["cushion"] = {law: {}, **{
                name: value for name, value in self.settings["cushion"].items()
                if name not in LAWS}}
        for one in self.unknown:
            self._give_points(one)
            # In place of the friction that is given: a oneof has one.
            for kept, other in (("constant", "alciatore"), ("alciatore", "constant")):
                if f".frictional.{kept}." in one.path:
                    self.settings.get("ball_ball", {}).get("frictional", {}).pop(other, None)
        # What is given is a better guess than the default.
        self.unknown = [self._started(one) for one in self.unknown]
        self._last: Optional[Tuple[Any, Game]] = None
        self.start = np.array([one.start for one in self.unknown])
        self.width = np.array([one.width for one in self.unknown])
        self.low = np.array([one.low for one in self.unknown])
        self.high = np.array([one.high for one in self.unknown])

    @property
    def names(self) -> List[str]:
        return [one.name for one in self.unknown]

    @property
    def half_size(self) -> np.ndarray:
        """From the centre to the noses, m."""
        return np.array([self.table["length_m"], self.table["width_m"]]) / 2

    @property
    def radius_m(self) -> float:
        """Of the balls."""
        return float(self.game(self.start[None], [1.0]).positions[0, 2])

    def game(self, guesses: np.ndarray, ends_s: Sequence[float]) -> Game:
        """The worlds of guesses (n, unknowns), each with every end: guess i until ends_s[k] is that
        of `carom.strikes(table=i, settings=i * len(ends_s) + k)`.

        Balls that a camera saw overlap are separated, by the engine. The last game is kept: strikes
        are fitted in one world for many runs.
        """
        key = (guesses.tobytes(), tuple(ends_s))
        if self._last is None or self._last[0] != key:
            self._last = (key, self._made(guesses, ends_s))
        return self._last[1]

    def _made(self, guesses: np.ndarray, ends_s: Sequence[float]) -> Game:
        tables, settings = [], []
        for guess in guesses:
            table, setting = self.filled(guess)
            tables.append({"geometry": table})
            settings += [{**setting, "overlap": "OVERLAP_SEPARATE",
                          "limits": {"max_time_s": float(end), "max_events": 2000}}
                         for end in ends_s]
        places = [{"state": {"position_m": {"x": 0.2 * i, "y": 0.0}}, "ball": self._bodies(guesses[0])}
                  for i in range(self.balls)]
        return Game.from_json(to_json({"tables": tables, "settings": settings,
                                       "layouts": [{"ball_set": self.table.get("ball_set", "pool"),
                                                    "balls": {"balls": places}}]}))

    def filled(self, guess: np.ndarray) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """The table's geometry and the settings of one guess (unknowns,), as of the wire."""
        parts = {"table": copy.deepcopy(self.table), "settings": copy.deepcopy(self.settings)}
        for one, value in zip(self.unknown, guess):
            first, *rest = one.path.split(".")
            if first != "balls":
                _put(parts[first], rest, float(value))
        return parts["table"], parts["settings"]

    def _bodies(self, guess: np.ndarray) -> Dict[str, float]:
        return {one.path.split(".", 1)[1]: float(value) for one, value in zip(self.unknown, guess)
                if one.path.startswith("balls.")}

    def _give_points(self, one: Unknown) -> None:
        """Of a name of NAMES its points, with what the given ones have there; else demands that the
        settings have the point."""
        for factor, (field, places) in _POINTS.items():
            if not one.path.startswith(factor + "."):
                continue
            _, part, name, point, *_ = one.path.split(".")
            given = self.settings.get(part, {}).get(name) or []
            if one.name in _KNOWN:
                known = given or [{}]
                factors = np.interp(places, [float(entry.get(field, 0.0)) for entry in known],
                                    [float(entry.get("factor", 1.0)) for entry in known])
                self.settings.setdefault(part, {})[name] = [
                    {field: at, "factor": float(value)} for at, value in zip(places, factors)]
            elif point.isdecimal() and int(point) >= len(given):
                raise wrong(f"unknown[{one.name}].path", one.path,
                            f"one of the {len(given)} points that the settings have")

    def _started(self, one: Unknown) -> Unknown:
        first, *rest = one.path.split(".")
        value = _get({"table": self.table, "settings": self.settings}.get(first), rest)
        if value is None:
            return one
        return Unknown(one.name, one.path, min(max(value, one.low), one.high), one.width, one.low,
                       one.high)


def _put(into: Any, path: Sequence[str], value: float) -> None:
    """Sets a number, in every entry of a list on the way, or in the one that the path names."""
    if isinstance(into, list):
        one = path[0].isdecimal()
        for entry in (into[int(path[0])],) if one else into:
            _put(entry, path[1:] if one else path, value)
    elif len(path) == 1:
        into[path[0]] = value
    else:
        _put(into.setdefault(path[0], {}), path[1:], value)


def _get(part: Any, path: Sequence[str]) -> Optional[float]:
    for i, name in enumerate(path):
        if isinstance(part, list):
            at = int(name) if name.isdecimal() else 0
            return _get(part[at], path[i + name.isdecimal():]) if at < len(part) else None
        if not isinstance(part, Mapping) or name not in part:
            return None
        part = part[name]
    return float(part) if isinstance(part, (int, float)) else None
