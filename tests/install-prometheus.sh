#!/bin/bash
# Usage: tests/install-prometheus.sh
#
# Unpacks Debian's Prometheus, which tests/deploy asks about alerts and dashboard, below
# .build/tools/prometheus: installing the package would start a server on every developer's machine.
# Does nothing, and needs no network, when it is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly DIRECTORY=.build/tools/prometheus

if "$DIRECTORY/usr/bin/promtool" --version >/dev/null 2>&1; then
  exit 0
fi
echo "Installing: prometheus"
rm -rf "$DIRECTORY"
mkdir -p "$DIRECTORY"
download() { (cd "$DIRECTORY" && apt-get -qq download prometheus); }
update_package_lists() {
  if (( EUID == 0 )); then apt-get -qq update; else sudo apt-get -qq update; fi
}
# Lists of packages are old or missing on a fresh machine only.
download 2>/dev/null || { update_package_lists && download; }
dpkg-deb --extract "$DIRECTORY"/prometheus_*.deb "$DIRECTORY"
rm "$DIRECTORY"/prometheus_*.deb
"$DIRECTORY/usr/bin/promtool" --version >/dev/null
