//! Changes single columns of one row in one atomic step.

use std::collections::HashSet;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;

use hbase_backend::cell::given_timestamp;
use hbase_backend::{BoxFuture, CellBlock, CellKind, CellRef, LATEST_TIMESTAMP, Mutation};

use super::cell_arg::{self, CellArg};
use super::put::RowWrite;
use super::versioned::NOT_CHANGED;
use crate::cell::{CounterCell, NativeCodec, VersionBound};
use crate::column::Column;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::read::select::ColumnSet;
use crate::db::target::keys::{self, RowOfKey};
use crate::db::target::table_ref::TableRef;
use crate::db::versions::time_range::{NO_VERSION, version_of};
use crate::debug::debug_fields;
use crate::schema::{ColumnSchema, TableSchema};
use crate::table::{KeyFor, Table, WithoutIndex, Writable};

const CALL: &str = "mutate";

impl Connection {
    /// Changes single columns of a row in one atomic step; sent by `.await`. A column that is both put
    /// and deleted is an error.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, rain_mm: u32, note: Option<String> }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// let key = WeatherKey { city: "Seattle".into() };
    /// db.mutate(&key)
    ///     .put(Weather::RAIN_MM, 12)
    ///     .delete(Weather::NOTE)
    ///     .put_raw("D1", b"BY-STATION-7", b"11.8")
    ///     .await?;
    /// assert_eq!(db.get(&key).columns(Weather::RAIN_MM).await?, Some(12));
    /// # Ok(())
    /// # }
    /// ```
    pub fn mutate<K: KeyFor<R>, R: Writable>(&self, key: &K) -> RowMutation<R> {
        RowMutation::of_row(self.clone(), keys::one(CALL, key))
    }
}

/// Changes of single columns of one row: created by [`Connection::mutate`], sent by `.await`.
#[must_use = "a mutation is sent by `.await`"]
pub struct RowMutation<R> {
    pub(in crate::db) connection: Connection,
    pub(in crate::db) row: Result<RowChanges, Error>,
    version: Option<i64>,
    of: PhantomData<fn() -> R>,
}

/// The changes so far.
pub(in crate::db) struct RowChanges {
    pub(in crate::db) table: TableRef,
    pub(in crate::db) key: Vec<u8>,
    columns: Vec<ColumnChange>,
}

/// Bytes of a cell in addition to its row, family, qualifier and value.
const CELL_BYTES: usize = 24;

struct ColumnChange {
    kind: CellKind,
    family: String,
    qualifier: Vec<u8>,
    value: Vec<u8>,
    /// Replaces the mutation's timestamp.
    timestamp: Option<i64>,
}

/// The error of a put of a counter.
pub(in crate::db) const PUT_OF_COUNTER: &str = "found a put of a counter, which would lose what others count: use `increment`, or `set_counter` if you mean that";

impl ColumnChange {
    /// A put of a counter has the server's time, like increments: at an older one it would be hidden.
    fn timestamp(&self, schema: &TableSchema, version: i64) -> i64 {
        if let Some(timestamp) = self.timestamp {
            return timestamp;
        }
        let is_counter = || schema.is_counter(self.family.as_bytes(), &self.qualifier);
        if self.kind == CellKind::Put && is_counter() {
            return LATEST_TIMESTAMP;
        }
        version
    }

    fn name(&self) -> (&str, &[u8]) {
        (&self.family, &self.qualifier)
    }

    /// Bytes of its cell without the row key.
    const fn bytes(&self) -> usize {
        CELL_BYTES + self.family.len() + self.qualifier.len() + self.value.len()
    }
}

impl<R: Table> RowMutation<R> {
    pub(in crate::db) fn of_row(connection: Connection, row: Result<RowOfKey, Error>) -> Self {
        let row = row.map(|RowOfKey { table, row }| RowChanges {
            table,
            key: row,
            columns: Vec::new(),
        });
        Self {
            connection,
            row,
            version: None,
            of: PhantomData,
        }
    }

