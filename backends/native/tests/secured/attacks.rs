//! Attacks: each ends in an error that names it, and the attacker learns nothing.

use std::time::{Duration, Instant};

use hbase_backend::{Backend as _, Error};
use hbase_native::{Login, Native, Options, Protection};

use crate::server::{Conduct, LoginConduct, Seen, Server, Tokens};
use crate::{EACH, SWITCH_TO_SIMPLE, accepting, error_of, within};

fn during_login(login: LoginConduct) -> Conduct {
    Conduct {
        login,
        ..Conduct::default()
    }
}

fn assert_not_logged_in(error: &Error, expected: &str) {
    assert!(matches!(error, Error::Unauthenticated { .. }), "{error:?}");
    assert!(error.to_string().contains(expected), "{expected}: {error}");
}

/// Neither a header nor a request was sent.
fn assert_nothing_sent(seen: &Seen) {
    assert!(seen.headers.is_empty(), "{:?}", seen.headers);
    for part in [&b"somebody"[..], b"ClientMetaService", b"GetActiveMaster"] {
        let is_sent = seen.wire.windows(part.len()).any(|window| window == part);
        assert!(!is_sent, "{}", String::from_utf8_lossy(part));
    }
}

#[tokio::test]
async fn a_downgrade_to_no_authentication_is_not_followed() {
    let switch = LoginConduct::Sends(SWITCH_TO_SIMPLE);
    let (error, seen) = error_of(during_login(switch), accepting(&EACH)).await;
    assert_not_logged_in(
        &error,
        "the server requires no authentication, but this client does",
    );
    assert_nothing_sent(&seen);
}

/// Also where the settings would allow it: after a challenge, the server is a secured one.
#[tokio::test]
async fn a_late_downgrade_to_no_authentication_is_not_followed() {
    for is_allowed in [false, true] {
        let switch = LoginConduct::SendsLater(SWITCH_TO_SIMPLE);
        let login = accepting(&EACH).fallback_to_simple(is_allowed);
        let (error, seen) = error_of(during_login(switch), login).await;
        assert_not_logged_in(
            &error,
            "the server requires no authentication, but this client does",
        );
        assert_nothing_sent(&seen);
    }
}

#[tokio::test]
async fn a_downgrade_of_the_protection_is_not_followed() {
    for (accepted, offered, expected) in [
        (
            vec![Protection::Privacy],
            "auth",
            "offers authentication, this client accepts privacy",
        ),
        (
            vec![Protection::Privacy],
            "auth-int,auth",
            "offers integrity, authentication",
        ),
        (vec![Protection::Integrity], "auth", "accepts integrity"),
        (vec![Protection::Privacy], "", "offers none"),
    ] {
        let conduct = Conduct {
            offered,
            ..Conduct::default()
        };
        let (error, seen) = error_of(conduct, accepting(&accepted)).await;
        assert_not_logged_in(&error, expected);
        assert!(seen.logins.is_empty());
        assert_nothing_sent(&seen);
    }
}

#[tokio::test]
async fn lengths_out_of_bounds_are_errors() {
    for (bytes, expected) in [
        (
            &[0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff][..],
            "a SASL challenge of 2147483647 bytes",
        ),
        (
            &[0, 0, 0, 0, 0, 0x10, 0, 1],
            "a SASL challenge of 1048577 bytes",
        ),
        (&[0, 0, 0, 0, 0, 0, 0, 0], "a SASL challenge of 0 bytes"),
        (
            &[0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff],
            "a SASL challenge of -1 bytes",
        ),
        (
            &[0, 0, 0, 0, 0x80, 0, 0, 0],
            "a SASL challenge of -2147483648 bytes",
        ),
        (
            &[0, 0, 0, 1, 0x7f, 0xff, 0xff, 0xff],
            "a text of 2147483647 bytes",
        ),
        (&[0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff], "a text of -1 bytes"),
        (
            &[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 1, 0, 1],
            "a text of 65537 bytes",
        ),
    ] {
        for conduct in [LoginConduct::Sends(bytes), LoginConduct::SendsLater(bytes)] {
            let (error, seen) = error_of(during_login(conduct), accepting(&EACH)).await;
            assert_not_logged_in(&error, expected);
            assert_nothing_sent(&seen);
        }
    }
}

#[tokio::test]
async fn challenges_without_end_are_an_error() {
    let (error, seen) = error_of(during_login(LoginConduct::Endless), accepting(&EACH)).await;
    assert_not_logged_in(&error, "no `rspauth` in the last challenge");
    assert_nothing_sent(&seen);
}

