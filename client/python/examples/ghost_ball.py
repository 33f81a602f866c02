"""The ghost-ball rule: send the ball along the line of centres into the pocket that forgives most."""
import numpy as np
from carom.envs.tasks import POOL, ghost_azimuth

R, HALF = POOL.radius_m, np.array([POOL.length_m, POOL.width_m]) / 2  # of a ball; the table; m


def ghost_balls(cue: np.ndarray, ball: np.ndarray) -> "tuple[np.ndarray, np.ndarray]":
    """The b (6, n) that send the ball to each pocket, and what each is worth: cos(cut angle) / distance."""
    line = np.array(POOL.pockets)[:, None, :2] - ball  # (6, n, 2)
    aims = [ghost_azimuth(cue, ball, np.array([pocket[:2]]), R) for pocket in POOL.pockets]
    cut = np.stack(aims) - np.arctan2(line[..., 1], line[..., 0])
    return np.sin(cut), np.cos(cut) / np.linalg.norm(line, axis=-1)


def ghost_ball(cue: np.ndarray, ball: np.ndarray) -> np.ndarray:
    """The b (n,) that is worth most."""
    b, value = ghost_balls(cue, ball)
    return np.asarray(b[value.argmax(0), np.arange(len(ball))])
