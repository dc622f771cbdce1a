//! Framed transport and compact protocol, with gateways started for them.

use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use hbase_backend::{Backend, CheckAndMutate, Condition, Deadline, Mutation, Row, Scan, TimeRange};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_schema_cluster_tests::{Cluster, soon};
use hbase_schema_thrift::{Gateway, Options, Thrift};

/// Bytes of each value, so that the puts do not fit in one frame.
const VALUE: usize = 10_000;

/// A gateway that ends with the test.
struct Own(Child);

impl Drop for Own {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(flags: &[&str]) -> (Own, u16) {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let number = port.to_string();
    let mut arguments = vec![
        "java",
        "org.apache.hadoop.hbase.thrift.ThriftServer",
        "start",
    ];
    arguments.extend(["-threadpool", "-p", &number, "--infoport", "-1"]);
    arguments.extend(flags);
    let cluster = Cluster::from_env().expect("a running HBase");
    let mut command = cluster.script(&arguments);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    (Own(child.expect("a gateway")), port)
}

async fn wait(client: &Thrift) {
    let until = Instant::now() + Duration::from_secs(90);
    while let Err(error) = client.ping(Deadline::after(Duration::from_secs(5))).await {
        assert!(Instant::now() < until, "{error}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn writes_and_reads(name: &'static str, flags: &[&str], options: &Options) {
    let (_own, port) = start(flags);
    let client = Thrift::new([Gateway::new("127.0.0.1", port)], options).expect("one gateway");
    wait(&client).await;
    let mut table = TableDescriptor::new(TableName::from_static("default", name));
    table.families = vec![FamilyDescriptor::new("f")].into();
    client
        .create_table(&table, soon())
        .await
        .expect("a new table");
    let puts = (0..500).map(|n| {
        let mut put = Mutation::new(format!("{n:03}"));
        put.put_at(b"f", b"q", 1, &[0; VALUE]).expect("short");
        put
    });
    let written = client
        .mutate_many(&table.name, puts.collect(), soon())
        .await;
    assert!(written.expect("puts").iter().all(Result::is_ok));
    let rows = scan(&client, &table.name).await;
    assert_eq!(rows.len(), 500);
    assert!(
        rows.iter()
            .all(|row| row.value(b"f", b"q") == Some(&[0; VALUE]))
    );
    puts_if_absent_once(&client, &table.name).await;
    client
        .drop_table(&table.name, soon())
        .await
        .expect("a table");
}

async fn scan(client: &Thrift, table: &TableName) -> Vec<Row> {
    let scanner = client.scan(table, Scan::new(), soon()).await;
    let mut scanner = scanner.expect("a scan");
    let mut rows: Vec<Row> = Vec::new();
    loop {
        let batch = scanner.next_batch(soon()).await.expect("rows");
        if batch.is_empty() {
            return rows;
        }
        rows.extend(batch);
    }
}

async fn puts_if_absent_once(client: &Thrift, table: &TableName) {
    let mut put = Mutation::new("000");
    put.put(b"f", b"r", b"v").expect("short");
    let check = CheckAndMutate {
        condition: Condition::Absent {
            family: b"f".to_vec(),
            qualifier: b"r".to_vec(),
        },
        time_range: TimeRange::ALL,
        mutation: put,
    };
    for held in [true, false] {
        let done = client.check_and_mutate(table, check.clone(), soon()).await;
        assert_eq!(done.expect("a check"), held);
    }
}

#[tokio::test]
async fn framed() {
    let options = Options::default().framed(true);
    writes_and_reads("transport_framed", &["-f"], &options).await;
}

#[tokio::test]
async fn compact() {
    let options = Options::default().compact(true);
    writes_and_reads("transport_compact", &["-c"], &options).await;
}

#[tokio::test]
async fn framed_and_compact() {
    let options = Options::default().framed(true).compact(true);
    writes_and_reads("transport_both", &["-f", "-c"], &options).await;
}

#[tokio::test]
async fn the_other_gateway_is_reported() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let number = port.to_string();
    let cluster = Cluster::from_env().expect("a running HBase");
    let class = "org.apache.hadoop.hbase.thrift2.ThriftServer";
    let mut command = cluster.script(&["java", class, "start", "-p", &number, "--infoport", "-1"]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let _own = Own(child.expect("a gateway"));
    let gateway = Gateway::new("127.0.0.1", port);
    let client = Thrift::new([gateway], &Options::default()).expect("one gateway");
    let until = Instant::now() + Duration::from_secs(90);
    loop {
        let answer = client.ping(Deadline::after(Duration::from_secs(5))).await;
        let error = answer.expect_err("another interface").to_string();
        if error.contains("is a Thrift2 gateway") {
            return;
        }
        assert!(Instant::now() < until, "{error}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
