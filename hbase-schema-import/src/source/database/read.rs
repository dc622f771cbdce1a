//! A database as a source.
//!
//! When an import is resumed, the rows up to the checkpoint are counted. If the count differs, it is an error,
//! because rows would be lost. Consecutive rows with the same values of the order are an error too.

use std::time::Duration;

use hbase_backend::BoxFuture;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::order::{Order, exclude};
use super::statement::Writer;
use super::{Database, DatabaseColumn, DatabaseError, DatabaseUrl, RowSink, Selection, Statement};
use crate::error::{ImportError, Result};
use crate::source::{
    Amount, Chunk, ChunkRow, OrderValue, Position, Source, SourceColumn, SourceIdentity, order_key,
};

/// Maximum chunks that wait between the connection and the reader: a bound on memory.
const WAITING: usize = 2;

/// The table or query of a database, and how it is read.
#[derive(Clone, Debug)]
pub struct DatabaseOptions {
    /// The database in messages and checkpoints.
    pub url: DatabaseUrl,
    /// The table or query.
    pub selection: Selection,
    /// The columns of the unique order; empty to use the catalog's.
    pub order_by: Vec<String>,
    /// Maximum wait for the database: for its response to a statement, and for the next row.
    pub timeout: Duration,
}

/// A table or a query, read in one transaction.
///
/// With a unique order, found or named, an import can be resumed after the last row that the store has
/// acknowledged. Rows that were meanwhile inserted or deleted before that row are noticed by the number of
/// rows; changed rows are not noticed.
pub struct DatabaseSource {
    name: String,
    options: DatabaseOptions,
    database: Option<Box<dyn Database>>,
    columns: Vec<DatabaseColumn>,
    source_columns: Vec<SourceColumn>,
    order: Result<Order, String>,
    order_indexes: Vec<usize>,
    total: Option<u64>,
    after: Vec<OrderValue>,
    read: u64,
    rows: Option<Rows>,
}

/// The rows that a task reads.
struct Rows {
    chunks: Receiver<Result<Chunk, DatabaseError>>,
    task: JoinHandle<()>,
}

impl Drop for Rows {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl DatabaseSource {
    /// Describes the selection on a connection, and finds its unique order.
    ///
    /// # Errors
    /// A table or query that the database rejects; a named order that is not unique; the timeout.
    pub async fn open(mut database: Box<dyn Database>, options: DatabaseOptions) -> Result<Self> {
        let name = format!("{}, {}", options.url, options.selection.name());
        let call = Call {
            name: &name,
            timeout: options.timeout,
        };
        let select = format!("SELECT * FROM {}", options.selection.from(&*database));
        let mut columns = call.wait(database.describe(&select)).await?;
        check_names(&name, &columns, &options.selection)?;
        if let Selection::Table(table) = &options.selection {
            exclude(&mut columns, call.wait(database.enumerations(table)).await?);
        }
        let order = find_order(&call, &mut *database, &options, &columns).await?;
        let total = match &options.selection {
            Selection::Table(table) => call.wait(database.estimate(table)).await?,
            Selection::Query(_) => None,
        };
        let source_columns = columns.iter().map(|column| SourceColumn {
            name: column.name.clone(),
            column_type: column.column_type,
        });
        Ok(Self {
            source_columns: source_columns.collect(),
            order_indexes: order.as_ref().map(Order::indexes).unwrap_or_default(),
            database: Some(database),
            name,
            options,
            columns,
            order,
            total,
            after: Vec::new(),
            read: 0,
            rows: None,
        })
    }

    /// Starts the task that reads all rows after the position.
    fn start(&mut self) -> Result<Rows> {
        let Some(mut database) = self.database.take() else {
            return Err(self.fail("its connection has ended"));
        };
        let statement = self.statement(&*database);
        let (sender, chunks) = channel(WAITING);
        let task = tokio::spawn(async move {
            let (rows, result) = database.fetch(statement, RowSink::new(sender)).await;
            rows.end(result).await;
        });
        Ok(Rows { chunks, task })
    }

    fn statement(&self, database: &dyn Database) -> Statement {
        self.writer(database)
            .rows(self.order.as_ref().ok(), &self.after)
    }

    fn writer<'a>(&'a self, database: &'a dyn Database) -> Writer<'a> {
        Writer {
            database,
            selection: &self.options.selection,
            columns: &self.columns,
        }
    }

