"""The referee's decisions, on shots written down by hand; numbers are those of the rules."""
from types import SimpleNamespace

import numpy as np
import pytest
from carom.envs import rules
from carom.envs.rules import (BALL_BALL, BALL_CUSHION, BALL_JAW, BALL_POCKET, EIGHT, LEFT_TABLE,
                              SOLIDS, STRIPES, State, View)


def log(*shots):
    """Event columns of shots, each a list of (time, kind, ball, other)."""
    flat = [event for shot in shots for event in shot]
    times, kinds, balls, others = zip(*flat) if flat else ((), (), (), ())
    return SimpleNamespace(offsets=np.cumsum([0] + [len(s) for s in shots]),
                           times=np.array(times, float), kinds=np.array(kinds, np.uint8),
                           balls=np.array(balls, np.int8),
                           others=np.array(others, np.int16))


def cushion(time, nose, ball=0, kind=BALL_CUSHION):
    return (time, kind, ball, nose)


def contact(time, ball):
    return (time, BALL_BALL, 0, ball)


CANNONS = {
    "three cushions, then the second ball": (True, [
        contact(1, 2), cushion(2, 0), cushion(3, 1), cushion(4, 2), contact(5, 1)]),
    "cushions before the first ball count": (True, [
        cushion(1, 0), cushion(2, 1), contact(3, 1), cushion(4, 0), contact(5, 2)]),
    "the same cushion three times": (True, [
        cushion(1, 0), cushion(2, 0), cushion(3, 0), contact(4, 1), contact(5, 2)]),
    "jaws count": (True, [
        cushion(1, 0), cushion(2, 3, kind=BALL_JAW), cushion(3, 0), contact(4, 1), contact(5, 2)]),
    "two cushions": (False, [contact(1, 2), cushion(2, 0), cushion(3, 1), contact(4, 1)]),
    "the third cushion comes too late": (False, [
        contact(1, 2), cushion(2, 0), cushion(3, 1), contact(4, 1), cushion(5, 2), contact(6, 1)]),
    "one ball twice": (False, [
        contact(1, 2), cushion(2, 0), cushion(3, 1), cushion(4, 2), contact(5, 2)]),
    "another ball's cushions": (False, [
        contact(1, 2), cushion(2, 0), cushion(3, 1, ball=2), cushion(4, 2, ball=2), contact(5, 1)]),
    "a ball pressed against a cushion hits it once": (False, [
        cushion(1, 0), cushion(1.01, 0), cushion(1.02, 0), contact(4, 1), contact(5, 2)]),
    "no contact": (False, [cushion(1, 0), cushion(2, 1), cushion(3, 2), cushion(4, 3)]),
    "nothing at all": (False, []),
}


@pytest.mark.parametrize("name", CANNONS)
def test_three_cushion(name):
    scores, shot = CANNONS[name]
    assert rules.three_cushion_points(log(shot)).tolist() == [scores]


def test_three_cushion_keeps_shots_apart():
    shots = list(CANNONS.values())
    assert rules.three_cushion_points(log(*(s for _, s in shots))).tolist() == [s for s, _ in shots]


def test_view():
    view = rules.view_of(log([], [
        cushion(0.5, 3), contact(1, 4), (1.5, BALL_BALL, 4, 7), cushion(2, 1, ball=7),
        (3, BALL_POCKET, 4, 2), (4, LEFT_TABLE, 7, 0), (5, BALL_POCKET, 0, 5)]), shot=1)
    assert view.first_contact == 4 and view.potted == [(4, 2), (0, 5)]
    assert view.potted_balls == {4} and view.cue_ball_potted and view.off_table == {7}
    assert view.driven == {0, 7} and view.rail_after_contact


def test_a_rail_before_the_contact_alone_is_none():
    assert not rules.view_of(log([cushion(0.5, 3), contact(1, 4)])).rail_after_contact
    # Still the touch of before the contact.
    frozen = [cushion(0.995, 3), contact(1, 4), cushion(1.001, 3)]
    assert not rules.view_of(log(frozen)).rail_after_contact


def play(state, first=1, potted=(), off=(), driven=(), rail=True, called=(-1, -1),
         game="nine_ball"):
    view = View(first, list(potted), frozenset(off), frozenset(driven), rail)
    if game == "nine_ball":
        return rules.rule_nine_ball(state, view)
    return rules.rule_eight_ball(state, view, called)


NINE = State(shooter=0, on_break=False, on_table=frozenset(range(1, 10)))


def test_nine_ball_pot_goes_on_and_a_miss_passes():
    ruling = play(NINE, potted=[(5, 0)])
    assert (ruling.rule, ruling.foul, ruling.next.shooter) == ("2.5", "", 0)
    assert ruling.next.on_table == NINE.on_table - {5}
    assert play(NINE).next.shooter == 1 and play(NINE).place == "in position"


@pytest.mark.parametrize("foul, shot", [
    ("6.1", dict(potted=[(0, 1)])), ("6.1", dict(off=[0])), ("6.2", dict(first=2)),
    ("6.3", dict(rail=False)), ("6.3", dict(first=-1, rail=False)), ("6.5", dict(off=[3]))])
