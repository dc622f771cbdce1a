//! `SQLite`: `sqlite:PATH`.

use std::time::Duration;

use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArguments, SqliteColumn, SqliteConnectOptions, SqliteRow};
use sqlx::{
    Arguments as _, Column, ConnectOptions, Connection, Executor, Row, SqliteConnection, TypeInfo,
    ValueRef,
};

use super::database::{DatabaseColumn, DatabaseError, DatabaseUrl, OrderColumn, Statement};
use super::sql::{SqlxDatabase, TypeOf, about, checked, quoted};
use super::{ColumnType, OrderValue};
use crate::value::Value;

/// The columns of the unique indexes of a table; an expression has no name. A primary key of one `INTEGER` column
/// without an index is the row's number and never NULL.
const INDEXES: &str = "
WITH columns AS (SELECT name, type, \"notnull\" AS is_not_null, pk FROM pragma_table_xinfo(?1, ?2)),
    indexes AS (SELECT name, origin = 'pk' AS is_key FROM pragma_index_list(?1, ?2) WHERE \"unique\" = 1 AND partial = 0)
SELECT '', true, name, true, NULL, 0 FROM columns
WHERE pk > 0 AND upper(type) = 'INTEGER' AND NOT EXISTS (SELECT 1 FROM indexes WHERE is_key)
    AND (SELECT COUNT(*) FROM columns WHERE pk > 0) = 1
UNION ALL
SELECT i.name, i.is_key, c.name, EXISTS (SELECT 1 FROM columns t WHERE t.name = c.name AND t.is_not_null), c.coll, c.seqno
FROM indexes i, pragma_index_xinfo(i.name, ?2) c WHERE c.key = 1
ORDER BY 2 DESC, 1, 6";

/// The rows that wait between the library's thread and this one.
const WAITING_ROWS: usize = 256;

/// A database of `SQLite`, opened for reading in one transaction.
pub struct Sqlite {
    connection: SqliteConnection,
    formats: Vec<()>,
}

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
        Ok(Self {
            connection,
            formats: Vec::new(),
        })
    }

    /// Ends the connection.
    ///
    /// # Errors
    /// The database's errors.
    pub async fn close(self) -> Result<(), DatabaseError> {
        Ok(self.connection.close().await?)
    }
}

/// The path in a URL such as `sqlite:PATH` or `sqlite://PATH`.
fn path(url: &str) -> &str {
    let path = url.split_once(':').map_or(url, |(_, path)| path);
    path.strip_prefix("//").unwrap_or(path)
}

/// The schema and name of a table.
fn table_name(table: &[String]) -> (&str, &str) {
    match table {
        [schema, name] => (schema, name),
        [name] => ("main", name),
        _ => ("", ""),
    }
}

impl SqlxDatabase for Sqlite {
    type Library = sqlx::Sqlite;
    /// Each value has its own type.
    type Format = ();

    fn parts(&mut self) -> (&mut SqliteConnection, &mut Vec<()>) {
        (&mut self.connection, &mut self.formats)
    }

    /// The type that a column declares; its values may have other types.
    fn type_of(found: &SqliteColumn) -> TypeOf<'_, ()> {
        let declared = found.type_info().name();
        let column_type = match declared {
            "INTEGER" | "INT4" | "INT8" | "BIGINT" => ColumnType::Integer,
            "REAL" => ColumnType::Float,
            "TEXT" => ColumnType::Text,
            "BLOB" => ColumnType::Bytes,
            // Each program stores dates, booleans and decimals in its own way.
            _ => ColumnType::Unknown,
        };
        (declared, column_type, column_type != ColumnType::Float, ())
    }

    fn value((): (), row: &SqliteRow, at: usize) -> Result<Value<'_>, DatabaseError> {
        Ok(match row.try_get_raw(at)?.type_info().name() {
            "INTEGER" => Value::Int(row.try_get_unchecked(at)?),
            "REAL" => Value::Float64(row.try_get_unchecked(at)?),
            // Text in `SQLite` may not be UTF-8.
            "TEXT" => checked(row.try_get_unchecked(at)?),
            _ => Value::Bytes(row.try_get_unchecked(at)?),
        })
    }

    /// Each value with its own type: `SQLite` orders numbers, text and bytes one after the other.
    fn bind(value: &OrderValue, to: &mut SqliteArguments) -> Result<(), BoxDynError> {
        match value.value() {
            Value::Int(value) => to.add(value),
            Value::Text(value) => to.add(value.to_owned()),
            Value::Bytes(value) => to.add(value.to_vec()),
            other => Err(format!(
                "expected an integer, text or bytes, found {}",
                other.type_name()
            )
            .into()),
        }
    }

    fn indexes(table: &[String]) -> Statement {
        let (schema, name) = table_name(table);
        about(INDEXES, &[name, schema])
    }

    fn estimate(table: &[String]) -> Statement {
        about(
            &format!("SELECT COUNT(*) FROM {}", quoted::<Self>(table)),
            &[],
        )
    }

    fn no_key_note() -> &'static str {
        "; the columns of a primary key may be NULL in SQLite, unless they are declared `not null` or it is one `integer`"
    }

    /// By the collation of the index that makes values unique, otherwise by bytes: the column's own collation
    /// may treat two values as equal.
    fn ordered(column: &OrderColumn, quoted: &str) -> String {
        let collation = column.collation.as_deref().unwrap_or("BINARY");
        format!("{quoted} COLLATE {}", Self::quote(collation))
    }

    fn placeholder(_number: usize, _column: &DatabaseColumn, _value: &OrderValue) -> String {
        "?".to_owned()
    }
}
