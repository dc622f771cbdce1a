//! A secured `HBase` whose servers offer each protection:
//! `HBASE_TEST_SECURED=authentication,integrity,privacy tests/hbase/hbase with …`. With `HBASE_TEST_TLS=optional`, also by TLS.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

mod clocks;
mod errors;
mod load;
mod logins;
mod permissions;
mod tokens;

use std::process::Command;

use hbase_schema::connect::Builder;
use hbase_schema::{Connection, HTable};
use hbase_schema_cluster_tests::Cluster;
use hbase_schema_cluster_tests::secured::{REALM, SERVERS, keytab};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("NATIVE_SECURED")]
#[rowkey(separator = "_")]
#[family("D")]
struct Secret {
    #[rowkey]
    by: String,
    #[rowkey]
    number: u32,
    value: String,
}

const PROTECTIONS: [&str; 3] = ["authentication", "integrity", "privacy"];

fn cluster() -> Cluster {
    Cluster::from_env().expect("a running HBase")
}

/// Settings of a login without credentials.
fn secured(protection: &str) -> Builder {
    let cluster = cluster();
    let krb5_conf = cluster.directory().join("kdc/krb5.conf");
    Connection::builder()
        .url(format!("hbase://{}", cluster.master))
        .set("hbase.security.authentication", "kerberos")
        .set("hbase.master.kerberos.principal", SERVERS)
        .set("hbase.regionserver.kerberos.principal", SERVERS)
        .set("hbase.rpc.protection", protection)
        .set(
            "hbase.schema.native.krb5.conf",
            krb5_conf.display().to_string(),
        )
}

fn by_keytab(user: &str, protection: &str) -> Builder {
    let keytab = keytab(&cluster(), user).display().to_string();
    secured(protection)
        .set("hbase.client.keytab.file", keytab)
        .set("hbase.client.keytab.principal", format!("{user}@{REALM}"))
}

/// Writes a credential cache by `kinit`; returns its path.
fn kinit(user: &str, options: &[&str]) -> String {
    let cluster = cluster();
    let cache = cluster
        .directory()
        .join(format!("{user}-{}.cache", fastrand::u32(..)));
    let status = Command::new("kinit")
        .args(options)
        .arg("-c")
        .arg(&cache)
        .arg("-kt")
        .arg(keytab(&cluster, user))
        .arg(format!("{user}@{REALM}"))
        .status()
        .expect("kinit");
    assert!(status.success());
    cache.display().to_string()
}

/// A query of the realm's administrator.
fn administer(query: &str) {
    let mut command = Command::new("kadmin.local");
    let output = command.args(["-r", REALM, "-q", query]).output();
    let output = output.expect("kadmin.local");
    // It exits with 0 after most errors, too.
    let error = String::from_utf8_lossy(&output.stderr);
    let has_failed = !output.status.success() || error.contains(" while ");
    assert!(!has_failed, "{query}: {error}");
}

/// Writes rows of many sizes, and reads them.
async fn use_it(builder: Builder, by: &str) {
    let db = builder.connect().await;
    let db = db.unwrap_or_else(|error| panic!("{by}: {error}"));
    db.create_table_if_missing::<Secret>()
        .await
        .expect("a table");
    let rows: Vec<_> = (0..200)
        .map(|n| Secret {
            by: by.to_owned(),
            number: n,
            value: "x".repeat((n * n) as usize),
        })
        .collect();
    db.put_many(rows.clone()).await.expect("rows");
    let read: Vec<Secret> = db
        .scan(Secret::scan().by(by))
        .rows()
        .collect()
        .await
        .expect("a scan");
    assert!(read == rows, "{by}: {} of {} rows", read.len(), rows.len());
    db.close().await.expect("a quiet end");
}
