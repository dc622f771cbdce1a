//! Reads the versions of rows.

pub(super) mod history;
mod history_page;
pub(super) mod keeps;
mod newest;
pub(super) mod time_range;
mod times;
mod versioned;

pub use history::HistoryRequest;
pub use keeps::{KeepsGenerations, KeepsVersions};
pub use newest::Versions;
