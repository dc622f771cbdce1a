//! Structs and their attributes, parsed and checked.
//!
//! [`parse_table`] and [`parse_columns`] run in stages, each of which depends only on those before
//! it: `attr` parses each attribute on its own, `draft` is a struct with all of them, `rule` has one
//! function per rule that checks them together, and `lower` makes the checked table of [`ast`]. A
//! stage records its errors and continues, so that [`Errors`] contains all of them, each at its own
//! token.
//!
//! [`options_markdown`] is the reference of all options.

pub mod ast;

mod attr;
mod draft;
pub mod entry;
mod errors;
mod kinds;
mod lower;
mod parse;
mod read;
mod rule;
mod shape;
pub mod single;
#[cfg(feature = "source")]
pub mod source;
pub mod text;
pub mod tokens;

pub use attr::options_markdown;
pub use entry::parse_entry;
pub use errors::Errors;
pub use parse::{parse_columns, parse_qualifier, parse_table};
