//! Reads: the visible cells of the stored ones.

mod ahead;
mod cells;
mod columns;
mod deletes;
mod family;
mod matcher;
mod pages;
mod plan;
mod reader;
mod renewal;
mod row_key;
mod rows;
mod scanner;

pub(crate) use columns::{Tracker, Versions};
pub(crate) use deletes::{Deleted, Deletes};
pub(crate) use plan::Plan;
pub(crate) use reader::Reader;
pub(crate) use scanner::EmbeddedScanner;
