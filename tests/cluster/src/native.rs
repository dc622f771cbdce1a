//! The native client, on the `HBase` of this run.

use hbase_native::{Endpoint, Native, Options};

use crate::cluster::Cluster;
use crate::network::Network;

/// A client that asks the master for all locations.
///
/// # Panics
/// If the master's address is invalid.
pub fn native(cluster: &Cluster) -> Native {
    with(cluster, Options::default())
}

/// The same, through proxies.
///
/// # Panics
/// If the master's address is invalid.
pub fn native_through(cluster: &Cluster, network: &Network) -> Native {
    with(cluster, Options::default().connector(network.clone()))
}

fn with(cluster: &Cluster, options: Options) -> Native {
    let (host, port) = cluster.master.rsplit_once(':').expect("host:port");
    let port = port.parse().expect("a port");
    Native::new([Endpoint::new(host, port)], options)
}
