"""python -m carom.compliance: servers and the shipped proxies pass, and every planted fault is found."""
import http.server
import json
import re
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest
import servers
import test_readme

pytest.importorskip("grpc")
pytest.importorskip("google.rpc")
import faulty_proxies  # noqa: E402
from carom.compliance import __main__ as command  # noqa: E402
from carom.compliance import checks, suite  # noqa: E402
from carom.compliance.peer import Peer  # noqa: E402

CHECKOUT = Path(__file__).resolve().parents[3]
INFLATES = {"ends.compressed_request"}  # What a server of gRPC that forwards calls cannot hide.
NO_TOKEN = "skipped  services.token: no token is given: --token-file"
OF_BATCHES = {"shots.any_call", "shots.frozen", "batches.every_shot_once", "batches.split",
              "batches.resumed", "batches.filtered", "batches.labels_alone"}


@pytest.fixture(scope="module")
def server():
    """The address of a server."""
    if not servers.PROGRAM:
        pytest.skip("no carom-server on the PATH")
    port = servers.free_port()
    running = servers.serve(port)
    yield f"127.0.0.1:{port}"
    servers.kill(running)


def outcomes(target, only=None):
    peer = Peer(target)
    try:
        return {one.name: one for one in suite.run(peer, command._chosen(checks.ALL, only))}
    finally:
        peer.close()


def failed(found):
    return {name for name, one in found.items() if one.verdict == suite.FAILED}


# Of the README the blocks that are "elsewhere: client/python/tests/test_compliance.py".
[SHOWN] = [text for _, _, marker, text in test_readme.BLOCKS if Path(__file__).name in marker]


def test_a_server_passes_as_the_readme_shows(server, capsys):
    shell, _, shown = SHOWN.partition("\n")
    assert shell == "$ python -m carom.compliance HOST:PORT"
    assert command.main([server]) == 0
    printed = capsys.readouterr().out
    assert re.fullmatch(test_readme.printed(shown), printed, re.S), printed
    lines = printed.splitlines()
    assert len(lines) == len(checks.ALL) + 1
    assert [line for line in lines[:-1] if not line.startswith("ok ")] == [NO_TOKEN]


@pytest.fixture
def chaos(tmp_path, monkeypatch):
    """What tests/chaos has for replicas and proxies before them."""
    if not servers.PROGRAM:
        pytest.skip("no carom-server on the PATH")
    monkeypatch.syspath_prepend(str(CHECKOUT / "tests/chaos"))
    import run
    options = SimpleNamespace(bin=str(Path(servers.PROGRAM).resolve().parent), seed=0)
    made = run.Run(options, str(tmp_path))
    yield made
    made.end()


def proxied(run, proxy):
    """The address of the shipped proxy in front of two replicas."""
    from fleet import Replica
    from proxies.envoy import Envoy
    from proxies.haproxy import HaProxy
    from run import Skipped
    # Few enough long calls that the suite finds them busy.
    replicas = [Replica(run, name, ["--max-long-calls=64"]) for name in ("carom-a", "carom-b")]
    try:
        for replica in replicas:
            replica.start()
        return (Envoy(run, replicas) if proxy == "envoy" else HaProxy(run, proxy, replicas)).target
    except Skipped as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("proxy", ["tcp", "http", "envoy"])
def test_the_shipped_proxies_pass(chaos, proxy):
    found = outcomes(proxied(chaos, proxy))
    assert [str(one) for one in found.values() if one.verdict != suite.OK] == [NO_TOKEN]


@pytest.fixture
def through(server):
    """Runs checks through a proxy of this kind."""
    with ExitStack() as stack:
        def go(kind, only=None):
            proxy = kind(server)
            stack.callback(proxy.close)
            return outcomes(proxy.target, only)
        yield go


def test_a_proxy_without_a_fault_passes(through):
    assert failed(through(faulty_proxies.Proxy)) == INFLATES


