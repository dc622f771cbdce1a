//! A silent `ZooKeeper`. It listens on a real socket, so its time is real.

use std::time::{Duration, Instant};

use hbase_backend::{Backend as _, Deadline, Get};
use hbase_native::{Endpoint, Native, Options};
use tokio::net::TcpListener;

use crate::fake::Cluster;

#[tokio::test]
async fn a_silent_zookeeper_is_named_at_the_deadline() {
    let listener = TcpListener::bind(("127.0.0.1", 0))
        .await
        .expect("a free port");
    let address = listener.local_addr().expect("an address");
    let silent = tokio::spawn(async move {
        let mut taken = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            taken.push(stream);
        }
    });
    let quorum = [Endpoint::new("127.0.0.1", address.port())];
    let client = Native::of_zookeeper(quorum, "/hbase", Options::default());
    let begun = Instant::now();
    let deadline = Deadline::after(Duration::from_millis(300));
    let table = Cluster::table();
    let gets = [Get::new("r"), Get::new("s")];
    let calls = gets.each_ref().map(|get| client.get(&table, get, deadline));
    let outcomes = futures_util::future::join_all(calls).await;
    let errors: Vec<_> = outcomes
        .into_iter()
        .map(|outcome| outcome.expect_err("no answer").to_string())
        .collect();
    // One caller sends the request, the other one waits for its response.
    let named = format!("ZooKeeper at {address}");
    assert!(
        errors.iter().any(|error| error.contains(&named)),
        "{errors:?}"
    );
    assert!(
        begun.elapsed() < Duration::from_secs(2),
        "{:?}",
        begun.elapsed()
    );
    silent.abort();
}

#[tokio::test]
async fn a_zookeeper_that_cannot_be_reached_is_named_with_the_cause() {
    let closed = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let port = closed.local_addr().expect("an address").port();
    drop(closed);
    for (host, cause) in [("no-such-host.invalid", "lookup"), ("127.0.0.1", "refused")] {
        let quorum = [Endpoint::new(host, port)];
        let client = Native::of_zookeeper(quorum, "/hbase", Options::default());
        let deadline = Deadline::after(Duration::from_secs(5));
        let read = client
            .get(&Cluster::table(), &Get::new("r"), deadline)
            .await;
        let error = read.expect_err("no host").to_string();
        assert!(error.contains(&format!("{host}:{port}: ")), "{error}");
        assert!(error.contains(cause), "{error}");
    }
}
