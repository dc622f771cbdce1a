//! Writes single rows.

pub(super) mod append;
mod attempts;
pub(super) mod cell_arg;
mod check;
mod delete;
mod insert;
pub(super) mod put;
mod rounds;
pub(super) mod row_mutation;
mod row_version;
mod send;
pub(super) mod unversioned;
pub(super) mod update;
mod versioned;

pub use append::AppendCell;
pub use cell_arg::CellArg;
pub use check::{Check, Checked};
pub use delete::DeleteRequest;
pub use row_mutation::RowMutation;
pub use unversioned::Unversioned;
