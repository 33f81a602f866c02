"""Data sets in other file systems, by URI: the bytes of a local folder, refused at once where there is none.

The store is moto's server of S3; without moto its tests are left out (CAROM_TEST_READERS=1 installs it), and
fsspec's file system in memory stands for all.
"""
import contextlib
import http.server
import os
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

import carom  # noqa: E402
from pyarrow import fs  # noqa: E402
from carom import farm  # noqa: E402
from carom.farm.folder import _bounded, folder_of  # noqa: E402
from farm_runs import JOB, command_line, content, run  # noqa: E402


@pytest.fixture(scope="module")
def store():
    """A URI's query that leads to an S3 server of this process, with an empty bucket `bucket`."""
    server = pytest.importorskip("moto.server").ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    keys = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_EC2_METADATA_DISABLED": "true"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in keys.items():
            patch.setenv(name, value)
        query = f"endpoint_override={host}:{port}&scheme=http"
        files, _ = fs.FileSystem.from_uri(f"s3://bucket?{query}&allow_bucket_creation=true")
        files.create_dir("bucket")
        yield query
    server.stop()


@pytest.fixture(params=["local", "file", "memory", "s3"])
def out(request, tmp_path):
    """A place for a data set."""
    name = request.node.name.translate(str.maketrans("[] .=", "-----"))
    if request.param == "s3":
        return f"s3://bucket/{name}/set?{request.getfixturevalue('store')}"
    if request.param == "memory":
        pytest.importorskip("fsspec")
        return f"memory://{name}/set"
    return {"local": str(tmp_path / "a" / "set"), "file": f"file://{tmp_path}/a/set"}[request.param]


def content_of(out):
    folder = folder_of(out)
    return {name: folder.read(name) for name in sorted(folder.sizes())}


def test_the_bytes_are_those_of_a_local_folder(whole, out, capsys):
    assert run(out) == 0
    told = capsys.readouterr().out
    assert content_of(out) == content(whole)
    assert run(out) == 2 and "--resume goes on with it" in capsys.readouterr().err
    assert run(out, "--resume") == 0 and content_of(out) == content(whole)
    assert capsys.readouterr().out.split("sha256=")[1] == told.split("sha256=")[1]


def test_what_is_missing_or_damaged_is_made_anew(whole, out):
    assert run(out) == 0
    folder = folder_of(out)
    good = content_of(out)["part-00005.parquet"]
    folder.remove("part-00001.parquet")
    folder.write("part-00003.parquet", b"PAR1")
    folder.write("part-00005.parquet", good[:100] + bytes([good[100] ^ 1]) + good[101:])
    folder.write(".part-00004.parquet.1.2", b"torn")
    assert farm.prepare(JOB, out, resume=True) == [1, 3]
    assert farm.prepare(JOB, out, resume=True, verify=True) == [1, 3, 5]
    assert run(out, "--verify") == 0 and content_of(out) == content(whole)


def test_another_job_is_refused(out, capsys):
    assert run(out) == 0
    assert run(out, "--resume", job=farm.Job(shots=700, seed=6, rows=100)) == 2
    assert "--seed: 6 must be 5, as " in capsys.readouterr().err


def test_a_draft_that_gets_its_name_meanwhile_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "part-00000.parquet").write_bytes(b"abcd")
    draft = tmp_path / ".part-00001.parquet.1.1"
    draft.touch()
    scandir = os.scandir

    @contextlib.contextmanager
    def listed_before(path):
        with scandir(path) as entries:
            listed = list(entries)
        draft.unlink()
        yield iter(listed)

    monkeypatch.setattr(os, "scandir", listed_before)
    assert folder_of(tmp_path).sizes() == {"part-00000.parquet": 4}


def test_a_file_that_cannot_be_written_leaves_nothing(monkeypatch):
    memory = pytest.importorskip("fsspec.implementations.memory")
    folder = folder_of("memory://torn/set")
    folder.create()
    with monkeypatch.context() as patch:
        patch.setattr(memory.MemoryFileSystem, "mv", lambda *_, **__: (_ for _ in ()).throw(OSError("away")))
        with pytest.raises(OSError, match="away"):
            folder.write("part-00000.parquet", b"data")
    assert folder.sizes() == {} and folder.read("part-00000.parquet") is None
    folder.write("part-00000.parquet", b"data")
    assert folder.sizes() == {"part-00000.parquet": 4}


def test_killed_and_resumed_in_a_store(whole, store):
    out = f"s3://bucket/killed?{store}"
    wanted, kills = 1, 0
    while True:
        process = subprocess.Popen(command_line(out, "--resume"), stdout=subprocess.DEVNULL)
        while process.poll() is None:
            if sum(name.startswith("part-") for name in folder_of(out).sizes()) >= wanted:
                break
            time.sleep(0.01)
        if process.poll() is not None:
            break
        process.send_signal(signal.SIGKILL)
        process.wait()
        kills, wanted = kills + 1, wanted + 4
    assert process.returncode == 0 and kills >= 1
    assert content_of(out) == content(whole)


