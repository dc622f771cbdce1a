//! Lowers a draft that passed every rule to the checked table.

mod column;
mod descriptor;
mod key;

use crate::ast::{Allow, ColumnGroup, Table, TimestampField};
use crate::attr::AllowOption;
use crate::draft::{Draft, FieldDraft};

/// Lowers a table.
pub(crate) fn table<'a>(draft: &Draft<'a>) -> Option<Table<'a>> {
    let attr = draft.attrs.table.as_ref()?;
    Some(Table {
        input: draft.input,
        name_span: attr.name.get()?.span,
        descriptor: descriptor::descriptor(draft)?,
        key: key::key(draft),
        columns: column::columns(draft)?,
        skipped: column::skipped(draft),
        timestamp: draft.fields.iter().find_map(timestamp),
        crate_path: attr.options.naming.crate_path.cloned(),
        allow: Allow {
            hotspot: draft.allows(AllowOption::Hotspot),
            key_length: draft.allows(AllowOption::KeyLength),
        },
        key_name: attr.options.key.cloned(),
        scan_name: attr.options.scan.cloned(),
    })
}

/// Lowers a group of columns.
pub(crate) fn group<'a>(draft: &Draft<'a>) -> Option<ColumnGroup<'a>> {
    Some(ColumnGroup {
        input: draft.input,
        columns: column::columns(draft)?,
        skipped: column::skipped(draft),
        crate_path: draft.naming().and_then(|n| n.crate_path.cloned()),
    })
}

fn timestamp<'a>(field: &FieldDraft<'a>) -> Option<TimestampField<'a>> {
    let attr = field.timestamp.as_ref()?;
    Some(TimestampField {
        field: field.field,
        ident: field.ident,
        span: attr.span,
    })
}
