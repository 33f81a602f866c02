"""The network breaks again and again; the server stays."""

from clients import Batches, Singles
from fleet import Replica
from processes import wait_until
from relay import CuttingRelay

LEAST_S, MOST_S = 0.2, 0.5
CUTS_A_ROUND = 4


def cut_connections(run):
    """All connections are cut every 200 to 500 ms, --rounds x 4 of them in the midst of answers."""
    replica = Replica(run, "replica").start()
    relay = CuttingRelay(run, replica.port, LEAST_S, MOST_S)
    batches, singles = Batches(run, relay.target, run.options.shots), Singles(run, relay.target)
    cuts = CUTS_A_ROUND * run.options.rounds
    wait_until(lambda: relay.cut_at_work >= cuts, f"{cuts} connections were cut amid answers",
               patience_s=10.0 + 5 * cuts * MOST_S)
    singles.end()
    batches.end()
    run.say(f"{relay.cut} connections were cut, {relay.cut_at_work} of them amid answers")
    run.check(replica.drain() == 0, "the server ends with 0")
