//! `hbase:meta`, made from the list of regions.

use bytes::Bytes;
use hbase_backend::{CellBlock, CellKind, CellRef};
use hbase_rpc::message::{GetResponse, RowResult, Scan, ScanRequest, ScanResponse};
use hbase_rpc::region::{META_REGION, encode_region_info};

use super::answers::address;
use super::cluster::State;
use super::region::Region;
use super::script::Thrown;
use super::server::response;

/// A place in the order of `hbase:meta`: start key, then id. `None` is after the table's last region.
type Place = Option<(Vec<u8>, Vec<u8>)>;

impl State {
    /// Throws at a host that does not serve `hbase:meta`.
    pub(super) fn check_meta(&self, host: &str) -> Result<(), Thrown> {
        if self.meta == host {
            Ok(())
        } else {
            Err(Thrown::not_serving())
        }
    }

    /// Whether the table is enabled: a message of one number.
    pub(super) fn table_state(&self, host: &str, id: u32) -> Result<Bytes, Thrown> {
        self.check_meta(host)?;
        let state = [8, u8::from(self.is_disabled)];
        let mut block = CellBlock::new();
        let cell = CellRef {
            row: b"T",
            family: b"table",
            qualifier: b"state",
            timestamp: 1,
            kind: CellKind::Put,
            value: &state,
        };
        block.push(cell).expect("a small cell");
        let result = Some(RowResult {
            associated_cell_count: Some(1),
            ..RowResult::default()
        });
        Ok(response(id, &GetResponse { result }, &block.take()))
    }

    /// A scan of `hbase:meta`, whole in one response; nothing but a heartbeat to a client that accepts heartbeats, where
    /// other scans begin with them.
    pub(super) fn scan_meta(
        &self,
        host: &str,
        id: u32,
        request: &ScanRequest,
    ) -> Result<Bytes, Thrown> {
        self.check_meta(host)?;
        if self.heartbeats > 0 && request.close_scanner() && request.client_handles_heartbeats() {
            let beat = ScanResponse {
                more_results: Some(true),
                more_results_in_region: Some(true),
                heartbeat_message: Some(true),
                ..ScanResponse::default()
            };
            return Ok(response(id, &beat, &[]));
        }
        let most = request.number_of_rows.unwrap_or(u32::MAX) as usize;
        let scan = request.scan.clone().unwrap_or_default();
        let mut cells_per_result = Vec::new();
        let mut cells = Vec::new();
        for region in self.found(&scan).into_iter().take(most) {
            let (count, block) = row_of(region);
            cells_per_result.push(count);
            cells.extend_from_slice(&block);
        }
        let (more, in_region) = (Some(false), Some(false));
        let scanned = ScanResponse {
            partial_flag_per_result: vec![false; cells_per_result.len()],
            cells_per_result,
            more_results: more,
            more_results_in_region: in_region,
            ..ScanResponse::default()
        };
        Ok(response(id, &scanned, &cells))
    }

    /// In the scan's order, of those at or before its start in reverse.
    fn found(&self, scan: &Scan) -> Vec<&Region> {
        let mut regions: Vec<_> = self.regions.iter().collect();
        regions.sort_by_key(|region| place_of(region));
        if scan.reversed() {
            let from = place(scan.start_row());
            regions.retain(|region| from.as_ref().is_none_or(|from| place_of(region) <= *from));
            regions.reverse();
        }
        regions
    }
}

fn place_of(region: &Region) -> (Vec<u8>, Vec<u8>) {
    (region.start.to_vec(), region.id.to_string().into_bytes())
}

/// The place of `T,start,id`; a row of a table after `T` has none.
fn place(row: &[u8]) -> Place {
    let rest = row.strip_prefix(b"T,")?;
    let comma = rest.iter().rposition(|byte| *byte == b',')?;
    Some((rest[..comma].to_vec(), rest[comma + 1..].to_vec()))
}

fn row_of(region: &Region) -> (u32, Bytes) {
    let (row, info) = (region.name(), encode_region_info(&region.info()));
    let server = match &region.listed[..] {
        "" => String::new(),
        host => address(host),
    };
    let mut block = CellBlock::new();
    for (qualifier, value) in [
        (&b"regioninfo"[..], &info[..]),
        (b"server", server.as_bytes()),
        (b"serverstartcode", &region.start_code.to_be_bytes()),
    ] {
        let (family, timestamp, kind) = (&b"info"[..], 1, CellKind::Put);
        let cell = CellRef {
            row: &row,
            family,
            qualifier,
            timestamp,
            kind,
            value,
        };
        block.push(cell).expect("a small cell");
    }
    (3, block.take())
}

/// Whether a region's name is that of `hbase:meta`.
pub(super) fn is_meta(name: &[u8]) -> bool {
    name == META_REGION
}
