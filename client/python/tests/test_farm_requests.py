"""Data sets of any request: the shots of `carom batch --request`, and what a request may not ask for."""
import io
import json
import pickle
import re
import shutil
import subprocess

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

import carom  # noqa: E402
import pyarrow.parquet as parquet  # noqa: E402
from carom import farm  # noqa: E402
from carom.farm import __main__ as command  # noqa: E402
from checks import refused  # noqa: E402
from farm_runs import content  # noqa: E402

BALLS = {"balls": {"balls": [{"state": {"position_m": {"x": x, "y": y}}} for x, y in
                             ((0.8, 0.165), (1.1, 0.465))]}}
STRIKE = {"speed_m_s": {"uniform": {"lo": 1.5, "hi": 3}},
          "azimuth_rad": {"normal": {"mean": np.pi / 4, "sigma": 0.03}}}
PHYSICS = {"cushion_restitution": {"uniform": {"lo": 0.8, "hi": 0.9}}}
REQUEST = {"tables": [{"preset": "pool_9ft"}], "layouts": [BALLS],
           "generator": {"seed": "7", "first_shot": "40", "shot_count": 300,
                         "drawn_shots": {"strike": STRIKE, "physics": PHYSICS}},
           "labels": [{"potted": {"ball": 1}}, {"no_scratch": {}}]}
POTS = {**REQUEST, "filter": {"potted": {"ball": 1}}, "detail": {"level": "LEVEL_EVENTS"}}


def with_generator(**fields):
    return {**REQUEST, "generator": {**REQUEST["generator"], **fields}}


def run(request, folder, *options):
    path = folder.parent / "request.json"
    path.write_text(json.dumps(request))
    return command.main([f"--request={path}", f"--out={folder}", "--rows=64", "--threads=1", *options])


def rows_of(folder):
    return pa.concat_tables([parquet.read_table(path) for path in sorted(folder.glob("part-*.parquet"))])


def same(one, other):
    return (one.schema.equals(other.schema, check_metadata=False)
            and repr(one.to_pylist()) == repr(other.to_pylist()))


def test_rows_are_those_of_carom_batch(tmp_path):
    program, csv = shutil.which("carom"), pytest.importorskip("pyarrow.csv")
    if not program:
        pytest.skip("no carom on the PATH")
    assert run({**REQUEST, "detail": {"inputs": True}}, tmp_path / "set") == 0
    subprocess.run([program, "batch", f"--request={tmp_path / 'request.json'}",
                    f"--out={tmp_path / 'rows.csv'}"], check=True, capture_output=True)
    batch, rows = csv.read_csv(tmp_path / "rows.csv"), rows_of(tmp_path / "set")
    assert rows["shot"].to_pylist() == batch["shot"].to_pylist() == list(range(40, 340))
    assert rows["hash"].to_pylist() == [int(text, 16) for text in batch["hash"].cast("string").to_pylist()]
    for name in ("end_time_s", "input_speed_m_s", "input_cushion_restitution"):
        assert rows[name].to_pylist() == batch[name].to_pylist(), name
    assert [labels[0] for labels in rows["labels"].to_pylist()] == batch["label_0"].to_pylist()


@pytest.mark.parametrize("request_of", [
    REQUEST, POTS, {**REQUEST, "detail": {"level": "LEVEL_SAMPLES", "samples": {"period_s": 0.5}}},
    {**REQUEST, "detail": {"level": 4}}, {**POTS, "detail": {"level": "LEVEL_EVENTS", "event_states": True}},
    {**with_generator(shot_count=10, drawn_shots={"strike": STRIKE}),
     "settings": [{"engine": "ENGINE_COMPLIANT"}]},
    {**REQUEST, "generator": {"seed": 7, "first_shot": 40, "shot_count": 130,
                              "uniform_strikes": {"speed_m_s": {"lo": 1, "hi": 3}}}}])
