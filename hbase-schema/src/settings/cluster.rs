//! The backend of the settings: a url, or a cluster's `ZooKeeper` or masters.

use super::error::SettingsError;
use super::layers::Settings;

declare! { cluster_table:
    URL = "hbase.schema.url", "what to connect to: see [`connect`](crate::connect())", "the next ones";
    QUORUM = "hbase.zookeeper.quorum", "comma-separated hosts of `ZooKeeper`, each with or without a port", "";
    CLIENT_PORT = "hbase.zookeeper.property.clientPort", "the port of hosts without one", "2181";
    ZNODE = "zookeeper.znode.parent", "the cluster's znode", "/hbase";
    MASTERS = "hbase.masters", "comma-separated hosts of masters, with ports", "";
    MASTER = "hbase.master", "one master, with its port", "16000 as port";
}

/// Returns the url of the settings.
pub(super) fn url(settings: &Settings) -> Result<String, SettingsError> {
    if let Some(url) = settings.get(URL) {
        return Ok(url.to_owned());
    }
    if let Some(quorum) = plain(settings, QUORUM)? {
        return zookeeper(settings, quorum);
    }
    for name in [MASTERS, MASTER] {
        if let Some(masters) = plain(settings, name)? {
            return Ok(format!("hbase://{}", without_spaces(masters)));
        }
    }
    Err(SettingsError::Nowhere)
}

fn zookeeper(settings: &Settings, quorum: &str) -> Result<String, SettingsError> {
    let port: u16 = settings.value(CLIENT_PORT)?.unwrap_or(2181);
    let znode = plain(settings, ZNODE)?.unwrap_or("/hbase");
    if !znode.starts_with('/') {
        return Err(settings.wrong_value(ZNODE, "a path that starts with `/`"));
    }
    let hosts = without_spaces(quorum);
    let hosts = hosts.split(',').filter(|host| !host.is_empty());
    let with_port = |host: &str| match host.rsplit_once(':') {
        Some((name, _)) if !name.contains(':') || name.ends_with(']') => host.to_owned(),
        // An IPv6 address before a port is in brackets.
        Some(_) if !host.starts_with('[') => format!("[{host}]:{port}"),
        _ => format!("{host}:{port}"),
    };
    let hosts: Vec<String> = hosts.map(with_port).collect();
    Ok(format!("hbase+zk://{}{znode}", hosts.join(",")))
}

/// A setting's value; an error if it contains `${…}`, which Hadoop would replace.
fn plain<'s>(settings: &'s Settings, name: &str) -> Result<Option<&'s str>, SettingsError> {
    match settings.get(name) {
        Some(value) if value.contains("${") => {
            Err(settings.wrong_value(name, "the value itself: `${…}` is not replaced here"))
        }
        value => Ok(value),
    }
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}
