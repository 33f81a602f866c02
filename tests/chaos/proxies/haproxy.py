"""HAProxy, balancing connections (tcp) or calls (http)."""

import os
import pathlib
import shutil
import string

from processes import free_port, listens, wait_until
from run import Skipped

TEMPLATE = pathlib.Path(__file__).with_name("haproxy.cfg")


class HaProxy:
    def __init__(self, run, mode, replicas, tls=None):
        """`tls`: a PEM file of key and certificate, where the proxy is to end TLS."""
        command = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
        if command is None:
            raise Skipped("haproxy is not installed (deploy/install-packages.sh installs it)")
        port = free_port()
        self.target = f"127.0.0.1:{port}"
        http = mode == "http"
        bind_options = f" ssl crt {tls} alpn h2" if tls else " proto h2" if http else ""
        servers = "\n".join(
            f"  server {replica.name} {replica.target} check port {replica.http_port} inter 200ms "
            f"fall 1 rise 1{' proto h2' if http else ''}" for replica in replicas)
        path = os.path.join(run.directory, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(string.Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
                mode=mode, port=port, bind_options=bind_options, servers=servers,
                retry_on="  retry-on conn-failure empty-response" if http else ""))
        with open(os.path.join(run.directory, "haproxy.log"), "w", encoding="utf-8") as log:
            self.process = run.start([command, "-db", "-f", path], stderr=log)
        wait_until(lambda: listens(port), "HAProxy listens")
