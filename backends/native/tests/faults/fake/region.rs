//! Regions and their servers.

use bytes::Bytes;
use hbase_rpc::message::{RegionInfo, TableName};

/// A region of the only table, `T`.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) id: u64,
    pub(super) start: Bytes,
    pub(super) end: Bytes,
    /// The host that serves it; empty if no host does.
    pub(super) server: String,
    /// The host that `hbase:meta` names.
    pub(super) listed: String,
    /// The start code of that host's process when it opened the region.
    pub(super) start_code: u64,
    pub(super) is_parent: bool,
}

impl Region {
    pub(super) fn new(id: u64, start: &[u8], end: &[u8], server: &str) -> Self {
        Self {
            id,
            start: Bytes::copy_from_slice(start),
            end: Bytes::copy_from_slice(end),
            server: server.to_owned(),
            listed: server.to_owned(),
            start_code: 1,
            is_parent: false,
        }
    }

    pub(super) fn name(&self) -> Bytes {
        let id = format!(",{}.{:032x}.", self.id, self.id);
        [b"T,", &self.start[..], id.as_bytes()].concat().into()
    }

    pub(super) fn contains(&self, row: &[u8]) -> bool {
        self.start[..] <= *row && (self.end.is_empty() || *row < self.end[..])
    }

    pub(super) fn info(&self) -> RegionInfo {
        RegionInfo {
            region_id: self.id,
            table_name: TableName {
                namespace: Bytes::from_static(b"default"),
                qualifier: Bytes::from_static(b"T"),
            },
            start_key: Some(self.start.clone()),
            end_key: Some(self.end.clone()),
            offline: Some(self.is_parent),
            split: Some(self.is_parent),
            replica_id: None,
        }
    }
}
