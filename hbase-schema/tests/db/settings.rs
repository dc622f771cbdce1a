//! Settings.

use std::time::Duration;

use hbase_schema::model::Deadline;
use hbase_schema::{Connection, Settings};

use crate::support::{Plain, assert_contains, plain};

const SITE: &str = r#"<?xml version="1.0"?>
<?xml-stylesheet type="text/xsl" href="configuration.xsl"?>
<!-- a comment -->
<configuration>
  <property>
    <name>hbase.zookeeper.quorum</name>
    <value>zk-a, zk-b:2182 &amp; more</value>
    <description>ignored</description>
  </property>
  <property><name> zookeeper.znode.parent </name><value><![CDATA[/hbase-site]]></value><final>true</final></property>
  <property><name>empty</name><value/></property>
  <property><name>hbase.master</name><value>&#109;aster:16001</value></property>
</configuration>
"#;

#[test]
fn what_is_said_first_decides() {
    let settings = Settings::new()
        .site(SITE)
        .unwrap()
        .properties("# a comment\nhbase.zookeeper.quorum = zk-p\n\\u0061.b : c d\n")
        .unwrap();
    assert_eq!(settings.get("hbase.zookeeper.quorum"), Some("zk-p"));
    assert_eq!(settings.get("zookeeper.znode.parent"), Some("/hbase-site"));
    assert_eq!(settings.get("hbase.master"), Some("master:16001"));
    assert_eq!(settings.get("a.b"), Some("c d"));
    assert_eq!(
        (settings.get("empty"), settings.get("nothing")),
        (None, None)
    );
    let settings = settings.set("hbase.zookeeper.quorum", "zk-c");
    assert_eq!(settings.get("hbase.zookeeper.quorum"), Some("zk-c"));
}

pub(crate) async fn url_of(settings: Settings) -> String {
    Connection::builder()
        .settings(settings)
        .connect()
        .await
        .unwrap_err()
        .to_string()
}

#[tokio::test]
async fn settings_come_to_a_url() {
    let quorum = Settings::new()
        .set(
            "hbase.zookeeper.quorum",
            "zk1, zk2:2182,[::1],fe80::2,[::3]:7",
        )
        .set("hbase.zookeeper.property.clientPort", "2222")
        .set("zookeeper.znode.parent", "/prod");
    assert_eq!(
        quorum.url().unwrap(),
        "hbase+zk://zk1:2222,zk2:2182,[::1]:2222,[fe80::2]:2222,[::3]:7/prod"
    );
    let masters = Settings::new()
        .set("hbase.masters", "a:16000, b:16001")
        .set("hbase.master", "c");
    assert_eq!(masters.url().unwrap(), "hbase://a:16000,b:16001");
    let master = Settings::new().set("hbase.master", "c");
    assert_eq!(master.url().unwrap(), "hbase://c");
    assert!(
        url_of(Settings::new())
            .await
            .starts_with("nothing says what to connect to")
    );
}

#[tokio::test]
async fn logins_matter_to_the_native_client_alone() {
    let settings = |authentication: &str| {
        Settings::new()
            .set("hbase.security.authentication", authentication)
            .set("hbase.schema.native.krb5.conf", "/dev/null")
            .set("hbase.schema.native.credential.cache", "/no/such.cache")
            .set("hbase.zookeeper.quorum", "127.0.0.1:1")
    };
    let error = url_of(settings("kerberos")).await;
    let expected = if cfg!(feature = "kerberos") {
        "not logged in: no credentials: the cache /no/such.cache does not exist"
    } else {
        "switch on the feature `kerberos`"
    };
    assert!(error.contains(expected), "{error}");
    let error = url_of(settings("ldap")).await;
    let expected = "hbase.security.authentication is `ldap`, expected `simple` or `kerberos`";
    assert!(error.contains(expected), "{error}");
    let error = url_of(settings("Simple")).await;
    let expected = "ZooKeeper at 127.0.0.1:1: no server can be used";
    assert!(error.contains(expected), "{error}");
    let other = settings("kerberos").set("hbase.schema.url", "memory:");
    Connection::builder()
        .settings(other)
        .connect()
        .await
        .unwrap();
}

