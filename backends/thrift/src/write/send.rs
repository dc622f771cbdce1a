//! The gateway's methods that write. Cells go from their block to the request in one step.

use hbase_backend::{CellKind, CellRef, LATEST_TIMESTAMP, Mutation};
use thrift::protocol::TType;

use super::kind::WriteKind;
use crate::call::{CallError, Method, Target};
use crate::check::writes_to_wal;
use crate::wire::{
    self, Out, bool_field, bytes_field, i64_field, list_field, structure, structure_field,
};

/// `deleteAllRowTs`
pub(super) async fn delete_row(
    on: Target<'_>,
    mutation: &Mutation,
    kind: WriteKind,
) -> Result<(), CallError> {
    let method = Method {
        name: "deleteAllRowTs",
        doing: "deleting a row",
        idempotency: kind.idempotency(),
    };
    let args = |out: &mut Out<'_>| {
        bytes_field(out, 2, mutation.row())?;
        i64_field(out, 3, kind.timestamp)
    };
    on.call(method, args, wire::nothing).await
}

/// `mutateRow`, `mutateRowTs`
pub(super) async fn row(
    on: Target<'_>,
    mutation: &Mutation,
    kind: WriteKind,
) -> Result<(), CallError> {
    let method = Method {
        name: by_timestamp(kind, "mutateRow", "mutateRowTs"),
        doing: "writing a row",
        idempotency: kind.idempotency(),
    };
    let args = |out: &mut Out<'_>| {
        bytes_field(out, 2, mutation.row())?;
        cells_field(out, 3, mutation)?;
        timestamp_field(out, 4, kind)
    };
    on.call(method, args, wire::nothing).await
}

/// `mutateRows`, `mutateRowsTs`
pub(super) async fn rows(
    on: Target<'_>,
    rows: &[&Mutation],
    kind: WriteKind,
) -> Result<(), CallError> {
    let method = Method {
        name: by_timestamp(kind, "mutateRows", "mutateRowsTs"),
        doing: "writing rows",
        idempotency: kind.idempotency(),
    };
    let args = |out: &mut Out<'_>| {
        list_field(out, 2, TType::Struct, rows.len(), |out| {
            rows.iter().try_for_each(|row| batch_mutation(out, row))
        })?;
        timestamp_field(out, 3, kind)
    };
    on.call(method, args, wire::nothing).await
}

fn by_timestamp(kind: WriteKind, latest: &'static str, explicit: &'static str) -> &'static str {
    if kind.timestamp == LATEST_TIMESTAMP {
        latest
    } else {
        explicit
    }
}

fn timestamp_field(out: &mut Out<'_>, id: i16, kind: WriteKind) -> thrift::Result<()> {
    if kind.timestamp == LATEST_TIMESTAMP {
        return Ok(());
    }
    i64_field(out, id, kind.timestamp)
}

/// A `BatchMutation`.
fn batch_mutation(out: &mut Out<'_>, mutation: &Mutation) -> thrift::Result<()> {
    structure(out, |out| {
        bytes_field(out, 1, mutation.row())?;
        cells_field(out, 2, mutation)
    })
}

/// A field of a `list<Mutation>`, which has one for each cell.
fn cells_field(out: &mut Out<'_>, id: i16, mutation: &Mutation) -> thrift::Result<()> {
    let to_wal = writes_to_wal(mutation.durability).unwrap_or(true);
    let mut column = Vec::with_capacity(64);
    let cells = mutation.cells();
    list_field(out, id, TType::Struct, cells.len(), |out| {
        cells.iter().try_for_each(|cell| {
            column_of(&cell, &mut column);
            structure(out, |out| cell_fields(out, &cell, &column, to_wal))
        })
    })
}

/// A field of one put: a `Mutation`.
pub(crate) fn put_field(
    out: &mut Out<'_>,
    id: i16,
    cell: &CellRef<'_>,
    to_wal: bool,
) -> thrift::Result<()> {
    let mut column = Vec::new();
    column_of(cell, &mut column);
    structure_field(out, id, |out| cell_fields(out, cell, &column, to_wal))
}

/// The fields of a `Mutation`. By default it is a put of an empty value, written to the log.
fn cell_fields(
    out: &mut Out<'_>,
    cell: &CellRef<'_>,
    column: &[u8],
    to_wal: bool,
) -> thrift::Result<()> {
    if cell.kind.is_delete() {
        bool_field(out, 1, true)?;
    }
    bytes_field(out, 2, column)?;
    if !cell.kind.is_delete() {
        bytes_field(out, 3, cell.value)?;
    }
    if to_wal {
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
