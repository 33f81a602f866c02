"""carom.pooltool against pooltool itself; skipped where that is not installed (../README.md).

CAROM_POOLTOOL_SHOTS=500 plays so many random shots in place of 24.
"""
import inspect
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy as np
import pytest

pt = pytest.importorskip("pooltool")

from pooltool.events import EventType  # noqa: E402
from pooltool.physics.resolve import ball_ball, ball_cushion  # noqa: E402
from pooltool.physics.resolve.ball_ball.friction import AverageBallBallFriction  # noqa: E402

import pooltool_twins  # noqa: E402
from carom.pooltool import Refused, read, simulate, simulate_many  # noqa: E402

SHOTS = pathlib.Path(__file__).parents[3] / "tests/data/peer_shots"
GAP_M = 1e-6  # pooltool leaves it between the bodies of an impact.
ROUNDING = 1e-9
IMPACTS = (EventType.BALL_BALL, EventType.BALL_LINEAR_CUSHION, EventType.BALL_CIRCULAR_CUSHION)


def engine_of(balls="frictional_inelastic", cushion="stronge_compliant"):
    engine = pt.physics.PhysicsEngine()
    engine.resolver.ball_ball = ball_ball.ball_ball_models[balls]()
    engine.resolver.ball_linear_cushion = ball_cushion.ball_lcushion_models[cushion]()
    engine.resolver.ball_circular_cushion = ball_cushion.ball_ccushion_models[cushion]()
    return engine


def nine_ball():
    table = pt.Table.default()
    system = pt.System(cue=pt.Cue.default(), table=table,
                       balls=pt.get_rack(pt.GameType.NINEBALL, table))
    system.strike(V0=8.0, phi=pt.aim.at_ball(system, "1", cut=3.0))
    return system


def cut(azimuth_deg=95.0, speed=1.5, side=0.0, height=0.1, xy=(0.4953, 1.4)):
    balls = [pt.Ball.create("cue", xy=(0.4953, 0.9906)), pt.Ball.create("1", xy=xy)]
    return pt.System(cue=pt.Cue(V0=speed, phi=azimuth_deg, a=side, b=height),
                     table=pt.Table.default(), balls=balls)


@pytest.fixture(scope="module")
def broken():
    return simulate(nine_ball(), continuous=True, dt=0.02)


def test_signature_is_pooltools():
    ours, theirs = inspect.signature(simulate), inspect.signature(pt.simulate)
    assert list(ours.parameters) == list(theirs.parameters)
    for name, parameter in theirs.parameters.items():
        assert ours.parameters[name] == parameter
    assert ours.return_annotation == theirs.return_annotation


def test_importing_carom_does_not_import_pooltool():
    program = "import carom, sys; sys.exit('pooltool' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_copy_and_in_place():
    system = pt.System.example()
    copy = simulate(system)
    assert copy.simulated and not system.simulated and copy is not system
    assert not system.table.pockets["lt"].contains
    assert simulate(system, inplace=True) is system
    assert system.t == copy.t and len(system.events) == len(copy.events)


def test_what_is_refused_is_left_as_it_was():
    system = cut()
    system.balls["1"].params = pt.BallParams(u_s=0.3)
    with pytest.raises(Refused):
        simulate(system, inplace=True)
    assert not system.simulated and system.balls["cue"].state == cut().balls["cue"].state


@pytest.mark.parametrize("ending", ["json", "msgpack"])
def test_saved_and_loaded(broken, ending, tmp_path):
    path = tmp_path / f"shot.{ending}"
    broken.save(path)
    assert pt.System.load(path) == broken


def test_every_ball_has_a_fresh_state_for_every_event(broken):
    assert broken.events[0].event_type == broken.events[-1].event_type == EventType.NONE
    assert len({id(state) for ball in broken.balls.values() for state in ball.history}) == (
        len(broken.balls) * len(broken.events))
    for ball in broken.balls.values():
        assert [state.t for state in ball.history] == [event.time for event in broken.events]
        assert ball.state is ball.history[-1]


