//! Increments, appends and puts under a condition. None of them is ever repeated once it was sent.

use hbase_model::{
    Append, Capability, CellBlock, CellKind, CellRef, CheckAndMutate, Comparator, CompareOp,
    Condition, Deadline, Error, Increment, LATEST_TIMESTAMP, Result, Row, TableName, TimeRange,
};
use thrift::protocol::TType;

use crate::call::{Again, Call, Link};
use crate::check;
use crate::ddl::table_name;
use crate::explain::explain;
use crate::read::column;
use crate::refuse::{cannot, cannot_say};
use crate::wire::{self, Out, bytes_field, field, strings_field, structure};
use crate::write::one_put;

fn no_columns(what: &str) -> Error {
    Error::invalid(format!("{what} without columns: name at least one"))
}

/// Adds to one counter. The gateway does not tell the new cell's timestamp; the answer's is
/// [`LATEST_TIMESTAMP`], the server's clock.
pub(crate) async fn increment(
    link: &Link,
    table: &TableName,
    increment: &Increment,
    deadline: Deadline,
) -> Result<Row> {
    increment.validate()?;
    check::update(increment.durability, increment.ttl_ms)?;
    let (family, qualifier, amount) = match increment.columns.as_slice() {
        [] => return Err(no_columns("an increment")),
        [one] => one,
        _ => return Err(cannot(Capability::SeveralCounters)),
    };
    check::family(family)?;
    let (name, at) = (table_name(table), column(family, qualifier));
    let args = |out: &mut Out<'_>| {
        field(out, TType::String, 1, |out| out.write_bytes(&name))?;
        field(out, TType::String, 2, |out| out.write_bytes(&increment.row))?;
        field(out, TType::String, 3, |out| out.write_bytes(&at))?;
        field(out, TType::I64, 4, |out| out.write_i64(*amount))
    };
    let call = Call {
        name: "atomicIncrement",
        doing: "incrementing",
        again: Again::Never,
        args: &args,
    };
    let value = match link.call(call, wire::long, deadline).await {
        Ok(value) => value,
        Err(trouble) => {
            let families = std::slice::from_ref(family);
            return Err(explain(link, trouble, table, families, deadline).await);
        }
    };
    let mut block = CellBlock::new();
    block.push(CellRef {
        row: &increment.row,
        family,
        qualifier,
        timestamp: LATEST_TIMESTAMP,
        kind: CellKind::Put,
        value: &value.to_be_bytes(),
    })?;
    Ok(Row::from_trusted(block.take()))
}

/// Appends to values. The answer's cells come in `HBase`'s order, without their columns.
pub(crate) async fn append(
    link: &Link,
    table: &TableName,
    append: &Append,
    deadline: Deadline,
) -> Result<Row> {
    let columns = sorted_additions(append)?;
    let name = table_name(table);
    let names: Vec<_> = columns.iter().map(|(f, q, _)| column(f, q)).collect();
    let args = |out: &mut Out<'_>| {
        let additions = |out: &mut Out<'_>| {
            bytes_field(out, 1, &name)?;
            bytes_field(out, 2, &append.row)?;
            strings_field(out, 3, names.iter().map(Vec::as_slice))?;
            strings_field(out, 4, columns.iter().map(|(_, _, value)| value.as_slice()))
        };
        field(out, TType::Struct, 1, |out| structure(out, additions))
    };
    let call = Call {
        name: "append",
        doing: "appending",
        again: Again::Never,
        args: &args,
    };
    match link.call(call, wire::versions, deadline).await {
        Ok(found) => appended(append, &columns, &found),
        Err(trouble) => {
            let families: Vec<_> = columns.iter().map(|(family, ..)| family.clone()).collect();
            Err(explain(link, trouble, table, &families, deadline).await)
        }
    }
}

/// Family, qualifier and what is appended.
type Addition = (Vec<u8>, Vec<u8>, Vec<u8>);

