"""Where balls end, for JAX: a function through which gradients go.

    import carom.jax
    def loss(azimuths):
        played = carom.jax.final_positions(simulator, game, ["strike.azimuth_rad"], azimuths, speed=2.0)
        return jax.numpy.where(played.valid[..., None], played.positions, 0).sum()
    jax.grad(loss)(jax.numpy.zeros((1000, 1)))

Elsewhere arrays need no adapter: `jax.dlpack.from_dlpack(result.positions)` shares memory that begins
at a multiple of 64 bytes and copies other, and `carom.strikes` takes JAX's arrays.
"""
from __future__ import annotations

import functools
from typing import Any, List, Tuple

try:
    import jax
except ImportError as error:  # pragma: no cover
    raise ImportError("carom.jax needs JAX: pip install 'carom[jax]'") from error

import numpy as np

from carom.final_positions import Played, FinalPositions
from carom.game import Game

__all__ = ["Played", "final_positions"]


def final_positions(simulator: Any, game: Game, paths: List[str], values: jax.Array, *,
                    invalid: str = "nan", **others: Any) -> Played:
    """Plays a shot for each row of `values` (..., paths): positions (..., balls, 3) and the mask
    `valid` (..., balls) of the balls through which gradients go, once and in reverse mode.

    values: an array of a floating type; under `jit`, `grad` and `vmap` too. Without
        `jax.config.update("jax_enable_x64", True)` it is float32, rounded to 6e-8 of a value before
        and after; the engine computes in float64.

    The other arguments are those of `carom.final_positions.FinalPositions`. What that raises comes
    out of JAX as an error of its own, with the text.
    """
    function = FinalPositions(simulator, game, paths, invalid, others)
    values = jax.numpy.asarray(values)
    function.check(values.shape, values.dtype)
    positions, ends = _final_positions(function, values)
    return Played.of(positions, ends)


def _play(function: FinalPositions, values: jax.Array) -> Tuple[jax.Array, jax.Array, jax.Array]:
    balls = (*values.shape[:-1], function.game.ball_count)
    shapes = (jax.ShapeDtypeStruct((*balls, 3), values.dtype), jax.ShapeDtypeStruct(balls, np.int8),
              jax.ShapeDtypeStruct((*balls, 3, len(function.paths)), values.dtype))
    played: Tuple[jax.Array, jax.Array, jax.Array] = jax.pure_callback(
        function, shapes, values, vmap_method="broadcast_all")
    return played


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def _final_positions(function: FinalPositions, values: jax.Array) -> Tuple[jax.Array, jax.Array]:
    return _play(function, values)[:2]


def _forward(function: FinalPositions, values: jax.Array) -> Tuple[Any, Any]:
    positions, ends, derivatives = _play(function, values)
    return (positions, ends), (derivatives, ends)


def _backward(function: FinalPositions, kept: Any, cotangents: Any) -> Tuple[jax.Array]:
    derivatives, ends = kept
    shape = (*ends.shape[:-1], len(function.paths))
    return (jax.pure_callback(function.gradient, jax.ShapeDtypeStruct(shape, derivatives.dtype),
                              derivatives, ends, cotangents[0], vmap_method="expand_dims"),)


_final_positions.defvjp(_forward, _backward)
