# Sourced by .ci/run and .ci/nightly: what they need on a new Debian 12 with Node 20 and Python 3 (as root), the steps,
# and the account of them at the end. The last line is "N passed, N failed[, N skipped]", counted in steps.
set -uo pipefail
exec < /dev/null
export CI=true HOME="${HOME:-/root}"

passed=0 failed=0 skipped=0 summary=()

# The output of all steps, to repeat at the end what readers of a long log look for.
log=$(mktemp)
trap 'end_children $$; rm -f "$log"*' EXIT
trap 'exit 130' INT TERM

# Ends what the processes of a process have started, then these.
end_children() {
  local child
  for child in $(cat "/proc/$1/task/$1/children" 2> /dev/null); do
    end_children "$child"
    kill "$child" 2> /dev/null
  done
}

# step NAME COMMAND…: runs the command, for at most $limit seconds.
limit=1800
step() {
  local name=$1 code verdict spent TIMEFORMAT='%R %U %S'
  shift
  printf '\n=== %s: %s\n' "$name" "$*"
  # In the background, because bash obeys Ctrl-C while it waits, but not before a command in the foreground has ended.
  { time {
    { timeout "$limit" "$@" 2>&1 | tee -a "$log" >&3; exit "${PIPESTATUS[0]}"; } &
    wait $!
    code=$?
  }; } 3>&1 2> "$log.time"
  if [ "$code" = 0 ]; then
    verdict=passed passed=$((passed + 1))
  else
    verdict="FAILED (exit code $code)" failed=$((failed + 1))
  fi
  spent=$(awk 'END { printf "%6d s %8d s", $1 + 0.5, $2 + $3 + 0.5 }' "$log.time")
  rm -f "$log.time"
  summary+=("$spent  $name: $verdict")
  return "$code"
}

skip() {
  printf '\n=== %s: skipped: %s\n' "$1" "$2"
  skipped=$((skipped + 1))
  summary+=("     –          –  $1: skipped: $2")
}

# beside FUNCTION: runs the steps of a function beside those that follow, until join. They must not change what those
# read.
beside() {
  echo "$1: beside the following steps, printed afterwards"
  (
    account=$log.account log=$log.side passed=0 failed=0 skipped=0 summary=()
    "$1"
    {
      echo "passed=\$((passed + $passed)) failed=\$((failed + $failed)) skipped=\$((skipped + $skipped))"
      printf 'summary+=(%s)\n' "${summary[*]@Q}"
    } > "$account"
  ) > "$log.printed" 2>&1 &
  side=$!
}

# Waits for the steps beside, prints what they printed, and counts them.
join() {
  wait "$side" || failed=$((failed + 1))
  cat "$log.printed"
  cat "$log.side" >> "$log"
  # shellcheck source=/dev/null
  . "$log.account"
}

has_linters() { cargo fmt --version && clippy-driver --version; } > /dev/null 2>&1

# Uses the cargo in PATH if it works and has rustfmt and clippy, otherwise Debian's.
use_rust() {
  has_linters && return
  PATH="/usr/bin:$PATH"
  has_linters && return
  echo 'installing rustfmt and clippy'
  apt-get install -y -q --no-install-recommends rustfmt-web rust-web-clippy > /dev/null
  hash -r
}

# What a lane needs besides the servers, as command=package; set before prepare.
also=()

# Real servers for the service's tests, and a real browser for the explorer's.
install_servers() {
  local missing=()
  [ -x /usr/lib/postgresql/15/bin/postgres ] || missing+=(postgresql-15)
  PATH="$PATH:/usr/sbin" command -v nats-server > /dev/null || missing+=(nats-server)
  command -v zsh > /dev/null || missing+=(zsh) # whose completions are tried
  [ -x /usr/bin/chromium ] || missing+=(chromium) # in which the explorer is tried
  command -v promtool > /dev/null || missing+=(prometheus) # by which the alerts are tried
  local one
  for one in "${also[@]}"; do command -v "${one%%=*}" > /dev/null || missing+=("${one#*=}"); done
  [ ${#missing[@]} = 0 ] && return
  echo "installing ${missing[*]}"
  local name
  for name in "${missing[@]}"; do
    apt-get install -y -q --no-install-recommends "$name" > /dev/null || echo "$name cannot be installed here"
  done
}

# Whether the tests will find all of them.
has_servers() {
  local one
  for one in "${also[@]}"; do command -v "${one%%=*}" > /dev/null || return; done
  [ -x /usr/lib/postgresql/15/bin/postgres ] && command -v nats-server > /dev/null && command -v zsh > /dev/null &&
    [ -x /usr/bin/chromium ] && command -v promtool > /dev/null
}

# What every lane begins with: compilers and servers.
prepare() {
  step 'build tools' tools/sbf/install.sh
  install_servers
  PATH="$PATH:/usr/sbin"
  if has_servers; then
    # Makes tests fail instead of skipping if a server is missing.
    export LINESMAN_REQUIRE_SERVERS=1
  else
    skip 'tests with PostgreSQL, NATS, zsh, Chromium and Prometheus' \
      "one of these cannot be installed here: postgresql-15 nats-server zsh chromium prometheus ${also[*]#*=}"
  fi
  use_rust
}

# The account: where the time went, what failed, and the closing line.
close() {
  local closing="$passed passed, $failed failed" used
  printf '\n'
  # As tests/run.ts prints them.
  grep -a '^slowest ' -A 20 "$log" | grep -aE '^(slowest | +[0-9.]+ s  )' || true
  printf '\n   time  processor  step\n'
  printf '%s\n' "${summary[@]}"
  used=$(printf '%s\n' "${summary[@]}" | awk '{ sum += $3 } END { print sum }')
  printf '%6d s %8d s  in all\n' "$SECONDS" "$used"
  # Repeated here, because people read a long log from the end.
  grep -a '^failed: ' "$log" || true
  [ "$skipped" = 0 ] || closing+=", $skipped skipped"
  echo "$closing"
  [ "$failed" = 0 ]
}
