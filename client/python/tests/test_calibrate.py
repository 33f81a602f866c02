"""A table's numbers from tracks, of twins: tracks that the engine itself has made."""
import json
import os
from itertools import filterfalse
from types import SimpleNamespace

import checks
import numpy as np
import pytest

import carom
from carom.calibrate import __main__ as command_line
from carom.calibrate import calibration, tracks, twin, world
from carom.calibrate.fit import (Joint, Stage, dispersion_of, fit_strikes, fit_world, scatter_of,
                                 sharpness_of, strike_prior)
from carom.calibrate.model import ELEVATION, PLACES, SIDE, SPEED, Model, Use, motion_of
from carom.calibrate.starts import better_strikes, first_strikes

# Not the defaults, which the fits start from.
TRUTH = {"cushion_restitution": 0.88, "cushion_friction": 0.16, "rolling_friction": 0.006}


@pytest.fixture(scope="module")
def six():
    """Six shots on a table of TRUTH."""
    return twin.made_up(6, TRUTH, seed=2)


def test_motion_is_that_of_the_samples(simulator):
    game = carom.Game("carom_10ft", balls=[(-1.0, -0.2), (0.3, 0.1), (0.9, -0.3)])
    draw = np.random.default_rng(1)
    shots = carom.strikes(speed=draw.uniform(1, 5, 200), azimuth=draw.uniform(0, 6.28, 200),
                          side=draw.uniform(-0.4, 0.4, 200), height=draw.uniform(-0.4, 0.4, 200))
    result = simulator.run(game, shots, event_states=True, samples=0.1)
    motion = motion_of(result, np.broadcast_to(game.positions[:, :2], (200, 3, 2)))
    shot = np.repeat(np.arange(200), np.diff(result.samples.offsets))
    for ball in range(3):
        balls, times = np.full(len(shot), ball), result.samples.times
        place, speed = result.samples.position[:, ball, :2], result.samples.velocity[:, ball, :2]
        # Both evaluate a quadratic of some metres in double precision.
        assert np.abs(motion.at(shot, balls, times) - place).max() < 1e-13
        assert np.abs(motion.velocities(shot, balls, times) - speed).max() < 1e-11
    cushions = motion.cushions(np.arange(200), np.zeros(200, int), np.full(200, 600.0))
    events = result.events
    mine = (events.kinds == carom.EventKind.BALL_CUSHION) & (events.balls == 0)
    assert cushions.tolist() == np.add.reduceat(mine.astype(int), events.offsets[:-1]).tolist()


@pytest.fixture
def seen(simulator, six):
    """The model of the six shots, their strikes and numbers, and their points of the first 0.6 s."""
    of = world.World(simulator, "carom_10ft", None, world.unknown_of(list(TRUTH), "han2005"),
                     "han2005", 3)
    model = Model(simulator, of, six)
    use = Use.of(model.valid & (model.times < 0.6), np.full(model.times.shape, 1e6))
    return model, twin.strikes_of(6, 2, of), np.array(list(TRUTH.values())), use


def moved_by(model, strike, guess, step):
    """Strikes and numbers with a step (columns,) of all of them."""
    return strike + step[:model.size], guess + step[model.size:]


def test_gradients_are_those_of_wide_differences(seen):
    model, strike, guess, use = seen
    which, bound = np.arange(6), 4.0
    # Deviations of 1 mm, and 2 mm off: near the loss' bend.
    model.places = model.places + np.random.default_rng(5).normal(0.0, 0.002, model.places.shape)
    cost, gradients, _ = model.normal_equations(strike, which, guess, use, bound, True)
    assert np.abs(cost / model.costs(strike, which, guess, use, bound) - 1).max() < 1e-12
    for column in range(gradients.shape[1]):
        step = np.zeros(gradients.shape[1])
        step[column] = 1e-5
        ends = [model.costs(moved[0], which, moved[1], use, bound) for moved in (
            moved_by(model, strike, guess, step), moved_by(model, strike, guess, -step))]
        wide = -(ends[0] - ends[1]) / 4e-5  # Of half of the cost, downwards.
        assert np.abs(gradients[:, column] - wide).max() < 0.01 * (1 + np.abs(wide).max()), column


