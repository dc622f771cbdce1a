//! The struct that is resolved, for the code that resolves its parts.

use hbase_schema_syntax::source::SourceTable;

use super::params::TypeScope;
use super::types::Types;
use crate::read::Diagnostic;

/// The struct that is resolved, and its scope.
pub(super) struct Context<'c> {
    pub(super) types: &'c Types<'c>,
    pub(super) source: &'c SourceTable,
    pub(super) at: TypeScope<'c>,
}

impl Context<'_> {
    pub(super) fn diagnostic(
        &self,
        span: proc_macro2::Span,
        message: impl std::fmt::Display,
    ) -> Diagnostic {
        Diagnostic::at(&self.source.file, span, message)
    }
}

/// The help for types that only a compiler resolves.
pub(super) fn use_json(row: &impl std::fmt::Display) -> String {
    format!(
        "use the JSON that a program prints from `{row}::SCHEMA.to_json()` (feature `description`)"
    )
}
