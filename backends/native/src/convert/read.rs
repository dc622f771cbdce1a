//! Gets and scans.

use bytes::Bytes;
use hbase_backend::{Get, ReadOptions, Result, RowBound, Scan, TimeRange};
use hbase_rpc::message::{self, Column, ColumnFamilyTimeRange, NameBytesPair};

use super::filter::filter;

/// The attribute of a scan that shows delete markers (`Scan.RAW_ATTR`).
const RAW: &str = "_raw_";

pub(crate) fn get(get: &Get) -> Result<message::Get> {
    let read = options(&get.read, false)?;
    Ok(message::Get {
        row: Bytes::copy_from_slice(&get.row),
        column: read.column,
        filter: read.filter,
        time_range: read.time_range,
        max_versions: read.max_versions,
        cache_blocks: read.cache_blocks,
        store_limit: read.store_limit,
        store_offset: read.store_offset,
        existence_only: get.existence_only.then_some(true),
        cf_time_range: read.cf_time_range,
        ..message::Get::default()
    })
}

/// The same get of the whole families of its columns, with at most `most_cells` cells of each family.
pub(crate) fn get_of_whole_families(of: &Get, most_cells: usize) -> Result<message::Get> {
    let mut get = get(of)?;
    select_families(&mut get.column);
    get.store_limit = Some(u32::try_from(most_cells).unwrap_or(u32::MAX));
    Ok(get)
}

/// The get of another row with the same options.
pub(crate) fn get_of_row(get: &message::Get, of: &Get) -> message::Get {
    message::Get {
        row: Bytes::copy_from_slice(&of.row),
        ..get.clone()
    }
}

/// A scan without its bounds, which are set for each region.
pub(crate) fn scan(scan: &Scan) -> Result<message::Scan> {
    let raw = scan.raw.then(|| NameBytesPair {
        name: RAW.to_owned(),
        // Java's `Bytes.toBytes(true)`.
        value: Some(Bytes::from_static(&[0xff])),
    });
    Ok(message::Scan {
        attribute: raw.into_iter().collect(),
        reversed: scan.reversed.then_some(true),
        // Servers do not load families on demand in reverse.
        load_column_families_on_demand: scan.reversed.then_some(false),
        batch_size: scan.batch,
        ..options(&scan.read, scan.reversed)?
    })
}

/// The same scan of the whole families of its columns.
pub(crate) fn of_whole_families(mut scan: message::Scan) -> message::Scan {
    select_families(&mut scan.column);
    scan
}

/// Selects the whole families of columns.
fn select_families(columns: &mut [Column]) {
    for column in columns {
        column.qualifier.clear();
    }
}

/// The common options of gets and scans, as a scan message.
fn options(read: &ReadOptions, reversed: bool) -> Result<message::Scan> {
    let columns = read.columns.iter().map(|selection| Column {
        family: Bytes::copy_from_slice(&selection.family),
        qualifier: sorted(&selection.qualifiers),
    });
    let ranges = read.family_time_ranges.iter().map(|(family, range)| {
        let column_family = Bytes::copy_from_slice(family);
        ColumnFamilyTimeRange {
            column_family,
            time_range: time_range(*range),
        }
    });
    let sent = read.filter.as_ref();
    let sent = sent.map(|sent| filter(sent, reversed));
    Ok(message::Scan {
        column: columns.collect(),
        filter: sent.transpose()?,
        time_range: (read.time_range != TimeRange::ALL).then(|| time_range(read.time_range)),
        max_versions: Some(read.max_versions.min(i32::MAX.cast_unsigned())),
        cache_blocks: Some(read.cache_blocks),
        store_limit: read.store_limit,
        store_offset: (read.store_offset > 0).then_some(read.store_offset),
        cf_time_range: ranges.collect(),
        ..message::Scan::default()
    })
}

/// The server searches qualifiers in this order.
fn sorted(qualifiers: &[impl AsRef<[u8]>]) -> Vec<Bytes> {
    let copies = qualifiers.iter();
    let mut sorted: Vec<_> = copies
        .map(|qualifier| Bytes::copy_from_slice(qualifier.as_ref()))
        .collect();
    sorted.sort_unstable();
    sorted
}

pub(crate) fn time_range(range: TimeRange) -> message::TimeRange {
    message::TimeRange {
        from: Some(range.min.cast_unsigned()),
        to: Some(range.max.cast_unsigned()),
    }
}

/// A bound's key, and whether it is inclusive; empty for none.
pub(crate) fn bound(bound: &RowBound) -> (&[u8], bool) {
    match bound {
        RowBound::Unbounded => (&[], true),
        RowBound::Included(key) => (key, true),
        RowBound::Excluded(key) => (key, false),
    }
}
