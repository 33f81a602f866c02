#!/usr/bin/env python3
"""Servers that come and go while clients work.

Starts replicas of carom-server, behind HAProxy or one alone, and through it a batch and a stream of
single shots. Round after round a replica is killed (kill -9), drained (SIGTERM) or stopped
(SIGSTOP), and comes back. In the end every shot of the batch must have come once, with the hash that
the engine in one process gives, and no single shot may have failed within its ten seconds or have a
wrong hash.

  chaos.py --bin=.build/release/bin --proxy=http --rounds=20 --shots=1000000

Exit code 0 if all held, 1 if not.
"""

import argparse
import http.client
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

READY_TIMEOUT_S = 30.0

HAPROXY = """
global
  maxconn 1000
defaults
  mode {mode}
  timeout connect 1s
  timeout client 60s
  timeout server 60s
frontend carom
  bind 127.0.0.1:{port}{bind_options}
  default_backend replicas
backend replicas
  balance roundrobin
  option httpchk
  http-check connect proto h1
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host x
  option redispatch
  retries 3
{retry_on}{servers}
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Replica:
    def __init__(self, bin_dir, name):
        self.bin_dir, self.name = bin_dir, name
        self.port, self.http_port = free_port(), free_port()
        self.process = None

    def start(self):
        self.process = subprocess.Popen(
            [f"{self.bin_dir}/carom-server", f"--listen=127.0.0.1:{self.port}",
             f"--http-listen=127.0.0.1:{self.http_port}", "--threads=1", "--log-level=warn"],
            stdout=subprocess.DEVNULL)

    def ready(self):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.http_port, timeout=1)
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except OSError:
            return False

    def wait_ready(self):
        end = time.monotonic() + READY_TIMEOUT_S
        while not self.ready():
            if time.monotonic() > end:
                raise RuntimeError(f"{self.name} does not get ready")
            time.sleep(0.02)

    def stop(self, number):
        self.process.send_signal(number)

    def wait(self):
        return self.process.wait(timeout=READY_TIMEOUT_S)


class Proxy:
    def __init__(self, mode, replicas, directory):
        self.port = free_port()
        http = mode == "http"
        servers = "".join(
            f"  server {r.name} 127.0.0.1:{r.port} check port {r.http_port} inter 200ms fall 1 "
            f"rise 1{' proto h2' if http else ''}\n"
            for r in replicas)
        path = os.path.join(directory, "haproxy.cfg")
        with open(path, "w") as file:
            file.write(HAPROXY.format(
                mode=mode, port=self.port, bind_options=" proto h2" if http else "",
                retry_on="  retry-on conn-failure empty-response\n" if http else "",
                servers=servers))
        self.process = subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", path],
                                        stderr=subprocess.DEVNULL)


def reference_hash(args):
    out = subprocess.run([f"{args.bin}/carom", "batch", "--scene=two_ball_cut",
                          f"--shots={args.shots}"], capture_output=True, text=True, check=True)
    return re.search(r"hash=(\w+)", out.stdout).group(1)


def disturb(replica, action, others_wait_s):
    """One replica goes away and comes back; the others are up meanwhile."""
    if action == "stop":
        replica.stop(signal.SIGSTOP)
        time.sleep(others_wait_s)
        replica.stop(signal.SIGCONT)
        replica.wait_ready()
        return
    replica.stop(signal.SIGKILL if action == "kill" else signal.SIGTERM)
    code = replica.wait()
    if action == "drain" and code != 0:
        raise RuntimeError(f"{replica.name} ended with {code} after SIGTERM")
    time.sleep(others_wait_s * random.random())
    replica.start()
    replica.wait_ready()


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, help="where the programs are")
    parser.add_argument("--proxy", choices=["tcp", "http", "none"], default="http")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--shots", type=int, default=1000000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random.seed(args.seed)
    actions = ["kill", "drain", "stop"] if args.proxy != "none" else ["kill", "drain"]
    replicas = [Replica(args.bin, f"replica{i}") for i in range(1 if args.proxy == "none" else 2)]
    running = replicas[:]
    failures = []
    with tempfile.TemporaryDirectory() as directory:
        try:
            for replica in replicas:
                replica.start()
            for replica in replicas:
                replica.wait_ready()
            target = f"127.0.0.1:{replicas[0].port}"
            if args.proxy != "none":
                proxy = Proxy(args.proxy, replicas, directory)
                running.append(proxy)
                target = f"127.0.0.1:{proxy.port}"
                time.sleep(1.0)
            batch = subprocess.Popen(
                [f"{args.bin}/carom", f"--server={target}", "batch", "--scene=two_ball_cut",
                 f"--shots={args.shots}"], stdout=subprocess.PIPE, text=True)
            # As long as the rounds last, and a little more.
            singles = subprocess.Popen(
                [f"{args.bin}/carom-chaos-shots", target, str(3.0 * args.rounds), "2"],
                stdout=subprocess.PIPE, text=True)
            for number in range(args.rounds):
                action = actions[number % len(actions)]
                print(f"round {number + 1} of {args.rounds}: {action}", flush=True)
                disturb(random.choice(replicas), action, 1.0)
                time.sleep(0.5)
            told, _ = singles.communicate()
            print(told.strip())
            if singles.returncode != 0:
                failures.append("single shots failed or were wrong")
            told, _ = batch.communicate()
            print(told.strip())
            found = re.search(rf"shots={args.shots} failed=0 .*hash=(\w+)", told)
            if batch.returncode != 0 or found is None:
                failures.append("the batch is not complete")
            elif found.group(1) != reference_hash(args):
                failures.append("the batch has another hash than the engine in one process")
        finally:
            for one in running:
                if one.process is not None and one.process.poll() is None:
                    one.process.kill()
                    one.process.wait()
    for failure in failures:
        print("FAILED: " + failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
