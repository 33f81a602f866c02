"""Results as tables: the arrays' memory and values, units, streams, what pandas, polars and DuckDB read."""
import shutil
import subprocess

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

import carom  # noqa: E402
from carom import EventKind  # noqa: E402
from checks import refused  # noqa: E402

SCALARS = {"end_time_s": "end_time", "event_count": "event_count", "hash": "hash",
           "stop_reason": "stop_reason", "first_contact": "first_contact"}
DRAWN = {"strike": {"speed_m_s": {"uniform": {"lo": 1, "hi": 3}},
                    "azimuth_rad": {"uniform": {"lo": -0.06, "hi": 0.06}}}}
POT = carom.Game(balls=[(0.8, 0.165), (1.1, 0.465)])
CUTS = carom.strikes(speed=2.0, azimuth=np.pi / 4 + np.linspace(-0.1, 0.1, 100))
ALL = {"event_states": True, "samples": 0.5, "labels": [{"no_scratch": {}}, {"potted": {"ball": 1}}]}


@pytest.fixture(scope="module")
def drawn(simulator, two_balls):
    """With everything that a table tells."""
    return simulator.run(two_balls, carom.draws(50, seed=3, drawn_shots=DRAWN), **ALL)


def same(one, other):
    """Whether tables are equal, with NaN equal to NaN."""
    return (one.schema.equals(other.schema, check_metadata=True)
            and repr(one.to_pylist()) == repr(other.to_pylist()))


def leaf(column):
    """The array of plain numbers in a column."""
    array = column.chunk(0)
    while pa.types.is_fixed_size_list(array.type):
        array = array.flatten()
    return array


def address_of(array):
    return array.buffers()[1].address


def test_a_table_shares_the_arrays(drawn):
    table = drawn.to_arrow()
    for name, array in SCALARS.items():
        assert address_of(leaf(table[name])) == getattr(drawn, array).ctypes.data, name
    for name in ("positions_m", "motions", "pockets", "labels"):
        assert address_of(leaf(table[name])) == getattr(drawn, name.partition("_")[0]).ctypes.data, name
    assert address_of(leaf(table["input_speed_m_s"])) == drawn.inputs["speed_m_s"].ctypes.data
    log = table["events"].chunk(0)
    assert log.buffers()[1].address == drawn.events.offsets.ctypes.data
    assert address_of(log.values.field("time_s")) == drawn.events.times.ctypes.data
    flat = drawn.to_arrow(flat=True)
    for name, array in SCALARS.items():
        assert address_of(leaf(flat[name])) == getattr(drawn, array).ctypes.data, name


def test_a_table_has_the_values_of_the_arrays(drawn):
    table, flat = drawn.to_arrow(), drawn.to_arrow(flat=True)
    assert table["shot"].to_pylist() == flat["shot"].to_pylist() == list(range(50))
    np.testing.assert_array_equal(table["positions_m"].to_pylist(), drawn.positions)
    np.testing.assert_array_equal(table["motions"].to_pylist(), drawn.motions)
    for axis, name in enumerate("xyz"):
        np.testing.assert_array_equal(flat[f"ball_1_{name}_m"], drawn.positions[:, 1, axis])
    np.testing.assert_array_equal(flat["ball_1_pocket"], drawn.pockets[:, 1])
    np.testing.assert_array_equal(flat["label_1"], drawn.labels[:, 1])
    np.testing.assert_array_equal(flat["ok"], drawn.ok)
    assert table.schema.metadata[b"engine_version"].decode() == carom.__version__


def test_columns_are_named_as_those_of_carom_batch(simulator, two_balls, drawn, tmp_path):
    program = shutil.which("carom")
    if not program:
        pytest.skip("no carom on the PATH")
    csv = pytest.importorskip("pyarrow.csv")
    subprocess.run([program, "batch", "--ball=-0.6,0", "--ball=0.3,0", "--seed=3", "--shots=50",
                    "--draw=speed_m_s=uniform:1,3", "--draw=azimuth_rad=uniform:-0.06,0.06",
                    f"--out={tmp_path / 'rows.csv'}"], check=True, capture_output=True)
    rows, flat = csv.read_csv(tmp_path / "rows.csv"), drawn.to_arrow(flat=True)
    for name in ("shot", "end_time_s", "event_count", "first_contact", "ball_0_x_m", "ball_1_y_m",
                 "ball_1_z_m", "input_speed_m_s", "input_azimuth_rad"):
        told = rows[name].fill_null(-1).to_numpy()  # An empty cell: no contact.
        np.testing.assert_array_equal(flat[name].to_numpy(), told, err_msg=name)
    hashes = [int(text, 16) for text in rows["hash"].cast("string").to_pylist()]
    assert flat["hash"].to_pylist() == hashes


