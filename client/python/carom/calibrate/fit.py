"""Least squares with a bounded loss: strikes one by one, and a world with all its strikes together.

Levenberg and Marquardt's damping [Marquardt 1963, "An algorithm for least-squares estimation of
nonlinear parameters"]; the strikes are eliminated from the normal equations of the world by their
Schur complement, block by block [Triggs et al. 2000, "Bundle adjustment: a modern synthesis", 6.1].
Written here because the package needs NumPy alone, and because all shots of a step are one call of
the engine, which no general solver would make of it.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, NamedTuple, Optional, Tuple, Union

import numpy as np

from carom.calibrate.model import ELEVATION, ELEVATIONS, HEIGHT, PLACES, SIDE, SPEED, START, Model, Use
from carom.calibrate.world import World

_BOUND = 4.0  # Of the loss, in deviations: beyond it a point tells ever less.
_DAMPING = 1e-4  # The first, in units of the curvature.
_TRIALS = 4  # Of dampings, ten times each, before a step is given up.
_WORLD_TRIALS = 8
_ENOUGH = 1e-3  # A relative gain below it ends a fit of a strike.
# A gain below it ends a fit of the world: that of a number that is off by a tenth of its deviation.
_SETTLED = 0.01


class Stage(NamedTuple):
    """Which points are used, and how exactly they are believed.

    depth: up to how many impacts behind the strike.
    deviation: of a point, m: one, or by its depth, where the last is of all deeper ones too.
    bound: of the loss, in deviations.
    until_s: points up to this time of their tracks.
    """

    depth: int
    deviation: Union[float, np.ndarray]
    bound: float = _BOUND
    until_s: float = np.inf


@dataclass
class Prior:
    """Gaussian, of strikes: means (shots, size) and deviations (size,)."""

    mean: np.ndarray
    deviation: np.ndarray


def strike_prior(model: Model, first: np.ndarray, place_m: float, elevation: Tuple[float, float]
                 ) -> Prior:
    """What is known of strikes before they are fitted to the whole track.

    first: (shots, size), read from the first points. place_m: deviation of places at rest.
    elevation: mean and deviation, rad; with deviation 0 it is fixed.
    """
    deviation = np.full(model.size, place_m)
    deviation[:PLACES] = 1.0, 2.0, 0.4, 0.4, max(elevation[1], 1e-6), 0.02
    mean = first.copy()
    mean[:, [SIDE, HEIGHT]] = 0.0
    mean[:, ELEVATION] = elevation[0]
    return Prior(mean, deviation)


def use_of(model: Model, strike: np.ndarray, which: np.ndarray, guess: np.ndarray, stage: Stage,
           thin: int = 1) -> Use:
    """The points of a stage, judged by where the strikes lead now. thin: one of so many."""
    depth = model.depths(strike, which, guess)
    used = model.valid[which] & (depth <= stage.depth) & (model.times[which] <= stage.until_s)
    if thin > 1:
        used &= (np.cumsum(used, axis=1) % thin == 1) | (depth == 0)
    deviation = np.atleast_1d(stage.deviation)
    return Use.of(used, deviation[np.minimum(depth, len(deviation) - 1)]**-2)


class _Sums(NamedTuple):
    """Of each candidate: the cost, the gradient and the curvature of half the sum of squares."""

    cost: np.ndarray  #: (n,)
    gradient: np.ndarray  #: (n, columns)
    curvature: np.ndarray  #: (n, columns, columns)


def costs_of(model: Model, strike: np.ndarray, which: np.ndarray, guess: np.ndarray, use: Use,
             bound: float, prior: Prior) -> np.ndarray:
    """(n,): the bounded loss of each candidate's points, and what is known of strikes beforehand."""
    away: np.ndarray = ((strike - prior.mean[which]) / prior.deviation)**2
    cost: np.ndarray = model.costs(strike, which, guess, use, bound) + away.sum(1)
    return cost


