"""Many more calls than the server can answer, from clients that do not heed its refusals."""

import math
import os

from clients import Load
from fleet import Replica
from processes import PATIENCE_S

TIMES_CAPACITY = 10
DEADLINE_S = 1.0
# A call of this much work answers one out of ten; refusing the other nine costs the server some
# 0.17 ms each, a tenth of its time at 14 ms of work and a twentieth at this.
WORK_OF_A_CALL_S = 0.025
FEW_SHOTS = 100
MOST_SHOTS = 1600  # Their answer, of 300 bytes a shot, fits the message below.
# The bounds of its memory, each a flag.
BUDGET_BYTES = 256 << 20
STREAMS = 32
MESSAGE_BYTES = 512 << 10
CONNECTIONS = 16  # kOverloadConnections of carom-chaos-load.
# For so long the server is asked for what an idle machine gives. A short run beside other tests only
# shows that the server does not collapse.
LONG_RUN_S = 30.0
PROMPT_S = 0.005  # A bucket of carom_call_seconds.


def overload(run):
    """Calls at ten times the server's capacity for --seconds, each with a deadline of 1 s."""
    cpus = sorted(os.sched_getaffinity(0))
    # One worker on one processor, clients on another, so that theirs is not the server's time.
    # A chunk of a batch and a shot must fit a message; neither matters here.
    replica = Replica(run, "replica", [
        f"--memory-budget-bytes={BUDGET_BYTES}", f"--max-concurrent-streams={STREAMS}",
        f"--max-message-bytes={MESSAGE_BYTES}", f"--chunk-bytes={MESSAGE_BYTES // 4}",
        f"--max-shot-bytes={MESSAGE_BYTES // 2}"], cpus=cpus[:1]).start()
    flood = _Flood(run, replica, cpus[-1:])
    base_mib = replica.process.memory_mib("VmHWM")
    told = flood.at(TIMES_CAPACITY * flood.capacity_per_s)

    run.check(told["refused"] > 0.5 * told["sent"] and told["without_pushback"] == 0,
              f"{told['refused']:.0f} of {told['sent']:.0f} calls were refused with "
              f"RESOURCE_EXHAUSTED, {told['without_pushback']:.0f} of them without pushback; "
              f"refusals took p50 {told['refusal_p50_ms']} ms, p99 {told['refusal_p99_ms']} ms")
    run.check(told["other"] == 0, f"{told['other']:.0f} calls ended with any other error")
    accepted = told["ok"] + told["late"]
    run.check(told["ok"] > 0 and told["wrong"] == 0,
              f"{told['ok']:.0f} calls were answered, {told['wrong']:.0f} with a wrong hash")
    run.check_cost(told["late"] == 0,
                   f"of {accepted:.0f} accepted calls {told['late']:.0f} missed the deadline of "
                   f"{DEADLINE_S} s (p50 {told['ok_p50_ms']} ms, p99 {told['ok_p99_ms']} ms)")
    _check_speed(run, replica, flood, told)
    allowed_mib = (BUDGET_BYTES + CONNECTIONS * STREAMS * MESSAGE_BYTES) / (1 << 20)
    grown_mib = replica.process.memory_mib("VmHWM") - base_mib
    run.check_cost(grown_mib <= allowed_mib, f"the server grew by {grown_mib:.0f} MiB (allowed "
                   f"{allowed_mib:.0f} MiB: budget and connections x streams x largest message)")
    run.check(replica.ready() and replica.metrics()["running_calls"] == 0,
              "it is ready, and nothing runs any more")
    run.check(replica.drain() == 0, "it ends with 0")


class _Flood:
    """Calls of WORK_OF_A_CALL_S each, as the server's speed tells, and how many of them a second it
    answers when no more are sent than it can take."""

    def __init__(self, run, replica, cpus):
        self._run, self._replica, self._cpus = run, replica, cpus
        self.shots = FEW_SHOTS
        call_s = 1.0 / self.at(0)["ok_per_s"]
        self.shots = min(MOST_SHOTS, math.ceil(FEW_SHOTS * WORK_OF_A_CALL_S / call_s))
        self.capacity_per_s = self.at(0)["ok_per_s"]
        self.work_ms = 1e3 / self.capacity_per_s

    def at(self, calls_per_s):
        seconds = self._run.options.seconds
        load = Load(self._run, "overload", self._replica.target, self.shots, calls_per_s, seconds,
                    DEADLINE_S, cpus=self._cpus)
        return load.end(patience_s=seconds + PATIENCE_S)


def _check_speed(run, replica, flood, told):
    long_run = run.options.seconds >= LONG_RUN_S
    least_share, least_prompt = (0.9, 0.99) if long_run else (0.5, 0.5)
    share = told["ok_per_s"] / flood.capacity_per_s
    run.check_cost(share > least_share, f"{told['ok_per_s']} calls/s of {flood.shots} shots "
                   f"({flood.work_ms:.0f} ms) were answered, {100 * share:.1f} % of what clients get "
                   f"who wait for each other (at least {100 * least_share:.0f} %)")
    refusals = {"method": "Simulate", "code": "RESOURCE_EXHAUSTED"}
    prompt = (replica.metric("call_seconds_bucket", refusals | {"le": f"{PROMPT_S:g}"})
              / replica.metric("call_seconds_count", refusals))
    run.check_cost(prompt >= least_prompt, f"by the server's histogram {100 * prompt:.2f} % of the "
                   f"refusals took at most {1e3 * PROMPT_S:g} ms "
                   f"(at least {100 * least_prompt:.0f} %)")
