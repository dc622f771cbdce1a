//! The facts of a struct's schema, in a const.

use std::borrow::Cow;

use hbase_model::descriptor::Ttl;
use hbase_model::lock::{FactWriter, LockedCell, LockedDynamic};
use hbase_model::{DynamicSchema, KeyLayout};

use crate::clash::is_same;
use crate::schema::{
    ColumnEntry, ColumnGroupSchema, ColumnSchema, IndexSchema, IndexedSource, TableSchema,
};

/// Writes all facts. Fields are numbered as the derive numbers them: the parts of the key from 1, then the columns.
pub(super) const fn write(schema: &'static TableSchema, out: &mut FactWriter<'_>) {
    let parts = schema.key.as_parts();
    if let Some(salt) = &schema.key.salt {
        out.salt(salt);
    }
    let mut at = 0;
    while at < parts.len() {
        out.of_field(at + 1, name_of(&parts[at].name));
        out.part(at, &parts[at]);
        at += 1;
    }
    out.of_field(0, "");
    out.table(schema.table, !schema.indexes.is_empty());
    columns(schema, parts.len(), out);
    let mut at = 0;
    while at < schema.indexes.len() {
        index(schema.indexes[at], out);
        at += 1;
    }
    if schema.timestamp.is_some() {
        out.timestamp(schema.period);
    }
}

#[allow(clippy::ptr_arg, reason = "a const cannot dereference a `Cow`")]
const fn name_of(name: &'static Cow<'static, str>) -> &'static str {
    match name {
        Cow::Borrowed(name) => name,
        Cow::Owned(name) => name.as_str(),
    }
}

const fn columns(schema: &'static TableSchema, before: usize, out: &mut FactWriter<'_>) {
    let columns = schema.columns;
    let mut at = 0;
    while at < columns.len() {
        let number = before + at + 1;
        match columns[at] {
            ColumnEntry::Cell(column) => {
                out.of_field(number, column.field);
                out.cell(&LockedCell::of_schema(column));
                row_version(schema, column, out);
            }
            ColumnEntry::Group(columns) => {
                out.of_field(number, columns.field);
                group(columns, out);
            }
            ColumnEntry::Dynamic(columns) => {
                out.of_field(number, columns.field);
                dynamic(columns, out);
            }
        }
        at += 1;
    }
    out.of_field(0, "");
}

/// Writes a fact for the column if it is that of `#[version]`.
const fn row_version(
    schema: &TableSchema,
    column: &'static ColumnSchema,
    out: &mut FactWriter<'_>,
) {
    if let Some(version) = &schema.version
        && is_same(version.column().field, column.field)
    {
        out.row_version(column.family.as_bytes(), column.qualifier.bytes());
    }
}

const fn group(group: &'static ColumnGroupSchema, out: &mut FactWriter<'_>) {
    let mut at = 0;
    while at < group.columns.len() {
        let mut cell = LockedCell::of_schema(&group.columns[at]);
        cell.family = group.family.as_bytes();
        cell.prefix = group.prefix.bytes();
        if group.may_be_absent {
            cell.facts = cell.facts.in_absent_group();
        }
        out.cell(&cell);
        at += 1;
    }
}

const fn dynamic(columns: &'static DynamicSchema, out: &mut FactWriter<'_>) {
    let qualifier: &KeyLayout = match &columns.qualifier {
        Cow::Borrowed(layout) => layout,
        Cow::Owned(layout) => layout,
    };
    out.dynamic(&LockedDynamic {
        family: columns.family.as_bytes(),
        prefix: columns.prefix.bytes(),
        qualifier,
        codec: columns.codec,
        format: columns.format,
        logical_type: columns.logical_type,
        counter: columns.counter,
        since: match &columns.since {
            Some(since) => Some((since.part, since.unit_ms)),
            None => None,
        },
    });
}

const fn index(index: &'static IndexSchema, out: &mut FactWriter<'_>) {
    out.start_index(index.names(), index.buckets);
    let mut at = 0;
    while at < index.fields.len() {
        let field = &index.fields[at];
        match field.source {
            IndexedSource::Cell(column) => {
                let name = [column.family.as_bytes(), column.qualifier.bytes()];
                out.indexed_column(name, field.encoding, field.desc);
            }
            IndexedSource::KeyPart { field: name, key } => {
                out.indexed_part(name, key, field.encoding, field.desc);
            }
        }
        at += 1;
    }
    let ttl = match index.ttl {
        Some(ttl) => Some(Ttl::as_secs(ttl)),
        None => None,
    };
    out.end_index(index.names(), ttl);
}
