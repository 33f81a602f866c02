"""The way to servers of the package carom: its compiled module with gRPC within.

`import carom` takes this module in place of its own where both are of one version.
"""
