//! Gets.

use std::collections::HashMap;
use std::convert::Infallible;

use hbase_model::printable::Printable;
use hbase_model::{
    Capability, CellBlock, CellKind, CellRef, Deadline, Error, Get, ReadOptions, Result, Row,
    TableName,
};
use thrift::protocol::{TListIdentifier, TType};

use crate::call::{Again, Call, Link, Trouble};
use crate::check;
use crate::ddl::table_name;
use crate::explain::explain;
use crate::refuse::cannot;
use crate::state;
use crate::wire::{self, Out, field, length, strings};

/// Rows in one call.
const ROWS: usize = 1000;

/// Bytes of keys in one call. A framed gateway takes messages of 2 MB.
const BYTES: usize = 1 << 20;

/// The columns as the gateway names them: `f` for a family, `f:q` for a column.
pub(crate) fn columns(read: &ReadOptions) -> Vec<Vec<u8>> {
    let mut columns = Vec::new();
    let Ok(()) = each_column(read, |name| {
        columns.push(name.to_vec());
        Ok::<(), Infallible>(())
    });
    columns
}

fn each_column<E>(
    read: &ReadOptions,
    mut each: impl FnMut(&[u8]) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let mut name = Vec::new();
    for selection in &read.columns {
        name.clear();
        name.extend_from_slice(&selection.family);
        if selection.qualifiers.is_empty() {
            each(&name)?;
        }
        name.push(b':');
        let start = name.len();
        for qualifier in &selection.qualifiers {
            name.truncate(start);
            name.extend_from_slice(qualifier);
            each(&name)?;
        }
    }
    Ok(())
}

/// `f:q`
pub(crate) fn column(family: &[u8], qualifier: &[u8]) -> Vec<u8> {
    [family, b":", qualifier].concat()
}

/// The families that are named, for errors.
pub(crate) fn families(read: &ReadOptions) -> Vec<Vec<u8>> {
    read.columns.iter().map(|c| c.family.to_vec()).collect()
}

/// Whether one of the gateway's gets can say it; a scan of one row can say more.
pub(crate) fn is_plain(read: &ReadOptions) -> bool {
    read.filter.is_none() && read.cache_blocks
}

/// One row, without a filter.
pub(crate) async fn get(
    link: &Link,
    table: &TableName,
    get: &Get,
    deadline: Deadline,
) -> Result<Option<Row>> {
    if get.read.max_versions > 1 && !get.existence_only {
        return versions(link, table, get, deadline).await;
    }
    let name = table_name(table);
    let args = |out: &mut Out<'_>| {
        field(out, TType::String, 1, |out| out.write_bytes(&name))?;
        field(out, TType::String, 2, |out| out.write_bytes(&get.row))?;
        column_list(out, &get.read)?;
        field(out, TType::I64, 4, |out| {
            out.write_i64(get.read.time_range.max)
        })
    };
    let call = Call {
        name: "getRowWithColumnsTs",
        doing: "reading a row",
        again: Again::Read,
        args: &args,
    };
    match link.call(call, wire::one_row, deadline).await {
        Ok(Some(row)) if row.key() != get.row => Err(another_row(&row, &get.row)),
        Ok(row) => Ok(row),
        Err(trouble) => Err(explain(link, trouble, table, &families(&get.read), deadline).await),
    }
}

#[cold]
fn another_row(found: &Row, expected: &[u8]) -> Error {
    let (found, expected) = (Printable(found.key()), Printable(expected));
    Error::Backend {
        backend: crate::NAME,
        what: format!("the gateway answered with row `{found}`, expected row `{expected}`"),
    }
}

/// All columns where none is named.
fn column_list(out: &mut Out<'_>, read: &ReadOptions) -> thrift::Result<()> {
    let names = read.columns.iter().map(|c| c.qualifiers.len().max(1));
    let count = names.sum();
    if count == 0 {
        return Ok(());
    }
    field(out, TType::List, 3, |out| {
        out.write_list_begin(&TListIdentifier::new(TType::String, length(count)?))?;
        each_column(read, |name| out.write_bytes(name))?;
        out.write_list_end()
    })
}

