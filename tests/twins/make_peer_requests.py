#!/usr/bin/env python3
"""Turns the whole shots of the peer (pooltool) into requests and answers in the wire's JSON.

Usage: tests/twins/make_peer_requests.py CASES_JSON OUT_DIR

For each case of the peer's cases.json writes two files of proto3 JSON, in frame W and SI units:

  <case>.request.json   SimulateRequest: table, balls, settings and strike by value
  <case>.peer.json      SimulateResponse: what the peer says, as far as it can be compared

A shot whose log is not clipped has final states. Where the peer lets a ball slide for no time
before it rolls, the ball rolls at once. The peer's impulse_frictional_inelastic is the bounce of a
free sphere, for which Routh's law is played. Samples are clipped after LAST_SAMPLE_S
(later on balls merely roll out), numbers are rounded to 1e-12.
"""

import json
import math
import pathlib
import sys

LAST_SAMPLE_S = 5.0
GAP_M = 1e-6  # Of the peer, between the bodies of an impact.
FREE_SPHERE_LAWS = ("stronge_compliant", "impulse_frictional_inelastic")
KINDS = {"stick_ball": 1, "ball_ball": 2, "ball_linear_cushion": 3, "ball_circular_cushion": 4,
         "ball_pocket": 5, "sliding_rolling": 7, "rolling_spinning": 8, "rolling_stationary": 9,
         "spinning_stationary": 10}
MOTIONS = {"stationary": 1, "spinning": 2, "sliding": 3, "rolling": 4, "pocketed": 6}
POSITION, VELOCITY, ANGULAR_VELOCITY, MOTION = 1, 2, 3, 4


class Frame:
    """From the peer's frame (origin in a corner, x across, y along) to W."""

    def __init__(self, table):
        specs = table.get("specs", {"l": 0.0, "w": 0.0})
        self.middle = (specs["w"] / 2, specs["l"] / 2)

    def vector(self, v):
        return [v[1], 0.0 - v[0], v[2]]

    def point(self, p):
        return self.vector([p[0] - self.middle[0], p[1] - self.middle[1], p[2]])

    def point2(self, p):
        x, y, _ = self.point([p[0], p[1], 0.0])
        return {"xM": x, "yM": y}


def aimed_height(height, ball_radius, arc_radius):
    """The height of a nose that a ball's law sees where the peer's sees this one.

    The peer's free-sphere laws push along the line from the ball's centre to the nose, or to the
    middle of a jaw's arc, with the ball where it touches a vertical plane and GAP_M off it. Carom's
    push at the elevation asin(h/R - 1), as from where the ball touches the nose itself.
    """
    elevation = math.atan((height - ball_radius) / (ball_radius + GAP_M + arc_radius))
    return ball_radius * (1 + math.sin(elevation))


def geometry(table, frame, name, height):
    return {
        "name": name,
        "noses": [{"start": frame.point2(s["p1"]), "end": frame.point2(s["p2"]),
                   "heightM": height(s["height"], 0.0)} for s in table["linear_cushions"]],
        "jaws": [{"centre": frame.point2(c["center"]), "radiusM": c["radius"],
                  "heightM": height(c["height"], c["radius"])}
                 for c in table["circular_cushions"]],
        "pockets": [{"centre": frame.point2(p["center"]), "radiusM": p["radius"], "name": p["id"]}
                    for p in table["pockets"]],
    }


def ball_ball_friction(friction, ball, scale):
    if friction["model"] == "average":
        return {"constant": {"coefficient": scale * ball["u_b"]}}
    return {"alciatore": {
        "a": scale * friction["a"], "b": scale * friction["b"], "cSM": friction["c"]}}


def ball_ball_law(model, ball):
    e = ball["e_b"]
    if model["model"] == "frictional_inelastic":
        # The peer's friction impulse is mu e m v_n where Coulomb's is mu (1 + e)/2 m v_n.
        scale = 2 * e / (1 + e)
        return {"frictional": {"restitution": e,
                               **ball_ball_friction(model["friction"], ball, scale)}}
    if model["model"] == "frictional_mathavan":
        return {"mathavan2014": {"restitution": e, "slateFriction": ball["u_s"],
                                 **ball_ball_friction(model["friction"], ball, 1.0)}}
    return {"elastic": {}}


