"""Runs of `python -m carom.farm` that several tests make."""
import sys

from carom import farm
from carom.farm import __main__ as command

JOB = farm.Job(shots=700, seed=5, rows=100)


def options_of(folder, job=JOB):
    return [f"--shots={job.shots}", f"--seed={job.seed}", f"--rows={job.rows}",
            f"--balls={job.balls}", f"--out={folder}", "--threads=1"]


def run(folder, *options, job=JOB):
    """In this process; returns the exit code."""
    return command.main([*options_of(folder, job), *options])


def command_line(folder, *options, job=JOB):
    """The same for a process of its own."""
    return [sys.executable, "-m", "carom.farm", *options_of(folder, job), *options]


def content(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
