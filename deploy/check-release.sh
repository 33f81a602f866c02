#!/bin/bash
# Usage: deploy/check-release.sh BUILD_DIR
#
# Refuses a build tree whose programs are not those to hand out: one that is not of CMAKE_BUILD_TYPE=Release,
# or that has a sanitizer. deploy/packing.sh asks it.
set -euo pipefail

(( $# == 1 )) || { sed -n '2,5s/^# \?//p' "$0" >&2; exit 2; }

value_of() { sed -n "s/^$1:[A-Z]*=//p" "$BUILD_DIR/CMakeCache.txt"; }

readonly BUILD_DIR=$1
type=$(value_of CMAKE_BUILD_TYPE) sanitizer=$(value_of CAROM_SANITIZE)
if [[ $type != Release ]]; then
  echo "$BUILD_DIR: CMAKE_BUILD_TYPE=$type must be Release in a build that is packed" >&2
  exit 1
elif [[ -n $sanitizer ]]; then
  echo "$BUILD_DIR: CAROM_SANITIZE=$sanitizer must be empty in a build that is packed" >&2
  exit 1
fi
