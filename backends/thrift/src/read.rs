//! Gets.

use std::collections::HashMap;

use hbase_backend::{
    Capability, CellBlock, CellKind, CellRef, Error, Get, ReadOptions, Result, Row, RowBound, Scan,
};
use hbase_model::printable::Printable;
use thrift::protocol::TType;

use crate::call::{CallError, Method, Target};
use crate::check::check_read;
use crate::columns::{column_name, each_selected_column, selected_families};
use crate::diagnose::diagnose;
use crate::error::backend_error;
use crate::table_state;
use crate::unsupported::unsupported;
use crate::wire::{self, Out, bytes_field, i32_field, i64_field, list_field, strings_field};

/// Maximum rows per call.
const MAX_ROWS: usize = 1000;

/// Maximum bytes of row keys per call. A framed gateway accepts messages of 2 MB.
const MAX_KEY_BYTES: usize = 1 << 20;

const GET: Method = Method::read("getRowWithColumnsTs", "reading a row");
const GET_ROWS: Method = Method::read("getRowsWithColumnsTs", "reading rows");
const GET_VERSIONS: Method = Method::read("getVerTs", "reading a row's versions");

/// The gateway's method for a get.
pub(crate) enum GetPlan {
    /// One of its gets.
    Get,
    /// A scan of one row, which supports filters and uncached reads.
    Scan(Box<Scan>),
}

/// Checks a get.
///
/// # Errors
/// A get that `HBase` rejects, and [`Error::Unsupported`] for one that the gateway cannot express.
pub(crate) fn plan(get: &Get) -> Result<GetPlan> {
    get.validate()?;
    check_read(&get.read)?;
    if is_plain(&get.read) {
        return Ok(GetPlan::Get);
    }
    if get.read.max_versions > 1 && !get.existence_only {
        return Err(unsupported(Capability::RowVersions));
    }
    Ok(GetPlan::Scan(Box::new(Scan {
        start: RowBound::Included(get.row.clone()),
        stop: RowBound::Included(get.row.clone()),
        limit: Some(1),
        read: ReadOptions {
            max_versions: 1,
            ..get.read.clone()
        },
        ..Scan::default()
    })))
}

/// Whether the gateway's gets support all of the read.
fn is_plain(read: &ReadOptions) -> bool {
    read.filter.is_none() && read.cache_blocks
}

/// Whether one call can execute all of these gets, which are checked.
pub(crate) fn is_one_call(gets: &[Get]) -> bool {
    let Some(first) = gets.first() else {
        return false;
    };
    let alike = gets.iter().all(|get| get.read == first.read);
    alike && gets.len() > 1 && first.read.max_versions == 1 && is_plain(&first.read)
}

/// Reads one row without a filter.
pub(crate) async fn get(on: Target<'_>, get: &Get) -> Result<Option<Row>> {
    if get.read.max_versions > 1 && !get.existence_only {
        return get_versions(on, get).await;
    }
    let args = |out: &mut Out<'_>| {
        bytes_field(out, 2, &get.row)?;
        columns_field(out, &get.read)?;
        i64_field(out, 4, get.read.time_range.max)
    };
    match on.call(GET, args, wire::one_row).await {
        Ok(Some(row)) if row.key() != get.row => Err(another_row(&row, &get.row)),
        Ok(row) => Ok(row),
        Err(error) => Err(diagnose(on, error, &selected_families(&get.read)).await),
    }
}

#[cold]
fn another_row(found: &Row, expected: &[u8]) -> Error {
    let (found, expected) = (Printable(found.key()), Printable(expected));
    backend_error(format!(
        "the gateway answered with row `{found}`, expected row `{expected}`"
    ))
}

/// The selected columns; without the field the gateway reads all of them.
fn columns_field(out: &mut Out<'_>, read: &ReadOptions) -> thrift::Result<()> {
    let names = read.columns.iter().map(|c| c.qualifiers.len().max(1));
    let count: usize = names.sum();
    if count == 0 {
        return Ok(());
    }
    list_field(out, 3, TType::String, count, |out| {
        each_selected_column(read, |name| out.write_bytes(name))
    })
}

