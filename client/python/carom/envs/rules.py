"""Games between two shots, in the wire's terms. The rules themselves are `core/rules`, which
`Simulator.rule_shots` asks.
"""
from __future__ import annotations

from typing import Any, Dict, Tuple

# Numbers of MotionState of the wire (table.proto).
STATIONARY, POCKETED, OFF_TABLE = 1, 6, 7

# Where the cue ball of the next shot comes from: CueBallPlace of the wire.
IN_POSITION = "CUE_BALL_PLACE_IN_POSITION"
ANYWHERE = "CUE_BALL_PLACE_ANYWHERE"
BEHIND_HEAD_STRING = "CUE_BALL_PLACE_BEHIND_HEAD_STRING"

# A game before its first shot: what `GameState` of the wire is then.
START: Dict[str, Any] = {"shooter": 0, "phase": "GAME_PHASE_BREAK"}
# A run at three-cushion that nothing ends but a miss: a shot that scores makes the first point of
# two.
RUN = {"phase": "GAME_PHASE_PLAY", "distance": 2}


def is_break(state: Dict[str, Any]) -> bool:
    return bool(state["phase"] == "GAME_PHASE_BREAK")


def fouls(state: Dict[str, Any]) -> Tuple[int, int]:
    """In a row, of each player; of nine-ball."""
    first, second = state.get("consecutive_fouls") or (0, 0)
    return first, second


def groups(state: Dict[str, Any]) -> Tuple[str, str]:
    """"OPEN", "SOLIDS" or "STRIPES" of each player; of eight-ball."""
    named = state.get("groups") or ("BALL_GROUP_OPEN",) * 2
    first, second = (name[len("BALL_GROUP_"):] for name in named)
    return first, second
