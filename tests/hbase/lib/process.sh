# shellcheck shell=bash
# A process of a cluster: started, awaited, killed by its own id.

declare -A ready_line=(
  [server]='Master has completed initialization'
  [gateway]='Starting TBoundedThreadPoolServer|Starting Thrift|starting HBase .* server on'
  [zookeeper]='^'
  [master]='Master has completed initialization'
  [region]='Serving as (127.0.0.1|localhost)'
  [kdc]='commencing operation'
)

start_process() {
  launch_process "$1" && wait_ready "$1"
}

launch_process() {
  local name=$1 log=$HBASE_TEST_DIR/$1.log
  [ ! -e "$HBASE_TEST_DIR/closing" ] || return 1
  : >"$log"
  (
    # In another process group than the caller: an interrupt at the terminal goes to the caller, which stops it.
    set -m
    ("exec_${name%[1-9]}" "$name") </dev/null >>"$log" 2>&1 &
    note_process "$name" "$!"
  )
}

exec_server() {
  conf_folder=$(conf_of_servers)
  exec_server_java 2g org.apache.hadoop.hbase.master.HMaster start
}

exec_gateway() {
  local port=${HBASE_TEST_THRIFT#*:}
  exec_server_java 512m org.apache.hadoop.hbase.thrift.ThriftServer start -p "$port" --infoport -1
}

exec_zookeeper() {
  conf_folder=$(conf_of_servers)
  exec_server_java 256m org.apache.hadoop.hbase.zookeeper.HQuorumPeer
}

exec_master() {
  conf_folder=$(conf_of_servers)
  exec_server_java 512m org.apache.hadoop.hbase.master.HMaster start
}

exec_region() {
  local port conf_folder
  conf_folder=$(conf_of_servers)
  port=$(address_of "$1")
  exec_server_java 768m org.apache.hadoop.hbase.regionserver.HRegionServer \
    "-Dhbase.regionserver.port=${port#*:}" start
}

wait_ready() {
  local name=$1 log=$HBASE_TEST_DIR/$1.log tries=$((start_seconds * 5))
  while [ $tries -gt 0 ]; do
    if grep -qE "${ready_line[${name%[1-9]}]}" "$log" && answers "$name"; then return 0; fi
    is_alive "$HBASE_TEST_DIR" "$name" || return 1
    sleep 0.2
    tries=$((tries - 1))
  done
  return 1
}

answers() {
  local address
  address=$(address_of "$1")
  (exec 3<>"/dev/tcp/${address%:*}/${address#*:}") 2>/dev/null
}

address_of() {
  local regions
  case $1 in
    gateway) echo "$HBASE_TEST_THRIFT" ;;
    zookeeper) echo "$HBASE_TEST_ZK" ;;
    kdc) echo "$HBASE_TEST_KDC" ;;
    region*)
      read -ra regions <<<"$HBASE_TEST_REGIONS"
      echo "${regions[${1#region} - 1]}"
      ;;
    *) echo "$HBASE_TEST_MASTER" ;;
  esac
}

note_process() {
  printf '%s %s\n' "$2" "$(start_time "$2")" >"$HBASE_TEST_DIR/$1.pid"
}

# The process id may have been reused by another program: the start time distinguishes them.
start_time() {
  sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20
}

is_alive() {
  local pid started
  read -r pid started 2>/dev/null <"$1/$2.pid" || return 1
  [ -n "$started" ] && [ "$(start_time "$pid")" = "$started" ]
}

# Each leads a process group, which is killed with it.
kill_process() {
  local folder=$1 name=$2 pid _ tries=100
  while is_alive "$folder" "$name" && [ $tries -gt 0 ]; do
    read -r pid _ <"$folder/$name.pid"
    kill -9 -- "-$pid" 2>/dev/null || kill -9 "$pid" 2>/dev/null || true
    sleep 0.05
    tries=$((tries - 1))
  done
  rm -f "$folder/$name.pid"
}
