//! A real `HBase` that speaks only TLS and requests certificates: `HBASE_TEST_TLS=1 tests/hbase/hbase with …`.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::time::{Duration, Instant};

use hbase_schema::connect::Builder;
use hbase_schema::{Connection, HTable};
use hbase_schema_cluster_tests::Cluster;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("NATIVE_TLS")]
#[family("D")]
struct Secret {
    #[rowkey]
    name: String,
    value: String,
}

/// A connection to the cluster by these settings.
fn builder(settings: &[(&str, String)]) -> Builder {
    let cluster = Cluster::from_env().expect("a running HBase");
    builder_at(format!("hbase://{}", cluster.master), settings)
}

fn builder_at(url: String, settings: &[(&str, String)]) -> Builder {
    let builder = Connection::builder().url(url);
    let settings = settings.iter();
    settings.fold(builder, |builder, (name, value)| builder.set(*name, value))
}

fn file(name: &str) -> String {
    let cluster = Cluster::from_env().expect("a running HBase");
    let file = cluster.directory().join("tls").join(name);
    assert!(
        file.exists(),
        "{}: was the cluster started with HBASE_TEST_TLS=1?",
        file.display()
    );
    file.display().to_string()
}

fn trusting() -> [(&'static str, String); 2] {
    [
        ("hbase.client.netty.tls.enabled", "true".to_owned()),
        ("hbase.rpc.tls.truststore.location", file("authority.pem")),
    ]
}

fn identified() -> Vec<(&'static str, String)> {
    let identity = ("hbase.rpc.tls.keystore.location", file("server.pem"));
    trusting().into_iter().chain([identity]).collect()
}

#[tokio::test]
async fn rows_are_written_and_read_by_tls() {
    let db = builder(&identified()).connect().await;
    let db = db.unwrap_or_else(|error| panic!("{error}"));
    db.create_table::<Secret>().await.expect("a table");
    let rows: Vec<_> = (0..3000)
        .map(|n| Secret {
            name: format!("row{n:05}"),
            value: "x".repeat(n % 1000),
        })
        .collect();
    db.put_many(rows.clone()).await.expect("rows");
    let read: Vec<Secret> = db
        .scan(Secret::scan().all())
        .rows()
        .collect()
        .await
        .expect("a scan");
    assert_eq!(read, rows);
}

/// The settings of `hbase-site.xml` alone are enough.
#[tokio::test]
async fn the_settings_of_the_cluster_itself_reach_it() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let site = cluster.directory().join("conf/hbase-site.xml");
    let db = Connection::builder().site_file(site).connect().await;
    let db = db.unwrap_or_else(|error| panic!("{error}"));
    assert!(db.ping().await.expect("a ping").contains("HBase 2.6.1"));
}

#[tokio::test]
async fn what_the_handshake_lacks_is_named() {
    for (settings, expected) in [
        (vec![], "connection"),
        (trusting().to_vec(), "ertificate"),
        (
            vec![
                trusting()[0].clone(),
                ("hbase.rpc.tls.truststore.location", file("server.crt")),
            ],
            "the TLS handshake failed",
        ),
    ] {
        let cluster = Cluster::from_env().expect("a running HBase");
        // A master that ZooKeeper names may have just stopped, so the client tries until its deadline.
        let timeout = ("hbase.schema.timeout.ms", "3000".to_owned());
        let by_zookeeper = settings.iter().cloned().chain([timeout]).collect();
        for (url, settings) in [
            (format!("hbase://{}", cluster.master), settings),
            (
                format!("hbase+zk://{}/hbase", cluster.zookeeper),
                by_zookeeper,
            ),
        ] {
            let started = Instant::now();
            let connected = builder_at(url.clone(), &settings).connect().await;
            let error = connected.expect_err("no way in").to_string();
            let took = started.elapsed();
            assert!(error.contains(expected), "{url}, {settings:?}: {error}");
            assert!(took < Duration::from_secs(10), "{url}, {took:?}: {error}");
        }
    }
}
