//! What tests against a real `HBase` share. `tests/hbase/hbase with COMMAND` starts one, and tells
//! by environment variables where it is.

pub mod differ;
#[cfg(feature = "cluster")]
mod gateway;
#[cfg(feature = "cluster")]
mod native;
mod oracle;
mod place;
mod proxy;
mod same;
mod shell;
#[cfg(feature = "cluster")]
pub mod tables;

#[cfg(feature = "cluster")]
pub use gateway::{connect, thrift};
#[cfg(feature = "cluster")]
pub use native::native;
pub use oracle::Oracle;
pub use place::{Place, Problem, soon};
pub use proxy::{Mode, Proxy};
pub use same::assert_same;
pub use shell::create_anew;
