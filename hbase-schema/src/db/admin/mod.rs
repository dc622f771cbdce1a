//! Creates, compares and changes tables and namespaces.

mod migrate;
mod namespaces;
pub(super) mod tables;
mod undeclared;
pub(super) mod verify;
mod verify_indexes;

pub use migrate::{Applied, Destructive};
pub use verify::Verified;
