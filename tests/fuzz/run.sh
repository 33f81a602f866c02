#!/bin/bash
# Usage: tests/fuzz/run.sh [--http] [SECONDS] [LIBFUZZER_OPTION...]
#
# Fuzzes the bytes of requests for SECONDS (default 60) with libFuzzer, ASan and UBSan; with --http
# the bytes that the port of probes is sent. Installs clang and its run-time library (Debian 12),
# builds into .build/fuzz and starts from the requests in tests/fuzz/corpus and tests/regressions,
# or from a probe. New inputs are kept in .build/fuzz/corpus; one that
# breaks something stays as .build/fuzz/crash-*, and the exit status is then not 0. To keep a case:
#   protoc --decode=carom.v1.SimulateRequest -I proto proto/carom/v1/simulation.proto <crash-... \
#     >tests/regressions/NAME_OF_THE_DEFECT.txtpb
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly BUILD_DIR=.build/fuzz
fuzzed=request
corpus="$BUILD_DIR/corpus"
if [[ "${1:-}" == --http ]]; then
  fuzzed=http
  corpus="$BUILD_DIR/http_corpus"
  shift
fi
seconds=60
if [[ "${1:-}" =~ ^[0-9]+$ ]]; then
  seconds=$1
  shift
elif [[ "${1:-}" == --help ]]; then
  sed -n '2,12s/^# \?//p' tests/fuzz/run.sh
  exit 0
fi

is_installed() {
  [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

install_clang() {
  is_installed clang-14 && is_installed libclang-rt-14-dev && return
  local sudo=()
  (( EUID == 0 )) || sudo=(sudo)
  "${sudo[@]}" apt-get -qq update
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install --yes --no-install-recommends clang-14 libclang-rt-14-dev >/dev/null
}

# Shots are what takes the time: -O2 even here. Errors of alignment and overflow are fatal.
build() {
  local instrument="-O2 -g1 -fsanitize=fuzzer-no-link,address,undefined"
  local launcher=()
  if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  mkdir -p "$BUILD_DIR"
  cmake -G Ninja -S . -B "$BUILD_DIR" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_COMPILER=clang++-14 \
    -DCMAKE_CXX_FLAGS="$instrument -fno-sanitize-recover=all" \
    -DCAROM_FUZZER=ON "${launcher[@]}" >"$BUILD_DIR/configure.log" 2>&1 ||
    { cat "$BUILD_DIR/configure.log"; return 1; }
  cmake --build "$BUILD_DIR" --target "carom-$fuzzed-fuzzer"
}

# The requests are text in the repository and bytes for the fuzzer.
encode_seeds() {
  local request
  mkdir -p "$corpus"
  if [[ "$fuzzed" == http ]]; then
    printf 'GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n' >"$corpus/probe"
    return
  fi
  for request in tests/fuzz/corpus/*.txtpb tests/regressions/*.txtpb; do
    protoc --encode=carom.v1.SimulateRequest -I proto proto/carom/v1/simulation.proto \
      <"$request" >"$corpus/$(basename "$request" .txtpb)"
  done
}

install_clang
build
encode_seeds
"$BUILD_DIR/bin/carom-$fuzzed-fuzzer" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 \
  -max_len=16384 -artifact_prefix="$BUILD_DIR/" "$@" "$corpus"
