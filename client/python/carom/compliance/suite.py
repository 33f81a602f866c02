"""The list of checks, and how one is run."""
from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Callable, Iterator, List, Sequence

import grpc

from carom.compliance.peer import Peer, Skip, Wrong

OK, FAILED, SKIPPED = "ok", "FAILED", "skipped"


@dataclass(frozen=True)
class Check:
    """One promise. file, words: where it is made."""
    name: str
    file: str
    words: str
    run: Callable[[Peer], None]


@dataclass(frozen=True)
class Outcome:
    """What a check has found. what: what is wrong, or why it was skipped; right: what would be."""
    name: str
    verdict: str
    what: str
    right: str
    promised: str
    seconds: float

    def __str__(self) -> str:
        line = f"{self.verdict:8} {self.name}"
        if self.what:
            line += f": {self.what}"
        if self.right:
            line += f"; right: {self.right} ({self.promised})"
        return line


CHECKS: List[Check] = []


def check(name: str, file: str, words: str) -> Callable[[Callable[[Peer], None]], Callable[[Peer], None]]:
    """Puts a function into the list. It returns where the promise of these words is kept, and raises
    `Wrong` where it is not."""
    def take(run: Callable[[Peer], None]) -> Callable[[Peer], None]:
        CHECKS.append(Check(name, file, words, run))
        return run
    return take


def run(peer: Peer, checks: Sequence[Check]) -> Iterator[Outcome]:
    """Runs checks in their order."""
    for one in checks:
        began = time.monotonic()
        verdict, what, right = OK, "", ""
        try:
            one.run(peer)
        except Wrong as wrong:
            verdict, what, right = FAILED, wrong.what, wrong.right
        except grpc.RpcError as error:
            verdict, what, right = FAILED, f"a call ends with {error.code().name} ({error.details()})", "OK"
        except Skip as skip:
            verdict, what = SKIPPED, str(skip)
        except Exception as error:  # pylint: disable=broad-exception-caught
            verdict, what = FAILED, f"an answer ends the check with {type(error).__name__}: {error}"
            right = "an answer in which the check finds what it reads"
        yield Outcome(one.name, verdict, what, right, f'{one.file}: "{one.words}"',
                      time.monotonic() - began)
