"""Random numbers that depend on a seed, a stream and a number alone.

So environment 7 of 4096 has the same episodes as an environment of its own, and any part of a data
set can be drawn again. SplitMix64 [Steele, Lea and Flood 2014, "Fast splittable pseudorandom number
generators", Fig. 14]: with the state s, number k = 0, 1, ... is mix(s + (k + 1) GAMMA). The state
of stream t under the seed is s = mix(mix(seed) xor t).
"""
from __future__ import annotations

import numpy as np

GAMMA = np.uint64(0x9E3779B97F4A7C15)


def _mix(z: np.ndarray) -> np.ndarray:
    """The finaliser of SplitMix64, on an array of uint64, modulo 2^64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _bits(seeds, streams, count: int, first: int) -> np.ndarray:
    """Numbers `first` to `first + count` of each stream: (n, count), uint64."""
    seeds, streams = np.atleast_1d(np.asarray(seeds, np.uint64), np.asarray(streams, np.uint64))
    state = _mix(_mix(seeds) ^ streams)
    return _mix(state[:, None] + GAMMA * np.arange(first + 1, first + count + 1, dtype=np.uint64))


def uniforms(seeds, streams, count: int) -> np.ndarray:
    """`count` numbers in [0, 1) for each pair of a seed and a stream: (n, count), float64.

    `seeds` and `streams` are integers in [0, 2^64), a number or (n,) each. What is drawn is a
    multiple of 2^-53.
    """
    return (_bits(seeds, streams, count, 0) >> np.uint64(11)) * 2.0**-53


def points(seeds, streams, count: int, first: int = 0) -> np.ndarray:
    """Points `first` to `first + count` of each stream in the unit square: (n, count, 2), float64.

    The lower half of a number's bits is x, the upper one y, both multiples of 2^-32.
    """
    halves = _bits(seeds, streams, count, first).astype("<u8", copy=False).view("<u4")
    return halves.reshape(len(halves), count, 2) * 2.0**-32
