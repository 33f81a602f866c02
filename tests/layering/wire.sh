#!/bin/bash
# Usage: wire.sh ROOT             fails if buf's lint complains about ROOT/proto, if the wire breaks
#                                 clients of the last release, whose wire is in tests/data/wire, or
#                                 if it has grown since and wire_revision has not
#        wire.sh --accept ROOT    for a release: makes the wire as it is now the one to compare with
set -euo pipefail

accept=false
if [[ "${1:-}" == --accept ]]; then
  accept=true
  shift
fi
(( $# == 1 )) || { sed -n '2,5s/^# \?//p' "$0" >&2; exit 2; }
cd "$1"

readonly BUF=.build/tools/buf/bin/buf
readonly RELEASED=tests/data/wire

fail() { echo "wire: $*" >&2; exit 1; }

# revision ROOT_OF_PROTOS
revision() { sed -nE 's/^option \(carom\.v1\.wire_revision\) = ([0-9]+);.*/\1/p' "$1/carom/v1/simulation.proto"; }

if "$accept"; then
  rm -rf "$RELEASED"
  while read -r file; do
    mkdir -p "$(dirname "$RELEASED/$file")"
    sed -E 's|[[:space:]]*//.*||; /^[[:space:]]*$/d' "proto/$file" >"$RELEASED/$file"
  done < <(cd proto && find . -name '*.proto')
  exit
fi

# CTest reads 77 as "skipped": tests/run.sh installs buf, other builds can do without.
[[ -x "$BUF" ]] || { echo "buf is not installed: tests/install-buf.sh"; exit 77; }

now=$(revision proto) then=$(revision "$RELEASED")
"$BUF" breaking proto --against "$RELEASED" || fail "clients of revision $then would break"
if ! grown=$("$BUF" breaking "$RELEASED" --against proto) && (( now != then + 1 )); then
  echo "$grown" | sed 's/Previously present //; s/ was deleted\./ is new/'
  fail "the wire has grown since revision $then: wire_revision must be $((then + 1)), not $now"
fi
(( now == then || now == then + 1 )) ||
  fail "wire_revision must be $then, of the last release, or the next, not $now"
"$BUF" lint proto
echo "the wire is clean, and serves clients of revision $then"
