//! Advice on indexes whose entries are in few regions: those of rising times, and of few values.

use hbase_model::codes::codes;
use hbase_model::{DescribedIndex, DescribedIndexField, DescribedTable, Encoding};
use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;

use super::{Advised, Diagnostic};

/// Maximum codes of an enum whose values are few: each of them has many entries.
const FEW: usize = 16;

/// Indexes of which one region takes most of the writes.
pub(super) fn hot(advised: &Advised<'_>) -> Vec<Diagnostic> {
    let indexes = advised.table.indexes.iter();
    let spread = indexes.filter(|index| index.buckets.is_none());
    spread
        .filter_map(|index| {
            let first = index.fields.first()?;
            if matches!(first.encoding, Encoding::Time(_)) {
                return Some(rising(advised, index, first));
            }
            if first.encoding == Encoding::Bool {
                return Some(few(advised, index, first, 2));
            }
            let codes = codes(codes_of(advised.table, &first.field)?).count();
            (1..=FEW)
                .contains(&codes)
                .then(|| few(advised, index, first, codes))
        })
        .collect()
}

/// The codes of a column or a key part; empty for a type that is not an enum.
fn codes_of<'t>(table: &'t DescribedTable, field: &str) -> Option<&'t str> {
    let column = table.columns.iter().find(|column| column.field == field);
    let part = table.key.part(field);
    let of_part = part.map(|(_, part)| &*part.codes);
    column.map(|column| column.codes.as_str()).or(of_part)
}

/// New rows have the latest times: all their entries go to one end of the index's table.
fn rising(
    advised: &Advised<'_>,
    index: &DescribedIndex,
    first: &DescribedIndexField,
) -> Diagnostic {
    let (table, time) = (&index.table, &first.field);
    let (region, written) = if first.desc {
        ("first", format!("desc({time})"))
    } else {
        ("last", time.clone())
    };
    let message = format!(
        "the index {table} begins with the time `{time}`: the entries of new rows are in its {region} region"
    );
    let help = format!(
        "one region takes the entries of all writes: where queries have the value of another field, write \
         `#[index(\"{table}\", fields(…, {written}))]` on the struct with that field first; where they do not, \
         write `buckets(8)` in `#[index]`, and a query reads 8 regions"
    );
    advised.advice(span_of(advised, time), message, &help)
}

/// The entries of a frequent value are next to each other.
fn few(
    advised: &Advised<'_>,
    index: &DescribedIndex,
    first: &DescribedIndexField,
    codes: usize,
) -> Diagnostic {
    let (table, field) = (&index.table, &first.field);
    let message = format!(
        "the index {table} begins with `{field}`, which has {codes} values: the entries of a frequent one are in few \
         regions"
    );
    let help = "one region takes the entries of most writes: write `buckets(8)` in `#[index]`, and a query reads 8 \
                regions; or put a field with many values first";
    advised.advice(span_of(advised, field), message, help)
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
