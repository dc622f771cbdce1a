# shellcheck shell=bash
# The ports and the configuration of a cluster.

choose_ports() {
  local ports host
  host=$(host_of_servers)
  ports=$(free_ports $((5 + region_servers)))
  # shellcheck disable=SC2086
  set -- $ports
  export HBASE_TEST_ZK=$host:$1 HBASE_TEST_MASTER=$host:$2 HBASE_TEST_THRIFT=127.0.0.1:$4 HBASE_TEST_KDC=127.0.0.1:$5
  region_port=$3
  shift 5
  [ $# -eq 0 ] || export HBASE_TEST_REGIONS="${*/#/$host:}"
}

# Below the kernel's range of ephemeral ports.
free_ports() {
  local wanted=$1 port found=()
  while [ ${#found[@]} -lt "$wanted" ]; do
    port=$((18000 + RANDOM % 14000))
    [[ " ${found[*]:-} " != *" $port "* ]] || continue
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || found+=("$port")
  done
  printf '%s ' "${found[@]}"
}

write_conf() {
  mkdir -p "$HBASE_TEST_DIR"/{conf,data,tmp}
  cp "$here/log4j.properties" "$HBASE_TEST_DIR/conf/"
  ! is_secured || cp "$here/log4j.properties" "$(conf_of_servers)/"
  [ -z "${HBASE_TEST_TLS:-}" ] || make_certificates 2>"$HBASE_TEST_DIR/tls.log" ||
    fail "openssl could not make certificates: $(cat "$HBASE_TEST_DIR/tls.log")"
  ! is_secured || make_realm
  { settings && server_settings; } | as_xml >"$(conf_of_servers)/hbase-site.xml"
  ! is_secured || write_conf_of_clients
}

# A Java client with the servers' settings would log in by their keytab, and a server with the clients' by theirs.
write_conf_of_clients() {
  { settings && client_settings; } | as_xml >"$HBASE_TEST_DIR/conf/hbase-site.xml"
  hadoop_settings | as_xml | tee "$HBASE_TEST_DIR/conf/core-site.xml" >"$(conf_of_servers)/core-site.xml"
}

conf_of_servers() {
  local folder=$HBASE_TEST_DIR/conf
  ! is_secured || folder+=/servers
  mkdir -p "$folder"
  echo "$folder"
}

# Lines of names and values as Hadoop's files have them.
as_xml() {
  local name value
  printf '<?xml version="1.0"?>\n<configuration>\n'
  while read -r name value; do
    printf '  <property><name>%s</name><value>%s</value></property>\n' "$name" "$value"
  done
  printf '</configuration>\n'
}

settings() {
  local loopback host
  host=$(host_of_servers)
  for loopback in hbase.zookeeper.quorum hbase.master.hostname hbase.regionserver.hostname \
    hbase.master.ipc.address hbase.regionserver.ipc.address hbase.regionserver.thrift.ipaddress; do
    printf '%s %s\n' "$loopback" "$host"
  done
  for port in hbase.master.info.port hbase.regionserver.info.port hbase.thrift.info.port; do
    printf '%s -1\n' "$port"
  done
  cat <<SETTINGS
hbase.rootdir file://$HBASE_TEST_DIR/data/hbase
hbase.tmp.dir $HBASE_TEST_DIR/tmp
hbase.zookeeper.property.dataDir $HBASE_TEST_DIR/data/zookeeper
hbase.zookeeper.property.clientPort ${HBASE_TEST_ZK#*:}
hbase.zookeeper.property.clientPortAddress 127.0.0.1
hbase.master.port ${HBASE_TEST_MASTER#*:}
hbase.regionserver.port $region_port
hbase.cluster.distributed $([ "$region_servers" -eq 0 ] && echo false || echo true)
hbase.unsafe.stream.capability.enforce false
hbase.io.compress.snappy.codec org.apache.hadoop.hbase.io.compress.aircompressor.SnappyCodec
hbase.coprocessor.enabled true
hbase.hfile.compaction.discharger.interval 3000
SETTINGS
  memory_settings
  [ "$region_servers" -eq 0 ] || process_settings
  [ -z "${HBASE_TEST_TLS:-}" ] || tls_settings
  ! is_secured || secured_settings
  ! has_phoenix || phoenix_settings
}

# A region that has cells in memory keeps at least one buffer for them. Of the default size, 2 MB, hundreds of regions exhaust
# the memory. A cell that may be in a buffer is shorter than the buffer, which has a header.
memory_settings() {
  if [ "${HBASE_TEST_MSLAB:-}" = 0 ]; then
    printf 'hbase.hregion.memstore.mslab.enabled false\n'
    return
  fi
  cat <<SETTINGS
hbase.hregion.memstore.mslab.chunksize 262144
hbase.hregion.memstore.mslab.max.allocation 65536
SETTINGS
}

# A dead server is noticed in about 6 s. The log is written by the file system of Java, whose bytes outlive the process.
process_settings() {
  cat <<SETTINGS
hbase.wal.provider filesystem
hbase.zookeeper.property.tickTime 1000
zookeeper.session.timeout 6000
SETTINGS
}

# Servers and clients authenticate each other. Nothing else than TLS is spoken, unless HBASE_TEST_TLS=optional.
tls_settings() {
  local optional=false
  [ "$HBASE_TEST_TLS" != optional ] || optional=true
  cat <<SETTINGS
hbase.server.netty.tls.enabled true
hbase.client.netty.tls.enabled true
hbase.server.netty.tls.supportplaintext $optional
hbase.rpc.tls.keystore.location $HBASE_TEST_DIR/tls/server.pem
hbase.rpc.tls.keystore.type PEM
hbase.rpc.tls.truststore.location $HBASE_TEST_DIR/tls/authority.pem
hbase.rpc.tls.truststore.type PEM
SETTINGS
}

# An authority, and one certificate with its key for servers and clients.
make_certificates() {
  local folder=$HBASE_TEST_DIR/tls
  mkdir -p "$folder"
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=authority' \
    -keyout "$folder/authority.key" -out "$folder/authority.pem"
  openssl req -newkey rsa:2048 -nodes -subj '/CN=localhost' \
    -keyout "$folder/server.key" -out "$folder/server.csr"
  openssl x509 -req -in "$folder/server.csr" -days 2 -out "$folder/server.crt" \
    -CA "$folder/authority.pem" -CAkey "$folder/authority.key" -CAcreateserial \
    -extfile <(printf 'subjectAltName=DNS:localhost,IP:127.0.0.1')
  cat "$folder/server.key" "$folder/server.crt" >"$folder/server.pem"
}
