//! Structs that the lock of their crate does not list.

use std::collections::BTreeSet;

use hbase_schema_syntax::source::{Listed, Sources};
use syn::ext::IdentExt;

use super::diagnostic::Diagnostic;

const HELP: &str = "list the struct in `hbase_schema::lock!`, a generic one with its types, and run `hbase-schema lock`";

/// A warning for each struct that is missing from `lock!`, if the crate has a lock.
pub(super) fn of(sources: &Sources) -> Vec<Diagnostic> {
    if sources.lock_lists.is_empty() {
        return Vec::new();
    }
    let lists = sources.lock_lists.iter();
    let listed: BTreeSet<usize> = lists
        .flat_map(|list| sources.listed(list))
        .filter_map(|listed| match listed {
            Listed::Table(index) => Some(index),
            _ => None,
        })
        .collect();
    let tables = sources.tables.iter().enumerate();
    let missing = tables.filter(|(index, _)| !listed.contains(index));
    let warnings = missing.map(|(_, source)| {
        let name = source.input.ident.unraw();
        let message =
            format!("`{name}` is missing from `lock!`: changes of its layout are not noticed");
        Diagnostic::advice(&source.file, name.span(), message, HELP)
    });
    warnings.collect()
}
