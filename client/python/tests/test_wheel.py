"""One wheel for every version of Python: the module keeps to the stable ABI of 3.10."""
import importlib.metadata
from pathlib import Path

from carom import _core


def test_the_wheel_is_for_python_3_10_and_later():
    told = importlib.metadata.distribution("carom").read_text("WHEEL")
    assert "Tag: cp310-abi3-" in told, told
    assert Path(_core.__file__).name == "_core.abi3.so"


def test_what_the_wheel_needs_is_declared():
    needed = importlib.metadata.requires("carom")
    assert {text.split(">")[0] for text in needed if "extra" not in text} == {
        "numpy", "nanobind-backend"}
