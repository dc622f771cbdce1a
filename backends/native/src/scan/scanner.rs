//! A scan under way, region by region.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hbase_model::{Deadline, Error, Result, Row, Scan, TableName};
use hbase_rpc::message::{self, ScanRequest, ScanResponse};
use hbase_rpc::region::region_specifier;
use hbase_rpc::{Body, CellReader};

use super::assemble::Assembler;
use super::open::OpenScanner;
use crate::client::Client;
use crate::clock;
use crate::convert::read;
use crate::failure::Operation;
use crate::pauses::Pauses;
use crate::region::{Place, Region};

/// Rows of a round trip where the scan does not say.
const CACHING: u32 = 1000;

/// Bytes of a round trip where the scan does not say (`hbase.client.scanner.max.result.size`).
const RESULT_BYTES: u64 = 2 << 20;

/// Where the next region's scan starts.
#[derive(Clone, Debug)]
pub(super) enum Start {
    /// At a row, and whether it is part of the scan.
    At(Bytes, bool),
    /// In reverse: below this key, which may be where another region begins.
    Before(Bytes),
    /// In reverse: in the last region.
    Last,
}

/// A scan under way.
#[derive(Debug)]
pub(crate) struct NativeScanner {
    pub(super) client: Arc<Client>,
    pub(super) table: TableName,
    template: message::Scan,
    stop: (Bytes, bool),
    caching: u32,
    limit: Option<u64>,
    pub(super) start: Start,
    pub(super) last_row: Option<Bytes>,
    pub(super) open: Option<OpenScanner>,
    pub(super) assembler: Assembler,
    is_over: bool,
    /// Whether a request for rows waits for its response; also after its future was dropped.
    pub(super) is_calling: bool,
}

impl NativeScanner {
    pub(crate) fn new(client: Arc<Client>, table: &TableName, scan: &Scan) -> Result<Self> {
        scan.validate()?;
        let (start, included) = read::bound(&scan.start);
        let start = match (start, scan.reversed) {
            ([], true) => Start::Last,
            (row, true) if !included => Start::Before(Bytes::copy_from_slice(row)),
            (row, _) => Start::At(Bytes::copy_from_slice(row), included),
        };
        let (stop, stop_included) = read::bound(&scan.stop);
        let bytes = scan.max_result_bytes.filter(|bytes| *bytes > 0);
        let template = message::Scan {
            max_result_size: Some(bytes.unwrap_or(RESULT_BYTES)),
            ..read::scan(scan)?
        };
        let caching = scan.caching.filter(|rows| *rows > 0).unwrap_or(CACHING);
        Ok(Self {
            client,
            table: table.clone(),
            template,
            stop: (Bytes::copy_from_slice(stop), stop_included),
            caching: caching.min(i32::MAX.cast_unsigned()),
            limit: scan.limit,
            start,
            last_row: None,
            open: None,
            assembler: Assembler::new(scan.batch),
            is_over: scan.limit == Some(0),
            is_calling: false,
        })
    }

    /// Looks up the first region, so that a missing table is found out before the first batch.
    pub(crate) async fn prepare(&mut self, deadline: Deadline) -> Result<()> {
        let mut pauses = Pauses::default();
        self.region(&mut pauses, deadline).await.map(|_| ())
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// About the most bytes that a batch has.
    pub(super) fn batch_bytes(&self) -> u32 {
        let bytes = self.template.max_result_size.unwrap_or(RESULT_BYTES);
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }

    /// After which pause the scanner at the server is to be renewed; `None` where there is none to keep.
    pub(super) fn renewal(&self) -> Option<Duration> {
        let open = self.open.as_ref().filter(|_| !self.is_over);
        open.map(OpenScanner::renewal)
    }

    /// Renews the lease; whether the server has.
    pub(super) async fn renew(&self) -> bool {
        match &self.open {
            Some(open) => open.renew(&self.client).await,
            None => false,
        }
    }

    pub(super) fn is_reversed(&self) -> bool {
        self.template.reversed.unwrap_or(false)
    }

    /// The next rows; none at the end of the scan.
    pub(super) async fn rows(&mut self, deadline: Deadline) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        let mut pauses = Pauses::default();
        while rows.is_empty() && !self.is_over {
            if clock::is_over(deadline) {
                return Err(Error::DeadlineExceeded { doing: "scanning" });
            }
            self.fetch(&mut rows, &mut pauses, deadline).await?;
        }
        Ok(rows)
    }

    /// One round trip.
    async fn fetch(
        &mut self,
        rows: &mut Vec<Row>,
        pauses: &mut Pauses,
        deadline: Deadline,
    ) -> Result<()> {
        if self.is_calling {
            // The server may have passed the rows of the response that nobody waited for.
            self.reset(true);
        }
        let (region, request) = if let Some(open) = &mut self.open {
            (Arc::clone(open.region()), open.next())
        } else {
            let region = self.region(pauses, deadline).await?;
            let request = self.opening(&region);
            (region, request)
        };
        let request = ScanRequest {
            number_of_rows: Some(self.caching),
            limit_of_rows: self.limit.map(|rows| u32::try_from(rows).unwrap_or(0)),
            client_handles_partials: Some(true),
            client_handles_heartbeats: Some(true),
            ..request
        };
        self.is_calling = true;
        let servers = &self.client.servers;
        let call = servers.call(&region.server, &request, Bytes::new(), deadline);
        let outcome = call.await;
        self.is_calling = false;
        let failure = match outcome.and_then(|body| Ok(found(body)?)) {
            Ok((response, results)) => {
                self.take(&region, &response, &results, rows);
                return Ok(());
            }
            Err(failure) => failure,
        };
        self.lost(&region, failure, pauses, deadline).await
    }

