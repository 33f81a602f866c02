#!/usr/bin/env python3
"""What is in the Debian packages of this build, and that no other build is packed. With
CAROM_TEST_PACKAGES=1 they, and the wheels, are also installed into Debians that have nothing else, and the
site is written: minutes, as root, with the packages debootstrap and lintian."""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import tools
from bare_debian import BareDebian
from fleet import Replica

PROGRAMS = ("carom", "carom-server")
FOLDERS = ("proto", "server", "core", "client", "deploy", "tests")
SHOT = "simulate --rack=9-ball --speed=8"
MOST_WHEEL_BYTES = (6_000_000, 14_000_000)  # Without and with the way to servers.
PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
# The same shots in the process and by a server, bit for bit.
TWO_WAYS = """
import sys, carom, numpy as np
game, shots = carom.Game(rack="nine_ball"), carom.strikes(100, speed=np.linspace(5, 9, 100))
with carom.Simulator() as here, carom.connect(sys.argv[1]) as there:
    print("equal" if np.array_equal(here.run(game, shots).hash, there.run(game, shots).hash) else "different")
"""


def _build(run):
    return pathlib.Path(run.bin).parent


@functools.cache
def _made_by(script, build):
    """The files that a script of deploy/ makes of a build, and names."""
    lines = tools.run_program(tools.CHECKOUT / "deploy" / script, build).splitlines()
    return [pathlib.Path(line) for line in lines]


def _debian_packages(build):
    """Of this build, if it is one to be packed. Nothing is installed for a test's sake."""
    for name, package in (("dpkg-shlibdeps", "dpkg-dev"), ("help2man", "help2man")):
        if shutil.which(name) is None:
            raise tools.Skipped(f"{name} is not installed (Debian package {package})")
    asked = subprocess.run([tools.CHECKOUT / "deploy/check-release.sh", build], text=True,
                           stderr=subprocess.PIPE, check=False)
    if asked.returncode != 0:
        raise tools.Skipped(asked.stderr.strip())
    return _made_by("debian-package.sh", build)


def _names(package):
    """The package's name, and those under which others may ask for it too."""
    also = tools.run_program("dpkg-query", "--show", "--showformat=${Provides}", package)
    return {package, *re.findall(r"(?:^|, )([\w.+-]+)", also)}


def _field(package, name):
    return tools.run_program("dpkg-deb", "--field", package, name).strip()


