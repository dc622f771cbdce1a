//! KDCs that are not in the settings.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::super::{Kdcs, log_in};
use super::fake::Reply;
use super::keys;
use super::sockets::{kdc, reply, request};
use crate::config::tests::parse;
use crate::dns::Resolver;
use crate::dns::tests::naming;
use crate::error::LoginError;

#[tokio::test]
async fn dns_names_the_kdcs_of_a_realm_without_one() {
    let good = kdc(|mut stream| async move {
        let request = request(&mut stream).await?;
        reply(&mut stream, &Reply::to_login(&request).encode()).await
    })
    .await;
    let (_, port) = good.rsplit_once(':').unwrap();
    let (server, asked) = naming(port.parse().unwrap()).await;
    let kdcs = Kdcs::asking(Resolver::of(vec![server]));
    let (keys, settings) = (keys(), parse("").unwrap());
    for _ in 0..2 {
        let deadline = Instant::now() + Duration::from_secs(5);
        let granted = log_in(&kdcs, settings.settings(), &keys, deadline).await;
        granted.unwrap();
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1, "the records are kept");
}

#[tokio::test]
async fn dns_is_asked_again_after_a_kdc_has_failed() {
    let (server, asked) = naming(1).await;
    let kdcs = Kdcs::asking(Resolver::of(vec![server]));
    let (keys, settings) = (keys(), parse("").unwrap());
    for count in 1..3 {
        let deadline = Instant::now() + Duration::from_secs(5);
        let granted = log_in(&kdcs, settings.settings(), &keys, deadline).await;
        let error = granted.unwrap_err();
        let is_named = matches!(&error, LoginError::Unreachable { failures, .. } if failures.contains("localhost:1"));
        assert!(is_named, "{error}");
        assert_eq!(asked.load(Ordering::Relaxed), count);
    }
}

#[tokio::test]
async fn dns_is_not_asked_where_the_settings_forbid_it() {
    let (server, asked) = naming(1).await;
    let kdcs = Kdcs::asking(Resolver::of(vec![server]));
    let settings = parse("[libdefaults]\ndns_lookup_kdc = no\n").unwrap();
    let deadline = Instant::now() + Duration::from_secs(5);
    let granted = log_in(&kdcs, settings.settings(), &keys(), deadline).await;
    let error = granted.unwrap_err();
    assert!(matches!(error, LoginError::NoKdc { .. }), "{error}");
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}