/// Several versions of one column: the gateway's answer does not say of which column a version is.
async fn versions(
    link: &Link,
    table: &TableName,
    get: &Get,
    deadline: Deadline,
) -> Result<Option<Row>> {
    let (family, qualifier) = match get.read.columns.as_slice() {
        [one] if one.qualifiers.len() == 1 => (&one.family, &one.qualifiers[0]),
        _ => return Err(cannot(Capability::RowVersions)),
    };
    let (name, column) = (table_name(table), column(family, qualifier));
    let most = i32::try_from(get.read.max_versions).unwrap_or(i32::MAX);
    let args = |out: &mut Out<'_>| {
        field(out, TType::String, 1, |out| out.write_bytes(&name))?;
        field(out, TType::String, 2, |out| out.write_bytes(&get.row))?;
        field(out, TType::String, 3, |out| out.write_bytes(&column))?;
        field(out, TType::I64, 4, |out| {
            out.write_i64(get.read.time_range.max)
        })?;
        field(out, TType::I32, 5, |out| out.write_i32(most))
    };
    let call = Call {
        name: "getVerTs",
        doing: "reading a row's versions",
        again: Again::Read,
        args: &args,
    };
    let found = match link.call(call, wire::versions, deadline).await {
        Ok(found) => found,
        Err(trouble) => {
            return Err(explain(link, trouble, table, &families(&get.read), deadline).await);
        }
    };
    let mut block = CellBlock::new();
    for (value, timestamp) in &found {
        block.push(CellRef {
            row: &get.row,
            family,
            qualifier,
            timestamp: *timestamp,
            kind: CellKind::Put,
            value,
        })?;
    }
    Ok((!block.is_empty()).then(|| Row::from_trusted(block.take())))
}

/// Several rows, of which the same is read, without a filter; by their keys.
pub(crate) async fn get_rows(
    link: &Link,
    table: &TableName,
    rows: &[&[u8]],
    read: &ReadOptions,
    deadline: Deadline,
) -> Result<HashMap<Vec<u8>, Row>> {
    state::check(link, table, deadline).await?;
    let mut found = HashMap::with_capacity(rows.len());
    let mut left = calls_for(rows);
    left.reverse();
    while let Some(chunk) = left.pop() {
        match call_rows(link, table, chunk, read, deadline).await {
            Ok(rows) => found.extend(rows.into_iter().map(|row| (row.key().to_vec(), row))),
            // Too much for one answer: half as much at a time.
            Err(Trouble::TooLong(_)) if chunk.len() > 1 => {
                let (first, second) = chunk.split_at(chunk.len() / 2);
                left.extend([second, first]);
            }
            Err(trouble) => {
                let error = explain(link, trouble, table, &families(read), deadline).await;
                state::doubt(link, table, &error);
                return Err(error);
            }
        }
    }
    Ok(found)
}

/// The rows of each call.
fn calls_for<'r, 'k>(mut rows: &'r [&'k [u8]]) -> Vec<&'r [&'k [u8]]> {
    let mut calls = Vec::new();
    while !rows.is_empty() {
        let mut bytes = 0;
        let fits = |row: &&&[u8]| {
            bytes += row.len();
            bytes <= BYTES
        };
        let count = rows.iter().take(ROWS).take_while(fits).count();
        let (first, rest) = rows.split_at(count.max(1));
        calls.push(first);
        rows = rest;
    }
    calls
}

async fn call_rows(
    link: &Link,
    table: &TableName,
    rows: &[&[u8]],
    read: &ReadOptions,
    deadline: Deadline,
) -> Result<Vec<Row>, Trouble> {
    let name = table_name(table);
    let args = |out: &mut Out<'_>| {
        field(out, TType::String, 1, |out| out.write_bytes(&name))?;
        field(out, TType::List, 2, |out| {
            strings(out, rows.iter().copied())
        })?;
        column_list(out, read)?;
        field(out, TType::I64, 4, |out| out.write_i64(read.time_range.max))
    };
    let call = Call {
        name: "getRowsWithColumnsTs",
        doing: "reading rows",
        again: Again::Read,
        args: &args,
    };
    link.call(call, wire::rows, deadline).await
}

/// Refuses what no get can say.
pub(crate) fn check(get: &Get) -> Result<()> {
    get.validate()?;
    check::read(&get.read)
}
