"""What shots are played on: table, balls, settings."""
from __future__ import annotations

import json
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from carom import _core, arguments
from carom.arguments import wrong
from carom.messages import to_dict, to_json

__all__ = ["Game", "settings_preset"]

_ENGINES = {"event_driven": "ENGINE_EVENT_DRIVEN", "compliant": "ENGINE_COMPLIANT",
            "discrete_time": "ENGINE_DISCRETE_TIME"}


class Game:
    """A table, settings and a layout of balls, checked. Immutable.

        carom.Game(rack="nine_ball")
        carom.Game("carom_10ft", balls=[(0, 0), (0.5, 0.1), (0.6, -0.2)])
        carom.Game(balls=[(-0.5, 0), (0.3, 0.02)], settings={"flight": "FLIGHT_ON"})
        carom.Game({"tables": [...], "settings": [...], "layouts": [...]})

    table: a preset of the catalogue ("pool_9ft" is the default; `Simulator.info()` lists them), a
        Table of the wire's JSON as a dict or a text, or a dict of all three lists of a request.
    balls: places (x, y) or (x, y, z) of the centres, m, from the centre of the table; or LayoutBalls
        of the wire's JSON. The first is the cue ball.
    rack: in place of balls, a rack of the catalogue ("nine_ball") or a Rack as a dict.
    settings: an engine ("event_driven", "compliant", "discrete_time"), physics whose numbers come
        from measurements ("measured_carom", "measured_pool"), or Settings as a dict or a text.
    ball_set: of the catalogue; default: the table's.

    Messages of the generated stubs will do wherever a dict does. Raises `carom.CaromError`, which
    names the field.
    """

    __slots__ = ("_core",)

    def __init__(self, table: Any = "pool_9ft", *, balls: Optional[Sequence[Any]] = None, rack: Any = None,
                 settings: Any = None, ball_set: Optional[str] = None):
        if isinstance(table, Mapping) and {"tables", "settings", "layouts"} & set(table):
            if balls is not None or rack is not None or settings is not None or ball_set is not None:
                raise wrong("table", table, "alone: it brings balls and settings",
                            got="a whole request")
            self._core = _core.Game.from_json(to_json(table))
            return
        layout: Dict[str, Any] = {}
        if ball_set is not None:
            layout["ball_set"] = arguments.text("ball_set", ball_set, "a name of the catalogue")
        if (balls is None) == (rack is None):
            raise wrong("balls, rack", (balls, rack), "one of the two",
                        got="neither" if balls is None else "both")
        if rack is not None:
            layout["rack"] = {"name": rack} if isinstance(rack, str) else to_dict("rack", rack)
        else:
            places = arguments.entries("balls", balls, "places (x, y) or dicts")
            layout["balls"] = {"balls": [_ball(i, ball) for i, ball in enumerate(places)]}
        parts = {"layouts": [layout], "tables": [_table(table)]}
        if settings is not None:
            parts["settings"] = [_settings(settings)]
        self._core = _core.Game.from_json(to_json(parts))

    @classmethod
    def from_json(cls, text: str) -> "Game":
        """Of tables, settings and layouts as SimulateRequest has them, in protobuf's JSON: several
        of each, which `carom.strikes(table=, settings=, layout=)` chooses from."""
        return cls._of(_core.Game.from_json(arguments.text("text", text, "a text of JSON")))

    @classmethod
    def from_message(cls, request: Any) -> "Game":
        """Of a message SimulateRequest of the generated stubs, with these fields alone."""
        if not hasattr(request, "SerializeToString"):
            raise wrong("request", request, "a message SimulateRequest",
                        got=type(request).__name__)
        return cls._of(_core.Game.from_bytes(request.SerializeToString()))

    @classmethod
    def _of(cls, core: _core.Game) -> "Game":
        game = cls.__new__(cls)
        game._core = core
        return game

    @property
    def ball_count(self) -> int:
        """Number of balls, the cue ball included; of the largest layout."""
        return self._core.ball_count

    @property
    def positions(self) -> np.ndarray:
        """Places of the centres before the shot, (balls, 3) float64, m; of the first layout."""
        return self._core.positions

    def to_json(self) -> str:
        """What `from_json` reads."""
        return self._core.to_json()

    def to_dict(self) -> Dict[str, Any]:
        """The same as dicts and lists."""
        parts: Dict[str, Any] = json.loads(self.to_json())
        return parts

    def __reduce__(self) -> Tuple[Any, ...]:
        return Game.from_json, (self.to_json(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._core.to_bytes() == other._core.to_bytes()

    def __hash__(self) -> int:
        return hash(self._core.to_bytes())

    def __repr__(self) -> str:
        parts = self.to_dict()
        table = parts.get("tables", [{}])[0]
        layout = parts.get("layouts", [{}])[0]
        of = layout.get("rack", {}).get("name")
        balls = f"{self.ball_count} balls" + (f" of {of}" if of else "")
        name = "a table of its own" if "geometry" in table else table.get("preset", "pool_9ft")
        return f"<carom.Game: {name}, {balls}>"


def _table(table: Any) -> Any:
    return {"preset": table} if _is_name(table) else to_dict("table", table)


def _settings(settings: Any) -> Any:
    if not _is_name(settings):
        return to_dict("settings", settings)
    if settings in _ENGINES:
        return {"engine": _ENGINES[settings]}
    if settings not in _core.settings_preset_names():
        known = ", ".join([*_ENGINES, *_core.settings_preset_names()])
        raise wrong("settings", settings, f"one of {known}, a dict or JSON")
    return settings_preset(settings)


def settings_preset(name: str) -> Dict[str, Any]:
    """Physics whose numbers come from measurements, as Settings of the wire that may be changed:
    "measured_carom", a heated cloth under balls of 61.5 mm, or "measured_pool". How far off they are
    stands in tests/reality."""
    preset = _core.settings_preset(arguments.text("name", name, "a name of a preset"))
    if not preset:
        raise wrong("name", name, f"one of {', '.join(_core.settings_preset_names())}")
    settings: Dict[str, Any] = json.loads(preset)
    return settings


def _is_name(value: Any) -> bool:
    """Whether it is neither a dict nor JSON."""
    return isinstance(value, str) and not value.lstrip().startswith("{")


def _ball(index: int, ball: Union[Mapping[str, Any], Sequence[float]]) -> Any:
    if isinstance(ball, Mapping) or hasattr(ball, "DESCRIPTOR"):
        return ball
    path = f"balls[{index}]"
    place = arguments.array(path, ball, "real numbers", "(2,) or (3,), or a dict")
    if place.shape not in ((2,), (3,)):
        raise wrong(path, ball, "a place (x, y) or (x, y, z), or a dict",
                    got=f"shape {place.shape}")
    if not np.isfinite(place).all():
        raise wrong(path, place.tolist(), "finite")
    return {"state": {"position_m": dict(zip("xyz", place.tolist()))}}