def fields_of(schema):
    """All that have a value, also in logs."""
    for field in schema:
        if pa.types.is_large_list(field.type):
            rows = field.type.value_type
            yield from fields_of(rows.field(i) for i in range(rows.num_fields))
        else:
            yield field


@pytest.mark.parametrize("flat", [False, True])
def test_every_column_tells_its_unit(drawn, flat):
    tables = [drawn.to_arrow(flat), drawn.events.to_arrow(flat), drawn.samples.to_arrow(flat)]
    told = {field.name: {key.decode(): text.decode() for key, text in field.metadata.items()}
            for table in tables for field in fields_of(table.schema)}
    assert all(metadata["unit"] and metadata["quantity"] for metadata in told.values())
    # What the names tell: the wire's, whose fields end with their units.
    for end, unit in (("_rad_s", "rad/s"), ("_m_s", "m/s"), ("_n_s", "N s"), ("_rad", "rad"), ("_m", "m"),
                      ("_s", "s")):
        some = [name for name in told if name.endswith(end)]
        assert some and {told.pop(name)["unit"] for name in some} == {unit}
    assert {metadata["unit"] for metadata in told.values()} == {"1"}
    assert told["stop_reason"]["enum"] == "carom.StopReason"
    assert told["kind"]["enum"] == "carom.EventKind"


def test_units_of_drawn_quantities(simulator):
    shots = carom.draws(2, drawn_shots={
        "strike": {"speed_m_s": {"constant": 1}, "side_offset": {"constant": 0.1},
                   "at_ball": {"hit_offset": {"uniform": {"lo": -1, "hi": 1}}}},
        "balls": [{"balls": [1], "region": {}, "mass_kg": {"constant": 0.17}}],
        "physics": {"gravity_m_s2": {"uniform": {"lo": 9.7, "hi": 9.9}},
                    "rolling_friction": {"constant": 0.01}}})
    schema = simulator.run(POT, shots).to_arrow(flat=True).schema
    told = {name[6:]: (schema.field(name).metadata[b"unit"].decode(),
                       schema.field(name).metadata[b"quantity"].decode())
            for name in schema.names if name.startswith("input_")}
    assert told.items() >= {
        "speed_m_s": ("m/s", "speed"), "azimuth_rad": ("rad", "azimuth"), "hit_offset": ("1", "hit offset"),
        "side_offset": ("ball radii", "side offset"), "ball_1_x_m": ("m", "x of ball 1"),
        "ball_1_mass_kg": ("kg", "mass of ball 1"), "gravity_m_s2": ("m/s^2", "gravity"),
        "rolling_friction": ("1", "rolling friction")}.items()


def test_listed_shots_have_what_was_given(simulator):
    result = simulator.run(POT, CUTS)
    table = result.to_arrow()
    assert table["input_speed_m_s"].to_pylist() == [2.0] * 100
    assert address_of(leaf(table["input_azimuth_rad"])) == CUTS.columns["azimuth_rad"].ctypes.data
    some = simulator.run(POT, CUTS, filter={"potted": {"ball": 1}})
    azimuths = CUTS.columns["azimuth_rad"][some.numbers]
    assert some.to_arrow()["input_azimuth_rad"].to_pylist() == azimuths.tolist()
    batches = simulator.record_batches(POT, CUTS, chunk=7, filter={"potted": {"ball": 1}})
    assert batches.read_all()["input_azimuth_rad"].to_pylist() == azimuths.tolist()
    assert "input_speed_m_s" not in carom.Result(3, 2).to_arrow().column_names


