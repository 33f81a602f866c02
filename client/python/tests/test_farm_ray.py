"""Data sets by Ray: the same bytes as those of the command line, whoever dies meanwhile.

Ray itself is opt-in: CAROM_TEST_RAY=1, for it is large and a cluster takes seconds to start."""
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from concurrent import futures
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace

import farm_runs
import pytest
import servers

import carom
from carom.farm import Job
from carom.farm import __main__ as command
from carom.farm import ray as farm_ray

with_ray = pytest.mark.skipif(os.environ.get("CAROM_TEST_RAY") != "1", reason="CAROM_TEST_RAY is not 1")


def test_tasks_are_sized_by_time():
    sizes = farm_ray.TaskSizes(10.0)
    assert sizes.next(waiting=1000, in_flight=4) == 1  # Nothing is known yet.
    sizes.note(parts=1, seconds=0.5)
    assert sizes.next(1000, 4) == 20
    assert sizes.next(40, 4) == 10  # An even share of what is left.
    assert sizes.next(3, 4) == 1
    sizes.note(parts=4, seconds=120.0)  # Machines have become slow: 0.5 + 0.3 (30 - 0.5) s a part.
    assert sizes.next(1000, 4) == 1
    sizes.note(parts=0, seconds=0.01)  # A task played again whose parts were all there says nothing.
    assert sizes.next(1000, 4) == 1


def test_a_task_goes_on_where_another_one_has_ended(tmp_path):
    pytest.importorskip("pyarrow")
    job = Job(shots=400, rows=100)
    assert farm_ray.play_parts(job, [0, 1], str(tmp_path)).written == 2
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    played = farm_ray.play_parts(job, [0, 1, 2], str(tmp_path))
    assert played.written == 1 and played.seconds > 0 and played.failure is None
    assert {path.name for path in tmp_path.iterdir()} == {f"part-0000{i}.parquet" for i in range(3)}
    assert all(path.stat().st_mtime_ns == time_ns for path, time_ns in before.items())


@pytest.fixture
def here(monkeypatch):
    """What farms use of Ray, with tasks in threads of this process: two at a time."""
    pytest.importorskip("pyarrow")
    with ThreadPoolExecutor(2) as pool:
        ray = ModuleType("ray")
        ray.__spec__ = ModuleSpec("ray", None)
        ray.exceptions = SimpleNamespace(RayError=NoRayError, RayTaskError=NoRayError)
        ray.init = lambda **options: nullcontext()
        ray.cluster_resources = lambda: {"CPU": 2.0}
        ray.remote = lambda **options: lambda function: SimpleNamespace(
            remote=lambda *arguments: pool.submit(function, *arguments))
        ray.wait = lambda tasks, num_returns: (
            [futures.wait(tasks, return_when=futures.FIRST_COMPLETED).done.pop()], None)
        ray.get = lambda task: task.result()
        ray.cancel = lambda task: task.cancel()
        monkeypatch.setitem(sys.modules, "ray", ray)
        monkeypatch.setattr(farm_ray, "_stop_by", lambda number: None)
        yield ray


class NoRayError(Exception):
    pass


