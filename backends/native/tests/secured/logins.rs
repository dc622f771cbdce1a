//! Logins to an honest server.

use hbase_backend::{Backend as _, Error};
use hbase_native::{DelegationToken, Login, Protection};

use crate::server::{Conduct, LoginConduct, PASSWORD, Server};
use crate::{EACH, SWITCH_TO_SIMPLE, accepting, client, error_of, within};

#[tokio::test]
async fn a_token_logs_in_under_each_protection() {
    for protection in EACH {
        // Replies of one token's size, and of many reads.
        for padding in [0, 70_000, 3_000_000] {
            let server = Server::start(Conduct::default(), padding).await;
            let client = client(&server, accepting(&[protection]));
            let status = client.ping(within(20)).await.expect("a login");
            assert!(status.starts_with("HBase 9.9.9"), "{}", &status[..20]);
            assert!(status.len() > padding);
            let seen = server.seen();
            let qops: Vec<_> = seen.logins.iter().map(|(_, qop)| qop.as_str()).collect();
            let expected = match protection {
                Protection::Privacy => "auth-conf",
                Protection::Integrity => "auth-int",
                _ => "auth",
            };
            assert!(qops.iter().all(|qop| *qop == expected), "{qops:?}");
            let is_named = contains(&seen.wire, b"MasterService");
            assert_eq!(is_named, protection != Protection::Privacy, "{protection}");
        }
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[tokio::test]
async fn the_first_accepted_protection_that_is_offered_is_used() {
    use Protection::{Authentication, Integrity, Privacy};
    for (accepted, offered, expected) in [
        (
            vec![Privacy, Authentication],
            "auth,auth-int,auth-conf",
            "auth-conf",
        ),
        (
            vec![Authentication, Privacy],
            "auth,auth-int,auth-conf",
            "auth",
        ),
        (vec![Privacy, Integrity], "auth,auth-int", "auth-int"),
        (vec![Integrity, Privacy, Authentication], "auth", "auth"),
    ] {
        let conduct = Conduct {
            offered,
            ..Conduct::default()
        };
        let server = Server::start(conduct, 0).await;
        let client = client(&server, accepting(&accepted));
        client.ping(within(20)).await.expect("a login");
        let seen = server.seen();
        assert!(
            seen.logins.iter().all(|(_, qop)| qop == expected),
            "{:?}",
            seen.logins
        );
    }
}

/// The header of a connection has no user: a server would take it for one on whose behalf the token's user calls.
#[tokio::test]
async fn two_clients_of_a_program_are_two_users() {
    let server = Server::start(Conduct::default(), 0).await;
    for user in ["alice", "bob"] {
        let login = Login::token(Server::token(user)).protections([Protection::Privacy]);
        client(&server, login)
            .ping(within(20))
            .await
            .expect("a login");
    }
    let seen = server.seen();
    let users: Vec<_> = seen.logins.iter().map(|(user, _)| user.as_str()).collect();
    assert_eq!(users, ["alice", "alice", "bob", "bob"]);
    assert!(seen.headers.iter().all(|header| header.user_info.is_none()));
}

#[tokio::test]
async fn a_rejected_token_is_an_error_that_names_the_cause() {
    let conduct = Conduct {
        password: b"another secret",
        ..Conduct::default()
    };
    let (error, seen) = error_of(conduct, accepting(&EACH)).await;
    assert!(matches!(error, Error::Unauthenticated { .. }), "{error:?}");
    let error = error.to_string();
    assert!(error.contains("SaslException: a wrong response"), "{error}");
    assert!(error.contains("logging in to 127.0.0.1"), "{error}");
    assert!(
        !error.contains("secret") && seen.logins.is_empty(),
        "{error}"
    );
}

#[tokio::test]
async fn a_server_without_authentication_is_followed_where_that_is_allowed() {
    let login = LoginConduct::Sends(SWITCH_TO_SIMPLE);
    let server = Server::start(
        Conduct {
            login,
            ..Conduct::default()
        },
        0,
    )
    .await;
    let login = accepting(&EACH).fallback_to_simple(true);
    client(&server, login)
        .ping(within(20))
        .await
        .expect("a connection");
    let seen = server.seen();
    let users = seen
        .headers
        .iter()
        .map(|header| &header.user_info.as_ref().expect("a user").effective_user);
    assert!(users.into_iter().all(|user| user == "somebody"));
}

#[tokio::test]
async fn the_token_of_the_cluster_is_chosen() {
    let token = |user: &str, cluster: &str| {
        let secret = if cluster == "cluster" {
            PASSWORD
        } else {
            b"another"
        };
        DelegationToken::new(user, secret, cluster)
    };
    let server = Server::start(Conduct::default(), 0).await;
    let tokens = [
        token("alice", "a"),
        token("bob", "cluster"),
        token("carol", "b"),
    ];
    let login = Login::tokens(tokens);
    client(&server, login)
        .ping(within(20))
        .await
        .expect("a login");
    let seen = server.seen();
    assert!(
        seen.logins.iter().all(|(user, _)| user == "bob"),
        "{:?}",
        seen.logins
    );

    let others = Login::tokens([token("alice", "a"), token("carol", "b")]);
    let (error, seen) = error_of(Conduct::default(), others).await;
    assert!(matches!(error, Error::Unauthenticated { .. }), "{error:?}");
    let expected = "no delegation token of the cluster cluster, found tokens of: a, b";
    assert!(error.to_string().contains(expected), "{error}");
    assert!(seen.logins.is_empty());
}
