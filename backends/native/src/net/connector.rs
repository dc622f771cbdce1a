//! How connections are made.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use hbase_model::{BoxFuture, Deadline};
use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout_at;

use crate::endpoint::Endpoint;

/// How long a server's machine may leave unacknowledged what was sent to it.
const SILENCE: Duration = Duration::from_secs(15);

/// A connection's bytes, both ways.
pub trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Makes connections: by TCP, by TLS, or in a simulated network.
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
    /// Uses another name or address for a host that servers report, where the client does not resolve it.
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
            let connecting = connect(host, server.port);
            let stream = timeout_at(deadline.instant().into(), connecting)
                .await
                .map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "it takes no connection"))??;
            tune(&stream)?;
            Ok(Box::new(stream) as Box<dyn Stream>)
        })
    }
}

/// The first address of the host that takes a connection.
async fn connect(host: &str, port: u16) -> io::Result<TcpStream> {
    let addresses: Vec<SocketAddr> = lookup_host((host, port)).await?.collect();
    let mut last = io::Error::new(io::ErrorKind::NotFound, "its name has no address");
    for address in addresses {
        match TcpStream::connect(address).await {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// A machine that is gone is noticed by its silence.
fn tune(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    let alive = TcpKeepalive::new().with_time(SILENCE);
    #[cfg(target_os = "linux")]
    let alive = alive.with_interval(SILENCE / 2);
    socket.set_tcp_keepalive(&alive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(SILENCE))?;
    Ok(())
}
