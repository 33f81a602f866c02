#!/bin/bash
# Usage: tests/run.sh [--filter=REGEX] [--help]
#
# Installs what is missing (Debian 12), builds everything and runs the tests; the last lines are
# ctest's summary and what it took. Exits 0 if all passed, 1 if not, 2 on bad usage.
#   --filter=REGEX   only tests whose name matches
# tests/sanitizers/run.sh runs tests under sanitizers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() { sed -n '2,7s/^# \?//p' tests/run.sh; }

filter=""
for argument in "$@"; do
  case "$argument" in
    --filter=?*) filter=${argument#*=} ;;
    --help) usage; exit 0 ;;
    *) echo "run.sh: unknown argument: $argument" >&2; usage >&2; exit 2 ;;
  esac
done

readonly BUILD_DIR=.build/release

configure() {
  local launcher=()
  if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  cmake -G Ninja -S . -B "$BUILD_DIR" -DCMAKE_BUILD_TYPE=Release -DCAROM_BUILD_TESTS=ON \
    "${launcher[@]}" >"$BUILD_DIR/configure.log" 2>&1 ||
    { cat "$BUILD_DIR/configure.log"; return 1; }
}

# What this script and its children have taken so far.
print_cost() {
  times >"$1"  # In a subshell it would tell of that one.
  awk -v elapsed="$SECONDS" '
    { for (i = 1; i <= 2; ++i) { split($i, part, /[ms]/); total += 60 * part[1] + part[2] } }
    END { printf "Took %.1f min, %.1f min of processor time.\n", elapsed / 60, total / 60 }' "$1"
}

# What no build asks for: it is fetched while the compiler works.
install_the_rest() {
  deploy/install-packages.sh
  tests/install-envoy.sh
  tests/install-buf.sh
  tests/install-helm.sh
  tests/install-prometheus.sh
  tests/python/environment.sh "$BUILD_DIR/tests/python/environment"
}

deploy/install-packages.sh --build-tests
mkdir -p "$BUILD_DIR"
echo "Configuring $BUILD_DIR"
configure || exit 1
install_the_rest &
built=0
cmake --build "$BUILD_DIR" || built=1
wait "$!" || { echo "run.sh: an installation failed" >&2; exit 1; }
(( built == 0 )) || exit 1
# Two more at a time than there are processors: the chaos tests, one at a time, and another of the tests wait
# most of the time. Those that keep two processors busy say so (PROCESSORS).
status=0
ctest --test-dir "$BUILD_DIR" --output-on-failure --no-tests=error \
  --parallel "$(($(nproc) + 2))" ${filter:+-R "$filter"} || status=1
print_cost "$BUILD_DIR/times"
exit "$status"
