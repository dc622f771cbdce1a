//! Responses to requests for rows.

use std::sync::Arc;

use hbase_backend::Row;
use hbase_rpc::message::{ScanRequest, ScanResponse};
use hbase_rpc::{Body, CellReader};

use super::open::OpenScanner;
use crate::client::Client;
use crate::net::OnLate;
use crate::region::Region;

/// A response and its results.
pub(super) fn found(body: Body) -> hbase_rpc::Result<(ScanResponse, Vec<Row>)> {
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

/// Closes a scanner that was opened by a request whose caller has gone: the server would keep it for its lease.
pub(super) fn close_late(client: &Arc<Client>, region: &Arc<Region>) -> OnLate {
    let (client, region) = (Arc::downgrade(client), Arc::clone(region));
    Box::new(move |body| {
        let (Some(client), Ok((response, _))) = (client.upgrade(), found(body)) else {
            return;
        };
        // The server closes a scanner with the response that reports the end.
        let has_ended =
            [response.more_results, response.more_results_in_region].contains(&Some(false));
        if let Some(id) = response.scanner_id.filter(|_| !has_ended) {
            OpenScanner::new(&region, id, response.ttl).close(&client);
        }
    })
}
