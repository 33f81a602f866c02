#!/bin/bash
# Usage: deploy/site.sh [BUILD_DIR]
#
# Writes the documentation as a site: all READMEs, the wire out of the comments of its protos, Python
# out of its docstrings, with search. Builds into BUILD_DIR, by default .build/release, and prints where
# the first page is, which any browser opens. A link that leads nowhere is an error.
source "$(dirname "${BASH_SOURCE[0]}")/packing.sh"

readonly SITE_DIR=$BUILD_DIR/site

# The docstrings are those of a package that can be imported.
made=$(deploy/wheel.sh "$BUILD_DIR")
mapfile -t wheels <<<"$made"
/usr/bin/python3 -m venv "$SITE_DIR/environment"
readonly BIN=$SITE_DIR/environment/bin
"$BIN/pip" install --quiet --disable-pip-version-check 'sphinx>=8' 'myst-parser>=4' furo >&2
"$BIN/pip" install --quiet --disable-pip-version-check --force-reinstall --no-deps "${wheels[@]}" >&2
"$BIN/pip" install --quiet --disable-pip-version-check "${wheels[0]}[gymnasium,pettingzoo,farm,wire]" >&2

rm -rf "$SITE_DIR/source" "$SITE_DIR/html"
mkdir -p "$SITE_DIR/source"
cp -r README.md CMakeLists.txt client core deploy proto server tests "$SITE_DIR/source"
protoc -I proto --include_source_info --descriptor_set_out="$SITE_DIR/wire.bin" proto/carom/v1/*.proto
"$BIN/python" deploy/site/wire.py "$SITE_DIR/wire.bin" "$SITE_DIR/source/proto"
"$BIN/sphinx-build" --quiet --fail-on-warning --keep-going --conf-dir deploy/site --builder html \
  --doctree-dir "$SITE_DIR/doctrees" "$SITE_DIR/source" "$SITE_DIR/html" >&2
ls "$SITE_DIR/html/README.html"
