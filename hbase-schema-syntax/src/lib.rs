//! Structs and their attributes, parsed and checked.
//!
//! [`parse_table`] and [`parse_columns`] run in stages, each of which knows only those before it:
//! each attribute is parsed by itself (`attr`), a struct with all of them is a `draft`, one
//! function a rule checks what they declare together (`rule`), and what passed becomes the checked
//! table of [`ast`] (`lower`). A stage notes its errors and continues, so that [`Errors`]
//! holds all of them, each at its own token.
//!
//! [`options_markdown`] is the reference of all options.

pub mod ast;

mod attr;
mod draft;
mod errors;
mod lower;
mod parse;
mod read;
mod rule;
mod shape;
pub mod single;
#[cfg(feature = "source")]
pub mod source;
pub mod text;

pub use attr::options_markdown;
pub use errors::Errors;
pub use parse::{parse_columns, parse_table};
