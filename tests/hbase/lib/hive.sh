# shellcheck shell=bash
# Apache Hive beside the server, in a program that runs SQL.

has_hive() {
  [ -n "${HBASE_TEST_HIVE:-}" ]
}

need_hive() {
  has_hive || fail "this run has no Hive: start it with HBASE_TEST_HIVE=1"
}

# The program that runs SQL, compiled with the jars that it runs on, in a directory named after the hash of its sources
# and theirs.
compile_hive() {
  local folder
  folder=$(hive_folder)
  lock_cache
  if [ ! -d "$folder" ]; then
    printf 'tests/hbase: compiling the program on Hive into %s\n' "$folder" >&2
    rm -rf "$folder.part"
    javac --release 17 -Xlint:all,-processing,-classfile,-path -Werror -proc:none -d "$folder.part" \
      -cp "$(jar_folder hive)/*" "$here"/hive/*.java >&2 ||
      fail "javac could not compile $here/hive: see its message above"
    mv "$folder.part" "$folder"
  fi
  exec 9>&-
}

hive_folder() {
  printf '%s/hive-sql-%s' "$cache" "$( (jar_folder hive; cat "$here"/hive/*.java) | sha256sum | cut -c 1-12)"
}

# SQL, as lines of JSON: hive/Main.java. The program's classes come first, because one of them is a class of Hive.
exec_hive() {
  need_hive
  exec java -Xmx1g -XX:+UseSerialGC -XX:+PerfDisableSharedMem "${java_opens[@]}" -Djava.net.preferIPv4Stack=true \
    -Djava.io.tmpdir="$HBASE_TEST_DIR/tmp" -Dderby.stream.error.file="$HBASE_TEST_DIR/derby.log" -Duser.timezone=UTC \
    -Djava.system.class.loader=schema.hive.Loader -Dlog4j.configurationFile="$here/hive/log4j2.properties" \
    -Dschema.hive.log="$HBASE_TEST_DIR/hive.log" \
    -cp "$(hive_folder):$HBASE_TEST_DIR/conf:$(jar_folder hive)/*" schema.hive.Main "$HBASE_TEST_DIR/hive"
}
