//! Shared code of the tests against a real `HBase`. `tests/hbase/hbase with COMMAND` starts one, and sets
//! environment variables with its addresses.
//!
//! The embedded store is tested against it: by the suite, which is the same for every backend, and by random operations
//! whose results are compared (`differ`). `HBase`'s Java client is itself a backend of the tests (`oracle`), so that
//! every request can be checked on `HBase`.

mod cluster;
pub mod differ;
#[cfg(feature = "cluster")]
mod gateway;
#[cfg(feature = "cluster")]
mod native;
#[cfg(feature = "cluster")]
mod network;
mod oracle;
mod programs;
mod proxy;
#[cfg(feature = "servers")]
mod regions;
mod same;
#[cfg(feature = "cluster")]
pub mod secured;
mod shell;
#[cfg(feature = "cluster")]
pub mod tables;

pub use cluster::{Cluster, ClusterError, soon};
#[cfg(feature = "cluster")]
pub use gateway::{connect, patient, thrift};
#[cfg(feature = "cluster")]
pub use native::{native, native_through};
#[cfg(feature = "cluster")]
pub use network::Network;
pub use oracle::Oracle;
pub use programs::built_programs;
pub use proxy::{Mode, Proxy};
#[cfg(feature = "servers")]
pub use regions::{Regions, TableRegion};
pub use same::assert_same;
pub use shell::create_anew;
