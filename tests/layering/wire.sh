#!/bin/bash
# Usage: wire.sh ROOT             fails if buf's lint complains about ROOT/proto, or if the wire breaks
#                                 for those who speak that of tests/data/wire.binpb
#        wire.sh --accept ROOT    makes the wire as it is now the one to compare with
#
# What must not break: names, numbers and types of fields, for binary and JSON (proto/buf.yaml). New
# messages, fields and methods break nothing and need no --accept.
set -euo pipefail

accept=false
if [[ "${1:-}" == --accept ]]; then
  accept=true
  shift
fi
(( $# == 1 )) || { sed -n '2,7s/^# \?//p' "$0" >&2; exit 2; }
cd "$1"

readonly BUF=.build/tools/buf/bin/buf
readonly IMAGE=tests/data/wire.binpb

# CTest reads 77 as "skipped": tests/run.sh installs buf, other builds can do without.
[[ -x "$BUF" ]] || { echo "buf is not installed: tests/install-buf.sh"; exit 77; }

if "$accept"; then
  "$BUF" build proto --exclude-source-info --output "$IMAGE"
  exit
fi
"$BUF" lint proto
"$BUF" breaking proto --against "$IMAGE"
echo "the wire is clean and compatible"
