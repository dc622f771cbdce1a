//! Looks up regions in `hbase:meta`, each once for all waiting callers.

use std::sync::Arc;

use bytes::Bytes;
use hbase_backend::{Deadline, Row};
use hbase_model::TableName;
use hbase_rpc::CellReader;
use hbase_rpc::message::{Column, Get, GetRequest, Scan, ScanRequest, ScanResponse};
use hbase_rpc::region::{
    META_TABLE, meta_first_row, meta_row_before, meta_row_of, region_specifier,
};

use super::cache::{Region, RegionCache};
use super::error::LocateError;
use super::limit::PATIENCE;
use super::looking::LookingIn;
use super::meta::{Entry, behind, describe, is_disabled, of_regions};
use super::place::Place;
use super::registry::Registry;
use crate::NAME;
use crate::clock;
use crate::net::{CallFailure, Servers};
use crate::retry::keeps_location;

/// Rows of `hbase:meta` in a response. A scan of more continues in further calls.
const ROWS: u32 = 1000;

/// Finds the server of each row.
#[derive(Debug)]
pub(crate) struct Locator {
    pub(crate) registry: Arc<Registry>,
    servers: Arc<Servers>,
    cache: Arc<RegionCache>,
    looking: LookingIn,
}

impl Locator {
    pub(crate) fn new(
        registry: Arc<Registry>,
        servers: Arc<Servers>,
        cache: Arc<RegionCache>,
    ) -> Self {
        Self {
            registry,
            servers,
            cache,
            looking: LookingIn::default(),
        }
    }

    /// The cache of regions.
    pub(crate) fn cache(&self) -> &RegionCache {
        &self.cache
    }

    /// The region with a row.
    pub(crate) async fn region(
        self: &Arc<Self>,
        table: &TableName,
        row: &[u8],
        deadline: Deadline,
    ) -> Result<Arc<Region>, LocateError> {
        if let Some(region) = self.cache.find(table, row) {
            return Ok(region);
        }
        let place = Place::Of(Bytes::copy_from_slice(row));
        // Rare and large, so boxed: calls with a cached region stay small.
        Box::pin(self.region_at(table, place, deadline)).await
    }

    /// The region at a place; one look-up serves all who wait.
    pub(crate) async fn region_at(
        self: &Arc<Self>,
        table: &TableName,
        place: Place,
        deadline: Deadline,
    ) -> Result<Arc<Region>, LocateError> {
        let at = place.clone();
        let known = || match &at {
            Place::Of(row) => self.cache.find(table, row),
            Place::Before(key) => self.cache.find_before(table, key),
            Place::Last => self.cache.find_last(table),
        };
        if let Some(region) = known() {
            return Ok(region);
        }
        let (locator, of) = (Arc::clone(self), table.clone());
        let look_up = |place, limit| async move { locator.look_up(&of, &place, limit).await };
        let looking = self.looking.table(table);
        let until = clock::at_most(deadline, PATIENCE);
        let found = clock::before(until, looking.look_up(place, known, until, look_up)).await;
        let late = || Err(LocateError::Call(self.registry.too_late_for_meta()));
        found
            .unwrap_or_else(late)
            .map_err(|error| error.of_limited(deadline))
    }

    /// Looks up a region, ignoring the cache.
    async fn look_up(
        &self,
        table: &TableName,
        place: &Place,
        deadline: Deadline,
    ) -> Result<Arc<Region>, LocateError> {
        if *table == META_TABLE {
            return Ok(self.registry.meta(deadline).await?);
        }
        self.servers.counters.lookups.add(1);
        tracing::debug!(target: "hbase_schema", backend = NAME, %table, "looking up a region");
        let (start, included) = match place {
            Place::Of(row) => (meta_row_of(table, row), true),
            Place::Before(key) => (meta_row_before(table, key), true),
            Place::Last => (behind(table), false),
        };
        let scan = Scan {
            start_row: Some(start.into()),
            stop_row: Some(meta_first_row(table).into()),
            include_start_row: Some(included),
            include_stop_row: Some(true),
            reversed: Some(true),
            ..of_regions()
        };
        // The parent of a split may be among the rows; it is removed some minutes later.
        let rows = self.scan_meta(scan, 5, deadline).await?;
        let mut entries = Vec::new();
        for row in &rows {
            entries.extend(Entry::read(row)?);
        }
        let Some(first) = entries.first() else {
            return Err(LocateError::NoTable);
        };
        let rows = first.range_around(place);
        let Some(entry) = entries.into_iter().find(Entry::is_serving) else {
            return Err(LocateError::not_yet("only parents of splits", rows));
        };
        self.of_entry(entry, table, place, deadline).await
    }

