#!/bin/bash
# Usage: tests/determinism/other_compilers.sh [BUILD...]
#
# Builds the core and frozen_hash_test.cc in several ways and runs the test: the hashes must be those
# frozen in frozen_hashes.h. A BUILD is a compiler and its options as one word; default:
# g++ at -O0 to -O3 and, where installed, clang++-14 at -O0 to -O3. Each runs with every width of
# registers that this processor has and, where qemu-x86_64 is installed (Debian: qemu-user), on an
# emulated Westmere (no AVX) and Haswell (AVX2). By hand, as it compiles the core once for each: some
# half an hour on two cores. Exits 0 if all agree, 1 if not.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

builds=("$@")
if [[ ${#builds[@]} == 0 ]]; then
  builds=("g++ -O0" "g++ -O1" "g++ -O2" "g++ -O3")
  if command -v clang++-14 >/dev/null; then
    builds+=("clang++-14 -O0" "clang++-14 -O1" "clang++-14 -O2" "clang++-14 -O3")
  fi
fi

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
read -ra libraries <<<"$(pkg-config --cflags --libs eigen3 absl_statusor absl_strings gtest_main)"
launcher=()
if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi

failed=0
# Runs the test by the command given, which is empty or an emulator.
check() {
  local how=$1
  shift
  if "$@" "$stage/frozen_hash_test" --gtest_brief=1 >"$stage/output" 2>&1; then
    echo "  $how: as frozen"
  else
    echo "  $how: DIFFERS"
    cat "$stage/output"
    failed=1
  fi
}

for build in "${builds[@]}"; do
  echo "$build"
  rm -rf "$stage/build"
  # shellcheck disable=SC2086  # A build is several words.
  {
    cmake -G Ninja -S . -B "$stage/build" -DCMAKE_CXX_COMPILER="${build%% *}" "${launcher[@]}" \
      -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="${build#* } -DNDEBUG" -DCAROM_BUILD_TESTS=OFF
    cmake --build "$stage/build" --target carom_core
  } >"$stage/log" 2>&1 || { cat "$stage/log"; exit 1; }
  # The test itself is the same in all: what it holds to account is the library.
  # shellcheck disable=SC2086
  $build -std=c++20 -I. tests/determinism/frozen_hash_test.cc "$stage/build/core/libcarom_core.a" \
    -o "$stage/frozen_hash_test" "${libraries[@]}"
  for kernels in plain avx2 avx512; do
    check "CAROM_KERNELS=$kernels" env CAROM_KERNELS="$kernels"
  done
  if command -v qemu-x86_64 >/dev/null; then
    for processor in Westmere Haswell; do
      check "qemu-x86_64 -cpu $processor" qemu-x86_64 -cpu "$processor"
    done
  fi
done
exit "$failed"
