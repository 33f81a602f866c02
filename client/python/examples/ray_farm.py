"""A data set by Ray: workers come and go, and no shot is lost.

Each task plays one part of the data set of `python -m carom.farm` and writes its file. A task whose
worker dies is played again by Ray; a part that still is not there, or is torn, is asked for again.
Shots depend on their numbers alone, so the files have the same bytes as those of the command line.

    pip install 'ray>=2.9' 'pyarrow>=15'
    python ray_farm.py --shots=1000000 --out=DIR --server=A:50051 --server=B:50051
"""
import argparse
import sys
from pathlib import Path

import carom
import ray
from carom import farm

PASSES = 5  # How often what is missing is asked for again, after all retries by Ray.


@ray.remote(max_retries=10)
def play(job: farm.Job, part: int, folder: str, server: str) -> int:
    """Plays and writes one part; in this process where there is no server."""
    with carom.connect(server) if server else carom.Simulator(threads=1) as simulator:
        farm.write_part(simulator, job.game(), job, part, folder)
    return part


def run(job: farm.Job, folder: Path, servers: list, in_flight: int,
        on_part=lambda part: None) -> dict:
    """Plays all parts that are missing; returns the manifest. `on_part` is called with each."""
    for _ in range(PASSES):
        missing = farm.prepare(job, folder, resume=True)
        if not missing:
            return farm.finish(job, folder)
        waiting, running = list(missing), {}
        while waiting or running:
            while waiting and len(running) < in_flight:
                part = waiting.pop(0)
                task = play.remote(job, part, str(folder), servers[part % len(servers)])
                running[task] = part
            done, _ = ray.wait(list(running))
            for task in done:
                part = running.pop(task)
                try:
                    on_part(ray.get(task))
                except (carom.CaromError, ray.exceptions.RayError) as error:
                    print(f"part {part}: {error}; it is asked for again", file=sys.stderr)
    raise RuntimeError(f"{len(missing)} parts are still missing after {PASSES} passes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shots", type=int, default=100_000)
    parser.add_argument("--rows", type=int, default=farm.Job.rows, help="shots of a file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True, help="a folder that all workers see")
    parser.add_argument("--server", action="append", default=[], help="default: in the workers")
    parser.add_argument("--in-flight", type=int, default=4, help="tasks at a time")
    args = parser.parse_args()
    job = farm.Job(shots=args.shots, seed=args.seed, rows=args.rows)
    folder = args.out.resolve()
    with ray.init():
        manifest = run(job, folder, args.server or [""], args.in_flight,
                       lambda part: print(f"part {part + 1} of {job.parts}", flush=True))
    print(f"shots={job.shots} files={len(manifest['parts'])}")


if __name__ == "__main__":
    main()
