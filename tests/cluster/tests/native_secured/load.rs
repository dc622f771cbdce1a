//! Load while tickets end, the KDC stops and region servers are killed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Deadline, Error, Mutation, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_native::{Endpoint, Login, Native, Options};
use hbase_schema_cluster_tests::secured::{by_keytab, protection};
use hbase_schema_cluster_tests::{Cluster, soon};

use crate::cluster;

const TABLE: TableName = TableName::from_static("default", "SECURED_LOAD");

/// Longer than any outage.
fn patient() -> Deadline {
    Deadline::after(Duration::from_secs(90))
}

fn client(cluster: &Cluster, login: &Login) -> Native {
    let (host, port) = cluster.master.rsplit_once(':').expect("host:port");
    let master = Endpoint::new(host, port.parse().expect("a port"));
    Native::new([master], Options::default().login(login.clone()))
}

/// Writes rows one by one; returns those that were acknowledged.
async fn write(client: Native, worker: usize, is_over: Arc<AtomicBool>) -> Vec<String> {
    let mut acknowledged = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let row = format!("{worker}-{:07}", acknowledged.len());
        let mut mutation = Mutation::new(row.as_str());
        mutation.put_at(b"f", b"q", 1, b"v").expect("a put");
        match client.mutate(&TABLE, mutation, patient()).await {
            Ok(()) => acknowledged.push(row),
            Err(error @ Error::Unauthenticated { .. }) => panic!("{row}: {error}"),
            Err(error) => println!("{row}: {error}"),
        }
    }
    acknowledged
}

/// Makes new connections, each of which needs a ticket.
async fn connect(cluster: Cluster, login: Login, is_over: Arc<AtomicBool>) -> usize {
    let mut count = 0;
    while !is_over.load(Ordering::Relaxed) {
        let client = client(&cluster, &login);
        let status = client.ping(patient()).await;
        if let Err(error @ Error::Unauthenticated { .. }) = status {
            panic!("connection {count}: {error}");
        }
        count += 1;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    count
}

/// Runs a command of the script, on a thread that may block.
async fn control(cluster: &Cluster, command: [&'static str; 2]) {
    let cluster = cluster.clone();
    let done = tokio::task::spawn_blocking(move || cluster.run(&command));
    done.await.expect("a thread").expect("the script");
}

/// A minute of outages: the KDC is down for 15 s, and a region server is killed meanwhile.
async fn minute(cluster: &Cluster, has_servers: bool) {
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(12)).await;
    control(cluster, ["kdc", "kill"]).await;
    if has_servers {
        control(cluster, ["region1", "kill"]).await;
    }
    tokio::time::sleep(Duration::from_secs(15)).await;
    control(cluster, ["kdc", "start"]).await;
    if has_servers {
        control(cluster, ["region1", "start"]).await;
    }
    let left = Duration::from_mins(1).saturating_sub(begun.elapsed());
    tokio::time::sleep(left).await;
}

/// `LOAD_MINUTES` (default 1). With `--servers 2`, region servers are killed, too.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes"]
async fn tickets_end_and_kdcs_stop_without_a_failed_login() {
    let cluster = cluster();
    let minutes = std::env::var("LOAD_MINUTES").map_or(1, |text| text.parse().expect("a number"));
    let has_servers =
        std::env::var("HBASE_TEST_REGIONS").is_ok_and(|regions| regions.contains(' '));
    let admin = client(&cluster, &by_keytab(&cluster, "alice", protection()));
    let mut table = TableDescriptor::new(TABLE);
    table.families = vec![FamilyDescriptor::new("f")].into();
    admin.create_table(&table, soon()).await.expect("a table");

    // The user's tickets end after 30 s.
    let login = by_keytab(&cluster, "brief", protection());
    let is_over = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (0..4)
        .map(|worker| {
            tokio::spawn(write(
                client(&cluster, &login),
                worker,
                Arc::clone(&is_over),
            ))
        })
        .collect();
    let connecting = tokio::spawn(connect(cluster.clone(), login, Arc::clone(&is_over)));
    for _ in 0..minutes {
        minute(&cluster, has_servers).await;
    }
    is_over.store(true, Ordering::Relaxed);
    let connections = connecting.await.expect("no failed login");
    let mut acknowledged = BTreeSet::new();
    for writer in writers {
        acknowledged.extend(writer.await.expect("no failed login"));
    }
    println!("{} rows, {connections} connections", acknowledged.len());
    assert!(acknowledged.len() > 1000 && connections > 20);

    let mut scanner = admin
        .scan(&TABLE, Scan::new(), soon())
        .await
        .expect("a scan");
    loop {
        let batch = scanner.next_batch(soon()).await.expect("rows");
        if batch.is_empty() {
            break;
        }
        for row in batch {
            acknowledged.remove(&*String::from_utf8_lossy(row.key()));
        }
    }
    assert!(
        acknowledged.is_empty(),
        "{} acknowledged rows are lost",
        acknowledged.len()
    );
}
