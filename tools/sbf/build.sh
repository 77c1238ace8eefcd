#!/usr/bin/env bash
# build.sh PACKAGE OUT.so [FEATURE [TARGET]]: builds one Anchor program of the workspace for the Solana VM, in the
# folder TARGET (target/sbf), as SBPF v3; with SBPF=0 in the environment as v0, of the same object. SBF_WORKSPACE in the
# environment is the folder of another workspace, or of a package that is none. A program with the feature
# removable-rules is for tests only, and never built in the folder of the others.
# Run install.sh first. The bytes depend on the source, Cargo.lock, this folder and the compiler, not on the paths of
# the checkout or Cargo.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=environment.sh
. "$here/environment.sh"
package=$1
out=$(realpath -m "$2")
feature=${3:-}
workspace=$(realpath "${SBF_WORKSPACE:-$here/../..}")
target=${4:-target/sbf}
if [ "$feature" = removable-rules ] && [ "$target" = target/sbf ]; then
  echo "tools/sbf: $feature needs a TARGET of its own" >&2
  exit 1
fi

SBF_LLVM=$(llvm_prefix)
export SBF_LLVM
export PATH="$here:$PATH"                                # sbf-ld
export RUSTC_BOOTSTRAP=1                                 # a stable compiler that accepts -Z
export RUSTC_BOOTSTRAP_SYNTHETIC_TARGET=1                # std without its "restricted_std" gate
export CARGO_PROFILE_RELEASE_TRIM_PATHS=all              # no folder names in the program
# target_os="solana" selects the on-chain code of the crates.
# csky is an architecture name that avoids std's lock and atomic fallbacks.
export RUSTFLAGS='--cfg target_os="solana" --cfg target_arch="csky" -Aexplicit_builtin_cfgs_in_flags'

if [ ! -f "$workspace/Cargo.lock" ]; then
  echo "tools/sbf: $workspace has no Cargo.lock: run cargo generate-lockfile there" >&2
  exit 1
fi
cd "$workspace"
library="lib${package//-/_}.so"
built="$target/target/release/$library"
# Cargo does not notice a changed linker.
for part in sbf-ld weigh.py lower.py builtins.ll link.py; do
  [ "$here/$part" -nt "$built" ] && rm -f "$built" "$target/target/release/deps/$library"
done
# Cargo gives the library the same name for all features and would reuse the wrong one.
if [ "$(cat "$built.feature" 2>/dev/null)" != "$feature" ]; then
  rm -f "$built" "$target/target/release/deps/$library"
fi
"$CARGO" build --release --locked --package "$package" --target-dir "$target" --target "$here/target.json" \
  ${feature:+--features "$feature"} -Zbuild-std=std,panic_abort -Zjson-target-spec -Ztrim-paths
echo "$feature" > "$built.feature"
[ -s "$built" ] || { echo "tools/sbf: $package has no entrypoint" >&2; exit 1; }
mkdir -p "$(dirname "$out")"
case ${SBPF:-3} in
  0) cp "$built" "$out" ;;
  3) cp "$target/target/release/deps/${library%.so}.sbf-ld/v3.so" "$out" ;;
  *) echo "tools/sbf: SBPF=$SBPF: there are 0 and 3" >&2; exit 1 ;;
esac