def test_curvatures_are_those_of_costs_about_a_perfect_fit(seen):
    model, strike, guess, use = seen
    which = np.arange(6)
    model.places[use.owner, use.rows] = model.see(strike, which, guess, use)
    cost, gradients, curvatures = model.normal_equations(strike, which, guess, use, 1e9, True)
    assert (cost == 0).all() and (gradients == 0).all()
    draw = np.random.default_rng(6)
    for _ in range(5):
        step = draw.normal(0.0, 1e-6, curvatures.shape[-1])
        moved = moved_by(model, strike, guess, step)
        expected = np.einsum("i,nij,j->n", step, curvatures, step)
        assert np.abs(model.costs(moved[0], which, moved[1], use, 1e9) / expected - 1).max() < 0.01


def test_scatter_is_that_of_each_depth(simulator, six):
    of = world.World(simulator, "carom_10ft", None, world.unknown_of(list(TRUTH), "han2005"),
                     "han2005", 3)
    model = Model(simulator, of, six)
    asked = twin.strikes_of(6, 2, of), np.arange(6), np.array(list(TRUTH.values()))
    scatter = scatter_of(model, *asked, 3, 1e-5)
    assert (np.abs(scatter / 0.00035 - 1) < 0.2).all()
    model.places[model.depths(*asked) >= 2] += 0.005
    moved = scatter_of(model, *asked, 3, 1e-5)
    assert (moved[:2] == scatter[:2]).all() and (moved[2:] > 0.005).all()


def test_an_impact_before_the_struck_ball_was_seen_to_move_is_found(simulator):
    """Thin hits of a ball that nearly touches: the first points lie behind the impact, and what they
    lead back to passes by."""
    of = world.World(simulator, "carom_10ft", None, [], "han2005", 2)
    times = np.repeat(np.arange(0.0, 1.5, 0.02), 2)
    cut = np.array([0.75, 0.9, 0.96])  # Of the sum of radii, by which the balls' centres pass.
    strike = np.zeros((3, PLACES + 4))
    strike[:, SPEED], strike[:, PLACES:PLACES + 2] = 2.0, (-0.3, 0.1)
    strike[:, PLACES + 2] = -0.3 + 2 * 0.03075 + 0.015
    strike[:, PLACES + 3] = 0.1 + 2 * 0.03075 * cut
    blank = tracks.Tracks([tracks.Track(i, times, np.tile([0, 1], 75),
                                        np.tile(one[PLACES:].reshape(2, 2), (75, 1)))
                           for i, one in enumerate(strike)])
    exact = twin.seen(Model(simulator, of, blank), strike, np.zeros(0), 0.00035, 1)
    found = carom.calibrate(exact, [], held_out=False, simulator=simulator)
    assert (found.distances < 0.002).all()


@pytest.fixture
def astray(seen):
    """Of the shots of `seen`: a stage, a prior, and the strikes and costs of two minima: the least, and
    one in which two of six shots have been struck with another side."""
    model, strike, guess, _ = seen
    stage = Stage(4, 0.00035)
    prior = strike_prior(model, first_strikes(model), 0.001, (0.05, 0.05))

    def fitted(start):
        return fit_strikes(model, start, np.arange(6), guess, stage, prior, 30)

    def of(other_side):
        least = fitted(strike)
        wrong = least[0].copy()
        wrong[[1, 4], SIDE] += other_side
        return stage, prior, least, fitted(wrong)
    return of


