"""A table's numbers from tracks of a camera: `carom.calibrate(tracks, unknown=[...])`.

    import carom
    found = carom.calibrate("tracks.csv", unknown=["rolling_friction", "cushion_restitution"])
    found.values, found.intervals, found.undetermined
    game = carom.Game("carom_10ft", rack="three_cushion", settings=found.settings)

tracks.csv has the columns shot, time_s, ball, x_m, y_m: m from the centre of the cloth, x along the
table, ball 0 is struck. `python -m carom.calibrate --help` does the same for a file.

Every strike is found from its track, and the table's numbers from all strikes together, up to four
impacts behind each strike. All shots are played by the engine; the method is described in
`carom.calibrate.fit` and `carom.calibrate.starts`.
"""
from __future__ import annotations

import sys
from types import ModuleType

from carom.calibrate.calibration import Calibration, calibrate
from carom.calibrate.tracks import Finding, Track, Tracks, read_csv, write_csv
from carom.calibrate.world import LAWS, NAMES, USUAL, Unknown

__all__ = ["LAWS", "NAMES", "USUAL", "Calibration", "Finding", "Track", "Tracks", "Unknown",
           "calibrate", "read_csv", "write_csv"]


class _Callable(ModuleType):
    """The module is its function too: `carom.calibrate(...)` beside `python -m carom.calibrate`."""

    __call__ = staticmethod(calibrate)


sys.modules[__name__].__class__ = _Callable
