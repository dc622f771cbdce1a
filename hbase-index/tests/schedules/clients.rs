//! The tasks of a schedule.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{BoxFuture, Mutation, Row};
use hbase_index::{IndexError, IndexedTable, Intent, Settings, TableDefinition, ValueRange};

use crate::gate::{Gate, Shared};
use crate::tables::{ROWS, VALUES, put, row_key, soon, value_of};
use crate::turns::ClientClocks;

pub(crate) const QUERY_LIMIT: Duration = Duration::from_secs(10);
pub(crate) const WRITE_LIMIT: Duration = Duration::from_secs(10);

/// The outcome of a task.
pub(crate) enum Ended {
    /// The rows of a query, or its error.
    Query(Result<Vec<Row>, IndexError>),
    Writes(Vec<Result<(), IndexError>>),
    Other,
}

pub(crate) type Task = BoxFuture<'static, Ended>;

/// A separate client: its memory ends with it.
pub(crate) fn client(
    store: &Arc<dyn hbase_backend::Backend>,
    shared: &Arc<Shared>,
    definition: &Arc<TableDefinition>,
    offset_ms: i64,
    query_limit: Duration,
) -> Arc<IndexedTable> {
    let gate = Gate {
        inner: Arc::clone(store),
        shared: Arc::clone(shared),
    };
    let clocks = ClientClocks {
        turns: Arc::clone(&shared.turns),
        offset_ms,
    };
    let settings = Settings::default()
        .query_limit(query_limit)
        .write_limit(WRITE_LIMIT)
        .attempts(3)
        .page(1);
    let table = IndexedTable::with_clocks(
        Arc::new(gate),
        Arc::clone(definition),
        settings,
        Arc::new(clocks),
    );
    Arc::new(table)
}

/// A write of a random kind, or several at once, then the deletion of old entries that are due.
pub(crate) fn writer(table: Arc<IndexedTable>, number: u64, random: &mut fastrand::Rng) -> Task {
    let count = if random.bool() { 1 } else { random.usize(2..5) };
    let mut intents: Vec<Intent> = (0..count).map(|_| intent(number, random)).collect();
    Box::pin(async move {
        let written = if count == 1 {
            vec![table.write(intents.remove(0), soon()).await]
        } else {
            table.write_many(intents, soon()).await
        };
        if written.iter().any(Result::is_ok) {
            clean_up(&table).await;
        }
        Ended::Writes(
            written
                .into_iter()
                .map(|written| written.map(drop))
                .collect(),
        )
    })
}

fn intent(number: u64, random: &mut fastrand::Rng) -> Intent {
    let row = random.usize(0..ROWS);
    let key = row_key(number, row);
    let put = put(number, row, random.u8(0..VALUES));
    match random.u8(0..8) {
        0 | 1 => Intent::delete(key),
        2 => Intent::insert(put),
        3 => Intent::mutate(key, |found| Ok(found.and_then(next_value))),
        4 => Intent::put(without_value(&key)),
        _ => Intent::put(put),
    }
}

/// Waits until the old entries are due, and deletes them.
async fn clean_up(table: &IndexedTable) {
    while table.lag().waiting > 0 {
        if table.clean_up(soon()).await.is_err() {
            return;
        }
        // A read lets other tasks run, and time pass.
        let _ = table
            .state(&table.definition().indexes[0].table, soon())
            .await;
    }
}

fn next_value(row: &Row) -> Option<Mutation> {
    let mut value = row.value(b"D", b"V")?.to_vec();
    let last = value.last_mut()?;
    *last = (*last + 1) % VALUES;
    let mut put = Mutation::new(row.key());
    put.put(b"D", b"V", &value).ok()?;
    Some(put)
}

/// A put of another column, and the deletion of the indexed one.
fn without_value(row: &[u8]) -> Mutation {
    let mut mutation = Mutation::new(row);
    mutation.put(b"D", b"OTHER", b"x").expect("a small cell");
    mutation
        .delete_column(b"D", b"V", None)
        .expect("a small cell");
    mutation
}

pub(crate) fn query(table: Arc<IndexedTable>, number: u64, values: Range<u8>) -> Task {
    Box::pin(async move {
        let range = range_of(number, &values);
        let index = table.definition().indexes[0].table.clone();
        let rows = table.query(&index, vec![range], Vec::new(), |_| true);
        Ended::Query(match rows {
            Ok(rows) => rows.all(soon()).await,
            Err(error) => Err(error),
        })
    })
}

/// The range of a schedule's values; a single value if the range has only one.
pub(crate) fn range_of(number: u64, values: &Range<u8>) -> ValueRange {
    let start = value_of(number, values.start);
    if values.len() == 1 {
        return ValueRange::value(start);
    }
    ValueRange::between(start, value_of(number, values.end))
}

pub(crate) fn sweep(table: Arc<IndexedTable>) -> Task {
    Box::pin(async move {
        let index = table.definition().indexes[0].table.clone();
        // The last sweep removes the entries that an earlier one leaves after an error.
        let _ = table.sweep(&index, Duration::ZERO, WRITE_LIMIT).await;
        Ended::Other
    })
}

/// Builds the index; if a removal has started, drops it first.
pub(crate) fn build(table: Arc<IndexedTable>) -> Task {
    Box::pin(async move {
        let index = table.definition().indexes[0].table.clone();
        let built = table.build(&index, WRITE_LIMIT, &mut |_| {}).await;
        if matches!(built, Err(IndexError::Superseded { .. })) {
            drop_and_build(&table).await;
        }
        Ended::Other
    })
}

pub(crate) fn rebuild(table: Arc<IndexedTable>) -> Task {
    Box::pin(async move {
        drop_and_build(&table).await;
        Ended::Other
    })
}

/// If a step fails, the index is left as it is: the schedule builds it at its end.
async fn drop_and_build(table: &IndexedTable) {
    let index = table.definition().indexes[0].table.clone();
    if table.drop_index(&index, WRITE_LIMIT).await.is_ok() {
        let _ = table.build(&index, WRITE_LIMIT, &mut |_| {}).await;
    }
}
