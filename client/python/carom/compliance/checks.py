"""All checks, in the order in which they run."""
from carom.compliance import services, refusals, shots, ends  # Each puts its checks into the list.
from carom.compliance.suite import CHECKS as ALL

__all__ = ["ALL", "ends", "refusals", "services", "shots"]
