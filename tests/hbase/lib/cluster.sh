# shellcheck shell=bash
# A cluster in a directory of its own: created, started, stopped, removed.

with_cluster() {
  fetch_all
  HBASE_TEST_DIR=$(mktemp -d "${HBASE_TEST_PARENT:-${TMPDIR:-/tmp}}/hbase-test.XXXXXX")
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
  local folder=$1 file
  [ -d "$folder" ] || return 0
  touch "$folder/closing"
  kill_process "$folder" command
  for file in "$folder"/*.pid; do
    [ ! -e "$file" ] || kill_process "$folder" "$(basename "$file" .pid)"
  done
  rm -rf "$folder"
}

# Another program may take a port between check and start: then other ports are tried.
start_cluster() {
  local attempt name
  for attempt in 1 2 3; do
    choose_ports
    write_conf
    if start_processes; then return; fi
    show_logs
    for name in $(process_names); do kill_process "$HBASE_TEST_DIR" "$name"; done
    rm -rf "$HBASE_TEST_DIR"/data
    printf 'tests/hbase: attempt %s to start HBase failed\n' "$attempt" >&2
  done
  fail "HBase did not start: its logs are above"
}

start_processes() {
  ! is_secured || start_process kdc || return 1
  if [ "$region_servers" -eq 0 ]; then
    start_process server && { ! starts_gateway || start_process gateway; }
    return
  fi
  local name
  start_process zookeeper || return 1
  # The master waits for region servers.
  for name in $(process_names); do
    [[ "$name" = zookeeper || "$name" = kdc ]] || launch_process "$name" || return 1
  done
  for name in $(process_names); do wait_ready "$name" || return 1; done
}

# In the order in which they are started.
process_names() {
  ! is_secured || echo kdc
  if [ "$region_servers" -eq 0 ]; then
    echo server
    ! starts_gateway || echo gateway
  else
    echo zookeeper master $(seq -f 'region%g' "$region_servers")
  fi
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
  for log in "$HBASE_TEST_DIR"/*.log; do
    [ -f "$log" ] || continue
    printf -- '---- the end of %s\n' "$log" >&2
    grep -avE ' (INFO|DEBUG) |^[[:space:]]+(at |\.\.\. )|^No GCs detected' "$log" | tail -n 12 >&2 || true
  done
}
