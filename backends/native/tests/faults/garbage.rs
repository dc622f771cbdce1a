//! Servers that do not speak `HBase`'s RPC, or damage it.

use std::time::Duration;

use bytes::Bytes;
use hbase_backend::{Backend as _, CheckAndMutate, Condition, Mutation, Scan};
use hbase_native::Options;
use hbase_rpc::message::ResponseHeader;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use prost::Message as _;
use tokio::time::Instant;

use crate::fake::{Cluster, Fault, within};
use crate::{add, get, one_region_with, put};

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
    let (cluster, client) = one_region_with("r").await;
    cluster.once("a", "Get", Fault::Raw(Bytes::from_static(&[0xff; 4])));
    let begun = Instant::now();
    let error = get(&client, "r", within(60_000)).await.expect_err("4 GiB");
    assert!(error.to_string().contains("4294967295 bytes"), "{error}");
    assert!(begun.elapsed() < Duration::from_secs(1));
    get(&client, "r", within(1000))
        .await
        .expect("a new connection");
}

/// Its header, which is in bounds, names the call.
fn too_long(call_id: u32) -> Bytes {
    let header = ResponseHeader {
        call_id: Some(call_id),
        ..ResponseHeader::default()
    };
    let header = header.encode_length_delimited_to_vec();
    [&[0xff; 4][..], &header].concat().into()
}

#[tokio::test(start_paused = true)]
async fn an_unreadable_frame_fails_no_other_call() {
    let (cluster, client) = one_region_with("r").await;
    let unknown = Bytes::from_static(&[0xff; 4]);
    for frame in [unknown, too_long(2)] {
        let is_named = frame.len() > 4;
        cluster.once("a", "Get", Fault::Raw(frame));
        cluster.once("a", "Get", Fault::Late(Duration::from_millis(100)));
        let (own, other) = tokio::join!(
            get(&client, "r", within(5000)),
            get(&client, "r", within(5000))
        );
        assert!(other.is_ok_and(|row| row.is_some()));
        assert_eq!(own.is_err(), is_named, "{own:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_update_beside_an_unreadable_frame_is_carried_out_once_or_in_doubt() {
    for nonces in [true, false] {
        let cluster = Cluster::new(&[("", "", "a")]);
        let client = cluster.client_with(Options::default().nonces(nonces));
        put(&client, "r", within(1000)).await.expect("a write");
        let frame = Bytes::from_static(&[0xff; 4]);
        cluster.once("a", "Get", Fault::Raw(frame));
        cluster.once("a", "Mutate", Fault::CutLater(Duration::from_millis(100)));
        let (_, sum) = tokio::join!(
            get(&client, "r", within(5000)),
            add(&client, "n", within(5000))
        );
        match sum {
            Ok(sum) => assert!(nonces && sum == 1),
            Err(error) => assert!(error.to_string().contains("unknown"), "{error}"),
        }
        assert_eq!(cluster.increments(), 1);
    }
}

/// The response proves that the server has the request, but not its outcome.
#[tokio::test(start_paused = true)]
async fn a_write_whose_response_is_unreadable_is_in_doubt() {
    let (cluster, client) = one_region_with("r").await;
    let mut once = Mutation::new("r");
    once.put(b"f", b"q", b"v").expect("a small cell");
    let mut both = once.clone();
    both.delete_column(b"f", b"other", None).expect("a marker");
    let (family, qualifier) = (b"f".to_vec(), b"q".to_vec());
    let absent = Condition::Absent { family, qualifier };
    let check = CheckAndMutate::new(absent, once.clone());
    let table = Cluster::table();
    for method in ["Mutate", "Multi"] {
        cluster.always("a", method, Fault::Garbled);
    }
    let many = client.mutate_many(&table, vec![once], within(1000)).await;
    let errors = [
        add(&client, "n", within(1000)).await.expect_err("garbled"),
        client
            .mutate(&table, both, within(1000))
            .await
            .expect_err("garbled"),
        client
            .check_and_mutate(&table, check, within(1000))
            .await
            .expect_err("garbled"),
        many.expect("outcomes").remove(0).expect_err("garbled"),
    ];
    for error in errors {
        assert!(error.to_string().contains("unknown"), "{error}");
        assert!(!error.is_without_effect(), "{error}");
    }
    cluster.heal();
    get(&client, "r", within(1000)).await.expect("a read");
    assert_eq!(cluster.lookups(), 1, "a location was cleared");
    // The connection for rows, and one to request the start code before the increment is sent again.
    assert_eq!(cluster.connections("a"), 2, "the connection was dropped");
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
            let (cluster, client) = one_region_with("r").await;
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
