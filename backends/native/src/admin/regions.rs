//! Split points, flushes and compactions.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hbase_backend::{Deadline, Error, Result};
use hbase_model::TableName;
use hbase_rpc::Rpc;
use hbase_rpc::message::{
    CompactRegionRequest, CompactionState, FlushRegionRequest, GetRegionInfoRequest,
};
use hbase_rpc::region::region_specifier;

use crate::client::Client;
use crate::clock;
use crate::failure::Operation;
use crate::region::{LocateError, Region};
use crate::retry::Pauses;

/// The pause between two polls of a compaction.
const POLL: Duration = Duration::from_millis(50);

impl Client {
    /// Flushes each region: servers before 2.5 cannot flush a whole table.
    pub(crate) async fn flush(&self, table: &TableName, deadline: Deadline) -> Result<()> {
        let operation = Operation::on("flushing a table", table, deadline);
        for region in self.regions(operation, table).await? {
            let request = FlushRegionRequest {
                region: region_specifier(region.name.clone()),
                ..FlushRegionRequest::default()
            };
            self.ask_region(operation, &region, &request).await?;
        }
        Ok(())
    }

    pub(crate) async fn compact(&self, table: &TableName, deadline: Deadline) -> Result<()> {
        let operation = Operation::on("compacting a table", table, deadline);
        self.flush(table, deadline).await?;
        let regions = self.regions(operation, table).await?;
        for region in &regions {
            let request = CompactRegionRequest {
                region: region_specifier(region.name.clone()),
                major: Some(true),
                family: None,
            };
            self.ask_region(operation, region, &request).await?;
        }
        for region in &regions {
            self.wait_for_compaction(operation, region).await?;
        }
        Ok(())
    }

    async fn wait_for_compaction(&self, operation: Operation<'_>, region: &Region) -> Result<()> {
        let request = GetRegionInfoRequest {
            region: region_specifier(region.name.clone()),
            compaction_state: Some(true),
            best_split_row: None,
        };
        loop {
            let info = self.ask_region(operation, region, &request).await?;
            if info.compaction_state.unwrap_or(0) == i32::from(CompactionState::None) {
                return Ok(());
            }
            if POLL >= clock::remaining(operation.deadline) {
                let doing = operation.doing;
                return Err(Error::DeadlineExceeded { doing });
            }
            clock::sleep(POLL).await;
        }
    }

    async fn ask_region<Q: Rpc>(
        &self,
        operation: Operation<'_>,
        region: &Region,
        request: &Q,
    ) -> Result<Q::Response> {
        let call = self
            .servers
            .ask(&region.server, request, operation.deadline);
        call.await
            .map_err(|failure| operation.error(failure, &region.server))
    }

    /// The start keys of all regions but the first. They are read from `hbase:meta`, which requires no rights
    /// to the table's descriptor.
    pub(crate) async fn split_points(
        &self,
        table: &TableName,
        deadline: Deadline,
    ) -> Result<Vec<Vec<u8>>> {
        let operation = Operation::on("reading split points", table, deadline);
        let mut pauses = Pauses::default();
        let all = self.all_regions(operation, table, &mut pauses).await?;
        let starts = all.into_iter().map(|(start, _)| start.to_vec());
        let mut points: Vec<_> = starts.filter(|start| !start.is_empty()).collect();
        // A region that is split between two batches of `hbase:meta` appears twice.
        points.sort_unstable();
        points.dedup();
        Ok(points)
    }

    /// All regions; waits until each of them has a server, so that no region is left out.
    async fn regions(
        &self,
        operation: Operation<'_>,
        table: &TableName,
    ) -> Result<Vec<Arc<Region>>> {
        let mut pauses = Pauses::default();
        loop {
            let all = self.all_regions(operation, table, &mut pauses);
            let served = all.await?.into_iter().map(|(_, region)| region);
            if let Some(regions) = served.collect() {
                return Ok(regions);
            }
            let error = match self.locator.is_disabled(table, operation.deadline).await {
                Ok(true) => LocateError::Disabled,
                Ok(false) => LocateError::not_yet("a region has no server", None),
                Err(error) => error,
            };
            self.wait_for_region(operation, error, &mut pauses).await?;
        }
    }

    /// All regions in order, by their starts; those without a server are `None`.
    async fn all_regions(
        &self,
        operation: Operation<'_>,
        table: &TableName,
        pauses: &mut Pauses,
    ) -> Result<Vec<(Bytes, Option<Arc<Region>>)>> {
        loop {
            match self.locator.all(table, operation.deadline).await {
                Ok(all) if all.is_empty() => {
                    let table = table.clone();
                    return Err(Error::TableNotFound { table });
                }
                Ok(all) => return Ok(all),
                Err(error) => {
                    self.wait_for_region(operation, error, pauses).await?;
                }
            }
        }
    }
}
