"""What a referee sees and decides, from the event columns of a result.

The rules are those of `core/rules` and have their numbers:
[WPA] World Pool-Billiard Association, The Rules of Play, 2016; chapter 2 is nine-ball,
      3 eight-ball, 6 fouls, 8 definitions.
[UMB] Union Mondiale de Billard, World Rules of Carom Billiard, 1989.

Differs from `core/rules`: a ball that glides along a cushion counts as touching it, because events
are read without states; nobody pushes out (2.4, which a player need never do); and whoever may
choose after a break takes the first choice that the rule offers.
"""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import FrozenSet, List, Optional, Tuple

import numpy as np

# Numbers of EventKind and MotionState of the wire (result.proto, table.proto).
BALL_BALL, BALL_CUSHION, BALL_JAW, BALL_POCKET, LEFT_TABLE = 2, 3, 4, 5, 6
BALL_RAIL, POCKET_RIM = 12, 14
STATIONARY, POCKETED, OFF_TABLE = 1, 6, 7

SAME_TOUCH_S = 0.02  # Two hops of Settings.rest_hop_s (0.01 s): contacts that follow each other
#                      faster are one touch, as in core/rules/shot_view.h.
BALLS_TO_RAIL = 4  # [WPA] 2.3(b), 3.3(d)
EIGHT, NINE = 8, 9
SOLIDS, STRIPES = frozenset(range(1, 8)), frozenset(range(9, 16))


def three_cushion_points(events, cue_ball: int = 0) -> np.ndarray:
    """Which shots score at three-cushion: (n,) bool.

    Both other balls are touched, and the cue ball has hit three cushions or more before it touches
    the second of them; the same cushion may count several times ([UMB] Art. 83).
    """
    kinds, balls, others = events.kinds, events.balls, events.others
    count = len(events.offsets) - 1
    shots = np.repeat(np.arange(count), np.diff(events.offsets))
    mine = balls == cue_ball
    touch = np.flatnonzero(mine & ((kinds == BALL_CUSHION) | (kinds == BALL_JAW)))
    hit = np.zeros(len(kinds), bool)
    hit[touch] = _new_touches(shots[touch], kinds[touch], others[touch], events.times[touch])
    hits_until = np.cumsum(hit)  # Of all shots together; what earlier shots had is taken off below.
    contact = np.flatnonzero((kinds == BALL_BALL) & (mine | (others == cue_ball)))
    touched = np.where(balls[contact] == cue_ball, others[contact], balls[contact])
    first = np.full(count, -1)
    first[shots[contact][::-1]] = touched[::-1]  # The earliest contact is written last.
    second = contact[touched != first[shots[contact]]]
    points = np.zeros(count, bool)
    earlier = np.concatenate([[0], hits_until])[events.offsets[shots[second]]]
    cushions = hits_until[second] - earlier
    points[shots[second][::-1]] = (cushions >= 3)[::-1]
    return points


def _new_touches(shots, kinds, others, times) -> np.ndarray:
    """Of one ball's contacts with rails, in order: which are not the last one going on."""
    new = np.ones(len(shots), bool)
    same = (np.diff(shots) == 0) & (np.diff(kinds.astype(int)) == 0) & (np.diff(others) == 0)
    new[1:] = ~(same & (np.diff(times) < SAME_TOUCH_S))
    return new


@dataclass
class View:
    """One shot as a referee sees it."""

    first_contact: int = -1  # The ball that the cue ball touched first; -1: none.
    potted: List[Tuple[int, int]] = field(default_factory=list)  # (ball, pocket) in order of time.
    off_table: FrozenSet[int] = frozenset()
    driven: FrozenSet[int] = frozenset()  # Balls that met a rail.
    rail_after_contact: bool = False

    @property
    def potted_balls(self) -> FrozenSet[int]:
        """The potted object balls."""
        return frozenset(ball for ball, _ in self.potted if ball != 0)

    @property
    def cue_ball_potted(self) -> bool:
        return any(ball == 0 for ball, _ in self.potted)


def view_of(events, shot: int = 0) -> View:
    """Reads one shot; the cue ball is ball 0."""
    view, driven, off, last = View(), set(), set(), {}
    for k in range(events.offsets[shot], events.offsets[shot + 1]):
        kind, ball, other = int(events.kinds[k]), int(events.balls[k]), int(events.others[k])
        if kind == BALL_BALL and view.first_contact < 0 and 0 in (ball, other):
            view.first_contact = ball + other
        elif kind == BALL_POCKET:
            view.potted.append((ball, other))
        elif kind == LEFT_TABLE:
            off.add(ball)
        elif kind in (BALL_CUSHION, BALL_JAW, BALL_RAIL, POCKET_RIM):  # [WPA] 8.1
            before, time = last.get(ball), float(events.times[k])
            last[ball] = (kind, other, time)
            if before and before[:2] == (kind, other) and time < before[2] + SAME_TOUCH_S:
                continue
            driven.add(ball)
            view.rail_after_contact |= view.first_contact >= 0
    view.off_table, view.driven = frozenset(off), frozenset(driven)
    return view


@dataclass(frozen=True)
class State:
    """What the rules remember between two shots."""

    shooter: int = 0
    on_break: bool = True
    on_table: FrozenSet[int] = frozenset()  # The object balls.
    fouls: Tuple[int, int] = (0, 0)  # Nine-ball: of each player without a legal shot between.
    groups: Tuple[FrozenSet[int], FrozenSet[int]] = (frozenset(), frozenset())  # Empty: open.


@dataclass(frozen=True)
class Ruling:
    """The referee's answer to one shot."""

    rule: str  # The number of the rule that decides what comes next.
    next: State
    foul: str = ""  # The number of the rule that was broken; "": none.
    winner: Optional[int] = None
    place: str = "in position"  # Of the cue ball: or "anywhere", or "behind head string".
    spotted: Tuple[int, ...] = ()  # Balls that come back to the foot spot.


