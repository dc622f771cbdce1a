//! Connections of the library `sqlx`.

use futures_util::TryStreamExt;
use hbase_backend::BoxFuture;
use sqlx::error::BoxDynError;
use sqlx::{
    AssertSqlSafe, Column as _, ColumnIndex, Executor, FromRow, IntoArguments, Row, SqlSafeStr,
    Statement as _, ValueRef as _,
};

use super::database::{
    Database, DatabaseColumn, DatabaseError, OrderColumn, RowSink, Statement, UniqueOrder,
};
use super::{ColumnType, OrderValue, RowBuilder};
use crate::value::Value;

type ConnectionOf<T> = <<T as SqlxDatabase>::Library as sqlx::Database>::Connection;
type ArgumentsOf<T> = <<T as SqlxDatabase>::Library as sqlx::Database>::Arguments;
type RowOf<T> = <<T as SqlxDatabase>::Library as sqlx::Database>::Row;
type ColumnOf<T> = <<T as SqlxDatabase>::Library as sqlx::Database>::Column;

/// A column of a unique index: the index's name, whether it is the primary key, the column's name unless it is
/// an expression, whether it is never NULL and compared as it is ordered, and the collation by which values are
/// unique.
type IndexColumn = (String, bool, Option<String>, bool, Option<String>);

/// The type of a query's column: the database's name of it, the type of its values, whether an import can continue after
/// one of them, and the form in which they arrive.
pub(super) type TypeOf<'c, F> = (&'c str, ColumnType, bool, F);

/// A connection of `sqlx`, and what is special about its database.
pub(super) trait SqlxDatabase: Send {
    /// The database in the library.
    type Library: sqlx::Database<Arguments: IntoArguments<Self::Library>>;

    /// The form in which a column's values arrive.
    type Format: Copy + Send + Sync;

    /// The connection, and the formats of the columns last described.
    fn parts(&mut self) -> (&mut ConnectionOf<Self>, &mut Vec<Self::Format>);

    /// The type of a column.
    fn type_of(found: &ColumnOf<Self>) -> TypeOf<'_, Self::Format>;

    /// A value that is not NULL.
    fn value(
        format: Self::Format,
        row: &RowOf<Self>,
        at: usize,
    ) -> Result<Value<'_>, DatabaseError>;

    /// Adds the value of a placeholder.
    fn bind(value: &OrderValue, to: &mut ArgumentsOf<Self>) -> Result<(), BoxDynError>;

    /// A statement for the [`IndexColumn`]s of a table, the primary key's first.
    fn indexes(table: &[String]) -> Statement;

    /// A statement for a table's approximate number of rows.
    fn estimate(table: &[String]) -> Statement;

    /// A statement for [`Database::enumerations`].
    fn enumerations(_table: &[String]) -> Option<Statement> {
        None
    }

    /// As [`Database::quote`].
    fn quote(name: &str) -> String {
        format!("\"{}\"", name.replace('"', "\"\""))
    }

    /// As [`Database::no_key_note`].
    fn no_key_note() -> &'static str {
        ""
    }

    /// As [`Database::selected`].
    fn selected(_column: &DatabaseColumn, quoted: &str) -> String {
        quoted.to_owned()
    }

    /// As [`Database::ordered`].
    fn ordered(_column: &OrderColumn, quoted: &str) -> String {
        quoted.to_owned()
    }

    /// As [`Database::ordered_in_query`].
    fn ordered_in_query(_column: &DatabaseColumn, ordered: &OrderColumn, quoted: &str) -> String {
        Self::ordered(ordered, quoted)
    }

    /// As [`Database::placeholder`].
    fn placeholder(number: usize, column: &DatabaseColumn, value: &OrderValue) -> String;
}

