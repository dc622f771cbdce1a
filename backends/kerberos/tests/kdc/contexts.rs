//! Contexts with Java's acceptor: both kinds of tokens in both directions, for each encryption type.

use std::time::{Duration, SystemTime};

use hbase_schema_kerberos::{Context, Credentials, GssError, Initiator};

use crate::acceptor::{Acceptor, Connection};
use crate::kdc::Kdc;
use crate::soon;

async fn establish(
    credentials: &Credentials,
    service: &str,
    connection: &mut Connection,
) -> Result<Context, GssError> {
    let ticket = credentials.service_ticket(service, soon()).await.unwrap();
    let (initiator, token) = Initiator::start(&ticket, SystemTime::now());
    initiator.accept(&connection.call(&token).unwrap())
}

#[tokio::test]
#[ignore = "needs a KDC and Java"]
async fn java_unwraps_and_wraps_messages_of_each_type() {
    let kdc = Kdc::running().await;
    let alice = kdc.credentials("alice");
    for kind in 17..=20 {
        let service = format!("host/kind{kind}");
        let acceptor = Acceptor::start(&kdc, &service);
        let mut connection = acceptor.connect();
        let mut context = establish(&alice, &format!("{service}@TEST.LOCAL"), &mut connection)
            .await
            .unwrap();
        for (number, length) in [1, 15, 16, 17, 31, 32, 33, 1000, 70_000, 0]
            .into_iter()
            .enumerate()
        {
            for (seals, is_sealed_back) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let message: Vec<u8> = (0..length)
                    .map(|at| (at * 7 + number).to_le_bytes()[0])
                    .collect();
                let token = context.wrap(&message, seals).unwrap();
                let response = connection.call(&[&[u8::from(is_sealed_back)], &*token].concat());
                let response =
                    response.unwrap_or_else(|error| panic!("{kind}, {length}, {seals}: {error}"));
                assert_eq!(response[0], u8::from(seals), "{kind}, {length}");
                let found = context.unwrap(&response[1..], is_sealed_back);
                assert_eq!(
                    found.as_deref(),
                    Ok(&*message),
                    "{kind}, {length}, {is_sealed_back}"
                );
            }
        }
        let token = context.wrap(b"secret", true).unwrap();
        let response = connection.call(&[&[0], &*token].concat()).unwrap();
        assert_eq!(
            context.unwrap(&response[1..], true),
            Err(GssError::NotSealed)
        );
    }
}

#[tokio::test]
#[ignore = "needs a KDC and Java"]
async fn java_notices_what_is_wrong() {
    let kdc = Kdc::running().await;
    let alice = kdc.credentials("alice");
    let acceptor = Acceptor::start(&kdc, "host/localhost");
    for change in ["skip", "alter"] {
        let mut connection = acceptor.connect();
        let mut context = establish(&alice, "host/localhost", &mut connection)
            .await
            .unwrap();
        let mut token = context.wrap(b"one", true).unwrap();
        match change {
            "skip" => token = context.wrap(b"two", true).unwrap(),
            _ => token[30] ^= 1,
        }
        let error = connection.call(&[&[1], &*token].concat()).unwrap_err();
        println!("{change}: {error}");
    }
    // The token of another service.
    let mut connection = acceptor.connect();
    let ticket = alice.service_ticket("host/kind18", soon()).await.unwrap();
    let (_, token) = Initiator::start(&ticket, SystemTime::now());
    println!("{}", connection.call(&token).unwrap_err());
    // A clock that is an hour ahead.
    let mut connection = acceptor.connect();
    let ticket = alice
        .service_ticket("host/localhost", soon())
        .await
        .unwrap();
    let (_, token) = Initiator::start(&ticket, SystemTime::now() + Duration::from_secs(3600));
    let error = connection.call(&token).unwrap_err();
    assert!(error.contains("skew"), "{error}");
}