/// Reads several versions of one column: the result does not contain the column of each version.
async fn get_versions(on: Target<'_>, get: &Get) -> Result<Option<Row>> {
    let (family, qualifier) = match get.read.columns.as_slice() {
        [one] if one.qualifiers.len() == 1 => (&one.family, &one.qualifiers[0]),
        _ => return Err(unsupported(Capability::RowVersions)),
    };
    let column = column_name(family, qualifier);
    let max_versions = i32::try_from(get.read.max_versions).unwrap_or(i32::MAX);
    let args = |out: &mut Out<'_>| {
        bytes_field(out, 2, &get.row)?;
        bytes_field(out, 3, &column)?;
        i64_field(out, 4, get.read.time_range.max)?;
        i32_field(out, 5, max_versions)
    };
    let found = match on.call(GET_VERSIONS, args, wire::versions).await {
        Ok(found) => found,
        Err(error) => return Err(diagnose(on, error, &selected_families(&get.read)).await),
    };
    let cells = found.iter();
    let row = row_of(&get.row, cells.map(|cell| (&**family, &**qualifier, cell)))?;
    Ok((!found.is_empty()).then_some(row))
}

/// A row of puts: family, qualifier, and the value with its timestamp.
pub(crate) fn row_of<'a>(
    row: &[u8],
    cells: impl Iterator<Item = (&'a [u8], &'a [u8], &'a (Vec<u8>, i64))>,
) -> Result<Row> {
    let mut block = CellBlock::new();
    for (family, qualifier, (value, timestamp)) in cells {
        block.push(CellRef {
            row,
            family,
            qualifier,
            timestamp: *timestamp,
            kind: CellKind::Put,
            value,
        })?;
    }
    Ok(Row::from_trusted(block.take()))
}

/// Reads several rows with the same options, without a filter; returns them by key.
pub(crate) async fn get_rows(
    on: Target<'_>,
    rows: &[&[u8]],
    read: &ReadOptions,
) -> Result<HashMap<Vec<u8>, Row>> {
    table_state::check_enabled(on).await?;
    let mut found = HashMap::with_capacity(rows.len());
    let mut left = chunks(rows);
    left.reverse();
    while let Some(chunk) = left.pop() {
        match get_chunk(on, chunk, read).await {
            Ok(rows) => found.extend(rows.into_iter().map(|row| (row.key().to_vec(), row))),
            // The response was too long: read half as many rows at a time.
            Err(CallError::TooLong(_)) if chunk.len() > 1 => {
                let (first, second) = chunk.split_at(chunk.len() / 2);
                left.extend([second, first]);
            }
            Err(error) => {
                let error = diagnose(on, error, &selected_families(read)).await;
                table_state::distrust(on, &error);
                return Err(error);
            }
        }
    }
    Ok(found)
}

/// The rows of each call.
fn chunks<'r, 'k>(mut rows: &'r [&'k [u8]]) -> Vec<&'r [&'k [u8]]> {
    let mut chunks = Vec::new();
    while !rows.is_empty() {
        let mut bytes = 0;
        let fits = |row: &&&[u8]| {
            bytes += row.len();
            bytes <= MAX_KEY_BYTES
        };
        let count = rows.iter().take(MAX_ROWS).take_while(fits).count();
        let (first, rest) = rows.split_at(count.max(1));
        chunks.push(first);
        rows = rest;
    }
    chunks
}

async fn get_chunk(
    on: Target<'_>,
    rows: &[&[u8]],
    read: &ReadOptions,
) -> Result<Vec<Row>, CallError> {
    let args = |out: &mut Out<'_>| {
        strings_field(out, 2, rows.iter().copied())?;
        columns_field(out, read)?;
        i64_field(out, 4, read.time_range.max)
    };
    on.call(GET_ROWS, args, wire::rows).await
}
