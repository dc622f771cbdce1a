//! Errors of calls, with the call, the table, the row and the column.

mod apply_error;
mod batch_error;
mod changed_row;
mod columns_error;
mod context;
mod differs_error;
mod inspect;
mod kind;
mod of_call;
mod types;
mod update_error;

pub(super) use batch_error::MAX_FAILED;
pub use changed_row::ChangedRow;
pub(crate) use context::CallContext;
pub use context::ErrorContext;
pub use differs_error::DiffersError;
pub use kind::ErrorKind;
pub(super) use of_call::RowFailure;
pub use types::{ApplyError, BatchError, ColumnsError, Error, FailedRow, FailedStep, Stopped};
pub use update_error::UpdateError;