/// What is appended, in the order of the answer.
fn sorted_additions(append: &Append) -> Result<Vec<&Addition>> {
    append.validate()?;
    check::update(append.durability, append.ttl_ms)?;
    for (family, ..) in &append.columns {
        check::family(family)?;
    }
    let mut sorted: Vec<_> = append.columns.iter().collect();
    sorted.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    Ok(sorted)
}

/// The row of new values.
fn appended(append: &Append, columns: &[&Addition], found: &[(Vec<u8>, i64)]) -> Result<Row> {
    if found.len() != columns.len() {
        return Err(Error::Backend {
            backend: crate::NAME,
            what: format!(
                "an append to {} columns was answered with {} values",
                columns.len(),
                found.len()
            ),
        });
    }
    let mut block = CellBlock::new();
    for ((family, qualifier, _), (value, timestamp)) in columns.iter().zip(found) {
        block.push(CellRef {
            row: &append.row,
            family,
            qualifier,
            timestamp: *timestamp,
            kind: CellKind::Put,
            value,
        })?;
    }
    Ok(Row::from_trusted(block.take()))
}

/// A put of one cell at the server's time, where a column has a value or has none.
pub(crate) async fn check_and_put(
    link: &Link,
    table: &TableName,
    check: &CheckAndMutate,
    deadline: Deadline,
) -> Result<bool> {
    check.validate()?;
    let (family, qualifier, expected) = condition(check)?;
    check::family(family)?;
    let (put, logged) = the_put(check)?;
    let (name, at) = (table_name(table), column(family, qualifier));
    let args = |out: &mut Out<'_>| {
        field(out, TType::String, 1, |out| out.write_bytes(&name))?;
        field(out, TType::String, 2, |out| {
            out.write_bytes(check.mutation.row())
        })?;
        field(out, TType::String, 3, |out| out.write_bytes(&at))?;
        if let Some(expected) = expected {
            field(out, TType::String, 5, |out| out.write_bytes(expected))?;
        }
        one_put(out, 6, &put, logged)
    };
    let call = Call {
        name: "checkAndPut",
        doing: "checking and writing a row",
        again: Again::Never,
        args: &args,
    };
    match link.call(call, wire::flag, deadline).await {
        Ok(held) => Ok(held),
        Err(trouble) => {
            let families = [family.to_vec(), put.family.to_vec()];
            Err(explain(link, trouble, table, &families, deadline).await)
        }
    }
}

/// A column, and the value that it must have; `None` for absence.
type Expected<'a> = (&'a [u8], &'a [u8], Option<&'a [u8]>);

fn condition(check: &CheckAndMutate) -> Result<Expected<'_>> {
    if check.time_range != TimeRange::ALL {
        let what = "a condition on a time range";
        return Err(cannot_say(Capability::CheckAndMutate, what));
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
            Err(cannot_say(Capability::CheckAndMutate, &what))
        }
    }
}

/// The one put of the mutation, and whether it is logged.
fn the_put(check: &CheckAndMutate) -> Result<(CellRef<'_>, bool)> {
    let mutation = &check.mutation;
    let refused = |what: &str| Err(cannot_say(Capability::CheckAndMutate, what));
    if mutation.row_deletion().is_some() || mutation.cells().iter().any(|c| c.kind.is_delete()) {
        return refused("a delete under a condition");
    }
    if mutation.cells().len() > 1 {
        return refused("several puts under a condition");
    }
    if mutation.ttl_ms.is_some() {
        return Err(cannot(Capability::CellTtl));
    }
    let logged = check::logged(mutation.durability)?;
    let Some(cell) = mutation.cells().iter().next() else {
        return refused("no put under a condition");
    };
    if cell.timestamp != LATEST_TIMESTAMP {
        return refused("a timestamp for a put under a condition");
    }
    check::family(cell.family)?;
    Ok((cell, logged))
}
