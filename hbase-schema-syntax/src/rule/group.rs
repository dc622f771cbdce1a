//! What a group of columns leaves to the table that flattens it.

use proc_macro2::Span;

use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

pub(super) fn check(draft: &Draft<'_>, sink: &Sink) {
    has_column(draft, sink);
    let attrs = &draft.attrs;
    leaves_to_table(attrs.table.as_ref().map(|a| a.span), "table", sink);
    leaves_to_table(attrs.key.as_ref().map(|a| a.span), "rowkey", sink);
    for family in &attrs.families {
        leaves_to_table(Some(family.span), "family", sink);
    }
    for field in &draft.fields {
        check_field(field, sink);
    }
    only_names(draft, sink);
}

fn check_field(field: &FieldDraft<'_>, sink: &Sink) {
    leaves_to_table(field.part.as_ref().map(|a| a.span), "rowkey", sink);
    leaves_to_table(field.family.as_ref().map(|a| a.span), "family", sink);
    leaves_to_table(field.timestamp.as_ref().map(|a| a.span), "timestamp", sink);
    if let Some(span) = field.flatten() {
        let message = "`flatten` within a group of columns: flatten that group into the table \
                       itself, beside this one";
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
    let allow = draft
        .attrs
        .columns
        .as_ref()
        .and_then(|c| c.naming.allow.spanned());
    let Some(allow) = allow else { return };
    let of_table = [
        ("name_length", allow.value.name_length),
        ("family_length", allow.value.family_length),
        ("families", allow.value.families),
        ("hotspot", allow.value.hotspot),
        ("key_length", allow.value.key_length),
    ];
    for (way, _) in of_table.into_iter().filter(|(_, said)| *said) {
        let fix = match way {
            "name_length" => "qualifiers are freed by `allow(qualifier_length)`",
            _ => "write it in `#[table]`",
        };
        let message = format!("`allow({way})` has no effect on a group of columns: {fix}");
        sink.at(allow.span, message);
    }
}