class FullStore(http.server.BaseHTTPRequestHandler):
    """A store that begins uploads and refuses their last part."""

    protocol_version, asked = "HTTP/1.1", []

    def do_POST(self):
        name = "InitiateMultipartUploadResult"
        self.answer(200, f"<{name}><UploadId>1</UploadId></{name}>")

    def do_PUT(self):
        refused = "partNumber=3" in self.path
        self.answer(403 if refused else 200, "<Error><Code>AccessDenied</Code></Error>" if refused else "")

    def answer(self, code, text):
        if self.headers.get("Expect"):
            self.send_response_only(100)
            self.end_headers()
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.asked.append((self.command, self.path.partition("?")[2].partition("=")[0]))
        self.send_response(code)
        self.send_header("Content-Length", str(len(text)))
        self.send_header("ETag", '"1"')
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def test_an_upload_that_fails_is_never_completed(monkeypatch):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_EC2_METADATA_DISABLED"):
        monkeypatch.setenv(name, "true")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), FullStore) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        folder = folder_of(f"s3://bucket/set?endpoint_override=127.0.0.1:{server.server_port}&scheme=http")
        with pytest.raises(OSError, match="part-00000.parquet"):
            folder.write("part-00000.parquet", bytes(25 << 20))
        server.shutdown()
    assert ("POST", "uploads") in FullStore.asked and ("PUT", "partNumber") in FullStore.asked
    assert ("POST", "uploadId") not in FullStore.asked  # What would complete it.


@pytest.mark.parametrize("out, told", [
    ("s4://bucket/set", "s4"), ("s3:/bucket/set", "://"), ("htp://x/y", "htp"), ("s3://", "s3"),
    ("file://elsewhere/set", "elsewhere"), ("memory://", "memory"), ("", "--out"),
    ("s4://key:secret@bucket/set", "'s4://bucket/set'")])
def test_a_place_that_is_none_is_refused_before_anything_is_played(out, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(carom.Simulator, "run", lambda *_, **__: pytest.fail("played"))
    assert run(out) == 2
    error = capsys.readouterr().err
    assert "--out: " in error and told in error and "Traceback" not in error and "secret" not in error
    assert not list(tmp_path.iterdir())


def test_googles_storage_is_not_waited_for_without_end():
    began = time.monotonic()
    with pytest.raises(OSError, match="Retry policy exhausted"):  # No port has a server of it.
        folder_of("gs://anonymous@bucket/set?scheme=http&endpoint_override=127.0.0.1:1&retry_limit_seconds=2").sizes()
    assert 1 < time.monotonic() - began < 20
    assert _bounded("gs://bucket/set") == "gs://bucket/set?retry_limit_seconds=60"
    assert _bounded("gs://bucket/set?scheme=http") == "gs://bucket/set?scheme=http&retry_limit_seconds=60"
    assert _bounded("s3://bucket/set") == "s3://bucket/set"


def test_a_uri_that_pathlib_has_read_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(carom.InvalidArgument, match="--out: .*://"):
        farm.prepare(JOB, Path("s3://bucket/set"), resume=False)
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_written_is_told(capsys):
    pytest.importorskip("fsspec")
    # A file system that fsspec can read alone, from a package that is not installed or to no avail.
    assert run("http://127.0.0.1:1/set") == 2
    assert "http://127.0.0.1:1/set" in capsys.readouterr().err


def test_a_bucket_that_is_not_there_is_told_before_anything_is_played(store, monkeypatch, capsys):
    monkeypatch.setattr(carom.Simulator, "run", lambda *_, **__: pytest.fail("played"))
    assert run(f"s3://nowhere/set?{store}") == 2
    assert "nowhere" in capsys.readouterr().err


def test_messages_have_no_secrets(store, capsys):
    out = f"s3://test:secret@bucket/secrets?{store}"
    assert run(out) == 0 and run(out) == 2
    told = capsys.readouterr().err
    assert "s3://bucket/secrets has a data set" in told and "secret@" not in told and "endpoint" not in told


SQL = "SELECT count(*), sum(hash % 1000), count(DISTINCT shot) FROM "


def test_readers_read_the_folder(whole):
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    hashes = pandas.read_parquet(whole)["hash"]
    expected = (JOB.shots, int((hashes % 1000).sum()), JOB.shots)
    assert duckdb.sql(f"{SQL} '{whole}/*.parquet'").fetchall() == [expected]
    rows = polars.read_parquet(whole / "part-*.parquet")
    assert rows["hash"].to_list() == hashes.tolist()


def test_polars_reads_a_store(whole, store):
    polars = pytest.importorskip("polars")
    out = f"s3://bucket/readers/set?{store}"
    assert run(out) == 0
    endpoint = "http://" + store.partition("=")[2].partition("&")[0]
    options = {"aws_endpoint_url": endpoint, "aws_allow_http": "true", "aws_region": "us-east-1",
               "aws_access_key_id": "test", "aws_secret_access_key": "test"}
    rows = polars.scan_parquet("s3://bucket/readers/set/part-*.parquet", storage_options=options).collect()
    assert rows["shot"].to_list() == list(range(JOB.shots))