impl<T> Database for T
where
    T: SqlxDatabase,
    for<'c> &'c mut ConnectionOf<T>: Executor<'c, Database = T::Library>,
    for<'r> (Option<i64>,): FromRow<'r, RowOf<T>>,
    for<'r> (String, String): FromRow<'r, RowOf<T>>,
    for<'r> IndexColumn: FromRow<'r, RowOf<T>>,
    usize: ColumnIndex<RowOf<T>>,
{
    fn quote(&self, name: &str) -> String {
        T::quote(name)
    }

    fn no_key_note(&self) -> &'static str {
        T::no_key_note()
    }

    fn selected(&self, column: &DatabaseColumn, quoted: &str) -> String {
        T::selected(column, quoted)
    }

    fn ordered(&self, column: &OrderColumn, quoted: &str) -> String {
        T::ordered(column, quoted)
    }

    fn ordered_in_query(
        &self,
        column: &DatabaseColumn,
        ordered: &OrderColumn,
        quoted: &str,
    ) -> String {
        T::ordered_in_query(column, ordered, quoted)
    }

    fn placeholder(&self, number: usize, column: &DatabaseColumn, value: &OrderValue) -> String {
        T::placeholder(number, column, value)
    }

    fn describe<'a>(
        &'a mut self,
        sql: &'a str,
    ) -> BoxFuture<'a, Result<Vec<DatabaseColumn>, DatabaseError>> {
        Box::pin(async move {
            let (connection, formats) = self.parts();
            let statement = connection
                .prepare(AssertSqlSafe(sql).into_sql_str())
                .await?;
            let columns = statement.columns().iter().map(column::<T>);
            let (columns, found) = columns.unzip();
            *formats = found;
            Ok(columns)
        })
    }

    fn enumerations<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<(String, String)>, DatabaseError>> {
        Box::pin(async move {
            match T::enumerations(table) {
                Some(statement) => all(self, statement).await,
                None => Ok(Vec::new()),
            }
        })
    }

    fn unique_orders<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<UniqueOrder>, DatabaseError>> {
        Box::pin(async move { Ok(unique_orders(&all(self, T::indexes(table)).await?)) })
    }

    fn estimate<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Option<u64>, DatabaseError>> {
        Box::pin(number(self, T::estimate(table)))
    }

    fn integer(&mut self, statement: Statement) -> BoxFuture<'_, Result<u64, DatabaseError>> {
        Box::pin(async move { Ok(number(self, statement).await?.unwrap_or(0)) })
    }

    fn fetch(
        &mut self,
        statement: Statement,
        mut rows: RowSink,
    ) -> BoxFuture<'_, (RowSink, Result<(), DatabaseError>)> {
        Box::pin(async move {
            let result = fetch_all(self, statement, &mut rows).await;
            (rows, result)
        })
    }
}

fn column<T: SqlxDatabase>(found: &ColumnOf<T>) -> (DatabaseColumn, T::Format) {
    let (declared, column_type, is_orderable, format) = T::type_of(found);
    let column = DatabaseColumn {
        name: found.name().to_owned(),
        column_type,
        declared: declared.to_owned(),
        is_orderable,
    };
    (column, format)
}

/// All rows of a statement.
async fn all<T, R>(database: &mut T, statement: Statement) -> Result<Vec<R>, DatabaseError>
where
    T: SqlxDatabase,
    for<'c> &'c mut ConnectionOf<T>: Executor<'c, Database = T::Library>,
    R: for<'r> FromRow<'r, RowOf<T>> + Send + Unpin,
{
    let arguments = arguments::<T>(&statement.values)?;
    let query = sqlx::query_as_with(AssertSqlSafe(statement.sql), arguments);
    Ok(query.fetch_all(database.parts().0).await?)
}

/// The number in a statement's only row.
async fn number<T>(database: &mut T, statement: Statement) -> Result<Option<u64>, DatabaseError>
where
    T: SqlxDatabase,
    for<'c> &'c mut ConnectionOf<T>: Executor<'c, Database = T::Library>,
    for<'r> (Option<i64>,): FromRow<'r, RowOf<T>>,
{
    let rows: Vec<(Option<i64>,)> = all(database, statement).await?;
    let found = rows.first().and_then(|(number,)| *number);
    Ok(found.and_then(|number| u64::try_from(number).ok()))
}

