"""What all tests share."""
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import carom


@pytest.fixture(scope="session")
def simulator():
    with carom.Simulator(threads=2) as made:
        yield made


@pytest.fixture(scope="session")
def two_balls():
    return carom.Game(balls=[(-0.6, 0.0), (0.3, 0.0)])


@pytest.fixture(scope="session")
def cuts():
    """2000 cuts on `two_balls`."""
    return carom.strikes(speed=2.0, azimuth=np.linspace(-0.06, 0.06, 2000))


@pytest.fixture(scope="session")
def whole(tmp_path_factory):
    """The folder of an undisturbed run of `farm_runs.JOB`."""
    pytest.importorskip("pyarrow")
    import farm_runs
    folder = tmp_path_factory.mktemp("whole") / "set"
    assert farm_runs.run(folder) == 0
    return folder


@pytest.fixture
def in_a_process():
    """Runs a program in an interpreter of its own; returns the finished process."""
    def run(text, timeout=60, **options):
        return subprocess.run([sys.executable, "-c", textwrap.dedent(text)], text=True,
                              capture_output=True, timeout=timeout, check=False, **options)
    return run