def _sums(model: Model, strike: np.ndarray, which: np.ndarray, guess: np.ndarray, use: Use,
          bound: float, prior: Prior, of_world: bool) -> _Sums:
    cost, gradient, curvature = model.normal_equations(strike, which, guess, use, bound, of_world)
    away = (prior.mean[which] - strike) / prior.deviation**2
    own = np.arange(model.size)
    gradient[:, own] += away
    curvature[:, own, own] += prior.deviation**-2
    _hold(strike, gradient, curvature)
    return _Sums(cost + (away**2 * prior.deviation**2).sum(1), gradient, curvature)


def _hold(strike: np.ndarray, gradient: np.ndarray, curvature: np.ndarray) -> None:
    """Takes the elevations out that are at their bound and would go beyond it: a step that is cut off
    there leads uphill, and no step of the world could be made up for by such a strike."""
    low, high = ELEVATIONS
    pull = gradient[:, ELEVATION]
    held = (strike[:, ELEVATION] <= low) & (pull < 0) | (strike[:, ELEVATION] >= high) & (pull > 0)
    gradient[held, ELEVATION] = 0.0
    curvature[held, ELEVATION, :] = curvature[held, :, ELEVATION] = 0.0
    curvature[held, ELEVATION, ELEVATION] = 1.0


def _strike_steps(curvature: np.ndarray, gradient: np.ndarray, strike: np.ndarray) -> np.ndarray:
    """The steps of strikes; an elevation that would leave its bounds goes to them, and the rest is
    solved anew."""
    step: np.ndarray = np.linalg.solve(curvature, gradient[..., None])[..., 0]
    bounded = np.clip(strike[:, ELEVATION] + step[:, ELEVATION], *ELEVATIONS) - strike[:, ELEVATION]
    out = np.flatnonzero(bounded != step[:, ELEVATION])
    if len(out):
        rest, right = curvature[out], gradient[out] - curvature[out, :, ELEVATION] * bounded[out, None]
        rest[:, ELEVATION, :] = rest[:, :, ELEVATION] = 0.0
        rest[:, ELEVATION, ELEVATION], right[:, ELEVATION] = 1.0, bounded[out]
        step[out] = np.linalg.solve(rest, right[..., None])[..., 0]
    return step


def _damped(curvature: np.ndarray, damping: np.ndarray) -> np.ndarray:
    out: np.ndarray = curvature.copy()
    own = np.arange(curvature.shape[-1])
    out[..., own, own] *= 1.0 + damping[..., None]
    return out


def fit_strikes(model: Model, strike: np.ndarray, which: np.ndarray, guess: np.ndarray,
                stage: Stage, prior: Prior, turns: int = 10, thin: int = 1,
                use: Optional[Use] = None) -> Tuple[np.ndarray, np.ndarray]:
    """Fits each candidate on its own; returns strikes and costs. use: default: the stage's."""
    strike = model.feasible(strike)
    if use is None:
        use = use_of(model, strike, which, guess, stage, thin)
    cost = costs_of(model, strike, which, guess, use, stage.bound, prior)
    damping = np.full(len(strike), _DAMPING)
    active = np.arange(len(strike))
    for _ in range(turns):
        sums = _sums(model, strike[active], which[active], guess,
                     use.pick(active), stage.bound, prior, False)
        gain = np.zeros(len(active))
        for _ in range(_TRIALS):
            left = np.flatnonzero(gain == 0)
            rows = active[left]
            step = _strike_steps(_damped(sums.curvature[left], damping[rows]), sums.gradient[left],
                                 strike[rows])
            trial = model.feasible(strike[rows] + step)
            new_cost = costs_of(model, trial, which[rows], guess, use.pick(rows),
                             stage.bound, prior)
            better = new_cost < cost[rows]
            gain[left[better]] = (cost[rows] - new_cost)[better]
            strike[rows[better]], cost[rows[better]] = trial[better], new_cost[better]
            damping[rows] = np.where(better, damping[rows] / 10, damping[rows] * 10)
            if better.all():
                break
        active = active[gain > _ENOUGH * (1.0 + cost[active])]
        if not len(active):
            break
    return strike, cost


