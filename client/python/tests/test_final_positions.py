"""Where balls end as a function with a gradient: in NumPy, in PyTorch and in JAX, each where it is
installed (../README.md).

CAROM_GRADCHECK_SHOTS=1000 checks so many random shots against differences in place of 40.
"""
import math
import os
import types

import numpy as np
import pytest

import carom
from carom.final_positions import FinalPositions
from checks import refused

ALONE = carom.Game(balls=[(-0.6, 0.0)], settings={"cue": {"end_mass_kg": 0}})
TIED = carom.Game(balls=[(0.0, 0.0), (0.5, 0.03), (0.5, -0.03)])  # The cue ball meets both at once.
SPEEDS = np.array([[0.2], [0.3], [0.4]])
START = ["balls[0].position_m.x", "balls[0].position_m.y"]


def torch_adapter():
    torch = pytest.importorskip("torch")
    import carom.torch

    def gradient(loss, values):
        given = torch.from_dlpack(np.array(values)).requires_grad_()
        loss(given).backward()
        return np.from_dlpack(given.grad)

    return types.SimpleNamespace(
        final_positions=carom.torch.final_positions, gradient=gradient, where=torch.where,
        zero=torch.zeros((), dtype=torch.float64), tensor=lambda a: torch.from_dlpack(np.array(a)),
        numpy=lambda t: np.array(t.detach().tolist()), name=torch.__name__)


def jax_adapter():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    import carom.jax
    return types.SimpleNamespace(
        final_positions=carom.jax.final_positions, where=jax.numpy.where, zero=0.0,
        gradient=lambda loss, values: np.asarray(jax.grad(loss)(jax.numpy.asarray(values))),
        tensor=jax.numpy.asarray, numpy=np.asarray, name=jax.__name__)


@pytest.fixture(params=[torch_adapter, jax_adapter], ids=["torch", "jax"])
def learner(request):
    """What the tests need of a framework, under one name each."""
    return request.param()


# The rule, in NumPy.


def test_a_straight_shot_in_numpy(simulator):
    # The way is as the square of the speed, and begins where the ball lies.
    function = FinalPositions(simulator, ALONE, ["strike.speed_m_s", *START], "nan", {})
    values = np.column_stack([SPEEDS, [-0.6, -0.5, -0.4], [0.0, 0.1, 0.2]])
    positions, ends, derivatives = function(values)
    assert positions.shape == (3, 1, 3) and derivatives.shape == (3, 1, 3, 3)
    assert (ends == carom.DerivativeEnd.NONE).all()
    way = positions[:, 0, 0] - values[:, 1]
    np.testing.assert_allclose(positions[:, 0, 1], values[:, 2], atol=1e-12)
    np.testing.assert_allclose(derivatives[:, 0, 0, 0], 2 * way / SPEEDS[:, 0], rtol=1e-9)
    np.testing.assert_allclose(derivatives[:, 0, :2, 1:], np.tile(np.eye(2), (3, 1, 1)), atol=1e-9)
    assert function(values[0])[0].shape == (1, 3)  # One shot.
    stacked = function(np.stack([values, values]))[0]
    assert np.array_equal(stacked, np.stack([positions, positions]))


def test_the_shots_are_those_of_strikes(simulator, two_balls):
    places = np.stack([two_balls.positions[:, :2]] * 3)
    places[:, 1, 1] = [0.0, 0.01, 0.02]
    values = np.array([[1.5, 0.3], [1.6, 0.31], [1.7, 0.32]])
    function = FinalPositions(simulator, two_balls, ["strike.speed_m_s", "balls[1].position_m.x"], "nan",
                              {"positions": places, "azimuth": [0.0, 0.01, 0.02], "height": 0.2})
    positions = function(values)[0]
    places[:, 1, 0] = values[:, 1]
    asked = carom.strikes(speed=values[:, 0], azimuth=[0.0, 0.01, 0.02], height=0.2, positions=places)
    assert np.array_equal(positions, simulator.run(two_balls, asked).positions)


