//! Ways to a real `HBase` by its own RPC: masters, `ZooKeeper`, `hbase-site.xml`, names that are not resolved.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

use std::time::{Duration, Instant};

use hbase_backend::{Backend as _, Deadline, Row, RowBound, Scan};
use hbase_native::{Endpoint, Native, Options};
use hbase_schema::connect::Builder;
use hbase_schema::{Connection, ErrorKind, HTable};
use hbase_schema_cluster_tests::{Cluster, Mode, Proxy, native, secured, soon};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("NATIVE_CONNECT")]
#[family("D")]
struct Visit {
    #[rowkey]
    by: String,
    count: u32,
}

fn cluster() -> Cluster {
    Cluster::from_env().expect("a running HBase")
}

/// Writes and reads a row with this connection, in a table that the first one creates.
async fn use_it(builder: Builder, by: &str) {
    let db = builder.connect().await;
    let db = db.unwrap_or_else(|error| panic!("{by}: {error}"));
    let visit = Visit {
        by: by.to_owned(),
        count: 7,
    };
    db.put(&visit)
        .await
        .unwrap_or_else(|error| panic!("{by}: {error}"));
    assert_eq!(db.get(&visit.key()).await.expect("a get"), Some(visit));
    db.close().await.expect("a quiet end");
}

#[tokio::test]
async fn a_cluster_is_reached_by_every_url_and_by_its_settings() {
    let cluster = cluster();
    let by_url = |url: String| Connection::builder().url(url);
    let master = format!("hbase://{}", cluster.master);
    let db = by_url(master.clone()).connect().await.expect("a cluster");
    let about = db.ping().await.expect("a ping");
    let version = std::env::var("HBASE_TEST_VERSION");
    let version = version.as_deref().unwrap_or("2.6.1");
    assert!(
        about.contains(&format!("HBase {version}")) && about.contains("1 region server"),
        "{about}"
    );
    db.create_table::<Visit>().await.expect("a new table");

    let meta = hbase_rpc::region::META_TABLE;
    let mut ours = Scan::new();
    ours.start = RowBound::Included(b"NATIVE_CONNECT,,".to_vec());
    let mut scanner = native(&cluster)
        .scan(&meta, ours, soon())
        .await
        .expect("a scan");
    let regions = scanner.next_batch(soon()).await.expect("regions");
    let is_ours = |row: &Row| row.key().starts_with(b"NATIVE_CONNECT,,");
    assert_eq!(regions.iter().filter(|row| is_ours(row)).count(), 1);

    use_it(by_url(master), "master").await;
    let rpc = format!("hbase+rpc://127.0.0.1:1,{}", cluster.master);
    use_it(by_url(rpc), "one of two").await;
    let zookeeper = format!("hbase+zk://127.0.0.1:1,{}", cluster.zookeeper);
    use_it(by_url(zookeeper), "ZooKeeper").await;
    let site = cluster.directory().join("conf/hbase-site.xml");
    use_it(Connection::builder().site_file(site), "hbase-site.xml").await;
    let port = cluster.master.rsplit(':').next().unwrap_or_default();
    let named = by_url(format!("hbase://master.invalid:{port}"));
    let named = named.set(
        "hbase.schema.native.hosts",
        "other=1.2.3.4, master.invalid=127.0.0.1",
    );
    use_it(named, "a mapped name").await;
}

async fn error_of(url: &str) -> hbase_schema::Error {
    let started = Instant::now();
    let error = hbase_schema::connect(url).await.expect_err("no cluster");
    let took = started.elapsed();
    assert!(took < Duration::from_secs(30), "{url}: {took:?}");
    error
}

#[tokio::test]
async fn what_is_not_the_cluster_is_named() {
    let cluster = cluster();
    let error = error_of(&format!("hbase+zk://{}/other", cluster.zookeeper)).await;
    let text = error.to_string();
    assert!(text.contains("has no node /other"), "{text}");
    let error = error_of(&format!("hbase://{}", cluster.zookeeper)).await;
    assert_eq!(error.kind(), ErrorKind::Unavailable, "{error}");
    let error = error_of("hbase://no-such-host.invalid").await.to_string();
    assert!(
        error.contains("connecting to no-such-host.invalid:16000"),
        "{error}"
    );
}

