"""Two wheels, each one for every version of Python: their modules keep to the stable ABI of 3.10."""
import importlib.metadata
import subprocess
from pathlib import Path

import carom
import pytest

WITHOUT_CLIENT = "import sys\nsys.modules['carom_client'] = None\nimport carom\n"


@pytest.mark.parametrize("name", ["carom", "carom-client"])
def test_the_wheel_is_for_python_3_10_and_later(name):
    told = importlib.metadata.distribution(name).read_text("WHEEL")
    assert "Tag: cp310-abi3-" in told, told
    assert Path(carom._core.__file__).name == "_core.abi3.so"


def test_what_the_wheels_need_is_declared():
    def needed(name):
        return {text.split(">")[0] for text in importlib.metadata.requires(name) if "extra" not in text}
    assert needed("carom") == {"numpy", "nanobind-backend"}
    assert needed("carom-client") == {"carom"}


def test_without_the_client_the_engine_plays_and_no_grpc_is_linked(in_a_process):
    done = in_a_process(WITHOUT_CLIENT + """
with carom.Simulator(threads=1) as simulator:
    game = carom.Game(rack="nine_ball")
    print(simulator.run(game, carom.strikes(7, speed=8.0)).hash.tolist())
print(carom._core.__name__, carom._core.__file__)
""")
    hashes, module = done.stdout.splitlines()
    with carom.Simulator(threads=1) as simulator:
        played = simulator.run(carom.Game(rack="nine_ball"), carom.strikes(7, speed=8.0))
    assert hashes == str(played.hash.tolist())
    name, path = module.split()
    assert name == carom._core.__name__ == "carom._core" and path != carom._core.__file__
    linked = [subprocess.run(["readelf", "--dynamic", file], text=True, capture_output=True, check=True).stdout
              for file in (path, carom._core.__file__)]
    assert ["libgrpc" in libraries for libraries in linked] == [False, True]


def test_without_the_client_a_server_is_refused_by_the_name_of_the_package(in_a_process):
    done = in_a_process(WITHOUT_CLIENT + "carom.connect('localhost:50051')")
    assert done.stderr.strip().endswith(
        "carom.errors.CaromError: the way to servers is not installed: pip install --find-links=FOLDER "
        "'carom[client]', with the folder of carom's wheels, or in a checkout: pip install ./client/python/with_client"
    ), done.stderr


def test_a_client_of_another_version_is_refused(in_a_process, tmp_path):
    other = tmp_path / "carom_client"
    other.mkdir()
    (other / "__init__.py").touch()
    (other / "_core.py").write_text("__version__ = '0.0.1'\n")
    done = in_a_process("import carom", env={"PYTHONPATH": str(tmp_path)})
    assert done.stderr.strip().endswith(
        f"carom is of version {carom.__version__}, carom-client of 0.0.1: "
        "install both anew"), done.stderr
