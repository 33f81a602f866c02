"""Ids of pooltool and indices of Carom, and the two frames."""
from __future__ import annotations

from typing import Any, List

import numpy as np

__all__ = ["Refused", "Names"]


class Refused(NotImplementedError):
    """A system asks for what Carom lacks. `field` is the path of what asks for it."""

    def __init__(self, field: str, why: str):
        super().__init__(f"{field}: {why}")
        self.field = field


class Names:
    """The parts of a system in Carom's order, and where Carom's origin lies.

    pooltool's frame has x across and y along the table; Carom's has x along it, y to its left and
    the origin in the middle of its cushions.
    """

    def __init__(self, system: Any):
        segments = system.table.cushion_segments
        self.balls = list(system.balls)
        self.linear = list(segments.linear)
        self.circular = list(segments.circular)
        self.pockets = list(system.table.pockets)
        self.number = {name: index for index, name in enumerate(self.balls)}
        ends = [end for segment in segments.linear.values() for end in (segment.p1, segment.p2)]
        self.middle = np.zeros(2)
        if ends:
            self.middle = (np.min(ends, axis=0)[:2] + np.max(ends, axis=0)[:2]) / 2

    def vector_to_carom(self, v: Any) -> List[float]:
        return [float(v[1]), 0.0 - float(v[0]), float(v[2])]

    def point_to_carom(self, p: Any) -> List[float]:
        return [float(p[1] - self.middle[1]), float(self.middle[0] - p[0]), float(p[2])]

    def states_from_carom(self, position: np.ndarray, velocity: np.ndarray, spin: np.ndarray
                          ) -> np.ndarray:
        """(..., 3) each to pooltool's rvw, (..., 3, 3)."""
        rvw = np.empty(position.shape[:-1] + (3, 3))
        for row, vectors in enumerate((position, velocity, spin)):
            rvw[..., row, 0] = -vectors[..., 1]
            rvw[..., row, 1] = vectors[..., 0]
            rvw[..., row, 2] = vectors[..., 2]
        rvw[..., 0, :2] += self.middle
        return rvw
