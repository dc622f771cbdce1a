//! Increments and appends: carried out once, or their outcome is unknown and the error says so.
//!
//! A region server remembers the nonces of those that it has carried out, in its memory. A request whose response was lost
//! is therefore sent again with its nonce, but to the same process only, and only while that surely remembers the first
//! one. Another server, and the same one after a restart, may not know the nonce: regions that move take no nonces along,
//! and `HBase` restores those alone whose cells it replays from the log, not those that were flushed before a crash.

use std::borrow::Cow;
use std::time::Duration;

use bytes::Bytes;
use hbase_backend::{Append, ColumnSelection, Deadline, Error, Get, Increment, Result, Row};
use hbase_model::TableName;
use hbase_rpc::message::{
    ColumnValue, GetServerInfoRequest, MutateRequest, MutationProto, RegionSpecifier,
};
use hbase_rpc::region::region_specifier;
use hbase_rpc::{Body, CellReader, Rpc, WireError};

use crate::client::{Client, Lost, Sent};
use crate::convert::write;
use crate::failure::Operation;
use crate::net::CallFailure;
use crate::region::Region;
use crate::retry::{Idempotency, Pause, Pauses, Reaction, keeps_location, reaction, wait};
use crate::{NAME, clock};

/// How long after the first request a second one may reach the server. Servers remember nonces for 30 minutes by default,
/// and warn of a setting below one minute (`hbase.server.hashNonce.gracePeriod`).
const NONCE_WINDOW: Duration = Duration::from_secs(60);

/// The response to a retry.
struct Resent {
    body: Body,
    /// Whether no earlier retry may have reached the server. Only then the result is that of the lost request: a server
    /// that knows the nonce answers with the row as it was when it last received it, others' writes included
    /// (`HRegion.completeMiniBatchOperations` sets the nonce's time once more).
    is_first: bool,
}

impl Client {
    pub(crate) async fn increment_row(
        &self,
        table: &TableName,
        increment: &Increment,
        deadline: Deadline,
    ) -> Result<Row> {
        increment.validate()?;
        let mutation = write::increment(increment, nonce())?;
        let operation = Operation::on("incrementing counters", table, deadline);
        let target = (table, &increment.row[..]);
        self.update(operation, target, mutation).await
    }

    pub(crate) async fn append_row(
        &self,
        table: &TableName,
        append: &Append,
        deadline: Deadline,
    ) -> Result<Row> {
        append.validate()?;
        let mutation = write::append(append, nonce())?;
        let operation = Operation::on("appending to a row", table, deadline);
        let target = (table, &append.row[..]);
        self.update(operation, target, mutation).await
    }

    async fn update(
        &self,
        operation: Operation<'_>,
        target: (&TableName, &[u8]),
        mutation: MutationProto,
    ) -> Result<Row> {
        let columns = columns(&mutation);
        let result = |body: &Body| result(body, target.1, &columns);
        let make = |region| {
            let request = MutateRequest {
                region,
                mutation: mutation.clone(),
                condition: None,
                nonce_group: Some(self.nonce_group),
            };
            (request, Bytes::new())
        };
        let once = Idempotency::Once;
        // The response is read here, within the try: the outcome of one that cannot be read is unknown, and
        // the request is sent again with its nonce.
        let thrown = |body: &Body| result(body).map(|_| None);
        let sent = self.send_to_row(operation, target, once, make, thrown);
        let lost = match sent.await? {
            Sent::Answered(body) => return result(&body)?.ok_or_else(|| no_result(operation)),
            Sent::Unknown(lost) => lost,
        };
        let resent = Box::pin(self.resend(operation, &lost, make)).await;
        let Some(Resent { body, is_first }) = resent else {
            return Err(lost.report(operation));
        };
        let Ok(row) = result(&body) else {
            return Err(overtaken(operation, lost));
        };
        let is_own = match &row {
            Some(row) if is_first => {
                Box::pin(self.is_newest(target, &columns, row, operation.deadline)).await
            }
            _ => false,
        };
        row.filter(|_| is_own)
            .ok_or_else(|| overtaken(operation, lost))
    }

    /// Sends a request once more whose response was lost, as long as that cannot apply it twice. `None` where it cannot be
    /// sent, or is not answered either.
    async fn resend<Q: Rpc>(
        &self,
        operation: Operation<'_>,
        lost: &Lost,
        make: impl Fn(RegionSpecifier) -> (Q, Bytes),
    ) -> Option<Resent> {
        let until = clock::earlier(operation.deadline, lost.begun + NONCE_WINDOW);
        // Without a start code, the process cannot be told from its successor at the same address.
        let start_code = lost.region.start_code.filter(|_| self.nonces)?;
        let mut failure = lost.failure.clone();
        let mut pauses = Pauses::default();
        let mut is_first = true;
        loop {
            let pause = pause_before_the_same(&failure)?;
            self.note_retry(operation, failure.cause());
            if !wait(&mut pauses, pause, until).await {
                return None;
            }
            let (request, cells) = make(region_specifier(lost.region.name.clone()));
            let sent = self.send_to_process(&lost.region, start_code, &request, cells, until);
            match sent.await {
                Ok(answered) => return answered.map(|body| Resent { body, is_first }),
                Err(next) => failure = next,
            }
            // This request was sent, and maybe carried out: `before_the_request` turns earlier losses into
            // `NotSent`.
            is_first &= !matches!(failure, CallFailure::Lost(_) | CallFailure::Wire(_));
        }
    }

