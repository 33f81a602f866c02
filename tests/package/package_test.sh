#!/bin/bash
# Usage: package_test.sh CMAKE BUILD_DIR WORK_DIR [COMPILER_FLAG...]
#
# Installs BUILD_DIR into WORK_DIR/stage, looks at what is there, builds consumer/ and client_only/
# against that stage, and runs them.
set -euo pipefail

readonly CMAKE=$1 BUILD_DIR=$2 WORK_DIR=$3
shift 3
readonly FLAGS="$*"
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly HERE
readonly STAGE="$WORK_DIR/stage"

fail() { echo "package_test: $*" >&2; exit 1; }

# build PROJECT: a header that names a file outside the stage would be found here, and only here.
build() {
  rm -rf "${WORK_DIR:?}/$1"
  "$CMAKE" -G Ninja -S "$HERE/$1" -B "$WORK_DIR/$1" -DCMAKE_PREFIX_PATH="$STAGE" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="$FLAGS"
  "$CMAKE" --build "$WORK_DIR/$1"
}

rm -rf "$STAGE"
"$CMAKE" --install "$BUILD_DIR" --prefix "$STAGE" >/dev/null

[[ -f $STAGE/share/carom/proto/carom/v1/simulation.proto ]] || fail "the protos are not installed"
for header in "$HERE"/../../client/*.h; do
  name=$(basename "$header")
  # Public is what client.h and the README name; the rest moves as it likes.
  case "$name" in
    async_call.h | attempt.h | batch_run.h | callback_scope.h | calls_in_flight.h | grpc_callback.h | \
      grpc_connection.h | hedge_budget.h | retry.h | ways.h)
      [[ ! -e $STAGE/include/carom/client/$name ]] || fail "$name is internal, yet installed" ;;
  esac
done
if grep -rn '#include "\(client\|core\|server\)/' "$STAGE/include/carom"; then
  fail "an installed header names one of the checkout"
fi

build consumer
"$WORK_DIR/consumer/consumer"
build client_only
"$WORK_DIR/client_only/client_only"
"$STAGE/bin/carom" --version