    async fn read_chunk(&mut self, chunk: &mut Chunk) -> Result<()> {
        let mut rows = match self.rows.take() {
            Some(rows) => rows,
            None => self.start()?,
        };
        let received = timeout(self.options.timeout, rows.chunks.recv()).await;
        let received = received.map_err(|_| self.fail(&late(self.options.timeout)))?;
        let received = received.ok_or_else(|| self.fail("its connection ended before its rows"))?;
        *chunk = received.map_err(|error| self.fail(&error.0))?;
        self.check_order(chunk)?;
        self.read += chunk.rows().len() as u64;
        self.rows = Some(rows);
        Ok(())
    }

    /// Checks that each row has other values of the order than the row before it: a run that continues after a row
    /// would lose the next one.
    fn check_order(&mut self, chunk: &Chunk) -> Result<()> {
        let order = &self.order_indexes;
        if order.is_empty() {
            return Ok(());
        }
        let mut before = None;
        for row in chunk.rows() {
            let is_same = match &before {
                None => OrderValue::of_row(&row, order).is_some_and(|values| values == self.after),
                Some(before) => order
                    .iter()
                    .all(|&at| row.value(at) == ChunkRow::value(before, at)),
            };
            let has_values = order.iter().all(|&at| has_order(&row.value(at)));
            if is_same || !has_values {
                let key = order_key(&self.source_columns, order, &row).unwrap_or_default();
                return Err(self.fail(&unordered(&key, is_same)));
            }
            before = Some(row);
        }
        if let Some(row) = before {
            self.after = OrderValue::of_row(&row, order).unwrap_or_default();
        }
        Ok(())
    }

    async fn continue_behind(&mut self, position: &Position) -> Result<()> {
        let order = match &self.order {
            Ok(order) if order.columns.len() == position.after.len() => order.clone(),
            Ok(_) => return Err(self.fail("the checkpoint has no values of its order")),
            Err(why) => return Err(self.fail(why)),
        };
        let Some(mut database) = self.database.take() else {
            return Err(self.fail("it is read already"));
        };
        let statement = self.writer(&*database).count_up_to(&order, &position.after);
        let call = Call {
            name: &self.name,
            timeout: self.options.timeout,
        };
        let found = call.wait(database.integer(statement)).await?;
        self.database = Some(database);
        if found != position.rows {
            return Err(self.fail(&changed(&order, position, found)));
        }
        self.after.clone_from(&position.after);
        self.read = position.rows;
        Ok(())
    }

    fn fail(&self, what: &str) -> ImportError {
        ImportError::source(&self.name, None, what)
    }
}

const fn has_order(value: &crate::value::Value<'_>) -> bool {
    use crate::value::Value as V;
    !matches!(
        value,
        V::Null | V::Bool(_) | V::Float32(_) | V::Float64(_) | V::TimeOfDay(_) | V::Undecodable(_)
    )
}

fn unordered(key: &str, is_same: bool) -> String {
    let what = if is_same {
        "two rows have these values of the order"
    } else {
        "the row has NULL, a float or no text in the order, which has no safe continuation"
    };
    format!("{key}: {what}; name columns with unique values with `--order-by`")
}

fn changed(order: &Order, position: &Position, found: u64) -> String {
    let last = order.columns.iter().zip(&position.after);
    let last = last.map(|((_, column), value)| format!("{} = {value}", column.name));
    format!(
        "it was changed since the checkpoint: found {found} rows up to {}, expected {}; remove the checkpoint and the rejects file to start over",
        last.collect::<Vec<_>>().join(", "),
        position.rows
    )
}

fn late(timeout: Duration) -> String {
    format!(
        "no response within {} s: raise the timeout of the source, or make the query faster",
        timeout.as_secs()
    )
}

/// Calls of one source, with their deadline.
struct Call<'a> {
    name: &'a str,
    timeout: Duration,
}

impl Call<'_> {
    async fn wait<T>(&self, call: BoxFuture<'_, Result<T, DatabaseError>>) -> Result<T> {
        let fail = |what: &str| ImportError::source(self.name, None, what);
        match timeout(self.timeout, call).await {
            Ok(result) => result.map_err(|error| fail(&error.0)),
            Err(_) => Err(fail(&late(self.timeout))),
        }
    }
}

