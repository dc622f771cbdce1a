//! Filters without parts.

use hbase_backend::{Comparator, CompareOp, Filter, Result};

use super::argument::{boolean, comparator, op, quoted};
use super::error::inexpressible;

pub(super) fn write(filter: &Filter, out: &mut Vec<u8>) -> Result<()> {
    match filter {
        Filter::RowPrefix(prefix) => call("PrefixFilter", &[Quoted(prefix)], out),
        Filter::QualifierPrefix(prefix) => call("ColumnPrefixFilter", &[Quoted(prefix)], out),
        Filter::QualifierPrefixes(prefixes) => prefixes_filter(prefixes, out),
        Filter::Row(op, than) => compare("RowFilter", *op, than, out),
        Filter::Family(op, than) => compare("FamilyFilter", *op, than, out),
        Filter::Qualifier(op, than) => compare("QualifierFilter", *op, than, out),
        Filter::Value(op, than) => compare("ValueFilter", *op, than, out),
        Filter::ColumnValue { .. } => column_value(filter, out),
        Filter::QualifierRange { .. } => qualifier_range(filter, out),
        Filter::Page(rows) => {
            let rows = i64::try_from(*rows).unwrap_or(i64::MAX);
            call("PageFilter", &[Number(rows)], out)
        }
        Filter::ColumnPage { limit, offset } => {
            let numbers = [*limit, *offset].map(|number| Number(number.into()));
            call("ColumnPaginationFilter", &numbers, out)
        }
        Filter::Timestamps(timestamps) => timestamps_filter(timestamps, out),
        Filter::KeyOnly(length) => call("KeyOnlyFilter", &[Boolean(*length)], out),
        Filter::FirstKeyOnly => call("FirstKeyOnlyFilter", &[], out),
        Filter::RowRanges(_) => Err(inexpressible(
            "MultiRowRangeFilter: scan each range by itself",
        )),
        Filter::FuzzyRow(_) => Err(inexpressible("FuzzyRowFilter")),
        other => Err(inexpressible(&format!("{other:?}"))),
    }
}

/// An argument of a filter.
enum Argument<'a> {
    Quoted(&'a [u8]),
    Number(i64),
    Boolean(bool),
    Op(CompareOp),
    Comparator(&'a Comparator),
}
use Argument::{Boolean, Number, Op, Quoted};

/// A filter's name and its arguments.
fn call(name: &str, arguments: &[Argument<'_>], out: &mut Vec<u8>) -> Result<()> {
    out.extend_from_slice(name.as_bytes());
    out.push(b'(');
    for (index, argument) in arguments.iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(b", ");
        }
        match argument {
            Quoted(bytes) => quoted(bytes, out),
            Number(value) => out.extend_from_slice(value.to_string().as_bytes()),
            Boolean(value) => out.extend_from_slice(boolean(*value)),
            Op(value) => out.extend_from_slice(op(*value)),
            Argument::Comparator(value) => comparator(value, out)?,
        }
    }
    out.push(b')');
    Ok(())
}

fn compare(name: &str, how: CompareOp, than: &Comparator, out: &mut Vec<u8>) -> Result<()> {
    call(name, &[Op(how), Argument::Comparator(than)], out)
}

fn prefixes_filter(prefixes: &[Vec<u8>], out: &mut Vec<u8>) -> Result<()> {
    if prefixes.is_empty() {
        return Err(inexpressible("MultipleColumnPrefixFilter without a prefix"));
    }
    let prefixes: Vec<_> = prefixes.iter().map(|prefix| Quoted(prefix)).collect();
    call("MultipleColumnPrefixFilter", &prefixes, out)
}

fn timestamps_filter(timestamps: &[i64], out: &mut Vec<u8>) -> Result<()> {
    if timestamps.is_empty() {
        return Err(inexpressible("TimestampsFilter without a timestamp"));
    }
    let timestamps: Vec<_> = timestamps.iter().map(|time| Number(*time)).collect();
    call("TimestampsFilter", &timestamps, out)
}

fn column_value(filter: &Filter, out: &mut Vec<u8>) -> Result<()> {
    let Filter::ColumnValue {
        family,
        qualifier,
        op,
        comparator,
        filter_if_missing,
        latest_version_only,
    } = filter
    else {
        return Err(inexpressible(&format!("{filter:?}")));
    };
    let arguments = [
        Quoted(family),
        Quoted(qualifier),
        Op(*op),
        Argument::Comparator(comparator),
        Boolean(*filter_if_missing),
        Boolean(*latest_version_only),
    ];
    call("SingleColumnValueFilter", &arguments, out)
}

/// In the filter language an empty bound is unbounded.
fn qualifier_range(filter: &Filter, out: &mut Vec<u8>) -> Result<()> {
    let Filter::QualifierRange {
        min,
        min_inclusive,
        max,
        max_inclusive,
    } = filter
    else {
        return Err(inexpressible(&format!("{filter:?}")));
    };
    let empty = |bound: &Option<Vec<u8>>| bound.as_ref().is_some_and(Vec::is_empty);
    if (empty(min) && !min_inclusive) || empty(max) {
        return Err(inexpressible(
            "ColumnRangeFilter with the empty qualifier as a bound",
        ));
    }
    let arguments = [
        Quoted(min.as_deref().unwrap_or_default()),
        Boolean(*min_inclusive),
        Quoted(max.as_deref().unwrap_or_default()),
        Boolean(*max_inclusive),
    ];
    call("ColumnRangeFilter", &arguments, out)
}
