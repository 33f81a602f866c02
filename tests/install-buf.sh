#!/bin/bash
# Usage: tests/install-buf.sh
#
# Installs buf, which lints the wire and compares it with that of the last release, as
# .build/tools/buf/bin/buf: from its Python wheel, for Debian has no package of it, into a virtual
# environment, so that nothing outside .build changes. Does nothing, and needs no network, when it
# is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly VERSION=1.75.0
readonly DIRECTORY=.build/tools/buf

if [[ "$("$DIRECTORY/bin/buf" --version 2>/dev/null)" == "$VERSION" ]]; then
  exit 0
fi
echo "Installing: buf $VERSION"
rm -rf "$DIRECTORY"
python3 -m venv "$DIRECTORY"
"$DIRECTORY/bin/pip" install --quiet --disable-pip-version-check "buf-bin==$VERSION"
"$DIRECTORY/bin/buf" --version >/dev/null
