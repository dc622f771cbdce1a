//! The columns' names, from attributes or field names.

use hbase_model::name::RenameRule;
use proc_macro2::Span;
use syn::Ident;

use super::{Draft, FieldDraft};
use crate::ast::{Qualifier, Spanned};
use crate::attr::{ColumnAttr, ColumnOptions};
use crate::tokens;

impl<'a> Draft<'a> {
    /// The fields that are stored as cells.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &FieldDraft<'a>> {
        self.fields.iter().filter(|f| f.is_column())
    }

    /// The fields that are one cell each: columns that are neither flattened groups nor dynamic.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &FieldDraft<'a>> {
        self.with_tokens().filter(|f| f.dynamic().is_none())
    }

    /// The fields with their own token: all but flattened groups.
    pub(crate) fn with_tokens(&self) -> impl Iterator<Item = &FieldDraft<'a>> {
        self.columns().filter(|f| f.flatten().is_none())
    }

    /// The fields that are not stored.
    pub(crate) fn skipped(&self) -> impl Iterator<Item = &FieldDraft<'a>> {
        self.fields.iter().filter(|f| f.is_skipped())
    }

    /// The qualifier: as declared, or derived from the field's name.
    pub(crate) fn qualifier(&self, field: &FieldDraft<'_>) -> Spanned<Qualifier> {
        let chosen = field.column.as_ref().and_then(ColumnAttr::qualifier);
        chosen.unwrap_or_else(|| {
            let rule = self.naming().and_then(|n| n.rename_all.cloned());
            let rule = rule.unwrap_or(RenameRule::UpperSnake);
            Spanned::new(rule.apply(&field.name()).into(), field.ident.span())
        })
    }
}

impl FieldDraft<'_> {
    /// Whether the field is a column: neither part nor timestamp nor date, and stored.
    pub(crate) fn is_column(&self) -> bool {
        !self.has_role() && !self.has_skip()
    }

    /// Whether the field is neither part nor timestamp nor date, and not stored.
    pub(crate) fn is_skipped(&self) -> bool {
        !self.has_role() && self.has_skip()
    }

    /// Whether the field is a key part, the timestamp, or the date in the table's name.
    fn has_role(&self) -> bool {
        self.part.is_some() || self.timestamp.is_some() || self.table_date.is_some()
    }

    fn has_skip(&self) -> bool {
        self.column_options().is_some_and(|c| c.skip.is_set())
    }

    /// The options of `#[column]`.
    pub(crate) fn column_options(&self) -> Option<&ColumnOptions> {
        self.column.as_ref().map(|column| &column.options)
    }

    /// The span of `flatten`.
    pub(crate) fn flatten(&self) -> Option<Span> {
        self.column_options()?.flatten.span()
    }

    /// The span of `dynamic`.
    pub(crate) fn dynamic(&self) -> Option<Span> {
        self.column_options()?.dynamic.span()
    }

    /// The prefix of a flattened group, or of dynamic columns.
    pub(crate) fn prefix(&self) -> Option<&Spanned<Qualifier>> {
        self.column_options()?.prefix.spanned()
    }

    /// The name of the column's token; `None` if it would not be an identifier.
    pub(crate) fn token(&self) -> Option<Ident> {
        tokens::of_field(self.ident)
    }
}
