//! `SQLite`: `sqlite:PATH`.

mod catalog;

use std::time::Duration;

use futures_util::TryStreamExt;
use hbase_backend::BoxFuture;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteRow, SqliteTypeInfo};
use sqlx::{
    AssertSqlSafe, Column, ConnectOptions, Connection, Executor, Row, SqliteConnection,
    Statement as _, TypeInfo, ValueRef,
};

use super::database::{
    Database, DatabaseColumn, DatabaseError, DatabaseUrl, OrderColumn, RowSink, Statement,
    UniqueOrder,
};
use super::{ColumnType, OrderValue, RowBuilder};
use crate::value::Value;

/// The rows that wait between the library's thread and this one.
const WAITING_ROWS: usize = 256;

/// A database of `SQLite`, opened for reading in one transaction.
pub struct Sqlite(SqliteConnection);

impl Sqlite {
    /// Opens the file of a URL such as `sqlite:flights.db`.
    ///
    /// # Errors
    /// A file that does not exist or is not a database, or that another process has locked for longer than the
    /// timeout.
    pub async fn open(url: &DatabaseUrl, timeout: Duration) -> Result<Self, DatabaseError> {
        let path = path(url.secret());
        if !std::path::Path::new(path).is_file() {
            return Err(DatabaseError(format!("found no file `{path}`")));
        }
        let options = SqliteConnectOptions::new()
            .filename(path)
            .read_only(true)
            .busy_timeout(timeout)
            .row_buffer_size(WAITING_ROWS);
        let mut connection = options.connect().await?;
        connection.execute("BEGIN").await?;
        Ok(Self(connection))
    }

    /// Ends the connection.
    ///
    /// # Errors
    /// The database's errors.
    pub async fn close(self) -> Result<(), DatabaseError> {
        Ok(self.0.close().await?)
    }
}

/// The path in a URL such as `sqlite:PATH` or `sqlite://PATH`.
fn path(url: &str) -> &str {
    let path = url.split_once(':').map_or(url, |(_, path)| path);
    path.strip_prefix("//").unwrap_or(path)
}

/// The type that a column declares; its values may have other types.
fn column(name: &str, info: &SqliteTypeInfo) -> DatabaseColumn {
    let declared = info.name();
    let column_type = match declared {
        "INTEGER" | "INT4" | "INT8" | "BIGINT" => ColumnType::Integer,
        "REAL" => ColumnType::Float,
        "TEXT" => ColumnType::Text,
        "BLOB" => ColumnType::Bytes,
        // Each program stores dates, booleans and decimals in its own way.
        _ => ColumnType::Unknown,
    };
    DatabaseColumn {
        name: name.to_owned(),
        column_type,
        declared: declared.to_owned(),
        is_orderable: column_type != ColumnType::Float,
    }
}

fn push(row: &SqliteRow, to: &mut RowBuilder<'_>) -> Result<(), sqlx::Error> {
    for at in 0..row.len() {
        let value = row.try_get_raw(at)?;
        let value_type = value.type_info();
        match value_type.name() {
            _ if value.is_null() => to.push(Value::Null),
            "INTEGER" => to.push(Value::Int(row.try_get_unchecked(at)?)),
            "REAL" => to.push(Value::Float64(row.try_get_unchecked(at)?)),
            // Text in `SQLite` may not be UTF-8.
            "TEXT" => to.push_unchecked(row.try_get_unchecked(at)?),
            _ => to.push(Value::Bytes(row.try_get_unchecked(at)?)),
        }
    }
    Ok(())
}

/// Each value with its own type: `SQLite` orders numbers, text and bytes one after the other.
fn arguments(values: &[OrderValue]) -> Result<SqliteArguments, DatabaseError> {
    use sqlx::Arguments as _;
    let mut arguments = SqliteArguments::default();
    for value in values {
        let added = match value.value() {
            Value::Int(value) => arguments.add(value),
            Value::Text(value) => arguments.add(value.to_owned()),
            Value::Bytes(value) => arguments.add(value.to_vec()),
            other => Err(format!(
                "expected an integer, text or bytes, found {}",
                other.type_name()
            )
            .into()),
        };
        added.map_err(|error| DatabaseError(error.to_string()))?;
    }
    Ok(arguments)
}

impl Database for Sqlite {
    fn no_key_note(&self) -> &'static str {
        "; the columns of a primary key may be NULL in SQLite, unless they are declared `not null` or it is one `integer`"
    }

    /// By the collation of the index that makes values unique, otherwise by bytes: the column's own collation
    /// may treat two values as equal.
    fn ordered(&self, column: &OrderColumn, quoted: &str) -> String {
        let collation = column.collation.as_deref().unwrap_or("BINARY");
        format!("{quoted} COLLATE {}", self.quote(collation))
    }

    fn placeholder(&self, _number: usize, _column: &DatabaseColumn, _value: &OrderValue) -> String {
        "?".to_owned()
    }

    fn describe<'a>(
        &'a mut self,
        sql: &'a str,
    ) -> BoxFuture<'a, Result<Vec<DatabaseColumn>, DatabaseError>> {
        Box::pin(async move {
            let sql = sqlx::SqlSafeStr::into_sql_str(AssertSqlSafe(sql));
            let statement = self.0.prepare(sql).await?;
            let columns = statement.columns().iter();
            Ok(columns
                .map(|found| column(found.name(), found.type_info()))
                .collect())
        })
    }

    fn unique_orders<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<UniqueOrder>, DatabaseError>> {
        Box::pin(async move { Ok(catalog::unique_orders(&mut self.0, table).await?) })
    }

    fn estimate<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Option<u64>, DatabaseError>> {
        Box::pin(async move {
            let parts: Vec<_> = table.iter().map(|part| self.quote(part)).collect();
            let sql = format!("SELECT COUNT(*) FROM {}", parts.join("."));
            let values = Vec::new();
            self.integer(Statement { sql, values }).await.map(Some)
        })
    }

    fn integer(&mut self, statement: Statement) -> BoxFuture<'_, Result<u64, DatabaseError>> {
        Box::pin(async move {
            let arguments = arguments(&statement.values)?;
            let query = sqlx::query_with(AssertSqlSafe(statement.sql), arguments);
            let found: i64 = self.0.fetch_one(query).await?.try_get(0)?;
            Ok(u64::try_from(found).unwrap_or(0))
        })
    }

    fn fetch(
        &mut self,
        statement: Statement,
        mut rows: RowSink,
    ) -> BoxFuture<'_, (RowSink, Result<(), DatabaseError>)> {
        Box::pin(async move {
            let result = fetch_all(&mut self.0, statement, &mut rows).await;
            (rows, result)
        })
    }
}

async fn fetch_all(
    connection: &mut SqliteConnection,
    statement: Statement,
    rows: &mut RowSink,
) -> Result<(), DatabaseError> {
    let arguments = arguments(&statement.values)?;
    let query = sqlx::query_with(AssertSqlSafe(statement.sql), arguments);
    let mut found = connection.fetch(query);
    while let Some(row) = found.try_next().await? {
        let mut pushed = Ok(());
        let is_taken = rows.add(|to| pushed = push(&row, to)).await;
        pushed?;
        if !is_taken {
            break;
        }
    }
    Ok(())
}