@pytest.mark.parametrize("other_side", [-0.4, 0.4])
def test_strikes_leave_minima_of_their_own(seen, astray, other_side):
    """Strikes with another side stay in a minimum that costs some ten times the least, and are found
    again from other starts."""
    model, _, guess, _ = seen
    which, first = np.arange(6), first_strikes(model)
    stage, prior, (_, least), (wrong, cost) = astray(other_side)
    assert (cost[[1, 4]] > 5 * least[[1, 4]]).all()
    found, gained = better_strikes(model, wrong, guess, stage, prior, first)
    _, again = fit_strikes(model, found, which, guess, stage, prior, 0)
    assert np.abs(again - least).max() < 0.05 * least.min()
    assert abs(gained / (cost - least).sum() - 1) < 0.2
    assert better_strikes(model, found, guess, stage, prior, first)[1] == 0.0


def test_a_world_with_strikes_astray_is_found(seen, astray):
    model, _, truth, _ = seen
    stage, prior, _, (wrong, _) = astray(0.4)
    joint = fit_world(model, wrong, truth * 1.01, stage, prior, 12)
    found, scatter = calibration.settled(model, joint, np.full(5, 0.00035), 0.00035, prior,
                                         first_strikes(model), lambda line: None)
    assert np.abs(found.guess / truth - 1).max() < 0.002
    assert np.abs(scatter / 0.00035 - 1).max() < 0.15
    assert found.cost < 0.5 * joint.cost


# A world of two numbers of which nothing is known.
NOTHING_KNOWN = SimpleNamespace(names=["x", "y"], start=np.zeros(2), width=np.full(2, 1e3),
                                low=np.full(2, -1e3), high=np.full(2, 1e3))


def located(points, bound):
    """The joint fit of a world whose two numbers are the place of all points (shots, points, 2)."""
    place = points.mean((0, 1))
    for _ in range(20):
        squares = ((points - place)**2).sum(2)
        weights = (1.0 + squares / bound**2)**-2
        place = (weights[..., None] * points).sum((0, 1)) / weights.sum()
    gradients = (weights[..., None] * (points - place)).sum(1)
    return Joint(place, np.zeros((len(points), 0)), 0.0, gradients,
                 weights.sum(1)[:, None, None] * np.eye(2), sharpness_of(squares, bound))


def test_intervals_are_as_wide_as_what_is_found_scatters(monkeypatch):
    """Where points scatter by one deviation and the loss is bounded by four, the curvature of Gauss
    and Newton is 1.21 times that of the loss, and intervals of it would be too narrow by that."""
    monkeypatch.setattr(calibration, "_DRAWS", 400)
    draw = np.random.default_rng(3)
    joints = [located(draw.normal(size=(80, 20, 2)), 4.0) for _ in range(200)]
    assert max(abs(joint.sharpness * 1.21 - 1) for joint in joints) < 0.04
    widths = np.ptp([list(calibration.intervals_of(NOTHING_KNOWN, joint, seed).values())
                     for seed, joint in enumerate(joints)], axis=2)
    scatter = np.std([joint.guess for joint in joints])  # Of 400 numbers: to 3.5 %.
    assert abs(widths.mean() / (2 * 1.645 * scatter) - 1) < 0.1


@pytest.mark.parametrize("together", [0.0, 0.5, 2.0])
def test_points_that_err_together_count_as_one(together):
    """Of 20 points of a shot, which share an error of so many deviations, the gradients scatter by
    1 + 20 together^2 times their curvature."""
    draw = np.random.default_rng(4)
    found = [dispersion_of(NOTHING_KNOWN, located(
        together * draw.normal(size=(80, 1, 2)) + draw.normal(size=(80, 20, 2)), 1e6))
        for _ in range(100)]
    expected = 1 + 20 * together**2
    assert min(found) >= 1.0  # It is 1 at least, so that of 1 are half of the draws, by 4 %.
    assert abs(np.mean(found) / expected - 1) < 0.06