def test_events_and_samples_are_tables(drawn):
    events, rows = drawn.events, drawn.events.to_arrow(flat=True)
    lengths = np.bincount(rows["shot"], minlength=50)
    assert lengths.tolist() == drawn.event_count.tolist()
    struck = rows.filter(pa.compute.equal(rows["kind"], int(EventKind.CUE_STRIKE)))
    assert struck["time_s"].to_pylist() == [0.0] * 50
    # The cue gives the ball its speed where the strike is level and central.
    np.testing.assert_array_equal(rows["after_ball_vx_m_s"], events.after[:, 0, 1, 0])
    np.testing.assert_array_equal(rows["before_other_wz_rad_s"], events.before[:, 1, 2, 2])
    lists = events.to_arrow()
    np.testing.assert_array_equal(lists["after_velocities_m_s"].to_pylist(), events.after[:, :, 1])
    samples = drawn.samples.to_arrow(flat=True)
    assert samples["time_s"][1].as_py() == 0.5 and samples["shot"][-1].as_py() == 49
    np.testing.assert_array_equal(samples["ball_1_vx_m_s"], drawn.samples.velocity[:, 1, 0])
    assert set(samples["ball_0_motion"].to_pylist()) <= set(carom.Motion)
    nested = drawn.to_arrow()["events"].to_pylist()
    assert [event["time_s"] for event in nested[7]] == events.of(7).times.tolist()
    assert events.of(7).to_arrow()["shot"].to_pylist() == [7] * len(nested[7])


def test_samples_of_the_compliant_engine_have_names(simulator):
    game = carom.Game(balls=[(-0.6, 0.0), (0.3, 0.0)], settings="compliant")
    samples = simulator.samples(game, carom.strikes(speed=1.0), {
        "period_s": 0.5, "quantities": ["energy", "orientation"], "balls": [1]})
    rows = samples.to_arrow(flat=True)
    assert {"kinetic_j", "residual_j", "ball_1_e0", "ball_1_e3"} <= set(rows.column_names)
    assert rows["ball_1_e0"][0].as_py() == 1.0  # It has not turned yet.
    assert rows["kinetic_j"][0].as_py() == pytest.approx(samples.energy[0, 0])


def test_numbers_are_those_of_the_shots(simulator):
    result = simulator.run(POT, CUTS, filter={"potted": {"ball": 1}}, events=True)
    assert 0 < len(result) < 100
    table, events = result.to_arrow(), result.events.to_arrow()
    assert table["shot"].to_pylist() == result.numbers.tolist() != list(range(len(result)))
    assert sorted(set(events["shot"].to_pylist())) == result.numbers.tolist()
    parts = list(simulator.stream(POT, CUTS, chunk=30, filter={"potted": {"ball": 1}}, events=True))
    assert [n for part in parts for n in part.to_arrow()["shot"].to_pylist()] == result.numbers.tolist()
    assert pa.concat_tables([part.events.to_arrow() for part in parts]).equals(events)


def test_a_shot_that_failed_has_the_values_of_the_arrays(simulator, two_balls):
    result = simulator.run(two_balls, carom.strikes(speed=1.0, side=[0.0, 0.9], height=0.9), samples=0.5)
    _, bad = result.to_arrow().to_pylist()
    assert bad["ok"] is False and np.isnan(bad["end_time_s"]) and bad["hash"] == 0
    assert np.isnan(bad["positions_m"]).all() and bad["pockets"] == [-1, -1]
    assert bad["samples"] == []


def test_labels_alone_have_no_balls(simulator):
    result = simulator.run(POT, CUTS, labels=[{"no_scratch": {}}], detail="labels")
    for flat in (False, True):
        names = result.to_arrow(flat).column_names
        assert not [name for name in names if "ball" in name or name in ("positions_m", "motions")]
    assert "label_0" in names


def test_batches_are_the_parts_of_a_stream(simulator):
    whole = simulator.run(POT, CUTS, **ALL).to_arrow()
    for chunk in (1, 30, 100, 1000):
        reader = simulator.record_batches(POT, CUTS, chunk=chunk, **ALL)
        assert isinstance(reader, pa.RecordBatchReader) and reader.schema.equals(whole.schema)
        assert same(reader.read_all(), whole)
    flat = simulator.record_batches(POT, CUTS, chunk=30, flat=True).read_all()
    assert same(flat, simulator.run(POT, CUTS).to_arrow(flat=True))


