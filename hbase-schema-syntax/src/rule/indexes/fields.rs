//! The fields of an index.

use proc_macro2::Span;

use crate::draft::{Draft, FieldDraft, IndexDraft};
use crate::errors::Sink;
use crate::read::{Slot, among, did_you_mean};

/// Maximum fields of an index.
const MOST: usize = 8;

pub(super) fn check_fields(draft: &Draft<'_>, index: &IndexDraft<'_, '_>, sink: &Sink) {
    if index.is_on_struct {
        are_several(index, sink);
        are_known(draft, index, sink);
        are_named_once(index, sink);
        have_a_column(index, sink);
    }
    let mut checked: Vec<&syn::Ident> = Vec::new();
    for (field, span) in index.known() {
        if !checked.contains(&field.ident) {
            is_one_cell(field, span, index.is_on_struct, sink);
        }
        checked.push(field.ident);
    }
    families_keep_no_old_versions(draft, index, sink);
}

fn are_several(index: &IndexDraft<'_, '_>, sink: &Sink) {
    if index.has_broken_fields {
        return;
    }
    let table = index.name.get().map_or("…", |name| name.value.as_str());
    match index.fields.as_slice() {
        [] => sink.at(
            index.span,
            "`#[index]` on the struct lists no fields: write `fields(sender, sent)`, or for one field `#[index]` on the field itself",
        ),
        [only] => {
            let message = format!(
                "an index of one field: write `#[index(\"{table}\")]` on the field `{}` itself",
                only.name.value
            );
            sink.at(only.name.span, message);
        }
        fields => {
            if let Some(first) = fields.get(MOST) {
                let message = format!(
                    "an index of {} fields, the maximum is {MOST}: leave out the last ones, which only few queries need",
                    fields.len()
                );
                sink.at(first.name.span, message);
            }
        }
    }
}

fn are_known(draft: &Draft<'_>, index: &IndexDraft<'_, '_>, sink: &Sink) {
    let parts = draft.parts().into_iter().map(|(part, _)| part);
    let known: Vec<_> = parts.chain(draft.cells()).map(FieldDraft::name).collect();
    let known: Vec<_> = known.iter().map(String::as_str).collect();
    for named in index.fields.iter().filter(|named| named.field.is_none()) {
        let name = &named.name.value;
        let (meant, all) = (did_you_mean(name, &known), among(&known));
        let message = format!("unknown field `{name}`{meant}: expected {all}");
        sink.at(named.name.span, message);
    }
}

fn are_named_once(index: &IndexDraft<'_, '_>, sink: &Sink) {
    for (at, named) in index.fields.iter().enumerate() {
        let name = &named.name.value;
        if index.fields[..at]
            .iter()
            .any(|other| other.name.value == *name)
        {
            let message = format!("`{name}` is in the index already: name each field once");
            sink.at(named.name.span, message);
        }
    }
}

/// A row has entries as long as it has a cell of an indexed column: rows without one could not be told from rows that
/// are gone.
fn have_a_column(index: &IndexDraft<'_, '_>, sink: &Sink) {
    let mut known = index.fields.iter();
    let are_parts = known.all(|named| named.field.is_some_and(|field| field.part.is_some()));
    if are_parts && index.fields.len() > 1 {
        sink.at(
            index.span,
            "an index of key parts alone: its entries are written and deleted with the cells of a column, so add a column that every row has to `fields(…)`, or scan the table by its key",
        );
    }
}

fn is_one_cell(field: &FieldDraft<'_>, span: Span, is_on_struct: bool, sink: &Sink) {
    let options = field.column_options();
    let why = if field.part.is_some() {
        if is_on_struct {
            return;
        }
        "a part of the key: scans find it, and an index of it has a column too, as in `fields(sender, id)` on the struct"
    } else if field.timestamp.is_some() || field.table_date.is_some() {
        // A table with such a field can have no index, which is another error.
        return;
    } else if options.is_some_and(|o| o.skip.is_set()) {
        "not stored: an index is for a column"
    } else if options.is_some_and(|o| o.flatten.is_set()) {
        "a group of columns: an index is for one column, a field of the table's own struct"
    } else if options.is_some_and(|o| o.dynamic.is_set()) {
        "a map of columns: an index is for one column"
    } else if options.is_some_and(|o| o.counter.is_set()) {
        "a counter, which changes without its index: leave out `counter`, or the index"
    } else if options.is_some_and(|o| o.default.is_set()) {
        "a column with a `default`: a row without the cell would have no entry, so leave out the index, or write the cell in all rows and leave out `default` (the guide's page Migrations)"
    } else {
        return;
    };
    let message = format!("`#[index]` on `{}`, which is {why}", field.ident);
    sink.at(span, message);
}

/// Old versions that `MIN_VERSIONS` keeps would outlive their entries.
/// Reports each family once, at the first of its fields.
fn families_keep_no_old_versions(draft: &Draft<'_>, index: &IndexDraft<'_, '_>, sink: &Sink) {
    let families = draft.declared_families();
    let mut seen: Vec<&str> = Vec::new();
    for (field, span) in index.columns() {
        let Some(family) = field.family_attr(&families) else {
            continue;
        };
        let name = family.name.get().map_or("", |name| name.value.as_str());
        let least = family.options.attributes.0.get("MIN_VERSIONS");
        let least = least.and_then(Slot::get);
        if seen.contains(&name) || least.is_none_or(|least| least == "0") {
            continue;
        }
        seen.push(name);
        let message = format!(
            "`#[index]` on `{}`, whose family `{name}` has `min_versions`: values that are kept after their time have no entry, so leave out `min_versions`, or put the column into another family",
            field.ident
        );
        sink.at(span, message);
    }
}
