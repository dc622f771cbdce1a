//! The plan of an import: which column becomes which cell or key part. Checked as a whole before the first write.

mod build;
mod checked;
mod keys;
mod names;
mod naming;

pub use build::Target;
pub use checked::Plan;
pub(crate) use checked::{CellPlan, NullRule};
pub use keys::KeyCheck;
pub(crate) use keys::{KeyFault, Keys};
pub(crate) use names::{column_name, suggestion, why_unknown};
