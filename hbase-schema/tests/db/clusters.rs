//! Clusters: their settings, and missing clusters.

use hbase_schema::Connection;

use crate::support::assert_contains;
use crate::urls::error_of;

/// TLS with a file of authorities.
#[cfg(feature = "native")]
pub(crate) fn secured(path: &str) -> hbase_schema::Settings {
    hbase_schema::Settings::new()
        .set("hbase.masters", "127.0.0.1:1")
        .set("hbase.client.netty.tls.enabled", "true")
        .set("hbase.rpc.tls.truststore.location", path)
}

#[cfg(feature = "tls")]
#[tokio::test]
async fn files_of_tls_are_named_where_they_are_of_no_use() {
    use crate::settings::url_of;

    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("ca.pem");
    let path = path.to_str().unwrap();
    let error = url_of(secured(path)).await;
    assert!(error.contains(&format!("{path}: No such file")), "{error}");
    std::fs::write(path, "no certificate").unwrap();
    let error = url_of(secured(path)).await;
    assert_contains(&error, &format!("{path}: found no certificate in PEM"));
    std::fs::write(
        path,
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
    )
    .unwrap();
    let error = url_of(secured(path)).await;
    assert!(error.contains(&format!("{path}: an authority")), "{error}");
    let without = secured("");
    assert_eq!(
        url_of(without.clone()).await,
        "code: hbase.client.netty.tls.enabled is `true`, expected \
         `hbase.rpc.tls.truststore.location`, a PEM file, as well"
    );
    let elsewhere = Connection::builder().settings(without).url("memory:");
    elsewhere.connect().await.unwrap();
}

#[tokio::test]
async fn wrong_settings_of_clients_are_errors_with_every_backend() {
    for (name, value, expected) in [
        (
            "hbase.schema.native.hosts",
            "a",
            "comma-separated `NAME=ADDRESS`",
        ),
        ("hbase.schema.native.response.bytes", "0", "at least 1"),
    ] {
        let builder = Connection::builder().url("memory:").set(name, value);
        let error = builder.connect().await.unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("code: {name} is `{value}`, expected")),
            "{error}"
        );
        assert!(error.contains(expected), "{error}");
    }
}

#[cfg(feature = "native")]
#[tokio::test]
async fn a_cluster_that_is_not_there_is_named_at_once() {
    let started = std::time::Instant::now();
    // Nothing listens on port 1.
    for url in ["hbase://127.0.0.1:1", "hbase+rpc://127.0.0.1:1,127.0.0.1:2"] {
        let error = error_of(url).await;
        assert!(error.contains("connecting to 127.0.0.1:"), "{error}");
        assert!(error.contains("refused"), "{error}");
    }
    assert!(started.elapsed() < std::time::Duration::from_secs(20));
}

#[cfg(feature = "zookeeper")]
#[tokio::test]
async fn a_zookeeper_that_is_not_there_is_named() {
    let error = error_of("hbase+zk://127.0.0.1:1/hbase").await;
    assert!(error.contains("ZooKeeper at 127.0.0.1:1"), "{error}");
}

#[cfg(feature = "thrift")]
#[tokio::test]
async fn a_gateway_that_is_not_there_is_named() {
    // Nothing listens on port 1.
    let error = error_of("thrift://127.0.0.1:1?framed&pool=2").await;
    assert!(error.contains("connecting to 127.0.0.1:1"), "{error}");
    assert!(error.contains("refused"), "{error}");
}
