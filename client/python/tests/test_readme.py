"""The README's Python and commands run as printed."""
import os
import pathlib
import re
import subprocess
import sys

import pytest
import servers

README = pathlib.Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"(?P<marker><!-- parsed only: [^\n]*\n)?```(?P<language>\w+)\n(?P<text>.*?)```", re.S)
BLOCKS = [(number, block["language"], block["marker"] or "", block["text"])
          for number, block in enumerate(BLOCK.finditer(README.read_text(encoding="utf-8")))]

# Third-party packages of the blocks that name these.
NEEDS = {"carom.envs": ["gymnasium", "pettingzoo"], "carom.torch": ["torch"], "import duckdb": ["duckdb"],
         "import polars": ["polars"]}


def listening(folder):
    """The server that a block calls by the name carom.sock."""
    server = subprocess.Popen([servers.PROGRAM, "--listen=unix:carom.sock", "--threads=1"],
                              cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert "listening" in server.stdout.readline()
    return server


@pytest.mark.parametrize("number,text", [(n, text) for n, language, marker, text in BLOCKS
                                         if language == "python" and not marker])
def test_python(number, text, tmp_path):
    for module, needed in NEEDS.items():
        if module in text:
            for name in needed:
                pytest.importorskip(name)
    server = None
    if "carom.sock" in text:
        if not servers.PROGRAM:
            pytest.skip("no carom-server on the PATH")
        server = listening(tmp_path)
    try:
        done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, text=True,
                              capture_output=True, timeout=300, check=False)
    finally:
        if server:
            servers.kill(server)
    assert done.returncode == 0, f"block {number}:\n{done.stdout}{done.stderr}"


HERE = "<!-- parsed only: elsewhere: client/python/tests/test_readme.py -->"


def printed(output):
    """A pattern of what the README prints: "..." stands for anything."""
    return re.escape(output).replace(re.escape("..."), ".*")


COMMANDS = {number: text for number, language, marker, text in BLOCKS
            if language == "console" and marker.startswith(HERE)}


@pytest.mark.parametrize("number", COMMANDS)
def test_commands(number, tmp_path):
    text = COMMANDS[number]
    (tmp_path / "client").symlink_to(README.parents[1])
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
        done = subprocess.run(command, shell=True, cwd=tmp_path, text=True, timeout=300, check=False,
                              capture_output=True, env={**os.environ, "PATH": path})
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        output = done.stderr + done.stdout
        assert re.search(printed(expected), output, re.S), f"{command} printed\n{output}"


POOLTOOL = "<!-- parsed only: elsewhere: client/python/tests/test_pooltool.py -->\n"


def test_python_that_is_not_run_here_needs_pooltool():
    left_out = [(marker, text) for _, language, marker, text in BLOCKS if language == "python" and marker]
    assert [(marker, "import pooltool" in text) for marker, text in left_out] == [(POOLTOOL, True)]


def test_there_are_blocks():
    assert len(BLOCKS) > 8 and len(COMMANDS) > 2