@dataclass
class Joint:
    """A world fitted with all its strikes, and what each shot says of it: the cost of the world
    theta + d is that of here plus sum over shots of d S d / 2 - g d, to second order."""

    guess: np.ndarray  #: (unknowns,)
    strike: np.ndarray  #: (shots, size)
    cost: float
    gradients: np.ndarray  #: (shots, unknowns), the g, with each strike refitted.
    curvatures: np.ndarray  #: (shots, unknowns, unknowns), the S, likewise, of Gauss and Newton.
    sharpness: float  #: What the loss' curvature is in units of that; see sharpness_of().
    dispersion: float = 1.0  #: With which the prior was weighed; see dispersion_of().


def fit_world(model: Model, strike: np.ndarray, guess: np.ndarray, stage: Stage, prior: Prior,
              turns: int, shots: Optional[np.ndarray] = None, dispersion: float = 1.0) -> Joint:
    """Fits the world and the strikes of `shots` (default: all) together. dispersion: the weight of
    what is known of the world beforehand; see dispersion_of()."""
    which = np.arange(model.shots) if shots is None else shots
    strike, guess = model.feasible(strike[which]), guess.copy()
    world, size = model.world, model.size
    use = use_of(model, strike, which, guess, stage)
    damping, known = _DAMPING, dispersion / world.width**2

    def with_prior(costs: np.ndarray, guess: np.ndarray) -> float:
        return float(costs.sum() + (known * (guess - world.start)**2).sum())

    strike, costs = fit_strikes(model, strike, which, guess, stage, prior, use=use)
    while True:
        cost = with_prior(costs, guess)
        sums = _sums(model, strike, which, guess, use, stage.bound, prior, True)
        gradients, curvatures, follow = reduce_to_world(sums, size)
        if turns == 0:
            break
        turns, gain = turns - 1, 0.0
        pull = known * (world.start - guess)
        for _ in range(_WORLD_TRIALS):
            step = _bounded_step(curvatures.sum(0) + np.diag(known),
                                 gradients.sum(0) + pull, guess, world.low, world.high, damping)
            next_guess = np.clip(guess + step, world.low, world.high)
            # Where a strike that follows has lost a contact, the old strike is the better one. They
            # are fitted before the step is judged: a few shots that it upsets would veto it.
            tries = np.array([model.feasible(strike + follow(next_guess - guess)), strike])
            both = [costs_of(model, each, which, next_guess, use, stage.bound, prior) for each in tries]
            next_strike, next_costs = fit_strikes(
                model, tries[np.argmin(both, axis=0), np.arange(len(which))], which, next_guess, stage,
                prior, 4, use=use)
            new_cost = with_prior(next_costs, next_guess)
            if new_cost < cost:
                gain = cost - new_cost
                guess, strike, costs = next_guess, next_strike, next_costs
                damping /= 10
                break
            damping *= 10
        if gain <= _SETTLED:
            break
    off = model.places[which[use.owner], use.rows] - model.see(strike, which, guess, use)
    sharpness = sharpness_of(use.weights * (off**2).sum(1), stage.bound)
    return Joint(guess, strike, cost, gradients, curvatures, sharpness, dispersion)


def sharpness_of(squares: np.ndarray, bound: float) -> float:
    """How sharply a bounded loss bends, in units of the curvature that Gauss and Newton take, over
    points whose distances have these squares, in deviations. Its weights have their own slope, which
    they leave out: a fit needs no more, but what it finds scatters by the inverse [Huber 1973,
    "Robust regression: asymptotics, conjectures and Monte Carlo", the mean of psi']."""
    shrink = np.nan_to_num(1.0 / (1.0 + squares / bound**2))
    weights = shrink**2  # Of a point, as in Motion::MakeNormalEquations(); their slopes make the rest.
    return max(float((weights * (2.0 * shrink - 1.0)).sum() / weights.sum()), 1e-3)


