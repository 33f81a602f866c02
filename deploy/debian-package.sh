#!/bin/bash
# Usage: deploy/debian-package.sh [BUILD_DIR]
#
# Makes the packages carom (programs, their manual and completion) and libcarom-dev (C++ library) for the
# Debian that it runs on, and prints where they are. Builds into BUILD_DIR, by default .build/release.
# DEBFULLNAME and DEBEMAIL, as Debian's own tools take them, name the maintainer.
set -euo pipefail

if (( $# > 1 )) || [[ ${1:-} == -* ]]; then
  sed -n '2,6s/^# \?//p' "$0" >&2
  exit 2
fi
BUILD_DIR=$(realpath --canonicalize-missing "${1:-$(dirname "${BASH_SOURCE[0]}")/../.build/release}")
readonly BUILD_DIR
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ ! -f $BUILD_DIR/build.ninja ]] || deploy/check-release.sh "$BUILD_DIR"
deploy/install-packages.sh --debian >&2
if [[ ! -f $BUILD_DIR/build.ninja ]]; then
  cmake -G Ninja -S . -B "$BUILD_DIR" -DCMAKE_BUILD_TYPE=Release -DCAROM_BUILD_TESTS=OFF >&2
fi
cmake --build "$BUILD_DIR" --target carom carom-server carom_embedded >&2

rm -rf "$BUILD_DIR/debian"  # A package of an older version would stay beside the new one.
CAROM_BUILD=$BUILD_DIR CAROM_MAINTAINER="${DEBFULLNAME:-Carom maintainers} <${DEBEMAIL:-maintainers@carom.invalid}>" \
  cpack --config deploy/debian/package.cmake -B "$BUILD_DIR/debian" >&2
ls "$BUILD_DIR"/debian/*.deb
