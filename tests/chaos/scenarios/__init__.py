"""What may happen to servers and clients. Each scenario is a function of a Run, and its first line
tells what it does."""

from scenarios.cut_connections import cut_connections
from scenarios.logs import log_disk_full, log_pipe_stuck, log_reader_gone, log_writes_fail
from scenarios.overload import overload
from scenarios.random_cancels import random_cancels
from scenarios.restarts import alone, restarts
from scenarios.slow_readers import slow_readers

SCENARIOS = {
    function.__name__: function
    for function in [restarts, alone, cut_connections, slow_readers, overload, random_cancels,
                     log_pipe_stuck, log_reader_gone, log_disk_full, log_writes_fail]
}