def nine_ball_start(shooter: int = 0) -> State:
    return State(shooter=shooter, on_table=frozenset(range(1, 10)))


def eight_ball_start(shooter: int = 0) -> State:
    return State(shooter=shooter, on_table=frozenset(range(1, 16)))


def targets(state: State, game: str) -> FrozenSet[int]:
    """The balls that may be touched first: [WPA] 2.7, 3.3(b), 3.4, 3.9."""
    if game == "nine_ball":
        return frozenset([min(state.on_table)])
    group = state.groups[state.shooter]
    if state.on_break:
        return state.on_table
    if not group:
        return state.on_table - {EIGHT}
    return (state.on_table & group) or frozenset([EIGHT])


def foul_of(view: View, allowed: FrozenSet[int]) -> str:
    """The first of [WPA] 6.1, 6.2, 6.3 and 6.5 that the shot breaks; "": none."""
    if view.cue_ball_potted or 0 in view.off_table:
        return "6.1"
    if view.first_contact >= 0 and view.first_contact not in allowed:
        return "6.2"
    rail = view.rail_after_contact or (view.first_contact >= 0 and (view.potted or view.off_table))
    if not view.potted_balls and not rail:
        return "6.3"
    return "6.5" if view.off_table else ""


def rule_nine_ball(state: State, view: View) -> Ruling:
    """[WPA] chapter 2."""
    me, other = state.shooter, 1 - state.shooter
    foul = foul_of(view, targets(state, "nine_ball"))
    left = state.on_table - view.potted_balls - view.off_table
    if not foul and state.on_break and not _broken(view):
        foul = "2.3"
    if foul:
        fouls = _put(state.fouls, me, state.fouls[me] + 1)
        spotted = (NINE,) if NINE not in left else ()  # [WPA] 2.6
        after = State(other, False, left | set(spotted), fouls, state.groups)
        if fouls[me] >= 3:  # [WPA] 2.8, 6.14; the referee warns.
            return Ruling("2.8", after, foul, winner=other, spotted=spotted)
        rule = "2.3" if foul == "2.3" else "2.7"
        return Ruling(rule, after, foul, place="anywhere", spotted=spotted)
    shooter = me if view.potted_balls else other
    after = State(shooter, False, left, _put(state.fouls, me, 0), state.groups)
    return Ruling("2.5", after, winner=me if NINE in view.potted_balls else None)


def rule_eight_ball(state: State, view: View, called: Tuple[int, int] = (-1, -1)) -> Ruling:
    """[WPA] chapter 3. `called`: ball and pocket; on the break it does not matter."""
    left = state.on_table - view.potted_balls - view.off_table
    after = replace(state, on_break=False, on_table=left)
    allowed = targets(state, "eight_ball")
    foul = foul_of(view, allowed)
    if state.on_break:
        return _rule_eight_ball_break(state, view, after, "" if foul == "6.3" else foul)
    other = 1 - state.shooter
    passed = replace(after, shooter=other)
    good = called[0] in allowed and called in view.potted
    if EIGHT not in left:  # [WPA] 3.8, or the game is won (3.5).
        loss = _loss(view, foul, allowed, good)
        return Ruling(loss or "3.5", after, foul, winner=other if loss else state.shooter)
    if foul:
        return Ruling("3.9", passed, foul, place="anywhere")
    if not good:
        return Ruling("3.5", passed)
    if state.groups[state.shooter]:
        return Ruling("3.5", after)
    mine = SOLIDS if called[0] in SOLIDS else STRIPES
    theirs = (SOLIDS | STRIPES) - mine
    groups = (mine, theirs) if state.shooter == 0 else (theirs, mine)
    return Ruling("3.4", replace(after, groups=groups))


def _rule_eight_ball_break(state: State, view: View, after: State, foul: str) -> Ruling:
    """[WPA] 3.3(c) to (h). `foul`: of 6.1 and 6.5; 3.3(d) takes the place of 6.3."""
    spotted = (EIGHT,) if EIGHT not in after.on_table else ()  # [WPA] 3.7
    after = replace(after, on_table=after.on_table | set(spotted))
    passed = replace(after, shooter=1 - state.shooter)
    if foul == "6.1":
        rule = "3.3(f)" if EIGHT in view.potted_balls and view.cue_ball_potted else "3.3(h)"
        return Ruling(rule, passed, foul, place="behind head string", spotted=spotted)
    if foul:
        return Ruling("3.3(g)", passed, foul, spotted=spotted)
    if not _broken(view):
        return Ruling("3.3(d)", passed)
    if EIGHT in view.potted_balls:
        return Ruling("3.3(e)", after, spotted=spotted)
    return Ruling("3.3(c)", after) if view.potted_balls else Ruling("3.5", passed)


def _loss(view: View, foul: str, allowed: FrozenSet[int], good: bool) -> str:
    """[WPA] 3.8: why the shooter, who put the eight ball out of play, loses; "": he does not."""
    if EIGHT in view.off_table:
        return "3.8(d)"
    if foul:
        return "3.8(a)"
    if allowed != frozenset([EIGHT]):
        return "3.8(b)"
    return "" if good else "3.8(c)"


def _broken(view: View) -> bool:
    """[WPA] 2.3(b), 3.3(d); what is potted or leaves the table was driven to a rail (8.4)."""
    driven = (view.driven | view.potted_balls | view.off_table) - {0}
    return bool(view.potted_balls) or len(driven) >= BALLS_TO_RAIL


def _put(pair: Tuple[int, int], player: int, value: int) -> Tuple[int, int]:
    return (value, pair[1]) if player == 0 else (pair[0], value)
