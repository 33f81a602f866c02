# For debian-package.sh, wheel.sh and site.sh, which source this with their arguments, [BUILD_DIR]: sets that,
# by default .build/release, and goes to the root of the checkout. Their first comment is their usage.
set -euo pipefail

if (( $# > 1 )) || [[ ${1:-} == -* ]]; then
  sed -n '2,/^[^#]/s/^# \?//p' "$0" >&2
  exit 2
fi
BUILD_DIR=$(realpath --canonicalize-missing "${1:-$(dirname "${BASH_SOURCE[0]}")/../.build/release}")
readonly BUILD_DIR
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# build_release PACKAGES TARGET...: builds what is to be packed, after install-packages.sh --PACKAGES.
build_release() {
  [[ ! -f $BUILD_DIR/build.ninja ]] || deploy/check-release.sh "$BUILD_DIR"
  deploy/install-packages.sh "--$1" >&2
  if [[ ! -f $BUILD_DIR/build.ninja ]]; then
    cmake -G Ninja -S . -B "$BUILD_DIR" -DCMAKE_BUILD_TYPE=Release -DCAROM_BUILD_TESTS=OFF >&2
  fi
  cmake --build "$BUILD_DIR" --target "${@:2}" >&2
}
