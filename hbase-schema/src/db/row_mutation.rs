//! Single columns of one row changed as one atomic step.

use std::collections::HashSet;
use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;
use std::time::Duration;

use hbase_model::cell::given_timestamp;
use hbase_model::{BoxFuture, CellBlock, CellKind, CellRef, LATEST_TIMESTAMP, Mutation};

use super::cell_arg::{self, CellArg};
use super::connection::Connection;
use super::error::{About, Error};
use super::keys;
use super::put::DRAWN;
use super::select::ColumnSet;
use crate::cell::{CellVersion, CounterCell, Native};
use crate::column::Column;
use crate::schema::ColumnSchema;
use crate::table::{KeyFor, Table};

impl Connection {
    /// Changes single columns of a row, as one atomic step; sent by `.await`. A column that is both
    /// put and deleted is an error.
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
    pub fn mutate<K: KeyFor<R>, R: Table>(&self, key: &K) -> RowMutation<R> {
        let about = About::table("mutate", &R::SCHEMA.table.name);
        RowMutation {
            connection: self.clone(),
            state: start(about, key),
            version: None,
            of: PhantomData,
        }
    }
}

fn start<K: KeyFor<R>, R>(about: About<'_>, key: &K) -> Result<State, Error> {
    if keys::drawn::<K>().is_some() {
        return Err(about.request(DRAWN));
    }
    let row = key.encode().map_err(|error| about.key_error(error))?;
    Ok(State {
        row: row.as_ref().to_vec(),
        pieces: Vec::new(),
    })
}

/// Single columns of one row to be changed: made by [`Connection::mutate`], sent by `.await`.
#[must_use = "a mutation is sent by `.await`"]
pub struct RowMutation<R> {
    connection: Connection,
    state: Result<State, Error>,
    version: Option<i64>,
    of: PhantomData<fn() -> R>,
}

/// What was said so far.
struct State {
    row: Vec<u8>,
    pieces: Vec<Piece>,
}

struct Piece {
    kind: CellKind,
    family: String,
    qualifier: Vec<u8>,
    value: Vec<u8>,
}

impl Piece {
    fn column(&self) -> (&str, &[u8]) {
        (&self.family, &self.qualifier)
    }
}

impl<R: Table> RowMutation<R> {
    /// Puts a column. A `None`, which has no bytes, deletes it. A counter is set by
    /// [`set_counter`](Self::set_counter) instead; to put one is an error when it is sent.
    pub fn put<F, C, V: CellArg<F, C>>(mut self, column: Column<R, F, C>, value: V) -> Self {
        if column.schema().counter {
            return self.refuse_counter(column.schema());
        }
        let encoded = self
            .state
            .as_ref()
            .map(|state| cell_arg::encode(about::<R>(), &state.row, column, value));
        match encoded {
            Ok(Ok(Some(bytes))) => self.piece(
                CellKind::Put,
                column.family(),
                column.qualifier().as_bytes(),
                bytes,
            ),
            Ok(Ok(None)) => self.piece(
                CellKind::DeleteColumn,
                column.family(),
                column.qualifier().as_bytes(),
                Vec::new(),
            ),
            Ok(Err(error)) => self.state = Err(error),
            Err(_) => {}
        }
        self
    }

    /// Sets a counter, whatever was counted before, together with what else is changed.
    pub fn set_counter<F: CounterCell>(mut self, column: Column<R, F, Native>, value: i64) -> Self {
        let (family, qualifier) = (column.family(), column.qualifier().as_bytes());
        self.piece(CellKind::Put, family, qualifier, value.to_be_bytes().into());
        self
    }

    #[cold]
    fn refuse_counter(mut self, column: &'static ColumnSchema) -> Self {
        if let Ok(state) = &self.state {
            let about = about::<R>().row(&state.row);
            let about = about.column(column.family, column.qualifier.as_bytes());
            self.state = Err(about.request(
                "found a put of a counter, which would lose what others count: use `increment`, or `set_counter` where that is meant",
            ));
        }
        self
    }

