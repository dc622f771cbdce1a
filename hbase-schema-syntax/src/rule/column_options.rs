//! Options of one column that exclude each other, or have no effect.

use proc_macro2::Span;

use crate::ast::DefaultValue;
use crate::attr::ColumnAttr;
use crate::draft::FieldDraft;
use crate::errors::Sink;

pub(super) fn check(field: &FieldDraft<'_>, sink: &Sink) {
    let Some(column) = &field.column else { return };
    one_name(column, sink);
    one_codec(column, sink);
    if column.skip.said().is_some() {
        return skipped_has_no_options(column, sink);
    }
    if column.flatten.said().is_some() {
        return group_has_no_options(column, sink);
    }
    prefix_needs_group(column, sink);
    counter_has_no_options(column, sink);
}

fn one_name(column: &ColumnAttr, sink: &Sink) {
    if let (true, Some(rename)) = (column.name.is_said(), column.rename.said()) {
        sink.at(
            rename,
            "`rename` says the name a second time: keep `#[column(\"NAME\")]` or `rename`",
        );
    }
}

fn one_codec(column: &ColumnAttr, sink: &Sink) {
    let codecs = [
        ("text", column.text.said()),
        ("json", column.json.said()),
        ("with", column.with.said()),
    ];
    let mut said = codecs
        .iter()
        .filter_map(|(name, span)| Some((name, (*span)?)));
    let Some((first, _)) = said.next() else {
        return;
    };
    for (name, span) in said {
        let message = format!("`{name}` and `{first}` are two ways to write one cell: keep one");
        sink.at(span, message);
    }
}

/// What only a cell has.
fn of_cells(column: &ColumnAttr) -> [(&'static str, Option<Span>); 6] {
    [
        ("a name", column.name.get().map(|n| n.span)),
        ("rename", column.rename.said()),
        ("text", column.text.said()),
        ("json", column.json.said()),
        ("with", column.with.said()),
        ("counter", column.counter.said()),
    ]
}

fn no_effect(
    options: impl IntoIterator<Item = (&'static str, Option<Span>)>,
    why: &str,
    sink: &Sink,
) {
    for (name, span) in options {
        let Some(span) = span else { continue };
        let option = match name {
            "a name" => String::from(name),
            _ => format!("`{name}`"),
        };
        sink.at(span, format_args!("{option} has no effect {why}"));
    }
}

fn skipped_has_no_options(column: &ColumnAttr, sink: &Sink) {
    let why = "on a field that is not stored: leave it out, or leave out `skip`";
    let of_groups = [
        ("flatten", column.flatten.said()),
        ("prefix", column.prefix.said()),
    ];
    no_effect(of_cells(column).into_iter().chain(of_groups), why, sink);
    if let Some(DefaultValue::Trait(span)) = column.default.get() {
        sink.at(
            *span,
            "`default` has no effect beside `skip`, which means it already: leave it out, or \
             name a function, as in `default = my::function`",
        );
    }
}

fn group_has_no_options(column: &ColumnAttr, sink: &Sink) {
    let why = "beside `flatten`: write it on the fields of the group";
    let default = [("default", column.default.said())];
    no_effect(of_cells(column).into_iter().chain(default), why, sink);
}

fn prefix_needs_group(column: &ColumnAttr, sink: &Sink) {
    let why = "without `flatten`: write the whole name, as in `#[column(\"NAME\")]`";
    no_effect([("prefix", column.prefix.said())], why, sink);
}

fn counter_has_no_options(column: &ColumnAttr, sink: &Sink) {
    if column.counter.said().is_none() {
        return;
    }
    let others = [
        ("text", column.text.said(), "HBase adds to 8 bytes"),
        ("json", column.json.said(), "HBase adds to 8 bytes"),
        ("with", column.with.said(), "HBase adds to 8 bytes"),
        ("default", column.default.said(), "it starts at 0 by itself"),
    ];
    for (name, span, why) in others {
        if let Some(span) = span {
            let message = format!("`{name}` cannot stand beside `counter`: {why}: keep one");
            sink.at(span, message);
        }
    }
}
