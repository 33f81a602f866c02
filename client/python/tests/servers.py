"""A carom-server for tests: CAROM_SERVER=PATH, or carom-server on the PATH."""
import os
import shutil
import socket
import subprocess

import pytest

PROGRAM = os.environ.get("CAROM_SERVER") or shutil.which("carom-server")
needed = pytest.mark.skipif(not PROGRAM, reason="no carom-server on the PATH")


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def serve(port):
    """A server that listens; the caller ends it."""
    server = subprocess.Popen([PROGRAM, f"--listen=127.0.0.1:{port}", "--threads=1"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert "listening" in server.stdout.readline()
    return server


def kill(process):
    process.kill()
    process.wait()
