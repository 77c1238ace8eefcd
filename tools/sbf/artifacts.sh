# Sourced: the files built from each program, where they are kept, and the notes beside them.
. "$(dirname "${BASH_SOURCE[0]}")/environment.sh"

PROGRAMS=(oracle settlement proxy oracle-faucet payout payout-plain)
COMPILER_NOTE=programs/artifacts/COMPILER

# The files built from a program, relative to the repository: SBPF v3, and v0 beside it of what is deployed. The proxy
# and the oracle program with its faucet are only for tests, and the examples are not deployed, so they need no IDL.
artifacts() {
  case $1 in
    oracle | settlement) echo programs/artifacts/"$1"{,-v0}.so "programs/artifacts/$1.json" ;;
    proxy | oracle-faucet | payout | payout-plain) echo "tests/programs/artifacts/$1.so" ;;
    *) echo "no such program: $1 (there are: ${PROGRAMS[*]})" >&2; return 1 ;;
  esac
}

# build_artifacts PROGRAM ROOT: builds the files under ROOT.
build_artifacts() {
  local files file
  files=$(artifacts "$1")
  for file in $files; do
    mkdir -p "$2/$(dirname "$file")"
    case $file in
      */oracle-faucet.so) tools/sbf/build.sh oracle "$2/$file" faucet ;;
      *-v0.so) SBPF=0 tools/sbf/build.sh "$1" "$2/$file" ;;
      *.so) tools/sbf/build.sh "$1" "$2/$file" ;;
      *.json) idl "programs/$1" "$2/$file" ;;
    esac
  done
}

# The IDL is generated on the host, with the cargo and in the folder of the host tests, so that both share most crates.
# The empty flags take the place of those that the IDL builder sets, with which every crate would be built again. They
# hid warnings about imports that an IDL does not need.
idl() {
  local printed
  printed=$(env -u RUSTC CARGO_TARGET_DIR="$PWD/target" CARGO_ENCODED_RUSTFLAGS= \
    cargo run --locked --quiet --package linesman-idl -- "$1" "$2" 2>&1) || { echo "$printed" >&2; return 1; }
}

# The compiler versions, which determine the bytes.
compiler() {
  "$RUSTC" -V
  "$(llvm_prefix)/bin/llc" --version | sed -n 's/^ *\(.*LLVM version\)/\1/p'
}

# One digest over all files that the programs are built from.
source_digest() {
  find Cargo.toml Cargo.lock {crates,programs,examples/programs}/*/{Cargo.toml,src} \
    tests/programs/proxy/{Cargo.toml,src} \
    tools/sbf/{build.sh,environment.sh,target.json,sbf-ld,weigh.py,lower.py,builtins.ll,link.py} \
    -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# Fails for a program whose checks can be removed: the bytes that crates/verifier/src/rule.rs puts into it.
without_removable_rules() {
  local files
  files=$(grep -l --text 'removed rule is' "$@") || return 0
  echo "tools/sbf: built with the feature removable-rules, which is for tests only: $files" >&2
  return 1
}

write_checksums() {
  without_removable_rules programs/artifacts/*.so tests/programs/artifacts/*.so
  (cd programs/artifacts && sha256sum *.so *.json > SHA256SUMS)
  (cd tests/programs/artifacts && sha256sum *.so > SHA256SUMS)
  { compiler; echo "source $(source_digest)"; } > "$COMPILER_NOTE"
}
