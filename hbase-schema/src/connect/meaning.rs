//! What settings mean: where to connect to, and the limits.

use std::time::Duration;

use super::embedded_settings;
use super::error::SettingsError;
use super::settings::{Setting, Settings};
use crate::db::Limits;

const PORT: &str = "a port from 1 to 65535";
const NUMBER: &str = "a whole number, at least 1";

/// The url that the settings come to.
pub(super) fn url(settings: &Settings) -> Result<String, SettingsError> {
    if let Some(url) = settings.get("hbase.schema.url") {
        return Ok(url.to_owned());
    }
    if let Some(quorum) = plain(settings, "hbase.zookeeper.quorum")? {
        return zookeeper(settings, quorum);
    }
    for key in ["hbase.masters", "hbase.master"] {
        if let Some(masters) = plain(settings, key)? {
            return Ok(format!("hbase://{}", without_spaces(masters)));
        }
    }
    Err(SettingsError::Nowhere)
}

fn zookeeper(settings: &Settings, quorum: &str) -> Result<String, SettingsError> {
    let key = "hbase.zookeeper.property.clientPort";
    let port: u16 = settings.parse(key, PORT)?.unwrap_or(2181);
    if port == 0 {
        return Err(settings.wrong(key, PORT));
    }
    let key = "zookeeper.znode.parent";
    let znode = plain(settings, key)?.unwrap_or("/hbase");
    if !znode.starts_with('/') {
        return Err(settings.wrong(key, "a path that begins with `/`"));
    }
    let hosts = without_spaces(quorum);
    let hosts = hosts.split(',').filter(|host| !host.is_empty());
    let with_port = |host: &str| match host.rsplit_once(':') {
        Some((name, _)) if !name.contains(':') || name.ends_with(']') => host.to_owned(),
        // An IPv6 address stands in brackets where a port follows.
        Some(_) if !host.starts_with('[') => format!("[{host}]:{port}"),
        _ => format!("{host}:{port}"),
    };
    let hosts: Vec<String> = hosts.map(with_port).collect();
    Ok(format!("hbase+zk://{}{znode}", hosts.join(",")))
}

/// A setting without `${…}`, which Hadoop would replace.
fn plain<'s>(settings: &'s Settings, key: &str) -> Result<Option<&'s str>, SettingsError> {
    match settings.get(key) {
        Some(value) if value.contains("${") => {
            Err(settings.wrong(key, "the value itself: `${…}` is not replaced here"))
        }
        value => Ok(value),
    }
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Every setting that is read, this crate's own first.
const KNOWN: &[&str] = &[
    "hbase.schema.url",
    "hbase.schema.timeout.ms",
    "hbase.schema.operation.timeout.ms",
    "hbase.schema.slow.ms",
    "hbase.schema.retries",
    "hbase.schema.batch.rows",
    "hbase.schema.batch.bytes",
    "hbase.schema.scan.side.by.side",
    "hbase.schema.scan.bytes",
    embedded_settings::CACHE_BYTES,
    embedded_settings::WRITE_BUFFER_BYTES,
    embedded_settings::SNAPSHOT_BYTES,
    embedded_settings::CELL_BYTES,
    embedded_settings::BACKGROUND_COMPACTION,
    embedded_settings::ACCEPT_DAMAGED_LOG,
];

/// The first two words of this crate's own settings.
const PREFIX: &str = "hbase.schema";

/// How many letters a name may be off to be taken for another one.
const SLIP: usize = 2;

/// Whether every setting of this crate's own is one that there is.
pub(super) fn check(settings: &Settings) -> Result<(), SettingsError> {
    let unknown =
        |setting: &Setting<'_>| is_own(setting.name()) && !KNOWN.contains(&setting.name());
    let Some(setting) = settings.iter().find(unknown) else {
        return Ok(());
    };
    let key = setting.name();
    let near = KNOWN
        .iter()
        .map(|known| (strsim::damerau_levenshtein(known, key), known));
    let help = match near.min() {
        Some((off, known)) if off <= 3 * SLIP => format!(": did you mean `{known}`?"),
        _ => format!(", expected one of {}", KNOWN.join(", ")),
    };
    Err(SettingsError::Unknown {
        origin: setting.source().to_owned(),
        key: key.to_owned(),
        help,
    })
}

/// Whether a name is this crate's, or was meant to be: `hbase.shema.url`, `HBase.Schema.url`.
fn is_own(name: &str) -> bool {
    let words = name
        .match_indices('.')
        .nth(1)
        .map_or(name, |(end, _)| &name[..end]);
    let slips = strsim::damerau_levenshtein(&words.to_ascii_lowercase(), PREFIX);
    slips <= SLIP
}

/// The limits that the settings come to.
pub(super) fn limits(settings: &Settings) -> Result<Limits, SettingsError> {
    let or = Limits::default();
    let millis = |key, or| {
        let said = number(settings, key)?;
        Ok::<_, SettingsError>(said.map_or(or, Duration::from_millis))
    };
    let size = |key, or| {
        let said = number(settings, key)?;
        Ok::<_, SettingsError>(said.map_or(or, |n| usize::try_from(n).unwrap_or(usize::MAX)))
    };
    let retries = settings.parse("hbase.schema.retries", "a whole number")?;
    Ok(Limits {
        timeout: millis("hbase.schema.timeout.ms", or.timeout)?,
        operation_timeout: millis("hbase.schema.operation.timeout.ms", or.operation_timeout)?,
        slow_call: millis("hbase.schema.slow.ms", or.slow_call)?,
        retries: retries.unwrap_or(or.retries),
        batch_rows: size("hbase.schema.batch.rows", or.batch_rows)?,
        batch_bytes: size("hbase.schema.batch.bytes", or.batch_bytes)?,
        max_concurrent_scans: size("hbase.schema.scan.side.by.side", or.max_concurrent_scans)?,
        scan_bytes: size("hbase.schema.scan.bytes", or.scan_bytes)?,
    })
}

/// A number of things or bytes.
pub(super) fn number(settings: &Settings, key: &str) -> Result<Option<u64>, SettingsError> {
    match settings.parse(key, NUMBER)? {
        Some(0) => Err(settings.wrong(key, NUMBER)),
        number => Ok(number),
    }
}
