#!/usr/bin/env bash
# npm run check:programs [-- FOLDER]: rebuilds the programs and their IDLs and compares them with the committed ones.
# FOLDER: what rebuild.sh has built of this source.
# Different bytes fail if the compiler is the recorded one or the source has changed. Different bytes from another
# compiler and the same source only warn, if the program tests pass with them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../usage.sh
. "$here/../usage.sh"
cd "$here/../.."
# shellcheck source=artifacts.sh
. "$here/artifacts.sh"

fail() { echo "check:programs: $1. Run: npm run build:programs" >&2; exit 1; }

for folder in programs tests/programs; do
  (cd "$folder/artifacts" && sha256sum --quiet --strict -c SHA256SUMS) ||
    fail "$folder/artifacts does not match its SHA256SUMS"
done

without_removable_rules programs/artifacts/*.so tests/programs/artifacts/*.so ||
  fail 'the checks of a program can be removed'

rebuilt=$(mktemp -d)
trap 'rm -rf "$rebuilt"' EXIT
if [ $# -gt 0 ]; then cp -r "$1/." "$rebuilt"; else "$here/rebuild.sh" "$rebuilt"; fi
changed=()
for name in "${PROGRAMS[@]}"; do
  for file in $(artifacts "$name"); do
    cmp -s "$file" "$rebuilt/$file" && echo "same bytes: $file" && continue
    case $file in *.json) fail "$file is not the IDL of this source" ;; esac
    changed+=("$file")
  done
done
same_source() { [ "source $(source_digest)" = "$(grep '^source ' "$COMPILER_NOTE")" ]; }
if [ ${#changed[@]} = 0 ]; then
  same_source || echo 'The source has changed, but not the bytes; npm run build:programs records its new digest.'
  exit 0
fi
noted=$(grep -v '^source ' "$COMPILER_NOTE")
[ "$noted" != "$(compiler)" ] || fail "${changed[*]}: the source differs from the one that was built"
same_source || fail "the source has changed since ${changed[*]} was built"
echo "check:programs: WARNING: this compiler produces different bytes for ${changed[*]}; testing them."
diff <(echo "$noted") <(compiler) || true

kept=$(mktemp -d)
restore() {
  cp "$kept"/programs/* programs/artifacts/
  cp "$kept"/tests/* tests/programs/artifacts/
  rm -rf "$kept" "$rebuilt"
}
mkdir "$kept/programs" "$kept/tests"
cp programs/artifacts/* "$kept/programs"
cp tests/programs/artifacts/* "$kept/tests"
trap restore EXIT
for file in "${changed[@]}"; do cp "$rebuilt/$file" "$file"; done
npx vitest run tests/programs tests/examples || fail "the program tests fail with the bytes of this compiler"