/// The named or found order; if none is named or found, the reason.
async fn find_order(
    call: &Call<'_>,
    database: &mut dyn Database,
    options: &DatabaseOptions,
    columns: &[DatabaseColumn],
) -> Result<Result<Order, String>> {
    let unique = match &options.selection {
        Selection::Table(table) => call.wait(database.unique_orders(table)).await?,
        Selection::Query(_) if options.order_by.is_empty() => {
            let why = "a query has no order that could be found: name columns whose values are unique with `--order-by`";
            return Ok(Err(why.to_owned()));
        }
        Selection::Query(_) => Vec::new(),
    };
    if options.order_by.is_empty() {
        let found = Order::found(columns, &unique);
        return Ok(found.map_err(|why| why + database.no_key_note()));
    }
    let fail = |what: String| ImportError::source(call.name, None, format!("`--order-by`: {what}"));
    let order = Order::named(columns, &options.order_by, &unique).map_err(fail)?;
    if !order.is_proven {
        prove(call, database, options, columns, &order).await?;
    }
    Ok(Ok(order))
}

/// Checks in the database that an order has no NULL and no value twice.
async fn prove(
    call: &Call<'_>,
    database: &mut dyn Database,
    options: &DatabaseOptions,
    columns: &[DatabaseColumn],
    order: &Order,
) -> Result<()> {
    let writer = Writer {
        database,
        selection: &options.selection,
        columns,
    };
    let (nulls, repeats) = (writer.count_nulls(order), writer.count_repeats(order));
    for (statement, what) in [
        (nulls, "rows have NULL in"),
        (repeats, "values occur more than once in"),
    ] {
        let found = call.wait(database.integer(statement)).await?;
        if found > 0 {
            let names = order.names();
            let what = format!(
                "`--order-by`: {found} {what} {names}: name columns whose values are unique and not NULL"
            );
            return Err(ImportError::source(call.name, None, what));
        }
    }
    Ok(())
}

fn check_names(name: &str, columns: &[DatabaseColumn], selection: &Selection) -> Result<()> {
    for (at, column) in columns.iter().enumerate() {
        let mut earlier = columns[..at].iter();
        let twice = earlier.find(|earlier| is_same_name(&earlier.name, &column.name, selection));
        if let Some(twice) = twice {
            let what = format!(
                "two columns have the name `{}`: give them names with `AS`",
                twice.name
            );
            return Err(ImportError::source(name, None, what));
        }
    }
    Ok(())
}

/// Whether a name is an earlier column's, even if `SQLite` has changed the second column of a query to `V:1`.
fn is_same_name(earlier: &str, name: &str, selection: &Selection) -> bool {
    let changed = || {
        let number = name.strip_prefix(earlier)?.strip_prefix(':')?;
        Some(!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    earlier == name || matches!(selection, Selection::Query(_)) && changed().unwrap_or_default()
}

impl Source for DatabaseSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn columns(&self) -> &[SourceColumn] {
        &self.source_columns
    }

    fn declared_type(&self, column: usize) -> Option<&str> {
        self.columns
            .get(column)
            .map(|column| column.declared.as_str())
    }

    fn order(&self) -> &[usize] {
        &self.order_indexes
    }

    fn identity(&self) -> Result<SourceIdentity, String> {
        let order = self.order.as_ref().map_err(Clone::clone)?;
        let types = self
            .columns
            .iter()
            .map(|c| format!("{}: {}", c.name, c.declared));
        let selection = match &self.options.selection {
            Selection::Table(parts) => format!("table {parts:?}"),
            Selection::Query(sql) => format!("query {sql}"),
        };
        Ok(SourceIdentity {
            name: self.name.clone(),
            fingerprint: format!(
                "{selection} ordered by {:?}, columns {}",
                order.columns,
                types.collect::<Vec<_>>().join(", ")
            ),
        })
    }

    fn total(&self) -> Option<Amount> {
        self.total.map(Amount::Rows)
    }

    fn progress(&self) -> u64 {
        self.read
    }

    fn seek<'a>(&'a mut self, position: &'a Position) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.continue_behind(position))
    }

    fn read<'a>(&'a mut self, chunk: &'a mut Chunk) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.read_chunk(chunk))
    }
}