def test_what_is_known_beforehand_weighs_as_much_as_points_err_together(seen):
    """With the dispersion of a prior at which it weighs as much as the tracks, the answer lies halfway
    between its mean and theirs."""
    model, strike, guess, _ = seen
    prior, stage = strike_prior(model, strike, 0.001, (0.05, 0.05)), Stage(1, 0.00035)
    alone = fit_world(model, strike, guess, stage, prior, 12)
    j = model.world.names.index("rolling_friction")
    away = 10 * np.linalg.inv(alone.sharpness * alone.curvatures.sum(0))[j, j]**0.5
    model.world.width[:] = 1e6
    model.world.width[j] = away
    model.world.start[j] = alone.guess[j] + away
    halfway = fit_world(model, strike, guess, stage, prior, 12, dispersion=100.0)
    assert abs((halfway.guess[j] - alone.guess[j]) / away - 0.5) < 0.1


def test_a_world_is_as_sharp_as_its_deviations_say(seen):
    """As above where points scatter by the deviation that the stage has, and by a half and a tenth of
    it: one by quadrature of the normal distribution over the bounded loss."""
    model, strike, guess, _ = seen
    prior = strike_prior(model, strike, 0.001, (0.05, 0.05))
    for times, sharpness in ((1.0, 1 / 1.21), (2.0, 0.9442), (10.0, 0.9975)):
        joint = fit_world(model, strike, guess, Stage(2, times * 0.00035), prior, 0)
        assert abs(joint.sharpness / sharpness - 1) < 0.03 / times, times


def test_level_cues_hold_no_world_back(seen):
    """Strikes that noise would lift below the table: a fit goes on until no step of the world gains a
    hundredth, the square of a tenth of a deviation."""
    model, strike, truth, _ = seen
    strike[:, ELEVATION] = 0.0
    exact = model.see(strike, np.arange(6), truth, model.all_points(np.arange(6)))
    model.places[model.valid] = exact + np.random.default_rng(4).normal(0.0, 0.00035, exact.shape)
    joint = fit_world(model, strike, truth + np.array([0.01, -0.01, 0.001]), Stage(2, 0.00035),
                      strike_prior(model, strike, 0.001, (0.05, 0.05)), 20)
    level = joint.strike[:, ELEVATION] == 0.0
    assert 0 < level.sum() < 6
    downhill = joint.gradients.sum(0)
    assert downhill @ np.linalg.solve(joint.curvatures.sum(0), downhill) < 0.01


def test_a_twin_is_found_from_the_defaults(six, tmp_path, capsys):
    tracks.write_csv(six, tmp_path / "tracks.csv")
    # The bounds are a tenth of what one would call another cushion or cloth: 0.003, 3 % and 2 %.
    assert command_line.main([str(tmp_path / "tracks.csv"), "--unknown=" + ",".join(TRUTH),
                              "--no-held-out", f"--out={tmp_path / 'out'}"]) == 0
    told = json.loads((tmp_path / "out" / "calibration.json").read_text())
    assert abs(told["values"]["cushion_restitution"] - 0.88) < 0.003
    assert abs(told["values"]["cushion_friction"] / 0.16 - 1) < 0.03
    assert abs(told["values"]["rolling_friction"] / 0.006 - 1) < 0.02
    assert told["quartiles_m"]["whole_tracks"][1] < 0.01 and told["undetermined"] == told["warnings"] == []
    settings = json.loads((tmp_path / "out" / "settings.json").read_text())
    carom.Game("carom_10ft", rack="three_cushion", settings=settings)  # Takes them as they are.
    assert settings["cloth"]["rolling_friction"] == told["values"]["rolling_friction"]
    page = (tmp_path / "out" / "report.html").read_text()
    assert page.count("<svg") == 6 and "cushion_restitution" in page
    assert "law=han2005 shots=6" in capsys.readouterr().out


def test_what_no_track_shows_is_named():
    alone = twin.made_up(3, {"rolling_friction": 0.006}, seed=4, balls=1)
    found = carom.calibrate(alone, ["rolling_friction", "ball_restitution"], held_out=False)
    assert found.undetermined == ["ball_restitution: the tracks do not tell"]
    assert abs(found.values["rolling_friction"] / 0.006 - 1) < 0.02


