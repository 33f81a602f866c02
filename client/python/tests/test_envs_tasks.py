"""Draws, places, aims and verdicts of the single-player tasks, and the arrays that they share."""
from types import SimpleNamespace

import carom
import numpy as np
import pytest
from carom import Motion, _core
from carom.envs import draws, tasks
from carom.envs.batch import Batch
from checks import refused


LOW, HALF = np.uint64(2**32 - 1), np.uint64(32)


def philox(counter, key):
    """The words of Philox4x32 with 10 rounds [Salmon 2011, sec. 4.3]."""
    (a, b, c, d), (k, m) = counter, key
    for _ in range(10):
        first, second = np.uint64(0xD2511F53) * a, np.uint64(0xCD9E8D57) * c
        a, b, c, d = (second >> HALF) ^ b ^ k, second & LOW, (first >> HALF) ^ d ^ m, first & LOW
        k, m = (k + np.uint64(0x9E3779B9)) & LOW, (m + np.uint64(0xBB67AE85)) & LOW
    return a, b, c, d


def bits(seeds, streams, count):
    """Numbers 0 to count of streams (n,): (n, count), as core/base/random.h says."""
    seeds, streams = (np.asarray(one, np.uint64)[:, None] for one in (seeds, streams))
    block, zero = np.arange((count + 1) // 2, dtype=np.uint64), np.uint64(0)
    words = philox((block + zero * streams, zero * streams * block, streams & LOW, streams >> HALF),
                   (seeds & LOW, seeds >> HALF))
    pairs = np.stack([words[0] | words[1] << HALF, words[2] | words[3] << HALF], -1)
    return pairs.reshape(len(seeds), -1)[:, :count]


def test_philox():
    # The known answers of the Random123 distribution, kat_vectors, "philox4x32 10".
    told = [philox(np.array(counter, np.uint64), np.array(key, np.uint64)) for counter, key in [
        ([0, 0, 0, 0], [0, 0]), ([LOW] * 4, [LOW] * 2),
        ([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0])]]
    assert [[int(word) for word in words] for words in told] == [
        [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
        [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
        [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1]]


def test_uniforms_are_of_philox():
    seeds = np.array([0, 1, 7, 2**63, 2**64 - 1], np.uint64).repeat(5)
    streams = np.tile(np.array([0, 1, 2**32, 2**63 + 1, 2**64 - 1], np.uint64), 5)
    np.testing.assert_array_equal(draws.uniforms(seeds, streams, 9),
                                  (bits(seeds, streams, 9) >> np.uint64(11)) * 2.0**-53)


def test_uniforms_belong_to_seed_stream_and_number():
    table = draws.uniforms(7, np.arange(1000), 8)
    assert table.shape == (1000, 8) and (table >= 0).all() and (table < 1).all()
    np.testing.assert_array_equal(draws.uniforms(7, 123, 3)[0], table[123, :3])
    assert (draws.uniforms(8, np.arange(1000), 8) != table).all()
    # 8000 numbers have the mean 1/2 within four deviations, sqrt(1 / 12 / 8000).
    assert abs(table.mean() - 0.5) < 4 * (1 / 12 / 8000)**0.5
    assert len(np.unique(table)) == table.size


@pytest.mark.parametrize("balls", [1, 15])
def test_places_are_the_first_clear_ones_of_the_halves_of_the_numbers(balls):
    task, tries = tasks.task_of("position", balls=balls), 40
    seeds, streams = np.arange(300, dtype=np.uint64), np.arange(300, dtype=np.uint64) % 7
    numbers = bits(seeds, streams, tries * (balls + 1)).reshape(300, tries, balls + 1)
    halves = np.stack([numbers & np.uint64(2**32 - 1), numbers >> np.uint64(32)], -1)
    reach = np.array([task.surface.length_m, task.surface.width_m]) / 2 - task.surface.radius_m
    points = halves * 2.0**-32 * (2 * reach) - reach
    gaps = np.linalg.norm(points[:, :, :, None] - points[:, :, None], axis=-1)
    gaps = gaps.min((2, 3), where=~np.eye(balls + 1, dtype=bool), initial=9)
    least = 2 * task.surface.radius_m + tasks.CLEAR_M
    first = (gaps > least).argmax(1)
    assert (gaps[np.arange(300), first] > least).all()
    tried = gaps[np.arange(tries) <= first[:, None]]
    assert (np.abs(tried - least) > 3e-6).all()  # Single precision decides none of them.
    places = task.place(seeds, streams)
    np.testing.assert_array_equal(places[..., :2], points[np.arange(300), first])
    assert (places[..., 2] == task.surface.radius_m).all()


def test_rows_of_an_array_are_placed():
    task = tasks.task_of("pot")
    fresh = task.place(np.arange(6), np.zeros(6, np.uint64))
    out = np.full((6, 2, 3), -9.0)
    assert task.place([1, 4], [0, 0], out=out, rows=np.array([1, 4])) is out
    np.testing.assert_array_equal(out[[1, 4]], fresh[[1, 4]])
    assert (out[[0, 2, 3, 5]] == -9).all()


def test_balls_that_find_no_place_are_told():
    with pytest.raises(ValueError, match=r"radius_m: 0.3 must be such that 16 balls"):
        tasks.task_of("position", balls=15).place([1], [0], radius_m=0.3)


@pytest.mark.parametrize("task", ["pot", "position", "three_cushion"])
def test_observations_are_scaled_places_of_the_balls_in_play(task):
    task = tasks.task_of(task)
    places = task.place(np.arange(50), np.zeros(50, np.uint64))
    motions = np.random.default_rng(1).integers(1, 9, places.shape[:2]).astype(np.int8)
    half = np.array([task.surface.length_m, task.surface.width_m]) / 2
    expected = np.concatenate([places[..., :2] / half, np.ones((*motions.shape, 1))], -1)
    expected[motions >= Motion.POCKETED] = 0
    seen = task.observe(places, motions)
    assert seen.dtype == np.float32
    # Rounding of two operations in double and one to single precision.
    np.testing.assert_allclose(seen, expected.reshape(50, -1), rtol=2**-23, atol=0)


# The cloth of a nine-foot table is 100 by 50 inches, its balls measure 2 1/4 (WPA); that of a carom
# table 2.84 by 1.42 m, its balls 61.5 mm (UMB).
@pytest.mark.parametrize("surface, size", [(tasks.POOL, (2.54, 1.27, 0.028575)),
                                           (tasks.CAROM, (2.84, 1.42, 0.03075))])
def test_surfaces_have_the_sizes_of_the_federations(surface, size):
    np.testing.assert_allclose((surface.length_m, surface.width_m, surface.radius_m), size, rtol=1e-12)


def test_six_pockets_lie_beside_the_cloth():
    pockets = np.array(tasks.POOL.pockets)
    assert pockets.shape == (6, 3) and tasks.CAROM.pockets == ()
    corners = pockets[np.abs(pockets[:, 0]) > 1]
    assert len(corners) == 4 and (np.abs(corners[:, :2]) > (2.54 / 2, 1.27 / 2)).all()
    assert (np.abs(pockets[np.abs(pockets[:, 0]) < 1][:, 1]) > 1.27 / 2).all()


@pytest.mark.parametrize("balls", [1, 3, 15])
def test_places_are_on_the_table_and_clear(balls):
    task = tasks.task_of("position", balls=balls)
    places = task.place(np.arange(500), np.zeros(500, np.uint64))
    half = np.array([task.surface.length_m, task.surface.width_m]) / 2 - task.surface.radius_m
    assert (np.abs(places[..., :2]) <= half).all() and np.ptp(places[..., 0]) > 2
    gaps = np.linalg.norm(places[:, :, None] - places[:, None], axis=-1)
    gaps += np.eye(balls + 1) * 9
    assert gaps.min() > 2 * task.surface.radius_m


def test_larger_balls_are_clear_too():
    task = tasks.task_of("position", balls=15)
    places = task.place(np.arange(200), np.zeros(200, np.uint64), radius_m=0.04)
    gaps = np.linalg.norm(places[:, :, None] - places[:, None], axis=-1) + np.eye(16) * 9
    assert gaps.min() > 0.08 and np.abs(places[..., 0]).max() <= 1.27 - 0.04


@pytest.mark.parametrize("b", [-0.9, -0.3, 0.0, 0.5, 1.0])
def test_hit_passes_the_centre_at_b_times_both_radii(b):
    rng = np.random.default_rng(1)
    cue, target = rng.uniform(-1, 1, (2, 50, 2))
    azimuth = tasks.hit_azimuth(cue, target, np.full(50, b), 0.03)
    away = target - cue
    # Distance of the centre from the line of aim, positive where the line passes to its left.
    left = np.cos(azimuth) * -away[:, 1] + np.sin(azimuth) * away[:, 0]
    np.testing.assert_allclose(left, b * 0.06, atol=1e-12)
    assert (np.cos(azimuth) * away[:, 0] + np.sin(azimuth) * away[:, 1] > 0).all()


def test_actions_become_strikes():
    task = tasks.task_of("three_cushion", speeds_m_s=(1, 5))
    none = np.zeros((4, 3, 3))
    actions = [[0.5, -1, 0, 0], [-0.5, 1, 1, 1], [9, 9, 0, -9], [0, 0, 0.5, 0]]
    out = task.strikes(actions, none, none[..., 0])
    np.testing.assert_allclose(out["azimuth_rad"], np.pi * np.array([0.5, -0.5, 1, 0]))
    np.testing.assert_allclose(out["speed_m_s"], [1, 5, 5, 3])
    np.testing.assert_allclose(np.hypot(out["side_offset"], out["height_offset"]), [0, 0.5, 0.5, 0.25])
    np.testing.assert_allclose(out["side_offset"][1], 0.5 / 2**0.5)


def test_pot_wants_the_lowest_ball_and_the_cue_ball_on_the_table():
    task = tasks.task_of("position", balls=2)
    on, potted, off = Motion.STATIONARY, Motion.POCKETED, Motion.LEFT_TABLE
    cases = [  # before, first contact, after, success, over
        ([on, on, on], 1, [on, potted, on], True, False),
        ([on, on, on], 1, [on, potted, potted], True, True),
        ([on, on, on], 2, [on, potted, on], False, True),
        ([on, on, on], 1, [on, on, potted], False, True),
        ([on, on, on], 1, [potted, potted, on], False, True),
        ([on, on, on], 1, [on, off, on], False, True),
        ([on, potted, on], 2, [on, potted, potted], True, True),
        ([on, potted, on], 2, [on, potted, on], False, True)]
    before, first, after, success, over = (np.array(column) for column in zip(*cases))
    got = task.judge(before, SimpleNamespace(first_contact=first, motions=after))
    np.testing.assert_array_equal(got[0], success)
    np.testing.assert_array_equal(got[1], over)


def pot(n=1, **options):
    return Batch(tasks.task_of("pot"), n, **options)


@pytest.mark.parametrize("path, make", [
    ("task", lambda: tasks.task_of("snooker")), ("task", lambda: tasks.task_of(5)),
    ("aim", lambda: tasks.task_of("pot", aim="there")),
    ("balls", lambda: tasks.task_of("position", balls=16)),
    ("balls", lambda: tasks.task_of("position", balls="two")),
    ("speeds_m_s", lambda: tasks.task_of("pot", speeds_m_s=(2, 1))),
    ("speeds_m_s", lambda: tasks.task_of("pot", speeds_m_s=5)),
    ("speeds_m_s", lambda: tasks.task_of("pot", speeds_m_s=(0, 1))),
    ("speeds_m_s[1]", lambda: tasks.task_of("pot", speeds_m_s=(1, np.nan))),
    ("reward", lambda: tasks.task_of("pot", reward="dense")),
    ("reward", lambda: tasks.task_of("three_cushion", reward="shaped")),
    ("num_envs", lambda: pot(0)), ("num_envs", lambda: pot(1.5)),
    ("max_shots", lambda: pot(max_shots=0)), ("threads", lambda: pot(threads=-3)),
    ("simulator", lambda: pot(simulator=5)), ("variants", lambda: pot(variants=0)),
    ("physics_seed", lambda: pot(physics_seed=-1)), ("physics", lambda: pot(physics=0.5)),
    ("physics", lambda: pot(physics={"friction": (0, 1)})),
    ("physics", lambda: pot(physics={"rolling_friction": (-2, -1)})),
    ("physics['mass_kg']", lambda: pot(physics={"mass_kg": (2, 1)})),
    ("physics['mass_kg']", lambda: pot(physics={"mass_kg": 0.17})),
    ("physics['mass_kg'][0]", lambda: pot(physics={"mass_kg": (np.nan, 1)}))])
def test_bad_options_are_refused(path, make):
    refused(make, path)


@pytest.fixture
def batch():
    batch = Batch(tasks.task_of("pot"), 3, threads=1)
    batch.seed([1, 2, 3])
    batch.restart(np.ones(3, bool))
    yield batch
    batch.close()


def test_a_full_hit_into_the_corner_pots(batch):
    # All balls in line with the corner pocket, the object ball 0.3 m from it.
    x, y = 1.2995, 0.6645
    line = np.array([x, y]) - [0.4, 0]
    line /= np.hypot(*line)
    batch.positions[:, 0, :2] = np.array([x, y]) - 0.6 * line
    batch.positions[:, 1, :2] = np.array([x, y]) - 0.3 * line
    step = batch.play([[0, -0.7, 0, -0.5], [1, -0.7, 0, 0], [0.5, -0.7, 0, 0]])
    assert step.reward.tolist() == [1, 0, 0] and step.terminated.all() and not step.truncated.any()
    assert batch.motions[0].tolist() == [Motion.STATIONARY, Motion.POCKETED]
    np.testing.assert_array_equal(batch.observe()[0, 3:], 0)


def test_a_result_outlives_the_next_episode(batch):
    batch.play(np.zeros((3, 4)))
    places, motions = batch.result.positions.copy(), batch.result.motions.copy()
    batch.restart(np.ones(3, bool))
    np.testing.assert_array_equal(batch.result.positions, places)
    np.testing.assert_array_equal(batch.result.motions, motions)
    assert (batch.positions[..., :2] != places[..., :2]).all()


def shaped(task, places, actions):
    """A batch of a shaped task after one shot from these places (n, balls, 2), and its step."""
    batch = Batch(tasks.task_of(task, reward="shaped"), len(places), threads=1)
    batch.seed(range(len(places)))
    batch.restart(np.ones(len(places), bool))
    batch.positions[:, :, :2] = places
    return batch, batch.play(actions)


def worth(place):
    """Of a miss whose ball is here: half a point in the centre of a pocket, nothing 0.5 m from it."""
    gaps = [np.hypot(place[0] - x, place[1] - y) for x, y, _ in tasks.POOL.pockets]
    return 0.5 * max(0.0, 1 - min(gaps) / 0.5)


def test_shaped_rewards_of_shots_that_are_plain_to_see():
    # Noses are as high as 63.5 % of a ball (WPA), so its centre comes nearer to them than its radius.
    side = 1.27 / 2 - tasks.POOL.radius_m * (1 - 0.27**2)**0.5
    corner, back = np.array([1.2995, 0.6645]), np.array([0.8, 0.6])
    places = [[[-0.3, 0.0], [-0.3, 0.3]],  # Straight into the long cushion, 0.3 m beside the middle pocket.
              [[0.5, 0.0], [0.5, 0.3]],  # The same farther from all pockets than counts.
              [[-0.3, -0.6], [-0.3, -0.3]],  # So softly that the ball does not reach it.
              [corner - 0.6 * back, corner - 0.3 * back],  # A straight pot.
              [[1.2, -0.6], [-1.2, -0.6]]]  # So softly that the ball is not touched, beside a pocket.
    full, soft = [0, -0.5, 0, 0], [0, -1, 0, 0]
    batch, step = shaped("pot", places, [full, full, soft, [0, -0.7, 0, -0.5], soft])
    stopped = batch.positions[2, 1, :2]
    assert batch.result.first_contact.tolist() == [1, 1, 1, 1, -1]
    assert abs(stopped[0] + 0.3) < 1e-6 and 0.3 < stopped[1] < side - 0.01
    expected = [worth((-0.3, side)), 0.0, worth(stopped), 1.0, 0.0]
    assert 0.1 < expected[0] < 0.25 and 0 < expected[2] < expected[0]
    np.testing.assert_allclose(step.reward, expected, atol=1e-6)
    assert step.terminated.all() and worth(places[4][1]) > 0.3
    batch.close()


def test_shaped_rewards_are_of_the_ball_that_is_to_be_potted():
    rng = np.random.default_rng(3)
    places = tasks.task_of("position").place(np.arange(400), np.zeros(400, np.uint64))[..., :2]
    batch, step = shaped("position", places, rng.uniform(-1, 1, (400, 4)))
    kinds = {carom.EventKind.BALL_CUSHION, carom.EventKind.BALL_JAW, carom.EventKind.BALL_POCKET}
    expected = np.zeros(400)
    for i in range(400):
        shot = batch.result.shot(i)
        events = shot.events
        met = [e for e in range(len(events)) if events.balls[e] == 1 and events.kinds[e] in kinds]
        place = events.before[met[0], 0, 0] if met else shot.positions[1]
        potted = shot.motions[1] == Motion.POCKETED and shot.motions[0] < Motion.POCKETED
        expected[i] = 0 if shot.first_contact != 1 else 1 if potted else worth(place)
    np.testing.assert_allclose(step.reward, expected, atol=1e-12)
    assert (step.reward == 1).sum() > 5 and ((step.reward > 0) & (step.reward < 0.5)).sum() > 50
    sparse = Batch(tasks.task_of("position"), 400, threads=1)
    sparse.seed(range(400))
    sparse.restart(np.ones(400, bool))
    sparse.positions[:, :, :2] = places
    played = sparse.play(np.random.default_rng(3).uniform(-1, 1, (400, 4)))
    np.testing.assert_array_equal(played.reward, step.reward == 1)
    np.testing.assert_array_equal(played.info["hash"], step.info["hash"])
    batch.close()
    sparse.close()


def test_bad_actions_are_told(batch):
    with pytest.raises(ValueError, match=r"actions: shape \(2, 4\) must be \(3, 4\)"):
        batch.play(np.zeros((2, 4)))
    with pytest.raises(ValueError, match=r"actions\[1, 2\]: nan"):
        batch.play([[0] * 4, [0, 0, np.nan, 0], [0] * 4])
    with pytest.raises(ValueError, match="actions: a ragged list"):
        batch.play([[0] * 4, [0], [0] * 4])


def test_a_batch_begins_with_restart():
    batch = pot(2)
    batch.seed([1, 2])
    batch.restart(np.array([True, False]))
    with pytest.raises(carom.CaromError, match="environment 1 has not been reset"):
        batch.play(np.zeros((2, 4)))
    for seeds in (5, [1, -1], [1, "x"], [1]):
        with pytest.raises(carom.InvalidArgument, match="seed"):
            batch.seed(seeds)


def test_the_last_shot_truncates():
    # Straight pots of the first of three balls that lie in line with pockets: the series goes on.
    batch = Batch(tasks.task_of("position", balls=2), 2, max_shots=1)
    batch.seed([1, 2])
    batch.restart(np.ones(2, bool))
    batch.positions[:, :, :2] = [[0, 0.2], [0, 0.5], [-1, -0.3]]
    batch.positions[1, 1, 0] = 0.5  # Here the full hit misses.
    step = batch.play([[0, -0.8, 0, -0.5]] * 2)
    assert step.reward.tolist() == [1, 0]
    assert step.truncated.tolist() == [True, False] and step.terminated.tolist() == [False, True]
    batch.close()


def test_physics_differ_by_episode_and_within_their_ranges():
    physics = {"rolling_friction": (0.005, 0.02), "ball_restitution": (0.9, 0.98),
               "ball_friction": (0.03, 0.08), "cushion_restitution": (0.7, 0.9),
               "cushion_friction": (0.1, 0.3), "mass_kg": (0.15, 0.18), "radius_m": (0.028, 0.029)}
    batch = Batch(tasks.task_of("pot"), 64, physics=physics, variants=4)
    batch.seed(range(64))
    batch.restart(np.ones(64, bool))
    for parameters in batch.parameters:
        assert all(low <= parameters[name] <= high for name, (low, high) in physics.items())
    batch.positions[:, :, :2] = [[-1, 0], [1, 0.3]]  # The same shot for all.
    step = batch.play(np.tile([1, -0.5, 0, 0], (64, 1)))
    assert step.info["ok"].all()
    assert len(np.unique(step.info["hash"])) == len(np.unique(batch.variant)) == 4
    for variant in range(4):
        assert len(np.unique(step.info["hash"][batch.variant == variant])) == 1
    batch.close()


@pytest.mark.parametrize("variants", [1, 3])
def test_a_hit_is_of_the_balls_that_were_drawn(variants):
    radii = {"radius_m": (0.024, 0.03)}
    batch = Batch(tasks.task_of("pot"), 60, physics=radii, variants=variants, physics_seed=4)
    batch.seed(range(60))
    batch.restart(np.ones(60, bool))
    drawn = np.array([p["radius_m"] for p in batch.parameters])[batch.variant]
    assert len(np.unique(drawn)) == variants and (np.abs(drawn - tasks.POOL.radius_m) > 1e-4).all()
    batch.positions[:, :, :2] = [[-0.3, 0], [0.3, 0]]
    b = np.linspace(-1, 1, 60)
    batch.play(np.stack([b, *np.zeros((3, 60))], 1))
    azimuth = batch.result._origin[2].columns["azimuth_rad"]
    np.testing.assert_allclose(0.6 * np.sin(azimuth), b * 2 * drawn, atol=1e-12)
    batch.close()


def test_tasks_can_be_told_apart_and_hashed():
    assert len({tasks.task_of("pot"), tasks.task_of("pot"), tasks.task_of("pot", reward="shaped")}) == 2


def test_shaped_rewards_need_pockets():
    refused(lambda: tasks.Pot("x", 1, reward="shaped", surface=tasks.CAROM), "reward")


def test_what_is_written_is_the_caller_s_array():
    task = tasks.task_of("pot")
    places = task.place(np.zeros(2, np.uint64), np.zeros(2, np.uint64))
    with pytest.raises(TypeError):
        _core.observe(places, np.ones((2, 2), np.int8), 1.0, 1.0, np.zeros((2, 6)))


def test_seeding_nobody_changes_nothing():
    batch = Batch(tasks.task_of("pot"), 2, threads=1)
    batch.seed([1, 2])
    batch.restart(np.ones(2, bool))
    batch.seed([5, 6], np.zeros(2, bool))
    batch.check_begun()
    batch.close()
