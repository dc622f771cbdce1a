//! A client of `HBase`'s own RPC.
//!
//! [`Native`] is a [`Backend`](hbase_backend::Backend): it finds the server of each row, keeps one connection to each of
//! them, and retries what failed by the policy of [`hbase_backend::retry`]. It supports every operation.
//!
//! ```no_run
//! use std::time::Duration;
//! use hbase_backend::{Backend, Deadline, Get};
//! use hbase_model::TableName;
//! use hbase_native::{Endpoint, Native, Options};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> hbase_backend::Result<()> {
//! let hbase = Native::new([Endpoint::new("master", 16000)], Options::default());
//! let deadline = Deadline::after(Duration::from_secs(5));
//! println!("{}", hbase.ping(deadline).await?);
//! let table = TableName::from_static("default", "T");
//! let row = hbase.get(&table, &Get::new("r"), deadline).await?;
//! println!("{row:?}, {:?}", hbase.counts());
//! hbase.close(deadline).await;
//! # Ok(())
//! # }
//! ```
//!
//! # Retries
//!
//! Calls are retried by the table of [`hbase_backend::retry`]. A lost increment or append is retried at the same process, or
//! its outcome is unknown.
//!
//! Each call has one deadline, look-ups and pauses included.
//!
//! Where a try of a write may have been carried out, the outcome is unknown, whatever ends the later ones: a server that
//! takes no connection, or a table that is disabled meanwhile.
//!
//! In a batch, each region waits for itself: for its server, and for the pauses that it requires. The writes
//! of one row are applied in their order. Where a server rejects one of them and applies a later one that writes the same
//! columns, the first is not retried, and its result is the error.
//!
//! Conditional mutations of a batch are carried out one by one, each as one step. `HBase` before 2.4 ignores conditions in
//! batches, and in a mutation of puts and deletes.
//!
//! Increments and appends carry nonces, by which a region server recognizes those that it has carried out. They are
//! retried within a minute after the first request, where the server's start code proves that the process is the same.
//! The result is returned if no other write of the columns has followed; else the error reports that the request was carried
//! out and its result is unknown. [`Options::nonces`] switches these retries off.
//!
//! # Scans
//!
//! A scan with a slow reader keeps its scanner: the lease is renewed whenever half of it has passed, up to 20
//! times for one batch, which is 10 minutes by `HBase`'s defaults. After that, or if a lease cannot be renewed,
//! the scan is reopened after the last row, or cell, that was returned. No row is missing or returned twice;
//! rows that were written meanwhile may be seen.
//!
//! After an error, or if a batch's future was dropped, a scanner continues after the last row that was
//! returned.
//!
//! # Features
//!
//! `zookeeper` finds masters and `hbase:meta` through `ZooKeeper`; it is a separate feature because its crate
//! depends on some 50 others. `tls` connects by TLS. `kerberos` logs in to secured clusters: [`Login`].

#![forbid(unsafe_code)]

mod admin;
mod backend;
mod batch;
mod client;
mod clock;
mod convert;
mod counts;
mod detached;
mod endpoint;
mod failure;
mod families;
mod net;
mod options;
mod outcome;
mod region;
mod retry;
mod rows;
mod runtime;
#[cfg(feature = "kerberos")]
mod sasl;
mod scan;
#[cfg(feature = "kerberos")]
mod security;
mod updates;
#[cfg(feature = "zookeeper")]
mod zookeeper;

pub use backend::Native;
pub use counts::Counts;
pub use endpoint::Endpoint;
#[cfg(feature = "kerberos")]
pub use hbase_schema_kerberos::{Config as KerberosConfig, Credentials, LoginError};
pub use net::{Connector, Stream, TcpConnector};
#[cfg(feature = "tls")]
pub use net::{Tls, TlsConnector, TlsError};
pub use options::Options;
#[cfg(feature = "kerberos")]
pub use security::{DelegationToken, Login, Protection, TokenFileError, UnknownProtection, WhoAmI};

/// The backend's name, in errors and traces.
const NAME: &str = "native";
