//! Checks `#[index]`: the tables and the fields that can have indexes, and their entries.

mod entries;
mod fields;
mod names;

use hbase_model::STAMP_FAMILY;
use proc_macro2::Span;

use crate::draft::Draft;
use crate::errors::Sink;

pub(super) fn check_indexes(draft: &Draft<'_>, sink: &Sink) {
    let indexes = draft.indexes();
    let Some(first) = indexes.first() else {
        return;
    };
    table_allows(draft, first.span, sink);
    stamp_is_free(draft, sink);
    for index in &indexes {
        names::has_name(draft, index, sink);
        fields::check_fields(draft, index, sink);
        entries::check_entries(draft, index, sink);
    }
    names::tables_differ(draft, &indexes, sink);
    names::tokens_are_free(draft, &indexes, sink);
}

/// Rejects what an index's protocol excludes: rows in several tables or under several salts, and the user's own
/// timestamps.
fn table_allows(draft: &Draft<'_>, first: Span, sink: &Sink) {
    let name = &draft.input.ident;
    if !draft.input.generics.params.is_empty() {
        let message = format!(
            "`{name}` has parameters, and rows that an index finds are read as one type: leave out the parameters, or the index"
        );
        sink.at(first, message);
    }
    if draft.fields.iter().any(|field| field.table_date.is_some()) {
        let message = format!(
            "`{name}` has a table for each period, and an index is for one table: leave out the date in the table's name, or the index"
        );
        sink.at(first, message);
    }
    if let Some(timestamp) = draft.fields.iter().find_map(|f| f.timestamp.as_ref()) {
        let message = "`#[timestamp]` in a table with an index, whose writes have timestamps of their own: make the time a column or a key part, or leave out the index";
        sink.at(timestamp.span, message);
    }
    if let Some(salt) = draft.salt().filter(|salt| !salt.value.is_computed()) {
        let message = "a random or round-robin salt in a table with an index: each write of a row would have another key, so use a salt that is computed from the key, as in `salt = buckets(16)`";
        sink.at(salt.span, message);
    }
}

fn stamp_is_free(draft: &Draft<'_>, sink: &Sink) {
    for family in draft.declared_families() {
        if let Some(name) = family.name.get().filter(|name| name.value == STAMP_FAMILY) {
            let message = format!(
                "the family `{STAMP_FAMILY}` of a table with an index contains the stamps of its rows: choose another name"
            );
            sink.at(name.span, message);
        }
    }
}
