"""Puts a test's own ports and replicas into a configuration of deploy/proxies."""

import re


def replace_once(pattern, text, within):
    """`within`, its one match of `pattern` replaced; RuntimeError unless there is exactly one."""
    result, count = re.subn(pattern, lambda _: text, within)
    if count != 1:
        raise RuntimeError(f"{count} matches of {pattern}, where one is expected")
    return result