    async fn of_entry(
        &self,
        entry: Entry,
        table: &TableName,
        place: &Place,
        deadline: Deadline,
    ) -> Result<Arc<Region>, LocateError> {
        let rows = entry.range_around(place);
        let Some(region) = entry.into_region()? else {
            if self.is_disabled(table, deadline).await? {
                return Err(LocateError::Disabled);
            }
            return Err(LocateError::not_yet("the region has no server", rows));
        };
        let fits = match place {
            Place::Of(row) => region.contains(row),
            Place::Before(key) => region.is_before(key),
            Place::Last => region.end.is_empty(),
        };
        // The reversed scan takes the nearest region at or below the place. While a split or merge rewrites
        // `hbase:meta`, that may be one that ends before the place.
        if !fits {
            return Err(LocateError::not_yet("hbase:meta has no region there", None));
        }
        Ok(self.cache.insert(region))
    }

    /// All regions of a table, in order; those without a server are `None`.
    pub(crate) async fn all(
        &self,
        table: &TableName,
        deadline: Deadline,
    ) -> Result<Vec<(Bytes, Option<Arc<Region>>)>, LocateError> {
        if *table == META_TABLE {
            let region = self.registry.meta(deadline).await?;
            return Ok(vec![(Bytes::new(), Some(region))]);
        }
        let scan = Scan {
            start_row: Some(meta_first_row(table).into()),
            stop_row: Some(behind(table).into()),
            ..of_regions()
        };
        let rows = self.scan_meta(scan, u32::MAX, deadline).await;
        let rows = rows.map_err(|error| error.of_limited(deadline))?;
        let mut all = Vec::with_capacity(rows.len());
        for row in &rows {
            let entry = Entry::read(row)?;
            let entry = entry.ok_or_else(|| LocateError::not_yet(describe(row), None))?;
            if entry.is_serving() {
                let start = entry.info.start_key.clone().unwrap_or_default();
                let region = entry.into_region()?;
                all.push((start, region.map(|region| self.cache.insert(region))));
            }
        }
        Ok(all)
    }

    /// Whether a table is disabled, by `hbase:meta`.
    pub(crate) async fn is_disabled(
        &self,
        table: &TableName,
        deadline: Deadline,
    ) -> Result<bool, LocateError> {
        let get = Get {
            row: Bytes::from(table.to_string()),
            column: vec![Column {
                family: Bytes::from_static(b"table"),
                qualifier: Vec::new(),
            }],
            ..Get::default()
        };
        let meta = self.registry.meta(deadline).await?;
        let region = region_specifier(meta.name.clone());
        let request = GetRequest { region, get };
        let call = self
            .servers
            .call(&meta.server, &request, Bytes::new(), deadline);
        let body = call
            .await
            .inspect_err(|failure| self.meta_failed(&meta, failure))?;
        let Some(result) = body.message::<GetRequest>()?.result else {
            return Ok(false);
        };
        let row = CellReader::new(body.cells).row(&result)?;
        Ok(row.is_some_and(|row| is_disabled(&row)))
    }

    /// Reads at most `most` rows of `hbase:meta`.
    async fn scan_meta(
        &self,
        scan: Scan,
        most: u32,
        deadline: Deadline,
    ) -> Result<Vec<Row>, LocateError> {
        let meta = self.registry.meta(deadline).await?;
        let found = self.scan_region(&meta, scan, most, deadline).await;
        found
            .inspect_err(|failure| self.meta_failed(&meta, failure))
            .map_err(LocateError::Call)
    }

    /// A slow `hbase:meta` has not moved: looking it up would only add to its load.
    fn meta_failed(&self, meta: &Arc<Region>, failure: &CallFailure) {
        if !keeps_location(failure) {
            self.registry.forget_meta(meta);
        }
    }

    async fn scan_region(
        &self,
        meta: &Region,
        scan: Scan,
        most: u32,
        deadline: Deadline,
    ) -> Result<Vec<Row>, CallFailure> {
        let mut rows: Vec<Row> = Vec::new();
        let continues = most > ROWS;
        let mut request = ScanRequest {
            region: Some(region_specifier(meta.name.clone())),
            scan: Some(scan),
            number_of_rows: Some(most.min(ROWS)),
            close_scanner: Some(!continues),
            // The first response to a scan that is closed with it has to be complete: a heartbeat without
            // rows would look like a table that does not exist.
            client_handles_heartbeats: Some(continues),
            ..ScanRequest::default()
        };
        loop {
            let until = clock::at_most(deadline, PATIENCE);
            let call = self
                .servers
                .call(&meta.server, &request, Bytes::new(), until);
            let body = call.await?;
            let response: ScanResponse = body.message::<ScanRequest>()?;
            let mut cells = CellReader::new(body.cells);
            for count in &response.cells_per_result {
                rows.extend(cells.next_row(usize::try_from(*count).unwrap_or(usize::MAX))?);
            }
            let more = response.more_results.unwrap_or(false)
                && response.more_results_in_region.unwrap_or(true);
            let Some(id) = response.scanner_id.filter(|_| more && continues) else {
                return Ok(rows);
            };
            let sequence = request.next_call_seq.map_or(0, |n| n + 1);
            request = ScanRequest {
                scanner_id: Some(id),
                number_of_rows: Some(ROWS),
                next_call_seq: Some(sequence),
                client_handles_heartbeats: Some(true),
                ..ScanRequest::default()
            };
        }
    }
}
