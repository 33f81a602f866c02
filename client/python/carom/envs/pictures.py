"""The table from above, small and plain: as pixels, or as SVG.

The pictures of shots with their paths are those of `carom render`.
"""
from __future__ import annotations

from typing import Optional, Union

import numpy as np

from carom.envs.rules import POCKETED
from carom.envs.tasks import Surface

# Of balls 0 to 8, then again for the stripes; [Okabe and Ito 2008, "Color universal design"] where
# the colours of pool balls allow.
COLOURS = ("#ffffff", "#f0e442", "#0072b2", "#d55e00", "#6a3d9a", "#e69f00", "#009e73", "#7a1f1f",
           "#111111")
CLOTH, WOOD, HOLE = "#2f6f4f", "#5b3a21", "#000000"
BORDER_M = 0.12  # Of wood around the playing surface.
PIXELS_PER_M = 240


def draw(mode: str, surface: Surface, positions: np.ndarray, motions: np.ndarray,
         before: Optional[np.ndarray] = None) -> Union[np.ndarray, str]:
    """`rgb_array`: (height, width, 3) uint8; `svg`: text.

    positions, before: (balls, 3), m; motions: (balls,). Where balls were `before` is outlined.
    """
    return (_svg if mode == "svg" else _pixels)(surface, positions, motions, before)


def colour(ball: int) -> str:
    return COLOURS[ball] if ball < len(COLOURS) else COLOURS[(ball - 1) % 8 + 1]


def _svg(surface: Surface, positions, motions, before) -> str:
    half, across = surface.length_m / 2, surface.width_m / 2
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-half - BORDER_M:g} '
           f'{-across - BORDER_M:g} {2 * (half + BORDER_M):g} {2 * (across + BORDER_M):g}" width="640">',
           f'<rect x="{-half - BORDER_M:g}" y="{-across - BORDER_M:g}" width="100%" height="100%" '
           f'fill="{WOOD}"/>',
           f'<rect x="{-half:g}" y="{-across:g}" width="{2 * half:g}" height="{2 * across:g}" '
           f'fill="{CLOTH}"/>']
    out += [f'<circle cx="{x:g}" cy="{-y:g}" r="{r:g}" fill="{HOLE}"/>' for x, y, r in surface.pockets]
    radius = surface.radius_m
    if before is not None:
        out += [f'<circle cx="{x:.5g}" cy="{-y:.5g}" r="{radius:g}" fill="none" stroke="{colour(i)}" '
                f'stroke-width="0.004"/>' for i, (x, y, _) in enumerate(before)]
    out += [f'<circle cx="{positions[i, 0]:.5g}" cy="{-positions[i, 1]:.5g}" r="{radius:g}" '
            f'fill="{colour(i)}"/>' for i in np.flatnonzero(motions < POCKETED)]
    return "\n".join(out + ["</svg>"])


def _pixels(surface: Surface, positions, motions, before) -> np.ndarray:
    half, across = surface.length_m / 2, surface.width_m / 2
    width, height = (round(2 * (side + BORDER_M) * PIXELS_PER_M) for side in (half, across))
    x = (np.arange(width) + 0.5) / PIXELS_PER_M - half - BORDER_M
    y = across + BORDER_M - (np.arange(height) + 0.5) / PIXELS_PER_M
    image = np.empty((height, width, 3), np.uint8)
    image[:] = _rgb(WOOD)
    image[np.ix_(np.abs(y) < across, np.abs(x) < half)] = _rgb(CLOTH)
    for px, py, r in surface.pockets:
        _disc(image, x, y, px, py, 0, r, HOLE)
    radius = surface.radius_m
    for ball, place in enumerate(before if before is not None else ()):
        _disc(image, x, y, place[0], place[1], 0.8 * radius, radius, colour(ball))
    for ball in np.flatnonzero(motions < POCKETED):
        _disc(image, x, y, positions[ball, 0], positions[ball, 1], 0, radius, colour(ball))
    return image


def _disc(image, x, y, cx: float, cy: float, inner: float, outer: float, shade: str) -> None:
    square = (x[None, :] - cx)**2 + (y[:, None] - cy)**2
    image[(square <= outer**2) & (square >= inner**2)] = _rgb(shade)


def _rgb(shade: str):
    return tuple(int(shade[i:i + 2], 16) for i in (1, 3, 5))
