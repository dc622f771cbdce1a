//! Errors of indexed tables.

use std::time::Duration;

use hbase_backend::Error as BackendError;
use hbase_model::TableName;

use crate::protocol::{IndexState, Phase};

/// The result of a call on an indexed table.
pub type Result<T, E = IndexError> = std::result::Result<T, E>;

/// An error of a call on an indexed table.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// An error of the backend. A write that fails with it was not applied: its row is unchanged.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The response to the row's write was lost, and the row has another writer's stamp or still the old one.
    #[error(
        "writing a row of {table}: the response was lost ({cause}), and whether the write was or will be applied \
         is unknown: read the row, or write it once more if that is harmless"
    )]
    OutcomeUnknown {
        /// The table.
        table: TableName,
        /// Why there was no response.
        cause: String,
    },
    /// The row was written, but so late that it may lack the entry of an index that was built meanwhile: the
    /// machine was suspended, for example.
    #[error(
        "a row of {table} was written, but later than the `write_limit` of {limit:?} allows, and could not be \
         renewed ({cause}): it may lack entries of an index that was built meanwhile: write it once more, by the \
         same client"
    )]
    WrittenLate {
        /// The table.
        table: TableName,
        /// The limit.
        limit: Duration,
        /// Why it could not be renewed.
        cause: String,
    },
    /// Other writers changed the row before this one, each time.
    #[error(
        "writing a row of {table}: other writers changed it first, {attempts} times: write it later"
    )]
    Conflict {
        /// The table.
        table: TableName,
        /// The number of attempts.
        attempts: u32,
    },
    /// The write is not possible in a table with indexes.
    #[error("writing a row of {table}: {why}")]
    Rejected {
        /// The table.
        table: TableName,
        /// The reason, and what to do instead.
        why: String,
    },
    /// A write, or the drop of an index's table, took longer than it may rely on the indexes' states. The write
    /// had no effect; the drop may still have one.
    #[error(
        "{doing} took too long ({cause}): {} ms since the states of the indexes were read, and the `write_limit` is \
         {} ms: run it once more, or raise `write_limit` for all clients",
        took.as_millis(),
        limit.as_millis()
    )]
    TooSlow {
        /// The operation, with its table.
        doing: String,
        /// The request that had no answer, or was not sent.
        cause: String,
        /// The time since the states were read.
        took: Duration,
        /// The limit.
        limit: Duration,
    },
    /// The table of the indexes' states is missing, or the family of the stamps, so the indexes were never created.
    #[error(
        "table {table} has no indexes yet, for {missing}: create them by `create_table_if_missing`, or by the \
         statements of `hbase-schema ddl`"
    )]
    NotCreated {
        /// The table.
        table: TableName,
        /// What is missing.
        missing: String,
    },
    /// The index is not readable.
    #[error("index {index} is {}, not readable: {}", state.phase.name(), phase_help(state.phase))]
    NotReadable {
        /// The index's table.
        index: TableName,
        /// Its state.
        state: IndexState,
    },
    /// The index is not readable yet, and the table, which had no rows when the index was created, has too many by now
    /// to be read instead.
    #[error(
        "index {index} is {}, and until it is readable, a query reads at most {most} rows (`max_rows_before_index`) of \
         its table, which has more: {}", state.phase.name(), phase_help(state.phase)
    )]
    TooManyRowsBeforeIndex {
        /// The index's table.
        index: TableName,
        /// Its state.
        state: IndexState,
        /// The limit.
        most: usize,
    },
    /// The index was changed while the query ran.
    #[error("index {index} was dropped or rebuilt during the query: run it once more")]
    StateChanged {
        /// The index's table.
        index: TableName,
    },
    /// The query took so long that its result may be incomplete.
    #[error(
        "a query of several values of index {index} took more than {} ms, after which rows may be missing: \
         query fewer values at once, or raise `query_limit` for all clients",
        limit.as_millis()
    )]
    Late {
        /// The index's table.
        index: TableName,
        /// The limit.
        limit: Duration,
    },
    /// The query found more rows than it may remember.
    #[error(
        "a query of several values of index {index} found more than {most} rows, which are remembered: query fewer \
         values at once, or raise `max_rows`"
    )]
    TooManyRows {
        /// The index's table.
        index: TableName,
        /// The limit.
        most: usize,
    },
    /// The values of some rows cannot be computed, such as those of cells that cannot be decoded.
    #[error(
        "index {index} lacks {rows} row(s) whose values cannot be computed, such as {row} ({why}): rewrite those \
         rows or delete them, then build it once more"
    )]
    Undecodable {
        /// The index's table.
        index: TableName,
        /// The number of such rows.
        rows: u64,
        /// The key of one of them, printable.
        row: String,
        /// Why its values cannot be computed.
        why: String,
    },
    /// Another process is changing the index's state, or the state does not allow this.
    #[error("index {index} is {}: {}", state.phase.name(), superseded_help(state.phase))]
    Superseded {
        /// The index's table.
        index: TableName,
        /// The state that was found.
        state: IndexState,
    },
    /// The table has no such index.
    #[error("table {table} has no index {index}: it has {known}")]
    UnknownIndex {
        /// The table.
        table: TableName,
        /// The index's table.
        index: TableName,
        /// The indexes' tables, joined by commas.
        known: String,
    },
    /// The index was filled by another definition, or by another table's definition.
    #[error("index {index} was built as `{stored}`, and is declared as `{declared}`: {help}")]
    OtherDefinition {
        /// The index's table.
        index: TableName,
        /// The stored definition.
        stored: String,
        /// The definition of this program.
        declared: String,
        /// What to do.
        help: &'static str,
    },
    /// A table with the index's name does not belong to the index.
    #[error(
        "table {index} exists and is not this index's: it has {found}, expected {expected}: choose another name \
         for the index, or drop that table if nothing needs it"
    )]
    OtherTable {
        /// The index's table.
        index: TableName,
        /// The properties found.
        found: String,
        /// The properties of an index's table.
        expected: String,
    },
    /// The table has an index that this program does not know; rows that it wrote would lack entries.
    #[error(
        "writing a row of {table}: the table has the index {indexes}, which this program does not declare: update \
         the program, or drop the index by `drop_undeclared`"
    )]
    NotDeclared {
        /// The table.
        table: TableName,
        /// The indexes' tables, joined by commas.
        indexes: String,
    },
    /// Bytes in the store that no version of this library writes.
    #[error("damaged data in {location}: {found}, expected {expected}: {help}")]
    Damaged {
        /// Where.
        location: String,
        /// What was found.
        found: String,
        /// What was expected.
        expected: &'static str,
        /// What to do.
        help: &'static str,
    },
}

fn phase_help(phase: Phase) -> &'static str {
    match phase {
        Phase::Dropped => {
            "build it, by `create_table_if_missing` in a program, or by `hbase-schema index build`"
        }
        Phase::Dropping => "drop it once more by `drop_index`, then build it",
        Phase::WriteOnly | Phase::Backfilling => {
            "wait until its build ends, or run the build once more"
        }
        Phase::Readable => "run the query once more",
    }
}

fn superseded_help(phase: Phase) -> &'static str {
    match phase {
        Phase::Dropping => "drop it once more by `drop_index`, which ends that, then build it",
        _ => "another process changed it: run the call once more",
    }
}
