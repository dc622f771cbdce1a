//! A struct that gets advice.

use hbase_model::DescribedTable;
use hbase_schema_syntax::ast::Table;
use hbase_schema_syntax::source::SourceTable;
use proc_macro2::Span;
use syn::spanned::Spanned;

use crate::check::diagnostic::Diagnostic;

/// A struct, its attributes, and its described table.
pub(super) struct Advised<'a> {
    pub(super) source: &'a SourceTable,
    pub(super) syntax: Table<'a>,
    pub(super) table: &'a DescribedTable,
}

impl Advised<'_> {
    pub(super) fn advice(&self, span: Span, message: String, help: &str) -> Diagnostic {
        Diagnostic::advice(&self.source.file, span, message, help)
    }

    /// The attribute of a family by its index.
    pub(super) fn family_span(&self, number: usize) -> Span {
        let attributes = self.source.input.attrs.iter();
        let mut families = attributes.filter(|attribute| attribute.path().is_ident("family"));
        let family = families.nth(number);
        family.map_or(self.syntax.name_span, Spanned::span)
    }
}