/// A client that logs in to a server which requires no authentication: only a setting lets it connect.
#[tokio::test]
async fn a_server_that_is_not_secured_is_named() {
    if secured::is_secured() {
        println!("the server is secured");
        return;
    }
    let url = format!("hbase://{}", cluster().master);
    let token = hbase_native::DelegationToken::new("identifier", "password", "any");
    let file = hbase_native::DelegationToken::encode_file([&token]);
    let by_token = || {
        Connection::builder()
            .url(&url)
            .set("hbase.security.authentication", "kerberos")
            .delegation_tokens(file.clone())
    };
    let begun = Instant::now();
    let error = by_token().connect().await.expect_err("no authentication");
    assert!(begun.elapsed() < Duration::from_secs(2), "{error}");
    assert_eq!(error.kind(), ErrorKind::Unauthenticated, "{error}");
    let text = error.to_string();
    assert!(
        text.contains("the server requires no authentication"),
        "{text}"
    );
    let allowed = by_token().set("hbase.ipc.client.fallback-to-simple-auth-allowed", "true");
    let db = allowed.connect().await;
    let db = db.unwrap_or_else(|error| panic!("{error}"));
    assert!(db.ping().await.expect("a ping").contains("1 region server"));
}

/// The outcomes of an open session, and of one that gets no response.
#[tokio::test]
async fn a_zookeeper_that_falls_silent_is_named_at_the_deadline() {
    let cluster = cluster();
    let proxy = Proxy::start(&cluster.zookeeper, 1).expect("a proxy");
    let address = proxy.address();
    let (host, port) = address.rsplit_once(':').expect("host:port");
    let port = port.parse().expect("a port");
    let client = || {
        let quorum = [Endpoint::new(host, port)];
        Native::of_zookeeper(quorum, "/hbase", Options::default())
    };
    client().list_namespaces(soon()).await.expect("a cluster");
    proxy.set(Mode::Stall);
    let silent = client();
    let started = Instant::now();
    let deadline = Deadline::after(Duration::from_secs(1));
    let error = silent.list_namespaces(deadline).await;
    let error = error.expect_err("silence").to_string();
    assert!(started.elapsed() < Duration::from_secs(2), "{error}");
    let named = format!("ZooKeeper at {address}");
    assert!(error.contains(&named), "{error}");
    proxy.set(Mode::Pass);
    silent.list_namespaces(soon()).await.expect("a cluster");
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("NATIVE_RUNTIMES")]
#[family("D")]
struct Use {
    #[rowkey]
    by: String,
    count: u32,
}

/// One connection, as of a `static`, in several runtimes: after the first one has ended, and while one is not
/// driven.
#[test]
fn a_connection_is_used_in_several_runtimes() {
    let runtime = || {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_all().build().expect("a runtime")
    };
    let url = format!("hbase://{}", cluster().master);
    let db = runtime().block_on(async {
        let db = Connection::builder().url(url).connect().await;
        let db = db.expect("a cluster").timeout(Duration::from_secs(10));
        db.create_table::<Use>().await.expect("a table");
        db
    });
    let use_it = async |by: &str| {
        let by = by.to_owned();
        let used = Use { by, count: 1 };
        db.put(&used).await.expect("a put");
        assert_eq!(db.get(&used.key()).await.expect("a get"), Some(used));
    };
    let idle = runtime();
    for turn in 0..3 {
        runtime().block_on(use_it(&format!("runtime {turn}")));
        idle.block_on(use_it(&format!("idle {turn}")));
    }
    let rows = db.scan(Use::scan().all());
    let mut rows = idle.block_on(async {
        let mut rows = rows.rows();
        rows.next().await.expect("a row").expect("a row");
        rows
    });
    drop(idle);
    runtime().block_on(async {
        let mut count = 1;
        while let Some(row) = rows.next().await {
            row.expect("a row");
            count += 1;
        }
        assert!(count >= 6, "{count}");
        db.close().await.expect("a quiet end");
    });
}
