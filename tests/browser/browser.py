"""Drives a headless Chromium (Debian package chromium) for the tests of pages and pictures."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

BROWSER = "chromium"
# A browser hangs when it uses no processor for so long; how long it takes depends on what else the
# machine does.
IDLE_LIMIT_S = 120
# Asks for a file from elsewhere. What papers print, and SVG's namespace, may hold an address.
FETCHES = re.compile(r"""(?:src|href|action|data)\s*=\s*["']?\s*(?:https?:)?//|url\(|@import"""
                     r"""|fetch\(|XMLHttpRequest|WebSocket|<link|<iframe|<object""", re.I)


def missing() -> list[str]:
    """Why nothing can be browsed; empty if it can."""
    if shutil.which(BROWSER) is None:
        return [f"{BROWSER} cannot be run (Debian package chromium)"]
    return []


def processor_ticks(group: int) -> int:
    """Of all processes of a group that run."""
    ticks = 0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks


def wait_while_busy(process: subprocess.Popen) -> None:
    """Until it ends; TimeoutExpired when it uses no processor for IDLE_LIMIT_S."""
    ticks, since = -1, time.monotonic()
    while process.poll() is None:
        now = processor_ticks(process.pid)
        if now != ticks:
            ticks, since = now, time.monotonic()
        elif time.monotonic() - since > IDLE_LIMIT_S:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise subprocess.TimeoutExpired(process.args, IDLE_LIMIT_S)
        time.sleep(0.2)


def browse(address: str, *options: str) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as profile, tempfile.TemporaryFile("w+") as out, \
            tempfile.TemporaryFile("w+") as err:
        process = subprocess.Popen(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--enable-logging=stderr", "--virtual-time-budget=10000",
             f"--user-data-dir={profile}", *options, address],
            stdout=out, stderr=err, text=True, start_new_session=True)
        wait_while_busy(process)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(process.args, process.returncode, out.read(), err.read())


def dump_dom(page: pathlib.Path, query: str, errors: list[str], *options: str) -> str:
    """The page as the browser has it after its scripts ran; messages on its console are errors."""
    result = browse(page.as_uri() + query, "--dump-dom", *options)
    if result.returncode != 0:
        errors.append(f"{BROWSER} ended with {result.returncode}: {result.stderr[-2000:]}")
    errors += [f"console of {page.name}{query}: {line}" for line in result.stderr.splitlines()
               if "CONSOLE" in line]
    return result.stdout


def take_picture(page: pathlib.Path, query: str, picture: pathlib.Path, width: int, height: int,
                 *options: str) -> None:
    browse(page.as_uri() + query, f"--screenshot={picture}", f"--window-size={width},{height}",
           *options)
