//! Filters that hold no other.

use hbase_model::{Comparator, CompareOp, Error, Filter, Result};

use super::argument::{comparator, number, op, quoted, truth};
use super::no_word;

const INT: u64 = i32::MAX as u64;
const LONG: u64 = i64::MAX as u64;

pub(super) fn write(filter: &Filter, out: &mut Vec<u8>) -> Result<()> {
    match filter {
        Filter::RowPrefix(prefix) => {
            one(b"PrefixFilter", prefix, out);
            Ok(())
        }
        Filter::QualifierPrefix(prefix) => {
            one(b"ColumnPrefixFilter", prefix, out);
            Ok(())
        }
        Filter::QualifierPrefixes(prefixes) => prefixes_of(prefixes, out),
        Filter::Row(op, than) => compare(b"RowFilter", *op, than, out),
        Filter::Family(op, than) => compare(b"FamilyFilter", *op, than, out),
        Filter::Qualifier(op, than) => compare(b"QualifierFilter", *op, than, out),
        Filter::Value(op, than) => compare(b"ValueFilter", *op, than, out),
        Filter::ColumnValue { .. } => column_value(filter, out),
        Filter::QualifierRange { .. } => qualifier_range(filter, out),
        Filter::Page(rows) => {
            out.extend_from_slice(b"PageFilter(");
            number(*rows, LONG, out)?;
            close(out);
            Ok(())
        }
        Filter::ColumnPage { limit, offset } => {
            out.extend_from_slice(b"ColumnPaginationFilter(");
            number(u64::from(*limit), INT, out)?;
            out.extend_from_slice(b", ");
            number(u64::from(*offset), INT, out)?;
            close(out);
            Ok(())
        }
        Filter::Timestamps(timestamps) => timestamps_of(timestamps, out),
        Filter::KeyOnly(length) => {
            out.extend_from_slice(b"KeyOnlyFilter(");
            out.extend_from_slice(truth(*length));
            close(out);
            Ok(())
        }
        Filter::FirstKeyOnly => {
            out.extend_from_slice(b"FirstKeyOnlyFilter()");
            Ok(())
        }
        Filter::RowRanges(_) => Err(no_word("MultiRowRangeFilter: scan each range by itself")),
        Filter::FuzzyRow(_) => Err(no_word("FuzzyRowFilter")),
        other => Err(no_word(&format!("{other:?}"))),
    }
}

fn close(out: &mut Vec<u8>) {
    out.push(b')');
}

fn one(name: &[u8], argument: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(name);
    out.push(b'(');
    quoted(argument, out);
    close(out);
}

fn compare(name: &[u8], how: CompareOp, than: &Comparator, out: &mut Vec<u8>) -> Result<()> {
    out.extend_from_slice(name);
    out.push(b'(');
    out.extend_from_slice(op(how));
    out.extend_from_slice(b", ");
    comparator(than, out)?;
    close(out);
    Ok(())
}

fn prefixes_of(prefixes: &[Vec<u8>], out: &mut Vec<u8>) -> Result<()> {
    if prefixes.is_empty() {
        return Err(no_word("MultipleColumnPrefixFilter without a prefix"));
    }
    out.extend_from_slice(b"MultipleColumnPrefixFilter(");
    for (at, prefix) in prefixes.iter().enumerate() {
        if at > 0 {
            out.extend_from_slice(b", ");
        }
        quoted(prefix, out);
    }
    close(out);
    Ok(())
}

fn timestamps_of(timestamps: &[i64], out: &mut Vec<u8>) -> Result<()> {
    if timestamps.is_empty() {
        return Err(no_word("TimestampsFilter without a timestamp"));
    }
    out.extend_from_slice(b"TimestampsFilter(");
    for (at, timestamp) in timestamps.iter().enumerate() {
        if at > 0 {
            out.extend_from_slice(b", ");
        }
        let timestamp = u64::try_from(*timestamp).map_err(|_| {
            Error::invalid(format!("a filter of the negative timestamp {timestamp}"))
        })?;
        number(timestamp, LONG, out)?;
    }
    close(out);
    Ok(())
}

fn column_value(filter: &Filter, out: &mut Vec<u8>) -> Result<()> {
    let Filter::ColumnValue {
        family,
        qualifier,
        op: how,
        comparator: than,
        filter_if_missing,
        latest_version_only,
    } = filter
    else {
        return Err(no_word(&format!("{filter:?}")));
    };
    out.extend_from_slice(b"SingleColumnValueFilter(");
    quoted(family, out);
    out.extend_from_slice(b", ");
    quoted(qualifier, out);
    out.extend_from_slice(b", ");
    out.extend_from_slice(op(*how));
    out.extend_from_slice(b", ");
    comparator(than, out)?;
    for flag in [filter_if_missing, latest_version_only] {
        out.extend_from_slice(b", ");
        out.extend_from_slice(truth(*flag));
    }
    close(out);
    Ok(())
}

/// An empty bound stands for none in the language.
fn qualifier_range(filter: &Filter, out: &mut Vec<u8>) -> Result<()> {
    let Filter::QualifierRange {
        min,
        min_inclusive,
        max,
        max_inclusive,
    } = filter
    else {
        return Err(no_word(&format!("{filter:?}")));
    };
    let empty = |bound: &Option<Vec<u8>>| bound.as_ref().is_some_and(Vec::is_empty);
    if (empty(min) && !min_inclusive) || empty(max) {
        return Err(no_word(
            "ColumnRangeFilter with the empty qualifier as a bound",
        ));
    }
    out.extend_from_slice(b"ColumnRangeFilter(");
    quoted(min.as_deref().unwrap_or_default(), out);
    out.extend_from_slice(b", ");
    out.extend_from_slice(truth(*min_inclusive));
    out.extend_from_slice(b", ");
    quoted(max.as_deref().unwrap_or_default(), out);
    out.extend_from_slice(b", ");
    out.extend_from_slice(truth(*max_inclusive));
    close(out);
    Ok(())
}