def test_what_a_loss_leaves_out_counts_as_nothing(simulator):
    nan, zero, raising = (FinalPositions(simulator, TIED, START, rule, {"speed": 1.0})
                          for rule in ("nan", "zero", "raise"))
    derivatives = np.ones((2, 3, 3, 2))
    ends = np.full((2, 3), int(carom.DerivativeEnd.NONE), np.int8)
    derivatives[1, 2], ends[1, 2] = np.nan, carom.DerivativeEnd.TIE
    cotangents = np.ones((2, 3, 3))
    used = nan.gradient(derivatives, ends, cotangents)
    assert used[0].tolist() == [9, 9] and np.isnan(used[1]).all()  # 3 balls, x y z.
    assert zero.gradient(derivatives, ends, cotangents).tolist() == [[9, 9], [6, 6]]
    error = refused(lambda: raising.gradient(derivatives, ends, cotangents), "values[1]", "ball 2", "TIE")
    assert error.code == "FAILED_PRECONDITION"
    cotangents[1, 2] = 0
    for rule in (nan, zero, raising):
        assert rule.gradient(derivatives, ends, cotangents).tolist() == [[9, 9], [6, 6]]
    many = np.stack([cotangents, 2 * cotangents])
    assert nan.gradient(derivatives[None], ends[None], many).tolist() == [
        [[9, 9], [6, 6]], [[18, 18], [12, 12]]]


def test_a_failed_shot(simulator):
    overlap = np.array([[-0.6, 0.0], [0.3, 0.3]])  # Of the place of ball 1.
    game = carom.Game(balls=[(-0.6, 0.0), (0.3, 0.0)])
    paths = ["balls[1].position_m.x", "balls[1].position_m.y"]
    positions, ends, _ = FinalPositions(simulator, game, paths, "zero", {"speed": 1.0})(overlap)
    assert np.isnan(positions[0]).all() and np.isfinite(positions[1]).all()
    assert (ends[0] == carom.DerivativeEnd.UNKNOWN).all()
    with pytest.raises(carom.CaromError, match="shot 0"):
        FinalPositions(simulator, game, paths, "raise", {"speed": 1.0})(overlap)


def test_an_engine_without_derivatives_is_no_failed_shot(simulator):
    game = carom.Game(balls=[(0, 0)], settings="compliant")
    with pytest.raises(carom.CaromError, match="EVENT_DRIVEN"):
        FinalPositions(simulator, game, ["strike.speed_m_s"], "nan", {})(SPEEDS)


def test_arguments_are_refused(simulator, two_balls):
    def made(paths=("strike.speed_m_s",), invalid="nan", game=two_balls, player=simulator, **others):
        return FinalPositions(player, game, paths, invalid, others)

    refused(lambda: made(player=None), "simulator", "carom.Simulator")
    refused(lambda: made(game="pool"), "game", "carom.Game")
    refused(lambda: made(invalid="mean"), "invalid", "nan, zero, raise")
    refused(lambda: made(paths="strike.speed_m_s"), "paths", "a list")
    refused(lambda: made(paths=[]), "paths", "at least one")
    refused(lambda: made(paths=["strike.pace"]), "paths[0]", "strike.azimuth_rad", "balls[0].position_m.x")
    refused(lambda: made(paths=["settings.gravity_m_s2"]), "paths[0]", "balls[0].position_m.x")
    refused(lambda: made(paths=["balls[0].position_m.z"]), "paths[0]")
    refused(lambda: made(paths=["balls[2].position_m.x"]), "paths[0]", "below 2")
    refused(lambda: made(paths=[5]), "paths[0]")
    refused(lambda: made(paths=["strike.speed_m_s"] * 2), "paths[1]", "given once", "paths[0]")
    refused(lambda: made(speed=1.0), "speed", "left out")
    refused(lambda: made(paths=START, layout=1), "positions", "layout")
    refused(lambda: made()([[1, 2]]), "values", "int64", "floating")
    refused(lambda: made()([[1.0, 2.0]]), "values", "(1, 2)", "(..., 1)")
    refused(lambda: made()(np.ones((0, 1))), "values", "(0, 1)")
    refused(lambda: made()(1.0), "values", "()")
    refused(lambda: made()([[1.0], [60.0]]), "values[1, 0]", "60", "in [0, 50]")
    refused(lambda: made()([[60.0]]), "values[0, 0]", "60")
    refused(lambda: made()([60.0]), "values[0]", "60")
    refused(lambda: made(paths=["strike.azimuth_rad", "strike.speed_m_s"], invalid="zero")(
        [[[0.0, 1.0], [0.0, 1.0], [0.0, math.nan]]]), "values[0, 2, 1]", "nan")
    refused(lambda: made(speed=[1.0, 60.0], paths=["strike.azimuth_rad"])([[0.0], [0.0]]), "speed[1]", "60")
    for balls in (1, 3):
        refused(lambda n=balls: made(paths=["balls[1].position_m.x"], positions=np.zeros((n, 2))), "positions",
                f"{balls} balls", "2, as the game has")
    refused(lambda: made(paths=START, speed=1.0, positions=np.zeros((3, 2, 2)))(np.zeros((2, 2))),
            "positions", "length 3")