    /// Sends a request to the process with this start code; `None` where another one is at its address.
    ///
    /// The connection is made first, then the server is asked for its start code: one that was started before the first
    /// request, and is alive after the connection was made, is the peer of both.
    async fn send_to_process<Q: Rpc>(
        &self,
        region: &Region,
        start_code: u64,
        request: &Q,
        cells: Bytes,
        deadline: Deadline,
    ) -> std::result::Result<Option<Body>, CallFailure> {
        let (servers, server) = (&self.servers, &region.server);
        let pinned = servers.pin(server, deadline);
        let pinned = pinned.await.map_err(before_the_request)?;
        let asked = servers.ask(server, &GetServerInfoRequest {}, deadline);
        let told = asked.await.map_err(before_the_request)?;
        if told.server_info.server_name.start_code != Some(start_code) {
            return Ok(None);
        }
        let sent = servers.call_pinned(&pinned, request, cells, deadline);
        sent.await.map(Some)
    }

    /// Whether a result is what its columns hold now. Then it is that of this request: a server that knows the nonce
    /// already answers with what it still has of the row as it was then, which may be an older version once others have
    /// written.
    async fn is_newest(
        &self,
        (table, row): (&TableName, &[u8]),
        columns: &[ColumnSelection],
        result: &Row,
        deadline: Deadline,
    ) -> bool {
        let mut get = Get::new(row);
        get.read.columns = columns.to_vec();
        let newest = self.get_row(table, &get, deadline).await;
        newest.is_ok_and(|newest| newest.is_some_and(|newest| newest == *result))
    }
}

/// The columns of an increment or append, sorted as in a row.
fn columns(mutation: &MutationProto) -> Vec<ColumnSelection> {
    let of_family = |family: &ColumnValue| {
        let qualifiers = family.qualifier_value.iter();
        let qualifiers = qualifiers.filter_map(|column| column.qualifier.as_ref());
        ColumnSelection {
            family: Cow::Owned(family.family.to_vec()),
            qualifiers: qualifiers.map(|name| Cow::Owned(name.to_vec())).collect(),
        }
    };
    mutation.column_value.iter().map(of_family).collect()
}

/// The failure of what precedes a request.
fn before_the_request(failure: CallFailure) -> CallFailure {
    match failure {
        CallFailure::Lost(cause) => CallFailure::NotSent(cause),
        failure => failure,
    }
}

/// After which pause a request may be sent to the same process again; `None` where its outcome stays unknown.
fn pause_before_the_same(failure: &CallFailure) -> Option<Pause> {
    match (failure, reaction(failure, Idempotency::Once)) {
        (CallFailure::Lost(_) | CallFailure::NotSent(_) | CallFailure::Wire(_), _) => {
            Some(Pause::Few)
        }
        (_, Reaction::Retry(pause)) if keeps_location(failure) => Some(pause),
        _ => None,
    }
}

/// Any number but 0, which means none.
fn nonce() -> u64 {
    fastrand::u64(1..)
}

/// The row of a response. A server that has freed the cells of a result may send the bytes of another request in their
/// place (see [`write::increment`]), so that its row and its columns are compared with those of the request.
fn result(body: &Body, row: &[u8], columns: &[ColumnSelection]) -> hbase_rpc::Result<Option<Row>> {
    let result = body.message::<MutateRequest>()?.result.unwrap_or_default();
    let found = CellReader::new(body.cells.clone()).row(&result)?;
    if let Some(found) = &found {
        check_result(found, row, columns)?;
    }
    Ok(found)
}

fn check_result(found: &Row, row: &[u8], columns: &[ColumnSelection]) -> hbase_rpc::Result<()> {
    if found.key() != row {
        return Err(WireError::cells(format!(
            "the result is of the row \"{}\", expected \"{}\"",
            found.key().escape_ascii(),
            row.escape_ascii()
        )));
    }
    let expected = columns.iter().flat_map(|of_family| {
        let qualifiers = of_family.qualifiers.iter();
        qualifiers.map(|qualifier| (&*of_family.family, &**qualifier))
    });
    let cells = found.cells().map(|cell| (cell.family, cell.qualifier));
    if cells.eq(expected) {
        return Ok(());
    }
    Err(WireError::cells(
        "the result has other columns than the request",
    ))
}

fn no_result(operation: Operation<'_>) -> Error {
    Error::Backend {
        backend: NAME,
        what: format!("{}: the response has no cells", operation.doing),
    }
}

fn overtaken(operation: Operation<'_>, lost: Lost) -> Error {
    let Operation { doing, .. } = operation;
    let server = &lost.region.server;
    let carried_out = "it was carried out, but the result is unknown";
    let help = "the columns may have been written again since; read them";
    match lost.failure {
        CallFailure::Lost(cause) => Error::Io {
            doing: format!(
                "{doing} at {server}: {carried_out}: the connection was lost before the response, and {help}"
            ),
            cause,
        },
        CallFailure::Wire(error) => Error::Backend {
            backend: NAME,
            what: format!("{doing} at {server}: {carried_out}: {error}; {help}"),
        },
        failure => operation.error(failure, server),
    }
}
