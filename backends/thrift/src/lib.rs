//! `HBase` by its Thrift1 gateway.

mod backend;
mod bounds;
mod call;
mod check;
mod ddl;
mod explain;
mod fault;
mod filter;
mod net;
mod options;
mod ping;
mod read;
mod refuse;
mod scan;
mod update;
mod wire;
mod write;

pub use backend::Thrift;
#[doc(hidden)]
pub use net::{Clock, ManualClock};
pub use options::{Gateway, Options};

/// The backend's name.
pub(crate) const NAME: &str = "thrift";