# Adapters.


def test_a_straight_shot(simulator, learner):
    values = np.column_stack([SPEEDS, [0.0, 0.1, -0.2], [-0.6, -0.5, -0.4]])
    paths = ["strike.speed_m_s", "strike.azimuth_rad", "balls[0].position_m.x"]
    played = learner.final_positions(simulator, ALONE, paths, learner.tensor(values))
    ends = learner.numpy(played.positions)
    assert ends.shape == (3, 1, 3) and learner.numpy(played.valid).tolist() == [[True]] * 3
    gradient = learner.gradient(
        lambda v: learner.final_positions(simulator, ALONE, paths, v).positions[:, 0, 1].sum(), values)
    way = SPEEDS[:, 0] ** 2 * np.hypot(ends[0, 0, 0] + 0.6, ends[0, 0, 1]) / 0.2 ** 2
    expected = np.column_stack([2 * way / SPEEDS[:, 0] * np.sin(values[:, 1]), way * np.cos(values[:, 1]),
                                np.zeros(3)])
    np.testing.assert_allclose(gradient, expected, rtol=1e-9, atol=1e-9)


def loss_of(learner, simulator, invalid, masked=False):
    """Of the cue ball, or of all balls that have derivatives."""
    def loss(places):
        played = learner.final_positions(simulator, TIED, START, places, speed=1.0, invalid=invalid)
        positions = played.positions
        if masked:
            return learner.where(played.valid[..., None], positions, learner.zero).sum()
        return positions[:, 0].sum()
    return loss


AT = np.array([[0.0, 0.0], [0.0, 0.001]])  # Meets both; meets one, then the other.


def test_a_ball_without_derivatives(simulator, learner):
    gradient = learner.gradient(loss_of(learner, simulator, "nan"), AT)
    assert np.isnan(gradient[0]).all() and np.isfinite(gradient[1]).all()
    gradient = learner.gradient(loss_of(learner, simulator, "zero"), AT)
    assert gradient[0].tolist() == [0, 0] and gradient[1].any()
    with pytest.raises(Exception, match=r"values\[0\]: ball 0 has no derivatives \(TIE\)"):
        learner.gradient(loss_of(learner, simulator, "raise"), AT)
    told = [learner.gradient(loss_of(learner, simulator, invalid, masked=True), AT)
            for invalid in ("nan", "zero", "raise")]
    assert np.isfinite(told).all() and np.array_equal(told[0], told[1]) and np.array_equal(told[0], told[2])


def test_float32_is_rounded_and_no_more(simulator, learner, two_balls):
    def loss(values):
        played = learner.final_positions(simulator, two_balls, ["strike.azimuth_rad"], values, speed=2.0)
        return (played.positions[:, 1, :2] ** 2).sum()

    azimuths = np.linspace(-0.02, 0.02, 50, dtype=np.float32)[:, None]  # Float32 are float64 too.
    single, double = (learner.gradient(loss, azimuths.astype(kind)) for kind in (np.float32, np.float64))
    assert single.dtype == np.float32 and double.dtype == np.float64
    np.testing.assert_allclose(single, double, rtol=1e-6, atol=1e-6 * np.abs(double).max())


def test_adapters_refuse_by_name(simulator, learner):
    refused(lambda: learner.final_positions(simulator, ALONE, ["strike.speed_m_s"], learner.tensor([[1]])),
            "values", "floating")
    refused(lambda: learner.final_positions(simulator, ALONE, ["strike.speed_m_s"], learner.tensor([1.0, 2])),
            "values", "(..., 1)")
    refused(lambda: learner.final_positions(simulator, ALONE, [], learner.tensor([1.0])), "paths")


# Against differences of whole shots.

SHOTS = int(os.environ.get("CAROM_GRADCHECK_SHOTS", "40"))
EACH = 10  # Shots in one check.
PATHS = ["strike.speed_m_s", "strike.azimuth_rad", "strike.elevation_rad", "strike.side_offset",
         "strike.height_offset", "balls[1].position_m.x", "balls[1].position_m.y"]
