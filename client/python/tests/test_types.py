"""Types: the package and its examples have them, checkers see them, and the stub is the module's.

mypy runs by default; pyright, which takes half a minute and brings a Node.js with it, where
CAROM_TEST_PYRIGHT=1 is set.
"""
import ast
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import carom
import numpy as np
import pytest
from carom import _core
from carom.result import Shot

PROJECT = Path(__file__).resolve().parents[1]
SEEN = Path(__file__).with_name("types_of_results.py")
PYRIGHT = os.environ.get("CAROM_TEST_PYRIGHT") == "1"
needs_pyright = pytest.mark.skipif(not PYRIGHT, reason="CAROM_TEST_PYRIGHT is not set")


def check(program, *options, cwd):
    """That a type checker finds nothing."""
    if importlib.util.find_spec(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run([sys.executable, "-m", program, *map(str, options)], cwd=cwd, text=True,
                          capture_output=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def mypy_cache(tmp_path_factory):
    return f"--cache-dir={tmp_path_factory.mktemp('mypy')}"


def test_package_and_examples_by_mypy(mypy_cache):
    check("mypy", mypy_cache, f"--python-executable={sys.executable}", cwd=PROJECT)


def test_what_is_installed_by_mypy(mypy_cache, tmp_path):
    pytest.importorskip("pettingzoo")
    check("mypy", mypy_cache, "--strict", f"--python-executable={sys.executable}", SEEN, cwd=tmp_path)


@needs_pyright
def test_package_and_examples_by_pyright():
    check("pyright", f"--pythonpath={sys.executable}", cwd=PROJECT)


@needs_pyright
def test_what_is_installed_by_pyright(tmp_path):
    (tmp_path / SEEN.name).write_bytes(SEEN.read_bytes())
    (tmp_path / "pyrightconfig.json").write_text('{"reportUnnecessaryTypeIgnoreComment": true}')
    check("pyright", f"--pythonpath={sys.executable}", cwd=tmp_path)


def kind_of(node):
    """The type that an annotation names, as nanobind writes it without what is inside it."""
    if node is None:
        return "object"
    if isinstance(node, ast.Constant):
        return "None" if node.value is None else str(node.value)
    if isinstance(node, ast.Subscript):
        node = node.value
    name = ast.unparse(node).rpartition(".")[2]
    written = {"Any": "object", "Dict": "dict", "List": "list", "Tuple": "tuple", "Limits": "tuple"}
    return written.get(name, name)


def shape_of(function):
    """Types of parameters, without self, and of the answer."""
    given = [arg for arg in [*function.args.posonlyargs, *function.args.args] if arg.arg != "self"]
    return [kind_of(arg.annotation) for arg in given], kind_of(function.returns)


def stub():
    """Of each function, "Class.name" or "name": whether it is static or a property, and its shape."""
    told = {}
    for node in ast.parse((Path(carom.__file__).parent / "_core.pyi").read_text()).body:
        for function in [node] if isinstance(node, ast.FunctionDef) else getattr(node, "body", []):
            if isinstance(function, ast.FunctionDef):
                path = f"{node.name}.{function.name}" if function is not node else function.name
                decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
                told[path] = decorators, *shape_of(function)
    return told


def module():
    """The same of the module, by the signatures that nanobind has made."""
    told = {}
    for owner in [_core, *(kind for kind in vars(_core).values() if isinstance(kind, type))]:
        for name, value in vars(owner).items():
            getter = value.fget if isinstance(value, property) else value
            if not hasattr(getter, "__nb_signature__") or not hasattr(getter, "__call__"):
                continue
            [(signature, *_)] = getter.__nb_signature__
            signature = re.sub(r"^def \w*", "def f", re.sub(r"ndarray\[[^\]]*\]", "ndarray", signature))
            [function] = ast.parse(f"{signature}: ...").body
            static = owner is not _core and type(value).__name__ == "nb_func"
            decorators = ["property"] if isinstance(value, property) else ["staticmethod"] * static
            told[f"{owner.__name__}.{name}" if owner is not _core else name] = decorators, *shape_of(function)
    return told


def test_the_stub_is_that_of_the_module():
    written, there = stub(), module()
    assert written.keys() == there.keys() and len(there) > 20
    for path, (decorators, parameters, answer) in there.items():
        kinds, given, returned = written[path]
        assert kinds == decorators and len(given) == len(parameters), path
        # Where the module takes or returns any object, the stub may say which.
        for stubbed, native in zip([*given, returned], [*parameters, answer]):
            assert native in ("object", stubbed), f"{path}: {stubbed} must be {native}"


def dtype_of(owner, name):
    """The dtype that a class says its array or number has."""
    [found] = re.findall(r"np\.(\w+)", owner.__annotations__[name])
    return np.dtype(getattr(np, found))


def test_arrays_have_the_types_that_are_told(simulator):
    game, shots = carom.Game(balls=[(-0.6, 0), (0.3, 0.01)]), carom.strikes(2, speed=1.0)
    compliant = carom.Game(balls=[(-0.6, 0), (0.3, 0.01)], settings="compliant")
    result = simulator.run(compliant, shots, event_states=True, samples=0.5, contacts=True)
    plain = simulator.run(game, shots, samples=0.5, touches=True, labels=[{"no_scratch": {}}],
                          derivatives=["strike.speed_m_s"], probe=4)
    checked = 0
    for told in (plain, result.events, plain.samples, result.contacts, plain.touches, plain.derivatives,
                 plain.probe, plain.rulings("nine_ball"), plain.shot(0)):
        for name, annotation in type(told).__annotations__.items():
            if "np." in annotation and not annotation.startswith("Dict"):
                array = getattr(told, name)
                if array is None:  # Numbers of shots, without a filter.
                    assert name == "numbers"
                    continue
                assert array.dtype == dtype_of(type(told), name), f"{type(told)}.{name}"
                checked += 1
    assert checked > 60
    assert plain.numbers.dtype == np.int64 and plain.samples.position.dtype == np.float64
    assert Shot.__annotations__.keys() - {"events", "samples"} == carom.Result.__annotations__.keys()
