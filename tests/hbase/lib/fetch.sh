# shellcheck shell=bash
# The tools and jars of a cluster.

fail() {
  printf 'tests/hbase: %s\n' "$*" >&2
  exit 1
}

fetch_all() {
  need_tools
  ! has_phoenix || need_version_of_phoenix
  jars_of "$(server_pom)"
  jars_of shell
  ! has_hive || jars_of hive
  compile_oracle
  ! has_phoenix || compile_phoenix
  ! has_hive || compile_hive
  make_python
}

need_tools() {
  local missing=()
  command -v javac >/dev/null || missing+=(default-jdk-headless)
  command -v mvn >/dev/null || missing+=(maven)
  python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
  command -v flock >/dev/null || missing+=(util-linux)
  [ -z "${HBASE_TEST_TLS:-}" ] || command -v openssl >/dev/null || missing+=(openssl)
  ! is_secured || find_kerberos || missing+=(krb5-kdc krb5-admin-server krb5-user)
  ! is_secured || compgen -G '/usr/lib/*/faketime/libfaketime.so.1' >/dev/null || missing+=(faketime)
  [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}"
}

install_packages() {
  command -v apt-get >/dev/null || fail "install these first: $*"
  local sudo=()
  [ "$(id -u)" -eq 0 ] || sudo=(sudo -n)
  "${sudo[@]}" apt-get update -qq >&2 || fail "apt-get update failed: install these by hand: $*"
  DEBIAN_FRONTEND=noninteractive "${sudo[@]}" apt-get install -y -qq --no-install-recommends "$@" >&2 ||
    fail "apt-get install failed: install these by hand: $*"
}

# A directory of jars is named after the hash of its poms and the server's version, if one is set, so that each
# has its own directory; it is created completely or not at all.
jars_of() {
  local what=$1 folder
  folder=$(jar_folder "$what")
  lock_cache
  if [ ! -d "$folder" ]; then
    printf 'tests/hbase: fetching the jars of the %s into %s\n' "$what" "$folder" >&2
    rm -rf "$folder.part"
    local options=()
    ! is_of_version "$what" || options=(${HBASE_TEST_VERSION:+"-Dhbase.version=$HBASE_TEST_VERSION"})
    ! is_of_version "$what" || ! has_gateway || options+=(-Pgateway)
    mvn -q -B -f "$here/$what.pom.xml" "${options[@]}" dependency:copy-dependencies \
      -DincludeScope=runtime -DoutputDirectory="$folder.part" >&2 ||
      fail "Maven could not fetch the jars of the $what: see its message above"
    mv "$folder.part" "$folder"
  fi
  exec 9>&-
}

# Whether the jars have the server's version; the shell and Hive have their own.
is_of_version() {
  [[ "$1" != shell && "$1" != hive ]]
}

# The gateway is not part of HBase 3.
has_gateway() {
  [[ "${HBASE_TEST_VERSION:-}" != 3.* ]]
}

# That of a secured cluster would need a login of its own.
starts_gateway() {
  has_gateway && ! is_secured
}

lock_cache() {
  mkdir -p "$cache"
  exec 9>"$cache/lock"
  flock -w 900 9 || fail "another run has held $cache/lock for 15 minutes"
}

jar_folder() {
  local name=$1 poms=("$here/$1.pom.xml")
  ! is_of_version "$1" || name+=${HBASE_TEST_VERSION:+-$HBASE_TEST_VERSION}
  # Phoenix's pom extends the server's.
  [ "$1" != phoenix ] || poms+=("$here/server.pom.xml")
  printf '%s/%s-%s' "$cache" "$name" "$(cat "${poms[@]}" | sha256sum | cut -c 1-12)"
}

# The program on HBase's own client, in a directory named after the hash of its sources.
compile_oracle() {
  local folder
  folder=$(oracle_folder)
  lock_cache
  if [ ! -d "$folder" ]; then
    printf 'tests/hbase: compiling the oracle into %s\n' "$folder" >&2
    rm -rf "$folder.part"
    mvn -q -B -f "$here/oracle/pom.xml" -Doracle.build="$folder.part" compile >&2 ||
      fail "Maven could not compile $here/oracle: see its message above"
    mv "$folder.part" "$folder"
  fi
  exec 9>&-
}

oracle_folder() {
  local sources
  sources=$(cd "$here/oracle" && find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum)
  printf '%s/oracle-%s' "$cache" "$(sha256sum <<<"$sources" | cut -c 1-12)"
}

# Python with happybase, the client that most Python programs use.
make_python() {
  local home
  home=$(python_home)
  [ ! -d "$home" ] || return 0
  printf 'tests/hbase: fetching happybase into %s\n' "$home" >&2
  rm -rf "$home.part"
  python3 -m venv "$home.part" || fail "python3 -m venv failed: see its message above"
  "$home.part/bin/python" -m pip install -q --disable-pip-version-check -r "$here/requirements.txt" >&2 ||
    fail "pip could not install what $here/requirements.txt names: see its message above"
  mv "$home.part" "$home"
}

python_home() {
  printf '%s/python-%s' "$cache" "$(sha256sum <"$here/requirements.txt" | cut -c 1-12)"
}
