"""Checks that several tests make."""
import pytest

import carom


def refused(call, path, *words):
    """That a call is refused for what is at `path`, with a message that has these words; returns the
    error."""
    with pytest.raises(carom.CaromError) as raised:
        call()
    assert raised.value.path == path, raised.value
    for word in words:
        assert word in str(raised.value), raised.value
    return raised.value