    /// Deletes columns: a token, or a tuple of tokens. A counter that is deleted counts from 0 again.
    pub fn delete(mut self, columns: impl ColumnSet<R>) -> Self {
        columns.for_each(&mut |family, qualifier| {
            self.piece(
                CellKind::DeleteColumn,
                family,
                qualifier.as_bytes(),
                Vec::new(),
            );
        });
        self
    }

    /// Puts a column that the struct does not declare, in a family that it does.
    pub fn put_raw(mut self, family: &str, qualifier: &[u8], value: &[u8]) -> Self {
        self.piece(CellKind::Put, family, qualifier, value.to_vec());
        self
    }

    /// Deletes a column that the struct does not declare, in a family that it does.
    pub fn delete_raw(mut self, family: &str, qualifier: &[u8]) -> Self {
        self.piece(CellKind::DeleteColumn, family, qualifier, Vec::new());
        self
    }

    /// The timestamp of all that is put, and up to which is deleted; the server's clock unless
    /// said.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a time or a number, given as it is"
    )]
    pub fn version<V: CellVersion>(mut self, version: V) -> Self {
        self.version = version.to_timestamp();
        self
    }

    /// How long the call may take.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.connection.options.timeout = timeout;
        self
    }

    fn piece(&mut self, kind: CellKind, family: &str, qualifier: &[u8], value: Vec<u8>) {
        let Ok(state) = &mut self.state else { return };
        if R::SCHEMA.table.family(family.as_bytes()).is_none() {
            self.state = Err(about::<R>()
                .row(&state.row)
                .column(family, qualifier)
                .request(format_args!(
                    "{} declares no family {family}: declare it with `#[family(\"{family}\")]`",
                    R::SCHEMA.row
                )));
            return;
        }
        state.pieces.push(Piece {
            kind,
            family: family.to_owned(),
            qualifier: qualifier.to_vec(),
            value,
        });
    }

    /// The mutation that it comes to.
    pub(super) fn into_mutation(self) -> Result<Mutation, Error> {
        let State { row, pieces } = self.state?;
        let version = self.version.map_or(Ok(LATEST_TIMESTAMP), given_timestamp);
        let timestamp = version.map_err(|error| about::<R>().row(&row).backend(error))?;
        if let Some(piece) = hidden(&pieces) {
            let column = about::<R>().row(&row);
            let column = column.column(&piece.family, &piece.qualifier);
            return Err(column.request(
                "put and deleted in one step, where the delete would hide the put: say one of the two",
            ));
        }
        let mut cells = CellBlock::new();
        for piece in &pieces {
            let cell = CellRef {
                row: &row,
                family: piece.family.as_bytes(),
                qualifier: &piece.qualifier,
                timestamp,
                kind: piece.kind,
                value: &piece.value,
            };
            cells.push(cell).map_err(|error| {
                let column = about::<R>()
                    .row(&row)
                    .column(&piece.family, &piece.qualifier);
                column.backend(error)
            })?;
        }
        Ok(Mutation::from_block(row, cells))
    }

    async fn send(self) -> Result<(), Error> {
        let connection = self.connection.clone();
        let mutation = self.into_mutation()?;
        connection
            .write(about::<R>(), &R::SCHEMA.table.name, mutation)
            .await
    }
}

/// A put whose column is deleted too: both have the same timestamp, so that it would not show.
fn hidden(pieces: &[Piece]) -> Option<&Piece> {
    let markers = pieces.iter().filter(|piece| piece.kind.is_delete());
    let deleted: HashSet<_> = markers.map(Piece::column).collect();
    let mut puts = pieces.iter().filter(|piece| !piece.kind.is_delete());
    puts.find(|piece| deleted.contains(&piece.column()))
}

fn about<R: Table>() -> About<'static> {
    About::table("mutate", &R::SCHEMA.table.name)
}

impl<R: Table + 'static> IntoFuture for RowMutation<R> {
    type Output = Result<(), Error>;
    type IntoFuture = BoxFuture<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.send())
    }
}

impl<R> fmt::Debug for RowMutation<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowMutation").finish_non_exhaustive()
    }
}