def test_pooltools_own_motion_between_carom_s_events(broken):
    """continuize() plays on from the agents' final states by pooltool's laws: Carom's samples."""
    theirs = pt.continuize(broken, dt=0.02)
    for name, ball in broken.balls.items():
        assert len(ball.history_cts) == len(theirs.balls[name].history_cts)
        events = [event.time for event in broken.events]
        for ours, other in zip(ball.history_cts, theirs.balls[name].history_cts):
            if min(abs(ours.t - time) for time in events) < ROUNDING:
                continue  # On the edge of an event.
            np.testing.assert_allclose(ours.rvw, other.rvw, atol=1e-7)  # w is v/R: 1e-9 / 0.03 m.
            assert ours.s == other.s


def test_history_between_events_is_pooltools_motion(broken):
    for e, event in enumerate(broken.events[1:-1], start=1):
        for ball in broken.balls.values():
            if ball.id in event.ids:
                continue
            before, now = ball.history[e - 1], ball.history[e]
            p = ball.params
            rvw, s = pt.physics.evolve.evolve_ball_motion(
                state=before.s, rvw=before.rvw.copy(), R=p.R, m=p.m, u_s=p.u_s, u_sp=p.u_sp,
                u_r=p.u_r, g=p.g, t=now.t - before.t)
            np.testing.assert_allclose(now.rvw, rvw, atol=1e-7)


def test_break_ends_in_the_kinds_of_states_of_pooltool(broken):
    theirs = pt.simulate(nine_ball())
    assert {ball.state.s for ball in broken.balls.values()} <= {0, 4}
    assert {ball.state.s for ball in theirs.balls.values()} <= {0, 4}
    assert {str(e.event_type) for e in theirs.events[:4]} == {
        str(e.event_type) for e in broken.events[:4]}
    down = {name for name, ball in broken.balls.items() if ball.state.s == 4}
    assert down == set().union(*(p.contains for p in broken.table.pockets.values()))


def test_pocketing():
    played, theirs = simulate(pt.System.example()), pt.simulate(pt.System.example())
    for name, pocket in theirs.table.pockets.items():
        assert played.table.pockets[name].contains == pocket.contains
    for name, ball in theirs.balls.items():
        np.testing.assert_array_equal(played.balls[name].state.rvw, ball.state.rvw)
    told = [e for e in played.events if e.event_type == EventType.BALL_POCKET]
    assert [e.ids for e in told] == [e.ids for e in theirs.events
                                     if e.event_type == EventType.BALL_POCKET]
    pocket = told[0].agents[1]
    assert told[0].ids[0] not in pocket.initial.contains and told[0].ids[0] in pocket.final.contains
    played.strike(V0=0.0)
    again = simulate(played)  # Balls in pockets stay there.
    assert all(again.balls[n].state.s == 4 for n in again.balls) and len(again.events) == 2


def test_ends_where_pooltool_ends():
    for options in ({"t_final": 0.4}, {"max_events": 3}):
        ours, theirs = simulate(cut(), **options), pt.simulate(cut(), **options)
        assert [e.ids for e in ours.events] == [e.ids for e in theirs.events]
        assert ours.t == pytest.approx(theirs.t, abs=1e-5)
        assert [ball.state.s for ball in ours.balls.values()] == [
            ball.state.s for ball in theirs.balls.values()]


def _params(**values):
    return lambda system, engine: setattr(system.balls["1"], "params", pt.BallParams(**values))


def _stick(name):
    return lambda system, engine: setattr(engine.resolver.stick_ball, name, 0.5)


def _state(**values):
    def change(system, engine):
        for name, value in values.items():
            setattr(system.balls["1"].state, name, value)
    return change


def _jaws(system, engine):
    engine.resolver.ball_circular_cushion = ball_cushion.ball_ccushion_models["han_2005"]()


