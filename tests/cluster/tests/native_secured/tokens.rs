//! Delegation tokens, also those of Java's client.

use hbase_schema::ErrorKind;
use hbase_schema_cluster_tests::Cluster;

use crate::{PROTECTIONS, by_keytab, cluster, secured, use_it};

#[tokio::test]
async fn a_token_logs_in_under_each_protection() {
    let file = by_keytab("alice", "privacy").delegation_token().await;
    let file = file.unwrap_or_else(|error| panic!("{error}"));
    for protection in PROTECTIONS {
        let by_token = secured(protection).delegation_tokens(file.clone());
        let user = by_token.who_am_i().await;
        let user = user.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(user.user, "alice");
        assert_eq!(user.method.as_deref(), Some("TOKEN"));
        use_it(by_token, &format!("token {protection}")).await;
    }
    // A token obtains no other one.
    let by_token = secured("privacy").delegation_tokens(file);
    let error = by_token
        .delegation_token()
        .await
        .expect_err("a token by a token");
    println!("{error}");
}

#[tokio::test]
async fn tokens_are_exchanged_with_java() {
    let cluster = cluster();
    let of_java = cluster.directory().join("java.token");
    run(
        &cluster,
        &["tokens", "obtain", &of_java.display().to_string()],
    );
    let by_file = secured("integrity").set(
        "hbase.schema.native.token.file",
        of_java.display().to_string(),
    );
    use_it(by_file, "a token of Java").await;

    let ours = cluster.directory().join("rust.token");
    let token = by_keytab("alice", "privacy")
        .delegation_token()
        .await
        .expect("a token");
    std::fs::write(&ours, token).expect("a file");
    use_it(by_keytab("alice", "privacy"), "the table").await;
    let printed = run(
        &cluster,
        &[
            "tokens",
            "use",
            &ours.display().to_string(),
            "NATIVE_SECURED",
        ],
    );
    assert!(printed.contains("java"), "{printed}");
}

fn run(cluster: &Cluster, command: &[&str]) -> String {
    let output = cluster.script(command).output().expect("the script");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[tokio::test]
async fn a_token_that_the_servers_do_not_know_is_an_error() {
    let wrong = hbase_native::DelegationToken::new("identifier", "password", "service");
    let file = hbase_native::DelegationToken::encode_file([&wrong]);
    let begun = std::time::Instant::now();
    let error = secured("privacy")
        .delegation_tokens(file)
        .connect()
        .await
        .expect_err("a wrong token");
    assert_eq!(error.kind(), ErrorKind::Unauthenticated, "{error}");
    assert!(begun.elapsed().as_secs() < 2, "{error}");
    assert!(!error.to_string().contains("password"), "{error}");
}