def cushion_law(model, ball):
    e, mu = ball["e_c"], ball["f_c"]
    if model["model"] == "stronge_compliant":
        return {"stronge": {"restitution": e, "friction": mu,
                            "frequencyRatio": model["omega_ratio"]}}
    return {
        "unrealistic": {"restitution": {"restitution": e}},
        "han_2005": {"han2005": {"restitution": e, "friction": mu}},
        "mathavan_2010": {"mathavan2010": {"restitution": e, "friction": mu,
                                           "slateFriction": ball["u_s"]}},
        "impulse_frictional_inelastic": {"routh": {"restitution": e, "friction": mu}},
    }[model["model"]]


def without_instant_slides(events):
    """Joins an event of a ball with a sliding_rolling of the same ball at the same time."""
    joined = []
    for event in events:
        before = joined[-1] if joined else None
        if (before and event["type"] == "sliding_rolling" and event["t"] == before["t"]
                and list(event["post"]) == list(before["post"])):
            joined[-1] = dict(before, post=event["post"])
        else:
            joined.append(event)
    return joined


class Case:
    def __init__(self, source, case):
        self.case = case
        self.table = source["tables"][case["table"]]
        self.ball = source["ball_params"][case["ball_params"]]
        self.frame = Frame(self.table)
        self.ids = list(case["initial"])
        models = case["models"]
        if models["ball_linear_cushion"] != models["ball_circular_cushion"]:
            sys.exit(case["name"] + ": noses and jaws have different laws")
        self.cushion_model = models["ball_linear_cushion"]["model"]
        self.ball_ball = ball_ball_law(models["ball_ball"], self.ball)
        self.cushion = cushion_law(models["ball_linear_cushion"], self.ball)
        self.events = without_instant_slides(case["events"])
        self.complete = not case["events_truncated"]

    # What is asked.

    def settings(self):
        ball, cue = self.ball, self.case["cue"]["specs"]
        settings = {
            "gravityMS2": ball["g"],
            "cloth": {"slidingFriction": ball["u_s"], "rollingFriction": ball["u_r"],
                      "spinningFriction": ball["u_sp"]},
            "cue": {"massKg": cue["M"], "endMassKg": cue["end_mass"]},
            "noseContact": "NOSE_CONTACT_PLANE",
            "ballBall": self.ball_ball,
            "cushion": self.cushion,
        }
        if not self.complete:
            settings["limits"] = {"maxEvents": len(self.events)}
        return settings

    def nose_height(self, height, arc_radius):
        if self.cushion_model not in FREE_SPHERE_LAWS:
            return height
        return aimed_height(height, self.ball["R"], arc_radius)

    def layout_ball(self, name):
        def vector(v):
            return dict(zip("xyz", v))

        state = self.case["initial"][name]
        return {
            "ball": {"massKg": self.ball["m"], "radiusM": self.ball["R"], "name": name},
            "state": {"positionM": vector(self.frame.point(state["r"])),
                      "velocityMS": vector(self.frame.vector(state["v"])),
                      "angularVelocityRadS": vector(self.frame.vector(state["w"]))},
        }

    def shot(self):
        cue = self.case["cue"]
        if not cue["struck"]:
            return {}
        return {"strike": {
            "cueBall": self.ids.index(cue["cue_ball_id"]),
            "speedMS": cue["V0"],
            "azimuthRad": math.radians(cue["phi_deg"] - 90.0),
            "elevationRad": math.radians(cue["theta_deg"]),
            "sideOffset": cue["a"],
            "heightOffset": cue["b"],
        }}

    def request(self):
        return {
            "tables": [{"geometry": geometry(self.table, self.frame, self.case["table"],
                                             self.nose_height)}],
            "settings": [self.settings()],
            "layouts": [{"balls": {"balls": [self.layout_ball(name) for name in self.ids]}}],
            "shots": [self.shot()],
            "detail": {"level": "LEVEL_SAMPLES", "eventStates": True,
                       "samples": {"periodS": self.case["samples"]["dt"]}},
        }

    # What the peer says.

    def states(self, states):
        columns = {"motions": [], "positionsM": [], "velocitiesMS": [],
                   "angularVelocitiesRadS": []}
        for state in states:
            columns["motions"].append(MOTIONS[state["s"]])
            columns["positionsM"] += self.frame.point(state["r"])
            if state["s"] in ("spinning", "sliding", "rolling"):
                columns["velocitiesMS"] += self.frame.vector(state["v"])
                columns["angularVelocitiesRadS"] += self.frame.vector(state["w"])
        return columns

    def bodies(self, event):
        """The event's balls in the wire's order, and what it names as the other."""
        names = [a["id"] for a in event["agents"] if a["kind"] == "ball"]
        balls = sorted(names, key=self.ids.index)
        if len(balls) == 2:
            return balls, self.ids.index(balls[1])
        part = {"ball_linear_cushion": "linear_cushions", "ball_pocket": "pockets",
                "ball_circular_cushion": "circular_cushions"}.get(event["type"])
        if part is None:
            return balls, -1
        other = next(a["id"] for a in event["agents"] if a["kind"] != "ball")
        return balls, [p["id"] for p in self.table[part]].index(other)

    def event_columns(self):
        bodies = [self.bodies(event) for event in self.events]

        def states(when):
            return self.states([event[when][ball] for event, (balls, _) in
                                zip(self.events, bodies) for ball in balls])

        return {
            "timesS": [event["t"] for event in self.events],
            "kinds": [KINDS[event["type"]] for event in self.events],
            "balls": [self.ids.index(balls[0]) for balls, _ in bodies],
            "others": [other for _, other in bodies],
            "before": states("pre"),
            "after": states("post"),
        }

    def sample_columns(self):
        end = min(LAST_SAMPLE_S, self.events[-1]["t"])
        times = [t for t in self.case["samples"]["t"] if t < end]
        columns = {"timeCounts": [len(times)], "timesS": times, "channelCounts": [0],
                   "bodies": [], "quantities": [], "values": []}
        for index, name in enumerate(self.ids):
            ball = self.case["samples"]["balls"][name]
            for quantity, key, convert in (
                    (POSITION, "r", self.frame.point), (VELOCITY, "v", self.frame.vector),
                    (ANGULAR_VELOCITY, "w", self.frame.vector),
                    (MOTION, "s", lambda s: [MOTIONS[s]])):
                columns["channelCounts"][0] += 1
                columns["bodies"].append(index)
                columns["quantities"].append(quantity)
                columns["values"] += [x for v in ball[key][:len(times)] for x in convert(v)]
        return columns

    def answer(self):
        results = {"shotCount": 1, "events": self.event_columns(),
                   "eventCounts": [len(self.events)], "samples": self.sample_columns(),
                   "ballCounts": [len(self.ids)]}
        if self.complete:
            results["endTimesS"] = [self.case["t_end"]]
            results["finalStates"] = self.states(
                [self.case["final"][name] for name in self.ids])
        return {"results": results}


def rounded(value):
    """The same JSON with numbers rounded to 1e-12, whole ones without a point."""
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if not isinstance(value, float):
        return value
    value = round(value, 12)
    return int(value) if value == int(value) else value


def write(path, value):
    path.write_text(json.dumps(value, separators=(",", ":")) + "\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source = json.loads(pathlib.Path(sys.argv[1]).read_text())
    out = pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for record in source["cases"]:
        case = Case(source, record)
        name = record["name"].replace("/", ".").replace("+", "_")
        write(out / (name + ".request.json"), case.request())
        write(out / (name + ".peer.json"), rounded(case.answer()))


if __name__ == "__main__":
    main()
