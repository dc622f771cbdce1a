//! Resolves the structs of sources to described tables.

mod by_hand;
mod cell;
mod codes;
mod columns;
mod constants;
mod context;
mod dynamic;
mod entry;
mod field_type;
mod foreign;
mod indexes;
mod key;
mod list;
mod params;
mod part;
mod types;

use hbase_model::DescribedTable;
use hbase_schema_syntax::ast::Table;
use hbase_schema_syntax::source::{SourceTable, Sources};
use syn::ext::IdentExt;

use crate::read::Diagnostic;
use context::Context;
use params::{Params, TypeScope};
use types::Types;

/// The tables of the sources, or all errors in them.
pub(crate) fn tables(sources: &Sources) -> Result<Vec<DescribedTable>, Vec<Diagnostic>> {
    let mut diagnostics: Vec<Diagnostic> =
        sources.errors.iter().map(Diagnostic::of_source).collect();
    let mut checked = Vec::new();
    for source in &sources.tables {
        match source.table() {
            Ok(table) => checked.push((source, table)),
            Err(errors) => diagnostics.extend(errors.0.into_iter().map(Diagnostic::from)),
        }
    }
    let types = Types {
        sources,
        runtimes: runtimes(&checked),
    };
    let mut described = Vec::new();
    for (source, table) in &checked {
        described.extend(describe(&types, source, table, &mut diagnostics));
    }
    if diagnostics.is_empty() {
        return Ok(described);
    }
    diagnostics.dedup();
    Err(diagnostics)
}

/// The names that `crate = path` gives to the runtime crate.
fn runtimes(tables: &[(&SourceTable, Table<'_>)]) -> Vec<String> {
    let paths = tables
        .iter()
        .filter_map(|(_, table)| table.crate_path.as_ref());
    let first = paths.filter_map(|path| path.segments.first());
    first
        .map(|segment| segment.ident.unraw().to_string())
        .collect()
}

/// The table; `None` if diagnostics were added.
fn describe(
    types: &Types<'_>,
    source: &SourceTable,
    table: &Table<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<DescribedTable> {
    let params = Params::open(&source.input.generics);
    let context = Context {
        types,
        source,
        at: TypeScope {
            scope: source.scope,
            params: &params,
        },
    };
    let key = key::layout(&context, table, diagnostics);
    let columns = columns::of_table(&context, table, diagnostics);
    let dynamic = dynamic::of_table(&context, table, diagnostics);
    let columns = columns?;
    let described = indexes::Described {
        key: key.as_ref(),
        columns: &columns,
    };
    let indexes = indexes::of_table(&context, table, described, diagnostics);
    Some(DescribedTable {
        row: source.input.ident.unraw().to_string(),
        descriptor: table.descriptor.clone(),
        key: key?,
        columns,
        dynamic: dynamic?,
        timestamp: table
            .timestamp
            .as_ref()
            .map(|field| field.ident.unraw().to_string()),
        period: table.timestamp.as_ref().and_then(|field| field.period),
        row_version: table
            .version()
            .map(|(column, _)| column.ident.unraw().to_string()),
        indexes: indexes?,
        table_date: table
            .date
            .as_ref()
            .map(|date| date.ident.unraw().to_string()),
    })
}