#[tokio::test]
async fn a_server_without_the_key_is_not_believed() {
    for conduct in [LoginConduct::ProvesWrongly, LoginConduct::ProvesNothing] {
        let server = Server::start(during_login(conduct), 0).await;
        let options = Options::default().connect_timeout(Duration::from_millis(300));
        let client = Native::new([server.endpoint()], options.login(accepting(&EACH)));
        let error = client
            .ping(within(1))
            .await
            .expect_err("a server without the key");
        if conduct == LoginConduct::ProvesWrongly {
            assert_not_logged_in(&error, "the server's proof of its identity is wrong");
        }
        assert_nothing_sent(&server.seen());
    }
}

/// A login takes no longer than a connection may.
#[tokio::test]
async fn a_silent_server_is_an_error_after_the_time_of_a_connection() {
    for conduct in [
        LoginConduct::Silent,
        LoginConduct::Sends(&[0, 0, 0, 0, 0, 0, 0, 9, 1]),
    ] {
        let server = Server::start(during_login(conduct), 0).await;
        let options = Options::default().connect_timeout(Duration::from_millis(200));
        let client = Native::new([server.endpoint()], options.login(accepting(&EACH)));
        let begun = Instant::now();
        let error = client.ping(within(1)).await.expect_err("silence");
        assert!(begun.elapsed() < Duration::from_secs(2), "{error}");
        assert_nothing_sent(&server.seen());
    }
}

#[tokio::test]
async fn a_server_that_closes_the_connection_is_an_error() {
    let server = Server::start(during_login(LoginConduct::Closes), 0).await;
    let client = Native::new(
        [server.endpoint()],
        Options::default().login(accepting(&EACH)),
    );
    let error = client
        .ping(within(1))
        .await
        .expect_err("a closed connection");
    assert!(
        error.to_string().contains("connecting to 127.0.0.1"),
        "{error}"
    );
}

/// The error of tokens that an attacker has touched, with this protection.
async fn error_of_tokens(tokens: Tokens, protection: Protection) -> String {
    let conduct = Conduct {
        tokens,
        ..Conduct::default()
    };
    let (error, _) = error_of(conduct, accepting(&[protection])).await;
    error.to_string()
}

#[tokio::test]
async fn repeated_reordered_and_missing_tokens_are_errors() {
    for (tokens, expected) in [
        (Tokens::Repeated, "the sequence number 0, expected 1"),
        (Tokens::Reordered, "the sequence number 1, expected 0"),
        (Tokens::LeftOut, "the sequence number 1, expected 0"),
    ] {
        let error = error_of_tokens(tokens, Protection::Integrity).await;
        assert!(error.contains(expected), "{tokens:?}: {error}");
        // The cipher's state is of another token, so that the checksum shows it.
        let error = error_of_tokens(tokens, Protection::Privacy).await;
        assert!(error.contains("a wrong checksum"), "{tokens:?}: {error}");
    }
}

#[tokio::test]
async fn changed_and_cut_tokens_are_errors() {
    for protection in [Protection::Integrity, Protection::Privacy] {
        let error = error_of_tokens(Tokens::Changed, protection).await;
        assert!(error.contains("a wrong checksum"), "{protection}: {error}");
        let error = error_of_tokens(Tokens::Cut, protection).await;
        assert!(error.contains("a token"), "{protection}: {error}");
    }
}

#[tokio::test]
async fn a_reply_that_is_not_sealed_under_privacy_is_an_error() {
    for tokens in [Tokens::Unsealed, Tokens::Bare] {
        let error = error_of_tokens(tokens, Protection::Privacy).await;
        assert!(error.contains("a token"), "{tokens:?}: {error}");
    }
    let error = error_of_tokens(Tokens::Bare, Protection::Integrity).await;
    assert!(error.contains("a token"), "{error}");
}

#[tokio::test]
async fn tokens_of_impossible_lengths_are_errors() {
    for (length, expected) in [
        (u32::MAX, "4294967295 bytes"),
        (0x8000_0000, "2147483648 bytes"),
        (0x7fff_ffff, "2147483647 bytes"),
        (0, "a token that is malformed"),
    ] {
        let error = error_of_tokens(Tokens::Length(length), Protection::Privacy).await;
        assert!(error.contains(expected), "{length}: {error}");
    }
}

#[test]
fn secrets_are_not_printed() {
    let login = Login::token(Server::token("alice"));
    let options = Options::default().login(login);
    let printed = format!("{options:?}");
    assert!(
        !printed.contains("secret") && !printed.contains("116, 104, 101"),
        "{printed}"
    );
}