    /// Puts a column. `None`, which has no bytes, deletes it. If versions are periods, JSON's `None` is stored as
    /// `null`, as in whole rows. A put of a counter is an error when the mutation is sent: use
    /// [`set_counter`](Self::set_counter).
    pub fn put<F, C, V: CellArg<F, C>>(mut self, column: Column<R, F, C>, value: V) -> Self {
        if column.schema().counter {
            return self.reject_counter(column.schema());
        }
        let Ok(row) = &self.row else { return self };
        let value = cell_arg::encode(row.about(), &row.key, column, value);
        let (family, qualifier) = (column.family(), column.qualifier().bytes());
        match value {
            Ok(Some(value)) => self.add(CellKind::Put, family, qualifier, value),
            Ok(None) => {
                let (kind, value) = absent(R::SCHEMA, column.schema());
                self.add(kind, family, qualifier, value);
            }
            Err(error) => self.row = Err(error),
        }
        self
    }

    /// Sets a counter, overwriting its value, in one atomic step with the other changes. The column's field is an
    /// `i64` or an `Option<i64>`.
    pub fn set_counter<F: CounterCell>(
        mut self,
        column: Column<R, F, NativeCodec>,
        value: i64,
    ) -> Self {
        let (family, qualifier) = (column.family(), column.qualifier().bytes());
        self.add(CellKind::Put, family, qualifier, value.to_be_bytes().into());
        self
    }

    #[cold]
    fn reject_counter(mut self, column: &'static ColumnSchema) -> Self {
        if let Ok(row) = &self.row {
            let about = row.about().row(&row.key);
            let about = about.column(column.family, column.qualifier.as_bytes());
            self.row = Err(about.request(PUT_OF_COUNTER));
        }
        self
    }

    /// Deletes columns: a token, or a tuple of tokens. A deleted counter restarts at 0.
    pub fn delete(mut self, columns: impl ColumnSet<R>) -> Self {
        columns.for_each(&mut |family, qualifier| {
            let qualifier = qualifier.as_bytes();
            self.add(CellKind::DeleteColumn, family, qualifier, Vec::new());
        });
        self
    }

    /// Puts a column that the struct does not declare, in a family that it does.
    pub fn put_raw(mut self, family: &str, qualifier: &[u8], value: &[u8]) -> Self {
        self.add(CellKind::Put, family, qualifier, value.to_vec());
        self
    }

    /// Deletes a column that the struct does not declare, in a family that it does.
    pub fn delete_raw(mut self, family: &str, qualifier: &[u8]) -> Self {
        self.add(CellKind::DeleteColumn, family, qualifier, Vec::new());
        self
    }

    /// Sets the timestamp of puts, and the timestamp up to which columns are deleted; the default
    /// is the server's time.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a time or a number, given as it is"
    )]
    pub fn version<V: VersionBound>(mut self, version: V) -> Self
    where
        R: WithoutIndex,
    {
        self.version = version_of::<R, V>(&version);
        if let (None, Ok(row)) = (self.version, &self.row) {
            self.row = Err(row.about().row(&row.key).request(NO_VERSION));
        }
        self
    }

    /// Sets the timestamp, as a number; `None` for the server's time.
    pub(in crate::db) fn at(mut self, timestamp: Option<i64>) -> Self {
        self.version = timestamp;
        self
    }

    setter!(timeout "Sets the timeout of the call.");

    pub(in crate::db) fn add(
        &mut self,
        kind: CellKind,
        family: &str,
        qualifier: &[u8],
        value: Vec<u8>,
    ) {
        self.add_at(kind, family, qualifier, value, None);
    }

    /// The same with its own timestamp.
    pub(in crate::db) fn add_at(
        &mut self,
        kind: CellKind,
        family: &str,
        qualifier: &[u8],
        value: Vec<u8>,
        timestamp: Option<i64>,
    ) {
        let Ok(row) = &mut self.row else { return };
        let added = row.add(
            R::SCHEMA,
            ColumnChange {
                kind,
                family: family.to_owned(),
                qualifier: qualifier.to_vec(),
                value,
                timestamp,
            },
        );
        if let Err(error) = added {
            self.row = Err(error);
        }
    }

    /// The mutation of all changes.
    pub(in crate::db) fn into_mutation(self) -> Result<RowWrite, Error> {
        self.row?.into_write(R::SCHEMA, self.version)
    }

    pub(in crate::db) fn send(self) -> impl Future<Output = Result<(), Error>> {
        let connection = self.connection.clone();
        send(connection, self.into_mutation())
    }
}

async fn send(connection: Connection, write: Result<RowWrite, Error>) -> Result<(), Error> {
    let RowWrite { table, mutation } = write?;
    connection.write(CALL, &table, mutation).await
}

