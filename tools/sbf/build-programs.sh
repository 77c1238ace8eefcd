#!/usr/bin/env bash
# npm run build:programs [-- NAME…]: builds the programs (all, or those named: oracle, settlement, proxy) and their IDLs into
# the folders that are committed, and notes their checksums and the compiler beside them. The examples have the IDLs as types.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
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
