//! Which connections are reused, and which never.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use hbase_backend::{Backend, Deadline, Error};
use hbase_schema_thrift::{Gateway, ManualClock, Options, Thrift};

use crate::fake::{Act, Deaf, Fake, stranger};
use crate::soon;

#[tokio::test]
async fn one_connection_serves_call_after_call() {
    let fake = Fake::well();
    let client = fake.client(&Options::default());
    for _ in 0..5 {
        client.list_tables(soon()).await.unwrap();
    }
    assert_eq!(fake.connections(), [0; 5]);
}

#[tokio::test]
async fn a_connection_that_was_idle_for_long_is_not_used_again() {
    let fake = Fake::well();
    let clock = Arc::new(ManualClock::default());
    let options = Options::default().clock(Arc::<ManualClock>::clone(&clock));
    let client = fake.client(&options);
    for idle in [0, 44, 44, 46, 1] {
        clock.advance(Duration::from_secs(idle));
        client.list_tables(soon()).await.unwrap();
    }
    assert_eq!(fake.connections(), [0, 0, 0, 1, 1]);
    assert_eq!(client.retries(), 0);
}

#[tokio::test]
async fn a_connection_that_the_gateway_has_closed_is_seen_before_anything_is_sent() {
    let fake = Fake::start(|_, _| Act::AnswerAndClose);
    let client = fake.client(&Options::default());
    for _ in 0..3 {
        client.list_tables(soon()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(fake.connections(), [0, 1, 2]);
    assert_eq!(client.retries(), 0);
}

#[tokio::test]
async fn a_connection_that_closes_instead_of_an_answer_is_no_failure_of_a_read() {
    let fake = Fake::start(|number, _| if number == 1 { Act::Close } else { Act::Answer });
    let client = fake.client(&Options::default());
    client.list_tables(soon()).await.unwrap();
    client.list_tables(soon()).await.unwrap();
    assert_eq!(fake.connections(), [0, 0, 1]);
    assert_eq!(client.retries(), 1);
}

#[tokio::test]
async fn a_new_connection_that_closes_is_a_failure_with_a_hint() {
    let fake = Fake::start(|_, _| Act::Close);
    let client = fake.client(&Options::default());
    let error = client.list_tables(soon()).await.unwrap_err();
    let Error::Io { cause: source, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!(source.kind(), ErrorKind::UnexpectedEof);
    assert!(error.to_string().contains("`?framed`"), "{error}");
    assert!(
        error.to_string().contains(&fake.gateway.to_string()),
        "{error}"
    );
    assert_eq!(fake.seen().len(), 1, "the typed layer repeats it");
}

#[tokio::test]
async fn an_answer_that_never_comes_ends_at_the_deadline() {
    let fake = Fake::start(|number, _| {
        if number == 1 {
            Act::Silence
        } else {
            Act::Answer
        }
    });
    let client = fake.client(&Options::default().pool(1));
    client.list_tables(soon()).await.unwrap();
    let started = Instant::now();
    let deadline = Deadline::after(Duration::from_millis(200));
    let error = client.list_tables(deadline).await.unwrap_err();
    assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
    assert!(started.elapsed() < Duration::from_secs(2));
    // The response would have arrived on the old connection.
    client.list_tables(soon()).await.unwrap();
    assert_eq!(fake.connections(), [0, 0, 1]);
}

#[tokio::test]
async fn a_first_answer_that_never_comes_has_a_hint() {
    for framed in [false, true] {
        let options = Options::default().framed(framed);
        let client = Thrift::new([stranger(b"")], &options).unwrap();
        let deadline = Deadline::after(Duration::from_millis(200));
        let error = client.ping(deadline).await.unwrap_err();
        assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
        assert!(error.to_string().contains("`?framed`"), "{error}");
    }
}

#[tokio::test]
async fn a_call_that_nobody_waits_for_leaves_no_half_read_answer() {
    let pause = Duration::from_millis(200);
    let fake = Fake::start(move |number, _| match number {
        1 => Act::AnswerAfter(pause),
        _ => Act::Answer,
    });
    let client = fake.client(&Options::default().pool(1));
    client.list_tables(soon()).await.unwrap();
    let dropped = tokio::time::timeout(pause / 4, client.list_tables(soon())).await;
    assert!(dropped.is_err());
    assert_eq!(client.list_tables(soon()).await.unwrap().len(), 1);
    assert_eq!(fake.connections(), [0, 0, 1]);
}

#[tokio::test]
async fn there_are_never_more_than_the_pool_allows() {
    let fake = Fake::start(|_, _| Act::AnswerAfter(Duration::from_millis(20)));
    let client = fake.client(&Options::default().pool(3));
    let calls = (0..20).map(|_| client.list_tables(soon()));
    for answer in join_all(calls).await {
        answer.unwrap();
    }
    assert_eq!(fake.most_open(), 3);
    assert_eq!(fake.seen().len(), 20);
}

#[tokio::test]
async fn a_call_that_waits_for_a_connection_ends_at_its_deadline() {
    let fake = Fake::start(|_, _| Act::AnswerAfter(Duration::from_millis(500)));
    let client = fake.client(&Options::default().pool(1));
    let short = Deadline::after(Duration::from_millis(100));
    let (long, short) = tokio::join!(client.list_tables(soon()), client.list_tables(short));
    long.unwrap();
    assert!(
        matches!(short, Err(Error::DeadlineExceeded { .. })),
        "{short:?}"
    );
    assert_eq!(fake.seen().len(), 1);
}

#[tokio::test]
async fn what_is_no_gateway_is_told() {
    let fake = Fake::start(|_, _| Act::Bytes(b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec()));
    let client = fake.client(&Options::default());
    let error = client.ping(soon()).await.unwrap_err().to_string();
    assert!(error.contains("starts with the bytes 0x48 0x54"), "{error}");
    assert!(error.contains("is it a Thrift1 gateway"), "{error}");
}

#[tokio::test]
async fn an_answer_that_ends_in_the_middle_is_a_failure() {
    let fake = Fake::start(|_, _| Act::CloseMidway);
    let client = fake.client(&Options::default());
    let error = client.list_tables(soon()).await.unwrap_err();
    assert!(matches!(error, Error::Io { .. }), "{error}");
}

#[tokio::test]
async fn an_answer_that_says_it_is_huge_is_refused_at_once() {
    let gateway = stranger(b"\x7f\xff\xff\xff and what follows");
    let client = Thrift::new([gateway], &Options::default().framed(true)).unwrap();
    let error = client.list_tables(soon()).await.unwrap_err();
    assert!(matches!(error, Error::Backend { .. }), "{error}");
    assert!(
        error.to_string().contains("an answer of 2147483647 bytes"),
        "{error}"
    );
}

#[tokio::test]
async fn another_gateway_is_used_where_one_takes_no_connection() {
    let fake = Fake::well();
    let nobody = Gateway::new("127.0.0.1", 1);
    let gateways = [nobody.clone(), fake.gateway.clone()];
    let client = Thrift::new(gateways, &Options::default()).unwrap();
    client.list_tables(soon()).await.unwrap();
    let alone = Thrift::new([nobody], &Options::default()).unwrap();
    let error = alone.list_tables(soon()).await.unwrap_err();
    let Error::NotSent { cause, doing } = &error else {
        panic!("{error}")
    };
    assert_eq!(cause.kind(), ErrorKind::ConnectionRefused);
    assert_eq!(doing, "connecting to 127.0.0.1:1");
}

#[tokio::test]
async fn a_gateway_that_takes_no_connection_leaves_time_for_the_others() {
    let (deaf, fake) = (Deaf::start(), Fake::well());
    for others in [1, 2] {
        let mut gateways = vec![deaf.gateway.clone(); others];
        gateways.push(fake.gateway.clone());
        let client = Thrift::new(gateways, &Options::default()).unwrap();
        let deadline = Deadline::after(Duration::from_millis(1500));
        client.list_tables(deadline).await.unwrap();
    }
}

#[tokio::test]
async fn a_wait_for_a_connection_says_what_it_waited_for() {
    let deaf = Deaf::start();
    let client = Thrift::new([deaf.gateway.clone()], &Options::default()).unwrap();
    let deadline = Deadline::after(Duration::from_millis(200));
    let error = client.list_tables(deadline).await.unwrap_err();
    assert!(matches!(error, Error::DeadlineExceeded { .. }), "{error}");
    assert!(error.to_string().contains("connecting"), "{error}");
    let fake = Fake::start(|_, _| Act::AnswerAfter(Duration::from_millis(500)));
    let client = fake.client(&Options::default().pool(1));
    let short = Deadline::after(Duration::from_millis(100));
    let (_, short) = tokio::join!(client.list_tables(soon()), client.list_tables(short));
    let error = short.unwrap_err().to_string();
    assert!(error.contains("`?pool=N`"), "{error}");
}

#[tokio::test]
async fn each_gateway_that_fails_is_named_once() {
    let nobody = Gateway::new("127.0.0.1", 1);
    let alone = Thrift::new([nobody.clone()], &Options::default()).unwrap();
    let error = alone.list_tables(soon()).await.unwrap_err().to_string();
    assert_eq!(error.matches("127.0.0.1:1").count(), 1, "{error}");
    let deaf = Deaf::start();
    let several = Thrift::new([nobody, deaf.gateway.clone()], &Options::default()).unwrap();
    let error = several.list_tables(soon()).await.unwrap_err().to_string();
    let deaf = deaf.gateway.to_string();
    assert!(
        error.contains(&format!("{deaf}: its host does not answer")),
        "{error}"
    );
}

#[tokio::test]
async fn a_gateway_that_does_not_answer_goes_last() {
    for act in [Act::Silence, Act::Bytes(b"HTTP/1.1 400 Bad".to_vec())] {
        let (bad, well) = (Fake::start(move |_, _| act.clone()), Fake::well());
        let gateways = [bad.gateway.clone(), well.gateway.clone()];
        let client = Thrift::new(gateways, &Options::default()).unwrap();
        let short = || Deadline::after(Duration::from_millis(300));
        client.list_tables(short()).await.unwrap_err();
        for answer in join_all((0..6).map(|_| client.list_tables(short()))).await {
            answer.unwrap();
        }
        assert_eq!(bad.seen().len(), 1);
    }
}

#[tokio::test]
async fn a_ping_of_several_does_not_say_that_all_answered() {
    let nobody = Gateway::new("127.0.0.1", 1);
    let fake = Fake::well();
    let client = Thrift::new([nobody, fake.gateway.clone()], &Options::default()).unwrap();
    let line = client.ping(soon()).await.unwrap();
    let expected = format!(
        "Thrift1 gateway 127.0.0.1:1 or {} (buffered transport, binary protocol), cluster c-1",
        fake.gateway
    );
    assert_eq!(line, expected);
}

#[tokio::test]
async fn gateways_take_turns() {
    let (one, two) = (Fake::well(), Fake::well());
    let gateways = [one.gateway.clone(), two.gateway.clone()];
    let client = Thrift::new(gateways, &Options::default()).unwrap();
    let calls = (0..6).map(|_| client.list_tables(soon()));
    for answer in join_all(calls).await {
        answer.unwrap();
    }
    assert!(!one.seen().is_empty() && !two.seen().is_empty());
}

#[test]
fn a_connection_of_a_runtime_that_ended_is_not_used_in_the_next() {
    let fake = Fake::well();
    let client = fake.client(&Options::default());
    for _ in 0..2 {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(client.list_tables(soon())).unwrap();
    }
    assert_eq!(fake.connections(), [0, 1]);
}
