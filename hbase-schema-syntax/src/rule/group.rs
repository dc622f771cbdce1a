//! Rejects options that a group of columns leaves to the table that flattens it.

use AllowOption::{Advice, Families, FamilyLength, Hotspot, KeyLength, NameLength};
use proc_macro2::Span;

use crate::attr::{AllowOption, SetOptions};
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

pub(super) fn check_group(draft: &Draft<'_>, sink: &Sink) {
    has_column(draft, sink);
    let attrs = &draft.attrs;
    leaves_to_table(attrs.table.as_ref().map(|a| a.span), "table", sink);
    leaves_to_table(attrs.key.as_ref().map(|a| a.span), "rowkey", sink);
    for family in &attrs.families {
        leaves_to_table(Some(family.span), "family", sink);
    }
    for index in &attrs.indexes {
        leaves_to_table(Some(index.span), "index", sink);
    }
    for field in &draft.fields {
        leaves_field_to_table(field, sink);
    }
    only_names(draft, sink);
}

fn leaves_field_to_table(field: &FieldDraft<'_>, sink: &Sink) {
    leaves_to_table(field.part.as_ref().map(|a| a.span), "rowkey", sink);
    leaves_to_table(field.family.as_ref().map(|a| a.span), "family", sink);
    leaves_to_table(field.index.as_ref().map(|a| a.span), "index", sink);
    leaves_to_table(field.timestamp.as_ref().map(|a| a.span), "timestamp", sink);
    leaves_to_table(
        field.table_date.as_ref().map(|a| a.span),
        "table_date",
        sink,
    );
    leaves_to_table(field.version.as_ref().map(|a| a.span), "version", sink);
    if let Some(span) = field.dynamic() {
        let message = "`dynamic` within a group of columns: put the dynamic columns into the table \
                       itself, next to the group";
        sink.at(span, message);
    }
    if let Some(span) = field.flatten() {
        let message = "`flatten` within a group of columns: flatten that group into the table \
                       itself, next to this one";
        sink.at(span, message);
    }
}

fn leaves_to_table(span: Option<Span>, attribute: &str, sink: &Sink) {
    if let Some(span) = span {
        let message = format!(
            "`#[{attribute}]` has no place in a group of columns: it belongs in the table that \
             flattens the group"
        );
        sink.at(span, message);
    }
}

fn has_column(draft: &Draft<'_>, sink: &Sink) {
    if draft.columns().next().is_none() {
        let name = &draft.input.ident;
        let message = format!("`{name}` has no column: a group of columns needs at least one");
        sink.at(name.span(), message);
    }
}

fn only_names(draft: &Draft<'_>, sink: &Sink) {
    let attr = draft.attrs.columns.as_ref();
    let Some(allow) = attr.and_then(|c| c.options.allow.spanned()) else {
        return;
    };
    let of_table = [
        NameLength,
        FamilyLength,
        Families,
        Hotspot,
        KeyLength,
        Advice,
    ];
    for (option, _) in allow.value.set_among(&of_table) {
        let fix = match option {
            NameLength => "qualifiers are freed by `allow(qualifier_length)`",
            _ => "write it in `#[table]`",
        };
        let option = option.name();
        let message = format!("`allow({option})` has no effect on a group of columns: {fix}");
        sink.at(allow.span, message);
    }
}