def test_parts_are_the_whole(request_of, simulator, tmp_path):
    request, generator = request_of, request_of["generator"]
    assert run(request, tmp_path / "set") == 0
    shots = carom.draws(generator["shot_count"], seed=7, first=40, **{
        name: generator[name] for name in ("drawn_shots", "uniform_strikes") if name in generator})
    game = carom.Game({name: request[name] for name in ("tables", "layouts", "settings") if name in request})
    whole = simulator.run(game, shots, detail=request.get("detail"), filter=request.get("filter"),
                          labels=request["labels"])
    expected = whole.to_arrow()
    numbers = pa.array(expected["shot"].to_numpy() + 40)
    assert same(rows_of(tmp_path / "set"), expected.set_column(0, expected.schema.field(0), numbers))
    parts = tmp_path.glob("set/part-*.parquet")
    assert len({str(parquet.read_schema(path).remove_metadata()) for path in parts}) == 1
    manifest = json.loads((tmp_path / "set" / "_manifest.json").read_text())
    assert sum(part.get("rows", part["shots"]) for part in manifest["parts"]) == len(whole)


def test_columns_keep_their_units(tmp_path):
    assert run(POTS, tmp_path / "set") == 0
    schema = parquet.read_schema(tmp_path / "set" / "part-00000.parquet")
    assert schema.field("input_speed_m_s").metadata[b"unit"] == b"m/s"
    assert schema.field("events").type.value_type.field("time_s").metadata[b"unit"] == b"s"


def test_a_filter_that_few_pass_leaves_parts_without_rows(tmp_path):
    never = {**REQUEST, "filter": {"potted": {"ball": 1, "pockets": [0]}},
             "detail": {"level": "LEVEL_SAMPLES", "samples": {"period_s": 0.5}}}
    assert run(never, tmp_path / "set") == 0
    rows = rows_of(tmp_path / "set")
    assert len(rows) < 30 and "input_speed_m_s" in rows.column_names  # Of 300: the pocket is another.
    assert pa.types.is_large_list(rows.schema.field("samples").type)
    assert run(never, tmp_path / "set", "--resume") == 0


def test_resumed_ends_with_the_same_bytes(tmp_path):
    assert run(POTS, tmp_path / "whole") == 0 and run(POTS, tmp_path / "set") == 0
    for name in ("part-00001.parquet", "_manifest.json", "_SHA256SUMS", "_parts.json"):
        (tmp_path / "set" / name).unlink()
    assert run(POTS, tmp_path / "set", "--resume", "--in-flight=1") == 0
    assert content(tmp_path / "set") == content(tmp_path / "whole")


@pytest.mark.parametrize("other, options, told", [
    (with_generator(seed="8"), (), "--request: generator.seed: '8' must be '7'"),
    ({**REQUEST, "labels": REQUEST["labels"][:1]}, (), "--request: labels: "),
    (POTS, (), "--request: filter: "), (REQUEST, ("--shots=200",), "--shots: 200 must be 300")])
def test_another_request_is_refused(other, options, told, tmp_path, capsys):
    assert run(REQUEST, tmp_path / "set") == 0
    assert run(other, tmp_path / "set", "--resume", *options) == 2
    assert told in capsys.readouterr().err
    assert command.main(["--shots=300", "--rows=64", f"--out={tmp_path / 'set'}", "--resume"]) == 2
    assert "is of another kind of job" in capsys.readouterr().err


def test_a_dict_is_played_in_python(simulator, tmp_path):
    done = []
    manifest = farm.make(farm.job_of(with_generator(shot_count=None), shots=100, rows=30), tmp_path / "set",
                         on_progress=done.append)
    assert len(manifest["parts"]) == 4 and done[-1] == 4
    assert len(rows_of(tmp_path / "set")) == 100
    job = pickle.loads(pickle.dumps(farm.job_of(REQUEST, rows=64)))
    assert job.schema() == farm.job_of(REQUEST, rows=64).schema()
    assert pickle.loads(pickle.dumps(job)).schema() == job.schema()
    text = farm.job_of(json.dumps(REQUEST), rows=64)
    assert text == farm.job_of(REQUEST, rows=64) and text.shots == 300


