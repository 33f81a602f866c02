#!/usr/bin/env python3
"""The chart: lint, templates against kubernetes' schemas, refused values, and the farm's command."""

import hashlib
import os
import pathlib
import re
import subprocess
import sys

import tools

CHART = tools.CHECKOUT / "deploy/helm/carom"
SECRETS = ["tls.secret=pair", "tls.clientCaSecret=callers", "tokens.secret=words"]
ALL = ["autoscaling.enabled=true", "serviceMonitor.enabled=true", "farm.enabled=true", *SECRETS]
KINDS = ["Deployment", "Service", "HorizontalPodAutoscaler", "PodDisruptionBudget", "NetworkPolicy",
         "Job"]
KUBERNETES = ["1.29", "1.34"]  # The oldest one that Chart.yaml takes; a late one.


def _tool(name):
    return tools.find_tool(f"helm/bin/{name}", name, "tests/install-helm.sh")


def _template(*values):
    """The manifests, by kind."""
    sets = [argument for value in values for argument in ("--set", value)]
    text = tools.run_program(_tool("helm"), "template", "test", CHART, *sets)
    parts = [part for part in text.split("---\n") if "\nkind: " in part]
    return {re.search(r"^kind: (\w+)", part, re.MULTILINE)[1]: part for part in parts}


def lint(_):
    print(tools.run_program(_tool("helm"), "lint", "--strict", CHART))


def manifests(run):
    """All templates keep to kubernetes' schemas, without a field that those do not know."""
    found = _template(*ALL)
    run.check(sorted(found) == sorted(KINDS + ["ServiceMonitor"]), f"kinds: {', '.join(sorted(found))}")
    for kind in KINDS:  # ServiceMonitor is not kubernetes' own.
        path = os.path.join(run.directory, f"{kind}.yaml")
        pathlib.Path(path).write_text(found[kind], encoding="utf-8")
        for version in KUBERNETES:
            tools.run_program(_tool("kubernetes-validate"), "--strict", "-k", version, path)
    for text in (found["Deployment"], found["Job"]):
        for line in ("runAsNonRoot: true", "readOnlyRootFilesystem: true", "drop: [ALL]",
                     "seccompProfile: {type: RuntimeDefault}", "automountServiceAccountToken: false"):
            run.check(line in text, line)


def values(run):
    """Flags arrive as given; what the schema does not know is refused."""
    text = _template("flags.max-wait-ms=1000000", "flags.max-duration-s=0.5")["Deployment"]
    run.check('"--max-wait-ms=1000000"' in text and '"--max-duration-s=0.5"' in text, "flags as given")
    path = os.path.join(run.directory, "values.yaml")
    pathlib.Path(path).write_text("flags: {max-wait-ms: 1000000}\n", encoding="utf-8")
    text = tools.run_program(_tool("helm"), "template", "test", CHART, "--values", path)
    run.check('"--max-wait-ms=1000000"' in text, "a large number of a file has no exponent")
    for wrong in ("replica=3", "replicas=-1", "flags.listen=x", "farm.scene=two ball", "ports.grpc=80",
                  "farm.shotsPerIndex=1000000000", "resources.limits.gpu=1", "tls.clientCaSecret=callers",
                  "flags.token-file=x", "tls.secret=../x", "shutdown.graceMs=60000",
                  "autoscaling.enabled=true,autoscaling.maxReplicas=1",
                  "farm.enabled=true,farm.caSecret=ca"):
        done = subprocess.run([_tool("helm"), "template", "test", str(CHART), "--set", wrong],
                              capture_output=True, check=False)
        run.check(done.returncode != 0, f"{wrong} is refused")


def secrets(run):
    """Each file that a flag names is in a folder that a Secret fills; without Secrets there is none."""
    text = _template(*SECRETS)["Deployment"]
    files = dict(re.findall(r"--([\w-]+)=(/etc/carom/[\w-]+)/", text))
    mounts = dict(re.findall(r"name: ([\w-]+), mountPath: (\S+), readOnly: true", text))
    volumes = dict(re.findall(r"name: ([\w-]+), secret: {secretName: (\w+), defaultMode: 0440}", text))
    filled = {folder: volumes.get(name) for name, folder in mounts.items()}
    run.check({flag: filled.get(folder) for flag, folder in files.items()} == {
        "tls-cert": "pair", "tls-key": "pair", "tls-client-ca": "callers", "token-file": "words"},
        f"the Secret behind each flag: {files}, {filled}")
    text = _template()["Deployment"]
    run.check("/etc/carom" not in text and "volumes:" not in text, "nothing is mounted without Secrets")


def every_value_is_documented(run):
    lines = (CHART / "values.yaml").read_text(encoding="utf-8").splitlines()
    bare = [line.strip() for before, line in zip([""] + lines, lines)
            if re.match(r" *\w+: *\S", line) and not before.strip().startswith("#")]
    run.check(not bare, f"values without a comment: {bare}")


def farm(run):
    """The Job's command, run by hand for three indexes, twice, and once more where its file is."""
    job = _template("farm.enabled=true", "farm.shotsPerIndex=2000", "farm.seed=7")["Job"]
    script = re.search(r"args:\n +- \|\n(.+?)\n +workingDir:", job, re.DOTALL)[1]
    first = [_files(run, script, name, index) for name in ("first", "second") for index in range(3)]
    run.check(first[:3] == first[3:], f"two runs give the same bytes: {first[:3]}")
    run.check(len(set(first[:3])) == 3, "each index has shots of its own")
    again = _files(run, script, "first", 1)
    run.check(again == first[1], "an index that is started again keeps its file")
    whole = os.path.join(run.directory, "whole.csv")
    tools.run_program(f"{run.bin}/carom", "batch", "--scene=two_ball_cut", "--seed=7", "--shots=6000",
                      f"--out={whole}")
    rows = pathlib.Path(whole).read_text(encoding="utf-8").splitlines()[1:]
    parts = [line for index in range(3) for line in
             (pathlib.Path(run.directory) / f"first/shots-{index:06d}.csv").read_text().splitlines()[1:]]
    run.check(rows == parts, f"together they are the {len(rows)} rows of one batch")
    acts = re.findall(r"- action: (\w+).*\n +onExitCodes: {.*values: \[(\d+)\]}", job)
    run.check(acts == [("FailJob", "2"), ("FailIndex", "1"), ("Ignore", "130")],
              f"the Job acts on the exit codes: {acts}")
    ended = subprocess.run(["/bin/sh", "-ec", f"{script.rstrip()} --server=127.0.0.1:1 --retry-for=0"],
                           cwd=run.directory, env=_environment(run, 0), check=False)
    run.check(ended.returncode == 3, f"which are those of its command: {ended.returncode}")


def _environment(run, index):
    return dict(os.environ, JOB_COMPLETION_INDEX=str(index), PATH=f"{run.bin}:{os.environ['PATH']}")


def _files(run, script, name, index):
    """Runs the script in a folder; the hash of the index's rows."""
    folder = pathlib.Path(run.directory) / name
    folder.mkdir(exist_ok=True)
    tools.run_program("/bin/sh", "-ec", script, cwd=folder, env=_environment(run, index))
    return hashlib.sha256((folder / f"shots-{index:06d}.csv").read_bytes()).hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(tools.run_tests(__doc__, lint, manifests, values, secrets, every_value_is_documented, farm))