SHOTS = "shots,batches,estimates,games,mechanisms"
REFUSALS = "services,refusals"
# Of each fault: the checks that run, those that find it, those that may find it too, and words of what the
# first one says.
FAULTS = {
    "DropsDetails": (REFUSALS, ["refusals.details", "services.unknown_method"], set(),
                     "without grpc-status-details-bin"),
    "DropsPushback": (REFUSALS, ["refusals.pushback"], set(), "grpc-retry-pushback-ms ''"),
    "TellsAnotherCode": (REFUSALS, ["services.tables", "services.methods"], set(),
                         "ends with UNKNOWN .* right: NOT_FOUND"),
    "DropsUnknownFields": (REFUSALS, ["refusals.unknown_field", "refusals.revision_1"], set(),
                           "field 99 ends with OK"),
    "ReordersStreams": (SHOTS, ["estimates.order"], set(), "'estimates', 'progress'"),
    "TruncatesBatches": (SHOTS, ["batches.every_shot_once"], OF_BATCHES, r"ends with OK after \d+ of them"),
    "RepeatsChunks": (SHOTS, ["batches.every_shot_once"], OF_BATCHES, r"shot \d+ comes twice"),
    "ChangesAHash": (SHOTS, ["shots.any_call", "shots.frozen"], OF_BATCHES,
                     r"shot \d+ has the hash [0-9a-f]{16}"),
    "DropsHashes": (SHOTS, ["batches.filtered"], OF_BATCHES, r"the chunk from shot \d+ has 0 hashes"),
    "TakesSmallMessages": ("ends", ["ends.large_request", "ends.large_answer"], INFLATES,
                           "RESOURCE_EXHAUSTED"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_faults_are_found_by_name(through, name):
    only, finders, others, words = FAULTS[name]
    found = through(getattr(faulty_proxies, name), only)
    assert set(finders) <= failed(found) <= set(finders) | others
    assert re.search(words, str(found[finders[0]])), str(found[finders[0]])


def test_no_check_is_content_with_nothing(through):
    found = through(faulty_proxies.SaysNothing)
    assert {name for name, one in found.items() if one.verdict == suite.OK} == {
        "services.methods", "services.health_without_token"}  # They ask for no more than an end.
    # Of an engine without a version no hashes are known.
    assert {name for name, one in found.items() if one.verdict == suite.SKIPPED} == {
        "services.token", "shots.frozen"}


@pytest.fixture
def impatient(monkeypatch):
    """What goes on is given up soon."""
    monkeypatch.setattr(checks.ends, "_LATE", 1.0)


def test_a_forgotten_deadline_is_found(through, impatient):
    found = through(faulty_proxies.ForgetsDeadlines, "ends")
    assert failed(found) == {"ends.deadline", "ends.deadline_of_a_stream"}
    assert "right: DEADLINE_EXCEEDED after 200 ms" in str(found["ends.deadline"])


# Alone, for calls that go on would keep the next checks waiting.
def test_cancelled_calls_that_go_on_are_found(through, impatient, monkeypatch):
    monkeypatch.setattr(checks.ends, "_UNDER_WAY", 2.0)  # What has not passed the proxy cannot go on behind it.
    found = through(faulty_proxies.KeepsCancelledCalls, "ends.cancelled")
    assert failed(found) == {"ends.cancelled"} and "they go on at the server" in str(found["ends.cancelled"])


def test_a_server_with_few_places_is_right(tmp_path):
    """Most of many long calls are refused at once, and those that are not are cancelled."""
    if not servers.PROGRAM:
        pytest.skip("no carom-server on the PATH")
    address = f"unix:{tmp_path}/carom.sock"
    running = subprocess.Popen([servers.PROGRAM, f"--listen={address}", "--threads=1", "--max-long-calls=8"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert "listening" in running.stdout.readline()
        found = outcomes(address, "ends.cancelled,refusals.pushback")
    finally:
        servers.kill(running)
    assert [str(one) for one in found.values() if one.verdict != suite.OK] == []


def test_a_check_that_stumbles_has_failed_and_the_next_one_runs():
    def stumbles(_):
        [][0]

    found = list(suite.run(None, [suite.Check("a.first", "README.md", "words", stumbles),
                                  suite.Check("a.second", "README.md", "words", lambda _: None)]))
    assert [one.verdict for one in found] == [suite.FAILED, suite.OK]
    assert "IndexError: list index out of range" in found[0].what and found[0].right


def test_what_is_promised_stands_where_a_check_says():
    def text(file):
        lines = (CHECKOUT / file).read_text(encoding="utf-8")
        return " ".join(re.sub(r"^ *//", "", lines, flags=re.M).split())

    for one in checks.ALL:
        assert " ".join(one.words.split()) in text(one.file), one
    assert len({one.name for one in checks.ALL}) == len(checks.ALL)


def test_frozen_hashes_are_those_of_the_core():
    text = (CHECKOUT / "tests/determinism/frozen_hashes.h").read_text(encoding="utf-8")
    right = {scene: int(hash_, 16) for scene, hash_, shots in re.findall(
        r'\{"(\w+)", FrozenHash::Laws::kDefault, 0x(\w+)(, \d+)?\}', text) if not shots}
    assert right == checks.shots.FROZEN
    assert f"shots = {checks.shots.FROZEN_SHOTS};" in text and "kFrozenSeed = 1;" in text


def test_json_tells_what_is_wrong(server):
    with ExitStack() as stack:
        proxy = faulty_proxies.DropsDetails(server)
        stack.callback(proxy.close)
        done = subprocess.run(
            [sys.executable, "-m", "carom.compliance", "--json", "--only=refusals.details,services.info",
             proxy.target], text=True, capture_output=True, timeout=60, check=False)
    told = json.loads(done.stdout)
    assert done.returncode == 1 and (told["ok"], told["failed"], told["skipped"]) == (1, 1, 0)
    assert [one["name"] for one in told["checks"]] == ["services.info", "refusals.details"]
    wrong = told["checks"][1]
    assert wrong["verdict"] == "FAILED" and "without grpc-status-details-bin" in wrong["what"]
    assert "BadRequest" in wrong["right"] and wrong["promised"].startswith("proto/README.md: ")


@pytest.mark.parametrize("arguments,code,words", [
    ((), 2, "server: None must be HOST:PORT"),
    (("--only=nothing", "127.0.0.1:1"), 2, "--only: 'nothing' must be one of"),
    (("--tls-cert=/dev/null", "127.0.0.1:1"), 2, "--tls-cert: '/dev/null' must be given together with"),
    (("--only=", "127.0.0.1:1"), 2, "--only: '' must be one of batches"),
    (("http://127.0.0.1:1",), 2, "server: 'http://127.0.0.1:1' must be HOST:PORT"),
    (("--tls-ca=/nowhere", "127.0.0.1:1"), 2, "--tls-ca: [Errno 2] No such file"),
    (("--token-file=/nowhere", "127.0.0.1:1"), 2, "--token-file: [Errno 2] No such file"),
    (("--token-file=/dev/null", "127.0.0.1:1"), 2, "--token-file: '/dev/null' must be a file with a token"),
    (("--retry-for=0", "127.0.0.1:1"), 3, "no server at 127.0.0.1:1"),
])
def test_exit_codes(arguments, code, words, capsys):
    assert command.main(arguments) == code
    told = capsys.readouterr()
    assert words in told.err and not told.out


def test_json_has_the_error_where_nothing_is_checked(capsys):
    assert command.main(["--json", "--only=nothing", "127.0.0.1:1"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert found["server"] == "127.0.0.1:1" and found["exit_code"] == 2 and "--only: 'nothing'" in found["error"]


def test_what_is_no_grpc_server_is_named(capsys):
    class Page(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as pages:
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        assert command.main(["--retry-for=0.5", f"127.0.0.1:{pages.server_port}"]) == 3
        pages.shutdown()
    assert "what answers there is no gRPC server" in capsys.readouterr().err


def test_a_token_leaves_the_machine_over_tls_alone(tmp_path, capsys):
    token = tmp_path / "token"
    token.write_text("# of a test\nsecret-secret-secret somebody\n")
    assert command.main([f"--token-file={token}", "192.0.2.1:1"]) == 2
    told = capsys.readouterr().err
    assert "must be sent over TLS, to this machine, or with --token-in-plain-text" in told
    assert "secret" not in told


@servers.needed
def test_tls_token_and_a_socket(tmp_path, capsys):
    names = {"key": tmp_path / "own.key", "cert": tmp_path / "own.crt", "token": tmp_path / "token"}
    subprocess.run("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj "
                   "/CN=localhost -addext subjectAltName=DNS:localhost".split()
                   + ["-keyout", names["key"], "-out", names["cert"]],
                   check=True, stderr=subprocess.DEVNULL)
    names["token"].write_text("0123456789abcdef0123 tester\n")
    port = servers.free_port()
    tls = [f"--tls-cert={names['cert']}", f"--tls-key={names['key']}"]
    secured = [f"--tls-ca={names['cert']}", *tls]
    socket = f"unix:{tmp_path}/carom.sock"
    only = "--only=services"
    with ExitStack() as stack:
        for flags in ([f"--listen=localhost:{port}", *tls, f"--tls-client-ca={names['cert']}"],
                      [f"--listen={socket}"]):
            running = subprocess.Popen(
                [servers.PROGRAM, *flags, "--threads=1", f"--token-file={names['token']}"],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            stack.callback(servers.kill, running)
            assert "listening" in running.stdout.readline()
        for target, options in ((f"localhost:{port}", secured), (socket, [])):
            assert command.main([only, *options, f"--token-file={names['token']}", target]) == 0
            assert "ok       services.token" in capsys.readouterr().out
            assert command.main([only, *options, target]) == 2
            assert "--token-file: a token is missing" in capsys.readouterr().err
        for server, options, hint in ((f"localhost:{port}", [], "as servers that want TLS do"),
                                      (f"localhost:{port}", ["--tls"], "no authority known here has signed"),
                                      (socket, ["--tls"], "leave --tls and --tls-ca out")):
            assert command.main([only, "--retry-for=0.5", *options, server]) == 3
            assert hint in capsys.readouterr().err
