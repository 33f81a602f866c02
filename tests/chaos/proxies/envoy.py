"""Envoy, balancing calls, by the file that operators take."""

import http.client
import os
import pathlib
import shutil

from processes import free_port, wait_until
from proxies.edit import replace_once
from run import Skipped

CHECKOUT = pathlib.Path(__file__).resolve().parents[3]
CONFIGURATION = CHECKOUT / "deploy/proxies/envoy.yaml"
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
        path = os.path.join(run.directory, "envoy.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self._configuration(port, replicas))
        with open(os.path.join(run.directory, "envoy.log"), "w", encoding="utf-8") as log:
            # Several Envoys on one machine share memory unless hot restart is off.
            self.process = run.start(
                [command, "--config-path", path, "--disable-hot-restart", "--concurrency", "1",
                 "--log-level", "warning"], stderr=log)
        wait_until(lambda: self._healthy() == len(replicas), "Envoy finds all replicas ready")

    def _configuration(self, port, replicas):
        text = CONFIGURATION.read_text(encoding="utf-8")
        text = replace_once(r"address: 127\.0\.0\.1, port_value: 9901",
                            f"address: 127.0.0.1, port_value: {self._admin_port}", text)
        text = replace_once(r"address: 0\.0\.0\.0, port_value: 50051",
                            f"address: 127.0.0.1, port_value: {port}", text)
        endpoints = "".join(
            f"        - endpoint: {{address: {_address(replica.port)}, "
            f"health_check_config: {{port_value: {replica.http_port}}}}}\n" for replica in replicas)
        return replace_once(r"(?<=- lb_endpoints:\n)(.+\n)+", endpoints, text)

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