def test_names_may_be_those_of_protobufs_json(tmp_path):
    camel = {"tables": REQUEST["tables"], "layouts": REQUEST["layouts"], "labels": REQUEST["labels"],
             "generator": {"seed": "7", "firstShot": "40", "shotCount": 300,
                           "drawnShots": REQUEST["generator"]["drawn_shots"]},
             "detail": {"eventStates": False}, "engineVersion": carom.__version__}
    snake = {**REQUEST, "detail": {"event_states": False}, "engine_version": carom.__version__}
    assert farm.job_of(camel) == farm.job_of(snake)
    assert run(camel, tmp_path / "set") == 0


def test_messages_are_requests():
    simulation_pb2 = pytest.importorskip("carom.v1.simulation_pb2")
    from google.protobuf import json_format
    message = json_format.ParseDict(REQUEST, simulation_pb2.SimulateBatchRequest())
    assert farm.job_of(message).schema() == farm.job_of(REQUEST).schema()


def test_listed_shots_and_columns_are_played(simulator, tmp_path):
    azimuths = (np.pi / 4 + np.linspace(-0.1, 0.1, 10)).tolist()
    places = [[0.8, 0.165, 1.1, 0.465 - 0.001 * i] for i in range(10)]
    common = {"layouts": [BALLS]}
    listed = {**common, "shots": {"shots": [
        {"strike": {"speed_m_s": 2.0, "azimuthRad": azimuth}, "positions_m": places[i],
         "motions": ["MOTION_STATE_STATIONARY", "MOTION_STATE_UNSPECIFIED"]}
        for i, azimuth in enumerate(azimuths)]}}
    columns = {**common, "columns": {
        "shot_count": 10, "speed_m_s": [2.0], "azimuthRad": azimuths, "positions_m": sum(places, []),
        "motions": ["MOTION_STATE_STATIONARY", 0] * 10}}
    expected = simulator.run(carom.Game(common), carom.strikes(
        speed=2.0, azimuth=azimuths, positions=np.reshape(places, (10, 2, 2))))
    for name, request in (("listed", listed), ("columns", columns)):
        farm.make(farm.job_of(request, rows=4), tmp_path / name)
        rows = rows_of(tmp_path / name)
        assert rows["hash"].to_pylist() == expected.hash.tolist()
        assert rows["shot"].to_pylist() == list(range(10))
        assert rows["input_azimuth_rad"].to_pylist() == azimuths
    refused(lambda: farm.job_of(columns, shots=11).check(), "--shots", "10")


@pytest.mark.parametrize("request_of, path", [
    ({}, "request"), ("{", "request"), ({**REQUEST, "columns": {}}, "request"),
    ({**REQUEST, "x": 1}, "request"),
    ({**REQUEST, "detail": {"touches": True}}, "detail.touches"),
    ({**REQUEST, "detail": {"derivatives": ["strike.azimuth_rad"]}}, "detail.derivatives"),
    ({"generator": {"scene": "nine_ball_break", "shot_count": 5}}, "generator"),
    (with_generator(shot_count=0), "--shots"), (with_generator(seed=-1), "generator.seed"),
    (with_generator(shot_count="x"), "generator.shot_count"),
    ({"layouts": [BALLS], "columns": {"shot_count": 2, "positions_m": [0.0] * 6}}, "columns.positions_m"),
    ({"layouts": [BALLS], "shots": {"shots": [{"strike": {"speed_m_s": 1}}, {}]}}, "shots.shots[1].strike"),
    ({"layouts": [BALLS], "shots": {"shots": [{"strike": {}}]}}, "shots.shots[0].strike.speed_m_s"),
    ({"layouts": [BALLS], "shots": {"shots": []}}, "shots.shot_count")])
def test_what_a_data_set_cannot_hold_is_refused(request_of, path):
    assert isinstance(refused(lambda: farm.job_of(request_of), path), carom.InvalidArgument)


def listed(*shots):
    return {"layouts": [BALLS], "shots": {"shots": shots}}


def in_columns(**columns):
    return {"layouts": [BALLS], "columns": {"shot_count": 2, **columns}}


FAST, TEXT, AT_REST = {"strike": {"speed_m_s": 60}}, {"strike": {"speed_m_s": "x"}}, {"motions": [1, 1]}


