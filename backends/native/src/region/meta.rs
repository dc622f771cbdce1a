//! Rows of `hbase:meta`.

use bytes::Bytes;
use hbase_backend::{CellRef, Row};
use hbase_model::TableName;
use hbase_rpc::message::{Column, RegionInfo, Scan};
use hbase_rpc::region::{parse_region_info, table_name};
use hbase_rpc::{Result, WireError};

use super::cache::Region;
use super::place::Place;
use crate::endpoint::Endpoint;

const FAMILY: &[u8] = b"info";

/// A region's row in `hbase:meta`.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) info: RegionInfo,
    name: Bytes,
    server: Option<Endpoint>,
    start_code: Option<u64>,
}

impl Entry {
    /// `None` for a row that contains no region.
    pub(super) fn read(row: &Row) -> Result<Option<Self>> {
        let value = |qualifier: &[u8]| row.value(FAMILY, qualifier);
        let Some(info) = value(b"regioninfo") else {
            return Ok(None);
        };
        let info = parse_region_info(&Bytes::copy_from_slice(info))?;
        let server = value(b"server").filter(|server| !server.is_empty());
        let start_code = value(b"serverstartcode").and_then(|code| code.try_into().ok());
        Ok(Some(Self {
            info,
            name: Bytes::copy_from_slice(row.key()),
            server: server.map(endpoint).transpose()?,
            start_code: start_code.map(u64::from_be_bytes),
        }))
    }

    /// Whether it serves rows: it is neither the parent of a split nor a replica.
    pub(super) fn is_serving(&self) -> bool {
        let is_parent = self.info.split.unwrap_or(false) || self.info.offline.unwrap_or(false);
        !is_parent && self.info.replica_id.unwrap_or(0) == 0
    }

    /// The region's start and exclusive end, if the place is in it.
    pub(super) fn range_around(&self, place: &Place) -> Option<[Bytes; 2]> {
        let Place::Of(row) = place else {
            return None;
        };
        let start = self.info.start_key.clone().unwrap_or_default();
        let end = self.info.end_key.clone().unwrap_or_default();
        let is_in = start <= *row && (end.is_empty() || *row < end);
        is_in.then_some([start, end])
    }

    /// The region and its server; `None` while it has no server.
    pub(super) fn into_region(self) -> Result<Option<Region>> {
        let table = table_name(&self.info.table_name)?;
        let range = [self.info.start_key, self.info.end_key].map(Option::unwrap_or_default);
        let region = self
            .server
            .map(|server| Region::new(self.name, table, range, server).started(self.start_code));
        Ok(region)
    }
}

/// `host:port`.
fn endpoint(value: &[u8]) -> Result<Endpoint> {
    let text = String::from_utf8_lossy(value);
    let parts = text.rsplit_once(':');
    let parsed = parts.and_then(|(host, port)| Some(Endpoint::new(host, port.parse().ok()?)));
    parsed.ok_or_else(|| WireError::Value {
        what: format!("the server {text:?} in hbase:meta, expected host:port"),
    })
}

/// Whether a row of `hbase:meta` says that its table is disabled.
pub(super) fn is_disabled(row: &Row) -> bool {
    // A message with one number: field 1, the state.
    let state = row.value(b"table", b"state");
    state.is_some_and(|state| matches!(state, [8, 1 | 2]))
}

/// The cells of a row, for errors.
pub(super) fn describe(row: &Row) -> String {
    let names = row.cells().map(|cell: CellRef<'_>| {
        let name = [cell.family, b":", cell.qualifier].concat();
        String::from_utf8_lossy(&name).into_owned()
    });
    names.collect::<Vec<_>>().join(", ")
}

/// A row after every region of the table: it looks like a row of a table whose name has one more character, a
/// space.
pub(super) fn behind(table: &TableName) -> Vec<u8> {
    [table.to_string().as_bytes(), b" ,,"].concat()
}

/// A scan of the columns that are read.
pub(super) fn of_regions() -> Scan {
    Scan {
        column: vec![Column {
            family: Bytes::from_static(b"info"),
            qualifier: Vec::new(),
        }],
        ..Scan::default()
    }
}
