//! Logins by ticket: those that succeed, and attacks on them.

use hbase_backend::{Backend as _, Error};
use hbase_native::{Credentials, KerberosConfig, Login, Protection};
use tempfile::TempDir;

use crate::server::{Conduct, LoginConduct, Seen, Server, Tokens, cache};
use crate::{EACH, SWITCH_TO_SIMPLE, client, error_of, within};

/// A login by a ticket of every server at this host, and the folder with its files; no KDC exists.
fn login(protection: Protection) -> (Login, TempDir) {
    let servers = "hbase/_HOST@TEST";
    login_to(servers, servers, protection)
}

/// The same, with these principals of masters and region servers.
fn login_to(master: &str, region_server: &str, protection: Protection) -> (Login, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let [config, file] = ["krb5.conf", "cache"].map(|name| folder.path().join(name));
    std::fs::write(
        &config,
        "[libdefaults]\ndefault_realm = TEST\ndns_lookup_kdc = false\n",
    )
    .expect("a file");
    std::fs::write(&file, cache("127.0.0.1")).expect("a file");
    let config = KerberosConfig::from_files([config]).expect("krb5.conf");
    let credentials = Credentials::from_cache(config, file).expect("a cache");
    let login = Login::kerberos(credentials, master, region_server);
    (login.protections([protection]), folder)
}

#[tokio::test]
async fn a_ticket_logs_in_under_each_protection() {
    for protection in EACH {
        for padding in [0, 70_000, 3_000_000] {
            let server = Server::start(Conduct::default(), padding).await;
            let (login, _folder) = login(protection);
            let status = client(&server, login).ping(within(20)).await;
            let status = status.unwrap_or_else(|error| panic!("{protection}: {error}"));
            assert!(status.len() > padding);
            let seen = server.seen();
            let expected = match protection {
                Protection::Privacy => "auth-conf",
                Protection::Integrity => "auth-int",
                _ => "auth",
            };
            assert!(
                seen.logins.iter().all(|(_, qop)| qop == expected),
                "{:?}",
                seen.logins
            );
            assert!(seen.headers.iter().all(|header| header.user_info.is_none()));
            let is_named = seen
                .wire
                .windows(13)
                .any(|window| window == b"MasterService");
            assert_eq!(is_named, protection != Protection::Privacy);
        }
    }
}

#[tokio::test]
async fn calls_on_behalf_of_another_user_name_that_one_alone() {
    let server = Server::start(Conduct::default(), 0).await;
    let (login, _folder) = login(Protection::Privacy);
    client(&server, login.on_behalf_of("bob"))
        .ping(within(20))
        .await
        .expect("a login");
    for header in server.seen().headers {
        let user = header.user_info.expect("a user");
        assert_eq!((&*user.effective_user, user.real_user), ("bob", None));
    }
}

/// The registry's server may be a master or a region server; here, it has the region servers' principal.
#[tokio::test]
async fn a_server_names_its_principal_among_the_configured_ones() {
    let (masters, region_servers) = ("master/_HOST@TEST", "hbase/_HOST@TEST");
    // There is a ticket of the region servers' principal alone.
    let no_ticket = "no KDC of the realm TEST";
    let other = "the server has the principal evil/127.0.0.1@TEST, expected master/127.0.0.1@TEST or hbase/127.0.0.1@TEST";
    for (principal, expected, logins) in [
        // The registry is called, and the master by its own principal.
        (Some("hbase/127.0.0.1@TEST"), no_ticket, 1),
        (Some("evil/127.0.0.1@TEST"), other, 0),
        // The masters' principal is taken.
        (Some("root"), no_ticket, 0),
        (None, no_ticket, 0),
    ] {
        let conduct = Conduct {
            principal,
            ..Conduct::default()
        };
        let server = Server::start(conduct, 0).await;
        let (login, _folder) = login_to(masters, region_servers, Protection::Privacy);
        let error = client(&server, login).ping(within(2)).await;
        let error = error.expect_err("no ticket of masters");
        assert!(
            error.to_string().contains(expected),
            "{principal:?}: {error}"
        );
        assert_eq!(server.seen().logins.len(), logins, "{principal:?}");
    }
}

fn assert_nothing_sent(seen: &Seen) {
    assert!(seen.headers.is_empty(), "{:?}", seen.headers);
    let is_sent = seen
        .wire
        .windows(13)
        .any(|window| window == b"ClientMetaSer");
    assert!(!is_sent);
}

#[tokio::test]
async fn attacks_on_logins_are_named() {
    let cases = [
        (
            LoginConduct::Sends(SWITCH_TO_SIMPLE),
            "auth-conf",
            "the server requires no authentication",
        ),
        (
            LoginConduct::ProvesWrongly,
            "auth-conf",
            "the server did not authenticate itself",
        ),
        (
            LoginConduct::ChangesOffer,
            "auth-conf",
            "checksum of a message",
        ),
        (
            LoginConduct::Honest,
            "auth-int,auth",
            "offers authentication, integrity, this client accepts privacy",
        ),
        (LoginConduct::Honest, "", "offers none"),
    ];
    for (conduct, offered, expected) in cases {
        let conduct = Conduct {
            login: conduct,
            offered,
            ..Conduct::default()
        };
        let (login, _folder) = login(Protection::Privacy);
        let (error, seen) = error_of(conduct, login).await;
        assert!(matches!(error, Error::Unauthenticated { .. }), "{error:?}");
        assert!(error.to_string().contains(expected), "{expected}: {error}");
        assert_nothing_sent(&seen);
    }
}

#[tokio::test]
async fn attacks_on_tokens_are_named() {
    use Protection::{Integrity, Privacy};
    for (tokens, protection, expected) in [
        (
            Tokens::Repeated,
            Integrity,
            "the sequence number 7001, expected 7002",
        ),
        (
            Tokens::Repeated,
            Privacy,
            "the sequence number 7001, expected 7002",
        ),
        (
            Tokens::Reordered,
            Privacy,
            "the sequence number 7002, expected 7001",
        ),
        (
            Tokens::LeftOut,
            Privacy,
            "the sequence number 7002, expected 7001",
        ),
        (Tokens::Changed, Integrity, "the checksum of a message"),
        (Tokens::Changed, Privacy, "the checksum of a message"),
        (Tokens::Cut, Privacy, "a token"),
        (
            Tokens::Unsealed,
            Privacy,
            "is not encrypted, although privacy was agreed on",
        ),
        (Tokens::Bare, Privacy, "a token"),
        (Tokens::Bare, Integrity, "a token"),
        (Tokens::Length(0), Privacy, "a token"),
        (Tokens::Length(0x7fff_ffff), Privacy, "2147483647 bytes"),
        (Tokens::Length(u32::MAX), Privacy, "4294967295 bytes"),
    ] {
        let conduct = Conduct {
            tokens,
            ..Conduct::default()
        };
        let (login, _folder) = login(protection);
        let (error, _) = error_of(conduct, login).await;
        let error = error.to_string();
        assert!(
            error.contains(expected),
            "{tokens:?}, {protection}: {error}"
        );
    }
}
