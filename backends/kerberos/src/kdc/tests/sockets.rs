//! KDCs that do not behave, on a socket.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use super::super::{Kdcs, log_in, service_ticket};
use super::fake::{Reply, error, key, methods, principal};
use super::grants::granting;
use super::keys;
use crate::config::Config;
use crate::config::tests::parse;
use crate::crypto::EncryptionType;
use crate::error::LoginError;
use crate::time::ClockOffset;

/// A KDC that treats each connection alike, and returns its address.
pub(super) async fn kdc<F>(serve: impl Fn(TcpStream) -> F + Send + 'static) -> String
where
    F: Future<Output = Option<()>> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    address
}

pub(super) async fn request(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let length = stream.read_u32().await.ok()?;
    let mut request = vec![0; length.try_into().ok()?];
    stream.read_exact(&mut request).await.ok()?;
    Some(request)
}

pub(super) async fn reply(stream: &mut TcpStream, reply: &[u8]) -> Option<()> {
    stream.write_u32(reply.len().try_into().ok()?).await.ok()?;
    stream.write_all(reply).await.ok()
}

fn config(kdcs: &[String]) -> Config {
    let kdcs = format!("kdc = {}\n", kdcs.join(" "));
    parse(&format!("[realms]\nA = {{\n{kdcs}}}\nB = {{\n{kdcs}}}\n")).unwrap()
}

/// The error of a login, and how long it took.
async fn failure(kdcs: &[String], millis: u64) -> (String, Duration) {
    let start = Instant::now();
    let (config, keys) = (config(kdcs), keys());
    let deadline = start + Duration::from_millis(millis);
    let error = log_in(&Kdcs::default(), config.settings(), &keys, deadline)
        .await
        .unwrap_err();
    (error.to_string(), start.elapsed())
}

async fn raw(bytes: &'static [u8]) -> String {
    kdc(move |mut stream| async move {
        request(&mut stream).await?;
        stream.write_all(bytes).await.ok()
    })
    .await
}

#[tokio::test]
async fn replies_of_any_length_are_bounded() {
    for (bytes, expected) in [
        (
            &[0, 0, 0, 0][..],
            "a reply of 0 bytes, expected 1 to 1048576: this is not a KDC",
        ),
        (&[0x7f, 0xff, 0xff, 0xff], "a reply of 2147483647 bytes"),
        (&[0xff, 0xff, 0xff, 0xff], "a reply of 4294967295 bytes"),
        (
            &[0, 0, 0, 9, 1, 2],
            "the connection ended after 2 of 9 bytes",
        ),
        (b"HTTP/1.1 400 Bad Request", "a reply of 1213486160 bytes"),
        (&[0, 0, 0, 2, 0x7e, 0x82], "KRB-ERROR"),
        (&[0, 0, 0, 2, 0x30, 0x00], "AS-REP: found SEQUENCE"),
        (&[], "unexpected end of file"),
    ] {
        let address = raw(bytes).await;
        let (error, time) = failure(&[address], 8000).await;
        assert!(error.contains(expected), "{error}");
        assert!(time < Duration::from_secs(4), "{time:?}: {error}");
    }
}

#[tokio::test]
async fn a_reply_byte_by_byte_ends_at_the_deadline() {
    let address = kdc(|mut stream| async move {
        request(&mut stream).await?;
        stream.write_u32(1000).await.ok()?;
        loop {
            stream.write_u8(0x7e).await.ok()?;
            sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    let (error, time) = failure(std::slice::from_ref(&address), 500).await;
    assert!(
        error.contains(&format!("{address}: no reply in time")),
        "{error}"
    );
    assert!((480..1500).contains(&time.as_millis()), "{time:?}");
}

#[tokio::test]
async fn a_kdc_that_always_wants_more_is_an_error() {
    let address = kdc(|mut stream| async move {
        request(&mut stream).await?;
        let now = ClockOffset::default().now();
        let again = error(25, now, Some(methods(&[2, 19], &[18])));
        reply(&mut stream, &again).await
    })
    .await;
    let (error, time) = failure(&[address], 8000).await;
    assert!(error.contains("error 25"), "{error}");
    assert!(time < Duration::from_secs(4), "{time:?}");
}

#[tokio::test]
async fn kdcs_that_are_not_available_or_silent_leave_it_to_others() {
    let busy = kdc(|mut stream| async move {
        request(&mut stream).await?;
        reply(&mut stream, &error(29, ClockOffset::default().now(), None)).await
    })
    .await;
    let silent = kdc(|mut stream| async move {
        request(&mut stream).await?;
        sleep(Duration::from_secs(60)).await;
        Some(())
    })
    .await;
    let good = kdc(|mut stream| async move {
        let request = request(&mut stream).await?;
        reply(&mut stream, &Reply::to_login(&request).encode()).await
    })
    .await;
    let (config, keys, kdcs) = (config(&[busy, silent, good]), keys(), Kdcs::default());
    let login = || async {
        let start = Instant::now();
        let deadline = start + Duration::from_secs(5);
        let result = log_in(&kdcs, config.settings(), &keys, deadline).await;
        (result.is_ok(), start.elapsed())
    };
    let (is_first_ok, first) = login().await;
    assert!(
        is_first_ok && (500..4000).contains(&first.as_millis()),
        "{first:?}"
    );
    // The second login goes to the KDC that replied.
    let (is_second_ok, second) = login().await;
    assert!(
        is_second_ok && second < Duration::from_millis(300),
        "{second:?}"
    );
}

/// Each realm refers to the other.
#[tokio::test]
async fn referrals_in_a_circle_end() {
    let address = kdc(|mut stream| async move {
        let request = request(&mut stream).await?;
        // The realm is in the request; its tickets have this test's session keys.
        let is_a = !request.windows(3).any(|bytes| bytes == [0x1b, 1, b'B']);
        let (service, session) = if is_a {
            ("krbtgt/B@A", granting().key)
        } else {
            ("krbtgt/A@B", key(EncryptionType::Aes256Sha1, 8))
        };
        reply(
            &mut stream,
            &Reply::to_grant(&request, service, &session).encode(),
        )
        .await
    })
    .await;
    let config = config(&[address]);
    let deadline = Instant::now() + Duration::from_secs(5);
    let mut service = principal("host/h");
    service.realm.clear();
    let offset = ClockOffset::default();
    let kdcs = Kdcs::default();
    let result = service_ticket(
        &kdcs,
        config.settings(),
        &granting(),
        &service,
        offset,
        deadline,
    )
    .await;
    let error = result.unwrap_err();
    assert!(
        matches!(&error, LoginError::Referrals { realms, .. } if realms == "A, B"),
        "{error}"
    );
}

/// A deadline before the third KDC is called.
#[tokio::test]
async fn each_kdc_is_named_at_the_deadline() {
    let mut kdcs = Vec::new();
    for _ in 0..3 {
        let silent = kdc(|mut stream| async move {
            request(&mut stream).await?;
            sleep(Duration::from_secs(60)).await;
            Some(())
        });
        kdcs.push(silent.await);
    }
    let (error, time) = failure(&kdcs, 900).await;
    assert!((880..2500).contains(&time.as_millis()), "{time:?}");
    let [first, second, third] = &*kdcs else {
        panic!("three KDCs");
    };
    for expected in [
        format!("{first}: no reply in time; "),
        format!("{second}: no reply in time; "),
        format!("{third}: no time was left to call it"),
    ] {
        assert!(error.contains(&expected), "{error}");
    }
}
