"""Where balls are at any time, from the event log alone.

Between two events of a ball its place is a quadratic of time [Leckie and Greenspan 2006, "An
event-based pool physics simulator", 3], whichever way it moves. The cubic that has the engine's
places and velocities at both ends is then that quadratic, so no law of motion is written here.
"""
from __future__ import annotations

from typing import Tuple

import numpy as np

from carom.enums import EventKind
from carom.result import Events, Result

_SPAN_S = 4096.0  # Of one ball in the keys below: longer than any shot, and a power of two.
_IMPACTS = (EventKind.BALL_BALL, EventKind.BALL_CUSHION, EventKind.BALL_JAW)


class Motion:
    """The motion of all balls of a run.

    result: of `run(event_states=True)`.
    starts: (shots, balls, 2), where the balls lie before the strike, m.
    """

    def __init__(self, result: Result, starts: np.ndarray):
        events = result.events
        if events is None or events.before is None or events.after is None:
            raise ValueError("result must be of run(event_states=True)")
        self.shots, self.balls = starts.shape[:2]
        self._starts = starts.reshape(-1, 2)
        self.ok = result.ok.copy()
        shot = np.repeat(np.arange(self.shots), np.diff(events.offsets))
        paired = np.flatnonzero(events.contacts == EventKind.BALL_BALL)
        row = np.concatenate([np.arange(len(events)), paired])
        side = np.concatenate([np.zeros(len(events), np.int64), np.ones(len(paired), np.int64)])
        ball = np.where(side == 0, events.balls[row], events.others[row])
        body = shot[row] * self.balls + ball
        order = np.lexsort((row, body))
        row, side, body = row[order], side[order], body[order]
        before, after = events.before[row, side, :2, :2], events.after[row, side, :2, :2]
        depth = _depths(events, shot, self.shots, self.balls)[row]
        # Along each ball's nodes the depth never falls: one running maximum for all of them.
        depth = np.maximum.accumulate(depth + body * 1024) - body * 1024
        self._body, self._depth = body, depth
        hits = np.cumsum((events.contacts[row] == EventKind.BALL_CUSHION) & (side == 0))
        first = np.searchsorted(body, body)
        self._cushions = hits - np.where(first > 0, hits[first - 1], 0)
        self._begin = events.times[row] + events.durations[row]  # Of the stretch after the node.
        self._place, self._velocity = after[:, 0], after[:, 1]
        self._key = body * _SPAN_S + events.times[row]
        self._close(result, events.times[row], before)

    def _close(self, result: Result, times: np.ndarray, before: np.ndarray) -> None:
        """The ends of the stretches: the next node of the ball, or the end of the shot."""
        count = len(self._body)
        has_next = np.zeros(count, bool)
        has_next[:-1] = self._body[1:] == self._body[:-1]
        following = np.minimum(np.arange(count) + 1, max(count - 1, 0))
        end_place = result.positions[:, :, :2].reshape(-1, 2)[self._body]
        end_time = result.end_time[self._body // self.balls]
        span = np.where(has_next, times[following], end_time) - self._begin
        self._span = np.where(span > 0, span, 1.0)
        self._end_place = np.where(has_next[:, None], before[following, 0], end_place)
        # The mean of the velocities at the ends of a quadratic is that of the whole.
        mean = (self._end_place - self._place) / self._span[:, None]
        self._end_velocity = np.where(has_next[:, None], before[following, 1],
                                      2.0 * mean - self._velocity)
        at_rest = ~has_next & ~self._velocity.any(1)
        self._end_place[at_rest], self._end_velocity[at_rest] = self._place[at_rest], 0.0
        # p + v u + (3 d - 2 v - w) u^2 + (v + w - 2 d) u^3 with d = end - p and u = t / span, which
        # ends at 1: what follows is not known, and not asked for.
        v, w = self._velocity * self._span[:, None], self._end_velocity * self._span[:, None]
        d = self._end_place - self._place
        self._curves = np.concatenate([self._place, v, 3 * d - 2 * v - w, v + w - 2 * d], axis=1)

    def at(self, shots: np.ndarray, balls: np.ndarray, times: np.ndarray) -> np.ndarray:
        """Places (n, 2) of balls at times, s after the strike; NaN where the shot failed."""
        body, node, known = self._find(shots, balls, times)
        place: np.ndarray = self._starts[body]
        place[known] = self._places(node, times[known])
        place[~self.ok[shots]] = np.nan
        return place

    def variants(self, count: int, shots: np.ndarray, balls: np.ndarray, times: np.ndarray
                 ) -> np.ndarray:
        """`at()` (count, n, 2) of a run of `count` variants of the same shots, one behind the other,
        that differ by steps of differences. A ball with the same number of events in a variant is
        looked up in its first one alone: events come at the same times but for such a step."""
        body, node, known = self._find(shots, balls, times)
        begin = np.searchsorted(self._body, np.arange(self.shots * self.balls + 1))
        events = np.diff(begin)
        places = np.empty((count, len(body), 2))
        for variant, place in enumerate(places):
            shift = variant * (self.shots // count)
            other = body + shift * self.balls
            if (events[other] == events[body]).all():
                place[:] = self._starts[other]
                place[known] = self._places(node + (begin[other] - begin[body])[known], times[known])
                place[~self.ok[shots + shift]] = np.nan
            else:
                place[:] = self.at(shots + shift, balls, times)
        return places

    def velocities(self, shots: np.ndarray, balls: np.ndarray, times: np.ndarray) -> np.ndarray:
        """Velocities (n, 2), likewise."""
        body, node, known = self._find(shots, balls, times)
        velocity = np.zeros((len(body), 2))
        u, curve = self._of(node, times[known])
        velocity[known] = (curve[:, 2:4] + u * (2 * curve[:, 4:6] + 3 * u * curve[:, 6:])
                           ) / self._span[node][:, None]
        return velocity

    def depths(self, shots: np.ndarray, balls: np.ndarray, times: np.ndarray) -> np.ndarray:
        """Depths (n,): how many impacts, one behind the other, the ball's motion goes back to.
        Chaos makes errors grow with them, whatever the time."""
        body, node, known = self._find(shots, balls, times)
        depth = np.zeros(len(body), np.int64)
        depth[known] = self._depth[node]
        return depth

    def cushions(self, shots: np.ndarray, balls: np.ndarray, times: np.ndarray) -> np.ndarray:
        """How many cushions (n,) the ball has met."""
        body, node, known = self._find(shots, balls, times)
        met = np.zeros(len(body), np.int64)
        met[known] = self._cushions[node]
        return met

    def _find(self, shots: np.ndarray, balls: np.ndarray, times: np.ndarray
              ) -> Tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The body of each query, and the node before those that have one."""
        body = shots * self.balls + balls
        key = body * _SPAN_S + np.minimum(times, _SPAN_S / 2)
        node = np.searchsorted(self._key, key, "right") - 1
        known = (node >= 0) & (self._body[node] == body) if len(self._key) else np.zeros(
            len(body), bool)
        return body, node[known], known

    def _places(self, node: np.ndarray, times: np.ndarray) -> np.ndarray:
        u, curve = self._of(node, times)
        place: np.ndarray = curve[:, 6:] * u
        for power in (4, 2, 0):
            place += curve[:, power:power + 2]
            if power:
                place *= u
        return place

    def _of(self, node: np.ndarray, times: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        u = np.clip((times - self._begin[node]) / self._span[node], 0.0, 1.0)
        return u[:, None], self._curves[node]


def _depths(events: Events, shot: np.ndarray, shots: int, balls: int) -> np.ndarray:
    """How deep each event lies in the tree of impacts: the strike is 0."""
    depth = np.zeros(len(events), np.int64)
    rows = np.flatnonzero(np.isin(events.contacts, _IMPACTS))
    first = np.searchsorted(shot[rows], np.arange(shots))
    number = np.arange(len(rows)) - first[shot[rows]]  # Of the impact in its shot.
    known = np.zeros((shots, balls), np.int64)
    for turn in range(int(number.max(initial=-1)) + 1):
        now = rows[number == turn]
        ball = events.balls[now].astype(np.int64)
        met = events.contacts[now] == EventKind.BALL_BALL
        other = np.where(met, events.others[now], ball)
        reached = np.maximum(known[shot[now], ball], known[shot[now], other]) + 1
        known[shot[now], ball] = known[shot[now], other] = depth[now] = reached
    return depth
