//! Takes the rows of a response, and determines where the scan continues.

use std::sync::Arc;

use hbase_backend::Row;
use hbase_rpc::message::ScanResponse;

use super::open::OpenScanner;
use super::scanner::{NativeScanner, Start};
use crate::families::Reading;
use crate::region::Region;

impl NativeScanner {
    /// Adds the rows of a response to `rows`, and sets where the scan continues.
    pub(super) fn take(
        &mut self,
        region: &Arc<Region>,
        response: &ScanResponse,
        results: &[Row],
        rows: &mut Vec<Row>,
    ) {
        if let (None, Some(id)) = (&self.open, response.scanner_id) {
            self.open = Some(OpenScanner::new(region, id, response.ttl));
        }
        let (limit, before) = (self.limit, rows.len());
        let mut ended = 0;
        // Older servers send no flags; a row then ends where the next one begins.
        let flags = &response.partial_flag_per_result;
        for (index, result) in results.iter().enumerate() {
            ended += self.add(result, flags.get(index).copied(), rows);
        }
        self.count(ended, rows.len() - before);
        let mut is_cut = false;
        if response.more_results == Some(false) {
            let last = self.assembler.key().or(self.last_row.as_ref()).cloned();
            ended += self.end_region(rows);
            // The server's limit also counts rows that have none of the columns.
            is_cut = self.whole.is_some() && !self.is_over && reaches(ended, limit);
            match last.filter(|_| is_cut) {
                Some(last) => self.start = self.after(last),
                None => self.is_over = true,
            }
        } else if response.more_results_in_region == Some(false) {
            self.end_region(rows);
            self.move_after(region);
        }
        self.note_reached(response, results);
        self.weigh(is_cut);
    }

    /// Reads named columns from here on if they cost less than whole families, or if rows without any of the columns have
    /// used up the server's limit.
    fn weigh(&mut self, is_cut: bool) {
        let Some(whole) = &mut self.whole else { return };
        let reading = whole.note(&self.client.known_families);
        if reading == Reading::Named || is_cut {
            self.name_columns();
        }
    }

    /// Reads named columns from the next row on.
    pub(super) fn name_columns(&mut self) {
        self.whole = None;
        if !self.is_over {
            self.reset(true);
        }
    }

    /// Adds a result; returns how many rows are complete with it. A result that is not flagged as partial ends its row; a
    /// flagged one may end it, too.
    fn add(&mut self, result: &Row, is_partial: Option<bool>, rows: &mut Vec<Row>) -> usize {
        let before = self.assembler.key().cloned();
        let block = match &mut self.whole {
            Some(whole) => whole.keep(result),
            None => result.as_block().clone(),
        };
        let mut ended = self.assembler.add(result, &block, rows);
        if ended > 0 {
            self.last_row = before;
        }
        if is_partial == Some(false) {
            self.last_row = self.assembler.key().cloned();
            ended += self.assembler.end(rows);
        }
        ended
    }

    /// Completes the region's last row; returns how many rows are complete with it.
    fn end_region(&mut self, rows: &mut Vec<Row>) -> usize {
        self.last_row = None;
        self.reached = None;
        let before = rows.len();
        let ended = self.assembler.end(rows);
        self.count(ended, rows.len() - before);
        // The server closes a scanner with the response that reports the end.
        self.open = None;
        ended
    }

    /// Counts complete rows towards the limit. While whole families are read, only returned rows count: a row
    /// without any of the columns is not returned.
    fn count(&mut self, ended: usize, given: usize) {
        let rows = if self.whole.is_some() { given } else { ended };
        if let Some(limit) = &mut self.limit {
            *limit = limit.saturating_sub(u64::try_from(rows).unwrap_or(u64::MAX));
            self.is_over |= *limit == 0;
        }
    }

    /// Moves the scan to the next region, or ends it with this one.
    fn move_after(&mut self, region: &Region) {
        let stop = &self.stop.0;
        let bounded = !stop.is_empty();
        if self.is_reversed() {
            let key = &region.start;
            // The rows below this region are less than its start. If that is the stop row, none is left, even
            // if the stop row is inclusive.
            self.is_over |= key.is_empty() || (bounded && key <= stop);
            self.start = Start::Before(key.clone());
        } else {
            let key = &region.end;
            let is_behind = key > stop || (key == stop && !self.stop.1);
            self.is_over |= key.is_empty() || (bounded && is_behind);
            self.start = Start::At(key.clone(), true);
        }
    }
}

fn reaches(rows: usize, limit: Option<u64>) -> bool {
    limit.is_some_and(|limit| u64::try_from(rows).is_ok_and(|rows| rows >= limit))
}
