"""Envoy, balancing calls."""

import http.client
import os
import pathlib
import shutil
import string

from processes import free_port, wait_until
from run import Skipped

TEMPLATE = pathlib.Path(__file__).with_name("envoy.yaml")
CHECKOUT = pathlib.Path(__file__).resolve().parents[3]
# Where tests/install-envoy.sh puts it.
INSTALLED = CHECKOUT / ".build/tools/envoy/bin/envoy"


def _find_envoy():
    if INSTALLED.exists():
        return str(INSTALLED)
    command = shutil.which("envoy")
    if command is None:
        raise Skipped("envoy is not installed (tests/install-envoy.sh installs it)")
    return command


class Envoy:
    def __init__(self, run, replicas):
        command = _find_envoy()
        port, self._admin_port = free_port(), free_port()
        self.target = f"127.0.0.1:{port}"
        endpoints = "\n".join(
            f"        - endpoint: {{address: {_address(replica.port)}, "
            f"health_check_config: {{port_value: {replica.http_port}}}}}" for replica in replicas)
        path = os.path.join(run.directory, "envoy.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(string.Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
                port=port, admin_port=self._admin_port, endpoints=endpoints))
        with open(os.path.join(run.directory, "envoy.log"), "w", encoding="utf-8") as log:
            # Several Envoys on one machine share memory unless hot restart is off.
            self.process = run.start(
                [command, "--config-path", path, "--disable-hot-restart", "--concurrency", "1",
                 "--log-level", "warning"], stderr=log)
        wait_until(lambda: self._healthy() == len(replicas), "Envoy finds all replicas ready")

    def _number(self, name):
        """One of Envoy's own numbers, by its full name."""
        connection = http.client.HTTPConnection("127.0.0.1", self._admin_port, timeout=1)
        try:
            connection.request("GET", f"/stats?filter=^{name}$")
            text = connection.getresponse().read().decode()
        except OSError:
            return 0
        finally:
            connection.close()
        return int(text.split(":")[1]) if ":" in text else 0

    def _healthy(self):
        return self._number("cluster.replicas.membership_healthy")


def _address(port):
    return f"{{socket_address: {{address: 127.0.0.1, port_value: {port}}}}}"
