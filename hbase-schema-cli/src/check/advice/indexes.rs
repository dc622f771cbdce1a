//! Advice on indexes: a time at the start of an index's entries.

use hbase_model::{DescribedIndex, Encoding};
use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;

use super::{Advised, Diagnostic};

/// New rows have the latest times: all their entries go to the end of the index's table.
pub(super) fn rising(advised: &Advised<'_>) -> Vec<Diagnostic> {
    let indexes = advised.table.indexes.iter();
    indexes
        .filter_map(|index| of_index(advised, index))
        .collect()
}

fn of_index(advised: &Advised<'_>, index: &DescribedIndex) -> Option<Diagnostic> {
    let first = index.fields.first()?;
    let is_time = matches!(first.encoding, Encoding::Time(_));
    if !is_time {
        return None;
    }
    let (table, time) = (&index.table, &first.field);
    let written = if first.desc {
        format!("desc({time})")
    } else {
        time.clone()
    };
    let region = if first.desc { "first" } else { "last" };
    let message = format!(
        "the index {table} begins with the time `{time}`: the entries of new rows are in its {region} region"
    );
    let help = format!(
        "one region takes the entries of all writes: where queries have the value of another field, write \
         `#[index(\"{table}\", fields(…, {written}))]` on the struct with that field first; where they do not, the \
         table takes no more writes than one region"
    );
    Some(advised.advice(span_of(advised, time), message, &help))
}

/// The field in the source.
fn span_of(advised: &Advised<'_>, field: &str) -> Span {
    let syntax = &advised.syntax;
    let columns = syntax
        .columns
        .iter()
        .map(|column| (column.ident, column.field));
    let parts = syntax.key.parts.iter().map(|part| (part.ident, part.field));
    let mut fields = columns.chain(parts);
    let found = fields.find(|(ident, _)| ident.unraw() == field);
    found.map_or(syntax.name_span, |(_, field)| field.span())
}