impl RowChanges {
    pub(in crate::db) fn about(&self) -> CallContext<'_> {
        CallContext::table(CALL, &self.table)
    }

    fn add(&mut self, schema: &TableSchema, change: ColumnChange) -> Result<(), Error> {
        let family = &change.family;
        if schema.table.family(family.as_bytes()).is_none() {
            let column = self
                .about()
                .row(&self.key)
                .column(family, &change.qualifier);
            return Err(column.request(format_args!(
                "{} declares no family {family}: declare it with `#[family(\"{family}\")]`",
                schema.row
            )));
        }
        self.columns.push(change);
        Ok(())
    }

    fn into_write(self, schema: &TableSchema, version: Option<i64>) -> Result<RowWrite, Error> {
        let Self {
            table,
            key,
            columns,
        } = self;
        let about = CallContext::table(CALL, &table).row(&key);
        let timestamp = version.map_or(Ok(LATEST_TIMESTAMP), given_timestamp);
        let timestamp = timestamp.map_err(|error| about.backend(error))?;
        if let (Some(version), Some(period)) = (version, schema.period)
            && period.start_of(version) != Ok(version)
        {
            return Err(about.request(format_args!(
                "found the version {version}, expected the milliseconds since 1970 of a time up to the year 9999: each version is a {period}"
            )));
        }
        if let Some(put) = hidden(&columns) {
            return Err(about.column(&put.family, &put.qualifier).request(
                "put and deleted in one step, where the delete would hide the put: choose one of the two",
            ));
        }
        if let Some(put) = columns
            .iter()
            .find(|column| version.is_none() && is_astray(schema, column))
        {
            return Err(about.column(&put.family, &put.qualifier).request(
                "a put without a version, where each version is a period: the server's time would make another version; give the record's time by `version`",
            ));
        }
        let is_version = |column: &&ColumnChange| {
            let name = schema.version.map(|version| version.name());
            name == Some(column.name())
        };
        if let Some(change) = columns.iter().find(is_version) {
            let about = about.column(&change.family, &change.qualifier);
            return Err(about.request(NOT_CHANGED));
        }
        let cells = cells_of(schema, &about, &key, &columns, timestamp)?;
        let mutation = Mutation::from_block(key, cells);
        Ok(RowWrite { table, mutation })
    }
}

/// The changes of a row as cells.
fn cells_of(
    schema: &TableSchema,
    about: &CallContext<'_>,
    key: &[u8],
    columns: &[ColumnChange],
    timestamp: i64,
) -> Result<CellBlock, Error> {
    let bytes = columns.iter().map(|column| column.bytes() + key.len());
    let mut cells = CellBlock::with_capacity(bytes.sum());
    for column in columns {
        let cell = CellRef {
            row: key,
            family: column.family.as_bytes(),
            qualifier: &column.qualifier,
            timestamp: column.timestamp(schema, timestamp),
            kind: column.kind,
            value: &column.value,
        };
        let about = about.column(&column.family, &column.qualifier);
        cells.push(cell).map_err(|error| about.backend(error))?;
    }
    Ok(cells)
}

/// Returns a put of a column that is deleted too: both have the same timestamp, so the put would be
/// hidden.
fn hidden(columns: &[ColumnChange]) -> Option<&ColumnChange> {
    let (markers, puts): (Vec<_>, Vec<_>) =
        columns.iter().partition(|column| column.kind.is_delete());
    let deleted: HashSet<_> = markers.into_iter().map(ColumnChange::name).collect();
    puts.into_iter().find(|put| deleted.contains(&put.name()))
}

/// A change to an absent value without bytes of its own.
fn absent(schema: &TableSchema, column: &ColumnSchema) -> (CellKind, Vec<u8>) {
    match column.facts.absence.bytes() {
        Some(bytes) if schema.period.is_some() => (CellKind::Put, bytes.into()),
        _ => (CellKind::DeleteColumn, Vec::new()),
    }
}

/// Whether a put belongs to one of a table's periods. Counters do not.
fn is_astray(schema: &TableSchema, column: &ColumnChange) -> bool {
    let is_counter = || schema.is_counter(column.family.as_bytes(), &column.qualifier);
    let has_none = column.timestamp.is_none() && !column.kind.is_delete();
    schema.period.is_some() && has_none && !is_counter()
}

awaitable!(RowMutation<R: Table> => ());

debug_fields!(RowMutation[R]);
