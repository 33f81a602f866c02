"""What Carom says where others measured: one function for each kind of measurement.

Each function takes a Stage, the conditions of a series as arrays by name, and settings of the wire, and
returns one number for each row. Balls start where the measurement begins, so that nothing but the law in
question acts; angles are in degrees, as they were measured.
"""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np

import carom

POOL = {"mass_kg": 0.170097, "radius_m": 0.028575}  # The ball set "pool" of the catalogue.
POOL_NOSE_M = 0.0363  # 63.5 % of a diameter, as the catalogue's tables by WPA.
NEAR_M = 1e-6  # From the surface that a ball is about to touch.
FAR_M = 50.0
MOMENT_S = 1e-3
INCH_M = 0.0254

Settings = dict[str, Any]
Rows = dict[str, np.ndarray]


class Stage:
    """Plays balls that move already, on a slate with or without noses."""

    def __init__(self, simulator: carom.Simulator):
        self.simulator = simulator

    def play(self, layouts: Sequence[list[dict]], settings: Settings, noses: Sequence[dict] = (),
             strike: dict[str, np.ndarray] | None = None, **asked: Any) -> carom.Result:
        game = carom.Game({"tables": [{"geometry": {"noses": list(noses)}}], "settings": [settings],
                           "layouts": [{"balls": {"balls": balls}} for balls in layouts]})
        shots = carom.strikes(len(layouts), layout=np.arange(len(layouts)), **(strike or {}))
        result = self.simulator.run(game, shots, **asked)
        result.raise_if_failed()
        return result


def ball_of(rows: Rows) -> dict[str, float]:
    """The body of a series: a pool ball where it names none."""
    return {name: float(rows[name][0]) if name in rows else usual for name, usual in POOL.items()}


def place(body: dict[str, float], position: Sequence[float], velocity: Sequence[float] = (0.0, 0.0, 0.0),
          spin: Sequence[float] = (0.0, 0.0, 0.0)) -> dict:
    xyz = [dict(zip("xyz", map(float, values))) for values in (position, velocity, spin)]
    return {"ball": body,
            "state": dict(zip(("position_m", "velocity_m_s", "angular_velocity_rad_s"), xyz))}


def rolling(velocity: np.ndarray, radius_m: float) -> np.ndarray:
    return np.array([-velocity[1], velocity[0], 0.0]) / radius_m


# --- cloth ---------------------------------------------------------------------------------------------

def deceleration(stage: Stage, layouts: list[list[dict]], settings: Settings, quantity: str) -> np.ndarray:
    """Of ball 0 in its first moment."""
    samples = stage.play(layouts, {**settings, "limits": {"max_time_s": 2 * MOMENT_S}},
                         samples={"times_s": [0.0, MOMENT_S], "quantities": [quantity]}).samples
    amounts = np.linalg.norm(samples.quantities[quantity][:, 0], axis=1).reshape(-1, 2)
    return (amounts[:, 0] - amounts[:, 1]) / MOMENT_S


