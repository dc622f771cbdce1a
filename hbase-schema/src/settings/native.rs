//! The settings of a client of `HBase`'s own RPC.

use super::error::SettingsError;
use super::layers::Settings;
use super::security::{SecuritySettings, TokenBytes};
use super::value::SettingValue;

declare! { native_table:
    USER = "hbase.schema.native.user", "the user that servers see", "the operating system's user";
    HOSTS = "hbase.schema.native.hosts", "comma-separated `NAME=ADDRESS`: where to reach servers whose names this machine does not resolve", "";
    RESPONSE_BYTES = "hbase.schema.native.response.bytes", "bytes of the longest response", "268435456";
    REQUEST_BYTES = "hbase.ipc.max.request.size", "bytes of the longest request that servers accept", "268435456";
    NONCES = "hbase.client.nonces.enabled", "`false` reports the outcome of an increment or append as unknown once its response is lost, if servers keep no nonces", "true";
    TLS = "hbase.client.netty.tls.enabled", "`true` connects by TLS (feature `tls`)", "false";
    TRUSTED = "hbase.rpc.tls.truststore.location", "PEM file of the authorities of the servers' certificates, needed for TLS", "";
    IDENTITY = "hbase.rpc.tls.keystore.location", "PEM file of this client's private key and certificate, if servers request them", "";
}

/// The settings of a client; `None` is the client's default.
///
/// They are parsed with every url, so that an invalid value of this crate's settings is an error with every
/// backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NativeSettings {
    /// An error only if the client connects, like that of [`TlsFiles::trusted`].
    pub(crate) security: Result<Option<SecuritySettings>, SettingsError>,
    pub(crate) user: Option<String>,
    pub(crate) hosts: Hosts,
    pub(crate) response_bytes: Option<usize>,
    pub(crate) request_bytes: Option<usize>,
    pub(crate) without_nonces: bool,
    pub(crate) tls: Option<TlsFiles>,
}

/// Names of servers, with the names or addresses that replace them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hosts(pub(crate) Vec<(String, String)>);

/// The files of a TLS connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TlsFiles {
    /// An error only if the client connects: other backends, and Java's client, do not need the file.
    pub(crate) trusted: Result<String, SettingsError>,
    pub(crate) identity: Option<String>,
}

impl NativeSettings {
    pub(crate) fn read(settings: &Settings) -> Result<Self, SettingsError> {
        Ok(Self {
            security: SecuritySettings::read(settings),
            user: settings.get(USER).map(str::to_owned),
            hosts: settings.value(HOSTS)?.unwrap_or_default(),
            response_bytes: settings.value(RESPONSE_BYTES)?,
            request_bytes: settings.value(REQUEST_BYTES)?,
            without_nonces: is_flag(settings, NONCES, "false"),
            tls: tls(settings),
        })
    }

    /// The same, with tokens of the program itself.
    pub(crate) fn with_tokens(mut self, tokens: Option<&TokenBytes>) -> Self {
        if let Ok(Some(security)) = &mut self.security {
            security.tokens = tokens.cloned();
        }
        self
    }
}

/// Reads a flag like Hadoop: anything but `true` and `false` is the default.
fn is_flag(settings: &Settings, name: &str, value: &str) -> bool {
    let flag = settings.get(name);
    flag.is_some_and(|flag| flag.eq_ignore_ascii_case(value))
}

fn tls(settings: &Settings) -> Option<TlsFiles> {
    if !is_flag(settings, TLS, "true") {
        return None;
    }
    let trusted = settings.get(TRUSTED).map(str::to_owned);
    let trusted = trusted.ok_or_else(|| {
        settings.wrong_value(
            TLS,
            "`hbase.rpc.tls.truststore.location`, a PEM file, as well",
        )
    });
    Some(TlsFiles {
        trusted,
        identity: settings.get(IDENTITY).map(str::to_owned),
    })
}

impl SettingValue for Hosts {
    const EXPECTED: &'static str = "comma-separated `NAME=ADDRESS`, both without a port";

    fn parse(text: &str) -> Option<Self> {
        let is_host = |host: &str| !host.is_empty() && !host.contains(char::is_whitespace);
        let pair = |pair: &str| {
            let (name, address) = pair.split_once('=')?;
            let (name, address) = (name.trim(), address.trim());
            let is_port = address.matches(':').count() == 1 || name.contains(':');
            (is_host(name) && is_host(address) && !address.contains('=') && !is_port)
                .then(|| (name.to_owned(), address.to_owned()))
        };
        text.split(',').map(pair).collect::<Option<_>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_false_switches_nonces_off() {
        for (flag, is_off) in [
            ("false", true),
            ("FALSE", true),
            ("true", false),
            ("no", false),
        ] {
            let settings = Settings::new().set(NONCES, flag);
            let read = NativeSettings::read(&settings).expect("settings");
            assert_eq!(read.without_nonces, is_off, "{flag}");
        }
        let default = NativeSettings::read(&Settings::new()).expect("settings");
        assert!(!default.without_nonces);
    }

    #[test]
    fn hosts_are_pairs_without_ports() {
        let pairs = Hosts::parse("a.example=127.0.0.1, b = ::1").expect("pairs");
        let expected = [("a.example", "127.0.0.1"), ("b", "::1")];
        assert_eq!(pairs.0, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
        for wrong in ["a", "a=", "=b", "a=b,", "a=b:1", "a:1=b", "a=b=c", "a b=c"] {
            assert_eq!(Hosts::parse(wrong), None, "{wrong}");
        }
    }
}
