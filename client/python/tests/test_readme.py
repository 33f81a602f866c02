"""The README's Python runs as printed."""
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


def test_blocks_that_need_something_are_python_all_the_same():
    for number, language, marker, text in BLOCKS:
        if language == "python" and marker:
            compile(text, f"block {number}", "exec")


def test_there_are_blocks():
    assert len(BLOCKS) > 8