#[tokio::test]
async fn parameters_of_a_cluster_s_url_are_settings() {
    let at = |parameters: &str| {
        let url = format!("hbase://127.0.0.1:1?{parameters}");
        url_of(Settings::new().set("hbase.schema.url", url))
    };
    for (parameters, expected) in [
        (
            "hbase.security.authentication=ldap",
            "hbase.security.authentication is `ldap`",
        ),
        (
            "hbase.client.nonces.enabled=false&hbase.schema.native.hosts=x",
            "hbase.schema.native.hosts is `x`",
        ),
        (
            "hbase.rpc.protectoin=privacy",
            "did you mean `hbase.rpc.protection`?",
        ),
        ("principal=alice", "found the unknown setting `principal`"),
        (
            "hbase.rpc.protection",
            "found the parameter `hbase.rpc.protection`, expected `NAME=VALUE`",
        ),
        ("", "expected `NAME=VALUE`"),
        ("=x", "expected `NAME=VALUE`"),
    ] {
        let error = at(parameters).await;
        assert!(error.contains(expected), "{parameters}: {error}");
    }
}

#[tokio::test]
async fn wrong_settings_say_where_they_stand() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("hbase-site.xml");
    let site = SITE.replace(
        "empty</name><value/>",
        "hbase.zookeeper.property.clientPort</name><value>abc</value>",
    );
    std::fs::write(&path, site).unwrap();
    let error = Connection::builder()
        .site_file(&path)
        .connect()
        .await
        .unwrap_err();
    let expected = format!(
        "{}: hbase.zookeeper.property.clientPort is `abc`, expected a port from 1 to 65535",
        path.display()
    );
    assert_eq!(error.to_string(), expected);
    let missing = Connection::builder()
        .properties_file(dir.path().join("none"))
        .connect()
        .await;
    assert!(missing.unwrap_err().to_string().contains("none: "));
    let huge = dir.path().join("huge");
    let file = std::fs::File::create(&huge).unwrap();
    file.set_len(1 << 40).unwrap();
    let error = Settings::new().site_file(&huge).unwrap_err().to_string();
    assert!(error.contains("huge: found over 16777216 bytes"), "{error}");
    let error = Settings::new().properties_file(dir.path()).unwrap_err();
    assert_contains(&error, "directory");
    for (text, wrong) in [
        ("<configuration>\n<property>", "line 2"),
        ("<hbase/>", "found <hbase>, expected <configuration>"),
        ("<configuration>&what;</configuration>", "found &what;"),
    ] {
        let error = Settings::new().site(text).unwrap_err().to_string();
        assert!(error.contains(wrong), "{error}");
    }
    assert!(Settings::new().properties("a=\\u00zz").is_err());
    let variable = Settings::new().set("hbase.zookeeper.quorum", "${hosts}");
    assert!(
        url_of(variable)
            .await
            .contains("`${…}` is not replaced here")
    );
    let zero = Connection::builder()
        .url("memory:")
        .set("hbase.schema.batch.rows", "0");
    assert!(
        zero.connect()
            .await
            .unwrap_err()
            .to_string()
            .contains("code: hbase.schema.batch.rows is `0`")
    );
}

#[tokio::test]
async fn a_store_is_opened_as_the_settings_say() {
    let setting = |name: &str, value: &str| {
        let name = format!("hbase.schema.embedded.{name}");
        Connection::builder().url("memory:").set(name, value)
    };
    for (name, value, expected) in [
        ("cache.bytes", "32MB", "a whole number, at least 1"),
        ("write.buffer.bytes", "0", "a whole number, at least 1"),
        ("snapshot.bytes", "-1", "a whole number, at least 1"),
        ("cell.bytes", "1e6", "a whole number, at least 1"),
        ("background.compaction", "yes", "`true` or `false`"),
        ("accept.damaged.log", "1", "`true` or `false`"),
    ] {
        let wrong = setting(name, value).connect().await.unwrap_err();
        let told = format!("code: hbase.schema.embedded.{name} is `{value}`, expected {expected}");
        assert_eq!(wrong.to_string(), told);
        // With another backend too, before it is tried.
        let elsewhere = setting(name, value).url("hbase://nowhere");
        assert_eq!(elsewhere.connect().await.unwrap_err().to_string(), told);
    }
    let near = setting("cache.byte", "1").connect().await.unwrap_err();
    let near = near.to_string();
    assert_contains(&near, "`hbase.schema.embedded.cache.bytes`");

    let db = setting("cell.bytes", "64").connect().await.unwrap();
    db.create_table::<Plain>().await.unwrap();
    let long = Plain {
        note: Some("x".repeat(100)),
        ..plain(1)
    };
    let error = db.put(&long).await.unwrap_err().to_string();
    assert!(error.contains("64"), "{error}");
}

