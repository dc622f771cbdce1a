//! Addresses of servers.

use std::fmt;

/// A server's host and port.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Endpoint {
    /// A name, or an address.
    pub host: String,
    /// The port (default 16000 for masters, 16020 for region servers).
    pub port: u16,
}

impl Endpoint {
    /// A server at a host and a port.
    pub fn new(host: impl Into<String>, port: u16) -> Self {
        let host = host.into();
        Self { host, port }
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}