@pytest.mark.parametrize("request_of, path, told", [
    (in_columns(speed_m_s=[60, 1]), "columns.speed_m_s[0]", "60 must be in [0, 50]"),
    (in_columns(speed_m_s=[60]), "columns.speed_m_s[0]", "60 must be in [0, 50]"),
    (in_columns(speed_m_s=[1, "x"]), "columns.speed_m_s[1]", "'x' must be a number"),
    (in_columns(speed_m_s=[[1], [2]]), "columns.speed_m_s[0]", "[1] must be a number"),
    (in_columns(speed_m_s=5), "columns.speed_m_s", "5 must be a list of numbers"),
    (in_columns(speed_m_s=[1, 2, 3]), "columns.speed_m_s", "3 values must be 1 or 2, one a shot"),
    (in_columns(azimuthRad=[1]), "columns.speed_m_s", "None must be given beside azimuth_rad"),
    (in_columns(speed_m_s=[1], cue_ball=[0, 0.5]), "columns.cue_ball[1]", "0.5 must be a whole number"),
    (in_columns(positions_m=[1, 2, 3, 4, 5, 6, 7, "x"]), "columns.positions_m[7]", "'x' must be a number"),
    (in_columns(motions=[1, 1, 1, 2]), "columns.motions[3]", "2 must be 0 (as in the layout), 1"),
    (in_columns(motions=["MOTION_STATE_SLIDING", 1]), "columns.motions[0]", "must be 0 (as in the layout)"),
    (in_columns(shot_count=2**40), "columns.shot_count", "1099511627776 must be in [1, 100000000]"),
    (listed({"strike": {"speed_m_s": 1}}, FAST), "shots.shots[1].strike.speed_m_s", "60 must be in [0, 50]"),
    (listed(FAST), "shots.shots[0].strike.speed_m_s", "60 must be in [0, 50]"),
    (listed(FAST, TEXT), "shots.shots[1].strike.speed_m_s", "'x' must be a number"),
    (listed({"table_index": -1}), "shots.shots[0].table_index", "-1 must be in [0, "),
    (listed(AT_REST, {"motions": [1, 2]}), "shots.shots[1].motions[1]", "2 must be 0 (as in the layout)"),
    (listed(AT_REST, {"motions": [1]}), "shots.shots[1].motions", "1 values must be 2"),
    (listed({"motions": 1}), "shots.shots[0].motions", "1 must be a list of numbers"),
    (listed({"positions_m": [1, 2, 3]}), "shots.shots[0].positions_m", "3 values must be of shape"),
    (listed({"positions_m": [1, 2, 3, 4], "motions": [1]}), "shots.shots[0].motions", "1 balls must be as"),
    (with_generator(first_shot=2**53), "generator.first_shot", f"{2**53} must be in [0, {2**53 - 1}]"),
    (with_generator(firstShot=str(2**64 - 1), first_shot=None), "generator.first_shot", str(2**64 - 1))])
def test_what_is_wrong_is_told_where_the_request_has_it(request_of, path, told):
    error = refused(lambda: farm.job_of(request_of), path, f"{path}: ", told)
    assert isinstance(error, carom.InvalidArgument)


@pytest.mark.parametrize("request_of, path", [
    (in_columns(speed_m_s=[1], positions_m=[0.0, 0.0, 1.0, 9.0] * 2), "columns.positions_m[2]"),
    (listed({"strike": {"speed_m_s": 1}, "positions_m": [0, 0, 1, 9]}), "shots.shots[0].positions_m[2]")])
def test_a_place_that_no_shot_can_have_is_refused_where_the_request_has_it(request_of, path):
    refused(lambda: farm.job_of(request_of).check(), path, f"{path}: (1, 9, ", "must be inside the bed's outline")


def test_a_request_must_be_utf_8(tmp_path, capsys):
    (tmp_path / "request.json").write_bytes(json.dumps(REQUEST).encode("utf-16"))
    assert command.main([f"--request={tmp_path / 'request.json'}", f"--out={tmp_path / 'set'}"]) == 2
    assert "--request: request.json must be JSON in UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize("request_of, told", [
    (with_generator(drawn_shots={"strike": {"speed_m_s": {"constant": 60}}}), "60"),
    ({**REQUEST, "tables": [{"preset": "pool_10ft_none"}]}, "pool_10ft_none"),
    ({**REQUEST, "layouts": []}, "layouts"), ({**REQUEST, "filter": {"pot": 1}}, "pot"),
    ({**REQUEST, "labels": [{}] * 17}, "labels"),
    (with_generator(drawn_shots={"strike": {**STRIKE, "side_offset": {"constant": 0.8},
                                            "height_offset": {"constant": 0.8}}}), "shot 0: ")])
