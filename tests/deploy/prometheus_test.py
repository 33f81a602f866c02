#!/usr/bin/env python3
"""Alerts, metrics and dashboard, by the tools of Prometheus and a Prometheus that scrapes a server."""

import json
import math
import os
import re
import subprocess
import sys
import urllib.parse
import urllib.request

import tools
from fleet import Replica
from processes import free_port, wait_until

PROMETHEUS = tools.CHECKOUT / "deploy/prometheus"
ROUNDS = 3  # Of load, with a scrape (each second) between them: a rate needs two.

# A call of several slices: it moves to the lane `large`.
LARGE_REQUEST = {"layouts": [{"rack": {"name": "nine_ball"}}],
                 "shots": [{"strike": {"speedMS": 8.0, "azimuthRad": 0.001 * i}} for i in range(60)]}


def _tool(name):
    return tools.find_tool(f"prometheus/usr/bin/{name}", name, "tests/install-prometheus.sh")


def alerts(_):
    """The rules are valid, and each fires when it should."""
    promtool = _tool("promtool")
    print(tools.run_program(promtool, "check", "rules", PROMETHEUS / "alerts.yaml"))
    print(tools.run_program(promtool, "test", "rules",
                            tools.CHECKOUT / "tests/deploy/alerts_test.yaml"))
    print(tools.run_program(promtool, "check", "config", PROMETHEUS / "prometheus.yaml"))


def every_alert_is_tested(run):
    rules = (PROMETHEUS / "alerts.yaml").read_text(encoding="utf-8")
    tests = (tools.CHECKOUT / "tests/deploy/alerts_test.yaml").read_text(encoding="utf-8")
    fires = set(re.findall(r"alertname: (\w+)\n +exp_alerts:", tests))
    silent = set(re.findall(r"alertname: (\w+)}", tests))
    names = set(re.findall(r"- alert: (\w+)", rules))
    run.check(names and names == fires == silent, f"{len(names)} alerts fire and are silent in tests")


class Load:
    """Calls of every method and for every lane."""

    def __init__(self, run, replica):
        self._run, self._replica = run, replica
        self._request = os.path.join(run.directory, "large.json")
        with open(self._request, "w", encoding="utf-8") as file:
            json.dump(LARGE_REQUEST, file)

    def once(self):
        self._carom("simulate", "--rack=8-ball")
        self._carom("simulate", f"--request={self._request}", "--json")
        self._carom("batch", "--scene=nine_ball_break", "--shots=500", "--seed=1")
        self._carom("mechanism", "newtons_cradle")

    def _carom(self, *arguments):
        done = subprocess.run([f"{self._run.bin}/carom", *arguments, f"--server={self._replica.target}"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"carom {arguments}: {done.returncode}\n{done.stderr}")


class Prometheus:
    """A Prometheus that scrapes one server each second."""

    def __init__(self, run, replica):
        self._port = free_port()
        config = os.path.join(run.directory, "prometheus.yml")
        with open(config, "w", encoding="utf-8") as file:
            file.write("global: {scrape_interval: 1s}\n"
                       f"rule_files: ['{PROMETHEUS / 'alerts.yaml'}']\n"
                       "scrape_configs:\n- job_name: carom\n  static_configs:\n"
                       f"  - targets: ['127.0.0.1:{replica.http_port}']\n")
        with open(os.path.join(run.directory, "prometheus.log"), "w", encoding="utf-8") as log:
            run.start([_tool("prometheus"), f"--config.file={config}",
                       f"--storage.tsdb.path={run.directory}/data",
                       f"--web.listen-address=127.0.0.1:{self._port}",
                       # Pages of its own are not asked for, and come from packages of their own.
                       f"--web.console.templates={run.directory}",
                       f"--web.console.libraries={run.directory}"], stderr=log)
        wait_until(self._scraped, "Prometheus has scraped the server")

    def wait_for_scrape(self):
        """Until it has scraped the server after this call. Two: one may be under way."""
        before = self._scrapes()
        wait_until(lambda: self._scrapes() >= before + 2, "Prometheus scrapes the server")

    def _scrapes(self):
        return self.query('count_over_time(up{job="carom"}[1h])')[0]

    def query(self, expression):
        """The values of all series that the expression has now."""
        query = urllib.parse.urlencode({"query": expression})
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/api/v1/query?{query}") as answer:
            return [float(one["value"][1]) for one in json.load(answer)["data"]["result"]]

    def _scraped(self):
        try:
            return self.query('up{job="carom"}') == [1.0]
        except OSError:
            return False


def dashboard_queries():
    """(panel, query) of each query, with Grafana's variables filled in."""
    with open(PROMETHEUS / "dashboard.json", encoding="utf-8") as file:
        dashboard = json.load(file)
    for panel in dashboard["panels"]:
        for target in panel.get("targets", []):
            yield panel["title"], (target["expr"].replace("$__rate_interval", "10m")
                                   .replace("$instance", ".*"))


def dashboard(run):
    """Every query gives a number, from a server under load."""
    replica = Replica(run, "server").start()
    prometheus = Prometheus(run, replica)
    load = Load(run, replica)
    for _ in range(ROUNDS):
        load.once()
        prometheus.wait_for_scrape()
    for panel, query in dashboard_queries():
        values = prometheus.query(query)
        run.check(any(math.isfinite(value) for value in values), f"{panel}: {query}: {values[:4]}")
    run.check(prometheus.query('ALERTS{alertstate="firing"}') == [], "no alert fires")
    seconds = prometheus.query('avg_over_time(scrape_duration_seconds{job="carom"}[1m])')[0]
    run.say(f"a scrape takes {1000 * seconds:.2f} ms on average")


def metrics_page(run):
    """promtool finds no fault with the page of a server that has served calls."""
    replica = Replica(run, "server").start()
    Load(run, replica).once()
    status, page = replica.get("/metrics", timeout_s=10.0)
    run.check(status == 200, f"status {status}")
    said = subprocess.run([_tool("promtool"), "check", "metrics"], input=page, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    run.check(said.returncode == 0 and not said.stdout, f"promtool check metrics: '{said.stdout}'")


if __name__ == "__main__":
    sys.exit(tools.run_tests(__doc__, alerts, every_alert_is_tested, metrics_page, dashboard))
