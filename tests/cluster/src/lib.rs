//! What tests against a real `HBase` share. `tests/hbase/hbase with COMMAND` starts one, and tells
//! by environment variables where it is.

pub mod differ;
mod oracle;
mod place;

pub use oracle::Oracle;
pub use place::{Place, Problem};
