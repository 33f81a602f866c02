#!/bin/bash
# Usage: environment.sh DIRECTORY
#
# Installs what builds and tests the Python packages into a virtual environment. tests/run.sh does so while the
# compiler works, python_test.sh where that has not been done.
set -euo pipefail

# Debian's interpreter: its headers come with python3-dev.
if [[ ! -x $1/bin/python ]]; then
  /usr/bin/python3 -m venv "$1"
fi
# Python compiles what it imports; all of it would take as long as the installation.
"$1/bin/pip" install --quiet --disable-pip-version-check --no-compile \
  'scikit-build-core>=0.10' 'nanobind>=3,<4' nanobind-backend numpy pytest protobuf grpcio googleapis-common-protos \
  gymnasium pettingzoo pyarrow fsspec mypy scipy matplotlib
