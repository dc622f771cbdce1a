//! Advice on indexes: a time at the start of an index's entries.

use hbase_model::{DescribedIndex, Encoding};
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
    let message = format!(
        "the index {table} begins with the time `{time}`: the entries of new rows are in its last region"
    );
    let help = format!(
        "one region takes the entries of all writes: where queries have the value of another field, write \
         `#[index(\"{table}\", fields(…, {time}))]` on the struct with that field first; where they do not, the \
         table takes no more writes than one region"
    );
    let mut columns = advised.syntax.columns.iter();
    let column = columns.find(|column| column.ident.unraw() == time.as_str());
    let span = column.map_or(advised.syntax.name_span, |column| column.field.span());
    Some(advised.advice(span, message, &help))
}
