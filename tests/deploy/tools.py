"""What the tests of deploy/ share: programs that scripts install, servers, and the verdict."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import traceback

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = CHECKOUT / ".build/tools"
sys.path.insert(0, str(CHECKOUT / "tests/chaos"))

from run import Run, Skipped  # noqa: E402  pylint: disable=wrong-import-position

# Every Debian has these.
OF_THE_BASE = {"libc6", "libgcc-s1", "libstdc++6"}
SKIPPED = 77  # The exit code that ctest reports as skipped.


def find_tool(installed, name, script):
    """The path of a program: where `script` puts it (below .build/tools), or on the PATH."""
    path = TOOLS / installed
    if path.exists():
        return str(path)
    found = shutil.which(name)
    if found is None:
        raise Skipped(f"{name} is not installed ({script} installs it)")
    return found


def run_program(*arguments, **options):
    """Ends with 0, or RuntimeError with all it said. Returns its standard output."""
    done = subprocess.run([str(argument) for argument in arguments], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(str(a) for a in arguments)}: exit code {done.returncode}\n"
                           f"{done.stdout}{done.stderr}")
    return done.stdout


def packages_of(program):
    """The packages of the libraries that the program itself names."""
    named = re.findall(r"NEEDED.*\[(.+)\]", run_program("readelf", "--dynamic", program))
    paths = dict(re.findall(r"(\S+) => (\S+)", run_program("ldd", program)))
    files = [os.path.realpath(paths[name]) for name in named if name in paths]
    # Packages say /lib or /usr/lib, which are one.
    owners = run_program("dpkg", "--search", *[f"*{os.path.basename(file)}" for file in files])
    return {line.split(":")[0] for line in owners.splitlines()
            if os.path.basename(line) in {os.path.basename(file) for file in files}}


def run_tests(description, *tests):
    """Calls each test with a Run of its own; the exit code of all."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--bin", required=True, help="the folder of carom and carom-server")
    options = parser.parse_args()
    options.seed = 1
    failed, skipped = False, False
    for test in tests:
        print(test.__name__, flush=True)
        with tempfile.TemporaryDirectory() as directory:
            run = Run(options, directory)
            try:
                test(run)
            except Skipped as reason:
                print(f"  skipped: {reason}")
                skipped = True
            except Exception:  # Whatever it is, the other tests still run.
                run.failures.append(traceback.format_exc())
                print(run.failures[-1])
            if run.failures:
                failed = True
                run.tell_logs()
            run.end()
    return 1 if failed else SKIPPED if skipped else 0
