#!/usr/bin/env python3
"""What arrays in and out cost: the same shots by `carom batch`, by carom.Simulator and over
carom.connect, in turns.

    PYTHON tests/bench/python/rates.py --bin=.build/release/bin

PYTHON has the package carom and protobuf. The shots of a scene are drawn once, by the engine, and
handed to all three: to the command line as the file of a request, in Python as arrays. All must
answer with the same hashes. Printed are medians over the turns: shots/s of `carom batch`, and as
shares of it those of Simulator and connect in the same turn, so that a slow minute of the machine
counts on both sides; then the processor time of each process, us a shot. The server of
carom.connect has as many threads as the others have, and its share of the same processors.
"""
import argparse
import contextlib
import os
import re
import socket
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import carom
from carom.v1 import simulation_pb2


def uniform(low, high):
    return {"uniform": {"lo": low, "hi": high}}


# Balls and strikes of two_ball_cut and eight_ball_scatter (core/shot/named_scene.cc).
TIP = {"side_offset": uniform(-0.3, 0.3), "height_offset": uniform(-0.3, 0.3)}
CUT = {"ball": {"choice": {"values": [1]}}, "hit_offset": uniform(-0.866, 0.866)}
SCENES = {
    "cut": (2, {"speed_m_s": uniform(0.7, 2.5), "at_ball": CUT, **TIP}),
    "scatter": (16, {"speed_m_s": uniform(0.7, 4.0), "azimuth_rad": uniform(-3.14, 3.14), **TIP}),
}


def draw(scene, count):
    """The game of a scene, and its shots as arrays."""
    balls, strike = SCENES[scene]
    game = carom.Game("pool_9ft", balls=[(0.1 * i - 0.8, 0.0) for i in range(balls)])
    with carom.Simulator() as simulator:
        drawn = simulator.run(game, carom.draws(count, seed=1, drawn_shots={
            "balls": [{"region": {}}], "strike": strike})).raise_if_failed().inputs
    places = np.stack([drawn[f"ball_{i}_{axis}_m"] for i in range(balls) for axis in "xy"], 1)
    return game, carom.strikes(
        speed=drawn["speed_m_s"], azimuth=drawn["azimuth_rad"], side=drawn["side_offset"],
        height=drawn["height_offset"], positions=places.reshape(count, balls, 2))


def write_request(path, game, shots):
    request = simulation_pb2.SimulateBatchRequest.FromString(game._core.to_bytes())
    request.columns.shot_count = len(shots)
    for field, column in shots.columns.items():
        getattr(request.columns, field).extend(column.ravel().tolist())
    path.write_bytes(request.SerializeToString())


def fold(hashes):
    """The fingerprint of a batch, as client/internal/batch_hash.cc makes it."""
    mask, state = 2**64 - 1, 0x9E3779B97F4A7C15
    for value in hashes.tolist():
        state = ((state << 29 & mask | state >> 35) ^ value) * 0xD1342543DE82EF95 & mask
    state ^= len(hashes)
    for shift in (32, 32, 28):
        state ^= state >> shift
        state = state * 0x0E9846AF9B1A615D & mask if shift == 32 else state
    return state


def run_batch(program, request, threads, *options):
    """Seconds and processor seconds of one `carom batch`, and its hash."""
    process = subprocess.Popen([program, "batch", f"--request={request}", f"--threads={threads}",
                                *options], stdout=subprocess.PIPE, text=True)
    line = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, line
    seconds, digest = re.search(r"seconds=([\d.]+) .*hash=(\w+)", line).groups()
    return float(seconds), usage.ru_utime + usage.ru_stime, int(digest, 16)


def run_arrays(player, game, shots):
    """The same of Simulator or a connection."""
    began, used = time.perf_counter(), time.process_time()
    result = player.run(game, shots)
    seconds, used = time.perf_counter() - began, time.process_time() - used
    return seconds, used, fold(result.hash)


def processor_seconds(pid):
    """What a process that runs has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def serve(program, threads):
    """The address of a server of its own, and the number of its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        target = f"127.0.0.1:{free.getsockname()[1]}"
    server = subprocess.Popen([program, f"--listen={target}", f"--threads={threads}"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert "listening" in server.stdout.readline()
        yield target, server.pid
    finally:
        server.kill()
        server.wait()


def measure(folder, scene, threads, args):
    """One line of the table."""
    count = args.shots if scene == "cut" else args.shots // 4
    game, shots = draw(scene, count)
    request = folder / f"{scene}.pb"
    write_request(request, game, shots)
    program, turns = args.bin / "carom", []
    # What the command line takes to start and to read the file is no part of a batch.
    start = min(run_batch(program, request, threads, "--shots=1")[1] for _ in range(5))
    with carom.Simulator(threads) as simulator, \
            serve(args.bin / "carom-server", threads) as (target, pid), \
            carom.connect(target) as farm:
        for player in (simulator, farm):
            player.run(game, shots[:1000])
        served = processor_seconds(pid)
        for _ in range(args.turns):
            turn = [run_batch(program, request, threads), run_arrays(simulator, game, shots),
                    run_arrays(farm, game, shots)]
            assert len({digest for _, _, digest in turn}) == 1, turn
            turns.append([seconds for seconds, _, _ in turn] + [used for _, used, _ in turn])
        served = (processor_seconds(pid) - served) / args.turns
    batch, local, remote, batch_used, local_used, remote_used = np.array(turns).T
    median = statistics.median
    print(f"{scene:8} {threads:7} {count / median(batch):10.0f} {median(batch / local):10.1%} "
          f"{median(batch / remote):8.1%} {median(batch_used - start) / count * 1e6:9.2f} "
          f"{median(local_used) / count * 1e6:10.2f} {median(remote_used) / count * 1e6:9.2f} "
          f"{served / count * 1e6:10.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--bin", type=Path, required=True, help="the folder of the programs")
    parser.add_argument("--shots", type=int, default=200_000, help="of cuts; a quarter of scatter")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--scene", choices=SCENES, action="append")
    parser.add_argument("--threads", type=int, action="append", help="default: 1 and 2")
    args = parser.parse_args()
    print("scene    threads    batch/s  Simulator  connect  batch us  Simul. us  client us  server us")
    with tempfile.TemporaryDirectory() as folder:
        for scene in args.scene or SCENES:
            for threads in args.threads or (1, 2):
                measure(Path(folder), scene, threads, args)


if __name__ == "__main__":
    main()
