"""Many more calls than the server can answer, from clients that do not heed its refusals."""

from clients import Load
from fleet import Replica
from processes import PATIENCE_S

# Work of a call: some 130 us a break, so at least 10 ms.
SHOTS_A_CALL = 100
TIMES_CAPACITY = 10
DEADLINE_S = 1.0
# The bounds of its memory, each a flag.
BUDGET_BYTES = 256 << 20
STREAMS = 32
MESSAGE_BYTES = 128 << 10
# A server that collapses answers next to nothing. More cannot be asked here, where the clients take
# their processor time from the server's machine.
LEAST_SHARE = 0.5
CONNECTIONS = 16  # kOverloadConnections of carom-chaos-load.


def overload(run):
    """Calls at ten times the server's capacity for --seconds, each with a deadline of 1 s."""
    # A chunk of a batch and a shot must fit a message; neither matters here.
    replica = Replica(run, "replica", [
        f"--memory-budget-bytes={BUDGET_BYTES}", f"--max-concurrent-streams={STREAMS}",
        f"--max-message-bytes={MESSAGE_BYTES}", f"--chunk-bytes={MESSAGE_BYTES // 4}",
        f"--max-shot-bytes={MESSAGE_BYTES // 2}"]).start()
    saturated = _load(run, replica, calls_per_s=0)
    base_mib = replica.process.memory_mib("VmHWM")
    told = _load(run, replica, calls_per_s=TIMES_CAPACITY * saturated["ok_per_s"])

    run.check(told["refused"] > 0.5 * told["sent"] and told["without_pushback"] == 0,
              f"{told['refused']:.0f} of {told['sent']:.0f} calls were refused with "
              f"RESOURCE_EXHAUSTED, {told['without_pushback']:.0f} of them without pushback; "
              f"refusals took p50 {told['refusal_p50_ms']} ms, p99 {told['refusal_p99_ms']} ms")
    run.check(told["other"] == 0, f"{told['other']:.0f} calls ended with any other error")
    accepted = told["ok"] + told["late"]
    run.check(told["late"] == 0 and told["ok"] > 0 and told["wrong"] == 0,
              f"of {accepted:.0f} accepted calls {told['late']:.0f} missed the deadline of "
              f"{DEADLINE_S} s (p50 {told['ok_p50_ms']} ms, p99 {told['ok_p99_ms']} ms), "
              f"{told['wrong']:.0f} had a wrong hash")
    share = told["ok_per_s"] / saturated["ok_per_s"]
    run.check(share > LEAST_SHARE, f"{told['ok_per_s']} calls/s were answered, {100 * share:.0f} % "
              f"of what two clients get (at least {100 * LEAST_SHARE:.0f} %)")
    allowed_mib = (BUDGET_BYTES + CONNECTIONS * STREAMS * MESSAGE_BYTES) / (1 << 20)
    grown_mib = replica.process.memory_mib("VmHWM") - base_mib
    run.check(grown_mib <= allowed_mib, f"the server grew by {grown_mib:.0f} MiB (allowed "
              f"{allowed_mib:.0f} MiB: budget and connections x streams x largest message)")
    run.check(replica.ready() and replica.metrics()["running_calls"] == 0,
              "it is ready, and nothing runs any more")
    run.check(replica.drain() == 0, "it ends with 0")


def _load(run, replica, calls_per_s):
    load = Load(run, "overload", replica.target, SHOTS_A_CALL, calls_per_s, run.options.seconds,
                DEADLINE_S)
    return load.end(patience_s=run.options.seconds + PATIENCE_S)
