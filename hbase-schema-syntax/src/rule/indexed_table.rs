//! Rejects features that a table with `#[index]` cannot have.

use crate::draft::{Draft, FieldDraft, IndexDraft};
use crate::errors::Sink;
use crate::read::Slot;

pub(super) fn check_indexed_table(draft: &Draft<'_>, sink: &Sink) {
    let indexes = draft.indexes();
    if indexes.is_empty() {
        return;
    }
    writes_are_logged(draft, sink);
    let known = indexes.iter().flat_map(IndexDraft::known);
    let known: Vec<&FieldDraft<'_>> = known.map(|(field, _)| field).collect();
    // An indexed field has its own error.
    let is_other = |field: &&FieldDraft<'_>| !known.iter().any(|of| std::ptr::eq(*of, *field));
    for field in draft.fields.iter().filter(is_other) {
        is_written_with_its_row(field, sink);
    }
}

/// Without a log, a row may have its old value after a crash, while that value's entry is deleted.
fn writes_are_logged(draft: &Draft<'_>, sink: &Sink) {
    let attributes = draft
        .attrs
        .table
        .as_ref()
        .map(|table| &table.options.attributes.0);
    let durability = attributes.and_then(|attributes| attributes.get("DURABILITY"));
    let is_skipped = |slot: &&Slot<String>| slot.get().is_some_and(|value| value == "SKIP_WAL");
    if let Some(span) = durability.filter(is_skipped).and_then(Slot::span) {
        let message = "`durability = skip_wal` in a table with an index: after a crash of a server, rows would have old values without entries, so leave it out, or the index";
        sink.at(span, message);
    }
}

/// Only whole rows are written with their entries: increments and changes of single columns are not.
fn is_written_with_its_row(field: &FieldDraft<'_>, sink: &Sink) {
    let Some(options) = field.column_options() else {
        return;
    };
    let name = field.ident;
    if let Some(span) = options.counter.span() {
        let message = format!(
            "the counter `{name}` in a table with an index, which no call could increment: store it in a separate table, or leave out the index"
        );
        sink.at(span, message);
    }
    if let Some(span) = options.dynamic.span() {
        let message = format!(
            "the dynamic columns `{name}` in a table with an index, which no call could write or a query would read without a limit: store them in a separate table, or leave out the index"
        );
        sink.at(span, message);
    }
}
