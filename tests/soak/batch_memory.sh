#!/bin/bash
# Usage: tests/soak/batch_memory.sh [--shots=N] [--scene=NAME] [--threads=N] [--bin=DIR]
#
# Runs a large batch through a server and a client of their own and watches the memory of both:
# answers must flow, not pile up. Prints a table of resident memory against shots done; exits 1 if
# the server or the client grows by 16 MiB or more between a fifth of the run and its end.
# Default: 1000000 shots of two_ball_cut with the programs of .build/release/bin.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
readonly root

shots=1000000
scene=two_ball_cut
threads=$(nproc)
bin=$root/.build/release/bin
for argument in "$@"; do
  case "$argument" in
    --shots=?*) shots=${argument#*=} ;;
    --scene=?*) scene=${argument#*=} ;;
    --threads=?*) threads=${argument#*=} ;;
    --bin=?*) bin=${argument#*=} ;;
    *) sed -n '2s/^# //p' "$root/tests/soak/batch_memory.sh" >&2; exit 2 ;;
  esac
done
readonly MAX_GROWTH_KIB=$((16 * 1024))

stage=$(mktemp -d)
server=""
client=""
finish() {
  for process in $client $server; do kill "$process" 2>/dev/null || true; done
  wait
  rm -rf "$stage"
}
trap finish EXIT

# Resident memory of a process, KiB; nothing when it has ended.
rss_kib() { awk '/^VmRSS:/ { print $2 }' "/proc/$1/status" 2>/dev/null || true; }

start_server() {
  : >"$stage/address"  # There to be read before the server has opened it.
  "$bin/carom-server" --listen=127.0.0.1:0 --threads="$threads" >"$stage/address" 2>"$stage/log" &
  server=$!
  local i
  for ((i = 0; i < 600; ++i)); do
    address=$(sed -n 's/^listening on //p' "$stage/address")
    [[ -n "$address" ]] && return
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
  done
  echo "the server does not start" >&2
  cat "$stage/log" >&2
  exit 1
}

# Lines "seconds server client" until the client has ended.
sample_until_done() {
  local start=$SECONDS server_kib client_kib
  while kill -0 "$client" 2>/dev/null; do
    server_kib=$(rss_kib "$server")
    client_kib=$(rss_kib "$client")
    [[ -n "$server_kib" && -n "$client_kib" ]] &&
      echo "$((SECONDS - start)) $server_kib $client_kib"
    sleep 0.02
  done >"$stage/samples"
}

# Ten lines of the samples, then the verdict on column `$1` of them, called `$2`.
print_table() {
  awk '{ line[NR] = $0 }
    END {
      printf "%8s %12s %12s\n", "seconds", "server_KiB", "client_KiB"
      for (i = 0; i <= 10; ++i) {
        split(line[1 + int(i * (NR - 1) / 10)], value)
        printf "%8d %12d %12d\n", value[1], value[2], value[3]
      }
    }' "$stage/samples"
}

# A maximum against a maximum, so that a single quiet sample hides nothing.
is_flat() {
  awk -v column="$1" -v name="$2" -v allowed="$MAX_GROWTH_KIB" '{ value[NR] = $column }
    END {
      if (NR < 10) { print "only " NR " samples: too few shots to judge"; exit 1 }
      for (i = 1; i <= NR; ++i) {
        if (i <= NR / 5 && value[i] > early) early = value[i]
        if (value[i] > peak) peak = value[i]
      }
      printf "%s: growth after a fifth of the run %d KiB, allowed %d; peak %d KiB\n",
        name, peak - early, allowed, peak
      exit peak - early >= allowed
    }' "$stage/samples"
}

start_server
idle_kib=$(rss_kib "$server")
"$bin/carom" --server="$address" batch --scene="$scene" --shots="$shots" --seed=1 \
  >"$stage/summary" 2>"$stage/errors" &
client=$!
sample_until_done
status=0
wait "$client" || status=$?
client=""
cat "$stage/summary"
if ((status != 0)); then
  cat "$stage/errors" >&2
  exit 1
fi
grep -q "^shots=$shots failed=0 " "$stage/summary" || { echo "shots are missing" >&2; exit 1; }
echo "server when idle: $idle_kib KiB"
print_table
flat=0
is_flat 2 server || flat=1
is_flat 3 client || flat=1
exit "$flat"
