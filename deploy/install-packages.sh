#!/bin/bash
# Usage: install-packages.sh [--build-only | --build-tests | --debian | --python | --torch]
#
# Installs the Debian 12 packages that Carom is built from, tested with and packed with. Does nothing, and
# needs neither network nor root, when all are present. --build-only takes those alone that the programs
# and the library are built from; --build-tests also what the build of the tests asks for, --debian what
# makes Debian packages, --python what Python's needs. --torch installs PyTorch alone, for tests of
# carom.torch.
set -euo pipefail

readonly BUILD_PACKAGES=(
  ca-certificates cmake g++ ninja-build pkg-config
  libabsl-dev libcivetweb-dev libcli11-dev libeigen3-dev libgrpc++-dev libprotobuf-dev libspdlog-dev
  libssl-dev prometheus-cpp-dev protobuf-compiler protobuf-compiler-grpc
)
readonly DEBIAN_PACKAGES=(dpkg-dev file help2man)
readonly PYTHON_PACKAGES=(python3 python3-dev python3-venv)
readonly TEST_BUILD_PACKAGES=(libgmock-dev libgtest-dev python3 qemu-user)
readonly TEST_PACKAGES=(chromium clang-14 clang-format-14 git gnuplot-nox haproxy openssl)

packages=("${BUILD_PACKAGES[@]}")
case "$#:${1:-}" in
  0:) packages+=("${TEST_BUILD_PACKAGES[@]}" "${DEBIAN_PACKAGES[@]}" "${PYTHON_PACKAGES[@]}" "${TEST_PACKAGES[@]}") ;;
  1:--build-only) ;;
  1:--build-tests) packages+=("${TEST_BUILD_PACKAGES[@]}") ;;
  1:--debian) packages+=("${DEBIAN_PACKAGES[@]}") ;;
  1:--python) packages+=("${PYTHON_PACKAGES[@]}") ;;
  1:--torch) packages=(python3-torch) ;;
  *) sed -n '2,8s/^# \?//p' "$0" >&2; exit 2 ;;
esac

is_installed() {
  [[ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]
}

as_root() {
  if (( EUID == 0 )); then
    "$@"
  else
    sudo "$@"
  fi
}

# Mirrors hiccup; three tries, a little apart.
update_package_lists() {
  local try
  for try in 1 2 3; do
    as_root apt-get -qq update && return
    echo "apt-get update failed (try $try of 3)" >&2
    sleep $((try * 3))
  done
  return 1
}

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if (( ${#missing[@]} == 0 )); then
  exit 0
fi

echo "Installing: ${missing[*]}"
update_package_lists
as_root env DEBIAN_FRONTEND=noninteractive \
  apt-get -qq install --yes --no-install-recommends "${missing[@]}" >/dev/null
