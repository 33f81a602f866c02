#!/bin/bash
# Usage: go_test.sh SOURCE_DIR BIN_DIR WORK_DIR
#
# Runs the commands of proto/README.md that make a client in Go, its block that is marked with
# "elsewhere: tests/go/go_test.sh", in WORK_DIR and against a server of BIN_DIR, and compares the break's
# hash with that of the engine in the process. What Go downloads stays in WORK_DIR. Exits with 77,
# "skipped", where go or protoc is missing, or where modules cannot be downloaded.
set -euo pipefail

(( $# == 3 )) || { sed -n '2s/^# \?//p' "$0" >&2; exit 2; }
SOURCE_DIR=$(cd "$1" && pwd)
BIN_DIR=$(cd "$2" && pwd)
readonly SOURCE_DIR BIN_DIR WORK_DIR=$3
for program in go protoc; do
  command -v "$program" >/dev/null || { echo "$program is not installed, or not on the PATH"; exit 77; }
done

fail() { echo "go_test: $*" >&2; exit 1; }

# The README's commands run where the checkout seems to be.
rm -rf "$WORK_DIR/checkout"
mkdir -p "$WORK_DIR/checkout/client"
cd "$WORK_DIR/checkout"
ln -s "$SOURCE_DIR/proto" proto
ln -s "$SOURCE_DIR/client/examples" client/examples
export PATH="$BIN_DIR:$PATH" GOPATH="$WORK_DIR/go" GOFLAGS=-modcacherw

: >address
carom-server --listen=localhost:0 --threads=1 >address 2>server.log &
server=$!
trap 'kill "$server"' EXIT
for _ in {1..300}; do
  ! grep -q listening address || break
  sleep 0.1
done
target=$(cut -d' ' -f3 address)
[[ -n "$target" ]] || fail "the server does not listen: $(cat server.log)"

awk '/^<!-- parsed only: elsewhere: tests\/go\/go_test.sh -->/ { marked = 1 }
     marked && /^```$/ { exit }
     inside { print }
     marked && /^```sh$/ { inside = 1 }' proto/README.md | sed "s/HOST:PORT/$target/" >commands.sh
grep -q "$target" commands.sh || fail "proto/README.md has no commands for this test"
if ! bash -euo pipefail commands.sh >output 2>errors; then
  cat errors >&2
  unreachable=$(grep -m1 -E 'Get "https?://[^"]+": .*(dial|timeout|deadline|EOF)|lookup disabled|not resolve host' \
                  errors) || fail "the commands of proto/README.md fail"
  echo "Go's module proxy cannot be reached: $unreachable"
  exit 77
fi
cat output

hash=$(carom simulate --json --request=- <<'JSON' | python3 -c 'import json, sys
print(format(int(json.load(sys.stdin)["results"]["hashes"][0]), "016x"))'
{"layouts": [{"rack": {"name": "eight_ball"}}],
 "shots": [{"strike": {"speed_m_s": 9, "azimuth_rad": 0.01, "height_offset": 0.1}}]}
JSON
)
grep -q "hash $hash\$" output || fail "the break must have the hash $hash"
grep -qE '^1000 breaks pocket [0-9.]+ balls each$' output || fail "the stream must have 1000 breaks"

# The details of a status are data.
! .build/break/break "$target" 0 >/dev/null 2>refused || fail "no breaks must be refused"
grep -qx 'generator.shot_count is 0 and must be in \[1, 65536\]' refused ||
  fail "the refusal must tell field, value and range: $(cat refused)"
echo "the client in Go plays"
