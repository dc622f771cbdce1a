# shellcheck shell=bash
# Runs HBase's programs on a current Java.

# The packages that HBase 2.6 and Hadoop access by reflection since Java 17.
java_opens=(
  --add-opens=java.base/{java.lang,java.lang.reflect,java.nio,sun.nio.ch,java.util,java.util.concurrent}=ALL-UNNAMED
  --add-opens=java.base/{java.util.concurrent.atomic,java.net,java.io,jdk.internal.util.random}=ALL-UNNAMED
  --add-exports=java.base/{jdk.internal.misc,sun.net.dns,sun.net.util}=ALL-UNNAMED
  --add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED
)

# A program on the server's class path, in place of this shell. Without a file of counters in /tmp, on which Java waits
# when the disk is busy, all threads stopped.
exec_server_java() {
  local heap=$1
  shift
  exec java "-Xmx$heap" -XX:+UseSerialGC -XX:+PerfDisableSharedMem "${java_opens[@]}" -Djava.net.preferIPv4Stack=true \
    -Djava.io.tmpdir="$HBASE_TEST_DIR/tmp" -Dhbase.home.dir="$HBASE_TEST_DIR" ${KRB5_CONFIG:+"-Djava.security.krb5.conf=$KRB5_CONFIG"} \
    -cp "${conf_folder:-$HBASE_TEST_DIR/conf}:$(jar_folder "$(server_pom)")/*${extra_class_path:+:$extra_class_path}" "$@"
}

exec_java() {
  exec_server_java 512m "$@"
}

# HBase's own client, which carries out lines of JSON: oracle/src/main/java/schema/oracle/Main.java.
exec_oracle() {
  extra_class_path=$(oracle_folder)/classes
  exec_server_java 512m schema.oracle.Main
}

# Delegation tokens: sasl/Tokens.java, which Java compiles when it starts.
exec_tokens() {
  exec_server_java 512m "$here/sasl/Tokens.java" "$@"
}

# The Java side of the benchmark of clients: oracle/src/main/java/schema/oracle/Bench.java.
exec_bench() {
  extra_class_path=$(oracle_folder)/classes
  exec_server_java 1g schema.oracle.Bench "$@"
}

run_shell() {
  local jars
  jars=$(jar_folder shell)
  java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "${java_opens[@]}" \
    -Djava.net.preferIPv4Stack=true -Djava.io.tmpdir="$HBASE_TEST_DIR/tmp" ${KRB5_CONFIG:+"-Djava.security.krb5.conf=$KRB5_CONFIG"} \
    -cp "$HBASE_TEST_DIR/conf:$jars/hbase-shell-2.4.17.jar:$jars/*" \
    org.jruby.JarBootstrapMain -n "$1"
}

exec_python() {
  local home
  home=$(python_home)
  exec "$home/bin/python" -B "$@"
}
