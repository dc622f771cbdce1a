//! A cluster in memory, for tests of faults: servers that speak `HBase`'s RPC, in a network of names.
//!
//! The servers keep rows and a table of regions, and do what region servers do. A script lets single calls go wrong. The
//! clock is the runtime's, which the tests pause: waits take no time, and their lengths are exact.

mod answers;
mod cluster;
mod conditions;
mod meta;
mod network;
mod nonces;
mod region;
mod rejections;
mod rows;
mod scans;
mod script;
mod server;
mod sockets;

pub(crate) use cluster::Cluster;
pub(crate) use script::{Call, Fault, Thrown};

use std::time::Duration;

use hbase_backend::Deadline;
use tokio::time::Instant;

/// `ms` from now, by the clock of the test.
pub(crate) fn within(ms: u64) -> Deadline {
    Deadline::at((Instant::now() + Duration::from_millis(ms)).into_std())
}
