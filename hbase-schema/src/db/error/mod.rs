//! Errors of calls, with the call, the table, the row and the column.

mod apply_error;
mod batch_error;
mod changed_row;
mod columns_error;
mod context;
mod differs_error;
mod inspect;
mod kind;
mod layout_error;
mod of_call;
mod types;
mod update_error;

pub(super) use batch_error::MAX_FAILED;
pub use changed_row::ChangedRow;
pub use context::ErrorContext;
pub(crate) use context::{CallContext, CallTarget};
pub use differs_error::DiffersError;
pub use kind::ErrorKind;
pub use layout_error::LayoutError;
pub(super) use layout_error::LiveLayout;
pub(super) use of_call::RowFailure;
pub use types::{ApplyError, BatchError, ColumnsError, Error, FailedRow, FailedStep, Stopped};
pub use update_error::UpdateError;
