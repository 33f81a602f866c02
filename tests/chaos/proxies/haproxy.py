"""HAProxy, balancing connections (tcp) or calls (http), by the file that operators take."""

import os
import pathlib
import re
import shutil

from processes import free_port, listens, wait_until
from proxies.edit import replace_once
from run import Skipped

CHECKOUT = pathlib.Path(__file__).resolve().parents[3]
CONFIGURATION = CHECKOUT / "deploy/proxies/haproxy.cfg"


class HaProxy:
    def __init__(self, run, mode, replicas, tls=None):
        """`tls`: a PEM file of key and certificate, where the proxy is to end TLS."""
        command = shutil.which("haproxy", path=os.environ.get("PATH", "") + ":/usr/sbin")
        if command is None:
            raise Skipped("haproxy is not installed (deploy/install-packages.sh installs it)")
        port = free_port()
        self.target = f"127.0.0.1:{port}"
        path = os.path.join(run.directory, "haproxy.cfg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(_configuration(mode, port, replicas, tls))
        with open(os.path.join(run.directory, "haproxy.log"), "w", encoding="utf-8") as log:
            self.process = run.start([command, "-db", "-f", path], stderr=log)
        wait_until(lambda: listens(port), "HAProxy listens")


def _configuration(mode, port, replicas, tls):
    text = CONFIGURATION.read_text(encoding="utf-8")
    text = replace_once(r"(?<=  bind ):50051", f"127.0.0.1:{port}", text)
    servers = "".join(f"  server {replica.name} {replica.target} proto h2 check "
                      f"port {replica.http_port}\n" for replica in replicas)
    text = replace_once(r"(  server .+\n)+", servers, text)
    if mode == "tcp":
        text = replace_once(r"  mode http\n", "  mode tcp\n", text)
        text = replace_once(r"  retry-on .+\n", "", text)
        text = re.sub(r"^(  (?:bind|server) .*) proto h2", r"\1", text, flags=re.MULTILINE)
    if tls is not None:
        text = re.sub(r"^(  bind \S+).*", rf"\1 ssl crt {tls} alpn h2", text, flags=re.MULTILINE)
    return text