CUTS = carom.Game(balls=[(-0.5, 0.0), (0.3, 0.0)])
# Chosen before any value was seen. With a step h of central differences the third derivative leaves
# h^2 f''' / 6, and f''' is about f' / d^2 where events are the same within d: 1.7e-7 f'. Rounding, 1e-15 m,
# leaves up to f' 1e-15 / h. The engine's derivatives are right to 1e-7 of the greatest (core/README.md). For
# derivatives of up to 100 that is together 3e-5: 1e-4 is a bound.
STEP, SAME_WITHIN, STEEPEST, BOUND = 1e-6, 1e-3, 100.0, 1e-4


def events_of(simulator, values):
    """What happens in each shot: kinds and partners, in order."""
    events = simulator.run(CUTS, FinalPositions(simulator, CUTS, PATHS, "nan", {})._shots(values),
                           events=True).events
    told = np.column_stack([events.kinds, events.balls, events.others])
    return [told[begin:end].tolist() for begin, end in zip(events.offsets, events.offsets[1:])]


@pytest.fixture(scope="module")
def smooth(simulator):
    """Random shots of two balls that stay away from kinks, by what happens around them."""
    random = np.random.default_rng(7)
    n = 4 * SHOTS + 40
    places = random.uniform([0.0, -0.3], [0.6, 0.3], (n, 2))
    away = places - [-0.5, 0.0]
    offset = random.uniform(-0.7, 0.7, n) * 0.05715 / np.hypot(*away.T)
    values = np.column_stack([
        random.uniform(0.7, 2.5, n), np.arctan2(away[:, 1], away[:, 0]) + np.arcsin(offset),
        random.uniform(0.02, 0.1, n), random.uniform(-0.3, 0.3, (n, 2)), places])
    _, ends, derivatives = FinalPositions(simulator, CUTS, PATHS, "nan", {})(values)
    good = (ends == carom.DerivativeEnd.NONE).all(1) & (np.abs(derivatives) < STEEPEST).all((1, 2, 3))
    there = events_of(simulator, values)
    for column in range(len(PATHS)):
        for step in (-SAME_WITHIN, SAME_WITHIN):
            near = events_of(simulator, values + step * np.eye(len(PATHS))[column])
            good &= np.array([a == b for a, b in zip(there, near)])
    assert good.sum() >= SHOTS, good.mean()
    assert all([2, 0, 1] in events for events in np.array(there, object)[good])  # Balls meet.
    return values[good][:SHOTS // EACH * EACH].reshape(-1, EACH, len(PATHS))


def test_gradcheck_of_torch(simulator, smooth):
    torch = pytest.importorskip("torch")
    import carom.torch
    for values in smooth:
        assert torch.autograd.gradcheck(
            lambda v: carom.torch.final_positions(simulator, CUTS, PATHS, v, invalid="raise").positions,
            torch.from_dlpack(values.copy()).requires_grad_(), eps=STEP, atol=BOUND, rtol=BOUND / STEEPEST)


def test_check_grads_of_jax(simulator, smooth):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    import carom.jax
    from jax.test_util import check_grads

    @jax.jit
    def positions(values):
        return carom.jax.final_positions(simulator, CUTS, PATHS, values, invalid="raise").positions

    # One number of each check, a sum over all positions with random signs.
    bound = BOUND * EACH * 6
    for values in smooth:
        check_grads(positions, (values,), order=1, modes=["rev"], eps=STEP, atol=bound, rtol=BOUND / STEEPEST)


# What one framework has and the other has not.


def test_torch_has_one_derivative(simulator):
    torch = pytest.importorskip("torch")
    import carom.torch
    values = torch.tensor([[0.3]], dtype=torch.float64, requires_grad=True)
    played = carom.torch.final_positions(simulator, ALONE, ["strike.speed_m_s"], values)
    assert played.positions.requires_grad and not played.valid.requires_grad
    (first,) = torch.autograd.grad((played.positions ** 2).sum(), values, create_graph=True)
    with pytest.raises(RuntimeError, match="once_differentiable"):
        first.sum().backward()
    refused(lambda: carom.torch.final_positions(simulator, ALONE, ["strike.speed_m_s"], SPEEDS), "values",
            "a tensor")
    refused(lambda: carom.torch.final_positions(simulator, ALONE, ["strike.speed_m_s"], values.to("meta")),
            "values", "in the processor's memory")


def test_jax_compiles_and_maps(simulator, two_balls):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    import carom.jax

    def place(azimuth, speed):
        values = jax.numpy.stack([azimuth, speed])
        paths = ["strike.azimuth_rad", "strike.speed_m_s"]
        return carom.jax.final_positions(simulator, two_balls, paths, values).positions[1, :2]

    azimuths = np.linspace(-0.02, 0.02, 7)
    asked = carom.strikes(speed=1.5, azimuth=azimuths)
    result = simulator.run(two_balls, asked, derivatives=["strike.azimuth_rad"])
    expected = result.derivatives.positions[:, 1, :2, 0]
    told = jax.vmap(jax.jit(place), (0, None))(azimuths, 1.5)
    assert np.array_equal(told, result.positions[:, 1, :2])
    each = np.stack([jax.jit(jax.jacrev(place))(azimuth, 1.5) for azimuth in azimuths])
    assert np.array_equal(each, expected)
    assert np.array_equal(jax.vmap(jax.jacrev(place), (0, None))(azimuths, 1.5), expected)
    with pytest.raises(TypeError, match="custom_vjp"):
        jax.jacfwd(place)(0.0, 1.5)


def test_jax_without_float64(in_a_process):
    pytest.importorskip("jax")
    done = in_a_process("""
        import carom, carom.jax, jax
        game = carom.Game(balls=[(-0.6, 0.0)], settings={"cue": {"end_mass_kg": 0}})
        with carom.Simulator() as simulator:
            def way(speeds):
                return 0.6 + carom.jax.final_positions(
                    simulator, game, ["strike.speed_m_s"], speeds).positions[:, 0, 0].sum()
            told, gradient = jax.jit(jax.value_and_grad(way))(jax.numpy.array([[0.3]]))
        assert told.dtype == gradient.dtype == "float32"
        assert abs(gradient[0, 0] / (2 * told / 0.3) - 1) < 1e-5
        print("done")
    """)
    assert done.stdout == "done\n", done.stderr


# Arrays as tensors and tensors as arrays.


def test_torch_takes_arrays_where_they_are(simulator, two_balls, cuts):
    torch = pytest.importorskip("torch")
    result = simulator.run(two_balls, cuts)
    for array in (result.positions, result.motions, result.end_time):
        tensor = torch.from_dlpack(array)
        assert tensor.data_ptr() == array.ctypes.data and tuple(tensor.shape) == array.shape


def test_jax_takes_arrays_where_they_are_if_they_begin_at_64_bytes(simulator, two_balls, cuts):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    result = simulator.run(two_balls, cuts)
    for array in (result.positions, result.motions, result.end_time):
        told = jax.dlpack.from_dlpack(array)
        assert np.array_equal(told, array)
        shared = told.unsafe_buffer_pointer() == array.ctypes.data
        assert shared == (array.ctypes.data % 64 == 0)


def test_tensors_are_arguments(simulator, learner, two_balls):
    azimuths, places = np.linspace(-0.1, 0.1, 5), np.tile(two_balls.positions[:, :2], (5, 1, 1))
    plain = carom.strikes(speed=2.0, azimuth=azimuths, cue_ball=np.zeros(5, int), positions=places,
                          motions=np.ones((5, 2), np.int8))
    tensor = learner.tensor
    told = carom.strikes(speed=tensor(2.0), azimuth=tensor(azimuths), cue_ball=tensor(np.zeros(5, int)),
                         positions=tensor(places), motions=tensor(np.ones((5, 2), np.int8)))
    for name, column in plain.columns.items():
        assert np.array_equal(told.columns[name], column), name
    assert np.array_equal(plain[tensor([0, 2])].columns["azimuth_rad"], azimuths[[0, 2]])
    assert carom.Game(balls=tensor(two_balls.positions)) == carom.Game(balls=two_balls.positions)


def test_tensors_that_are_no_arrays_are_refused_by_name():
    torch = pytest.importorskip("torch")
    traced, elsewhere = torch.ones(2, requires_grad=True), torch.ones(2, device="meta")
    refused(lambda: carom.strikes(speed=traced), "speed", "requires a gradient", "detach()")
    refused(lambda: carom.strikes(speed=1.0, azimuth=elsewhere), "azimuth", "meta", "processor's memory")
    refused(lambda: carom.strikes(speed=1.0, azimuth=traced.to(torch.bfloat16).detach()), "azimuth")
    places = torch.zeros(2, 2, requires_grad=True)
    refused(lambda: carom.strikes(positions=places), "positions", "detach()")
    refused(lambda: carom.Game(balls=places), "balls[0]", "detach()")


def test_traced_arrays_are_refused_by_name():
    jax = pytest.importorskip("jax")

    def shots(speed):
        return len(carom.strikes(speed=speed)) * speed

    for transformed in (jax.jit(shots), jax.grad(shots)):
        refused(lambda f=transformed: f(1.0), "speed", "racer", "processor's memory")
