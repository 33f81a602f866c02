#!/bin/bash
# Usage: deploy/quickstart.sh
#
# From a bare Debian 12 to two breaks: installs what is missing, builds the server and the command
# line into .build/release, starts the server on a free port of this machine, fires an 8-ball and a
# 9-ball break through the client, prints what happened, and stops the server.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if (( $# > 0 )); then
  sed -n '2,6s/^# \?//p' deploy/quickstart.sh >&2
  exit 2
fi

readonly BUILD_DIR=.build/release
WORK_DIR=$(mktemp -d)
readonly WORK_DIR
server_pid=""

say() { printf '\n==> %s\n' "$*"; }
fail() { printf 'quickstart: %s\n' "$*" >&2; exit 1; }

clean_up() {
  if [[ -n "$server_pid" ]]; then
    kill -KILL "$server_pid" 2>/dev/null || true
  fi
  rm -rf "$WORK_DIR"
}
trap clean_up EXIT

# What this script and its children have taken so far.
print_cost() {
  times >"$1"  # In a subshell it would tell of that one.
  awk -v elapsed="$SECONDS" '
    { for (i = 1; i <= 2; ++i) { split($i, part, /[ms]/); total += 60 * part[1] + part[2] } }
    END { printf "Took %.1f min, %.1f min of processor time.\n", elapsed / 60, total / 60 }' "$1"
}

build() {
  if [[ ! -f $BUILD_DIR/build.ninja ]]; then
    cmake -G Ninja -S . -B "$BUILD_DIR" -DCMAKE_BUILD_TYPE=Release >"$WORK_DIR/configure.log" ||
      { cat "$WORK_DIR/configure.log"; fail "the configuration failed"; }
  fi
  cmake --build "$BUILD_DIR" --target carom carom-server
}

# Sets server_pid, and server_address once the server has said "listening on HOST:PORT".
start_server() {
  : >"$WORK_DIR/server.out"  # the shell may look before the server's own redirection makes it
  "$BUILD_DIR/bin/carom-server" --listen=127.0.0.1:0 --threads="$(nproc)" \
    >"$WORK_DIR/server.out" 2>"$WORK_DIR/server.err" &
  server_pid=$!
  local waited
  for (( waited = 0; waited < 100; ++waited )); do
    server_address=$(sed -n 's/^listening on //p' "$WORK_DIR/server.out")
    [[ -z "$server_address" ]] || return 0
    kill -0 "$server_pid" 2>/dev/null || break
    sleep 0.1
  done
  cat "$WORK_DIR/server.err" >&2
  fail "the server did not start"
}

stop_server() {
  local status=0
  kill -TERM "$server_pid"
  wait "$server_pid" || status=$?
  server_pid=""
  (( status == 0 )) || { cat "$WORK_DIR/server.err" >&2; fail "the server ended with $status"; }
}

break_rack() {
  "$BUILD_DIR/bin/carom" --server="$server_address" simulate --table=pool_9ft --rack="$1" \
    --speed="$2"
}

say "Installing what is missing"
deploy/install-packages.sh

say "Building carom and carom-server (the first time takes two to three minutes on two processors)"
build

say "Starting the server"
start_server
echo "carom-server listens on $server_address"

say "8-ball break, cue at 8 m/s"
break_rack 8-ball 8

say "9-ball break, cue at 8 m/s"
break_rack 9-ball 8

say "Stopping the server"
stop_server
print_cost "$WORK_DIR/times"
echo "Stopped cleanly. Now try: $BUILD_DIR/bin/carom --help"
