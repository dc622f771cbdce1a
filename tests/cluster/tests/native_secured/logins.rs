//! Logins by keytab and cache, in each protection, by each url.

use hbase_schema::Connection;

use crate::{PROTECTIONS, by_keytab, cluster, kinit, secured, use_it};

#[tokio::test]
async fn a_keytab_logs_in_under_each_protection() {
    for protection in PROTECTIONS {
        use_it(
            by_keytab("alice", protection),
            &format!("keytab {protection}"),
        )
        .await;
        let user = by_keytab("alice", protection).who_am_i().await;
        let user = user.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(user.user, "alice");
        assert_eq!(user.method.as_deref(), Some("KERBEROS"));
    }
}

#[tokio::test]
async fn a_credential_cache_logs_in_under_each_protection() {
    let cache = kinit("alice", &[]);
    for protection in PROTECTIONS {
        for name in [cache.clone(), format!("FILE:{cache}")] {
            let by = secured(protection).set("hbase.schema.native.credential.cache", name);
            use_it(by, &format!("cache {protection}")).await;
        }
    }
}

#[tokio::test]
async fn the_settings_of_the_cluster_itself_log_in() {
    let site = cluster().directory().join("conf/hbase-site.xml");
    let krb5_conf = cluster().directory().join("kdc/krb5.conf");
    let by_site = Connection::builder().site_file(site).set(
        "hbase.schema.native.krb5.conf",
        krb5_conf.display().to_string(),
    );
    use_it(by_site, "hbase-site.xml").await;
}

/// The nodes in `ZooKeeper` with the locations of servers can be read without a login.
#[tokio::test]
async fn zookeeper_needs_no_login() {
    let url = format!("hbase+zk://{}/hbase", cluster().zookeeper);
    use_it(by_keytab("alice", "privacy").url(url), "ZooKeeper").await;
}

#[tokio::test]
async fn parameters_of_a_url_are_settings() {
    let url = format!(
        "hbase://{}?hbase.rpc.protection=privacy&hbase.client.keytab.principal=alice@TEST.LOCAL",
        cluster().master
    );
    let builder = by_keytab("bob", "authentication").url(url);
    let keytab = hbase_schema_cluster_tests::secured::keytab(&cluster(), "alice");
    let builder = builder.set("hbase.client.keytab.file", keytab.display().to_string());
    use_it(builder, "a url").await;
}

/// Two connections of a program are two users.
#[tokio::test]
async fn a_login_belongs_to_a_connection() {
    for user in ["alice", "bob"] {
        let known = by_keytab(user, "privacy").who_am_i().await.expect("a user");
        assert_eq!(known.user, user);
    }
}

/// Where the servers speak TLS too: `HBASE_TEST_TLS=optional`.
#[tokio::test]
async fn every_protection_works_within_tls() {
    let authority = cluster().directory().join("tls/authority.pem");
    let identity = cluster().directory().join("tls/server.pem");
    if !authority.exists() {
        println!("without TLS");
        return;
    }
    for protection in PROTECTIONS {
        let builder = by_keytab("alice", protection)
            .set("hbase.client.netty.tls.enabled", "true")
            .set(
                "hbase.rpc.tls.truststore.location",
                authority.display().to_string(),
            )
            .set(
                "hbase.rpc.tls.keystore.location",
                identity.display().to_string(),
            );
        use_it(builder, &format!("TLS {protection}")).await;
    }
}
