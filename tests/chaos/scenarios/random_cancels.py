"""Clients that change their mind."""

from clients import Load
from fleet import Replica
from processes import wait_until

# What the allocator may keep of a run that leaks nothing: its arenas, one a thread.
KEPT_MIB = 8


def random_cancels(run):
    """--calls calls and batches are cancelled or expire at a random moment of their life."""
    replica = Replica(run, "replica").start()
    # The first run fills caches and pools; the second, with other draws, may not add to them.
    _cancel(run, replica, run.options.calls // 2, run.options.seed)
    before_mib = replica.process.memory_mib("VmRSS")
    _cancel(run, replica, run.options.calls // 2, run.options.seed + 1000)
    after_mib = replica.process.memory_mib("VmRSS")
    run.check(after_mib - before_mib <= KEPT_MIB, f"the server's memory went from {before_mib:.1f} "
              f"to {after_mib:.1f} MiB in the second half (allowed: {KEPT_MIB} MiB more)")
    run.check(replica.drain() == 0, "it ends with 0")


def _cancel(run, replica, calls, seed):
    told = Load(run, "cancels", replica.target, calls, seed).end()
    run.check(min(told["cancelled"], told["expired"]) > 0.1 * told["calls"]
              and told["ok"] > 0 and told["wrong"] == 0 and told["other"] == 0,
              f"of {told['calls']:.0f} calls {told['cancelled']:.0f} were cancelled, "
              f"{told['expired']:.0f} expired, {told['refused']:.0f} were refused, "
              f"{told['ok']:.0f} came through ({told['wrong']:.0f} wrong), {told['other']:.0f} "
              "ended otherwise")
    wait_until(lambda: replica.stats()["calls_running"] == 0, "no call runs any more")
    stats = replica.stats()
    left = {name: stats[name] for name in
            ["batches", "items_queued", "items_running", "bytes_reserved", "outbox_bytes"]}
    run.check(not any(left.values()) and replica.ready(), f"it is ready, and left are {left}")
