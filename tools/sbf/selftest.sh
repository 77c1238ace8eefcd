#!/usr/bin/env bash
# npm run test:sbf [-- SEED]: compiles the self-test program and runs it in the local virtual machine,
# whose runtime (solana-bankrun) takes SBPF v0.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../usage.sh
. "$here/../usage.sh"
cd "$here/../.."
"$here/install.sh"
SBPF=0 "$here/build.sh" sbf-selftest target/sbf_selftest.so
npx tsx tools/sbf/selftest/run.ts target/sbf_selftest.so "$@"
