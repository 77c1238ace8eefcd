# Sourced by the scripts of this folder: which compiler, and nothing of the caller's Rust settings.
# Flags, profiles, wrappers and toolchains of the caller must not reach the bytes; where crates are fetched from may.
for variable in $(compgen -e); do
  case $variable in
    CARGO_HOME | CARGO_NET_* | CARGO_HTTP_* | CARGO_REGISTRIES_* | CARGO_REGISTRY_* | CARGO_SOURCE_*) ;;
    CARGO* | RUST*) unset "$variable" ;;
  esac
done
export HOME=${HOME:-/root}
CARGO=/usr/bin/cargo
export RUSTC=/usr/bin/rustc

# rustc's LLVM, whose bitcode only the same or a newer LLVM can read.
llvm_major() { "$RUSTC" -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p'; }
llvm_prefix() { echo "/usr/lib/llvm-$(llvm_major)"; }
