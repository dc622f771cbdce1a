//! Logins to a secured `HBase`, which `HBASE_TEST_SECURED=privacy tests/hbase/hbase with` starts.

use std::env;
use std::path::PathBuf;

use hbase_native::{Credentials, KerberosConfig, Login, Protection};

use crate::cluster::Cluster;

/// The realm of the tests.
pub const REALM: &str = "TEST.LOCAL";

/// The principal of every server.
pub const SERVERS: &str = "hbase/_HOST@TEST.LOCAL";

/// Whether the servers require Kerberos.
pub fn is_secured() -> bool {
    env::var_os("HBASE_TEST_SECURED").is_some_and(|protection| !protection.is_empty())
}

/// The protection of the suites: `HBASE_TEST_PROTECTION`, or else privacy.
///
/// # Panics
/// If it is no protection.
pub fn protection() -> Protection {
    let protection = env::var("HBASE_TEST_PROTECTION");
    let protection = protection.as_deref().unwrap_or("privacy");
    protection.parse().expect("a protection")
}

/// The file of a user's keys.
pub fn keytab(cluster: &Cluster, user: &str) -> PathBuf {
    cluster.directory().join(format!("kdc/{user}.keytab"))
}

/// A login by keytab.
///
/// # Panics
/// If the files of the realm cannot be read.
pub fn by_keytab(cluster: &Cluster, user: &str, protection: Protection) -> Login {
    let config = cluster.directory().join("kdc/krb5.conf");
    let config = KerberosConfig::from_files([config]).expect("krb5.conf");
    let keytab = keytab(cluster, user);
    let credentials = Credentials::from_keytab(config, keytab, &format!("{user}@{REALM}"));
    let credentials = credentials.expect("credentials");
    Login::kerberos(credentials, SERVERS, SERVERS).protections([protection])
}
