"""The shots of tests/data/peer_shots as systems of pooltool, and how far twins may be apart."""
import json
import math

import numpy as np
import pooltool as pt
from pooltool.events import EventType
from pooltool.objects import CircularCushionSegment, LinearCushionSegment, Pocket
from pooltool.objects.table.components import CushionSegments
from pooltool.physics.resolve import ball_ball, ball_cushion
from pooltool.physics.resolve.ball_ball.friction import (
    AlciatoreBallBallFriction, AverageBallBallFriction)

GAP_M, ROUNDING, SLACK = 1e-6, 1e-9, 2.0  # As in tests/twins/doubt.h, which derives all of this.
MOST_S, MOST_M = 0.03, 8e-3  # However long the chain.
IMPACTS = (EventType.BALL_BALL, EventType.BALL_LINEAR_CUSHION, EventType.BALL_CIRCULAR_CUSHION)
CUSHIONS = {"restitution": "unrealistic", "han2005": "han_2005", "stronge": "stronge_compliant",
            "routh": "impulse_frictional_inelastic"}


def _vector(v):
    return [-v["y"], v["x"], v["z"]]


def _point(p, z):
    return np.array([-p.get("yM", 0.0), p.get("xM", 0.0), z])


def system_of(path):
    """The system, its engine and how many of its events are compared."""
    request = json.loads(path.read_text())
    settings, geometry = request["settings"][0], request["tables"][0]["geometry"]
    balls = request["layouts"][0]["balls"]["balls"]
    R = balls[0]["ball"]["radiusM"]
    (kind, cushion), = settings["cushion"].items()
    (law, values), = settings["ballBall"].items()
    sphere = kind in ("stronge", "routh")

    def height(part, arc):  # The inverse of carom.pooltool.laws.height_of.
        h = part["heightM"]
        return R + math.tan(math.asin(h / R - 1)) * (R + GAP_M + arc) if sphere else h

    table = pt.Table.default()
    table.cushion_segments = CushionSegments(
        linear={f"n{i}": LinearCushionSegment(f"n{i}", *(_point(n[end], height(n, 0.0))
                                                         for end in ("start", "end")))
                for i, n in enumerate(geometry["noses"])},
        circular={f"j{i}": CircularCushionSegment(
            f"j{i}", _point(j["centre"], height(j, j["radiusM"])), j["radiusM"])
            for i, j in enumerate(geometry["jaws"])})
    table.pockets = {p["name"]: Pocket(p["name"], _point(p["centre"], 0.0), p["radiusM"])
                     for p in geometry["pockets"]}
    e = values.get("restitution", 1.0)
    constant = values.get("constant", {}).get("coefficient", 0.05) * (1 + e) / (2 * e)
    cloth = settings["cloth"]
    params = pt.BallParams(
        m=balls[0]["ball"]["massKg"], R=R,
        u_s=cloth["slidingFriction"], u_r=cloth["rollingFriction"],
        u_sp_proportionality=cloth["spinningFriction"] / R, u_b=constant, e_b=e,
        e_c=cushion["restitution"], f_c=cushion.get("friction", 0.2), g=settings["gravityMS2"])
    engine = pt.physics.PhysicsEngine()
    resolver, name = engine.resolver, CUSHIONS[kind]
    resolver.ball_linear_cushion = ball_cushion.ball_lcushion_models[name]()
    resolver.ball_circular_cushion = ball_cushion.ball_ccushion_models[name]()
    for model in (resolver.ball_linear_cushion, resolver.ball_circular_cushion):
        if kind == "restitution":
            model.restitution = True
        if kind == "stronge":
            model.omega_ratio = cushion["frequencyRatio"]
    resolver.ball_ball = ball_ball.ball_ball_models[
        "frictionless_elastic" if law == "elastic" else "frictional_inelastic"]()
    if "constant" in values:
        resolver.ball_ball.friction = AverageBallBallFriction()
    elif "alciatore" in values:
        a, scale = values["alciatore"], (1 + e) / (2 * e)
        resolver.ball_ball.friction = AlciatoreBallBallFriction(
            a=scale * a["a"], b=scale * a["b"], c=a["cSM"])
    made = [pt.Ball(b["ball"]["name"], params=params) for b in balls]
    for ball, given in zip(made, balls):
        state = given["state"]
        ball.state.rvw = np.array([_vector(state[key]) for key in (
            "positionM", "velocityMS", "angularVelocityRadS")])
        v, w = ball.state.rvw[1:]
        slip = math.hypot(v[0] - R * w[1], v[1] + R * w[0])
        ball.state.s = 2 if slip > ROUNDING else 3 if v.any() else 1 if w.any() else 0
    cue = pt.Cue(V0=0.0, cue_ball_id=made[0].id, specs=pt.objects.CueSpecs(
        M=settings["cue"]["massKg"], end_mass=settings["cue"]["endMassKg"]))
    if strike := request["shots"][0].get("strike"):
        cue.set_state(V0=strike["speedMS"], phi=math.degrees(strike["azimuthRad"]) + 90.0,
                      theta=math.degrees(strike["elevationRad"]), a=strike["sideOffset"],
                      b=strike["heightOffset"], cue_ball_id=made[strike["cueBall"]].id)
    limit = settings.get("limits", {}).get("maxEvents", 10**6)
    return pt.System(cue=cue, table=table, balls=made), engine, limit


