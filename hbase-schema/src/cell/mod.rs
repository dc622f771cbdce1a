//! Cells: how a field becomes a cell's bytes, and back.

mod codec;
mod compare;
mod containers;
mod error;
#[cfg(feature = "json")]
mod json;
mod native;
mod reader;
mod text;
mod version;
mod writer;

pub use codec::{CellForm, CounterCell, DecodeCell, EncodeCell, Json, Native, Text};
pub use compare::CompareCell;
pub use error::RowError;
pub use reader::RowCells;
pub use version::{CellVersion, MillisVersion};
pub use writer::CellWriter;