async fn fetch_all<T>(
    database: &mut T,
    statement: Statement,
    rows: &mut RowSink,
) -> Result<(), DatabaseError>
where
    T: SqlxDatabase,
    for<'c> &'c mut ConnectionOf<T>: Executor<'c, Database = T::Library>,
    usize: ColumnIndex<RowOf<T>>,
{
    let arguments = arguments::<T>(&statement.values)?;
    let query = sqlx::query_with(AssertSqlSafe(statement.sql), arguments);
    let (connection, formats) = database.parts();
    let mut found = connection.fetch(query);
    while let Some(row) = found.try_next().await? {
        let mut pushed = Ok(());
        let is_taken = rows
            .add(|to| pushed = push_row::<T>(&row, formats, to))
            .await;
        pushed?;
        if !is_taken {
            break;
        }
    }
    Ok(())
}

fn push_row<T: SqlxDatabase>(
    row: &RowOf<T>,
    formats: &[T::Format],
    to: &mut RowBuilder<'_>,
) -> Result<(), DatabaseError>
where
    usize: ColumnIndex<RowOf<T>>,
{
    for (at, format) in formats.iter().enumerate() {
        let is_null = row.try_get_raw(at)?.is_null();
        to.push(if is_null {
            Value::Null
        } else {
            T::value(*format, row, at)?
        });
    }
    Ok(())
}

fn arguments<T: SqlxDatabase>(values: &[OrderValue]) -> Result<ArgumentsOf<T>, DatabaseError> {
    let mut arguments = ArgumentsOf::<T>::default();
    for value in values {
        let bound = T::bind(value, &mut arguments);
        bound.map_err(|error| DatabaseError(error.to_string()))?;
    }
    Ok(arguments)
}

/// The indexes of which every column is safe; an expression is not a column.
fn unique_orders(columns: &[IndexColumn]) -> Vec<UniqueOrder> {
    let indexes = columns.chunk_by(|(index, ..), (next, ..)| index == next);
    let orders = indexes.filter_map(|index| {
        let (name, is_key, ..) = index.first()?;
        let columns = index.iter().map(|(_, _, column, is_safe, collation)| {
            is_safe.then_some(OrderColumn {
                name: column.clone()?,
                collation: collation.clone(),
            })
        });
        Some(UniqueOrder {
            name: if *is_key {
                "the primary key".to_owned()
            } else {
                format!("the unique index `{name}`")
            },
            columns: columns.collect::<Option<_>>()?,
        })
    });
    orders.collect()
}

/// A statement of the catalog about the table with these names.
pub(super) fn about(sql: &str, names: &[&str]) -> Statement {
    let values = names
        .iter()
        .map(|name| OrderValue::Text((*name).to_owned()));
    Statement {
        sql: sql.to_owned(),
        values: values.collect(),
    }
}

/// The names of a table as one quoted name.
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub(super) fn quoted<T: SqlxDatabase>(table: &[String]) -> String {
    let parts: Vec<_> = table.iter().map(|part| T::quote(part)).collect();
    parts.join(".")
}

/// The text of a value in an order.
#[cfg(any(feature = "postgres", feature = "mysql"))]
pub(super) fn text_of(value: &OrderValue) -> Result<String, BoxDynError> {
    let text = crate::value::text::of(&value.value());
    text.ok_or_else(|| {
        format!("found {value} in the order, expected a value that has a text").into()
    })
}

/// Text that may not be UTF-8.
pub(super) fn checked(text: &[u8]) -> Value<'_> {
    str::from_utf8(text).map_or(Value::Undecodable(text), Value::Text)
}

/// A decimal of up to 38 digits; others, and `NaN`, as their text.
#[cfg(any(feature = "postgres", feature = "mysql"))]
pub(super) fn decimal(text: &str) -> Value<'_> {
    text.parse().map_or(Value::Text(text), Value::Decimal)
}

impl From<sqlx::Error> for DatabaseError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            // The server's message suffices.
            sqlx::Error::Database(error) => Self(error.message().to_owned()),
            // The message may contain the URL with its password.
            sqlx::Error::Configuration(_) => {
                Self("its URL or its parameters are invalid".to_owned())
            }
            other => Self(other.to_string()),
        }
    }
}
