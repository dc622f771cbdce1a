//! The gateway's calls that write. Cells go from their block to the request in one step.

use hbase_model::{CellKind, CellRef, Deadline, LATEST_TIMESTAMP, Mutation, TableName};
use thrift::protocol::{TListIdentifier, TType};

use super::one::Manner;
use crate::call::{Call, Link, Trouble};
use crate::check;
use crate::ddl::table_name;
use crate::wire::{self, Out, bool_field, bytes_field, field, length, structure};

/// `deleteAllRowTs`
pub(super) async fn delete_row(
    link: &Link,
    table: &TableName,
    mutation: &Mutation,
    manner: Manner,
    deadline: Deadline,
) -> Result<(), Trouble> {
    let name = table_name(table);
    let args = |out: &mut Out<'_>| {
        field(out, TType::String, 1, |out| out.write_bytes(&name))?;
        field(out, TType::String, 2, |out| out.write_bytes(mutation.row()))?;
        field(out, TType::I64, 3, |out| out.write_i64(manner.timestamp))
    };
    let call = Call {
        name: "deleteAllRowTs",
        doing: "deleting a row",
        again: manner.again(),
        args: &args,
    };
    link.call(call, wire::nothing, deadline).await
}

/// `mutateRow`, `mutateRowTs`
pub(super) async fn row(
    link: &Link,
    table: &TableName,
    mutation: &Mutation,
    manner: Manner,
    deadline: Deadline,
) -> Result<(), Trouble> {
    let name = table_name(table);
    let args = |out: &mut Out<'_>| {
        field(out, TType::String, 1, |out| out.write_bytes(&name))?;
        field(out, TType::String, 2, |out| out.write_bytes(mutation.row()))?;
        field(out, TType::List, 3, |out| mutations(out, mutation))?;
        timestamp(out, 4, manner)
    };
    let call = Call {
        name: by_timestamp(manner, "mutateRow", "mutateRowTs"),
        doing: "writing a row",
        again: manner.again(),
        args: &args,
    };
    link.call(call, wire::nothing, deadline).await
}

/// `mutateRows`, `mutateRowsTs`
pub(super) async fn rows(
    link: &Link,
    table: &TableName,
    rows: &[&Mutation],
    manner: Manner,
    deadline: Deadline,
) -> Result<(), Trouble> {
    let name = table_name(table);
    let args = |out: &mut Out<'_>| {
        field(out, TType::String, 1, |out| out.write_bytes(&name))?;
        field(out, TType::List, 2, |out| {
            out.write_list_begin(&TListIdentifier::new(TType::Struct, length(rows.len())?))?;
            for mutation in rows {
                batch(out, mutation)?;
            }
            out.write_list_end()
        })?;
        timestamp(out, 3, manner)
    };
    let call = Call {
        name: by_timestamp(manner, "mutateRows", "mutateRowsTs"),
        doing: "writing rows",
        again: manner.again(),
        args: &args,
    };
    link.call(call, wire::nothing, deadline).await
}

fn by_timestamp(manner: Manner, latest: &'static str, at: &'static str) -> &'static str {
    if manner.timestamp == LATEST_TIMESTAMP {
        latest
    } else {
        at
    }
}

fn timestamp(out: &mut Out<'_>, id: i16, manner: Manner) -> thrift::Result<()> {
    if manner.timestamp == LATEST_TIMESTAMP {
        return Ok(());
    }
    field(out, TType::I64, id, |out| out.write_i64(manner.timestamp))
}

/// A `BatchMutation`.
fn batch(out: &mut Out<'_>, mutation: &Mutation) -> thrift::Result<()> {
    structure(out, |out| {
        field(out, TType::String, 1, |out| out.write_bytes(mutation.row()))?;
        field(out, TType::List, 2, |out| mutations(out, mutation))
    })
}

/// A `list<Mutation>`.
fn mutations(out: &mut Out<'_>, mutation: &Mutation) -> thrift::Result<()> {
    let count = length(mutation.cells().len())?;
    let logged = check::logged(mutation.durability).unwrap_or(true);
    let mut column = Vec::with_capacity(64);
    out.write_list_begin(&TListIdentifier::new(TType::Struct, count))?;
    for cell in mutation.cells() {
        column_of(&cell, &mut column);
        structure(out, |out| one(out, &cell, &column, logged))?;
    }
    out.write_list_end()
}

/// A put of one cell as a `Mutation` that is an argument of its own.
pub(crate) fn one_put(
    out: &mut Out<'_>,
    id: i16,
    cell: &CellRef<'_>,
    logged: bool,
) -> thrift::Result<()> {
    let mut column = Vec::new();
    column_of(cell, &mut column);
    field(out, TType::Struct, id, |out| {
        structure(out, |out| one(out, cell, &column, logged))
    })
}

/// A `Mutation`. What is not said of it is what the gateway takes where nothing is said: a put, an
/// empty value, logged.
fn one(out: &mut Out<'_>, cell: &CellRef<'_>, column: &[u8], logged: bool) -> thrift::Result<()> {
    if cell.kind.is_delete() {
        bool_field(out, 1, true)?;
    }
    bytes_field(out, 2, column)?;
    if !cell.kind.is_delete() {
        bytes_field(out, 3, cell.value)?;
    }
    if logged {
        return Ok(());
    }
    bool_field(out, 4, false)
}

/// `f` for a whole family, `f:q` for a column.
fn column_of(cell: &CellRef<'_>, column: &mut Vec<u8>) {
    column.clear();
    column.extend_from_slice(cell.family);
    if cell.kind != CellKind::DeleteFamily {
        column.push(b':');
        column.extend_from_slice(cell.qualifier);
    }
}
