#!/bin/bash
# Usage: tests/determinism/other_compilers.sh [BUILD...]
#
# Builds the core and frozen_hash_test.cc in several ways and runs the test: the hashes must be those
# frozen in frozen_hashes.h. A BUILD is a compiler and its options as one word; default:
# g++ at -O0 -O2 -O3 and, where installed, clang++-14 at -O0 -O2 -O3. By hand, as it compiles the
# core once for each. Exits 0 if all agree, 1 if not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

builds=("$@")
if [[ ${#builds[@]} == 0 ]]; then
  builds=("g++ -O0" "g++ -O2" "g++ -O3")
  if command -v clang++-14 >/dev/null; then
    builds+=("clang++-14 -O0" "clang++-14 -O2" "clang++-14 -O3")
  fi
fi

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
# The floating-point flags of CMakeLists.txt: part of the promise.
read -ra flags <<<"-std=c++20 -DNDEBUG -ffp-contract=off -fno-trapping-math -fno-math-errno \
  -I. $(pkg-config --cflags eigen3 absl_statusor gtest)"
read -ra libraries <<<"$(pkg-config --libs absl_statusor absl_strings gtest_main)"
mapfile -t sources < <(find core -name '*.cc' | sort)
sources+=(tests/determinism/frozen_hash_test.cc)

failed=0
for build in "${builds[@]}"; do
  echo "$build"
  rm -f "$stage"/*.o
  # shellcheck disable=SC2086  # A build is several words.
  printf '%s\n' "${sources[@]}" | xargs -P "$(nproc)" -I{} \
    sh -c '"$@" -c {} -o "$0/$(echo {} | tr / _).o"' "$stage" $build "${flags[@]}"
  # shellcheck disable=SC2086
  $build "$stage"/*.o -o "$stage/frozen_hash_test" "${libraries[@]}"
  "$stage/frozen_hash_test" --gtest_brief=1 || failed=1
done
exit "$failed"
