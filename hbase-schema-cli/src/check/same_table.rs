//! Structs of one table that read its keys or cells differently, or lack each other's indexes: one of them does
//! not find, or misreads, the rows that the other one writes. Different family attributes are errors of the
//! declaration.

use hbase_model::diff::compare_layouts;
use hbase_model::{CellFormat, DescribedColumn, DescribedTable, Encoding, KeyLayout};
use hbase_schema_syntax::parse_table;
use hbase_schema_syntax::source::SourceTable;
use proc_macro2::Span;
use syn::spanned::Spanned;

use super::diagnostic::Diagnostic;

/// The warnings about a struct, by its position: it is compared with the first struct before it that has a key
/// or the column, and with all structs that have an index.
pub(super) fn of(source: &SourceTable, tables: &[DescribedTable], at: usize) -> Vec<Diagnostic> {
    let Some((before, [table, ..])) = tables.split_at_checked(at) else {
        return Vec::new();
    };
    let name = &table.descriptor.name;
    let same = before.iter().filter(|other| other.descriptor.name == *name);
    let same: Vec<&DescribedTable> = same.collect();
    let warn = |span, message, help| Diagnostic::advice(&source.file, span, message, help);
    let key = other_key(table, &same);
    let key = key.map(|message| warn(source.input.ident.span(), message, KEY_HELP));
    let cells = table.columns.iter().filter_map(|column| {
        let message = other_cell(table, column, &same)?;
        Some(warn(span_of(source, column), message, CELL_HELP))
    });
    let past = past_index(source, table, tables);
    key.into_iter().chain(cells).chain(past).collect()
}

const KEY_HELP: &str = "neither finds the rows that the other one writes, and a scan of both kinds ends with an error: \
     declare the same key in both, or give one of them a table of its own; a struct of any key has `#[rowkey]` on one \
     field, a `Vec<u8>`, and no salt";

const CELL_HELP: &str = "one of them misreads what the other one writes: declare the same type and codec in both, or \
     another column; a field of any bytes is a `Vec<u8>`";

/// A struct without the indexes of another one: its writes put and delete no entries. Other indexes are errors of
/// the declaration.
fn past_index(
    source: &SourceTable,
    table: &DescribedTable,
    tables: &[DescribedTable],
) -> Option<Diagnostic> {
    let (row, name) = (&table.row, &table.descriptor.name);
    let is_indexed =
        |other: &&DescribedTable| other.descriptor.name == *name && !other.indexes.is_empty();
    let other = tables.iter().find(is_indexed)?;
    let is_allowed = parse_table(&source.input).is_ok_and(|syntax| syntax.allow.advice);
    if is_allowed || !table.indexes.is_empty() {
        return None;
    }
    let indexes: Vec<String> = other
        .indexes
        .iter()
        .map(|index| index.table.to_string())
        .collect();
    let (indexes, other) = (indexes.join(", "), &other.row);
    let message = format!(
        "`{row}` can write the table {name} past its indexes ({indexes}), which `{other}` declares"
    );
    let help = format!(
        "queries by an index miss what is written past it: write by `{other}` alone, or declare the indexes in \
         `{row}` too; if `{row}` only reads, write `allow(advice)` in its `#[table]`"
    );
    let span = source.input.ident.span();
    Some(Diagnostic::advice(&source.file, span, message, &help))
}

fn other_key(table: &DescribedTable, before: &[&DescribedTable]) -> Option<String> {
    let families = &table.descriptor.families;
    // A scan reads the families of its struct alone: it skips rows that have none of them.
    let is_read_too = |other: &DescribedTable| {
        let mut others = other.descriptor.families.iter();
        others.any(|other| families.iter().any(|family| family.name == other.name))
    };
    let has_key = |other: &&&DescribedTable| !is_any_key(&other.key) && is_read_too(other);
    let other = before.iter().find(has_key)?;
    let differences = compare_layouts(&table.key, &other.key);
    let first = differences.first().filter(|_| !is_any_key(&table.key))?;
    Some(format!(
        "`{}` has another key than `{}`, a struct of the same table {}: {} instead of {}",
        table.row, other.row, table.descriptor.name, first.declared, first.live
    ))
}

/// Whether the key is one part that takes any bytes or text.
fn is_any_key(key: &KeyLayout) -> bool {
    let [part] = &*key.parts else { return false };
    let is_any = matches!(
        part.encoding,
        Encoding::Bytes { width: None } | Encoding::Text { width: None, .. }
    );
    is_any && key.salt.is_none() && !part.reverse && !part.desc
}

fn other_cell(
    table: &DescribedTable,
    column: &DescribedColumn,
    before: &[&DescribedTable],
) -> Option<String> {
    let (family, qualifier) = (&column.family, &column.qualifier);
    let declared = |other: &&DescribedTable| {
        let there = other.column(family, qualifier.as_bytes())?.clone();
        (!is_open(&there)).then(|| (other.row.clone(), there))
    };
    let (other, there) = before.iter().find_map(declared)?;
    if is_open(column) || column.cell() == there.cell() {
        return None;
    }
    Some(format!(
        "the column {family}:{qualifier} is `{}` ({}) in `{}`, and `{}` ({}) in `{other}`, a struct of the same table {}",
        column.type_name,
        column.cell(),
        table.row,
        there.type_name,
        there.cell(),
        table.descriptor.name
    ))
}

/// Whether the cells may have any type: any bytes, or a program's own codec.
const fn is_open(column: &DescribedColumn) -> bool {
    matches!(column.facts.format, CellFormat::Bytes | CellFormat::Custom)
}

/// The column's field, or its group's field.
fn span_of(source: &SourceTable, column: &DescribedColumn) -> Span {
    let field = column.field.split('.').next().unwrap_or_default();
    let syntax = parse_table(&source.input);
    let found = syntax.ok().and_then(|syntax| {
        let mut columns = syntax.columns.iter();
        let is_field = |name: String| name.trim_start_matches("r#") == field;
        let found = columns.find(|column| is_field(column.ident.to_string()))?;
        Some(found.field.span())
    });
    found.unwrap_or_else(|| source.input.ident.span())
}
