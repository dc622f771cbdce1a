# shellcheck shell=bash
# A cluster in a directory of its own: created, started, stopped, removed.

with_cluster() {
  fetch_all
  HBASE_TEST_DIR=$(mktemp -d "${TMPDIR:-/tmp}/hbase-test.XXXXXX")
  export HBASE_TEST_DIR HBASE_TEST_SCRIPT=$self
  # The watcher has a session of its own: no interrupt reaches it, and it cleans up however this shell
  # ends.
  setsid "$self" watch $$ "$HBASE_TEST_DIR" >/dev/null 2>&1 &
  trap 'remove_cluster "$HBASE_TEST_DIR"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  start_cluster
  local status=0
  run_command "$@" || status=$?
  [ "$status" -eq 0 ] || show_logs
  return "$status"
}

# In a process group of its own, so that it is ended with all its children.
run_command() {
  set -m
  "$@" &
  local child=$! status=0
  set +m
  note_process command "$child"
  wait "$child" || status=$?
  return "$status"
}

# Removes the directory's cluster once the process that created it has ended.
watch_over() {
  local owner=$1 folder=$2
  while kill -0 "$owner" 2>/dev/null; do sleep 1; done
  remove_cluster "$folder"
}

remove_cluster() {
  local folder=$1 name
  [ -d "$folder" ] || return 0
  touch "$folder/closing"
  for name in command gateway server; do kill_process "$folder" "$name"; done
  rm -rf "$folder"
}

# Another program may take a port between check and start: then other ports are tried.
start_cluster() {
  local attempt
  for attempt in 1 2 3; do
    choose_ports
    write_conf
    if start_process server && start_process gateway; then return; fi
    show_logs
    kill_process "$HBASE_TEST_DIR" gateway
    kill_process "$HBASE_TEST_DIR" server
    rm -rf "$HBASE_TEST_DIR"/data
    printf 'tests/hbase: attempt %s to start HBase failed\n' "$attempt" >&2
  done
  fail "HBase did not start: its logs are above"
}

control() {
  case $2 in
    kill) kill_process "$HBASE_TEST_DIR" "$1" ;;
    start) start_process "$1" || fail "the $1 did not start: see $HBASE_TEST_DIR/$1.log" ;;
    *) usage ;;
  esac
}

show_logs() {
  local log
  for log in "$HBASE_TEST_DIR"/{server,gateway}.log; do
    [ -f "$log" ] || continue
    printf -- '---- the end of %s\n' "$log" >&2
    grep -vE ' (INFO|DEBUG) ' "$log" | tail -n 40 >&2 || true
  done
}
