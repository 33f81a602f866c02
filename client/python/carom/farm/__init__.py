"""A data set of many shots as Parquet files: `python -m carom.farm --shots=1000000 --out=DIR`.

Cue ball and object balls lie anywhere on the table, and the cue points at one of them so that any
fullness of the hit is as likely. The engine draws shot i from the seed and i alone: the same
command writes the same bytes, with any number of servers, in any order, however often it was
stopped. --resume goes on where a run was stopped, by Ctrl-C, a lost server, a full disk or kill -9.

--request=FILE makes a data set of any other shots: FILE has a SimulateBatchRequest in JSON, as `carom
batch --request` takes it, with draws, physics, engine, filter, labels and events (`request.RequestJob`
says which columns it has). --shots is then how many of its shots, or of a generator any number.

DIR holds
    part-00000.parquet, ...   ROWS shots each, in order; a file that has this name is complete
    _job.json         what is asked for; written first, and what --resume compares with
    _parts.json       size and SHA-256 of the parts that are there, which --resume then need not read
    _manifest.json    shots and SHA-256 of each part, versions; written last
    _SHA256SUMS       the same sums for `sha256sum --check`

DIR may be a URI of a file system that pyarrow or fsspec knows: s3://BUCKET/PREFIX. An object of a
store is there when it is complete, and elsewhere a file gets its name then.

The schema is that of `dataset.schema` or of the request, the same in every part. So DuckDB reads
`DIR/*.parquet` as one table, polars `DIR/part-*.parquet`, and `pandas.read_parquet("DIR")` too, which
leaves out names that begin with an underscore.

Needs pyarrow: `pip install 'pyarrow>=15'`. Bytes are the same for the same versions of pyarrow and
of the engine, which the manifest names.
"""
from __future__ import annotations

from carom.farm.dataset import Job, make_game, schema, shots_of, write_part
from carom.farm.request import RequestJob, job_of
from carom.farm.workers import Farm, finish, make, prepare

__all__ = ["Farm", "Job", "RequestJob", "finish", "job_of", "make", "make_game", "prepare", "schema",
           "shots_of", "write_part"]
