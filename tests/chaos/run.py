"""One run of a scenario: what it may use, what it checks, and the end of all it started."""

import os
import random
import subprocess
import sys

from processes import Process


class Skipped(Exception):
    """The scenario needs what this machine does not have."""


class Run:
    """Options, a directory for files, and the verdict. Ends all processes that it started."""

    def __init__(self, options, directory):
        self.options = options
        self.bin = options.bin
        self.directory = directory
        self.random = random.Random(options.seed)
        self.failures = []
        self._processes = []

    def start(self, arguments, cpus=None, **popen):
        """A Process which does not outlive the run, on `cpus` alone where they are given. What it
        prints is dropped unless asked for."""
        if cpus is not None:
            popen["preexec_fn"] = lambda: os.sched_setaffinity(0, cpus)
        popen.setdefault("stdout", subprocess.DEVNULL)
        process = Process(arguments, **popen)
        self._processes.append(process)
        return process

    def check(self, held, what):
        """One claim, told with its figures whether it held or not."""
        if not held:
            self.failures.append(what)
        print(f"  {'held' if held else 'FAILED'}: {what}", flush=True)

    def check_cost(self, held, what):
        """A claim about times or memory. With a sanitizer it is told and not judged: everything takes
        ten times as long, and what is freed is kept."""
        if self.options.sanitized:
            self.say(f"not judged under a sanitizer: {what}")
        else:
            self.check(held, what)

    def say(self, what):
        print(f"  {what}", flush=True)

    def end(self):
        for process in self._processes:
            process.kill()

    def tell_logs(self):
        """After a failure: what servers and proxies had to say."""
        for name in sorted(os.listdir(self.directory)):
            if not name.endswith(".log"):
                continue
            path = os.path.join(self.directory, name)
            with open(path, encoding="utf-8", errors="replace") as log:
                lines = log.readlines()
            print(f"--- {name}: the last 20 of {len(lines)} lines", file=sys.stderr)
            sys.stderr.writelines(lines[-20:])
