//! Structs and their attributes, read and checked.
//!
//! [`parse_table`] and [`parse_columns`] go by stages: every attribute is read by itself
//! (`attr`), what they say together is checked by one function a rule (`rule`), and only what
//! passed becomes the checked table of [`ast`] (`build`). A stage notes its mistakes and goes on, so
//! that [`Errors`] holds all of them, each at its own token.
//!
#![doc = include_str!("../OPTIONS.md")]

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
#[cfg(feature = "source")]
pub mod source;
pub mod text;

pub use errors::Errors;

use syn::DeriveInput;

use ast::{ColumnGroup, Table};
use draft::Draft;

/// Reads and checks a struct with `#[derive(HTable)]`.
///
/// ```
/// let input = syn::parse_quote! {
///     #[table("DLQX:CALL_RECORD")]
///     struct Call {
///         #[rowkey(salt, fixed = 14, reverse_ts)]
///         #[family("D1")]
///         at: Timestamp,
///         duration_s: u32,
///     }
/// };
/// let table = hbase_schema_syntax::parse_table(&input)?;
/// assert_eq!(table.descriptor.name.to_string(), "DLQX:CALL_RECORD");
/// assert_eq!(table.columns[0].family, "D1");
/// # Ok::<(), hbase_schema_syntax::Errors>(())
/// ```
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
