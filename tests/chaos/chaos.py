#!/usr/bin/env python3
"""What servers, proxies and clients do to each other: real processes, real disturbances.

Each scenario checks that its disturbance happened, and what must hold in spite of it; a line tells
each claim with its figures. --list names the scenarios. The defaults are those of a short run; the
long proofs are

  chaos.py --bin=.build/release/bin --rounds=20 --shots=1000000 --proxy=tcp restarts
      (and with --proxy=http, --proxy=envoy, --proxy=none)
  chaos.py --bin=.build/release/bin --rounds=4 --proxy=envoy hang
  chaos.py --bin=.build/release/bin --rounds=20 --shots=1000000 alone cut_connections
  chaos.py --bin=.build/release/bin --seconds=60 --calls=100000 overload random_cancels
tests/sanitizers/run.sh plays most of them under sanitizers.

Exit code 0 if all held, 1 if not, 2 on bad usage, 77 if this machine lacks what a scenario needs.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
import time

import proxies
from run import Run, Skipped
from scenarios import SCENARIOS

HELD, FAILED, SKIPPED = 0, 1, 77


def what_it_does(name):
    return SCENARIOS[name].__doc__.splitlines()[0]


def play(name, options):
    """Plays one scenario. Returns HELD, FAILED or SKIPPED."""
    begin = time.monotonic()
    print(f"{name}: {what_it_does(name)}", flush=True)
    with tempfile.TemporaryDirectory() as directory:
        run = Run(options, directory)
        try:
            SCENARIOS[name](run)
        except Skipped as skipped:
            print(f"{name}: skipped: {skipped}")
            return SKIPPED
        except (OSError, RuntimeError, subprocess.SubprocessError) as error:
            run.check(False, f"{type(error).__name__}: {error}")
        finally:
            run.end()
        if run.failures:
            run.tell_logs()
    verdict = f"{len(run.failures)} FAILED" if run.failures else "all held"
    print(f"{name}: {verdict}, {time.monotonic() - begin:.0f} s", flush=True)
    return FAILED if run.failures else HELD


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", nargs="*", help="as --list names them")
    parser.add_argument("--list", action="store_true", help="name the scenarios")
    parser.add_argument("--bin", default=".build/release/bin", help="where the programs are")
    parser.add_argument("--proxy", choices=proxies.KINDS, default="http")
    parser.add_argument("--rounds", type=int, default=4, help="how often somebody goes away")
    parser.add_argument("--shots", type=int, default=100000, help="of a batch")
    parser.add_argument("--absence-s", type=float, default=10.0, help="the longest, of `alone`")
    parser.add_argument("--calls", type=int, default=4000, help="of random_cancels")
    parser.add_argument("--seconds", type=float, default=5.0, help="of overload")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sanitized", action="store_true",
                        help="the programs have a sanitizer: judge neither times nor memory")
    options = parser.parse_args()
    unknown = [name for name in options.scenario if name not in SCENARIOS]
    if unknown or not (options.list or options.scenario):
        parser.error(f"name one of the scenarios {', '.join(SCENARIOS)}")
    return options


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(FAILED))  # Ends what was started, too.
    options = parse_options()
    if options.list:
        for name in SCENARIOS:
            print(f"{name:16} {what_it_does(name)}")
        return HELD
    verdicts = [play(name, options) for name in options.scenario]
    return FAILED if FAILED in verdicts else max(verdicts)


if __name__ == "__main__":
    sys.exit(main())
