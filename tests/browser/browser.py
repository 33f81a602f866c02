"""Drives a headless Chromium (Debian package chromium) for the tests of pages and pictures."""

import pathlib
import re
import shutil
import subprocess
import tempfile

BROWSER = "chromium"
TIME_LIMIT_S = 120
# Asks for a file from elsewhere. What papers print, and SVG's namespace, may hold an address.
FETCHES = re.compile(r"""(?:src|href|action|data)\s*=\s*["']?\s*(?:https?:)?//|url\(|@import"""
                     r"""|fetch\(|XMLHttpRequest|WebSocket|<link|<iframe|<object""", re.I)


def missing() -> list[str]:
    """Why nothing can be browsed; empty if it can."""
    if shutil.which(BROWSER) is None:
        return [f"{BROWSER} cannot be run (Debian package chromium)"]
    return []


def browse(address: str, *options: str) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as profile:
        return subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", "--enable-logging=stderr", "--virtual-time-budget=10000",
             f"--user-data-dir={profile}", *options, address],
            capture_output=True, text=True, check=False, timeout=TIME_LIMIT_S)


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