def _derived(system, engine):
    class Own(ball_ball.ball_ball_models["frictionless_elastic"]):
        pass
    engine.resolver.ball_ball = Own()


@pytest.mark.parametrize("change, field", [
    *((_params(**{name: 0.3}), f"balls['1'].params.{name}")
      for name in ("u_s", "u_r", "u_sp_proportionality", "u_b", "e_b", "e_c", "f_c", "g")),
    (_stick("english_throttle"), "engine.resolver.stick_ball.english_throttle"),
    (_stick("squirt_throttle"), "engine.resolver.stick_ball.squirt_throttle"),
    (_jaws, "engine.resolver.ball_circular_cushion"),
    (_derived, "engine.resolver.ball_ball"),
    (_state(rvw=np.array([[0.5, 1.4, 0.1], [0, 0, 0], [0, 0, 0]])), "balls['1'].state.rvw"),
    (_state(rvw=np.array([[0.5, 1.4, 0.028575], [1.0, 0, 0], [0, 0, 0]])), "balls['1'].state.s"),
    (_state(s=7), "balls['1'].state.s"),
    (lambda system, engine: system.strike(theta=90.0), "cue.theta"),
    (lambda system, engine: system.strike(V0=51.0), "cue.V0"),
    (lambda system, engine: system.strike(a=0.9, b=0.9), "cue.a, cue.b"),
])
def test_refused_by_name(change, field):
    system, engine = cut(), engine_of()
    change(system, engine)
    with pytest.raises(Refused) as refused:
        simulate(system, engine)
    assert refused.value.field == field and str(refused.value).startswith(field)


def test_include_is_refused():
    with pytest.raises(Refused, match="^include"):
        simulate(cut(), include={EventType.BALL_BALL})


def _compare_to_first_impact(system, engine):
    """The same to rounding up to the first impact; behind it by what pooltool's gap explains.

    As tests/twins/doubt.h derives: with the closing speed u and its normal part v_n the twins meet
    tau = GAP_M / v_n apart, the normal turns by u tau / D, and the cloth works for tau longer.
    """
    ours, theirs = simulate(system, engine), pt.simulate(system, engine)
    for mine, other in zip(ours.events, theirs.events):
        assert mine.event_type == other.event_type and mine.ids == other.ids
        if mine.event_type in IMPACTS:
            break
        assert mine.time == pytest.approx(other.time, abs=ROUNDING)
    else:
        return False
    assert mine.time == pytest.approx(other.time, abs=ROUNDING)
    bodies = [a for a in other.agents if a.agent_type == "ball"]
    states = [a.initial.state.rvw for a in bodies]
    closing = states[0][1] - (states[1][1] if len(bodies) == 2 else 0.0)
    R, p = bodies[0].initial.params.R, bodies[0].initial.params
    if len(bodies) == 2:
        normal, centres = states[1][0] - states[0][0], 2 * R
    elif other.event_type == EventType.BALL_CIRCULAR_CUSHION:
        cushion = other.agents[1].initial
        normal, centres = states[0][0] - cushion.center, R + cushion.radius
        normal[2] = 0.0
    else:
        normal, centres = other.agents[1].initial.normal, math.inf
    u = np.linalg.norm(closing)
    tau = GAP_M / abs(closing @ normal) * np.linalg.norm(normal)
    worst = ROUNDING + 2 * tau * (u**2 / centres + 2.5 * p.g * (p.u_s + p.u_sp / R))
    for mine_agent, other_agent in zip(mine.agents, other.agents):
        if other_agent.agent_type != "ball":
            continue
        a, b = mine_agent.final.state.rvw, other_agent.final.state.rvw
        assert np.abs(a[1] - b[1]).max() < worst
        assert R * np.abs(a[2] - b[2]).max() < worst
        assert np.abs(a[0] - b[0]).max() < ROUNDING + 2 * GAP_M + 2 * tau * u
    return True


