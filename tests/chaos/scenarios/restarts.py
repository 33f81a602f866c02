"""Replicas go away and come back while a batch and single shots are under way."""

import time

from clients import Batches, RawSingles, Singles
from fleet import Replica
from processes import wait_until
from proxies import start_proxy

REPLICAS = 2
LONGEST_ABSENCE_S = 1.0
HANG_S = 15.0  # Longer than the 10 s that a single shot has.
# Between two rounds: the proxy's checks (200 ms) find the replica, and it gets calls again.
CALM_S = 0.5


def restarts(run):
    """Replicas behind --proxy are killed, drained and stopped in turns, --rounds times."""
    _disturb_replicas(run, [_kill, _drain, _stop], with_raw_calls=True)


def hang(run):
    """A replica hangs for longer than a call may take, --rounds times; needs --proxy=envoy.

    A stopped process still takes connections and bytes. Checks find it, and it gets no more calls;
    those that it has are lost unless the proxy finds out that nobody answers on the connection.
    HAProxy 2.6 does not send pings to servers.
    """
    told = _disturb_replicas(run, [_hang])
    run.check(told["retries"] > 0 and told["worst_ms"] < 1e3 * HANG_S,
              f"{told['retries']:.0f} calls stood on the replica and were repeated elsewhere")


def _disturb_replicas(run, disturbances, with_raw_calls=False):
    """Returns the numbers of the single shots."""
    proxied = run.options.proxy != "none"
    replicas = [Replica(run, f"replica{i}").start() for i in range(REPLICAS if proxied else 1)]
    front = start_proxy(run, run.options.proxy, replicas) if proxied else replicas[0]
    batches, singles = Batches(run, front.target, run.options.shots), Singles(run, front.target)
    raw = RawSingles(run, front.target) if with_raw_calls else None
    for number in range(run.options.rounds):
        disturb = disturbances[number % len(disturbances)]
        replica = _a_busy_one(run, replicas)
        action = disturb.__name__[1:]
        run.say(f"round {number + 1} of {run.options.rounds}: {action} {replica.name}")
        disturb(run, replica)
        time.sleep(CALM_S)
    told = singles.end()
    if raw:
        raw.end()
    batches.end()
    for replica in replicas:
        run.check(replica.drain() == 0, f"{replica.name} ends with 0 at last")
    return told


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


def _stop(run, replica, absence_s=LONGEST_ABSENCE_S):
    replica.stop()
    time.sleep(absence_s)
    if replica.ready():
        run.check(False, f"{replica.name} does not answer while it is stopped")
    replica.go_on()


def _hang(run, replica):
    _stop(run, replica, HANG_S)
