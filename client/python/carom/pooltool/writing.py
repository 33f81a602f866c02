"""What became of a shot, as the objects of pooltool."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np
import pooltool.constants as const
from pooltool import events as factory
from pooltool.objects.ball.datatypes import BallHistory, BallState

import carom
from carom import EventKind, Motion, StopReason
from carom.pooltool.naming import Names, Refused
from carom.pooltool.reading import Question

__all__ = ["write"]

_MOTIONS = {Motion.STATIONARY: const.stationary, Motion.SPINNING: const.spinning,
            Motion.SLIDING: const.sliding, Motion.ROLLING: const.rolling,
            Motion.POCKETED: const.pocketed}
# Transition: the factory, and the ball's states of motion before and after.
_TRANSITIONS: Dict[int, Tuple[Callable[..., Any], int, int]] = {
    int(EventKind.SLIDING_TO_ROLLING): (factory.sliding_rolling_transition, const.sliding,
                                   const.rolling),
    int(EventKind.ROLLING_TO_SPINNING): (factory.rolling_spinning_transition, const.rolling,
                                    const.spinning),
    int(EventKind.ROLLING_TO_STATIONARY): (factory.rolling_stationary_transition, const.rolling,
                                      const.stationary),
    int(EventKind.SPINNING_TO_STATIONARY): (factory.spinning_stationary_transition, const.spinning,
                                       const.stationary),
}
_SLIP = 1e-9  # m/s, below which a ball rolls.
# As numbers: a look-up of an enum's member takes Python as long as the rest of a comparison.
_BALL_BALL, _BALL_POCKET = int(EventKind.BALL_BALL), int(EventKind.BALL_POCKET)


class _Log:
    """The events of a shot in pooltool's frame."""

    def __init__(self, names: Names, events: Optional[carom.Events]):
        assert events is not None and events.before is not None and events.after is not None
        self.times, self.ends = events.times, events.times + events.durations
        self.kinds = events.contacts  # Which tell of a PRESS what touches.
        self.balls, self.others = events.balls, events.others
        self.before, self.after = (names.states_from_carom(s[..., 0, :], s[..., 1, :], s[..., 2, :])
                                   for s in (events.before, events.after))

    def rows_of(self, ball: int) -> Tuple[np.ndarray, np.ndarray]:
        """The rows of a ball's events, and where in `before` and `after` it is."""
        second = (self.kinds == _BALL_BALL) & (self.others == ball)
        rows = np.flatnonzero((self.balls == ball) | second)
        return rows, second[rows].astype(int)