def test_what_cannot_be_played_is_refused_before_a_folder_is_made(request_of, told, tmp_path, capsys):
    assert run(request_of, tmp_path / "set") == 2
    error = capsys.readouterr().err
    assert told in error and "Traceback" not in error and not (tmp_path / "set").exists()


def test_the_order_of_a_requests_fields_does_not_matter(tmp_path, capsys):
    assert run(REQUEST, tmp_path / "set") == 0
    assert run(dict(reversed(REQUEST.items())), tmp_path / "set", "--resume") == 0
    (tmp_path / "set" / "_parts.json").unlink()
    assert run(dict(reversed(REQUEST.items())), tmp_path / "set", "--resume") == 0
    speed = {"uniform": {"lo": 1.5, "hi": 3.0}}  # Of other bytes in JSON.
    other = with_generator(drawn_shots={"strike": {**STRIKE, "speed_m_s": speed}, "physics": PHYSICS})
    assert run(other, tmp_path / "set", "--resume") == 2
    assert "generator.drawn_shots.strike.speed_m_s.uniform.hi: 3.0 must be 3" in capsys.readouterr().err


def test_options_that_the_request_tells_are_refused(tmp_path, capsys):
    for option in ("--seed=1", "--balls=3", "--max-tip=0.1"):
        assert run(REQUEST, tmp_path / "set", option) == 2
        assert f"{option.split('=')[0]}: given must be absent" in capsys.readouterr().err
    assert command.main([f"--out={tmp_path / 'set'}"]) == 2
    assert "--shots: " in capsys.readouterr().err
    assert command.main(["--request=none.json", f"--out={tmp_path / 'set'}"]) == 2
    assert "none.json" in capsys.readouterr().err


def test_another_engine_is_refused(tmp_path, capsys):
    assert run({**REQUEST, "engine_version": "0.0.1"}, tmp_path / "set") == 2
    assert f"engine_version: the engine is {carom.__version__}, and must be 0.0.1" in capsys.readouterr().err


def test_progress_is_told_in_lines_where_there_is_no_terminal(monkeypatch):
    now, job = [100.0], farm.Job(shots=1000, rows=100)
    monkeypatch.setattr(command.time, "monotonic", lambda: now[0])
    told = io.StringIO()
    progress = command.Progress(job, told)
    for done, later in ((2, 0.1), (3, 9.0), (4, 1.0), (5, 5.0), (8, 5.0)):
        now[0] += later
        progress(done)
    # 200 shots were there; 200 more took 10.1 s, 600 more 20.1 s.
    assert told.getvalue().splitlines() == [
        "carom.farm: 40% 400/1000 shots, 20/s, 30 s left", "carom.farm: 80% 800/1000 shots, 30/s, 7 s left"]
    terminal = io.StringIO()
    terminal.isatty = lambda: True
    command.Progress(job, terminal)(5)
    assert re.fullmatch(r"\r\[#{15} {15}\]  50% 500/1000 shots, 0/s, \.\.\.  ", terminal.getvalue())


def test_readers_read_lists(tmp_path):
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    assert run(POTS, tmp_path / "set") == 0
    rows = rows_of(tmp_path / "set")
    counts = [len(events) for events in rows["events"].to_pylist()]
    sql = f"SELECT len(events) FROM '{tmp_path}/set/*.parquet' ORDER BY shot"
    assert [count for count, in duckdb.sql(sql).fetchall()] == counts
    frame = polars.read_parquet(tmp_path / "set" / "part-*.parquet")
    assert frame.select(polars.col("events").list.len()).to_series().to_list() == counts
    np.testing.assert_array_equal(frame["positions_m"].to_numpy(), rows["positions_m"].to_pylist())
