"""A system of pooltool as a request of Carom."""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Dict, Optional

import numpy as np
import pooltool.constants as const

from carom.pooltool.laws import height_of, settings_of
from carom.pooltool.naming import Names, Refused

__all__ = ["Question", "read"]

# Of a ball's parameters, those that are numbers of the whole shot in Carom.
_SHARED = ("u_s", "u_r", "u_sp_proportionality", "u_b", "e_b", "e_c", "f_c", "g")
_STILL = 1e-9  # m/s, also of R w.
_SLIP = 1e-6  # m/s, that a ball which is said to roll may have: pooltool's own tolerance is looser.


@dataclass(frozen=True)
class Question:
    """What is asked of Carom: parts of a SimulateRequest in the wire's JSON."""

    names: Names
    table: Dict[str, Any]
    settings: Dict[str, Any]
    layout: Dict[str, Any]
    strike: Optional[Dict[str, Any]]  #: Arguments of `carom.strikes`; None: no strike.

    def request(self) -> Dict[str, Any]:
        return {"tables": [self.table], "settings": [self.settings], "layouts": [self.layout]}


def read(system: Any, engine: Any) -> Question:
    """Raises `Refused` where Carom cannot play what the system asks for."""
    names, resolver = Names(system), engine.resolver
    params = _shared_params(system)
    return Question(names, _table(system.table, names, params, resolver),
                    settings_of(resolver, params, system.cue),
                    {"balls": {"balls": [_ball(ball, names) for ball in system.balls.values()]}},
                    _strike(system, names))


def _shared_params(system: Any) -> Any:
    first = next(iter(system.balls.values())).params
    for name, ball in system.balls.items():
        if ball.params is first:
            continue
        for field in _SHARED:
            if getattr(ball.params, field) != getattr(first, field):
                raise Refused(f"balls[{name!r}].params.{field}",
                              "Carom has one value for all balls; the first ball has another")
    return first


def _table(table: Any, names: Names, params: Any, resolver: Any) -> Dict[str, Any]:
    def point(p: Any) -> Dict[str, float]:
        x, y, _ = names.point_to_carom((p[0], p[1], 0.0))
        return {"xM": x, "yM": y}

    def height(segment: Any, arc_radius: float) -> float:
        return height_of(segment.height, arc_radius, params.R, resolver)

    segments = table.cushion_segments
    return {"geometry": {
        "noses": [{"start": point(s.p1), "end": point(s.p2), "heightM": height(s, 0.0)}
                  for s in segments.linear.values()],
        "jaws": [{"centre": point(s.center), "radiusM": float(s.radius),
                  "heightM": height(s, s.radius)} for s in segments.circular.values()],
        "pockets": [{"centre": point(p.center), "radiusM": float(p.radius), "name": str(p.id)}
                    for p in table.pockets.values()]}}


def _ball(ball: Any, names: Names) -> Dict[str, Any]:
    spec = {"massKg": ball.params.m, "radiusM": ball.params.R, "name": str(ball.id)}
    if ball.state.s == const.pocketed:
        return {"ball": spec, "state": {"motion": "MOTION_STATE_POCKETED"}}
    _check_state(ball)
    position, velocity, spin = ball.state.rvw
    return {"ball": spec, "state": {
        "positionM": dict(zip("xyz", names.point_to_carom(position))),
        "velocityMS": dict(zip("xyz", names.vector_to_carom(velocity))),
        "angularVelocityRadS": dict(zip("xyz", names.vector_to_carom(spin)))}}


def _check_state(ball: Any) -> None:
    """Carom finds the state of motion from the velocities; pooltool stores it."""
    field, R = f"balls[{ball.id!r}].state", ball.params.R
    (_, _, z), (vx, vy, vz), (wx, wy, wz) = ball.state.rvw.tolist()
    if not np.isfinite(ball.state.rvw).all():
        raise Refused(f"{field}.rvw", "must be finite")
    if abs(z - R) > 1e-6 or vz != 0.0:
        raise Refused(f"{field}.rvw", "the ball must lie on the cloth")
    moves = max(math.hypot(vx, vy), R * math.hypot(wx, wy)) > _STILL
    slip = math.hypot(vx - R * wy, vy + R * wx)
    wrong = {const.stationary: moves or abs(R * wz) > _STILL, const.spinning: moves,
             const.sliding: False, const.rolling: slip > _SLIP}
    if wrong.get(ball.state.s, True):
        raise Refused(f"{field}.s", f"{ball.state.s} does not fit the velocities")


def _strike(system: Any, names: Names) -> Optional[Dict[str, Any]]:
    """As pooltool: the cue strikes at time 0 if nothing moves yet."""
    cue = system.cue
    if cue.V0 <= 0 or any(ball.state.rvw[1:].any() for ball in system.balls.values()):
        return None
    if system.balls[cue.cue_ball_id].state.s == const.pocketed:
        raise Refused("cue.cue_ball_id", "the cue ball is in a pocket")
    if not 0.0 <= cue.theta < 90.0:
        raise Refused("cue.theta", "must be in [0, 90) degrees")
    if cue.V0 > 50.0:
        raise Refused("cue.V0", "must be at most 50 m/s")
    if cue.a**2 + cue.b**2 > 1.0:
        raise Refused("cue.a, cue.b", "the tip misses the ball")
    return {"cue_ball": names.number[cue.cue_ball_id], "speed": float(cue.V0),
            "azimuth": math.radians(math.remainder(cue.phi - 90.0, 360.0)),
            "elevation": math.radians(cue.theta), "side": float(cue.a), "height": float(cue.b)}
