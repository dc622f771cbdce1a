//! Filters as JSON for the oracle.

use hbase_backend::{Comparator, CompareOp, Error, Filter, Result};
use serde_json::{Value, json};

use super::bytes::{base64, base64_list};

/// A filter's tree, negations pushed down.
pub(super) fn filter(filter: &Filter) -> Result<Value> {
    tree(&filter.push_down_not()?)
}

fn tree(filter: &Filter) -> Result<Value> {
    Ok(match filter {
        Filter::And(filters) => json!({"kind": "And", "filters": each(filters)?}),
        Filter::Or(filters) => json!({"kind": "Or", "filters": each(filters)?}),
        Filter::Skip(inner) => json!({"kind": "Skip", "filter": tree(inner)?}),
        Filter::WhileMatch(inner) => json!({"kind": "WhileMatch", "filter": tree(inner)?}),
        Filter::Row(op, with) => compare("Row", *op, with),
        Filter::Family(op, with) => compare("Family", *op, with),
        Filter::Qualifier(op, with) => compare("Qualifier", *op, with),
        Filter::Value(op, with) => compare("Value", *op, with),
        Filter::RowPrefix(prefix) => json!({"kind": "Prefix", "prefix": base64(prefix)}),
        Filter::QualifierPrefix(prefix) => {
            json!({"kind": "ColumnPrefix", "prefix": base64(prefix)})
        }
        Filter::QualifierPrefixes(prefixes) => {
            json!({"kind": "MultipleColumnPrefix", "prefixes": base64_list(prefixes)})
        }
        other => return leaf(other),
    })
}

fn each(filters: &[Filter]) -> Result<Vec<Value>> {
    filters.iter().map(tree).collect()
}

fn leaf(filter: &Filter) -> Result<Value> {
    Ok(match filter {
        Filter::ColumnValue { .. } | Filter::QualifierRange { .. } => column(filter),
        Filter::RowRanges(ranges) => {
            let range = |(start, stop): &(Vec<u8>, Vec<u8>)| json!({"start": base64(start), "stop": base64(stop)});
            let ranges: Vec<_> = ranges.iter().map(range).collect();
            json!({"kind": "MultiRowRange", "ranges": ranges})
        }
        Filter::FuzzyRow(patterns) => fuzzy_row(patterns),
        Filter::Page(size) => json!({"kind": "Page", "size": size}),
        Filter::Timestamps(timestamps) => json!({"kind": "Timestamps", "timestamps": timestamps}),
        Filter::KeyOnly(length) => json!({"kind": "KeyOnly", "length_as_value": length}),
        Filter::FirstKeyOnly => json!({"kind": "FirstKeyOnly"}),
        Filter::ColumnPage { limit, offset } => {
            json!({"kind": "ColumnPagination", "limit": limit, "offset": offset})
        }
        other => {
            return Err(Error::invalid(format!(
                "the filter {other:?} is not known to the oracle: add it to its Filters.java"
            )));
        }
    })
}

/// A filter on a column's value, or on a range of columns.
fn column(filter: &Filter) -> Value {
    match filter {
        Filter::ColumnValue {
            family,
            qualifier,
            op,
            comparator,
            filter_if_missing,
            latest_version_only,
        } => {
            let mut leaf = compare("SingleColumnValue", *op, comparator);
            leaf["family"] = base64(family);
            leaf["qualifier"] = base64(qualifier);
            leaf["filter_if_missing"] = json!(filter_if_missing);
            leaf["latest_version_only"] = json!(latest_version_only);
            leaf
        }
        Filter::QualifierRange {
            min,
            min_inclusive,
            max,
            max_inclusive,
        } => json!({
            "kind": "ColumnRange",
            "min": min.as_deref().map(base64),
            "min_inclusive": min_inclusive,
            "max": max.as_deref().map(base64),
            "max_inclusive": max_inclusive,
        }),
        _ => Value::Null,
    }
}

/// `HBase`'s mask has a 0 where a byte must match.
fn fuzzy_row(patterns: &[(Vec<u8>, Vec<bool>)]) -> Value {
    let pattern = |(bytes, must_match): &(Vec<u8>, Vec<bool>)| {
        let mask: Vec<u8> = must_match.iter().map(|must| u8::from(!must)).collect();
        json!({"bytes": base64(bytes), "mask": base64(&mask)})
    };
    let patterns: Vec<_> = patterns.iter().map(pattern).collect();
    json!({"kind": "FuzzyRow", "patterns": patterns})
}

fn compare(kind: &str, op: CompareOp, with: &Comparator) -> Value {
    let comparator = match with {
        Comparator::Binary(value) => json!({"kind": "Binary", "value": base64(value)}),
        Comparator::BinaryPrefix(value) => json!({"kind": "BinaryPrefix", "value": base64(value)}),
        Comparator::Long(value) => json!({"kind": "Long", "value": value}),
        Comparator::Regex(value) => json!({"kind": "RegexString", "value": value}),
        Comparator::Substring(value) => json!({"kind": "Substring", "value": value}),
        Comparator::Null => json!({"kind": "Null"}),
        // Rejected by the Java program.
        other => json!({"kind": format!("{other:?}")}),
    };
    json!({"kind": kind, "op": operator(op), "comparator": comparator})
}

/// The name of Java's `CompareOperator`.
pub(super) fn operator(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Less => "LESS",
        CompareOp::LessOrEqual => "LESS_OR_EQUAL",
        CompareOp::Equal => "EQUAL",
        CompareOp::NotEqual => "NOT_EQUAL",
        CompareOp::GreaterOrEqual => "GREATER_OR_EQUAL",
        CompareOp::Greater => "GREATER",
    }
}
