//! Reads rows by their keys.

pub(super) mod get;
mod get_many;
mod get_raw;
pub(super) mod select;
mod with_timestamp;

pub use get::GetRequest;
pub use get_raw::GetRaw;
pub use select::{Cells, ColumnSet, SelectedColumns, Selection, Whole};
pub use with_timestamp::WithTimestamp;
