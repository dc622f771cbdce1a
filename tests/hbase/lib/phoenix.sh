# shellcheck shell=bash
# Apache Phoenix in the server, and the program that runs SQL.

# The name of the pom whose jars are the server's.
server_pom() {
  if has_phoenix; then echo phoenix; else echo server; fi
}

has_phoenix() {
  [ -n "${HBASE_TEST_PHOENIX:-}" ]
}

need_phoenix() {
  has_phoenix || fail "this server has no Phoenix: start it with HBASE_TEST_PHOENIX=1"
}

# Phoenix's code for the server is compiled for one minor version of HBase.
need_version_of_phoenix() {
  [[ "${HBASE_TEST_VERSION:-2.6}" == 2.6* ]] || fail "this Phoenix needs HBase 2.6: unset HBASE_TEST_VERSION"
}

# Schemas are namespaces. Indexes, if tables have any, are written through the log.
phoenix_settings() {
  cat <<SETTINGS
hbase.regionserver.wal.codec org.apache.hadoop.hbase.regionserver.wal.IndexedWALEditCodec
phoenix.schema.isNamespaceMappingEnabled true
SETTINGS
}

# The program that runs SQL, compiled with the jars that it runs on, in a directory named after the hash of its sources
# and theirs.
compile_phoenix() {
  local folder
  folder=$(phoenix_folder)
  lock_cache
  if [ ! -d "$folder" ]; then
    printf 'tests/hbase: compiling the program on Phoenix into %s\n' "$folder" >&2
    rm -rf "$folder.part"
    javac --release 17 -Xlint:all,-processing,-classfile,-path -Werror -proc:none -d "$folder.part" \
      -cp "$(jar_folder phoenix)/*" "$here"/phoenix/*.java >&2 ||
      fail "javac could not compile $here/phoenix: see its message above"
    mv "$folder.part" "$folder"
  fi
  exec 9>&-
}

phoenix_folder() {
  printf '%s/sql-%s' "$cache" "$( (jar_folder phoenix; cat "$here"/phoenix/*.java) | sha256sum | cut -c 1-12)"
}

# SQL, as lines of JSON: phoenix/Main.java.
exec_phoenix() {
  need_phoenix
  extra_class_path=$(phoenix_folder)
  exec_server_java 1g -Duser.timezone=UTC schema.phoenix.Main "jdbc:phoenix+zk:$HBASE_TEST_ZK:/hbase"
}
