//! Each cause of a failed login is named within two seconds.

use std::time::{Duration, Instant};

use hbase_schema::connect::Builder;
use hbase_schema::{Connection, ErrorKind};

use crate::{by_keytab, cluster, secured};

async fn error_of(builder: Builder) -> String {
    let begun = Instant::now();
    let error = builder.connect().await.expect_err("a failed login");
    let took = begun.elapsed();
    println!("{took:?}: {error}");
    assert!(took < Duration::from_secs(2), "{took:?}: {error}");
    assert_eq!(error.kind(), ErrorKind::Unauthenticated, "{error}");
    error.to_string()
}

fn file(name: &str, text: &str) -> String {
    let path = cluster().directory().join(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

#[tokio::test]
async fn a_client_without_a_login_is_told_to_log_in() {
    let url = format!("hbase://{}", cluster().master);
    let error = error_of(Connection::builder().url(url)).await;
    assert!(
        error.contains("Authentication is required: the cluster is secured"),
        "{error}"
    );
}

#[tokio::test]
async fn missing_credentials_are_named() {
    let none = cluster().directory().join("no.cache").display().to_string();
    let error =
        error_of(secured("privacy").set("hbase.schema.native.credential.cache", none)).await;
    assert!(
        error.contains("no.cache does not exist; run `kinit`"),
        "{error}"
    );
}

#[tokio::test]
async fn a_keytab_without_the_principal_is_named() {
    let builder =
        by_keytab("alice", "privacy").set("hbase.client.keytab.principal", "carol@TEST.LOCAL");
    let error = error_of(builder).await;
    assert!(
        error.contains("has no key of carol@TEST.LOCAL, only of alice@TEST.LOCAL"),
        "{error}"
    );
}

#[tokio::test]
async fn unknown_principals_of_servers_are_named() {
    let builder = |principal: &str| {
        by_keytab("alice", "privacy")
            .set("hbase.master.kerberos.principal", principal)
            .set("hbase.regionserver.kerberos.principal", principal)
    };
    let error = error_of(builder("other/_HOST@TEST.LOCAL")).await;
    assert!(
        error.contains("does not know the service other/localhost@TEST.LOCAL"),
        "{error}"
    );
    // The KDC knows it, but the server does not have its key.
    let error = error_of(builder("nobody/_HOST@TEST.LOCAL")).await;
    assert!(error.contains("the server rejects the login"), "{error}");
    let none = by_keytab("alice", "privacy").remove("hbase.master.kerberos.principal");
    let none = none.remove("hbase.regionserver.kerberos.principal");
    let error = error_of(none).await;
    assert!(
        error.contains("set `hbase.master.kerberos.principal`"),
        "{error}"
    );
}

/// Servers of 2.6.1 do not name their principal, but the user of their process: the masters' one is taken.
#[tokio::test]
async fn a_server_that_names_no_principal_is_taken_for_a_master() {
    let of = |setting: &str| by_keytab("alice", "privacy").set(setting, "other/_HOST@TEST.LOCAL");
    let error = error_of(of("hbase.master.kerberos.principal")).await;
    let expected = "does not know the service other/localhost@TEST.LOCAL";
    assert!(error.contains(expected), "{error}");
    // Masters are reached, region servers are not.
    let error = of("hbase.regionserver.kerberos.principal").who_am_i().await;
    assert!(
        error
            .expect_err("a principal")
            .to_string()
            .contains(expected)
    );
}

#[tokio::test]
async fn a_kdc_that_is_down_is_named() {
    for (name, kdc) in [("closed", "127.0.0.1:1"), ("silent", "192.0.2.1")] {
        let text = format!(
            "[libdefaults]\ndefault_realm = TEST.LOCAL\n[realms]\nTEST.LOCAL = {{\nkdc = {kdc}\n}}\n"
        );
        let conf = file(&format!("{name}.conf"), &text);
        let error =
            error_of(by_keytab("alice", "privacy").set("hbase.schema.native.krb5.conf", conf))
                .await;
        assert!(error.contains(kdc), "{error}");
    }
    let none = file("none.conf", "[libdefaults]\ndefault_realm = TEST.LOCAL\n");
    let error =
        error_of(by_keytab("alice", "privacy").set("hbase.schema.native.krb5.conf", none)).await;
    assert!(error.contains("no KDC of the realm TEST.LOCAL"), "{error}");
}

/// Which is not a client's cause alone: the server's rejection names it.
#[tokio::test]
async fn settings_that_are_wrong_are_named() {
    let error = secured("private")
        .connect()
        .await
        .expect_err("no protection");
    assert_eq!(error.kind(), ErrorKind::Settings, "{error}");
    assert!(
        error
            .to_string()
            .contains("hbase.rpc.protection is `private`"),
        "{error}"
    );
}
