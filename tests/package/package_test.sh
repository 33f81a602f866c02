#!/bin/bash
# Usage: package_test.sh CMAKE BUILD_DIR WORK_DIR [COMPILER_FLAG...]
#
# Installs BUILD_DIR into WORK_DIR/stage, builds consumer/ against that stage, and runs it.
set -euo pipefail

readonly CMAKE=$1 BUILD_DIR=$2 WORK_DIR=$3
shift 3
readonly FLAGS="$*"
CONSUMER_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/consumer" && pwd)
readonly CONSUMER_DIR
readonly STAGE="$WORK_DIR/stage" CONSUMER_BUILD="$WORK_DIR/consumer"

rm -rf "$STAGE" "$CONSUMER_BUILD"
"$CMAKE" --install "$BUILD_DIR" --prefix "$STAGE" >/dev/null

# A header that names a file outside the stage would be found here, and only here.
"$CMAKE" -G Ninja -S "$CONSUMER_DIR" -B "$CONSUMER_BUILD" -DCMAKE_PREFIX_PATH="$STAGE" \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="$FLAGS"
"$CMAKE" --build "$CONSUMER_BUILD"
"$CONSUMER_BUILD/consumer"
"$STAGE/bin/carom" --version
