# Sourced by the scripts in this folder: selects the compiler and drops the caller's Rust settings.
# The caller's flags, profiles, wrappers and toolchains must not affect the bytes; its crate sources may stay.
for variable in $(compgen -e); do
  case $variable in
    CARGO_HOME | CARGO_NET_* | CARGO_HTTP_* | CARGO_REGISTRIES_* | CARGO_REGISTRY_* | CARGO_SOURCE_*) ;;
    CARGO* | RUST*) unset "$variable" ;;
  esac
done
export HOME=${HOME:-/root}
CARGO=/usr/bin/cargo
export RUSTC=/usr/bin/rustc

# The LLVM version of rustc: only the same or a newer LLVM can read its bitcode.
llvm_major() { "$RUSTC" -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p'; }
llvm_prefix() { echo "/usr/lib/llvm-$(llvm_major)"; }