def spoiled(six, shot, change):
    """The shots, of which one has changed points."""
    parts = list(six.shots)
    track = parts[shot]
    rows = np.column_stack([track.times, track.balls, track.places])
    rows = change(rows.copy())
    parts[shot] = tracks.Track(track.shot, rows[:, 0], rows[:, 1].astype(int), rows[:, 2:])
    return tracks.check(tracks.Tracks(parts), np.array([1.42, 0.71]), 0.03075)


def moved(rows, row, dx):
    rows[row, 2] += dx
    return rows


def test_checks_say_what_they_leave_out(six):
    middle = int(np.flatnonzero(six.shots[0].balls == 0)[20])
    assert not spoiled(six, 0, lambda rows: rows).findings
    [jump] = spoiled(six, 0, lambda rows: moved(rows, middle, 0.15)).findings
    assert jump.excluded == "point" and "jump" in jump.reason
    [outside] = [one for one in spoiled(six, 0, lambda rows: moved(rows, middle, 3.0)).findings]
    assert outside.excluded == "point" and "beyond the cushions" in outside.reason
    [outside] = spoiled(six, 0, lambda rows: moved(rows, slice(middle, middle + 3), 3.0)).findings
    assert "and 2 more points: beyond the cushions" in outside.reason
    checked = spoiled(six, 1, lambda rows: np.column_stack([rows[:, :2], 100 * rows[:, 2:]]))
    [units] = checked.findings
    assert units.excluded == "shot" and "must be m from the centre" in units.reason
    assert len(checked) == 5
    [unseen] = spoiled(six, 2, lambda rows: rows[(rows[:, 1] != 1) | (rows[:, 0] > 2.0)]).findings
    assert unseen.excluded == "shot" and "ball 1 is first seen" in unseen.reason
    [twice] = spoiled(six, 3, lambda rows: np.concatenate([rows[:1], rows])).findings
    assert twice.excluded == "point" and "second point" in twice.reason


def test_another_table_is_told_from_points_beyond_its_cushions(six):
    smaller = tracks.check(six, np.array([1.27, 0.635]), 0.03075)
    assert smaller.findings[0].shot is None
    assert "2.54 m x 1.27 m: must be of this table" in smaller.findings[0].reason
    # Of a table that is smaller still, shots that are left out whole count too.
    smallest = tracks.check(six, np.array([1.2, 0.6]), 0.03075)
    assert smallest.findings[0].shot is None and "2.40 m x 1.20 m" in smallest.findings[0].reason
    assert sum(one.excluded == "shot" for one in smallest.findings) == 3
    assert not tracks.check(six, np.array([1.42, 0.71]), 0.03075).findings


def test_a_frame_that_the_clock_does_not_count_is_found(six):
    parts = []
    for track in six.shots:
        late = track.times > 0.305
        parts.append(tracks.Track(track.shot, track.times - 0.02 * late, track.balls, track.places))
    found = tracks.check(tracks.Tracks(parts), np.array([1.42, 0.71]), 0.03075).findings
    assert any(one.shot is None and "a frame is missing" in one.reason for one in found)


def test_noise_is_read_from_the_tracks(six):
    assert abs(tracks.noise_of(six) / 0.00035 - 1) < 0.15


