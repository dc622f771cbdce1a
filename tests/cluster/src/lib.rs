//! What tests against a real `HBase` share. `tests/hbase/hbase with COMMAND` starts one, and tells
//! by environment variables where it is.

mod place;
#[cfg(feature = "cluster")]
pub mod tables;

pub use place::{Place, Problem};
