#!/bin/bash
# Usage: tests/run.sh [--sanitize=address|thread] [--filter=REGEX] [--help]
#
# Installs what is missing (Debian 12), builds everything and runs the tests; the last lines are
# ctest's summary and what it took. Exits 0 if all passed, 1 if not, 2 on bad usage.
#   --sanitize=address   the same tests under ASan and UBSan, in .build/address
#   --sanitize=thread    the same tests under TSan, in .build/thread
#   --filter=REGEX       only tests whose name matches
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() { sed -n '2,8s/^# \?//p' tests/run.sh; }

sanitize=""
filter=""
for argument in "$@"; do
  case "$argument" in
    --sanitize=address | --sanitize=thread) sanitize=${argument#*=} ;;
    --filter=?*) filter=${argument#*=} ;;
    --help) usage; exit 0 ;;
    *) echo "run.sh: unknown argument: $argument" >&2; usage >&2; exit 2 ;;
  esac
done

readonly BUILD_DIR=".build/${sanitize:-release}"

configure() {
  local launcher=()
  if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  cmake -G Ninja -S . -B "$BUILD_DIR" -DCMAKE_BUILD_TYPE=Release -DCAROM_BUILD_TESTS=ON \
    -DCAROM_SANITIZE="$sanitize" "${launcher[@]}" >"$BUILD_DIR/configure.log" 2>&1 ||
    { cat "$BUILD_DIR/configure.log"; return 1; }
}

# Sanitizers stop at the first finding. gRPC and its libraries are not instrumented, so TSan takes
# their memory accesses for races; tests/tsan.supp names them, and nothing of ours. It goes by the
# stacks of both accesses, so the longest history is kept.
set_sanitizer_options() {
  local root
  root=$(pwd)
  export ASAN_OPTIONS="detect_stack_use_after_return=1:strict_string_checks=1"
  export UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1"
  export TSAN_OPTIONS="ignore_noninstrumented_modules=1:halt_on_error=1:second_deadlock_stack=1"
  TSAN_OPTIONS+=":history_size=7:suppressions=$root/tests/tsan.supp"
}

# TSan of g++ 12 cannot map its shadow where the kernel randomises addresses widely.
run_without_aslr() {
  if [[ "$sanitize" == thread ]] && setarch -R true 2>/dev/null; then
    setarch -R "$@"
  else
    "$@"
  fi
}

# What this script and its children have taken so far.
print_cost() {
  times >"$1"  # In a subshell it would tell of that one.
  awk -v elapsed="$SECONDS" '
    { for (i = 1; i <= 2; ++i) { split($i, part, /[ms]/); total += 60 * part[1] + part[2] } }
    END { printf "Took %.1f min, %.1f min of processor time.\n", elapsed / 60, total / 60 }' "$1"
}

deploy/install-packages.sh
# Sanitizers do without tests/chaos, tests/deploy and what looks at sources alone.
if [[ -z "$sanitize" ]]; then
  tests/install-envoy.sh
  tests/install-buf.sh
  tests/install-helm.sh
  tests/install-prometheus.sh
fi
mkdir -p "$BUILD_DIR"
echo "Configuring $BUILD_DIR"
configure || exit 1
cmake --build "$BUILD_DIR" || exit 1
set_sanitizer_options
status=0
run_without_aslr ctest --test-dir "$BUILD_DIR" --output-on-failure --no-tests=error \
  --parallel "$(nproc)" ${filter:+-R "$filter"} || status=1
print_cost "$BUILD_DIR/times"
exit "$status"