def dispersion_of(world: World, joint: Joint) -> float:
    """By how much more the shots contradict each other than their curvatures say, at least 1: the mean
    square of their gradients in units of the loss' curvature [Wedderburn 1974, "Quasi-likelihood
    functions, generalized linear models, and the Gauss-Newton method", the dispersion]. With a
    perfect law and a camera whose errors are independent it is 1. Where a law is not quite that of the
    cloth, all points behind an impact err together: so many of them count as one, and what is known of
    the world beforehand weighs that much more beside them."""
    curvature = joint.sharpness * joint.curvatures.sum(0)
    scatter = joint.gradients.T @ joint.gradients
    known = np.diag(joint.dispersion / world.width**2)
    return max(float(np.trace(np.linalg.solve(curvature + known, scatter))) / max(len(known), 1), 1.0)


def reduce_to_world(sums: _Sums, size: int
                    ) -> Tuple[np.ndarray, np.ndarray, Callable[[np.ndarray], np.ndarray]]:
    """The normal equations of the world with the strikes eliminated: per shot their gradients and
    curvatures, and how the strikes follow a step of the world. With H = [C B; B' A] of a shot,
    S = A - B' inv(C) B and g = g_A - B' inv(C) g_C."""
    across = sums.curvature[:, :size, size:]
    solved = np.linalg.solve(sums.curvature[:, :size, :size],
                             np.concatenate([across, sums.gradient[:, :size, None]], axis=2))
    by_world, alone = solved[..., :-1], solved[..., -1]
    curvature = sums.curvature[:, size:, size:] - across.transpose(0, 2, 1) @ by_world
    gradient = sums.gradient[:, size:] - np.einsum("nij,ni->nj", across, alone)
    return gradient, curvature, lambda step: -by_world @ step


def _bounded_step(curvature: np.ndarray, gradient: np.ndarray, guess: np.ndarray, low: np.ndarray,
                  high: np.ndarray, damping: float) -> np.ndarray:
    """The damped step; what would leave its bounds goes to them, and the rest is solved anew."""
    step = np.zeros(len(guess))
    free = np.ones(len(guess), bool)
    matrix = _damped(curvature, np.array(damping))
    for _ in range(len(guess)):
        right = gradient[free] - matrix[np.ix_(free, ~free)] @ step[~free]
        step[free] = np.linalg.solve(matrix[np.ix_(free, free)], right)
        out = free & ((guess + step < low) | (guess + step > high))
        if not out.any():
            break
        step[out] = np.clip(guess + step, low, high)[out] - guess[out]
        free &= ~out
        if not free.any():
            break
    return step


def scatter_of(model: Model, strike: np.ndarray, which: np.ndarray, guess: np.ndarray, depth: int,
               noise_m: float) -> np.ndarray:
    """The deviation of points from the fits, m, by their depth; it grows with it, and is at least
    the camera's noise. Each impact makes errors grow, those of the laws too: points behind it would
    outvote those before it, which know the strike far better, if all had one deviation. Of the
    median, so that shots that went astray do not count, and not of balls that nothing has met: those
    are a matter of hit or miss."""
    use = model.all_points(which)
    off = model.places[which[use.owner], use.rows] - model.see(strike, which, guess, use)
    at = model.depths(strike, which, guess)[use.owner, use.rows]
    struck = model.ball[which[use.owner], use.rows] == 0
    told = (struck | (at > 0)) & np.isfinite(off).all(1)
    off, at = np.linalg.norm(off, axis=1)[told], at[told]
    # The median of the length of two normal numbers is sqrt(2 ln 2) deviations.
    of = [float(np.median(off[at == d])) / float(np.sqrt(2 * np.log(2))) if (at == d).any() else 0.0
          for d in range(depth + 1)]
    grown: np.ndarray = np.maximum.accumulate(np.maximum(of, noise_m))
    return grown
