#!/usr/bin/env python3
"""The files of deploy/ agree with the programs and with each other; the image's check tells servers apart."""

import json
import pathlib
import re
import shutil
import subprocess
import sys

import tools
from fleet import Replica
from processes import free_port

DEPLOY = tools.CHECKOUT / "deploy"
PROGRAMS = ("carom", "carom-server")
CHECKS_MS = 200  # What both proxies' files promise.


def _read(name):
    return (DEPLOY / name).read_text(encoding="utf-8")


def _one(pattern, text):
    """The group of the pattern's one match, or of its equal matches."""
    found = set(re.findall(pattern, text, re.MULTILINE))
    if len(found) != 1:
        raise RuntimeError(f"{pattern}: {sorted(found)}, where one is expected")
    return found.pop()


def _default(run, flag):
    """The number that --help tells as a flag's default."""
    text = tools.run_program(f"{run.bin}/carom-server", "--help")
    return int(re.search(rf"^  --{flag}=[^$]*?default (\d+)\)", text, re.MULTILINE)[1])


def libraries(run):
    """The image has the libraries that both programs name, and no others."""
    installed = re.findall(r"--no-install-recommends((?: *\\?\s+lib[\w.+-]+)+)", _read("Dockerfile"))
    run.check(len(installed) == 1, f"{len(installed)} lists of libraries")
    listed = set(installed[0].replace("\\", " ").split())
    named = set().union(*(tools.packages_of(f"{run.bin}/{program}") for program in PROGRAMS))
    named -= tools.OF_THE_BASE
    brought = set(re.findall(r"[\w.+-]+", tools.run_program(
        "dpkg-query", "--show", "--showformat=${Depends}\n", *sorted(listed))))
    run.check(named <= listed | brought, f"missing in the image: {sorted(named - listed - brought)}")
    run.check(listed <= named, f"needed by neither program: {sorted(listed - named)}")


def ports(run):
    """One port for calls and one for probes, everywhere."""
    calls, probes = _one(r"^EXPOSE (\d+ \d+)$", _read("Dockerfile")).split()
    compose, proxy, envoy = (_read(name) for name in
                             ("compose.yaml", "proxies/haproxy.cfg", "proxies/envoy.yaml"))
    replicas = re.findall(r"^  ([\w-]+):\n    <<: \*carom", compose, re.MULTILINE)
    run.check(len(replicas) == 2, f"replicas: {replicas}")
    for text, pattern in ((_read("Dockerfile"), r"CAROM_SERVER_LISTEN=0\.0\.0\.0:(\d+)"),
                          (proxy, r"bind :(\d+)"),
                          (envoy, r"address: 0\.0\.0\.0, port_value: (\d+)"),
                          (compose, r'"127\.0\.0\.1:\d+:(5\d+)"')):
        run.check(_one(pattern, text) == calls, f"calls at {calls}: {pattern}")
    for text, pattern in ((_read("Dockerfile"), r"CAROM_SERVER_HTTP_LISTEN=127\.0\.0\.1:(\d+)"),
                          (_read("Dockerfile"), r"/dev/tcp/127\.0\.0\.1/(\d+)"),
                          (compose, r"--http-listen=0\.0\.0\.0:(\d+)"),
                          (proxy, r"check port (\d+)"),
                          (envoy, r"health_check_config: \{port_value: (\d+)\}")):
        run.check(_one(pattern, text) == probes, f"probes at {probes}: {pattern}")
    servers = {"HAProxy": re.findall(r"^  server (\S+) (\S+) ", proxy, re.MULTILINE),
               "Envoy": re.findall(r"address: ([\w-]+), port_value: (\d+)", envoy)}
    run.check(servers["HAProxy"] == [(name, f"{name}:{calls}") for name in replicas],
              f"servers of HAProxy: {servers['HAProxy']}")
    run.check([one for one in servers["Envoy"] if one[0] in replicas]
              == [(name, calls) for name in replicas], f"endpoints of Envoy: {servers['Envoy']}")
    targets = json.loads(_one(r"targets: (\[.+\])", _read("prometheus/prometheus.yaml")))
    run.check(targets == [f"{name}:{probes}" for name in replicas], f"targets of Prometheus: {targets}")
    values = _read("helm/carom/values.yaml")
    run.check(_one(r"^  grpc: (\d+)", values) == calls and _one(r"^  http: (\d+)", values) == probes,
              "ports of the chart")


