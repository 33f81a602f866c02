#!/bin/bash
# Usage: tests/sanitizers/run.sh [--sanitizer=address|thread] [PART...]
#
# Builds into .build/address (ASan, UBSan and LSan) and .build/thread (TSan), each with -O1, what the
# parts need, runs them, and prints what ran and how it ended. Without --sanitizer both, one after
# the other. Exits 0 if everything passed, 1 if not, 2 on bad usage. The parts, all by default but core:
#   planted   programs with a planted defect each, which must be reported
#   server    tests/server
#   client    tests/client
#   storms    tests/soak, with 10^5 calls that are cancelled or expire
#   chaos     tests/chaos with servers and clients under the sanitizer: judged are their endings and
#             what the sanitizer reports, not times and memory
#   core      the tests of the core, which has no threads
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() { sed -n '2,14s/^# \?//p' tests/sanitizers/run.sh; }

# What a part builds; `planted` asks ctest.
readonly PROGRAMS="carom carom-server"
declare -rA TARGETS=(
  [planted]=""
  [server]="carom_server_test $PROGRAMS"
  [client]="carom_client_test $PROGRAMS"
  [storms]="carom_soak_test $PROGRAMS"
  [chaos]="carom-chaos-load $PROGRAMS"
  [core]="")

# One line for each part that ran.
verdicts=()

# Sanitizers stop at the first finding. gRPC and its libraries are not instrumented, so TSan takes
# their memory accesses for races; tests/tsan.supp names them, and nothing of ours. It goes by the
# stacks of both accesses, so the longest history is kept.
set_options() {
  local more=$1 root
  root=$(pwd)
  export ASAN_OPTIONS="detect_stack_use_after_return=1:strict_string_checks=1$more"
  export UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1$more"
  export TSAN_OPTIONS="ignore_noninstrumented_modules=1:halt_on_error=1:second_deadlock_stack=1"
  TSAN_OPTIONS+=":history_size=7:suppressions=$root/tests/tsan.supp$more"
}

# TSan of g++ 12 cannot map its shadow where the kernel randomises addresses widely.
run_without_aslr() {
  if [[ "$sanitizer" == thread ]] && setarch -R true 2>/dev/null; then
    setarch -R "$@"
  else
    "$@"
  fi
}

configure() {
  local launcher=()
  if command -v ccache >/dev/null; then
    launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  mkdir -p "$build/parts"
  cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DCAROM_BUILD_TESTS=ON \
    -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" -DCAROM_SANITIZE="$sanitizer" "${launcher[@]}" \
    >"$build/configure.log" 2>&1 || { cat "$build/configure.log"; return 1; }
}

# targets_of TESTS: the targets that the tests of ctest with this prefix run.
targets_of() {
  ctest --test-dir "$build" -N -R "^$1\." | sed -n "s/^ *Test *#[0-9]*: $1\.//p" |
    sed 's/\.[0-9]_of_[0-9]$//' | sort -u
}

build_part() {
  local targets=${TARGETS[$1]}
  case "$1" in
    planted) targets=$(targets_of sanitizer) ;;
    core) targets=$(targets_of core | sed 's/.*/carom_core_&_test/') ;;
  esac
  # shellcheck disable=SC2086  # Words are targets.
  cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target $targets
}

# ctest's own tests, with what each of them says.
run_tests() {
  run_without_aslr ctest --test-dir "$build" -V --no-tests=error --parallel "$(nproc)" "$@"
}

# chaos.py's processes come and go: what a sanitizer has to say stands in files.
run_chaos() {
  local reports=$build/parts/reports status=0
  rm -rf "$reports" && mkdir "$reports"
  set_options ":log_path=$PWD/$reports/report"
  local chaos=(run_without_aslr tests/chaos/chaos.py --sanitized "--bin=$build/bin")
  "${chaos[@]}" --proxy=none --rounds=3 --shots=20000 restarts || status=1
  "${chaos[@]}" --rounds=2 --shots=20000 --absence-s=3 alone cut_connections || status=1
  "${chaos[@]}" --calls=2000 --seconds=3 slow_readers overload random_cancels tls || status=1
  "${chaos[@]}" log_pipe_stuck log_reader_gone log_disk_full log_writes_fail || status=1
  set_options ""
  if compgen -G "$reports/report*" >/dev/null; then
    cat "$reports"/report*
    status=1
  fi
  return "$status"
}

run_part() {
  case "$1" in
    planted) run_tests -R '^sanitizer\.' ;;
    storms)
      run_tests -L '^soak$' &&
        CAROM_FUZZ=all run_without_aslr "$build/bin/carom_soak_test" --gtest_brief=1 \
          --gtest_filter='Storm.Cancel*'
      ;;
    chaos) run_chaos ;;
    *) run_tests -L "^$1\$" ;;
  esac
}

# What a part's log tells: tests of ctest that are programs of gtest tell how many they have.
count_of() {
  awk '/\[  PASSED  \] [0-9]+ test/ { for (i = 1; i < NF; ++i) if ($(i + 1) ~ /^tests?/) tests += $i }
    /^  held: / { ++claims } /^[a-z_]+: all held/ { ++scenarios } /\.+ *Passed/ { ++programs }
    END {
      if (scenarios) printf "%d scenarios, %d claims", scenarios, claims
      else if (tests) printf "%d tests", tests
      else printf "%d programs", programs
    }' "$1"
}

check_part() {
  local part=$1 log=$build/parts/$1.log begin verdict
  begin=$SECONDS
  verdict=PASSED
  if ! build_part "$part" >"$log" 2>&1; then
    verdict="NOT BUILT"
  elif ! run_part "$part" >"$log" 2>&1; then
    verdict=FAILED
  fi
  [[ "$verdict" == PASSED ]] || { failed=1; tail -n 60 "$log"; }
  verdicts+=("$sanitizer $part: $verdict, $(count_of "$log"), $((SECONDS - begin)) s ($log)")
  echo "${verdicts[-1]}"
}

sanitizers=(address thread)
parts=()
for argument in "$@"; do
  case "$argument" in
    --sanitizer=address | --sanitizer=thread) sanitizers=("${argument#*=}") ;;
    --help) usage; exit 0 ;;
    *)
      [[ -n "$argument" && -v "TARGETS[$argument]" ]] ||
        { echo "run.sh: no such part: $argument" >&2; usage >&2; exit 2; }
      parts+=("$argument")
      ;;
  esac
done
(( ${#parts[@]} > 0 )) || parts=(planted server client storms chaos)

failed=0
for sanitizer in "${sanitizers[@]}"; do
  build=.build/$sanitizer
  configure || exit 1
  set_options ""
  for part in "${parts[@]}"; do
    check_part "$part"
  done
done
echo "Commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown):"
printf '  %s\n' "${verdicts[@]}"
exit "$failed"