@pytest.mark.parametrize("balls", ["frictional_inelastic", "frictionless_elastic"])
@pytest.mark.parametrize("speed, height, side", [(1.5, 0.1, 0.3), (3.0, -0.3, -0.2)])
def test_ball_ball_models(balls, speed, height, side):
    assert _compare_to_first_impact(cut(92.0, speed, side, height), engine_of(balls))


def test_average_friction_of_balls():
    engine = engine_of()
    engine.resolver.ball_ball.friction = AverageBallBallFriction()
    assert _compare_to_first_impact(cut(92.0), engine)


@pytest.mark.parametrize("restitution", [False, True])
def test_unrealistic_cushions(restitution):
    engine = engine_of(cushion="unrealistic")
    engine.resolver.ball_linear_cushion.restitution = restitution
    engine.resolver.ball_circular_cushion.restitution = restitution
    assert _compare_to_first_impact(cut(30.0), engine)


@pytest.mark.parametrize("cushion", ["han_2005", "stronge_compliant",
                                     "impulse_frictional_inelastic"])
@pytest.mark.parametrize("azimuth", [10.0, 60.0, 170.0, 260.0])
def test_cushion_models(cushion, azimuth):
    assert _compare_to_first_impact(cut(azimuth, 2.0, 0.2, 0.1), engine_of(cushion=cushion))


def _alike(system, engine):
    """Whether a whole shot is the same, event by event, within what pooltool's gap explains. Any other end is
    explained where that is as large as it may get (tests/twins/doubt.h), for chaos has begun, and where a
    ball grazes a pocket."""
    ours, theirs = simulate(system, engine), pt.simulate(system, engine)
    mine = list(ours.events[1:-1])
    doubts = pooltool_twins.Doubts(next(iter(system.balls.values())).params)
    for peer in pooltool_twins.peer_events(theirs):
        twin = next((e for e in mine if e.event_type == peer.event_type and e.ids == peer.ids), None)
        if twin is None or not abs(twin.time - peer.time) < doubts.time(peer):
            assert doubts.time(peer) >= pooltool_twins.MOST_S or any(map(doubts.grazes, (peer, *mine[:1]))), peer
            return False
        mine.remove(twin)
        doubts.add(peer)
    assert not mine
    for name, ball in theirs.balls.items():
        assert ours.balls[name].state.s == ball.state.s
        apart = np.abs(ours.balls[name].state.rvw[0] - ball.state.rvw[0]).max()
        if not apart < doubts.position(name, theirs.t):
            assert doubts.position(name, theirs.t) > pooltool_twins.MOST_M
            return False
    return True


def test_random_shots():
    draws, met, alike = np.random.default_rng(5), 0, 0
    count = int(os.environ.get("CAROM_POOLTOOL_SHOTS", "24"))
    for _ in range(count):
        system = cut(draws.uniform(0, 360), draws.uniform(0.5, 4.0), draws.uniform(-0.3, 0.3),
                     draws.uniform(-0.3, 0.3), draws.uniform((0.1, 1.1), (0.9, 1.8)))
        met += _compare_to_first_impact(system, engine_of())
        alike += _alike(system, engine_of())
    print(f"{alike} of {count} whole shots alike")
    assert met > 10 and alike > 0.8 * count


def test_many_are_each_alone():
    systems = [cut(azimuth) for azimuth in np.linspace(85.0, 95.0, 20)] + [nine_ball()]
    for many, system in zip(simulate_many(systems), systems):
        alone = simulate(system)
        assert many.t == alone.t and len(many.events) == len(alone.events)
        for name, ball in alone.balls.items():
            np.testing.assert_array_equal(many.balls[name].state.rvw, ball.state.rvw)


