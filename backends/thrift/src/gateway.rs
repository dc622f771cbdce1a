//! A gateway's address.

use std::fmt;

/// A gateway's host and port: [`Gateway::new`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Gateway {
    /// A host name or an IP address.
    pub host: String,
    /// The port; `HBase`'s default is 9090.
    pub port: u16,
}

impl Gateway {
    /// A gateway at a host and a port.
    pub fn new(host: impl Into<String>, port: u16) -> Self {
        Self {
            host: host.into(),
            port,
        }
    }
}

impl fmt::Display for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}
