//! A scan under way, region by region.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hbase_backend::{Deadline, Error, Result, Row, Scan, ScanStep};
use hbase_model::TableName;
use hbase_rpc::Body;
use hbase_rpc::message::{self, ScanRequest};
use hbase_rpc::region::region_specifier;

use super::assemble::Assembler;
use super::open::OpenScanner;
use super::response::{close_late, found};
use crate::client::Client;
use crate::clock;
use crate::convert::read;
use crate::failure::Operation;
use crate::families::WholeFamilies;
use crate::net::CallFailure;
use crate::region::{Place, Region};
use crate::retry::Pauses;

/// Rows of the first round trip if the scan does not set `caching`: it may end after a few. Later ones have as many as their bytes allow.
const FIRST_ROWS: u32 = 1000;

/// Java reads the number as signed: a larger one would be negative.
const MAX_ROWS: u32 = i32::MAX.cast_unsigned();

/// Bytes of a round trip if the scan does not set `max_result_bytes` (`hbase.client.scanner.max.result.size`).
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
    pub(super) template: Arc<message::Scan>,
    /// While families are read whole: the columns to keep.
    pub(super) whole: Option<WholeFamilies>,
    pub(super) stop: (Bytes, bool),
    /// Rows of a round trip, if the scan sets them.
    caching: Option<u32>,
    pub(super) limit: Option<u64>,
    pub(super) start: Start,
    pub(super) last_row: Option<Bytes>,
    /// The row that the server has reached after the last one; the rows before it were read.
    pub(super) reached: Option<Bytes>,
    pub(super) open: Option<OpenScanner>,
    pub(super) assembler: Assembler,
    pub(super) is_over: bool,
    /// Whether a request for rows waits for its response, even if its future was dropped.
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
        let template = Arc::new(message::Scan {
            max_result_size: Some(bytes.unwrap_or(RESULT_BYTES)),
            need_cursor_result: Some(true),
            ..read::scan(scan)?
        });
        let whole = WholeFamilies::of_scan(scan, table, &client.known_families);
        let caching = scan.caching.filter(|rows| *rows > 0);
        Ok(Self {
            client,
            table: table.clone(),
            template,
            whole,
            stop: (Bytes::copy_from_slice(stop), stop_included),
            caching: caching.map(|rows| rows.min(MAX_ROWS)),
            limit: scan.limit,
            start,
            last_row: None,
            reached: None,
            open: None,
            assembler: Assembler::new(scan.batch),
            is_over: scan.limit == Some(0),
            is_calling: false,
        })
    }

    /// Looks up the first region, so that a missing table is reported before the first batch.
    pub(crate) async fn prepare(&mut self, deadline: Deadline) -> Result<()> {
        let mut pauses = Pauses::default();
        self.region(&mut pauses, deadline).await.map(|_| ())
    }

    /// The same scan after the rows that were returned, without a scanner at the server.
    pub(super) fn resumed(&self) -> Self {
        let mut resumed = Self {
            client: Arc::clone(&self.client),
            table: self.table.clone(),
            template: Arc::clone(&self.template),
            whole: self.whole.clone(),
            stop: self.stop.clone(),
            caching: self.caching,
            limit: self.limit,
            start: self.start.clone(),
            last_row: self.last_row.clone(),
            reached: self.reached.clone(),
            open: None,
            assembler: self.assembler.clone(),
            is_over: self.is_over,
            is_calling: false,
        };
        resumed.start_after_last_row(self.open.is_some());
        resumed
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Approximate maximum bytes of a batch.
    pub(super) fn batch_bytes(&self) -> u32 {
        let bytes = self.template.max_result_size.unwrap_or(RESULT_BYTES);
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }

    /// The pause before the scanner's lease is renewed; `None` if no scanner is open.
    pub(super) fn renewal(&self) -> Option<Duration> {
        let open = self.open.as_ref().filter(|_| !self.is_over);
        open.map(OpenScanner::renewal)
    }

    /// Renews the lease; returns whether the server has done so.
    pub(super) async fn renew(&self) -> bool {
        match &self.open {
            Some(open) => open.renew(&self.client).await,
            None => false,
        }
    }

    pub(super) fn is_reversed(&self) -> bool {
        self.template.reversed.unwrap_or(false)
    }

    /// The next rows, or how far the server has read without one.
    pub(super) async fn step(&mut self, deadline: Deadline) -> Result<ScanStep> {
        let mut rows = Vec::new();
        let mut pauses = Pauses::default();
        let before = self.position();
        while rows.is_empty() && !self.is_over {
            if clock::is_over(deadline) {
                return Err(Error::DeadlineExceeded { doing: "scanning" });
            }
            self.fetch(&mut rows, &mut pauses, deadline).await?;
            let position = self.position();
            let has_moved = rows.is_empty() && !self.is_over && position != before;
            if let Some(position) = position.filter(|_| has_moved) {
                return Ok(ScanStep::Passed(position));
            }
        }
        Ok(ScanStep::of_batch(rows))
    }

    /// One round trip.
    async fn fetch(
        &mut self,
        rows: &mut Vec<Row>,
        pauses: &mut Pauses,
        deadline: Deadline,
    ) -> Result<()> {
        if self.is_calling {
            // The server may have passed the rows of a response that nobody waited for.
            self.reset(true);
        }
        let (region, request) = if let Some(open) = &mut self.open {
            (Arc::clone(open.region()), open.next())
        } else {
            let region = self.region(pauses, deadline).await?;
            let request = self.opening(&region);
            (region, request)
        };
        let rows_at_once = self.rows_at_once();
        let request = ScanRequest {
            number_of_rows: Some(rows_at_once),
            // 0 means no limit at the server. The client counts rows in any case.
            limit_of_rows: self.limit.map(|rows| u32::try_from(rows).unwrap_or(0)),
            client_handles_partials: Some(true),
            client_handles_heartbeats: Some(true),
            ..request
        };
        self.is_calling = true;
        let called = self.call(&region, &request, deadline).await;
        self.is_calling = false;
        let failure = match called.and_then(|body| Ok(found(body)?)) {
            Ok((response, results)) => {
                self.take(&region, &response, &results, rows);
                return Ok(());
            }
            Err(failure) => failure,
        };
        self.lost(&region, failure, pauses, deadline).await
    }

    /// Maximum rows of the next round trip.
    fn rows_at_once(&self) -> u32 {
        let usual = if self.last_row.is_none() {
            FIRST_ROWS
        } else {
            MAX_ROWS
        };
        let rows = self.caching.unwrap_or(usual);
        let whole = self.whole.as_ref();
        whole.map_or(rows, |whole| whole.rows(rows))
    }

    async fn call(
        &self,
        region: &Arc<Region>,
        request: &ScanRequest,
        deadline: Deadline,
    ) -> std::result::Result<Body, CallFailure> {
        let servers = &self.client.servers;
        if self.open.is_some() {
            let call = servers.call(&region.server, request, Bytes::new(), deadline);
            return call.await;
        }
        let late = close_late(&self.client, region);
        let call = servers.call_to_open(&region.server, request, late, deadline);
        call.await
    }

    fn opening(&self, region: &Region) -> ScanRequest {
        let (start, included) = match &self.start {
            Start::At(row, included) => (row.clone(), *included),
            Start::Before(key) => (key.clone(), false),
            Start::Last => (Bytes::new(), true),
        };
        let template = message::Scan::clone(&self.template);
        let template = match &self.whole {
            Some(_) => read::of_whole_families(template),
            None => template,
        };
        let scan = message::Scan {
            start_row: Some(start),
            include_start_row: Some(included),
            stop_row: Some(self.stop.0.clone()),
            include_stop_row: Some(self.stop.1 && !self.stop.0.is_empty()),
            ..template
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
        let operation = Operation::on("scanning", &self.table, deadline);
        let place = match &self.start {
            Start::At(row, _) => {
                let target = (&self.table, &row[..]);
                let located = self.client.locate(operation, target, pauses);
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
                        .wait_for_region(operation, error, pauses)
                        .await?;
                }
            }
        }
    }
}

impl Drop for NativeScanner {
    fn drop(&mut self) {
        if let Some(open) = self.open.take() {
            open.close(&self.client);
        }
    }
}
