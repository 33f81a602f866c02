#!/bin/bash
# Usage: python_test.sh SOURCE_DIR BUILD_DIR WORK_DIR [PYTEST_ARGUMENT...]
#
# Builds both wheels of client/python on top of BUILD_DIR, whose libraries must be built, installs them
# with what their tests need into WORK_DIR/environment, and runs them and tests/reality away from the
# checkout. With CAROM_TEST_POOLTOOL=1 pooltool is installed too; with CAROM_TEST_READERS=1 pandas, polars
# and DuckDB, which read tables, and moto, a server of S3 for data sets; with CAROM_TEST_FRAMEWORKS=1 JAX
# and, from Debian, PyTorch for the processor; with CAROM_TEST_PYRIGHT=1 pyright, which needs Node.js; with
# CAROM_TEST_RAY=1 Ray; each for its tests alone. With CAROM_TEST_SB3=1 those of stable-baselines3 run in
# an environment of their own, WORK_DIR/sb3, after the others and whatever the PYTEST_ARGUMENTs.
set -euo pipefail

readonly SOURCE_DIR=$1 BUILD_DIR=$2 WORK_DIR=$3
shift 3
readonly ENVIRONMENT="$WORK_DIR/environment"

"$SOURCE_DIR/tests/python/environment.sh" "$ENVIRONMENT"
"$ENVIRONMENT/bin/pip" install --quiet --disable-pip-version-check --no-build-isolation --no-deps \
  --force-reinstall --config-settings=cmake.define.CAROM_BUILD="$BUILD_DIR" \
  --config-settings=build-dir="$WORK_DIR/build" "$SOURCE_DIR/client/python" "$SOURCE_DIR/client/python/with_client"

# Without its pinned Panda3D, a development build of another index, which draws and does not play.
if [[ ${CAROM_TEST_POOLTOOL:-} == 1 ]]; then
  "$ENVIRONMENT/bin/pip" install --quiet --disable-pip-version-check --no-deps \
    'pooltool-billiards==0.6.0'
  "$ENVIRONMENT/bin/pip" install --quiet --disable-pip-version-check \
    attrs cattrs click h11 h5py msgpack msgpack-numpy 'numba<0.63' 'llvmlite>=0.44,<0.46' \
    numpy-quaternion panda3d panda3d-gltf panda3d-simplepbr pillow pyyaml 'rich<15' scipy
fi

# They take half a minute to install.
if [[ ${CAROM_TEST_READERS:-} == 1 ]]; then
  "$ENVIRONMENT/bin/pip" install --quiet --disable-pip-version-check \
    pandas polars duckdb 'moto[s3]' flask flask-cors
fi

# The environment's own packages go before Debian's, of which PyTorch is one.
site_packages=("$ENVIRONMENT"/lib/python3.*/site-packages)
readonly DEBIAN="${site_packages[0]}/debian.pth"
rm -f "$DEBIAN"
if [[ ${CAROM_TEST_FRAMEWORKS:-} == 1 ]]; then
  "$SOURCE_DIR/deploy/install-packages.sh" --torch
  "$ENVIRONMENT/bin/pip" install --quiet --disable-pip-version-check jax
  echo /usr/lib/python3/dist-packages >"$DEBIAN"
fi

if [[ ${CAROM_TEST_PYRIGHT:-} == 1 ]]; then
  "$ENVIRONMENT/bin/pip" install --quiet --disable-pip-version-check pyright
fi

if [[ ${CAROM_TEST_RAY:-} == 1 ]]; then
  "$ENVIRONMENT/bin/pip" install --quiet --disable-pip-version-check 'ray>=2.9'
fi

# Its NumPy is one for which Debian's PyTorch was built; what is not here is the other environment's. For
# that PyTorch stable-baselines3 says that it is too old, and works with it.
readonly SB3="$WORK_DIR/sb3"
if [[ ${CAROM_TEST_SB3:-} == 1 ]]; then
  "$SOURCE_DIR/deploy/install-packages.sh" --torch
  /usr/bin/python3 -m venv --system-site-packages "$SB3"
  "$SB3/bin/pip" install --quiet --disable-pip-version-check 'numpy<2' 'pandas<3' 'matplotlib<3.10' cloudpickle
  "$SB3/bin/pip" install --quiet --disable-pip-version-check --no-deps 'stable-baselines3==2.7.0'
  sb3_packages=("$SB3"/lib/python3.*/site-packages)
  realpath "${site_packages[0]}" >"${sb3_packages[0]}/carom.pth"
fi

cd "$WORK_DIR"
PATH="$BUILD_DIR/bin:$PATH" "$ENVIRONMENT/bin/python" -m pytest --quiet -p no:cacheprovider \
  "$SOURCE_DIR/client/python/tests" "$SOURCE_DIR/tests/reality" "$@"
if [[ ${CAROM_TEST_SB3:-} == 1 ]]; then
  "$SB3/bin/python" -m pytest --quiet -p no:cacheprovider "$SOURCE_DIR/client/python/tests/test_envs_sb3.py"
  "$SB3/bin/python" -m pytest --quiet -p no:cacheprovider "$SOURCE_DIR/client/python/tests/test_examples.py" -k ppo
fi
