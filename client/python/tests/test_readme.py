"""The README's Python and commands run as printed.

CAROM_LONG_TESTS=1 runs those that take longer, too.
"""
import os
import pathlib
import re
import subprocess
import sys

import pytest

README = pathlib.Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"(?P<marker><!-- parsed only: [^\n]*\n)?```(?P<language>\w+)\n(?P<text>.*?)```", re.S)
BLOCKS = [(number, block["language"], block["marker"] or "", block["text"])
          for number, block in enumerate(BLOCK.finditer(README.read_text(encoding="utf-8")))]


@pytest.mark.parametrize("number,text", [(n, text) for n, language, marker, text in BLOCKS
                                         if language == "python" and not marker])
def test_python(number, text, tmp_path):
    done = subprocess.run([sys.executable, "-c", text], cwd=tmp_path, text=True,
                          capture_output=True, timeout=300, check=False)
    assert done.returncode == 0, f"block {number}:\n{done.stdout}{done.stderr}"


HERE = "<!-- parsed only: the tests of client/python run it"
LONG = os.environ.get("CAROM_LONG_TESTS") == "1"


def printed(output):
    """A pattern of what the README prints: "..." stands for anything."""
    return re.escape(output).replace(re.escape("..."), ".*")


COMMANDS = {number: (marker, text) for number, language, marker, text in BLOCKS
            if language == "console" and marker.startswith(HERE)}


@pytest.mark.parametrize("number", COMMANDS)
def test_commands(number, tmp_path):
    marker, text = COMMANDS[number]
    if "if they have time" in marker and not LONG:
        pytest.skip("CAROM_LONG_TESTS is not set")
    (tmp_path / "client").symlink_to(README.parents[1])
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
        done = subprocess.run(command, shell=True, cwd=tmp_path, text=True, timeout=300, check=False,
                              capture_output=True, env={**os.environ, "PATH": path})
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        output = done.stderr + done.stdout
        assert re.search(printed(expected), output, re.S), f"{command} printed\n{output}"


def test_blocks_that_need_something_are_python_all_the_same():
    for number, language, marker, text in BLOCKS:
        if language == "python" and marker:
            compile(text, f"block {number}", "exec")


def test_there_are_blocks():
    assert len(BLOCKS) > 8
