//! What users may do, and calls on behalf of others.

use hbase_schema::{Connection, ErrorKind, HTable};

use crate::{PROTECTIONS, Secret, by_keytab, cluster, secured, use_it};

/// Bob may read and write it.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("NATIVE_GRANTED")]
#[family("D")]
struct Granted {
    #[rowkey]
    by: String,
    value: u32,
}

async fn on_behalf_of_bob(protection: &str) -> Connection {
    let builder = by_keytab("alice", protection).set("hbase.schema.native.on.behalf.of", "bob");
    let db = builder.connect().await;
    db.unwrap_or_else(|error| panic!("{protection}: {error}"))
}

#[tokio::test]
async fn a_denied_call_names_the_permission() {
    use_it(by_keytab("alice", "privacy"), "of alice").await;
    let db = by_keytab("bob", "privacy").connect().await;
    let db = db.unwrap_or_else(|error| panic!("{error}"));
    let row = Secret {
        by: "bob".to_owned(),
        number: 1,
        value: String::new(),
    };
    let error = db.put(&row).await.expect_err("denied");
    assert_eq!(error.kind(), ErrorKind::Denied, "{error}");
    assert!(error.is_without_effect(), "{error}");
    let text = error.to_string();
    assert!(text.contains("WRITE") && text.contains("bob"), "{text}");
    let error = db.get(&row.key()).await.expect_err("denied");
    assert_eq!(error.kind(), ErrorKind::Denied, "{error}");
    assert!(error.to_string().contains("READ"), "{error}");
}

#[tokio::test]
async fn alice_calls_on_behalf_of_bob() {
    let builder = by_keytab("alice", "privacy").set("hbase.schema.native.on.behalf.of", "bob");
    let user = builder.who_am_i().await;
    let user = user.unwrap_or_else(|error| panic!("{error}"));
    assert!(user.user.starts_with("bob"), "{user:?}");
    let db = builder.connect().await.expect("a cluster");
    let row = Secret {
        by: "bob".to_owned(),
        number: 1,
        value: String::new(),
    };
    let error = db.put(&row).await.expect_err("denied");
    assert_eq!(error.kind(), ErrorKind::Denied, "{error}");
}

#[tokio::test]
async fn bob_does_not_call_on_behalf_of_alice() {
    let builder = by_keytab("bob", "privacy").set("hbase.schema.native.on.behalf.of", "alice");
    let error = builder.connect().await.expect_err("not allowed");
    println!("{:?}: {error}", error.kind());
    assert!(error.to_string().contains("impersonate"), "{error}");
}

/// In each protection, and no more than that: alice could drop the table.
#[tokio::test]
async fn alice_does_on_behalf_of_bob_what_he_may_do() {
    let alice = by_keytab("alice", "privacy").connect().await;
    let alice = alice.unwrap_or_else(|error| panic!("{error}"));
    alice
        .create_table_if_missing::<Granted>()
        .await
        .expect("a table");
    let grant = "grant 'bob', 'RW', 'NATIVE_GRANTED'";
    let granted = cluster().shell("grant", grant);
    granted.unwrap_or_else(|error| panic!("{error}"));
    for protection in PROTECTIONS {
        let db = on_behalf_of_bob(protection).await;
        let row = Granted {
            by: protection.to_owned(),
            value: 7,
        };
        db.put(&row)
            .await
            .unwrap_or_else(|error| panic!("{protection}: {error}"));
        assert_eq!(db.get(&row.key()).await.expect("a get"), Some(row));
        let error = db.drop_table::<Granted>().await.expect_err("denied");
        assert_eq!(error.kind(), ErrorKind::Denied, "{error}");
        assert!(error.to_string().contains("bob"), "{error}");
    }
}

/// As the owner of the token, alice, the calls could do more than bob may.
#[tokio::test]
async fn a_token_does_not_call_on_behalf_of_others() {
    let token = by_keytab("alice", "privacy").delegation_token().await;
    let token = token.unwrap_or_else(|error| panic!("{error}"));
    let by_token = secured("privacy").delegation_tokens(token);
    let for_bob = by_token.set("hbase.schema.native.on.behalf.of", "bob");
    let error = for_bob.connect().await.expect_err("a token of alice");
    assert_eq!(error.kind(), ErrorKind::Unauthenticated, "{error}");
    let expected = "calls on behalf of bob: a delegation token calls for its owner alone";
    assert!(error.to_string().contains(expected), "{error}");
}
