#!/bin/bash
# Usage: wire_test.sh ROOT    fails if wire.sh does not see changes that are planted in a copy of ROOT/proto
set -euo pipefail

(( $# == 1 )) || { sed -n '2s/^# \?//p' "$0" >&2; exit 2; }
root=$(cd "$1" && pwd)
readonly root
[[ -x "$root/.build/tools/buf/bin/buf" ]] || { echo "buf is not installed: tests/install-buf.sh"; exit 77; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
readonly here work
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/tests/data"
ln -s "$root/.build" "$work/.build"
ln -s "$root/tests/data/wire" "$work/tests/data/wire"

# plant FILE SED: a copy of the wire with this change of a file.
plant() {
  rm -rf "$work/proto"
  cp -r "$root/proto" "$work/proto"
  sed -E -i "$2" "$work/proto/carom/v1/$1"
  ! cmp -s "$root/proto/carom/v1/$1" "$work/proto/carom/v1/$1" || { echo "nothing planted: $2"; exit 1; }
}

must_fail() {
  plant "$1" "$2"
  if output=$("$here/wire.sh" "$work" 2>&1) || ! grep -q "$3" <<<"$output"; then
    echo "not seen: $2"$'\n'"$output"
    exit 1
  fi
}

readonly released=$(sed -nE 's/^option \(carom\.v1\.wire_revision\) = ([0-9]+);/\1/p' \
  "$root/tests/data/wire/carom/v1/simulation.proto")
readonly field='s|^(  uint64 shot = 1;)$|\1\n  // New.\n  uint32 more = 99;|'  # Of ShotFailure.

must_fail result.proto 's/uint64 shot = 1;/uint64 shot = 9;/' "would break"
must_fail result.proto 's/uint64 shot = 1;/uint32 shot = 1;/' "would break"
must_fail result.proto 's/uint64 shot = 1;/uint64 number = 1;/' "would break"
must_fail result.proto 's/google.rpc.Code code = 2;/int32 code = 2;/' "would break"
must_fail result.proto 's/^  uint64 shot = 1;/  reserved 1;\n  reserved "shot";/' "would break"
must_fail simulation.proto '/rpc GetTable\(/d' "would break"
must_fail laws.proto 's/ENGINE_COMPLIANT = 2/ENGINE_COMPLIANT = 20/' "would break"
must_fail simulation.proto '/^  \/\/ The tables; at most 4096/d' "comment"
must_fail simulation.proto 's/wire_revision\) = [0-9]+/wire_revision) = 99/' "wire_revision"

# Growth, with the revision of the last release and with the next one. The tree may have either.
grow() {
  plant result.proto "$field"
  sed -E -i "s/(wire_revision\\) = )[0-9]+/\\1$1/" "$work/proto/carom/v1/simulation.proto"
}
grow "$released"
if output=$("$here/wire.sh" "$work" 2>&1) ||
    ! grep -q "wire_revision must be $((released + 1))" <<<"$output"; then
  echo "growth without a revision is not seen"$'\n'"$output"
  exit 1
fi
grow "$((released + 1))"
"$here/wire.sh" "$work" >/dev/null || { echo "growth with its revision is refused"; exit 1; }
echo "wire.sh sees what is planted"
