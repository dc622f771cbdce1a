//! What users may do, and calls on behalf of others.

use hbase_schema::ErrorKind;

use crate::{Secret, by_keytab, use_it};

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
