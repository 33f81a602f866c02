#!/bin/bash
# Usage: deploy/debian-package.sh [BUILD_DIR]
#
# Makes the packages carom (programs, their manual and completion) and libcarom-dev (C++ library) for the
# Debian that it runs on, and prints where they are. Builds into BUILD_DIR, by default .build/release.
# DEBFULLNAME and DEBEMAIL, as Debian's own tools take them, name the maintainer.
source "$(dirname "${BASH_SOURCE[0]}")/packing.sh"

build_release debian carom carom-server carom_embedded

rm -rf "$BUILD_DIR/debian"  # A package of an older version would stay beside the new one.
CAROM_BUILD=$BUILD_DIR CAROM_MAINTAINER="${DEBFULLNAME:-Carom maintainers} <${DEBEMAIL:-maintainers@carom.invalid}>" \
  cpack --config deploy/debian/package.cmake -B "$BUILD_DIR/debian" >&2
ls "$BUILD_DIR"/debian/*.deb