def test_nine_ball_fouls(foul, shot):
    ruling = play(NINE, **shot)
    assert (ruling.rule, ruling.foul, ruling.place) == ("2.7", foul, "anywhere")
    assert ruling.next.shooter == 1 and ruling.next.fouls == (1, 0)


def test_nine_ball_won_and_spotted():
    assert play(NINE, potted=[(9, 0)]).winner == 0
    on_foul = play(NINE, first=2, potted=[(9, 0)])
    assert on_foul.winner is None and on_foul.spotted == (9,) and 9 in on_foul.next.on_table
    assert play(NINE, first=2, potted=[(3, 0)]).spotted == ()  # [WPA] 2.6: no other ball ever is.


def test_nine_ball_three_fouls_in_a_row_lose():
    twice = State(0, False, NINE.on_table, fouls=(2, 0))
    assert play(twice, first=2).winner == 1 and play(twice, first=2).rule == "2.8"
    assert play(twice).next.fouls == (0, 0)  # A legal shot ends the row.


def test_nine_ball_break():
    start = rules.nine_ball_start(0)
    assert play(start, driven=[1, 2, 3]).foul == "2.3"
    assert play(start, driven=[0, 1, 2, 3]).foul == "2.3"  # The cue ball is no object ball.
    assert play(start, driven=[1, 2, 3, 4]).foul == ""
    assert play(start, potted=[(2, 0)]).next.shooter == 0


EIGHTS = State(shooter=0, on_break=False, on_table=frozenset(range(1, 16)))
CLOSED = State(0, False, frozenset({3, EIGHT, 9}), groups=(SOLIDS, STRIPES))
ON_EIGHT = State(0, False, frozenset({EIGHT, 9}), groups=(SOLIDS, STRIPES))


def eight(state, **shot):
    return play(state, game="eight_ball", **shot)


def test_eight_ball_groups_follow_the_called_ball():
    ruling = eight(EIGHTS, first=9, potted=[(10, 2), (3, 1)], called=(10, 2))
    assert ruling.rule == "3.4" and ruling.next.groups == (STRIPES, SOLIDS)
    assert ruling.next.shooter == 0
    other = State(1, False, EIGHTS.on_table)
    assert eight(other, potted=[(3, 2)], called=(3, 2)).next.groups == (STRIPES, SOLIDS)


def test_eight_ball_uncalled_passes():
    for called in ((-1, -1), (3, 4), (2, 1)):
        ruling = eight(EIGHTS, first=3, potted=[(3, 1)], called=called)
        assert (ruling.rule, ruling.next.shooter, ruling.next.groups) == ("3.5", 1, (set(), set()))


@pytest.mark.parametrize("state, first", [
    (EIGHTS, EIGHT), (CLOSED, 9), (CLOSED, EIGHT), (ON_EIGHT, 9)])
def test_eight_ball_wrong_ball(state, first):
    ruling = eight(state, first=first)
    assert (ruling.rule, ruling.foul, ruling.place) == ("3.9", "6.2", "anywhere")


@pytest.mark.parametrize("rule, winner, state, shot", [
    ("3.5", 0, ON_EIGHT, dict(first=EIGHT, potted=[(EIGHT, 3)], called=(EIGHT, 3))),
    ("3.8(a)", 1, ON_EIGHT, dict(first=EIGHT, potted=[(EIGHT, 3), (0, 1)], called=(EIGHT, 3))),
    ("3.8(b)", 1, CLOSED, dict(first=3, potted=[(3, 0), (EIGHT, 3)], called=(3, 0))),
    ("3.8(c)", 1, ON_EIGHT, dict(first=EIGHT, potted=[(EIGHT, 3)], called=(EIGHT, 4))),
    ("3.8(d)", 1, ON_EIGHT, dict(first=EIGHT, off=[EIGHT], called=(EIGHT, 3)))])
def test_eight_ball_ends(rule, winner, state, shot):
    ruling = eight(state, **shot)
    assert (ruling.rule, ruling.winner) == (rule, winner)


@pytest.mark.parametrize("rule, shooter, place, spotted, shot", [
    ("3.3(c)", 0, "in position", (), dict(potted=[(3, 0)])),
    ("3.3(d)", 1, "in position", (), dict(driven=[1, 2, 3])),
    ("3.3(d)", 1, "in position", (), dict(first=-1, rail=False)),
    ("3.3(e)", 0, "in position", (EIGHT,), dict(potted=[(EIGHT, 0)])),
    ("3.3(f)", 1, "behind head string", (EIGHT,), dict(potted=[(EIGHT, 0), (0, 1)])),
    ("3.3(g)", 1, "in position", (), dict(driven=[1, 2, 3, 4], off=[5])),
    ("3.3(h)", 1, "behind head string", (), dict(potted=[(3, 0), (0, 1)])),
    ("3.5", 1, "in position", (), dict(driven=[1, 2, 3, 4]))])
def test_eight_ball_break(rule, shooter, place, spotted, shot):
    ruling = eight(rules.eight_ball_start(0), **shot)
    assert (ruling.rule, ruling.next.shooter, ruling.place) == (rule, shooter, place)
    assert ruling.spotted == spotted and not ruling.next.on_break and EIGHT in ruling.next.on_table
