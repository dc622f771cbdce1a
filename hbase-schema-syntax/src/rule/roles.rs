//! Checks the role of each field, and the required parts of a table.

use hbase_model::name::upper_snake;

use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

pub(super) fn check_roles(draft: &Draft<'_>, sink: &Sink) {
    has_table(draft, sink);
    is_no_group(draft, sink);
    key_says_something(draft, sink);
    has_key(draft, sink);
    has_column(draft, sink);
    one_timestamp(draft, sink);
    for field in &draft.fields {
        one_role(field, sink);
        date_alone(field, sink);
        family_has_effect(field, sink);
    }
}

fn has_table(draft: &Draft<'_>, sink: &Sink) {
    let name = &draft.input.ident;
    let guess = upper_snake(&name.to_string());
    match &draft.attrs.table {
        None => sink.at(
            name.span(),
            format_args!("`{name}` names no table: add `#[table(\"NAMESPACE:{guess}\")]`"),
        ),
        Some(table) if !table.name.is_set() => sink.at(
            table.span,
            format_args!("`#[table]` names no table: write `#[table(\"NAMESPACE:{guess}\")]`"),
        ),
        Some(_) => {}
    }
}

fn is_no_group(draft: &Draft<'_>, sink: &Sink) {
    if let Some(columns) = &draft.attrs.columns {
        sink.at(
            columns.span,
            "`#[columns]` is for groups of columns: in a table write its options in `#[table]`",
        );
    }
}

fn key_says_something(draft: &Draft<'_>, sink: &Sink) {
    if let Some(key) = draft.attrs.key.as_ref().filter(|k| k.is_empty) {
        sink.at(
            key.span,
            "`#[rowkey]` on the struct is empty: mark fields with it, or give it an option, as \
             in `#[rowkey(separator = \"_\")]`",
        );
    }
}

fn has_key(draft: &Draft<'_>, sink: &Sink) {
    if draft.parts().is_empty() {
        let name = &draft.input.ident;
        let message = format!("`{name}` has no key: mark at least one field with `#[rowkey]`");
        sink.at(name.span(), message);
    }
}

/// A row without a cell does not exist in `HBase`.
fn has_column(draft: &Draft<'_>, sink: &Sink) {
    if draft.columns().next().is_none() {
        let name = &draft.input.ident;
        let message = format!(
            "`{name}` has no column, and a row without a cell does not exist: add a field that is \
             none of `#[rowkey]`, `#[timestamp]`, `#[table_date]` and `#[column(skip)]`"
        );
        sink.at(name.span(), message);
    }
}

fn one_timestamp(draft: &Draft<'_>, sink: &Sink) {
    let mut stamped = draft.fields.iter().filter(|f| f.timestamp.is_some());
    let Some(first) = stamped.next() else { return };
    for attr in stamped.filter_map(|f| f.timestamp.as_ref()) {
        let message = format!(
            "a row has one `#[timestamp]`, and `{}` already has it",
            first.ident
        );
        sink.at(attr.span, message);
    }
}

fn one_role(field: &FieldDraft<'_>, sink: &Sink) {
    let name = field.ident;
    if let (Some(_), Some(column)) = (&field.part, &field.column) {
        let message = format!(
            "`{name}` is a part of the key: `#[column]` cannot be combined with `#[rowkey]`"
        );
        sink.at(column.span, message);
    }
    let Some(timestamp) = &field.timestamp else {
        return;
    };
    let other = match (&field.part, &field.column) {
        (Some(_), _) => "`#[rowkey]`",
        (None, Some(_)) => "`#[column]`",
        (None, None) => return,
    };
    let message = format!("`#[timestamp]` cannot be combined with {other}: keep one on `{name}`");
    sink.at(timestamp.span, message);
}

fn date_alone(field: &FieldDraft<'_>, sink: &Sink) {
    let Some(date) = &field.table_date else {
        return;
    };
    let name = field.ident;
    let other = if field.part.is_some() {
        "`#[rowkey]`: the date is in the table's name, not in the key's bytes"
    } else if field.column.is_some() {
        "`#[column]`: the date is in the table's name, not in a cell"
    } else if field.timestamp.is_some() {
        "`#[timestamp]`: the date is in the table's name, not in the cells"
    } else {
        return;
    };
    let message = format!("`#[table_date]` on `{name}` cannot be combined with {other}");
    sink.at(date.span, message);
}

fn family_has_effect(field: &FieldDraft<'_>, sink: &Sink) {
    let Some(family) = &field.family else { return };
    let why = if field.timestamp.is_some() {
        "the timestamp is in no family"
    } else if field.table_date.is_some() {
        "the date in the table's name is in no family"
    } else if field.is_skipped() {
        "a field that is not stored is in no family"
    } else {
        return;
    };
    sink.at(
        family.span,
        format_args!("`#[family]` has no effect here: {why}"),
    );
}