/// Overwrites rows until the store has begun to compact, or for this many rounds.
async fn overwrite(db: &Connection, rounds: usize) -> u64 {
    db.create_table::<Plain>().await.unwrap();
    for _ in 0..rounds {
        let rows = (0..2000).map(|id| Plain {
            note: Some("x".repeat(200)),
            ..plain(id)
        });
        db.put_many(rows).await.unwrap();
        if db.metrics().compactions > 0 {
            break;
        }
    }
    db.metrics().compactions
}

#[tokio::test]
async fn background_compaction_is_a_setting_and_is_counted() {
    let dir = tempfile::tempdir().unwrap();
    let store = |name: &str, compacts: &str| {
        Connection::builder()
            .url(format!("embedded:{}/{name}", dir.path().display()))
            .set("hbase.schema.embedded.write.buffer.bytes", "1048576")
            .set("hbase.schema.embedded.background.compaction", compacts)
    };
    let without = store("without", "false").connect().await.unwrap();
    assert_eq!(overwrite(&without, 20).await, 0);
    let with = store("with", "true").connect().await.unwrap();
    assert!(overwrite(&with, 1000).await > 0);

    let before = without.metrics();
    let table = Plain::SCHEMA.table.name.clone();
    let deadline = Deadline::after(Duration::from_secs(60));
    without
        .backend()
        .major_compact(&table, deadline)
        .await
        .unwrap();
    let after = without.metrics();
    assert!(after.cells_removed > before.cells_removed, "{after:?}");
    assert_eq!(after.compactions, 0);
}

#[tokio::test]
async fn limits_come_from_settings() {
    let db = Connection::builder()
        .url("memory:")
        .set("hbase.schema.timeout.ms", "1500")
        .set("hbase.schema.operation.timeout.ms", "90000")
        .set("hbase.schema.batch.rows", "7")
        .set("hbase.schema.retries", "0")
        .connect()
        .await
        .unwrap();
    let limits = db.limits();
    assert_eq!(
        (
            limits.timeout.as_millis(),
            limits.operation_timeout.as_secs(),
            limits.batch_rows,
            limits.retries
        ),
        (1500, 90, 7, 0)
    );
}

#[tokio::test]
async fn a_setting_is_read_by_its_old_name_too() {
    const OLD: &str = "hbase.schema.scan.side.by.side";
    const NEW: &str = "hbase.schema.max.concurrent.scans";
    let scans = |settings: Settings| async {
        let builder = Connection::builder().settings(settings).url("memory:");
        builder
            .connect()
            .await
            .unwrap()
            .limits()
            .max_concurrent_scans
    };
    let old = Settings::new().properties(&format!("{OLD}=3")).unwrap();
    assert_eq!((old.get(OLD), old.get(NEW)), (Some("3"), Some("3")));
    assert_eq!(scans(old.clone()).await, 3);
    // It is one setting: code takes precedence over files under either name.
    let new = Settings::new().properties(&format!("{NEW}=4")).unwrap();
    assert_eq!(scans(new.set(OLD, "5")).await, 5);
    assert_eq!(scans(old.clone().set(NEW, "6")).await, 6);
    assert_eq!(scans(old.remove(NEW)).await, 16);
    // Errors name it as it was written.
    let wrong = Connection::builder().url("memory:").set(OLD, "many");
    let error = wrong.connect().await.unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("code: {OLD} is `many`")),
        "{error}"
    );
}
