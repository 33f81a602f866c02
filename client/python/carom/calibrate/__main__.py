"""The command line: `python -m carom.calibrate --help`."""
from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Union

import carom
from carom import _core, calibrate
from carom.arguments import wrong
from carom.calibrate.tracks import Tracks, read_csv
from carom.errors import exit_code_of


def parse(argv: Optional[Sequence[str]] = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m carom.calibrate",
                                     description=calibrate.__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tracks", help="a CSV with the columns shot, time_s, ball, x_m, y_m")
    parser.add_argument("--table", default="carom_10ft", help="a preset, or a file with its JSON")
    parser.add_argument("--settings", metavar="NAME|FILE",
                        help="what is known: a preset, or a file with its JSON; default: the defaults")
    parser.add_argument("--unknown", default=",".join(calibrate.USUAL), metavar="NAME,...",
                        help="of " + ", ".join(calibrate.NAMES)
                        + "; or PATH=START:LOW:HIGH of any other number, as in "
                        "settings.gravity_m_s2=9.81:9.7:9.9; default: " + ", ".join(calibrate.USUAL))
    parser.add_argument("--laws", metavar="LAW,...",
                        help="of cushions, which are compared: " + ", ".join(calibrate.LAWS)
                        + "; default: the law of --settings, or " + calibrate.LAWS[0])
    parser.add_argument("--noise-m", type=float, metavar="M",
                        help="deviation of a coordinate; default: as the tracks tell")
    parser.add_argument("--no-held-out", action="store_true",
                        help="do not judge each half by the other: a third of the time")
    parser.add_argument("--seed", type=int, default=0, help="of the bootstrap and of the twin")
    parser.add_argument("--threads", type=int, default=0, help="0: all")
    parser.add_argument("--out", type=Path, metavar="DIR",
                        help="for calibration.json, settings.json, shots.csv and report.html")
    return parser.parse_args(argv)


def unknown_of(text: str) -> List[Union[str, Dict[str, Any]]]:
    """What --unknown names."""
    found: List[Union[str, Dict[str, Any]]] = []
    for one in filter(None, _split(text)):
        path, is_path, numbers = one.partition("=")
        try:
            start, low, high = map(float, numbers.split(":")) if is_path else (0.0, 0.0, 0.0)
        except ValueError:
            raise wrong("--unknown", one, "a name, or PATH=START:LOW:HIGH") from None
        found.append({"path": path, "start": start, "low": low, "high": high} if is_path else one)
    if not found:
        raise wrong("unknown", text, "at least one name")
    return found


def _split(text: str) -> List[str]:
    """What commas part, as --help prints it too: with blanks."""
    return [part.strip() for part in text.split(",")]


def _named(flag: str, given: str, presets: Sequence[str]) -> str:
    """The name of a preset, or the text of a file."""
    if given in presets:
        return given
    try:
        return Path(given).read_text(encoding="utf-8")
    except OSError as error:
        raise wrong(flag, given, f"one of {', '.join(presets)}, or a file with its JSON "
                    f"({error.strerror})") from None


def _tracks(path: str) -> Tracks:
    try:
        return read_csv(path)
    except OSError as error:
        raise wrong("tracks", path, f"a file that can be read ({error.strerror})") from None


def _check_folder(path: Path) -> None:
    """Before the work, which takes minutes. It is made behind the work, so that what is refused
    leaves none."""
    there = next(one for one in (path, *path.absolute().parents) if one.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        raise wrong("--out", str(path), "a folder that you may write to")


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Exit codes, those of `carom`: 0 done, 1 failed, 2 refused, 3 try again, 130 stopped."""
    args = parse(argv)
    try:
        unknown = unknown_of(args.unknown)
        laws = None if args.laws is None else _split(args.laws)
        settings = None if args.settings is None else _named("--settings", args.settings,
                                                             _core.settings_preset_names())
        with carom.Simulator(threads=args.threads) as simulator:
            table = _named("--table", args.table, simulator.info()["table_presets"])
            if args.out:
                _check_folder(args.out)
            found = calibrate.calibrate(
                _tracks(args.tracks), unknown, table=table, settings=settings, laws=laws,
                noise_m=args.noise_m, held_out=not args.no_held_out, seed=args.seed,
                simulator=simulator,
                progress=lambda line: print(line, file=sys.stderr, flush=True))
    except KeyboardInterrupt:
        return _ended("stopped", 130)
    except (OSError, ValueError) as error:
        return _ended(error, 2)
    except carom.CaromError as error:
        return _ended(error, exit_code_of(error))
    for name, value in found.values.items():
        low, high = found.intervals[name]
        print(f"{name} {value:.5g} ({low:.5g} to {high:.5g})")
    for line in [*found.undetermined, *found.warnings]:
        print(line)
    print(json.dumps(found.settings))
    print(f"law={found.law} shots={len(found.shots)} rms_cm={100 * found.score():.2f} "
          f"seconds={found.seconds:.0f}")
    try:
        if args.out:
            found.save(args.out)
    except KeyboardInterrupt:
        return _ended("stopped", 130)
    except OSError as error:
        return _ended(error, exit_code_of(error))
    return 0


def _ended(why: Union[str, Exception], code: int) -> int:
    print(f"carom.calibrate: {why}", file=sys.stderr)
    return code


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # As Ctrl-C.
    sys.exit(main())
