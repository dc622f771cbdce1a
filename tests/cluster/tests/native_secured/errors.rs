//! Each cause of a failed login is named within two seconds.

use std::time::{Duration, Instant};

use hbase_schema::connect::Builder;
use hbase_schema::{Connection, ErrorKind};

use crate::{administer, by_keytab, cluster, kinit, secured};

/// The error of a login, within two seconds.
pub(super) async fn error_of(builder: Builder) -> String {
    let begun = Instant::now();
    let error = builder.connect().await.expect_err("a failed login");
    let took = begun.elapsed();
    println!("{took:?}: {error}");
    assert!(took < Duration::from_secs(2), "{took:?}: {error}");
    assert_eq!(error.kind(), ErrorKind::Unauthenticated, "{error}");
    error.to_string()
}

/// Writes a file; returns its path.
pub(super) fn file(name: &str, text: &str) -> String {
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
}

/// Neither in `krb5.conf` nor in DNS, which no test changes.
#[tokio::test]
async fn a_realm_without_a_kdc_is_named() {
    for (name, line, expected) in [
        (
            "closed-dns.conf",
            "dns_lookup_kdc = false",
            "where `dns_lookup_kdc` is `false`",
        ),
        (
            "dns.conf",
            "",
            "and none was found in DNS at _kerberos._tcp.TEST.LOCAL: ",
        ),
    ] {
        let text = format!("[libdefaults]\ndefault_realm = TEST.LOCAL\n{line}\n");
        let conf = file(name, &text);
        let builder = by_keytab("alice", "privacy").set("hbase.schema.native.krb5.conf", conf);
        let error = error_of(builder).await;
        assert!(error.contains("no KDC of the realm TEST.LOCAL"), "{error}");
        assert!(error.contains(expected), "{error}");
        assert!(error.contains("add `kdc = host` to "), "{error}");
    }
}

#[tokio::test]
async fn an_expired_ticket_is_named() {
    let cache = kinit("alice", &["-l", "1s"]);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let builder = secured("privacy").set("hbase.schema.native.credential.cache", &cache);
    let error = error_of(builder).await;
    let expected = format!("the ticket of alice@TEST.LOCAL in {cache} expired at ");
    assert!(error.contains(&expected), "{error}");
    assert!(error.contains("run `kinit`"), "{error}");
}

/// A keytab from before the last change of the key, for principals that must prove it first, and for others.
#[tokio::test]
async fn a_keytab_with_an_old_key_is_named() {
    for (user, attribute) in [
        ("dated", "-requires_preauth"),
        ("proven", "+requires_preauth"),
    ] {
        let keytab = hbase_schema_cluster_tests::secured::keytab(&cluster(), user);
        administer(&format!("addprinc {attribute} -randkey {user}"));
        administer(&format!("ktadd -k {} {user}", keytab.display()));
        administer(&format!("cpw -randkey {user}"));
        let error = error_of(by_keytab(user, "privacy")).await;
        let expected = format!("the KDC rejects the key of {user}@TEST.LOCAL in ");
        assert!(error.contains(&expected), "{error}");
        assert!(
            error.contains("(version 2): the key was changed since"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn encryption_types_without_a_common_one_are_named() {
    let conf = std::fs::read_to_string(cluster().directory().join("kdc/krb5.conf"));
    let of_client = |types: &str| {
        let line = format!("[libdefaults]\npermitted_enctypes = {types}");
        let conf = conf.as_ref().expect("krb5.conf");
        conf.replacen("[libdefaults]", &line, 1)
    };
    // Neither of them is a type of the realm's keys, unless it was started with others.
    if std::env::var_os("HBASE_TEST_ENCTYPES").is_some() {
        return;
    }
    let conf = file("types.conf", &of_client("aes256-sha2 aes128-sha2"));
    let cache = kinit("alice", &[]);
    for builder in [
        by_keytab("alice", "privacy"),
        secured("privacy").set("hbase.schema.native.credential.cache", cache),
    ] {
        let error = error_of(builder.set("hbase.schema.native.krb5.conf", &conf)).await;
        assert!(error.contains("no common encryption type for"), "{error}");
        assert!(
            error.contains("`permitted_enctypes` in krb5.conf"),
            "{error}"
        );
    }
}

#[tokio::test]
#[ignore = "needs servers that offer privacy alone: HBASE_TEST_SECURED=privacy"]
async fn protections_without_a_common_one_are_named() {
    let error = error_of(by_keytab("alice", "authentication,integrity")).await;
    let expected = "the server offers privacy, this client accepts authentication, integrity";
    assert!(error.contains(expected), "{error}");
    let token = by_keytab("alice", "privacy").delegation_token().await;
    let token = token.unwrap_or_else(|error| panic!("{error}"));
    let error = error_of(secured("integrity").delegation_tokens(token)).await;
    let expected = "the server offers privacy, this client accepts integrity";
    assert!(error.contains(expected), "{error}");
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