class _Track:
    """One ball from event to event: states[k] is just after its k-th event, state 0 the start."""

    def __init__(self, ball: Any, number: int, log: _Log, table: Any, names: Names):
        self.rows, side = log.rows_of(number)
        kinds = log.kinds[self.rows]
        self.start = np.concatenate([[0.0], log.ends[self.rows]])
        self.rvw = np.concatenate([ball.state.rvw[None], log.after[self.rows, side]])
        self.before = log.before[self.rows, side]
        for k in np.flatnonzero(kinds == _BALL_POCKET):
            pocket = table.pockets[names.pockets[log.others[self.rows[k]]]]
            self.rvw[k + 1] = [[pocket.a, pocket.b, -pocket.depth], [0, 0, 0], [0, 0, 0]]
        self.motion = self._motions(ball, kinds)
        # Velocities are linear in time between two events; only the vertical spin may end sooner.
        span = log.times[self.rows] - self.start[:-1]
        inverse = np.divide(1.0, span, out=np.zeros_like(span), where=span > 0.0)
        rates = (self.before[:, 1:] - self.rvw[:-1, 1:]) * inverse[:, None, None]
        self.rates = np.concatenate([rates, np.zeros((1, 2, 3))])
        self.decay = 2.5 * ball.params.u_sp * ball.params.g / ball.params.R

    def _motions(self, ball: Any, kinds: np.ndarray) -> np.ndarray:
        motions = [ball.state.s]
        for k, kind in enumerate(kinds.tolist()):
            if kind in _TRANSITIONS:
                motions[-1] = _TRANSITIONS[kind][1]
                motions.append(_TRANSITIONS[kind][2])
            elif kind == _BALL_POCKET:
                motions.append(const.pocketed)
            else:
                motions.append(_motion(self.rvw[k + 1], ball.params.R))
        return np.array(motions)

    def at(self, times: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
        """rvw and motions just after each event of the log, whose times these are."""
        k = np.searchsorted(self.rows, np.arange(len(times)), side="right")
        elapsed = np.maximum(times - self.start[k], 0.0)
        rvw, rates = self.rvw[k].copy(), self.rates[k]
        rvw[:, 0] += elapsed[:, None] * (rvw[:, 1] + 0.5 * elapsed[:, None] * rates[:, 0])
        spin = rvw[:, 2, 2].copy()
        rvw[:, 1:] += elapsed[:, None, None] * rates
        rvw[:, 2, 2] = np.sign(spin) * np.maximum(np.abs(spin) - self.decay * elapsed, 0.0)
        return rvw, self.motion[k]


def _motion(rvw: np.ndarray, radius: float) -> Any:
    (vx, vy, _), (wx, wy, wz) = rvw[1:].tolist()
    if abs(vx - radius * wy) + abs(vy + radius * wx) > _SLIP:
        return const.sliding
    if vx or vy:
        return const.rolling
    return const.spinning if wz else const.stationary


def write(system: Any, question: Question, result: carom.Result, row: int, continuous: bool,
          t_final: float | None, max_events: int) -> None:
    """Makes the system what `pooltool.simulate` would have left, with Carom's motion."""
    reason = StopReason(int(result.stop_reason[row]))
    if reason != StopReason.AT_REST:
        raise Refused("shot", f"it does not come to rest: {reason.name}")
    names, log = question.names, _Log(question.names, result.shot(row).events)
    balls, table = list(system.balls.values()), system.table
    system.reset_history()
    tracks = [_Track(ball, i, log, table, names) for i, ball in enumerate(balls)]
    count, cut = _length(log.times, t_final, max_events)
    times = log.times.tolist()
    histories: List[List[BallState]] = []
    for ball, track in zip(balls, tracks):
        rvw, motions = track.at(log.times)
        states = [BallState(*state) for state in zip(rvw[:count], motions[:count].tolist(), times)]
        histories.append([ball.state.copy(), *states])
    system.events = [factory.null_event(time=0.0)]
    system.events += [_event(system, names, log, tracks, histories, e) for e in range(count)]
    end = times[count - 1] if count else 0.0
    for ball, states in zip(balls, histories):
        ball.state = states[-1].copy()
        ball.state.t = end
        if cut:  # As pooltool: balls are stopped in the last event's state, too.
            for state in (ball.state, states[-1]):
                if state.s != const.pocketed:
                    state.s = const.stationary
                state.rvw[1:] = 0.0
        states.append(ball.state)
        ball.history = BallHistory(states)
    system.events.append(factory.null_event(time=end))
    system.t = end
    if continuous:
        _write_samples(balls, names, result.shot(row).samples, end)


def _length(times: np.ndarray, t_final: float | None, max_events: int) -> Tuple[int, bool]:
    """How many events pooltool would tell, and whether it would stop the balls then."""
    count = len(times)
    if t_final is not None:
        count = min(count, int(np.searchsorted(times, t_final, side="left")) + 1)
    if max_events > 0 and max_events + 2 <= count:
        return max_events + 2, True
    return count, False


def _event(system: Any, names: Names, log: _Log, tracks: List[_Track],
           histories: List[List[BallState]], e: int) -> Any:
    kind, time = int(log.kinds[e]), float(log.times[e])
    first, other = int(log.balls[e]), int(log.others[e])
    numbers = [first, other] if kind == _BALL_BALL else [first]
    balls = [system.balls[names.balls[n]] for n in numbers]
    for n, ball in zip(numbers, balls):
        k = int(np.searchsorted(tracks[n].rows, e))
        ball.state = BallState(tracks[n].before[k].copy(), int(tracks[n].motion[k]), time)
    event = _made(system, names, kind, balls, other, time)
    by_id = {ball.id: ball for ball in balls}
    for agent in event.agents:
        agent.set_initial(by_id.get(agent.id) if agent.agent_type == "ball"
                          else _part(system, agent))
    for n, ball in zip(numbers, balls):
        ball.state = histories[n][e + 1]
    if kind == _BALL_POCKET:
        system.table.pockets[names.pockets[other]].add(balls[0].id)
    for agent in event.agents:
        if agent.agent_type == "ball":
            agent.set_final(by_id[agent.id])
        elif agent.agent_type == "pocket":
            agent.set_final(_part(system, agent))
    return event


def _made(system: Any, names: Names, kind: int, balls: List[Any], other: int, time: float) -> Any:
    if kind in _TRANSITIONS:
        return _TRANSITIONS[kind][0](balls[0], time)
    if kind not in _IMPACTS:
        raise Refused("shot", f"pooltool has no event {EventKind(kind).name}")
    return _IMPACTS[kind](system, names, balls, other, time)


# Of the event of a system: the balls that take part, Carom's number of the other body, and when.
_IMPACTS: Dict[int, Callable[[Any, Names, List[Any], int, float], Any]] = {
    int(EventKind.CUE_STRIKE): lambda system, names, balls, other, time:
        factory.stick_ball_collision(system.cue, balls[0], time),
    _BALL_BALL: lambda system, names, balls, other, time:
        factory.ball_ball_collision(balls[0], balls[1], time),
    int(EventKind.BALL_CUSHION): lambda system, names, balls, other, time:
        factory.ball_linear_cushion_collision(
            balls[0], system.table.cushion_segments.linear[names.linear[other]], time),
    int(EventKind.BALL_JAW): lambda system, names, balls, other, time:
        factory.ball_circular_cushion_collision(
            balls[0], system.table.cushion_segments.circular[names.circular[other]], time),
    _BALL_POCKET: lambda system, names, balls, other, time:
        factory.ball_pocket_collision(balls[0], system.table.pockets[names.pockets[other]], time),
}


def _part(system: Any, agent: Any) -> Any:
    segments = system.table.cushion_segments
    return {"cue": lambda: system.cue, "pocket": lambda: system.table.pockets[agent.id],
            "linear_cushion_segment": lambda: segments.linear[agent.id],
            "circular_cushion_segment": lambda: segments.circular[agent.id],
            }[str(agent.agent_type)]()


def _write_samples(balls: List[Any], names: Names, samples: Optional[carom.Samples], end: float
                   ) -> None:
    """pooltool's grid: 0, dt, 2 dt, ..., and the last state at the end."""
    assert samples is not None
    kept = int(np.searchsorted(samples.times, end, side="right"))
    rvw = names.states_from_carom(samples.position[:kept], samples.velocity[:kept],
                                  samples.angular_velocity[:kept])
    times, motions = samples.times[:kept].tolist(), samples.motion[:kept, :, 0].astype(int)
    for i, ball in enumerate(balls):
        own = [_MOTIONS[motion] for motion in motions[:, i].tolist()]
        states = [BallState(*state) for state in zip(rvw[:, i], own, times)]
        if const.pocketed in own:  # Where a ball lies in a pocket is pooltool's to say.
            first = own.index(const.pocketed)
            for state in states[first:]:
                state.rvw = ball.state.rvw.copy()
        ball.history_cts = BallHistory([ball.history[0].copy(), *states[1:],
                                        ball.history[-1].copy()])