def other_builds(run):
    """A build for debugging, or with a sanitizer, is not packed."""
    for line, words in (("CMAKE_BUILD_TYPE:STRING=Debug", "CMAKE_BUILD_TYPE=Debug must be Release"),
                        ("CMAKE_BUILD_TYPE:STRING=Release\nCAROM_SANITIZE:STRING=address",
                         "CAROM_SANITIZE=address must be empty")):
        build = pathlib.Path(run.directory)
        (build / "CMakeCache.txt").write_text(f"{line}\n", encoding="utf-8")
        (build / "build.ninja").touch()
        for script in ("debian-package.sh", "wheel.sh"):
            done = subprocess.run([tools.CHECKOUT / "deploy" / script, build], text=True,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
            run.check(done.returncode == 1 and words in done.stderr, f"{script}: {done.stderr.strip()}")


def contents(run):
    """Two packages of this version: programs with what they link, and the library with what it needs."""
    packages = _debian_packages(_build(run))
    version = tools.run_program(f"{run.bin}/carom", "--version").split()[1]
    run.check([path.name for path in packages]
              == [f"carom_{version}_amd64.deb", f"libcarom-dev_{version}_amd64.deb"],
              f"files: {[path.name for path in packages]}")
    programs, library = packages
    needed = set(re.findall(r"([\w.+-]+)(?: \([^)]*\))?(?:, |$)", _field(programs, "Depends")))
    linked = set().union(*(tools.packages_of(f"{run.bin}/{name}") for name in PROGRAMS))
    missing = sorted(name for name in linked | tools.OF_THE_BASE if not _names(name) & needed)
    run.check(not missing, f"linked and not asked for: {missing}")
    run.check(not any(name.endswith("-dev") for name in needed), "programs need no headers")
    for package in packages:
        root = pathlib.Path(run.directory) / package.stem
        tools.run_program("dpkg-deb", "--extract", package, root)
        outside = [entry.name for entry in root.iterdir() if entry.name != "usr"]
        run.check(not outside, f"{package.name}: outside of /usr: {outside}")
        for name in ("copyright", "changelog.gz"):
            run.check((root / f"usr/share/doc/{_field(package, 'Package')}/{name}").is_file(), name)
    root = pathlib.Path(run.directory) / programs.stem / "usr"
    for name in PROGRAMS:
        for file in (f"bash-completion/completions/{name}", f"man/man1/{name}.1.gz"):
            run.check((root / "share" / file).is_file(), file)
        run.check(tools.run_program(root / "bin" / name, "--version").split()[1] == version, f"{name} runs")
    unit = (root / "lib/systemd/system/carom-server.service").read_text(encoding="utf-8")
    run.check((root.parent / re.search(r"^ExecStart=/(\S+)$", unit, re.MULTILINE)[1]).is_file(),
              "the unit starts a program of the package")
    root = pathlib.Path(run.directory) / library.stem / "usr"
    for name in ("include/carom/client/client.h", "lib/cmake/carom/caromConfig.cmake",
                 "lib/libcarom_client.a", "share/carom/proto/carom/v1/simulation.proto"):
        run.check((root / name).is_file(), name)


def lint(run):
    """Debian's own check finds nothing wrong."""
    if shutil.which("lintian") is None:
        raise tools.Skipped("lintian is not installed (Debian package lintian)")
    packages = _debian_packages(_build(run))
    print(tools.run_program("lintian", "--allow-root", "--fail-on=error,warning", *packages))


def programs_in_debian(run):
    """From nothing to a shot and a server by one command; then the library builds a program."""
    debian = BareDebian(run.directory, "bookworm")
    programs, library = (debian.take(path) for path in _debian_packages(_build(run)))
    debian.install(programs)
    expected = tools.run_program(f"{run.bin}/carom", *SHOT.split())
    run.check(debian.run(f"carom {SHOT}") == expected, "carom plays the shot of this build")
    answer = debian.run("carom-server --listen=unix:/tmp/carom.sock >/dev/null 2>&1 &\n"
                        f"carom --server=unix:/tmp/carom.sock --retry-for=20 {SHOT}\n"
                        "kill %1 && wait %1")
    run.check(answer == expected, "carom-server answers with the same shot, and ends with 0")
    debian.install(library, "cmake", "g++", "make")
    project = debian.take(tools.CHECKOUT / "tests/package/consumer")
    debian.run(f"cmake -S {project} -B /tmp/consumer -DCMAKE_BUILD_TYPE=Release\n"
               "cmake --build /tmp/consumer\n"
               "/tmp/consumer/consumer")
    run.say("tests/package/consumer is built, and runs")
    debian.run("dpkg --purge carom libcarom-dev")
    left = debian.run("find /usr /etc /var -name '*carom*'")
    run.check(left == "", f"left behind: {left.split()}")


def wheels_in_debian(run):
    """With Python and nothing else, also of a newer Debian: the self-test, and the bits of a server once
    the client is there too."""
    wheels = _made_by("wheel.sh", _build(run))
    packages = [wheel.name.split("-")[0] for wheel in wheels]
    run.check(packages == ["carom", "carom_client"], str(packages))
    for wheel, holds_grpc, most_bytes in zip(wheels, (False, True), MOST_WHEEL_BYTES):
        run.check(re.fullmatch(r"\w+-[\d.]+-cp310-abi3-manylinux_2_\d+_x86_64\.whl", wheel.name), wheel.name)
        size = wheel.stat().st_size
        run.check(size < most_bytes, f"{size / 1e6:.1f} MB")
        names = zipfile.ZipFile(wheel).namelist()
        for library in ("libgrpc", "libssl"):
            run.check(any(library in name for name in names) == holds_grpc, f"{library} within: {holds_grpc}")
    server = Replica(run, "server").start()
    for suite, python in PYTHONS.items():
        others = pathlib.Path(run.directory) / f"wheels-{suite}"
        tools.run_program(_build(run) / "wheel/environment/bin/pip", "download", "--quiet", "--dest", others,
                          "--only-binary=:all:", "--implementation=cp", f"--python-version={python}",
                          "--platform=manylinux2014_x86_64", "--platform=manylinux_2_28_x86_64",
                          "numpy", "nanobind-backend")
        debian = BareDebian(run.directory, suite)
        debian.install("python3-venv")
        run.check("grpc" not in debian.run("ldconfig --print-cache"), f"{suite} has no gRPC of its own")
        core, _ = map(debian.take, wheels)
        install = f"/opt/carom/bin/pip install --quiet --no-index --find-links={debian.take(others)}"
        debian.run(f"python3 -m venv /opt/carom && {install} {core}")
        told = debian.run("/opt/carom/bin/python -m carom")
        run.check("self-test passed" in told, f"{suite}: python -m carom")
        (debian.root / "given/two_ways.py").write_text(TWO_WAYS, encoding="utf-8")
        refused = debian.run(f"/opt/carom/bin/python /given/two_ways.py {server.target} 2>&1 || true")
        run.check("it is the package carom-client" in refused, f"{suite}, without the client: {refused[-80:].strip()}")
        debian.run(f"{install} --find-links=/given 'carom[client]'")
        answer = debian.run(f"/opt/carom/bin/python /given/two_ways.py {server.target}").strip()
        run.check(answer == "equal", f"{suite}, in the process and by a server: {answer}")


def site(run):
    """A page for each README, an anchor for each message of the wire and each name of the package."""
    (first,) = _made_by("site.sh", _build(run))
    readmes = [path.relative_to(tools.CHECKOUT).with_suffix(".html") for folder in ("", *FOLDERS)
               for path in (tools.CHECKOUT / folder).glob("**/README.md" if folder else "README.md")]
    missing = [str(path) for path in readmes if not (first.parent / path).is_file()]
    run.check(readmes and not missing, f"{len(readmes)} READMEs; missing: {missing}")
    protos = sorted((tools.CHECKOUT / "proto/carom/v1").glob("*.proto"))
    names = {path.stem: re.findall(r"^(?:message|enum|service) (\w+)", path.read_text("utf-8"), re.MULTILINE)
             for path in protos}
    missing = [name for stem, listed in names.items()
               for page in [(first.parent / f"proto/wire/{stem}.html").read_text("utf-8")]
               for name in listed if f'id="{name.lower()}"' not in page]
    count = sum(map(len, names.values()))
    run.check(protos and not missing, f"{count} services, messages and enums; missing: {missing}")
    package = (tools.CHECKOUT / "client/python/carom/__init__.py").read_text("utf-8")
    names = re.findall(r'"(\w+)"', re.search(r"__all__ = \[(.*?)\]", package, re.DOTALL)[1])
    page = (first.parent / "deploy/site/python.html").read_text("utf-8")
    missing = [name for name in names if f'id="carom.{name}"' not in page]
    run.check("Simulator" in names and missing == ["calibrate"],
              f"{len(names)} names; only modules are missing: {missing}")
    readme = (tools.CHECKOUT / "client/python/README.md").read_text("utf-8")
    names = set(re.findall(r"help\((carom[\w.]+)\)", readme)) | {
        f"module-{name}" for name in re.findall(r"`?python -m (carom\.\w+(?:\.\w+)*)", readme)}
    missing = sorted(name for name in names if f'id="{name}"' not in page)
    run.check("module-carom.farm" in names and not missing, f"README's names and modules; missing: {missing}")


if __name__ == "__main__":
    tests = [other_builds, contents]
    if os.environ.get("CAROM_TEST_PACKAGES") == "1":
        tests += [lint, programs_in_debian, wheels_in_debian, site]
    sys.exit(tools.run_tests(__doc__, *tests))