def test_exit_codes_are_those_of_carom(six, tmp_path, capsys):
    good, short = tmp_path / "good.csv", tmp_path / "short.csv"
    tracks.write_csv(tracks.Tracks(six.shots[:1]), good)
    short.write_text("shot,time_s,ball,x_m,y_m\n1,0,0,0,0\n")
    for arguments, says in (
            ([str(tmp_path / "none.csv")], "none.csv' must be a file that can be read (No such file"),
            ([str(good), "--table=croquet"], "--table: 'croquet' must be one of carom_10ft, "),
            ([str(good), "--settings=nothere"], "--settings: 'nothere' must be one of measured_carom, "
                                                "measured_pool, or a file with its JSON (No such file"),
            ([str(good), "--unknown="], "unknown: '' must be at least one name"),
            ([str(good), "--unknown=cushion_frequency_ratio"],
             "unknown[0]: 'cushion_frequency_ratio' must be of a law that is fitted (han2005), not of "
             "stronge"),
            ([str(good), "--unknown=settings.gravity_m_s2=9.81:9.9:9.7"],
             "unknown[0].low: 9.9 must be below high, which is 9.7"),
            ([str(good), "--unknown=settings.gravity_m_s2=9.81:9.81:9.81"],
             "unknown[0].low: 9.81 must be below high, which is 9.81"),
            ([str(good), "--laws=croquet"], "laws[0]: 'croquet' must be one of han2005, "),
            ([str(short)], "tracks: no shot can be used: shot 1: 1 points of ball 0, must be at least "
                           "8 (shot left out)\n")):
        assert command_line.main(arguments) == 2
        assert says in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_refused_before_the_work(six, tmp_path, capsys, monkeypatch):
    def never(*_: object, **__: object) -> None:
        raise AssertionError("the work began")

    monkeypatch.setattr(command_line.calibrate, "calibrate", never)
    if os.geteuid() == 0:  # Who may write everywhere.
        monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    (tmp_path / "kept").mkdir(mode=0o500)
    (tmp_path / "file").touch()
    for out in ("kept", "kept/new/newer", "file", "file/new"):
        assert command_line.main(["t.csv", f"--out={tmp_path / out}"]) == 2
        assert "--out: " in capsys.readouterr().err


