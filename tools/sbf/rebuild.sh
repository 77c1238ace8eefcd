#!/usr/bin/env bash
# rebuild.sh FOLDER: builds every program and IDL of this source into a folder, laid out like the repository.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
# shellcheck source=artifacts.sh
. "$here/artifacts.sh"
"$here/install.sh"

folder=$(realpath -m "$1")
rm -rf "$folder"
for name in "${PROGRAMS[@]}"; do
  build_artifacts "$name" "$folder"
done
