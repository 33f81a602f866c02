"""Random numbers that depend on a seed, a stream and a number alone.

So environment 7 of 4096 has the same episodes as an environment of its own, and any part of a data
set can be drawn again. They are the streams of shots that a server draws (core/base/random.h).
"""
from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carom import _core


def uniforms(seeds: ArrayLike, streams: ArrayLike, count: int) -> NDArray[np.float64]:
    """`count` numbers in [0, 1) for each pair of a seed and a stream: (n, count), float64.

    `seeds` and `streams` are integers in [0, 2^64), a number or (n,) each. What is drawn is a
    multiple of 2^-53.
    """
    pairs = np.broadcast_arrays(*np.atleast_1d(np.asarray(seeds, np.uint64),
                                               np.asarray(streams, np.uint64)))
    seeds, streams = map(np.ascontiguousarray, pairs)
    bits = _core.draw_bits(seeds, streams, count) >> np.uint64(11)
    return np.asarray(bits * 2.0**-53, np.float64)
