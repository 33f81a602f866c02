"""pooltool's models of impacts as laws of Carom.

tests/twins compares law by law what is the same; client/python/README.md tells what differs.
"""
from __future__ import annotations

import math
from typing import Any, Callable, Dict

from pooltool.physics.resolve import ball_ball, ball_cushion
from pooltool.physics.resolve.ball_ball.friction import (
    AlciatoreBallBallFriction, AverageBallBallFriction)
from pooltool.physics.resolve.ball_pocket import CanonicalBallPocket
from pooltool.physics.resolve.stick_ball.instantaneous_point import InstantaneousPoint
from pooltool.physics.resolve.transition import CanonicalTransition

from carom.pooltool.naming import Refused

__all__ = ["settings_of", "height_of"]

_GAP_M = 1e-6  # pooltool's, between the bodies of an impact.
_FREE_SPHERE_LAWS = ("stronge_compliant", "impulse_frictional_inelastic")


def _known(model: Any, field: str, classes: Any) -> str:
    """The model's name, if it is pooltool's own and not derived from it."""
    if type(model) not in classes:
        raise Refused(field, f"Carom has no law for {type(model).__name__}")
    return str(getattr(model, "model", ""))


def _friction(friction: Any, params: Any, scale: float) -> Dict[str, Any]:
    name = type(friction)
    if name is AverageBallBallFriction:
        return {"constant": {"coefficient": scale * params.u_b}}
    if name is AlciatoreBallBallFriction:
        return {"alciatore": {"a": scale * friction.a, "b": scale * friction.b, "cSM": friction.c}}
    raise Refused("engine.resolver.ball_ball.friction", f"Carom has no law for {name.__name__}")


def _ball_ball(model: Any, params: Any) -> Dict[str, Any]:
    name = _known(model, "engine.resolver.ball_ball", ball_ball.ball_ball_models.values())
    e = params.e_b
    if name == "frictionless_elastic":
        return {"elastic": {}}
    if name == "frictional_inelastic":
        # pooltool's friction impulse is mu e m v_n where Coulomb's is mu (1 + e)/2 m v_n.
        return {"frictional": {"restitution": e,
                               **_friction(model.friction, params, 2 * e / (1 + e))}}
    return {"mathavan2014": {"restitution": e, "slateFriction": params.u_s,
                             **_friction(model.friction, params, 1.0)}}


_CUSHIONS: Dict[str, Callable[[Any, Any], Dict[str, Any]]] = {
    "unrealistic": lambda model, p: {"restitution": {"restitution": p.e_c if model.restitution
                                                     else 1.0}},
    "han_2005": lambda model, p: {"han2005": {"restitution": p.e_c, "friction": p.f_c}},
    "mathavan_2010": lambda model, p: {"mathavan2010": {
        "restitution": p.e_c, "friction": p.f_c, "slateFriction": p.u_s}},
    "impulse_frictional_inelastic": lambda model, p: {"routh": {
        "restitution": p.e_c, "friction": p.f_c}},
    "stronge_compliant": lambda model, p: {"stronge": {
        "restitution": p.e_c, "friction": p.f_c, "frequencyRatio": model.omega_ratio}},
}


def _cushion(resolver: Any, params: Any) -> Dict[str, Any]:
    name = _known(resolver.ball_linear_cushion, "engine.resolver.ball_linear_cushion",
                  ball_cushion.ball_lcushion_models.values())
    jaws = _known(resolver.ball_circular_cushion, "engine.resolver.ball_circular_cushion",
                  ball_cushion.ball_ccushion_models.values())
    law = _CUSHIONS[name](resolver.ball_linear_cushion, params)
    if law != _CUSHIONS[jaws](resolver.ball_circular_cushion, params):
        raise Refused("engine.resolver.ball_circular_cushion",
                      "Carom has one law for noses and jaws; ball_linear_cushion has another")
    return law


def height_of(height: float, arc_radius: float, ball_radius: float, resolver: Any) -> float:
    """The height of a nose that a ball's law sees where pooltool's sees this one.

    pooltool's free-sphere laws push along the line from the ball's centre to the nose, or to the
    middle of a jaw's arc, with the ball where it touches a vertical plane and _GAP_M off it.
    Carom's push at the elevation asin(h/R - 1), as from where the ball touches the nose itself.
    """
    if str(resolver.ball_linear_cushion.model) not in _FREE_SPHERE_LAWS:
        return float(height)
    elevation = math.atan((height - ball_radius) / (ball_radius + _GAP_M + arc_radius))
    return float(ball_radius * (1 + math.sin(elevation)))


def settings_of(resolver: Any, params: Any, cue: Any) -> Dict[str, Any]:
    """Settings of the wire's JSON; params are those of every ball."""
    stick = resolver.stick_ball
    _known(stick, "engine.resolver.stick_ball", (InstantaneousPoint,))
    _known(resolver.ball_pocket, "engine.resolver.ball_pocket", (CanonicalBallPocket,))
    _known(resolver.transition, "engine.resolver.transition", (CanonicalTransition,))
    if stick.english_throttle != 1.0:
        raise Refused("engine.resolver.stick_ball.english_throttle", "must be 1")
    if stick.squirt_throttle not in (0.0, 1.0):
        raise Refused("engine.resolver.stick_ball.squirt_throttle", "must be 1, or 0 for no squirt")
    return {
        "gravityMS2": params.g,
        "cloth": {"slidingFriction": params.u_s, "rollingFriction": params.u_r,
                  "spinningFriction": params.u_sp},
        "cue": {"massKg": cue.specs.M, "endMassKg": cue.specs.end_mass * stick.squirt_throttle},
        "noseContact": "NOSE_CONTACT_PLANE",
        "ballBall": _ball_ball(resolver.ball_ball, params),
        "cushion": _cushion(resolver, params),
    }