@pytest.mark.parametrize("option,words", [
    ("--in-flight=0", "--in-flight: 0 must be in [1, 64]"),
    ("--threads=-1", "--threads: -1 must be in [0, 1024]"),
    ("--task-seconds=nan", "--task-seconds: nan must be at least 0.0"),
    ("--balls=1", "--balls: 1 must be in"),
    ("--out=", "--out: '' must be a folder, or a URI"),
    ("--out=s3:/bucket/x", "--out: 's3:/bucket/x' must be a URI with ://"),
])
def test_options_are_refused_by_name(here, option, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert farm_ray.main(["--shots=10", f"--out={tmp_path}", option]) == 2
    assert words in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_an_unknown_option_is_told_by_the_program_that_was_called(capsys):
    with pytest.raises(SystemExit):
        farm_ray.main(["--shots=10", "--out=x", "--no-such"])
    assert "usage: python -m carom.farm.ray " in (told := capsys.readouterr().err)
    assert "python -m carom.farm.ray: error: unrecognized arguments: --no-such" in told


def test_the_command_tells_how_far_it_is_and_how_it_has_ended(here, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(command, "LOG_PERIOD", 0.0)
    assert farm_runs.run(tmp_path / "command") == 0
    told = capsys.readouterr().out
    assert farm_ray.main(farm_runs.options_of(tmp_path / "ray")) == 0
    ended, progress = capsys.readouterr()
    assert re.sub("seconds=[^ ]*", "", ended) == re.sub("seconds=[^ ]*", "", told) != ""
    lines = progress.splitlines()
    assert lines[0].startswith("carom.farm.ray: 0% 0/700 shots")
    assert lines[-1].startswith("carom.farm.ray: 100% 700/700 shots")
    assert content(tmp_path / "ray") == content(tmp_path / "command")


def test_a_server_that_is_away_is_waited_for_as_long_as_asked(here, tmp_path, capsys):
    job, began = Job(shots=1000, rows=1), time.monotonic()  # 1000 parts.
    options = farm_runs.options_of(tmp_path, job)
    assert farm_ray.main([*options, "--server=127.0.0.1:1", "--retry-for=1"]) == 3
    assert 1 <= time.monotonic() - began < 10  # Not a second for each part.
    assert "no part was made" in capsys.readouterr().err


def test_a_server_that_is_away_leaves_its_parts_to_others(here, tmp_path, monkeypatch):
    away, local = carom.CaromError("UNAVAILABLE", "away"), carom.Simulator(threads=1)

    class Away:
        def run(self, *arguments, **options):
            raise away

    monkeypatch.setattr(farm_ray, "_PAUSE", 0.01)
    monkeypatch.setattr(farm_ray, "_simulator", lambda server, threads: Away() if server == "a" else local)
    manifest = farm_ray.run(farm_runs.JOB, tmp_path, ["a", "b"], in_flight=2, retry_for=30)
    assert len(manifest["parts"]) == 7


# Everything listens on the loopback interface: Ray would put the machine's address in its place.
ONE = {"num_cpus": 1, "node_ip_address": "127.0.0.1"}
STAY_LOCAL = ("from ray._private import services\n"
              "services.resolve_ip_for_localhost = lambda host: host\n")


class TwoNodes:
    """A cluster of Ray of two nodes, as machines are; one of them can be lost."""

    def __init__(self):
        from ray.cluster_utils import Cluster
        self._cluster = Cluster(initialize_head=True, head_node_args={**ONE, "include_dashboard": False})
        self.add_a_node()
        self.address = self._cluster.address

    def lose_a_node(self):
        """As if its power went."""
        self._cluster.remove_node(self._second, allow_graceful=False)

    def add_a_node(self):
        self._second = self._cluster.add_node(**ONE)

    def end(self):
        self._cluster.shutdown()


@pytest.fixture(scope="module")
def nodes():
    ray = pytest.importorskip("ray")
    pytest.importorskip("pyarrow")
    exec(STAY_LOCAL)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # Of workers.
        made = TwoNodes()
        ray.init(address=made.address, log_to_driver=False, _node_ip_address="127.0.0.1")
        yield made
        ray.shutdown()
        made.end()


def command_line(nodes, folder, job, *options):
    """`python -m carom.farm.ray`, which stays on the loopback interface."""
    program = f"{STAY_LOCAL}import sys\nfrom carom.farm.ray import main\nsys.exit(main(sys.argv[1:]))"
    return [sys.executable, "-c", program, *farm_runs.options_of(folder, job),
            f"--address={nodes.address}", *options]


def workers():
    """Processes below this one that play."""
    parents, playing = {}, []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()
            command = (path / "cmdline").read_bytes()
        except OSError:
            continue
        parents[int(path.name)] = int(fields[1])
        if command.startswith(b"ray::play_parts"):
            playing.append(int(path.name))

    def ours(pid):
        return pid == os.getpid() or pid in parents and ours(parents[pid])

    return [pid for pid in playing if ours(pid)]


def content(folder):
    """All files of a data set, which has no drafts left."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def of_the_command_line(job, folder):
    assert farm_runs.run(folder, job=job) == 0
    return content(folder)


@with_ray
def test_two_nodes_write_what_the_command_line_writes(nodes, tmp_path, monkeypatch):
    import ray
    job, waits, answers, tasks = Job(shots=20_000, rows=500), [], [], []
    monkeypatch.setattr(ray, "wait", spy(ray.wait, lambda arguments, _: waits.append(len(arguments[0]))))
    monkeypatch.setattr(ray, "get", spy(ray.get, lambda _, answer: answers.append(answer)))
    manifest = farm_ray.run(job, tmp_path / "ray", in_flight=4, task_seconds=0.5, on_parts=tasks.append)
    assert len(manifest["parts"]) == 40
    assert sorted(part for parts in tasks for part in parts) == list(range(40))
    # Bounded in flight; more than one part a task where parts are short; no shots in the object store.
    assert max(waits) == 4
    assert max(map(len, tasks)) > 1
    assert max(len(pickle.dumps(answer)) for answer in answers) < 200
    assert content(tmp_path / "ray") == of_the_command_line(job, tmp_path / "command")


def spy(function, note):
    def call(*arguments, **options):
        answer = function(*arguments, **options)
        note(arguments, answer)
        return answer
    return call


@with_ray
def test_workers_and_a_node_die_and_nothing_is_lost(nodes, tmp_path):
    job, folder, killed, done = Job(shots=120_000, rows=3_000), tmp_path / "ray", [], []

    def kill_one():
        end = time.monotonic() + 10
        while not (playing := workers()) and time.monotonic() < end:
            time.sleep(0.02)
        os.kill(playing[0], signal.SIGKILL)
        killed.append(playing[0])

    def disturb(parts):
        done.append(parts)
        if len(done) in (2, 6):
            kill_one()
        elif len(done) == 4:
            nodes.lose_a_node()
            nodes.add_a_node()

    farm_ray.run(job, folder, in_flight=4, task_seconds=0.5, on_parts=disturb)
    assert len(killed) == 2
    assert content(folder) == of_the_command_line(job, tmp_path / "command")


@with_ray
@servers.needed
def test_the_command_plays_on_servers(nodes, tmp_path):
    job, port = Job(shots=3_000, rows=500), servers.free_port()
    server = servers.serve(port)
    try:
        done = subprocess.run(command_line(nodes, tmp_path / "ray", job, f"--server=127.0.0.1:{port}"),
                              text=True, capture_output=True, timeout=120, check=False)
    finally:
        servers.kill(server)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("shots=3000 files=6 seconds=")
    assert content(tmp_path / "ray") == of_the_command_line(job, tmp_path / "command")


@with_ray
def test_a_farm_without_its_server_says_so(nodes, tmp_path):
    with pytest.raises(carom.CaromError) as raised:
        farm_ray.run(Job(shots=1000, rows=1), tmp_path, ["127.0.0.1:1"], retry_for=0.2)
    assert raised.value.code == "UNAVAILABLE"


@with_ray
def test_a_stopped_command_goes_on(nodes, tmp_path):
    job, folder = Job(shots=120_000, rows=3_000), tmp_path / "ray"
    command = command_line(nodes, folder, job, "--task-seconds=0.5")
    stopped = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while not list(folder.glob("part-*")) and time.monotonic() < end:
        time.sleep(0.05)
    stopped.send_signal(signal.SIGTERM)
    assert "--resume goes on" in stopped.communicate(timeout=60)[1] and stopped.returncode == 130
    assert 0 < len(list(folder.glob("part-*"))) < job.parts
    subprocess.run([*command, "--resume"], check=True, stdout=subprocess.DEVNULL, timeout=120)
    assert content(folder) == of_the_command_line(job, tmp_path / "command")
