//! Servers that do not speak `HBase`'s RPC, or damage it.

use std::time::Duration;

use bytes::Bytes;
use hbase_model::{Backend as _, Scan};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tokio::time::Instant;

use crate::fake::{Cluster, Fault, within};
use crate::{get, put};

#[tokio::test(start_paused = true)]
async fn a_peer_of_another_protocol_is_named_at_once() {
    for greeting in [
        &b"HTTP/1.1 400 Bad Request\r\n\r\n"[..],
        b"\x15\x03\x03\0\x02\x02\x0a a TLS alert",
        &[0xff; 64],
    ] {
        let cluster = Cluster::new(&[("", "", "a")]);
        cluster.greet(Bytes::copy_from_slice(greeting));
        let client = cluster.client();
        let begun = Instant::now();
        let error = get(&client, "r", within(60_000))
            .await
            .expect_err("garbage");
        assert!(begun.elapsed() < Duration::from_secs(2), "{error}");
        assert!(error.to_string().contains("HBase's RPC"), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_frame_beyond_the_limit_is_an_error_that_names_it() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = cluster.client();
    put(&client, "r", within(1000)).await.expect("a write");
    cluster.once("a", "Get", Fault::Raw(Bytes::from_static(&[0xff; 4])));
    let begun = Instant::now();
    let error = get(&client, "r", within(60_000)).await.expect_err("4 GiB");
    assert!(error.to_string().contains("4294967295 bytes"), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(1));
    get(&client, "r", within(1000))
        .await
        .expect("a new connection");
}

#[test]
fn whatever_bytes_come_a_call_ends() {
    let runtime = || {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime")
    };
    let bytes = prop::collection::vec(any::<u8>(), 0..300);
    let config = Config {
        cases: 64,
        failure_persistence: None,
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&(bytes, any::<bool>()), |(bytes, framed)| {
        runtime().block_on(async {
            let cluster = Cluster::new(&[("", "", "a")]);
            let client = cluster.client();
            put(&client, "r", within(1000)).await.expect("a write");
            let mut sent = Vec::new();
            if framed {
                let length = u32::try_from(bytes.len()).expect("few bytes");
                sent.extend_from_slice(&length.to_be_bytes());
            }
            sent.extend_from_slice(&bytes);
            for method in ["Get", "Scan"] {
                cluster.always("a", method, Fault::Raw(sent.clone().into()));
            }
            let begun = Instant::now();
            let _ = get(&client, "r", within(2000)).await;
            let table = Cluster::table();
            if let Ok(mut scanner) = client.scan(&table, Scan::new(), within(2000)).await {
                let _ = scanner.next_batch(within(2000)).await;
            }
            assert!(begun.elapsed() <= Duration::from_millis(4001));
            cluster.heal();
            get(&client, "r", within(2000)).await.expect("a read");
        });
        Ok(())
    });
    outcome.expect("each call ends");
}
