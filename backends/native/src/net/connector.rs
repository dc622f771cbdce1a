//! Opens connections.

use std::collections::HashMap;
use std::fmt;
use std::io;

use hbase_backend::{BoxFuture, Deadline};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::endpoint::Endpoint;

/// A connection's bytes in both directions.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Opens connections: by TCP, by TLS, or in a simulated network.
pub trait Connector: fmt::Debug + Send + Sync + 'static {
    /// Connects to a server. Names are resolved at each call.
    fn connect<'a>(
        &'a self,
        server: &'a Endpoint,
        deadline: Deadline,
    ) -> BoxFuture<'a, io::Result<Box<dyn Stream>>>;
}

/// Connections by TCP.
#[derive(Clone, Debug, Default)]
pub struct TcpConnector {
    hosts: HashMap<String, String>,
}

impl TcpConnector {
    /// Replaces the name of a host that servers report and that the client cannot resolve.
    pub fn host(mut self, reported: impl Into<String>, reachable: impl Into<String>) -> Self {
        self.hosts.insert(reported.into(), reachable.into());
        self
    }
}

impl Connector for TcpConnector {
    fn connect<'a>(
        &'a self,
        server: &'a Endpoint,
        deadline: Deadline,
    ) -> BoxFuture<'a, io::Result<Box<dyn Stream>>> {
        Box::pin(async move {
            let mapped = self.hosts.get(&server.host);
            let host = mapped.unwrap_or(&server.host);
            let stream = hbase_tcp::connect(host, server.port, deadline.instant()).await?;
            Ok(Box::new(stream) as Box<dyn Stream>)
        })
    }
}
