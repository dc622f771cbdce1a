//! Gets and scans as JSON for the oracle.

use hbase_backend::{Get, ReadOptions, Result, RowBound, Scan, TimeRange};
use serde_json::{Value, json};

use super::bytes::{base64, base64_list};
use super::filter::filter;

pub(super) fn get(get: &Get) -> Result<Value> {
    let mut request = options(&get.read)?;
    request["row"] = base64(&get.row);
    request["existence_only"] = json!(get.existence_only);
    Ok(request)
}

pub(super) fn scan(scan: &Scan) -> Result<Value> {
    let mut request = options(&scan.read)?;
    request["start"] = bound(&scan.start);
    request["stop"] = bound(&scan.stop);
    request["reversed"] = json!(scan.reversed);
    request["limit"] = json!(
        scan.limit
            .map(|limit| i64::try_from(limit).unwrap_or(i64::MAX))
    );
    request["batch"] = json!(scan.batch.map(narrow));
    request["caching"] = json!(scan.caching.map(narrow));
    request["max_result_bytes"] = json!(
        scan.max_result_bytes
            .map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX))
    );
    request["raw"] = json!(scan.raw);
    Ok(request)
}

fn bound(bound: &RowBound) -> Value {
    match bound {
        RowBound::Unbounded => Value::Null,
        RowBound::Included(key) => json!({"key": base64(key), "included": true}),
        RowBound::Excluded(key) => json!({"key": base64(key), "included": false}),
    }
}

fn options(read: &ReadOptions) -> Result<Value> {
    let columns: Vec<_> = read
        .columns
        .iter()
        .map(|selection| {
            let qualifiers = base64_list(&selection.qualifiers);
            json!({"family": base64(&selection.family), "qualifiers": qualifiers})
        })
        .collect();
    let family_time_ranges: Vec<_> = read
        .family_time_ranges
        .iter()
        .map(
            |(family, range)| json!({"family": base64(family), "min": range.min, "max": range.max}),
        )
        .collect();
    Ok(json!({
        "columns": columns,
        "time_range": time_range(read.time_range),
        "family_time_ranges": family_time_ranges,
        "max_versions": narrow(read.max_versions),
        "filter": read.filter.as_ref().map(filter).transpose()?,
        "store_limit": read.store_limit.map(narrow),
        "store_offset": narrow(read.store_offset),
        "cache_blocks": read.cache_blocks,
    }))
}

pub(super) fn time_range(range: TimeRange) -> Value {
    json!({"min": range.min, "max": range.max})
}

/// Java's counts are signed.
fn narrow(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
