//! The native client, on the `HBase` of this run.

use hbase_native::{Endpoint, Native, Options};

use crate::cluster::Cluster;

/// A client that asks the master where everything is.
///
/// # Panics
/// If the master's address is invalid.
pub fn native(cluster: &Cluster) -> Native {
    let (host, port) = cluster.master.rsplit_once(':').expect("host:port");
    let port = port.parse().expect("a port");
    Native::new([Endpoint::new(host, port)], Options::default())
}