def test_what_is_refused_makes_no_folder(tmp_path, capsys):
    assert command_line.main([str(tmp_path / "none.csv"), f"--out={tmp_path / 'new' / 'newer'}"]) == 2
    assert "No such file" in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_help_breaks_no_name(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit):
        command_line.parse(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    copied = told.split("default: ")[2].split(" --laws")[0]
    assert command_line.unknown_of(copied) == list(world.USUAL)
    assert "default: the law of --settings, or han2005" in told


def test_numbers_are_printed_before_a_full_disk_fails(six, tmp_path, capsys, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("carom.calibrate.calibration.Calibration.save", full)
    tracks.write_csv(six, tmp_path / "tracks.csv")
    assert command_line.main([str(tmp_path / "tracks.csv"), "--unknown=rolling_friction",
                              "--no-held-out", f"--out={tmp_path}"]) == 1
    said = capsys.readouterr()
    assert "rolling_friction " in said.out and "No space left on device" in said.err


def test_errors_say_what_would_be_right(six, tmp_path):
    (tmp_path / "t.csv").write_text("shot,time,ball,x,y\n1,0,0,0,0\n")
    checks.refused(lambda: carom.calibrate(tmp_path / "t.csv"), "tracks: header", "time_s,ball")
    (tmp_path / "t.csv").write_text("shot,time_s,ball,x_m,y_m\n1,0,zero,0,0\n")
    checks.refused(lambda: carom.calibrate(tmp_path / "t.csv"), "tracks: line 2", "four numbers")
    checks.refused(lambda: carom.calibrate(six, ["roling_friction"]), "unknown[0]", "rolling_fric")
    checks.refused(lambda: carom.calibrate(six, laws=["stronge2005"]), "laws[0]", "stronge")
    nap = {"path": "cloth.nap", "start": 0.0, "low": 0.0, "high": 1.0}
    checks.refused(lambda: carom.calibrate(six, [nap]), "unknown[0].path", "settings, table")
    nap["path"] = "settings.cloth.nap"
    checks.refused(lambda: carom.calibrate(six, [nap]), "settings[0].cloth.nap", "unknown field")
    nap["high"] = 0.0
    checks.refused(lambda: carom.calibrate(six, [nap]), "unknown[0].low", "below high")
    for unknown, laws in ((["rolling_friction", "cushion_frequency_ratio"], ["han2005", "routh"]),
                          ([dict(nap, path="settings.cushion.stronge.friction", high=1.0)] * 2, None)):
        checks.refused(lambda: carom.calibrate(six, unknown[::-1], laws=laws), "unknown[0]",
                       "not of stronge")
    checks.refused(lambda: carom.calibrate(six, settings={"cushion": 5}), "settings[0].cushion")


def test_tables_are_those_of_a_game_with_a_length(simulator, six):
    def half_size(table: object) -> list:
        return world.World(simulator, table, None, [], "han2005", 2).half_size.tolist()

    plain = simulator.table("carom_10ft")
    for table in ("carom_10ft", {"preset": "carom_10ft"}, '{"preset": "carom_10ft"}', plain,
                  {"geometry": plain["geometry"]}, plain["geometry"]):
        assert half_size(table) == [1.42, 0.71]
    for table, path in (("nosuch", "table"), ({"preset": "nosuch"}, "table"),
                        ({"preset": "carom_10ft", "geometry": plain["geometry"]}, "table"),
                        ({"geometry": {}}, "table.geometry.length_m"), ({}, "table.length_m"),
                        ({"geometry": {"length_m": 2.84}}, "table.geometry.width_m"),
                        ({"geometry": 5}, "tables[0].geometry"), (5, "table")):
        checks.refused(lambda: carom.calibrate(six, table=table), path)


def test_the_law_is_that_of_the_settings(six):
    for cushion, law in (({"stronge": {"friction": 0.3}}, "stronge"), ({"contact_time_s": 0.001}, "han2005"),
                         ({}, "han2005")):
        assert world.law_of(world.settings_of({"cushion": cushion})) == law
    # Of the default law, it would be refused.
    checks.refused(lambda: carom.calibrate({}, ["cushion_frequency_ratio"],
                                           settings={"cushion": {"stronge": {}}}), "tracks['shot']")


def test_what_looks_like_another_table_is_said():
    known = SimpleNamespace(names=["a", "b", "c"], low=np.zeros(3), high=np.array([1.0, 2.0, 3.0]),
                            radius_m=0.03)
    at_both, inside = np.array([0.0, 1.0, 3.0]), np.array([0.5, 1.0, 2.99])
    low, high = calibration._warnings(known, at_both, np.array([0.02, 0.02, 0.9]), 0.0005)
    assert low.startswith("a is at its bound, 0:") and high.startswith("c is at its bound, 3:")
    assert calibration._warnings(known, inside, np.array([0.01, 0.05, 0.9]), 0.0005) == []
    [far] = calibration._warnings(known, inside, np.array([0.01, 0.5, 0.9]), 0.0005)
    assert "50 cm off" in far and ", 1000 times the camera's noise" in far
    assert calibration._warnings(known, inside, np.array([0.01, 0.5, 0.9]), 0.1) == []


def test_warnings_are_printed_and_stand_on_the_page(tmp_path, capsys):
    tracks.write_csv(twin.made_up(2, {"rolling_friction": 0.006}, seed=4, balls=1),
                     tmp_path / "tracks.csv")
    assert command_line.main([str(tmp_path / "tracks.csv"), "--no-held-out", f"--out={tmp_path}",
                              "--unknown=settings.cloth.rolling_friction=0.01:0.009:0.02"]) == 0
    said = "settings.cloth.rolling_friction is at its bound, 0.009: "
    assert said in capsys.readouterr().out and said in (tmp_path / "report.html").read_text()
    assert said in json.loads((tmp_path / "calibration.json").read_text())["warnings"][0]


def test_first_guesses_are_the_defaults_of_the_wire():
    laws_pb2 = pytest.importorskip("carom.v1.laws_pb2")
    options_pb2 = pytest.importorskip("carom.v1.options_pb2")
    for one in world.unknown_of([name for name in world.NAMES if name != "nose_height"], "han2005"):
        message = laws_pb2.Settings.DESCRIPTOR
        _, *path, last = one.path.split(".")
        for name in filterfalse(str.isdecimal, path):
            message = message.fields_by_name[name].message_type
        parameter = message.fields_by_name[last].GetOptions().Extensions[options_pb2.parameter]
        assert one.start == parameter.default_value, one.name
        assert parameter.range.min <= one.low < one.high <= parameter.range.max, one.name


def test_a_path_names_one_entry_of_a_list_or_all(simulator):
    for path, count in (("table.noses.height_m", 4), ("table.noses.2.height_m", 1)):
        given = [{"path": path, "start": 0.037, "low": 0.03, "high": 0.05}]
        of = world.World(simulator, "carom_10ft", None, world.unknown_of(given, "han2005"),
                         "han2005", 3)
        table, _ = of.filled(np.array([0.04]))
        heights = [nose["height_m"] for nose in table["noses"]]
        assert heights.count(0.04) == count and heights[2] == 0.04
        assert len(heights) == 4 and of.start.tolist() == [0.037]  # As the table has it.


def test_names_of_factors_bring_their_points(simulator):
    names = ["rolling_factor_fast", "cushion_restitution_factor_slow", "cushion_contact_time",
             "cushion_friction_factor_graze"]
    of = world.World(simulator, "carom_10ft", {"cushion": {"stronge": {"friction": 0.3}}},
                     world.unknown_of(names, "stronge"), "stronge", 2)
    assert of.names == names
    _, settings = of.filled(np.array([2.5, 0.9, 0.006, 0.7]))
    assert settings["cloth"]["rolling_factor"] == [
        {"speed_m_s": 0.3, "factor": 1.0}, {"speed_m_s": 1.0, "factor": 1.0},
        {"speed_m_s": 3.0, "factor": 2.5}]
    assert settings["cushion"] == {
        "stronge": {"friction": 0.3},
        "restitution_factor": [{"speed_m_s": 0.3, "factor": 0.9}, {"speed_m_s": 1.0, "factor": 1.0},
                               {"speed_m_s": 3.0, "factor": 1.0}],
        "friction_factor": [{"angle_rad": 0.4, "factor": 1.0}, {"angle_rad": 1.2, "factor": 0.7}],
        "contact_time_s": 0.006}
    of.game(of.start[None], [1.0])  # The engine takes them.
    # Points that are given are read where those of the names are.
    own = {"cloth": {"rolling_factor": [{"factor": 0.9}, {"speed_m_s": 2.0, "factor": 1.7}]}}
    of = world.World(simulator, "carom_10ft", own,
                     world.unknown_of(["rolling_factor_middle", "rolling_factor_fast"], "han2005"),
                     "han2005", 2)
    np.testing.assert_allclose(of.start, [1.3, 1.7])
    np.testing.assert_allclose([point["factor"] for point in of.settings["cloth"]["rolling_factor"]],
                               [0.9 + 0.8 * 0.15, 0.9 + 0.8 * 0.5, 1.7])
    with pytest.raises(carom.InvalidArgument, match="of the 2 points"):
        world.World(simulator, "carom_10ft", own, world.unknown_of(
            [{"path": "settings.cloth.rolling_factor.5.factor", "start": 1, "low": 0, "high": 2}], "han2005"),
            "han2005", 2)


def test_given_friction_gives_way_to_the_unknown_kind(simulator):
    for name, other in (("ball_friction", "alciatore"), ("ball_friction_a", "constant")):
        own = {"ball_ball": {"frictional": {other: {}}}}
        of = world.World(simulator, "carom_10ft", own, world.unknown_of([name], "han2005"), "han2005", 2)
        of.game(of.start[None], [1.0])
        assert other not in of.settings["ball_ball"]["frictional"]


def test_settings_may_be_a_preset(simulator):
    of = world.World(simulator, "carom_10ft", "measured_carom",
                     world.unknown_of(["rolling_friction"], "han2005"), "han2005", 2)
    assert of.start[0] == carom.settings_preset("measured_carom")["cloth"]["rolling_friction"]
