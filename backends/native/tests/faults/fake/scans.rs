//! Scans of the table.

use bytes::Bytes;
use hbase_backend::block::split_cell;
use hbase_rpc::Request;
use hbase_rpc::message::{self, Scan, ScanRequest, ScanResponse};
use tokio::time::Instant;

use super::cluster::State;
use super::meta::is_meta;
use super::region::Region;
use super::rows::message as decoded;
use super::script::Thrown;
use super::server::response;

/// A scanner: its remaining results, and the number of its next call.
#[derive(Debug)]
pub(super) struct Cursor {
    left: Vec<Part>,
    next_call_seq: u64,
    heartbeats: usize,
    /// The rows of further heartbeats, the next one last.
    passed: Vec<Vec<u8>>,
    /// The last call.
    used: Instant,
}

/// A result: a row, or a part of one.
#[derive(Clone, Debug)]
struct Part {
    cells: Bytes,
    count: u32,
    is_last_of_row: bool,
}

impl State {
    pub(super) fn scan(&mut self, host: &str, request: &Request) -> Result<Bytes, Thrown> {
        let id = request.header.call_id();
        let asked: ScanRequest = decoded(request);
        let scanner = match (&asked.region, asked.scanner_id) {
            (Some(region), None) if is_meta(&region.value) => {
                return self.scan_meta(host, id, &asked);
            }
            (Some(region), None) => {
                let region = self.serving(host, region)?;
                self.open(&region, &asked)
            }
            (_, Some(scanner)) => self.known(scanner, &asked)?,
            (None, None) => panic!("a scan without region and scanner"),
        };
        if asked.close_scanner() {
            self.scanners.remove(&scanner);
        }
        if asked.close_scanner() || asked.renew() {
            return Ok(response(id, &ScanResponse::default(), &[]));
        }
        let (found, cells) = self.next(scanner, &asked);
        Ok(response(id, &found, &cells))
    }

    fn known(&mut self, scanner: u64, asked: &ScanRequest) -> Result<u64, Thrown> {
        let lease = self.lease;
        self.scanners
            .retain(|_, cursor| cursor.used.elapsed() <= lease);
        let Some(cursor) = self.scanners.get_mut(&scanner) else {
            return Err(Thrown::final_one(
                "UnknownScannerException",
                "its lease ran out",
            ));
        };
        cursor.used = Instant::now();
        if let Some(sequence) = asked.next_call_seq {
            if sequence != cursor.next_call_seq {
                let class = "exceptions.OutOfOrderScannerNextException";
                return Err(Thrown::final_one(class, "another number was expected"));
            }
            cursor.next_call_seq += 1;
        }
        Ok(scanner)
    }

    fn open(&mut self, region: &Region, asked: &ScanRequest) -> u64 {
        let scan = asked.scan.clone().unwrap_or_default();
        let mut rows: Vec<_> = self
            .rows
            .iter()
            .filter(|(row, _)| is_in(&scan, region, row))
            .collect();
        if scan.reversed() {
            rows.reverse();
        }
        let cells = self
            .cut
            .min(scan.batch_size.map_or(usize::MAX, |cells| cells as usize));
        let cursor = Cursor {
            left: rows
                .into_iter()
                .flat_map(|(_, block)| parts(block, cells))
                .collect(),
            next_call_seq: 0,
            heartbeats: self.heartbeats,
            passed: self.passed_of(&scan, region),
            used: Instant::now(),
        };
        self.last_scanner += 1;
        let id = self.last_scanner;
        self.scanners.insert(id, cursor);
        id
    }

    /// The rows of the heartbeats of a scan, in reverse.
    fn passed_of(&self, scan: &Scan, region: &Region) -> Vec<Vec<u8>> {
        let rows = self.passed.iter().filter(|row| is_in(scan, region, row));
        let mut rows: Vec<_> = rows.cloned().collect();
        rows.sort_unstable();
        if !scan.reversed() {
            rows.reverse();
        }
        if scan.need_cursor_result() {
            rows
        } else {
            Vec::new()
        }
    }

    fn next(&mut self, scanner: u64, asked: &ScanRequest) -> (ScanResponse, Vec<u8>) {
        let most = self.page.min(asked.number_of_rows() as usize);
        let cursor = self.scanners.get_mut(&scanner).expect("it was just found");
        let mut found = ScanResponse {
            scanner_id: Some(scanner),
            more_results: Some(true),
            more_results_in_region: Some(true),
            ttl: u32::try_from(self.lease.as_millis()).ok(),
            ..ScanResponse::default()
        };
        if cursor.heartbeats > 0 {
            cursor.heartbeats -= 1;
            found.heartbeat_message = Some(true);
            return (found, Vec::new());
        }
        if let Some(row) = cursor.passed.pop() {
            found.heartbeat_message = Some(true);
            found.cursor = Some(message::Cursor {
                row: Some(row.into()),
            });
            return (found, Vec::new());
        }
        let limit = asked.limit_of_rows.map_or(usize::MAX, |rows| rows as usize);
        let now = cursor.take(most, limit);
        let rows = now.iter().filter(|part| part.is_last_of_row).count();
        let goes_on = self.keeps_open && !now.is_empty();
        found.more_results_in_region = Some(goes_on || !cursor.left.is_empty());
        found.more_results = Some(rows < limit);
        found.cells_per_result = now.iter().map(|part| part.count).collect();
        if self.flags {
            found.partial_flag_per_result = now.iter().map(|part| !part.is_last_of_row).collect();
        }
        if !found.more_results() || !found.more_results_in_region() {
            self.scanners.remove(&scanner);
        }
        (
            found,
            now.iter().flat_map(|part| part.cells.to_vec()).collect(),
        )
    }
}

impl Cursor {
    /// The next parts, with at most `limit` rows.
    fn take(&mut self, most: usize, limit: usize) -> Vec<Part> {
        let mut rows = 0;
        let is_within = |part: &&Part| {
            let is_wanted = rows < limit;
            rows += usize::from(part.is_last_of_row);
            is_wanted
        };
        let parts = self.left.iter().take(most);
        let count = parts.take_while(is_within).count();
        self.left.drain(..count).collect()
    }
}

fn is_in(scan: &Scan, region: &Region, row: &[u8]) -> bool {
    let (start, stop) = (scan.start_row(), scan.stop_row());
    let (low, high) = if scan.reversed() {
        (stop, start)
    } else {
        (start, stop)
    };
    let (with_low, with_high) = if scan.reversed() {
        (scan.include_stop_row(), scan.include_start_row())
    } else {
        (scan.include_start_row(), scan.include_stop_row())
    };
    let above = low.is_empty() || row > low || (with_low && row == low);
    let below = high.is_empty() || row < high || (with_high && row == high);
    region.contains(row) && above && below
}

fn parts(block: &Bytes, most: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut rest, mut from, mut count) = (&block[..], 0, 0);
    while let Some((_, behind)) = split_cell(rest) {
        rest = behind;
        count += 1;
        if count as usize == most || rest.is_empty() {
            let to = block.len() - rest.len();
            let is_last_of_row = rest.is_empty();
            parts.push(Part {
                cells: block.slice(from..to),
                count,
                is_last_of_row,
            });
            (from, count) = (to, 0);
        }
    }
    parts
}