def times(run):
    """Whoever ends a server waits for its drain; checks come often enough; pings are allowed."""
    lame_duck, grace = (_default(run, flag) for flag in ("lame-duck-ms", "shutdown-grace-ms"))
    stop_s = int(_one(r"stop_grace_period: (\d+)s", _read("compose.yaml")))
    run.check(lame_duck + grace < 1000 * stop_s, f"compose: {lame_duck} + {grace} ms within {stop_s} s")
    run.check(lame_duck + grace < 10_000, "docker's 10 s are enough too")
    stop_s = int(_one(r"^TimeoutStopSec=(\d+)$", _read("debian/carom-server.service")))
    run.check(lame_duck + grace < 1000 * stop_s, f"systemd: {lame_duck} + {grace} ms within {stop_s} s")
    values = _read("helm/carom/values.yaml")
    parts = [int(_one(rf"^  {name}: (\d+)", values)) for name in
             ("lameDuckMs", "graceMs", "terminationGracePeriodSeconds")]
    run.check(parts[0] + parts[1] < 1000 * parts[2], f"the chart: {parts}")
    proxy, envoy = _read("proxies/haproxy.cfg"), _read("proxies/envoy.yaml")
    run.check(_one(r"inter (\d+)ms", proxy) == str(CHECKS_MS)
              and 1000 * float(_one(r"^ +(?:no_traffic_)?interval: ([\d.]+)s$", envoy)) == CHECKS_MS
              and 2 * CHECKS_MS <= lame_duck, f"two checks, each {CHECKS_MS} ms, in {lame_duck} ms")
    ping_s = float(_one(r"connection_keepalive: \{interval: (\d+)s, timeout: 2s", envoy))
    run.check(1000 * ping_s > _default(run, "min-ping-interval-ms"), f"Envoy pings each {ping_s:g} s")
    run.check(int(_one(r"max_concurrent_streams: (\d+)", envoy))
              == _default(run, "max-concurrent-streams"), "streams of Envoy")


def unit(run):
    """The unit of systemd reads well, and shuts the server in."""
    if shutil.which("systemd-analyze") is None:
        raise tools.Skipped("systemd-analyze is not installed (Debian package systemd)")
    text = _read("debian/carom-server.service")
    # With the program of this build in place of the installed one, which systemd would miss.
    file = pathlib.Path(run.directory) / "carom-server.service"
    file.write_text(re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={run.bin}/carom-server", text), encoding="utf-8")
    found = subprocess.run(["systemd-analyze", "verify", "--man=no", file], text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    run.check(found.returncode == 0 and file.name not in found.stdout, f"verify: {found.stdout.strip()}")
    tools.run_program("systemd-analyze", "security", "--offline=yes", "--threshold=20", file)


def versions(run):
    """The chart is of this version; the documented Envoy is the one that the tests run."""
    version = tools.run_program(f"{run.bin}/carom-server", "--version").split()[1]
    chart = _read("helm/carom/Chart.yaml")
    run.check(_one(r"^(?:version|appVersion): \"?([\d.]+)\"?$", chart) == version, f"the chart is {version}")
    readme = _read("README.md")
    run.check(_one(r"/carom:(\d+\.[\d.]+)", readme) == version, f"the image to push is {version}")
    installed = _one(r"VERSION=(.+)", (DEPLOY / "../tests/install-envoy.sh").read_text(encoding="utf-8"))
    run.check(_one(r"envoyproxy/envoy:v(\S+)", readme) == installed, f"Envoy is {installed}")


def variables(run):
    """Each variable that the image or systemd's unit sets is a flag."""
    text = tools.run_program(f"{run.bin}/carom-server", "--help")
    flags = {f"CAROM_SERVER_{name.upper().replace('-', '_')}"
             for name in re.findall(r"^  --([\w-]+)", text, re.MULTILINE)}
    for file in ("Dockerfile", "debian/carom-server.service"):
        names = set(re.findall(r"CAROM_SERVER_\w+(?==)", _read(file)))
        run.check(names and names <= flags, f"variables of {file}: {sorted(names)}")


def health_check(run):
    """The image's check passes where a server answers, and there alone."""
    command = json.loads(_one(r"^  CMD (\[.+\])$", _read("Dockerfile")))
    replica = Replica(run, "server").start()
    port = free_port()  # Nobody's.
    for asked, page, holds in ((replica.http_port, "/livez", True), (replica.http_port, "/none", False),
                               (port, "/livez", False)):
        words = [word.replace("/8080", f"/{asked}").replace("/livez", page) for word in command]
        code = subprocess.run(words, capture_output=True, check=False, timeout=3).returncode
        run.check((code == 0) == holds, f"{page} of {'a server' if asked != port else 'nobody'}: {code}")


def alerts_are_counted(run):
    count = _read("prometheus/alerts.yaml").count("- alert:")
    run.check(_one(r"(\d+) alerts", _read("README.md")) == str(count), f"{count} alerts")


if __name__ == "__main__":
    sys.exit(tools.run_tests(__doc__, libraries, ports, times, unit, versions, variables, health_check,
                             alerts_are_counted))
