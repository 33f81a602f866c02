"""Numbers of the wire by name."""
from __future__ import annotations

import enum

__all__ = ["Motion", "StopReason", "EventKind", "DerivativeEnd"]


class Motion(enum.IntEnum):
    """How a ball moves: MotionState of the wire."""

    UNKNOWN = 0  #: The shot failed.
    STATIONARY = 1
    SPINNING = 2
    SLIDING = 3
    ROLLING = 4
    AIRBORNE = 5
    POCKETED = 6
    LEFT_TABLE = 7
    SUPPORTED = 8


class StopReason(enum.IntEnum):
    """Why a shot ended: StopReason of the wire."""

    FAILED = 0
    AT_REST = 1
    TIME_LIMIT = 2
    EVENT_LIMIT = 3
    ZERO_TIME_LIMIT = 4
    AT_TIME = 5
    FIRST_CONTACT = 6
    SCRATCH = 7
    BALLS_POTTED = 8
    CANCELLED = 9
    EVALUATION_LIMIT = 10
    EVENTS_ACCUMULATE = 11
    NUMERICAL_FAILURE = 12


class EventKind(enum.IntEnum):
    """What an event is: EventKind of the wire."""

    CUE_STRIKE = 1
    BALL_BALL = 2
    BALL_CUSHION = 3
    BALL_JAW = 4
    BALL_POCKET = 5
    LEFT_TABLE = 6
    SLIDING_TO_ROLLING = 7
    ROLLING_TO_SPINNING = 8
    ROLLING_TO_STATIONARY = 9
    SPINNING_TO_STATIONARY = 10
    BALL_SLATE = 11
    BALL_RAIL = 12
    POCKET_DROP = 13
    POCKET_RIM = 14
    AIRBORNE_TO_SUPPORTED = 15
    SUPPORTED_TO_AIRBORNE = 16
    PRESS = 20
    ROLLING_TO_ROLLING = 21
    CUSHION_TO_CLOTH = 22


class DerivativeEnd(enum.IntEnum):
    """Why a ball has no derivative from some event on: DerivativeEnd of the wire."""

    UNKNOWN = 0  #: The shot failed, or has no such ball.
    NONE = 1  #: It has one to the end.
    PRESS = 2
    SUPPORT = 3
    TIE = 4
    NO_SLIP = 5
    KINK = 6
    PARTNER = 7