@pytest.mark.skipif(not SHOTS.exists(), reason="needs the checkout")
def test_request_is_that_of_the_twins():
    """Table and settings are mapped as in tests/twins/make_peer_requests.py."""
    request = json.loads((SHOTS / "break.eight_ball_seed1.request.json").read_text())
    assert request["tables"][0]["geometry"]["name"] == "seven_foot_showood"
    ours = read(cut(), pt.physics.PhysicsEngine())
    _assert_close(ours.table["geometry"], {k: v for k, v in request["tables"][0]["geometry"].items()
                                           if k != "name"})
    settings = {k: v for k, v in request["settings"][0].items() if k != "limits"}
    settings["cue"] = ours.settings["cue"]  # Its end mass is rounded in the file.
    settings["cloth"] = ours.settings["cloth"]  # Likewise 4/9 R.
    _assert_close(ours.settings, settings)


def _assert_close(ours, theirs):
    if isinstance(theirs, dict):
        assert set(ours) == set(theirs)
        for key in theirs:
            _assert_close(ours[key], theirs[key])
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs)
        for a, b in zip(ours, theirs):
            _assert_close(a, b)
    elif isinstance(theirs, str):
        assert ours == theirs
    else:
        assert ours == pytest.approx(theirs, abs=1e-12)


def test_command_plays_a_saved_system(tmp_path):
    shot, out = tmp_path / "shot.json", tmp_path / "played.json"
    pt.System.example().save(shot)
    done = subprocess.run([sys.executable, "-m", "carom.pooltool", str(shot), f"--out={out}"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert pt.System.load(out).t == simulate(pt.System.example()).t
    assert "1 pocketed" in done.stdout


def _whole_shots():
    paths = sorted(SHOTS.glob("*.request.json"))
    return [path for path in paths if "mathavan" not in path.read_text().lower()]


@pytest.mark.skipif(not SHOTS.exists(), reason="needs the checkout")
def test_whole_shots_are_all_there():
    assert len(_whole_shots()) == 50


@pytest.mark.parametrize("path", _whole_shots(), ids=lambda path: path.name[:-len(".request.json")])
def test_whole_shots(path):
    """Event by event to the end, within what pooltool's gap explains (tests/twins/doubt.h)."""
    system, engine, limit = pooltool_twins.system_of(path)
    ours, theirs = simulate(system, engine), pt.simulate(system, engine)
    mine, peers = list(ours.events[1:-1]), pooltool_twins.peer_events(theirs)
    complete = limit > len(peers)
    doubts = pooltool_twins.Doubts(next(iter(system.balls.values())).params)
    if complete:
        assert len(mine) == len(peers)
    for peer in peers[:limit]:
        twin = next(e for e in mine if e.event_type == peer.event_type and e.ids == peer.ids)
        mine.remove(twin)
        assert abs(twin.time - peer.time) < doubts.time(peer), peer
        doubts.add(peer)
    if complete:
        for name, ball in theirs.balls.items():
            assert ours.balls[name].state.s == ball.state.s
            apart = np.abs(ours.balls[name].state.rvw[0] - ball.state.rvw[0]).max()
            assert apart < doubts.position(name, theirs.t)


def test_the_readme(monkeypatch):
    readme = (pathlib.Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    block = re.search(r"```python\n(import pooltool.*?)```", readme, re.S)[1]
    shown = []
    monkeypatch.setattr(pt, "show", shown.append)  # The window.
    exec(block, {})  # pylint: disable=exec-used
    (system,) = shown
    assert system.continuized and len(system.events) > 5


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="no display without xvfb-run")
def test_pooltools_own_renderer_shows_the_shot():
    """The object ball rolls away from the camera, into the far corner."""
    script = pathlib.Path(__file__).with_name("pooltool_frames.py")
    told = subprocess.run(["xvfb-run", "-a", sys.executable, script], capture_output=True, text=True,
                          check=True, timeout=600).stdout
    frames = np.array([line.split()[1:] for line in told.splitlines() if line.startswith("frame")], float)
    assert len(frames) >= 3 and (frames[:, 2] > 100).all()  # Pixels of the ball.
    assert (np.diff(frames[:, 0]) > 20).all() and (np.diff(frames[:, 1]) < -20).all()
