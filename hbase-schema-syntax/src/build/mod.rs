//! From a draft that passed every rule to the checked table.

mod column;
mod descriptor;
mod key;
mod splits;

pub(crate) use column::{column_name, prefix, token};
pub(crate) use key::{part_separator, salt_of};
pub(crate) use splits::complete as complete_splits;

use crate::ast::{ColumnGroup, Table, TimestampField};
use crate::draft::{Draft, FieldDraft};

/// The checked table.
pub(crate) fn table<'a>(draft: &Draft<'a>) -> Option<Table<'a>> {
    let attr = draft.attrs.table.as_ref()?;
    let name = attr.name.get()?;
    Some(Table {
        input: draft.input,
        name_span: name.span,
        descriptor: descriptor::descriptor(draft)?,
        key: key::key(draft),
        columns: column::columns(draft)?,
        skipped: column::skipped(draft),
        timestamp: draft.fields.iter().find_map(timestamp),
        crate_path: attr.naming.crate_path.cloned(),
        allow: attr.naming.allowed(),
        key_name: attr.key.cloned(),
        scan_name: attr.scan.cloned(),
    })
}

/// The checked group of columns.
pub(crate) fn group<'a>(draft: &Draft<'a>) -> Option<ColumnGroup<'a>> {
    let attr = draft.attrs.columns.as_ref();
    Some(ColumnGroup {
        input: draft.input,
        columns: column::columns(draft)?,
        skipped: column::skipped(draft),
        crate_path: attr.and_then(|a| a.naming.crate_path.cloned()),
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
