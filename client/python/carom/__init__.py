"""Billiards in Python: a simulator in the process and servers beside it, arrays in and out.

    import carom
    game = carom.Game(rack="nine_ball")
    with carom.Simulator() as simulator:
        result = simulator.run(game, carom.strikes(1000, speed=7.0, height=0.1))
    result.pockets  # (1000, 10): which pocket took which ball

SI units and radians; the origin is the centre of the table, x along it, z up. The same shot has the
same bits in any process, on any server of one version, with any number of threads.

`carom.calibrate` finds a table's numbers from tracks of a camera.

`carom.torch` and `carom.jax` have shots as functions through which gradients go.

`carom.envs` has environments for Gymnasium and PettingZoo, `carom.v1` the generated messages and
stubs of the wire, `python -m carom` a self-test.
"""
from __future__ import annotations

import atexit as _atexit
import os as _os
import typing as _typing

from carom._version import __version__ as __version__

try:
    import carom_client as _carom_client
except ModuleNotFoundError:
    pass
else:
    __path__[:0] = _carom_client.__path__  # Its _core, with the way to servers, goes before ours.

from carom import _core

if _core.__version__ != __version__:
    raise ImportError(f"carom is of version {__version__}, carom-client of {_core.__version__}: "
                      "install both anew")

from carom.enums import DerivativeEnd, EventKind, Motion, StopReason
from carom.errors import CaromError, InvalidArgument
from carom.game import Game, settings_preset
from carom.result import Contacts, Derivatives, Events, Probe, Result, Samples, Shot
from carom.rulings import Foul, Rulings, Touches
from carom.simulator import Connection, Simulator, connect
from carom.strikes import Draws, Strikes, draws, strikes
if _typing.TYPE_CHECKING:
    from carom.calibrate import _Callable
    calibrate: _Callable
else:
    from carom import calibrate  # It needs those above.

__all__ = [
    "CaromError", "Connection", "Contacts", "DerivativeEnd", "Derivatives", "Draws", "EventKind",
    "Events", "Foul", "Game", "InvalidArgument", "Motion", "Probe", "Result", "Rulings", "Samples",
    "Shot", "Simulator", "StopReason", "Strikes", "Touches", "calibrate", "connect", "draws",
    "settings_preset", "strikes",
]

# A daemon thread must not come back from a call when the interpreter has gone.
_atexit.register(_core._stop_for_good)
_os.register_at_fork(after_in_child=_core._forget_calls)
