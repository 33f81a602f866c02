"""A Debian with nothing but what every Debian has, in a folder. Needs root and debootstrap."""

import os
import pathlib
import shutil
import subprocess

from tools import TOOLS, Skipped, run_program

# /proc for this command alone: mounts and processes end with it.
ENTER = 'mount -t proc proc "$0/proc"; exec chroot "$0" /bin/bash -euo pipefail -c "$1"'


def _mirror():
    """Where this machine has its Debian packages from."""
    lines = run_program("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages",
                        "Origin: Debian").splitlines()
    if not lines:
        raise Skipped("no Debian mirror is known (apt-get update)")
    return lines[0]


def _archive(suite):
    """A suite as debootstrap leaves it, made once."""
    archive = TOOLS / f"debian/{suite}.tar"
    if not archive.exists():
        root = archive.with_suffix(".making")
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        run_program("debootstrap", "--variant=minbase", suite, root, _mirror())
        # Under its name once it is whole.
        run_program("tar", "--create", "--one-file-system", f"--file={archive}.making",
                    f"--directory={root}", ".")
        os.rename(f"{archive}.making", archive)
        shutil.rmtree(root)
    return archive


class BareDebian:
    def __init__(self, directory, suite):
        if os.geteuid() != 0:
            raise Skipped("only root enters a Debian of its own")
        if shutil.which("debootstrap") is None:
            raise Skipped("debootstrap is not installed (Debian package debootstrap)")
        self.root = pathlib.Path(directory) / suite
        self.root.mkdir()
        run_program("tar", "--extract", f"--file={_archive(suite)}", f"--directory={self.root}")
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")

    def take(self, path):
        """Copies a file or a folder into /given; its path there."""
        path = pathlib.Path(path)
        target = self.root / "given" / path.name
        target.parent.mkdir(exist_ok=True)
        if path.is_dir():
            shutil.copytree(path, target)
        else:
            shutil.copy(path, target)
        return f"/given/{path.name}"

    def run(self, script):
        """A script of bash within; its standard output. RuntimeError where any command fails."""
        return run_program("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", ENTER,
                           self.root, script,
                           env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8",
                                "DEBIAN_FRONTEND": "noninteractive"}, stdin=subprocess.DEVNULL)

    def install(self, *packages):
        """Packages by name or by file, and what they depend on: nothing that they merely recommend."""
        self.run("apt-get -qq update && apt-get -qq install --yes --no-install-recommends "
                 f"{' '.join(packages)} >/dev/null")
