//! Increments, appends and conditional puts. None of them is retried after it was sent.

use hbase_backend::{
    Append, Capability, CellRef, CheckAndMutate, Comparator, CompareOp, Condition, Increment,
    LATEST_TIMESTAMP, Result, Row, TimeRange,
};

use crate::call::{Call, Method, Target};
use crate::check::{check_family, check_update, writes_to_wal};
use crate::columns::column_name;
use crate::diagnose::diagnose;
use crate::error::backend_error;
use crate::read::row_of;
use crate::unsupported::{unsupported, unsupported_use};
use crate::wire::{self, Out, bytes_field, i64_field, strings_field, structure_field};
use crate::write::put_field;

const INCREMENT: Method = Method::write("atomicIncrement", "incrementing");
const APPEND: Method = Method::write("append", "appending");
const CHECK_AND_PUT: Method = Method::write("checkAndPut", "checking and writing a row");

/// Adds to one counter. The gateway does not report the timestamp of the new value; the row has
/// [`LATEST_TIMESTAMP`] instead.
pub(crate) async fn increment(on: Target<'_>, increment: &Increment) -> Result<Row> {
    increment.validate()?;
    check_update(increment.durability, increment.ttl_ms)?;
    let [(family, qualifier, amount)] = increment.columns.as_slice() else {
        return Err(unsupported(Capability::SeveralCounters));
    };
    check_family(family)?;
    let column = column_name(family, qualifier);
    let args = |out: &mut Out<'_>| {
        bytes_field(out, 2, &increment.row)?;
        bytes_field(out, 3, &column)?;
        i64_field(out, 4, *amount)
    };
    match on.call(INCREMENT, args, wire::long).await {
        Ok(value) => {
            let cell = (value.to_be_bytes().to_vec(), LATEST_TIMESTAMP);
            row_of(
                &increment.row,
                [(&**family, &**qualifier, &cell)].into_iter(),
            )
        }
        Err(error) => Err(diagnose(on, error, std::slice::from_ref(family)).await),
    }
}

/// Family, qualifier and the bytes to append.
type Addition = (Vec<u8>, Vec<u8>, Vec<u8>);

/// Appends to values. The result has the new values in `HBase`'s order, without their columns.
pub(crate) async fn append(on: Target<'_>, append: &Append) -> Result<Row> {
    let additions = sorted_additions(append)?;
    let table = on.name();
    let names: Vec<_> = additions
        .iter()
        .map(|(f, q, _)| column_name(f, q))
        .collect();
    let args = |out: &mut Out<'_>| {
        structure_field(out, 1, |out| {
            bytes_field(out, 1, &table)?;
            bytes_field(out, 2, &append.row)?;
            strings_field(out, 3, names.iter().map(Vec::as_slice))?;
            strings_field(
                out,
                4,
                additions.iter().map(|(_, _, value)| value.as_slice()),
            )
        })
    };
    let call = Call {
        method: APPEND,
        args: &args,
    };
    match on.link.call(call, wire::versions, on.deadline).await {
        Ok(found) => appended(append, &additions, &found),
        Err(error) => {
            let families: Vec<_> = additions.iter().map(|(f, ..)| f.clone()).collect();
            Err(diagnose(on, error, &families).await)
        }
    }
}

/// The additions, in the order of the result.
fn sorted_additions(append: &Append) -> Result<Vec<&Addition>> {
    append.validate()?;
    check_update(append.durability, append.ttl_ms)?;
    for (family, ..) in &append.columns {
        check_family(family)?;
    }
    let mut sorted: Vec<_> = append.columns.iter().collect();
    sorted.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    Ok(sorted)
}

/// The row of new values.
fn appended(append: &Append, additions: &[&Addition], found: &[(Vec<u8>, i64)]) -> Result<Row> {
    if found.len() != additions.len() {
        return Err(backend_error(format!(
            "an append to {} columns was answered with {} values",
            additions.len(),
            found.len()
        )));
    }
    let cells = additions.iter().zip(found);
    let cells = cells.map(|((family, qualifier, _), cell)| (&**family, &**qualifier, cell));
    row_of(&append.row, cells)
}

/// Puts one cell at the server's time if a column has a value, or has none.
pub(crate) async fn check_and_put(on: Target<'_>, check: &CheckAndMutate) -> Result<bool> {
    check.validate()?;
    let (family, qualifier, expected) = expected_value(check)?;
    check_family(family)?;
    let (put, to_wal) = single_put(check)?;
    let column = column_name(family, qualifier);
    let args = |out: &mut Out<'_>| {
        bytes_field(out, 2, check.mutation.row())?;
        bytes_field(out, 3, &column)?;
        if let Some(expected) = expected {
            bytes_field(out, 5, expected)?;
        }
        put_field(out, 6, &put, to_wal)
    };
    match on.call(CHECK_AND_PUT, args, wire::flag).await {
        Ok(held) => Ok(held),
        Err(error) => {
            let families = [family.to_vec(), put.family.to_vec()];
            Err(diagnose(on, error, &families).await)
        }
    }
}

/// A column, and the value that it must have; `None` for absence.
type Expected<'a> = (&'a [u8], &'a [u8], Option<&'a [u8]>);

fn expected_value(check: &CheckAndMutate) -> Result<Expected<'_>> {
    if check.time_range != TimeRange::ALL {
        let what = "a condition on a time range";
        return Err(unsupported_use(Capability::CheckAndMutate, what));
    }
    match &check.condition {
        Condition::Absent { family, qualifier } => Ok((family, qualifier, None)),
        Condition::Compare {
            family,
            qualifier,
            op: CompareOp::Equal,
            comparator: Comparator::Binary(value),
        } => Ok((family, qualifier, Some(value))),
        other => {
            let what = format!("the condition {other:?}");
            Err(unsupported_use(Capability::CheckAndMutate, &what))
        }
    }
}

/// The mutation's only put, and whether it is logged.
fn single_put(check: &CheckAndMutate) -> Result<(CellRef<'_>, bool)> {
    let mutation = &check.mutation;
    let reject = |what: &str| Err(unsupported_use(Capability::CheckAndMutate, what));
    if mutation.row_deletion().is_some() || mutation.cells().iter().any(|c| c.kind.is_delete()) {
        return reject("a delete under a condition");
    }
    if mutation.cells().len() > 1 {
        return reject("several puts under a condition");
    }
    if mutation.ttl_ms.is_some() {
        return Err(unsupported(Capability::CellTtl));
    }
    let to_wal = writes_to_wal(mutation.durability)?;
    let Some(cell) = mutation.cells().iter().next() else {
        return reject("no put under a condition");
    };
    if cell.timestamp != LATEST_TIMESTAMP {
        return reject("a timestamp for a put under a condition");
    }
    check_family(cell.family)?;
    Ok((cell, to_wal))
}
