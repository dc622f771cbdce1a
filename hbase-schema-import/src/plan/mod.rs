//! The plan of an import: it maps each column to a cell or key part. The whole plan is checked before the first
//! write.

mod build;
mod checked;
mod keys;
mod names;
mod naming;

pub use build::Target;
pub use checked::Plan;
pub(crate) use checked::{CellPlan, NullRule};
pub(crate) use keys::{KeyFault, Keys, part_value};
pub(crate) use names::{column_name, find, is_cell, suggestion, why_unknown};
