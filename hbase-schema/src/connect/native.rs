//! Clients of `HBase`'s own RPC.

use std::sync::Arc;

use hbase_backend::Backend;

use super::url::Host;
use crate::db::Error;
use crate::settings::NativeSettings;

#[cfg(feature = "native")]
pub(super) fn of_servers(
    url: &str,
    servers: Vec<Host>,
    settings: &NativeSettings,
) -> Result<Arc<dyn Backend>, Error> {
    let options = options(url, settings)?;
    let client = hbase_native::Native::new(endpoints(servers), options);
    Ok(Arc::new(client))
}

#[cfg(feature = "zookeeper")]
pub(super) fn of_zookeeper(
    url: &str,
    quorum: Vec<Host>,
    znode: &str,
    settings: &NativeSettings,
) -> Result<Arc<dyn Backend>, Error> {
    let options = options(url, settings)?;
    let client = hbase_native::Native::of_zookeeper(endpoints(quorum), znode, options);
    Ok(Arc::new(client))
}

#[cfg(feature = "native")]
pub(super) fn endpoints(hosts: Vec<Host>) -> impl Iterator<Item = hbase_native::Endpoint> {
    let hosts = hosts.into_iter();
    hosts.map(|Host { name, port }| hbase_native::Endpoint::new(name, port))
}

#[cfg(feature = "native")]
pub(super) fn options(
    url: &str,
    settings: &NativeSettings,
) -> Result<hbase_native::Options, Error> {
    let hosts = settings.hosts.0.iter();
    let connector = hosts.fold(
        hbase_native::TcpConnector::default(),
        |connector, (name, address)| connector.host(name, address),
    );
    let mut options = hbase_native::Options::default();
    if let Some(user) = &settings.user {
        options = options.user(user);
    }
    if let Some(bytes) = settings.response_bytes {
        options = options.response_bytes(bytes);
    }
    if let Some(bytes) = settings.request_bytes {
        options = options.request_bytes(bytes);
    }
    options = options.nonces(!settings.without_nonces);
    if let Some(security) = settings.security.as_ref().map_err(Clone::clone)? {
        options = login(url, security, options)?;
    }
    match &settings.tls {
        None => Ok(options.connector(connector)),
        Some(files) => tls(url, files, connector).map(|connector| options.connector(connector)),
    }
}

#[cfg(feature = "kerberos")]
fn login(
    _url: &str,
    settings: &crate::settings::SecuritySettings,
    options: hbase_native::Options,
) -> Result<hbase_native::Options, Error> {
    Ok(options.login(super::login::login(settings)?))
}

#[cfg(all(feature = "native", not(feature = "kerberos")))]
fn login(
    url: &str,
    _: &crate::settings::SecuritySettings,
    _: hbase_native::Options,
) -> Result<hbase_native::Options, Error> {
    Err(super::open::missing(url, "Kerberos", "kerberos"))
}

#[cfg(feature = "tls")]
fn tls(
    _url: &str,
    files: &crate::settings::TlsFiles,
    connector: hbase_native::TcpConnector,
) -> Result<hbase_native::TlsConnector, Error> {
    use crate::settings::SettingsError;

    let file = |path: &str, what: String| {
        let path = path.to_owned();
        Error::from(SettingsError::File { path, what })
    };
    let read = |path: &str| std::fs::read(path).map_err(|error| file(path, error.to_string()));
    let authorities = files.trusted.as_ref().map_err(Clone::clone)?;
    let trusted = hbase_native::Tls::trusting(&read(authorities)?);
    let mut tls = trusted.map_err(|error| file(authorities, error.to_string()))?;
    if let Some(path) = &files.identity {
        let identified = tls.identity(&read(path)?);
        tls = identified.map_err(|error| file(path, error.to_string()))?;
    }
    let connector = tls.connector(connector);
    let path = files.identity.as_ref().unwrap_or(authorities);
    connector.map_err(|error| file(path, error.to_string()))
}

#[cfg(all(feature = "native", not(feature = "tls")))]
fn tls(
    url: &str,
    _: &crate::settings::TlsFiles,
    _: hbase_native::TcpConnector,
) -> Result<hbase_native::TcpConnector, Error> {
    Err(super::open::missing(url, "TLS", "tls"))
}

#[cfg(not(feature = "native"))]
pub(super) fn of_servers(
    url: &str,
    _: Vec<Host>,
    _: &NativeSettings,
) -> Result<Arc<dyn Backend>, Error> {
    Err(super::open::missing(url, "native", "native"))
}

#[cfg(not(feature = "zookeeper"))]
pub(super) fn of_zookeeper(
    url: &str,
    _: Vec<Host>,
    _: &str,
    _: &NativeSettings,
) -> Result<Arc<dyn Backend>, Error> {
    Err(super::open::missing(url, "ZooKeeper", "zookeeper"))
}
