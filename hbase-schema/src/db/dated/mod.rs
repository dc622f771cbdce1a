//! The tables of periods: those whose names contain a date.

mod admin;
pub(super) mod dates;
pub(super) mod tables;

pub use dates::{Dates, PeriodRange};
pub use tables::DatedTables;
