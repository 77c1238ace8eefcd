#!/usr/bin/env bash
# npm run build:programs [-- NAME…]: builds the programs (all, or those named) and their IDLs into the committed folders
# and records their checksums and the compiler beside them. Then regenerates the examples, which take their types from
# the IDLs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../usage.sh
. "$here/../usage.sh"
cd "$here/../.."
# shellcheck source=artifacts.sh
. "$here/artifacts.sh"
"$here/install.sh"

names=("$@")
[ $# -gt 0 ] || names=("${PROGRAMS[@]}")
for name in "${names[@]}"; do
  build_artifacts "$name" .
done
write_checksums
npm run --silent examples > /dev/null
