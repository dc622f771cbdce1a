//! Structs and their attributes, read and checked.

pub mod ast;

mod attr;
mod build;
mod draft;
mod errors;
mod family_choice;
mod read;
mod rule;
mod shape;
pub mod single;

pub use errors::Errors;

use syn::DeriveInput;

use ast::{ColumnGroup, Table};
use draft::Draft;

/// Reads and checks a struct with `#[derive(HTable)]`.
///
/// # Errors
/// Every mistake in it, each at its own token.
pub fn parse_table(input: &DeriveInput) -> Result<Table<'_>, Errors> {
    errors::collect(|sink| {
        let fields = shape::named_fields(input, "HTable", sink)?;
        let draft = Draft::read(input, fields, sink);
        rule::table(&draft, sink);
        sink.is_empty().then(|| build::table(&draft)).flatten()
    })
}

/// Reads and checks a struct with `#[derive(Columns)]`: a group of columns that tables flatten.
///
/// # Errors
/// Every mistake in it, each at its own token.
pub fn parse_columns(input: &DeriveInput) -> Result<ColumnGroup<'_>, Errors> {
    errors::collect(|sink| {
        let fields = shape::named_fields(input, "Columns", sink)?;
        let draft = Draft::read(input, fields, sink);
        rule::group(&draft, sink);
        sink.is_empty().then(|| build::group(&draft)).flatten()
    })
}
