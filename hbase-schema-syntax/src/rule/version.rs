//! Checks the field with `#[version]`: one column that every write of a row changes.

use hbase_model::Ttl;
use hbase_model::layout::Salt;

use crate::attr::{BareAttr, ColumnOption, SetOptions};
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

pub(super) fn check_version(draft: &Draft<'_>, sink: &Sink) {
    let mut versions = draft.fields.iter().filter_map(with_version);
    let Some((first, attr)) = versions.next() else {
        return;
    };
    for (_, attr) in versions {
        let message = format!(
            "a row has one `#[version]`, and `{}` already has it",
            first.ident
        );
        sink.at(attr.span, message);
    }
    if !is_a_column(first, attr, sink) {
        return;
    }
    has_no_index(first, attr, sink);
    is_one_cell(first, sink);
    outlives_its_row(draft, first, attr, sink);
    rows_are_written_whole(draft, attr, sink);
}

fn with_version<'d, 'a>(field: &'d FieldDraft<'a>) -> Option<(&'d FieldDraft<'a>, &'d BareAttr)> {
    Some((field, field.version.as_ref()?))
}

fn is_a_column(field: &FieldDraft<'_>, attr: &BareAttr, sink: &Sink) -> bool {
    let other = if field.part.is_some() {
        "`#[rowkey]`: the number changes, and a row key does not"
    } else if field.timestamp.is_some() {
        "`#[timestamp]`: the version is a number in a cell of its own"
    } else if field.table_date.is_some() {
        "`#[table_date]`: the version is a number in a cell of its own"
    } else {
        return true;
    };
    let message = format!(
        "`#[version]` on `{}` cannot be combined with {other}",
        field.ident
    );
    sink.at(attr.span, message);
    false
}

fn has_no_index(field: &FieldDraft<'_>, attr: &BareAttr, sink: &Sink) {
    if field.index.is_some() {
        let message = format!(
            "`#[version]` on `{}` cannot be combined with `#[index]`: every write would change the index",
            field.ident
        );
        sink.at(attr.span, message);
    }
}

/// The options that make a field no cell, or a cell that a put may leave out.
const EXCLUDED: [ColumnOption; 6] = [
    ColumnOption::Skip,
    ColumnOption::Flatten,
    ColumnOption::Dynamic,
    ColumnOption::Counter,
    ColumnOption::Default,
    ColumnOption::StoreNone,
];

fn is_one_cell(field: &FieldDraft<'_>, sink: &Sink) {
    let Some(options) = field.column_options() else {
        return;
    };
    for (option, span) in options.set_among(&EXCLUDED) {
        let message = format!(
            "`{}` cannot be combined with `#[version]`, a number that every write stores and that is 0 in a row without it: leave it out",
            option.name()
        );
        sink.at(span, message);
    }
}

/// A row whose version has expired would be a row of the version 0.
fn outlives_its_row(draft: &Draft<'_>, field: &FieldDraft<'_>, attr: &BareAttr, sink: &Sink) {
    let Some((family, Some(ttl))) = draft.expiry_of(field) else {
        return;
    };
    let others = draft.columns().filter_map(|other| draft.expiry_of(other));
    let lives_longer =
        |other: Option<Ttl>| other.is_none_or(|other| other.as_secs() > ttl.as_secs());
    let mut longer = others.filter(|(_, other)| lives_longer(*other));
    if let Some((other, _)) = longer.next() {
        let message = format!(
            "`#[version]` in family `{family}`, whose cells expire before those of `{other}`: the row would then have the version 0, so move it to `{other}`"
        );
        sink.at(attr.span, message);
    }
}

/// What is written without the other columns would have to read the row first.
fn rows_are_written_whole(draft: &Draft<'_>, attr: &BareAttr, sink: &Sink) {
    let mut fields = draft.fields.iter();
    let salt = draft.salt();
    let salt = salt.as_ref().map(|salt| &salt.value);
    let why = if let Some(Salt::Random { .. } | Salt::RoundRobin { .. }) = salt {
        "a salt that is not computed from the key: there, a put of a row that was read writes another row"
    } else if draft.fields.iter().any(|field| field.timestamp.is_some()) {
        "a `#[timestamp]`: there, a put adds a version of the row, and changes none"
    } else if fields.any(|field| field.dynamic().is_some()) {
        "dynamic columns, each of which is written on its own"
    } else {
        return;
    };
    let message = format!("`#[version]` in a table with {why}: leave out `#[version]`");
    sink.at(attr.span, message);
}
