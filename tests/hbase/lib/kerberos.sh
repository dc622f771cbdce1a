# shellcheck shell=bash
# A realm for a secured cluster: a KDC of Debian's packages in the cluster's directory, with its users and their keytabs.

# The realm of the tests, which is not looked up in DNS.
realm=TEST.LOCAL

# Principals contain the name of the host, so servers are reached by it.
is_secured() {
  [ -n "${HBASE_TEST_SECURED:-}" ]
}

# The host in addresses of servers.
host_of_servers() {
  if is_secured; then echo localhost; else echo 127.0.0.1; fi
}

# Debian installs the KDC where only the superuser's PATH looks.
find_kerberos() {
  case ":$PATH:" in *:/usr/sbin:*) ;; *) PATH=$PATH:/usr/sbin ;; esac
  command -v krb5kdc >/dev/null && command -v kadmin.local >/dev/null && command -v kinit >/dev/null
}

# Writes the realm's files, with the port of this attempt, and creates its database at the first attempt.
make_realm() {
  local folder=$HBASE_TEST_DIR/kdc
  mkdir -p "$folder"
  export KRB5_CONFIG=$folder/krb5.conf KRB5_KDC_PROFILE=$folder/kdc.conf
  find_kerberos
  write_krb5_conf >"$KRB5_CONFIG"
  write_kdc_conf >"$KRB5_KDC_PROFILE"
  [ -e "$folder/principal" ] || create_realm >"$HBASE_TEST_DIR/realm.log" 2>&1 ||
    fail "the realm could not be created: $(cat "$HBASE_TEST_DIR/realm.log")"
}

# A server accepts a ticket for the allowed skew longer than it says. It is short, so that tests see tickets expire.
write_krb5_conf() {
  cat <<CONF
[libdefaults]
  default_realm = $realm
  dns_lookup_kdc = false
  dns_lookup_realm = false
  dns_canonicalize_hostname = false
  rdns = false
  udp_preference_limit = 1
  clockskew = 2
  forwardable = true
[realms]
  $realm = {
    kdc = $HBASE_TEST_KDC
  }
[domain_realm]
  localhost = $realm
[logging]
  kdc = STDERR
CONF
}

write_kdc_conf() {
  local folder=$HBASE_TEST_DIR/kdc default='aes256-cts-hmac-sha1-96:normal aes128-cts-hmac-sha1-96:normal'
  cat <<CONF
[kdcdefaults]
  kdc_listen = $HBASE_TEST_KDC
  kdc_tcp_listen = $HBASE_TEST_KDC
[realms]
  $realm = {
    database_name = $folder/principal
    key_stash_file = $folder/stash
    acl_file = $folder/kadm5.acl
    max_life = 1d
    max_renewable_life = 7d
    supported_enctypes = ${HBASE_TEST_ENCTYPES:-$default}
  }
CONF
}

# The servers' principal; alice, who may do everything; bob, who may do nothing; brief, whose tickets end after 30 s; and
# a service whose key no server has.
create_realm() {
  local folder=$HBASE_TEST_DIR/kdc user
  kdb5_util create -s -r "$realm" -P "$(head -c 24 /dev/urandom | base64)"
  add_principal hbase/localhost hbase
  for user in alice bob; do add_principal "$user" "$user"; done
  add_principal brief brief -maxlife '30 sec' -maxrenewlife '10 min'
  kadmin.local -r "$realm" -q "addprinc -randkey nobody/localhost"
}

# Adds a principal, and writes its keytab.
add_principal() {
  local name=$1 keytab=$HBASE_TEST_DIR/kdc/$2.keytab
  shift 2
  kadmin.local -r "$realm" addprinc "$@" -randkey "$name"
  kadmin.local -r "$realm" ktadd -k "$keytab" "$name"
}

exec_kdc() {
  find_kerberos
  exec krb5kdc -n -r "$realm" -P "$HBASE_TEST_DIR/kdc/krb5kdc.pid"
}

# What servers and clients of a secured cluster share.
secured_settings() {
  local access=org.apache.hadoop.hbase.security.access.AccessController
  cat <<SETTINGS
hbase.security.authentication kerberos
hbase.security.authorization true
hbase.superuser hbase,alice,brief
hbase.rpc.protection $HBASE_TEST_SECURED
hbase.master.kerberos.principal hbase/_HOST@$realm
hbase.regionserver.kerberos.principal hbase/_HOST@$realm
hbase.master.keytab.file $HBASE_TEST_DIR/kdc/hbase.keytab
hbase.regionserver.keytab.file $HBASE_TEST_DIR/kdc/hbase.keytab
hbase.coprocessor.master.classes $access
hbase.coprocessor.region.classes $access,org.apache.hadoop.hbase.security.token.TokenProvider
hbase.coprocessor.regionserver.classes $access
SETTINGS
}

# Of servers alone: with HBASE_TEST_AES=1, they offer a layer of their own to clients that ask for it; with
# HBASE_TEST_FALLBACK=1, they take clients without a login.
server_settings() {
  [ -z "${HBASE_TEST_AES:-}" ] || printf 'hbase.rpc.crypto.encryption.aes.enabled true\n'
  [ -z "${HBASE_TEST_FALLBACK:-}" ] || printf 'hbase.ipc.server.fallback-to-simple-auth-allowed true\n'
}

# Clients log in as alice.
client_settings() {
  cat <<SETTINGS
hbase.client.keytab.file $HBASE_TEST_DIR/kdc/alice.keytab
hbase.client.keytab.principal alice@$realm
SETTINGS
}

# Hadoop's own settings, of servers and clients. Alice may call for other users; servers allow that to everybody unless
# they authorize connections.
hadoop_settings() {
  cat <<SETTINGS
hadoop.security.authentication kerberos
hadoop.security.auth_to_local DEFAULT
hadoop.security.authorization true
hadoop.proxyuser.alice.hosts *
hadoop.proxyuser.alice.users *
SETTINGS
}