def test_parts_without_a_row_or_a_sample_have_the_same_columns(simulator, two_balls):
    pots = {"filter": {"potted": {"ball": 1}}, "samples": 0.5}
    whole = simulator.run(POT, CUTS, **pots).to_arrow()
    assert same(simulator.record_batches(POT, CUTS, chunk=1, **pots).read_all(), whole)
    # The first shots and one between fail, so that nothing is sampled of them.
    shots = carom.strikes(speed=1.0, side=[0.9, 0.9, 0.0, 0.9, 0.1], height=0.9)
    shots = shots[[0, 1, 2, 3, 4]]
    whole = simulator.run(two_balls, shots, samples=0.5).to_arrow()
    assert whole["ok"].to_pylist() == [False, False, True, False, True]
    assert same(simulator.record_batches(two_balls, shots, chunk=1, samples=0.5).read_all(), whole)


def test_batches_are_played_when_they_are_asked_for(simulator, monkeypatch):
    played = []

    def run(game, shots, **options):
        played.append(len(shots))
        return type(simulator).run(simulator, game, shots, **options)

    monkeypatch.setattr(simulator, "run", run)
    reader = simulator.record_batches(POT, CUTS, chunk=40)
    assert played == [40]
    reader.read_next_batch()
    reader.read_next_batch()
    assert played == [40, 40]
    reader.read_next_batch()
    assert played == [40, 40, 20]


def test_wrong_arguments_are_refused(simulator, drawn):
    for call in (drawn.to_arrow, drawn.to_pandas, drawn.to_polars, drawn.events.to_arrow,
                 lambda flat: simulator.record_batches(POT, CUTS, flat=flat)):
        refused(lambda: call(flat="no"), "flat", "True or False")
    refused(lambda: simulator.record_batches(POT, CUTS, out=carom.Result(100, 2)), "out", "None")
    refused(lambda: simulator.record_batches(POT, CUTS, chunk=0), "chunk")


def test_pandas_has_no_objects(drawn):
    pandas = pytest.importorskip("pandas")
    rows = drawn.to_pandas()
    assert isinstance(rows, pandas.DataFrame) and len(rows) == 50
    assert not [name for name in rows if rows[name].dtype == object]
    assert rows["hash"].dtype == np.uint64 and rows["hash"].tolist() == drawn.hash.tolist()
    assert np.shares_memory(rows["end_time_s"].to_numpy(), drawn.end_time)
    np.testing.assert_array_equal(rows["ball_1_x_m"], drawn.positions[:, 1, 0])
    assert len(drawn.events.to_pandas()) == len(drawn.events)


def test_polars_has_arrays(drawn):
    polars = pytest.importorskip("polars")
    rows = drawn.to_polars()
    assert rows["positions_m"].dtype == polars.Array(polars.Float64, (2, 3))
    np.testing.assert_array_equal(rows["positions_m"].to_numpy(), drawn.positions)
    counts = rows.select(polars.col("events").list.len()).to_series().to_list()
    assert counts == drawn.event_count.tolist()


def test_duckdb_and_polars_read_batches(simulator):
    duckdb, polars = pytest.importorskip("duckdb"), pytest.importorskip("polars")
    result = simulator.run(POT, CUTS)
    potted = int((result.pockets[:, 1] >= 0).sum())
    batches = simulator.record_batches(POT, CUTS, chunk=30, flat=True)
    assert duckdb.sql("SELECT count(*) FROM batches WHERE ball_1_pocket >= 0").fetchall() == [(potted,)]
    rows = polars.from_arrow(simulator.record_batches(POT, CUTS, chunk=30))
    assert rows["hash"].to_list() == result.hash.tolist()


def test_what_is_not_installed_is_told(drawn, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(ImportError, match="pip install polars"):
        drawn.to_polars()


def test_labels_alone_say_nothing_of_balls(simulator, two_balls):
    result = simulator.run(two_balls, carom.strikes(speed=[1.0, 2.0]), labels=[{"no_scratch": {}}], detail="labels")
    names = result.to_arrow(flat=True).schema.names
    assert "labels" in " ".join(names) or any(name.startswith("label") for name in names)
    assert "first_contact" not in names


def test_a_flat_stream_has_no_events(simulator, two_balls):
    with pytest.raises(carom.InvalidArgument, match="^flat: True must be False with events"):
        simulator.record_batches(two_balls, carom.strikes(speed=1.0), flat=True, events=True)