    fn opening(&self, region: &Region) -> ScanRequest {
        let (start, included) = match &self.start {
            Start::At(row, included) => (row.clone(), *included),
            Start::Before(key) => (key.clone(), false),
            Start::Last => (Bytes::new(), true),
        };
        let scan = message::Scan {
            start_row: Some(start),
            include_start_row: Some(included),
            stop_row: Some(self.stop.0.clone()),
            include_stop_row: Some(self.stop.1 && !self.stop.0.is_empty()),
            ..self.template.clone()
        };
        ScanRequest {
            region: Some(region_specifier(region.name.clone())),
            scan: Some(scan),
            close_scanner: Some(false),
            ..ScanRequest::default()
        }
    }

    /// The region of the next row.
    async fn region(&self, pauses: &mut Pauses, deadline: Deadline) -> Result<Arc<Region>> {
        let operation = Operation::on("scanning", &self.table);
        let place = match &self.start {
            Start::At(row, _) => {
                let target = (&self.table, &row[..]);
                let located = self.client.locate(operation, target, pauses, deadline);
                return located.await;
            }
            Start::Before(key) => Place::Before(key.clone()),
            Start::Last => Place::Last,
        };
        loop {
            let locator = &self.client.locator;
            let located = locator.region_at(&self.table, place.clone(), deadline);
            match Box::pin(located).await {
                Ok(region) => return Ok(region),
                Err(error) => {
                    self.client
                        .wait_for_region(operation, error, pauses, deadline)
                        .await?;
                }
            }
        }
    }

    fn take(
        &mut self,
        region: &Arc<Region>,
        response: &ScanResponse,
        results: &[Row],
        rows: &mut Vec<Row>,
    ) {
        if let (None, Some(id)) = (&self.open, response.scanner_id) {
            self.open = Some(OpenScanner::new(region, id, response.ttl));
        }
        let mut ended = 0;
        // Older servers send no flags: then a row ends where the next one begins.
        let flags = &response.partial_flag_per_result;
        for (index, result) in results.iter().enumerate() {
            ended += self.add(result, flags.get(index).copied(), rows);
        }
        self.count(ended);
        if response.more_results == Some(false) {
            self.end_region(rows);
            self.is_over = true;
        } else if response.more_results_in_region == Some(false) {
            self.end_region(rows);
            self.move_behind(region);
        }
    }

    /// Adds a result; returns how many rows ended. A result without the flag is a row's last one, with the flag it may be.
    fn add(&mut self, result: &Row, is_partial: Option<bool>, rows: &mut Vec<Row>) -> usize {
        let before = self.assembler.key().cloned();
        let mut ended = self.assembler.add(result, rows);
        if ended > 0 {
            self.last_row = before;
        }
        if is_partial == Some(false) {
            self.last_row = self.assembler.key().cloned();
            ended += self.assembler.end(rows);
        }
        ended
    }

    fn end_region(&mut self, rows: &mut Vec<Row>) {
        self.last_row = None;
        let ended = self.assembler.end(rows);
        self.count(ended);
        // The server closes a scanner with the response that reports the end.
        self.open = None;
    }

    fn count(&mut self, ended: usize) {
        if let Some(limit) = &mut self.limit {
            *limit = limit.saturating_sub(u64::try_from(ended).unwrap_or(u64::MAX));
            self.is_over |= *limit == 0;
        }
    }

    fn move_behind(&mut self, region: &Region) {
        let stop = &self.stop.0;
        let bounded = !stop.is_empty();
        if self.is_reversed() {
            let key = &region.start;
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

/// A response and its results.
fn found(body: Body) -> hbase_rpc::Result<(ScanResponse, Vec<Row>)> {
    let response: ScanResponse = body.message::<ScanRequest>()?;
    let mut cells = CellReader::new(body.cells);
    let results = results(&response, &mut cells)?;
    cells.finish()?;
    Ok((response, results))
}

fn results(response: &ScanResponse, cells: &mut CellReader) -> hbase_rpc::Result<Vec<Row>> {
    let mut rows = Vec::with_capacity(response.cells_per_result.len());
    if response.cells_per_result.is_empty() {
        for result in &response.results {
            rows.extend(cells.row(result)?);
        }
        return Ok(rows);
    }
    for count in &response.cells_per_result {
        rows.extend(cells.next_row(usize::try_from(*count).unwrap_or(usize::MAX))?);
    }
    Ok(rows)
}

impl Drop for NativeScanner {
    fn drop(&mut self) {
        if let Some(open) = self.open.take() {
            open.close(&self.client);
        }
    }
}
