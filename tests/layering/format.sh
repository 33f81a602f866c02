#!/bin/bash
# Usage: format.sh ROOT     fails if clang-format would change any tracked C++ source or proto, or if
# a tracked text has the marks of a merge that was not finished.
set -euo pipefail
cd "$1"

if git grep -nE '^(<{7}|>{7}) ' 2>/dev/null; then
  echo "a merge was not finished there"
  exit 1
fi

# CTest reads 77 as "skipped": a machine without clang-format can still run the other tests.
formatter=$(command -v clang-format-14 || command -v clang-format || true)
[[ -n "$formatter" ]] || { echo "clang-format is not installed"; exit 77; }

list_sources() {
  git ls-files -z -- '*.h' '*.cc' '*.inl' '*.proto' 2>/dev/null ||
    find core server client proto tests \
      \( -name '*.h' -o -name '*.cc' -o -name '*.inl' -o -name '*.proto' \) -print0
}

mapfile -d '' sources < <(list_sources)
existing=()
for source in "${sources[@]}"; do
  [[ ! -f "$source" ]] || existing+=("$source")
done
(( ${#existing[@]} > 0 )) || { echo "no sources found below $1"; exit 1; }
"$formatter" --dry-run -Werror "${existing[@]}"
echo "${#existing[@]} files are formatted"
