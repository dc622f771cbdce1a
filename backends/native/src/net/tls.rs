//! TLS connections.
//!
//! TLS is a connector over another one. A server is identified by the name that it reports, even if the setting
//! `hbase.schema.native.hosts` maps it to another address.

use std::io;
use std::sync::Arc;

use hbase_backend::{BoxFuture, Deadline};
use tokio::time::timeout_at;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::connector::{Connector, Stream};
use crate::endpoint::Endpoint;

/// Errors of certificates and keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A PEM text without the expected item.
    #[error("found no {expected} in PEM: `-----BEGIN {label}-----`")]
    Absent {
        /// The expected item.
        expected: &'static str,
        /// Its label in PEM.
        label: &'static str,
    },
    /// A PEM text, certificate or key that cannot be parsed, or a key that does not match its certificate.
    #[error("{what}")]
    Invalid {
        /// The error.
        what: String,
    },
}

impl TlsError {
    fn invalid(what: &str, cause: impl std::fmt::Display) -> Self {
        let what = format!("{what}: {cause}");
        Self::Invalid { what }
    }
}

/// The trusted authorities, and the client's identity.
#[derive(Debug)]
#[must_use = "it does nothing until connections are made by its connector"]
pub struct Tls {
    trusted: RootCertStore,
    identity: Option<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>)>,
}

impl Tls {
    /// Trusts servers with certificates of these authorities: one or several certificates in PEM.
    ///
    /// # Errors
    /// [`TlsError`] for a text without a certificate, or with a damaged one.
    pub fn trusting(pem: &[u8]) -> Result<Self, TlsError> {
        let mut trusted = RootCertStore::empty();
        for certificate in certificates(pem)? {
            let added = trusted.add(certificate);
            added.map_err(|error| TlsError::invalid("an authority's certificate", error))?;
        }
        let identity = None;
        Ok(Self { trusted, identity })
    }

    /// Presents a certificate to servers that request one. The PEM contains its private key (not encrypted),
    /// the certificate, and those between it and its authority.
    ///
    /// # Errors
    /// [`TlsError`] for a text without a key or a certificate, or with damaged ones.
    pub fn identity(mut self, pem: &[u8]) -> Result<Self, TlsError> {
        use tokio_rustls::rustls::pki_types::pem::Error;
        let key = PrivateKeyDer::from_pem_slice(pem).map_err(|error| match error {
            Error::NoItemsFound => TlsError::Absent {
                expected: "private key",
                label: "PRIVATE KEY",
            },
            other => TlsError::invalid("a private key in PEM", other),
        })?;
        self.identity = Some((certificates(pem)?, key));
        Ok(self)
    }

    /// A connector that performs the TLS handshake on another one's connections. Server certificates are verified against
    /// the names that servers report.
    ///
    /// # Errors
    /// [`TlsError`] for an invalid private key, or one that does not match its certificate.
    pub fn connector(self, inner: impl Connector) -> Result<TlsConnector, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| TlsError::invalid("TLS", error))?
            .with_root_certificates(self.trusted);
        let config = match self.identity {
            None => builder.with_no_client_auth(),
            Some((chain, key)) => builder
                .with_client_auth_cert(chain, key)
                .map_err(|error| TlsError::invalid("the client's certificate and key", error))?,
        };
        Ok(TlsConnector {
            inner: Arc::new(inner),
            config: Arc::new(config),
        })
    }
}

fn certificates(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    let found = found.map_err(|error| TlsError::invalid("a certificate in PEM", error))?;
    if found.is_empty() {
        return Err(TlsError::Absent {
            expected: "certificate",
            label: "CERTIFICATE",
        });
    }
    Ok(found)
}

/// TLS connections over another connector's.
#[derive(Clone, Debug)]
pub struct TlsConnector {
    inner: Arc<dyn Connector>,
    config: Arc<ClientConfig>,
}

impl Connector for TlsConnector {
    fn connect<'a>(
        &'a self,
        server: &'a Endpoint,
        deadline: Deadline,
    ) -> BoxFuture<'a, io::Result<Box<dyn Stream>>> {
        Box::pin(async move {
            let name = ServerName::try_from(server.host.clone()).map_err(|error| {
                let what = format!("`{}` as a name in certificates: {error}", server.host);
                io::Error::new(io::ErrorKind::InvalidInput, what)
            })?;
            let stream = self.inner.connect(server, deadline).await?;
            let connector = tokio_rustls::TlsConnector::from(Arc::clone(&self.config));
            let handshake = connector.connect(name, stream);
            match timeout_at(deadline.instant().into(), handshake).await {
                Ok(Ok(stream)) => Ok(Box::new(stream) as Box<dyn Stream>),
                Ok(Err(error)) => Err(explained(&error)),
                Err(_) => Err(io::Error::new(
                    io::ErrorKind::TimedOut,
                    "no response to the TLS handshake",
                )),
            }
        })
    }
}

/// Explains an error: a server without TLS closes the connection or sends other bytes.
fn explained(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the TLS handshake failed: {error}"))
}
