"""The table from above, small and plain: as pixels, or as SVG.

The pictures of shots with their paths are those of `carom render`.
"""
from __future__ import annotations

from typing import Optional, Sequence, Tuple, Union

import numpy as np

from carom import arguments
from carom.enums import Motion
from carom.envs.tasks import Surface

MODES = ("rgb_array", "svg")  # Values of `render_mode`, beside None.

# Of balls 0 to 8, then again for the stripes; [Okabe and Ito 2008, "Color universal design"] where
# the colours of pool balls allow.
COLOURS = ("#ffffff", "#f0e442", "#0072b2", "#d55e00", "#6a3d9a", "#e69f00", "#009e73", "#7a1f1f",
           "#111111")
CLOTH, WOOD, HOLE = "#2f6f4f", "#5b3a21", "#000000"
BORDER_M = 0.12  # Of wood around the playing surface.
PIXELS_PER_M = 240
SVG = "http://www.w3.org/2000/svg"


def check_mode(mode: Optional[str]) -> Optional[str]:
    """A value of `render_mode`."""
    return None if mode is None else arguments.one_of("render_mode", mode, MODES)


def draw(mode: str, surface: Surface, positions: np.ndarray, motions: np.ndarray,
         before: Optional[np.ndarray] = None) -> Union[np.ndarray, str]:
    """`rgb_array`: (height, width, 3) uint8; `svg`: text.

    positions, before: (balls, 3), m; motions: (balls,). Where balls were `before` is outlined.
    """
    return (_svg if mode == "svg" else _pixels)(surface, positions, motions, before)


def save_curve(path: str, title: str, names: Sequence[str], rows: np.ndarray) -> None:
    """Writes a learning curve to PATH.csv and, as a picture, to PATH.svg; see `curve_svg`."""
    np.savetxt(path + ".csv", rows, "%.6g", ",", header=",".join(names), comments="")
    with open(path + ".svg", "w", encoding="utf-8") as file:
        file.write(curve_svg(title, names, rows))


def _apart(at: np.ndarray, gap: float) -> np.ndarray:
    """Numbers that are moved down as far as they must be to lie so far from each other."""
    order = np.argsort(at, kind="stable")
    steps = gap * np.arange(len(at))
    moved = np.empty(len(at))
    moved[order] = np.maximum.accumulate(at[order] - steps) + steps
    return moved


def curve_svg(title: str, names: Sequence[str], rows: np.ndarray) -> str:
    """Curves of shares, 0 to 1, over the first column of `rows`: (n, columns), as SVG.

    Each column has its name. The ink is that of the text around it, so that it is read on light and
    dark pages.
    """
    x, width, height = rows[:, 0], 640, 360
    left, right, top, bottom = 50, 150, 30, 40
    at_x = left + (width - left - right) * x / x.max()
    out = [f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}" width="{width}" '
           'font-family="sans-serif" font-size="13" fill="#888888">',
           f'<text x="{left}" y="18">{title}</text>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        at = height - bottom - (height - top - bottom) * share
        out += [f'<path d="M{left} {at:g}H{width - right}" stroke="#888888" stroke-width="0.5"/>',
                f'<text x="{left - 6}" y="{at + 4:g}" text-anchor="end">{share:.0%}</text>']
    curves = height - bottom - (height - top - bottom) * rows[:, 1:]
    for number, (name, y, beside) in enumerate(zip(names[1:], curves.T, _apart(curves[-1] + 4, 14))):
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(at_x, y))
        shade = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")[number % 4]
        out += [f'<polyline points="{points}" fill="none" stroke="{shade}" stroke-width="2"/>',
                f'<text x="{width - right + 6}" y="{beside:.1f}" fill="{shade}">{name}</text>']
    ticks = [f"{value:,.0f}".replace(",", " ") for value in x]
    out += [f'<text x="{a:.1f}" y="{height - bottom + 18}" text-anchor="middle">{value}</text>'
            for a, value in list(zip(at_x, ticks))[::max(1, len(x) // 4)]]
    return "\n".join(out + [f'<text x="{(left + width - right) / 2:g}" y="{height - 6}" '
                            f'text-anchor="middle">{names[0]}</text>', "</svg>", ""])


def colour(ball: int) -> str:
    return COLOURS[ball] if ball < len(COLOURS) else COLOURS[(ball - 1) % 8 + 1]


def _svg(surface: Surface, positions: np.ndarray, motions: np.ndarray, before: Optional[np.ndarray]
         ) -> str:
    half, across = surface.length_m / 2, surface.width_m / 2
    out = [f'<svg xmlns="{SVG}" width="640" viewBox="{-half - BORDER_M:g} {-across - BORDER_M:g} '
           f'{2 * (half + BORDER_M):g} {2 * (across + BORDER_M):g}">',
           f'<rect x="{-half - BORDER_M:g}" y="{-across - BORDER_M:g}" width="100%" height="100%" '
           f'fill="{WOOD}"/>',
           f'<rect x="{-half:g}" y="{-across:g}" width="{2 * half:g}" height="{2 * across:g}" '
           f'fill="{CLOTH}"/>']
    out += [f'<circle cx="{x:g}" cy="{-y:g}" r="{r:g}" fill="{HOLE}"/>'
            for x, y, r in surface.pockets]
    radius = surface.radius_m
    if before is not None:
        out += [f'<circle cx="{x:.5g}" cy="{-y:.5g}" r="{radius:g}" fill="none" '
                f'stroke="{colour(i)}" stroke-width="0.004"/>'
                for i, (x, y, _) in enumerate(before)]
    out += [f'<circle cx="{positions[i, 0]:.5g}" cy="{-positions[i, 1]:.5g}" r="{radius:g}" '
            f'fill="{colour(i)}"/>' for i in np.flatnonzero(motions < Motion.POCKETED).tolist()]
    return "\n".join(out + ["</svg>"])


def _pixels(surface: Surface, positions: np.ndarray, motions: np.ndarray, before: Optional[np.ndarray]
            ) -> np.ndarray:
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
    for ball in np.flatnonzero(motions < Motion.POCKETED).tolist():
        _disc(image, x, y, positions[ball, 0], positions[ball, 1], 0, radius, colour(ball))
    return image


def _disc(image: np.ndarray, x: np.ndarray, y: np.ndarray, cx: float, cy: float, inner: float,
          outer: float, shade: str) -> None:
    square = (x[None, :] - cx)**2 + (y[:, None] - cy)**2
    image[(square <= outer**2) & (square >= inner**2)] = _rgb(shade)


def _rgb(shade: str) -> Tuple[int, ...]:
    return tuple(int(shade[i:i + 2], 16) for i in (1, 3, 5))