class Doubts:
    """DoubtTracker of tests/twins/doubt.h: what pooltool's gap does to a shot, to first order."""

    def __init__(self, params):
        self.params, self.of = params, {}

    def _deceleration(self, state):
        p = self.params
        spin = 2.5 * p.u_sp * p.g
        return {2: 2.5 * p.u_s * p.g + spin, 3: p.u_r * p.g + spin, 1: spin}.get(state.s, 0.0)

    def at(self, ball, time):
        t, _, x, v = self.of.get(ball, (0.0, 0.0, 0.0, 0.0))
        return x + v * (time - t)

    def position(self, ball, time):
        return ROUNDING + min(self.at(ball, time), MOST_M)

    def _impact(self, event):
        states = [a.initial.state for a in event.agents if a.agent_type == "ball"]
        closing, centres = states[0].rvw[1].copy(), math.inf
        if event.event_type == EventType.BALL_BALL:
            closing -= states[1].rvw[1]
            normal = states[1].rvw[0] - states[0].rvw[0]
            centres = np.linalg.norm(normal)
        elif event.event_type == EventType.BALL_CIRCULAR_CUSHION:
            normal = (states[0].rvw[0] - event.agents[1].initial.center) * [1, 1, 0]
            centres = np.linalg.norm(normal)
        else:
            normal = event.agents[1].initial.normal
        return np.linalg.norm(closing), abs(closing @ normal) / np.linalg.norm(normal), centres

    def _balls(self, event):
        return [a for a in event.agents if a.agent_type == "ball"]

    def _into_pocket(self, event):
        """Of a ball that crosses a pocket's circle: the speed across it, and how deep its way leads."""
        (position, velocity, _), pocket = self._balls(event)[0].initial.state.rvw, event.agents[1].initial
        out = (position - pocket.center)[:2]
        across = abs(out @ velocity[:2]) / np.linalg.norm(out)
        return across, 0.5 * pocket.radius * across**2 / (velocity @ velocity)

    def grazes(self, event):
        """Whether an event is of a ball that may as well pass beside the pocket."""
        return (event.event_type == EventType.BALL_POCKET
                and self._into_pocket(event)[1] < self.position(self._balls(event)[0].id, event.time))

    def time(self, event):
        p, agents = self.params, self._balls(event)
        _, delay, _, v = self.of.get(agents[0].id, (0.0, 0.0, 0.0, 0.0))
        apart = delay
        if event.event_type in IMPACTS:
            apart = sum(self.at(a.id, event.time) for a in agents) / self._impact(event)[1]
        elif event.event_type == EventType.BALL_POCKET:
            apart = SLACK * self.at(agents[0].id, event.time) / self._into_pocket(event)[0]
        elif event.event_type == EventType.SLIDING_ROLLING:
            apart += v / (p.u_s * p.g)
        elif event.event_type == EventType.SPINNING_STATIONARY:
            apart += v / (2.5 * p.u_sp * p.g)
        elif event.event_type != EventType.STICK_BALL:
            apart += v / (p.u_r * p.g)
        return ROUNDING + min(apart, MOST_S)

    def add(self, event):
        if event.event_type not in IMPACTS:
            return
        agents, (u, v_n, centres) = self._balls(event), self._impact(event)
        tau = (GAP_M + sum(self.at(a.id, event.time) for a in agents)) / v_n
        apart = self.time(event)
        position, velocity = u * tau, SLACK * u * u * tau / centres
        for a in agents:
            _, delay, _, v = self.of.get(a.id, (0.0, 0.0, 0.0, 0.0))
            rate = self._deceleration(a.initial.state)
            position += self.position(a.id, event.time) + np.linalg.norm(
                a.initial.state.rvw[1]) * apart
            velocity += v + rate * (delay + apart) + SLACK * rate * tau
        for a in agents:
            self.of[a.id] = (event.time, tau, position, velocity)


def peer_events(system):
    """Without null events, and without slides of no duration, which Carom does not have."""
    kept = []
    for event in system.events[1:-1]:
        if (event.event_type == EventType.SLIDING_ROLLING and kept and kept[-1].time == event.time
                and event.ids[0] in kept[-1].ids):
            continue
        kept.append(event)
    return kept
