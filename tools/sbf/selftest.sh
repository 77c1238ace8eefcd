#!/usr/bin/env bash
# npm run test:sbf [-- SEED]: compiles the self-test program and runs it in the local virtual machine.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
"$here/install.sh"
"$here/build.sh" sbf-selftest target/sbf_selftest.so
npx tsx tools/sbf/selftest/run.ts target/sbf_selftest.so "$@"
