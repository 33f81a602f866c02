"""What may happen to servers and clients. Each scenario is a function of a Run, and its first line
tells what it does."""

from scenarios import cut_connections, logs, overload, random_cancels, restarts, slow_readers, stalls, tls

SCENARIOS = {
    function.__name__: function
    for function in [restarts.restarts, restarts.alone, restarts.hang,
                     cut_connections.cut_connections, slow_readers.slow_readers, overload.overload,
                     random_cancels.random_cancels, logs.log_pipe_stuck, logs.log_reader_gone,
                     logs.log_disk_full, logs.log_writes_fail, stalls.closed_windows,
                     stalls.unfinished_requests, tls.tls]
}
