#!/usr/bin/env bash
# Installs the missing build tools: Debian's Rust compiler with its library source, and the LLVM of the same version.
# Returns quickly if everything is installed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=environment.sh
. "$here/environment.sh"

have_rust() { [ -x "$RUSTC" ] && [ -x "$CARGO" ] && [ -d "$("$RUSTC" --print sysroot)/lib/rustlib/src/rust/library" ]; }
have_llvm() { [ -x "$(llvm_prefix)/bin/llc" ]; }
install() {
  if ! command -v apt-get > /dev/null || [ "$(id -u)" != 0 ]; then
    echo "tools/sbf: Debian packages are missing. Install them as root: apt-get install --no-install-recommends $*" >&2
    exit 1
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  apt-get install -y -q --no-install-recommends "$@"
}

have_rust || install rustc-web cargo-web rust-web-src
have_llvm || install "llvm-$(llvm_major)"
command -v python3 > /dev/null || install python3
