//! The native client, on the `HBase` of this run.

use hbase_native::{Endpoint, Native, Options};

use crate::cluster::Cluster;
use crate::network::Network;
use crate::secured;

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

/// On a secured cluster, the client is alice.
fn with(cluster: &Cluster, mut options: Options) -> Native {
    if secured::is_secured() {
        let login = secured::by_keytab(cluster, "alice", secured::protection());
        options = options.login(login);
    }
    let (host, port) = cluster.master.rsplit_once(':').expect("host:port");
    let port = port.parse().expect("a port");
    Native::new([Endpoint::new(host, port)], options)
}
