"""Replicas go away and come back while a batch and single shots are under way."""

import time

from clients import Batches, Singles
from fleet import Replica
from processes import wait_until
from proxies import start_proxy

REPLICAS = 2
LONGEST_ABSENCE_S = 1.0
# Between two rounds: the proxy's checks (200 ms) find the replica, and it gets calls again.
CALM_S = 0.5


def restarts(run):
    """Replicas behind --proxy are killed, drained and stopped in turns, --rounds times."""
    alone_here = run.options.proxy == "none"
    replicas = [Replica(run, f"replica{i}").start() for i in range(1 if alone_here else REPLICAS)]
    proxy = None if alone_here else start_proxy(run, run.options.proxy, replicas)
    target = replicas[0].target if alone_here else proxy.target
    batches, singles = Batches(run, target, run.options.shots), Singles(run, target)
    disturbances = [_kill, _drain, _stop]
    for number in range(run.options.rounds):
        disturb = disturbances[number % len(disturbances)]
        replica = _a_busy_one(run, replicas)
        action = disturb.__name__[1:]
        run.say(f"round {number + 1} of {run.options.rounds}: {action} {replica.name}")
        disturb(run, replica)
        time.sleep(CALM_S)
    singles.end()
    batches.end()
    for replica in replicas:
        run.check(replica.drain() == 0, f"{replica.name} ends with 0 at last")


def alone(run):
    """One server without a proxy is killed --rounds times and back after 0 to --absence-s s."""
    replica = Replica(run, "replica").start()
    batches = Batches(run, replica.target, run.options.shots)
    for number in range(run.options.rounds):
        absence_s = run.random.uniform(0, run.options.absence_s)
        run.say(f"round {number + 1} of {run.options.rounds}: away for {absence_s:.2f} s")
        _a_busy_one(run, [replica])
        _kill(run, replica, absence_s)
    batches.end()


def _a_busy_one(run, replicas):
    """A replica that has calls under way: whose end would hurt."""
    busy = []

    def find_busy():
        busy[:] = [one for one in replicas if one.metrics()["running_calls"] > 0]
        return busy

    wait_until(find_busy, "some replica has calls under way")
    return run.random.choice(busy)


def _kill(run, replica, absence_s=None):
    replica.kill()
    time.sleep(run.random.uniform(0, LONGEST_ABSENCE_S) if absence_s is None else absence_s)
    replica.start()


def _drain(run, replica):
    code = replica.drain()
    if code != 0:
        run.check(False, f"{replica.name} ends with {code} after SIGTERM, not with 0")
    time.sleep(run.random.uniform(0, LONGEST_ABSENCE_S))
    replica.start()


def _stop(run, replica):
    replica.stop()
    time.sleep(LONGEST_ABSENCE_S)
    if replica.ready():
        run.check(False, f"{replica.name} does not answer while it is stopped")
    replica.go_on()
