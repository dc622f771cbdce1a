//! Structs that the lock of their crate does not list.

use hbase_schema_syntax::source::SourceTable;
use syn::ext::IdentExt;

use super::diagnostic::Diagnostic;

const HELP: &str = "list the struct in `hbase_schema::lock!`, a generic one with its types, and run `hbase-schema lock`";

/// A warning for each struct that is missing from `lock!`.
pub(super) fn of(sources: &[SourceTable], locked: &[String]) -> Vec<Diagnostic> {
    let missing = sources.iter().filter(|source| {
        let name = source.input.ident.unraw().to_string();
        !locked.contains(&name)
    });
    let warnings = missing.map(|source| {
        let name = &source.input.ident;
        let message =
            format!("`{name}` is missing from `lock!`: changes of its layout are not noticed");
        Diagnostic::advice(&source.file, name.span(), message, HELP)
    });
    warnings.collect()
}
