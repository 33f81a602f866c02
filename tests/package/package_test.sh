#!/bin/bash
# Usage: package_test.sh CMAKE BUILD_DIR WORK_DIR [COMPILER_FLAG...]
#
# Installs BUILD_DIR into WORK_DIR/stage, looks at what is there, builds consumer/, client_only/ and
# local_only/ against that stage, subproject/ around the checkout, and runs them.
set -euo pipefail

readonly CMAKE=$1 BUILD_DIR=$2 WORK_DIR=$3
shift 3
readonly FLAGS="$*"
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly HERE
readonly STAGE="$WORK_DIR/stage"

# The subproject compiles Carom's client anew.
LAUNCHER=()
if command -v ccache >/dev/null; then
  LAUNCHER=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
readonly LAUNCHER

fail() { echo "package_test: $*" >&2; exit 1; }

# build PROJECT [OPTION...]: a header that names a file outside the stage is found here, and only
# here. Whether it builds and links is the question: without optimisation that costs a third of the time.
build() {
  local project=$1
  shift
  rm -rf "${WORK_DIR:?}/$project"
  "$CMAKE" -G Ninja -S "$HERE/$project" -B "$WORK_DIR/$project" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_CXX_FLAGS="$FLAGS" -DCMAKE_CXX_FLAGS_RELEASE="-O0 -DNDEBUG" "$@"
  "$CMAKE" --build "$WORK_DIR/$project"
}

rm -rf "$STAGE"
"$CMAKE" --install "$BUILD_DIR" --prefix "$STAGE" >/dev/null

[[ -f $STAGE/share/carom/proto/carom/v1/simulation.proto ]] || fail "the protos are not installed"
[[ -f $STAGE/include/carom/client/client.h ]] || fail "client.h is not installed"
[[ -z $(find "$STAGE" -path '*internal*') ]] || fail "an internal header is installed"
for program in carom carom-server; do
  [[ -f $STAGE/share/bash-completion/completions/$program ]] || fail "no completion of $program"
done
if grep -rn '#include "\(client\|core\|server\)/' "$STAGE/include/carom"; then
  fail "an installed header names one of the checkout"
fi

build consumer -DCMAKE_PREFIX_PATH="$STAGE"
"$WORK_DIR/consumer/consumer"
build client_only -DCMAKE_PREFIX_PATH="$STAGE"
"$WORK_DIR/client_only/client_only"
build local_only -DCMAKE_PREFIX_PATH="$STAGE"
"$WORK_DIR/local_only/local_only"
if ldd "$WORK_DIR/local_only/local_only" | grep -E 'libgrpc|libssl|libspdlog|libprometheus'; then
  fail "carom::local links a part of the service"
fi
"$STAGE/bin/carom" --version
build subproject -DCAROM_SOURCE_DIR="$HERE/../.." "${LAUNCHER[@]}"
"$WORK_DIR/subproject/subproject"
