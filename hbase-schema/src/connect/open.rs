//! Opens the backend of a url.

use std::sync::Arc;

use hbase_backend::Backend;

use super::gateway_options::GatewayOptions;
use super::native;
use super::url::{Host, Target};
#[cfg(any(feature = "embedded", feature = "thrift"))]
use crate::db::CallContext;
use crate::db::Error;
use crate::settings::{NativeSettings, Settings, SettingsError, StoreSettings, TokenBytes};

/// The backends' own settings.
#[derive(Debug)]
pub(super) struct BackendSettings {
    store: StoreSettings,
    native: NativeSettings,
}

impl BackendSettings {
    pub(super) fn read(
        settings: &Settings,
        tokens: Option<&TokenBytes>,
    ) -> Result<Self, SettingsError> {
        Ok(Self {
            store: StoreSettings::read(settings)?,
            native: NativeSettings::read(settings)?.with_tokens(tokens),
        })
    }
}

pub(super) async fn open(
    url: &str,
    target: Target,
    settings: &BackendSettings,
) -> Result<Arc<dyn Backend>, Error> {
    match target {
        Target::Memory => memory(url, settings.store),
        Target::Embedded(dir) => embedded(url, dir, settings.store).await,
        Target::Thrift { gateways, options } => thrift(url, gateways, options),
        Target::Servers(servers) => native::of_servers(url, servers, &settings.native),
        Target::ZooKeeper { quorum, znode } => {
            native::of_zookeeper(url, quorum, &znode, &settings.native)
        }
    }
}

#[cfg(not(all(
    feature = "embedded",
    feature = "thrift",
    feature = "native",
    feature = "zookeeper",
    feature = "tls",
    feature = "kerberos"
)))]
pub(super) fn missing(url: &str, backend: &'static str, feature: &'static str) -> Error {
    SettingsError::NoBackend {
        url: url.to_owned(),
        backend,
        feature,
    }
    .into()
}

#[cfg(feature = "embedded")]
fn memory(_url: &str, settings: StoreSettings) -> Result<Arc<dyn Backend>, Error> {
    let store = hbase_schema_embedded::Embedded::memory_with(settings.options());
    let store = store.map_err(|error| CallContext::call("connect").backend(error))?;
    Ok(Arc::new(store))
}

#[cfg(feature = "embedded")]
async fn embedded(
    _url: &str,
    dir: std::path::PathBuf,
    settings: StoreSettings,
) -> Result<Arc<dyn Backend>, Error> {
    let store = hbase_schema_embedded::Embedded::open(dir, settings.options()).await;
    let store = store.map_err(|error| CallContext::call("connect").backend(error))?;
    Ok(Arc::new(store))
}

#[cfg(not(feature = "embedded"))]
fn memory(url: &str, _: StoreSettings) -> Result<Arc<dyn Backend>, Error> {
    Err(missing(url, "embedded", "embedded"))
}

#[cfg(not(feature = "embedded"))]
async fn embedded(
    url: &str,
    _dir: std::path::PathBuf,
    _: StoreSettings,
) -> Result<Arc<dyn Backend>, Error> {
    std::future::ready(Err(missing(url, "embedded", "embedded"))).await
}

#[cfg(feature = "thrift")]
fn thrift(
    _url: &str,
    gateways: Vec<Host>,
    options: GatewayOptions,
) -> Result<Arc<dyn Backend>, Error> {
    use hbase_schema_thrift::{Gateway, Options, Thrift};
    let mut chosen = Options::default()
        .framed(options.framed)
        .compact(options.compact);
    if let Some(connections) = options.pool {
        chosen = chosen.pool(connections);
    }
    let gateways = gateways.into_iter();
    let gateways = gateways.map(|Host { name, port }| Gateway::new(name, port));
    let backend = Thrift::new(gateways, &chosen);
    let backend = backend.map_err(|error| CallContext::call("connect").backend(error))?;
    Ok(Arc::new(backend))
}

#[cfg(not(feature = "thrift"))]
fn thrift(url: &str, _: Vec<Host>, _: GatewayOptions) -> Result<Arc<dyn Backend>, Error> {
    Err(missing(url, "Thrift", "thrift"))
}