def rolling_deceleration(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    body = ball_of(rows)
    layouts = [[place(body, (0, 0, body["radius_m"]), v, rolling(v, body["radius_m"]))]
               for v in along_x(rows["speed_m_s"])]
    return deceleration(stage, layouts, settings, "velocity")


def sliding_deceleration(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    body = ball_of(rows)
    layouts = [[place(body, (0, 0, body["radius_m"]), v)] for v in along_x(rows["speed_m_s"])]
    return deceleration(stage, layouts, settings, "velocity")


def spin_deceleration(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    body = ball_of(rows)
    layouts = [[place(body, (0, 0, body["radius_m"]), spin=(0, 0, spin))] for spin in rows["spin_rad_s"]]
    return deceleration(stage, layouts, settings, "angular_velocity")


def slate_restitution(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    body = ball_of(rows)
    layouts = [[place(body, (0, 0, body["radius_m"] + NEAR_M), (0, 0, -v))] for v in rows["speed_m_s"]]
    before, after = first_states(stage, layouts, {**settings, "flight": "FLIGHT_ON"},
                                 carom.EventKind.BALL_SLATE)
    return -after[:, 0, 1, 2] / before[:, 0, 1, 2]


def along_x(speeds: np.ndarray) -> np.ndarray:
    return np.stack([speeds, 0 * speeds, 0 * speeds], axis=1)


def first_states(stage: Stage, layouts: list[list[dict]], settings: Settings, kind: carom.EventKind,
                 **played: Any) -> tuple[np.ndarray, np.ndarray]:
    """Just before and after the first event of a kind in each shot: (n, 2, 3, 3), bodies x (position,
    velocity, angular velocity)."""
    events = stage.play(layouts, settings, event_states=True, **played).events
    rows = []
    for shot in range(len(layouts)):
        of_shot = np.arange(events.offsets[shot], events.offsets[shot + 1])
        rows.append(of_shot[events.kinds[of_shot] == kind][0])
    return events.before[rows], events.after[rows]


# --- two balls -----------------------------------------------------------------------------------------

def cut(body: dict[str, float], angle_rad: float, speed_m_s: float, rolls: bool, gap_m: float = NEAR_M
        ) -> list[dict]:
    """A ball on its way along x, the gap before it touches another one at this angle of cut."""
    radius = body["radius_m"]
    velocity = np.array([speed_m_s, 0.0, 0.0])
    line = 2 * radius * np.array([np.cos(angle_rad), np.sin(angle_rad), 0.0])
    # So far along x that the surfaces are the gap apart.
    back = np.sqrt((2 * radius + gap_m)**2 - line[1]**2) - line[0]
    return [place(body, (-back, 0, radius), velocity, rolling(velocity, radius) if rolls else (0, 0, 0)),
            place(body, line + [0, 0, radius])]


def ball_restitution(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    body = ball_of(rows)
    layouts = [cut(body, 0.0, v, rolls=False) for v in rows["speed_m_s"]]
    before, after = first_states(stage, layouts, settings, carom.EventKind.BALL_BALL)
    return (after[:, 1, 1, 0] - after[:, 0, 1, 0]) / (before[:, 0, 1, 0] - before[:, 1, 1, 0])


def ball_friction(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    """Tangential over normal impulse of thin cuts, whose slip does not end during the impact."""
    thin = {**rows, "cut_deg": np.full(len(rows["slip_m_s"]), 70.0),
            "speed_m_s": rows["slip_m_s"] / np.sin(np.radians(70.0))}
    return np.tan(np.radians(throw(stage, thin, settings)))


def throw(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    """Of the object ball from the line of centres, towards the way of the cue ball; stun shots."""
    body, cuts = ball_of(rows), np.radians(rows["cut_deg"])
    gaps = rows.get("gap_m", np.full(len(cuts), NEAR_M))
    layouts = [cut(body, angle, v, rolls=False, gap_m=gap)
               for angle, v, gap in zip(cuts, rows["speed_m_s"], gaps)]
    _, after = first_states(stage, layouts, settings, carom.EventKind.BALL_BALL)
    line = after[:, 1, 0] - after[:, 0, 0]
    velocity = after[:, 1, 1]
    return np.degrees(np.arctan2(line[:, 1], line[:, 0]) - np.arctan2(velocity[:, 1], velocity[:, 0]))


def after_slip(stage: Stage, rows: Rows, settings: Settings, balls: np.ndarray) -> np.ndarray:
    """The velocity with which a ball begins to roll after a rolling ball 0 has cut ball 1, (n, 3)."""
    body = ball_of(rows)
    layouts = [cut(body, np.radians(angle), v, rolls=True)
               for angle, v in zip(rows["cut_deg"], rows["speed_m_s"])]
    events = stage.play(layouts, settings, event_states=True).events
    found = []
    for shot, ball in enumerate(balls):
        mine = events.of(shot)
        begins = (mine.kinds == carom.EventKind.SLIDING_TO_ROLLING) & (mine.balls == ball)
        found.append(mine.after[begins][0, 0, 1])
    return np.array(found)


def speed_after_slip(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    return np.linalg.norm(after_slip(stage, rows, settings, rows["ball"]), axis=1)


def deflection(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    """Of a rolling cue ball by a collision, from its old way to the one on which it rolls again."""
    velocity = after_slip(stage, rows, settings, np.zeros(len(rows["cut_deg"])))
    return np.degrees(np.abs(np.arctan2(velocity[:, 1], velocity[:, 0])))


def contact_time(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    """Of the compliant engine, us: the other one has impulses, which take no time."""
    body = ball_of(rows)
    layouts = [cut(body, 0.0, v, rolls=False) for v in rows["speed_m_s"]]
    contacts = stage.play(layouts, {"engine": "ENGINE_COMPLIANT", "limits": {"max_time_s": 0.01}},
                          contacts=True).contacts
    times = []
    for first, end in zip(contacts.offsets[:-1], contacts.offsets[1:]):
        of_balls = first + np.flatnonzero(contacts.kinds[first:end] == carom.EventKind.BALL_BALL)
        times.append(contacts.ends[of_balls[0]] - contacts.begins[of_balls[0]])
    return 1e6 * np.array(times)


# --- cushions ------------------------------------------------------------------------------------------

def nose(y_m: float, height_m: float) -> dict:
    return {"start": {"x_m": -FAR_M, "y_m": y_m}, "end": {"x_m": FAR_M, "y_m": y_m}, "height_m": height_m}


def nose_height(rows: Rows) -> float:
    return float(rows["nose_m"][0]) if "nose_m" in rows else POOL_NOSE_M


def reach(body: dict[str, float], height_m: float) -> float:
    """From a nose to the centre of a ball that touches it, along the cloth."""
    return float(np.sqrt(body["radius_m"]**2 - (height_m - body["radius_m"])**2))


def at_nose(stage: Stage, rows: Rows, settings: Settings, angle_rad: np.ndarray, rolls: bool,
            spin_rad_s: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Velocities of a ball just before and after it meets a cushion along x, at an angle from the
    cushion's normal, (n, 3)."""
    body, height = ball_of(rows), nose_height(rows)
    layouts = []
    for v, angle in zip(rows["speed_m_s"], angle_rad):
        velocity = v * np.array([np.sin(angle), np.cos(angle), 0.0])
        spin = rolling(velocity, body["radius_m"]) if rolls else np.array([0.0, 0.0, spin_rad_s])
        layouts.append([place(body, (0, -reach(body, height) - NEAR_M, body["radius_m"]), velocity, spin)])
    before, after = first_states(stage, layouts, settings, carom.EventKind.BALL_CUSHION,
                                 noses=[nose(0.0, height)])
    return before[:, 0, 1], after[:, 0, 1]


def rebound(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    """Speed of a ball that rolled straight into a cushion, just after it."""
    _, after = at_nose(stage, rows, settings, 0 * rows["speed_m_s"], rolls=True)
    return -after[:, 1]


def cushion_restitution(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    """Along the line from the nose to the centre, as the laws of cushions have it. Stun, and with flight,
    since the velocity after the impact has a part upwards."""
    body, height = ball_of(rows), nose_height(rows)
    line = np.array([0.0, -reach(body, height), body["radius_m"] - height])
    before, after = at_nose(stage, rows, {**settings, "flight": "FLIGHT_ON"}, 0 * rows["speed_m_s"],
                            rolls=False)
    return -(after @ line) / (before @ line)


def cushion_friction(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    """Tangential over normal impulse of a ball with so much side that it slips throughout."""
    body, height = ball_of(rows), nose_height(rows)
    line = np.array([0.0, -reach(body, height), body["radius_m"] - height]) / body["radius_m"]
    before, after = at_nose(stage, rows, {**settings, "flight": "FLIGHT_ON"},
                            np.radians(rows["angle_deg"]), rolls=False, spin_rad_s=500.0)
    normal = (after - before) @ line
    return np.linalg.norm(after - before - normal[:, None] * line, axis=1) / normal


def bank(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    """Where a rolling ball from a corner comes back to its rail, in diamonds (a fourth of the width): at
    2 m/s, aimed along the line from the corner of the noses through a point of the nose across. NaN where
    it does not come back."""
    body, height, width = ball_of(rows), nose_height(rows), float(rows["width_m"][0])
    layouts = []
    for aim in rows["aim_diamonds"]:
        way = np.array([aim * width / 4, width, 0.0])
        start = way * (reach(body, height) + NEAR_M) / width + [0, 0, body["radius_m"]]
        velocity = 2.0 * way / np.linalg.norm(way)
        layouts.append([place(body, start, velocity, rolling(velocity, body["radius_m"]))])
    events = stage.play(layouts, settings, noses=[nose(0.0, height), nose(width, height)],
                        event_states=True).events
    back = []
    for shot in range(len(layouts)):
        mine = events.of(shot)
        at_rail = (mine.kinds == carom.EventKind.BALL_CUSHION) & (mine.others == 0)
        back.append(mine.before[at_rail][0, 0, 0, 0] if at_rail.any() else np.nan)
    return np.array(back) / (width / 4)


# --- cue -----------------------------------------------------------------------------------------------

def squirt(stage: Stage, rows: Rows, settings: Settings) -> np.ndarray:
    body = ball_of(rows)
    layouts = [[place(body, (0, 0, body["radius_m"]))] for _ in rows["offset_in"]]
    strike = {"speed": 2.0, "side": rows["offset_in"] * INCH_M / body["radius_m"]}
    _, after = first_states(stage, layouts, settings, carom.EventKind.CUE_STRIKE, strike=strike)
    return np.degrees(np.abs(np.arctan2(after[:, 0, 1, 1], after[:, 0, 1, 0])))


PLAYS: dict[str, Callable[[Stage, Rows, Settings], np.ndarray]] = {
    play.__name__: play for play in (
        rolling_deceleration, sliding_deceleration, spin_deceleration, slate_restitution, ball_restitution,
        ball_friction, throw, speed_after_slip, deflection, contact_time, rebound, cushion_restitution,
        cushion_friction, bank, squirt)}
