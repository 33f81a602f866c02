"""HAProxy and Envoy, configured as they would be before a farm of replicas."""

from proxies.envoy import Envoy
from proxies.haproxy import HaProxy

KINDS = ["tcp", "http", "envoy", "none"]


def start_proxy(run, kind, replicas):
    """A proxy before the replicas, ready to serve; `kind` is one of KINDS but none."""
    return Envoy(run, replicas) if kind == "envoy" else HaProxy(run, kind, replicas)
