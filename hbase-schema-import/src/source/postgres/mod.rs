//! `PostgreSQL`: `postgres://USER@HOST/DATABASE`.

mod catalog;
mod values;

use std::str::FromStr;

use futures_util::TryStreamExt;
use hbase_backend::BoxFuture;
use sqlx::postgres::{PgArguments, PgConnectOptions};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Executor, PgConnection, Row, SqlSafeStr, Statement as _,
};

use self::values::PgFormat;
use super::OrderValue;
use super::database::{
    Database, DatabaseColumn, DatabaseError, DatabaseUrl, Password, RowSink, Statement, UniqueOrder,
};
use crate::value::text;

/// A connection to `PostgreSQL`, in one transaction that reads a snapshot.
pub struct Postgres {
    connection: PgConnection,
    formats: Vec<PgFormat>,
}

impl Postgres {
    /// Connects to the server of a URL. Its parameters are libpq's, such as `sslmode` and `sslrootcert`; so are
    /// the environment variables (`PGPASSWORD`) and the password file.
    ///
    /// # Errors
    /// A server that cannot be reached or rejects the user.
    pub async fn open(
        url: &DatabaseUrl,
        password: Option<&Password>,
    ) -> Result<Self, DatabaseError> {
        let mut options = PgConnectOptions::from_str(url.secret())?;
        if let Some(password) = password {
            options = options.password(password.secret());
        }
        let mut connection = options
            .application_name("hbase-schema import")
            .connect()
            .await?;
        for sql in [
            "SET TIME ZONE 'UTC'",
            "SET DateStyle TO 'ISO, YMD'",
            // The import may have to wait for its store.
            "SET statement_timeout TO 0",
            "SET idle_in_transaction_session_timeout TO 0",
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        ] {
            connection.execute(sql).await?;
        }
        Ok(Self {
            connection,
            formats: Vec::new(),
        })
    }
}

/// The values as text; each placeholder casts its value to its column's type.
fn arguments(values: &[OrderValue]) -> Result<PgArguments, DatabaseError> {
    use sqlx::Arguments as _;
    let mut arguments = PgArguments::default();
    for value in values {
        let text = match value {
            OrderValue::Bytes(bytes) => hex(bytes),
            OrderValue::Moment(_) => format!("{}+00", text_of(value)?),
            value => text_of(value)?,
        };
        let added = arguments.add(text);
        added.map_err(|error| DatabaseError(error.to_string()))?;
    }
    Ok(arguments)
}

fn text_of(value: &OrderValue) -> Result<String, DatabaseError> {
    let text = text::of(&value.value());
    text.ok_or_else(|| {
        DatabaseError(format!(
            "found {value} in the order, expected a value that has a text"
        ))
    })
}

/// As `PostgreSQL` writes bytes: `\x00ff`.
fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = "\\x".to_owned();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

impl Database for Postgres {
    fn selected(&self, column: &DatabaseColumn, quoted: &str) -> String {
        if values::is_selected_as_text(column) {
            format!("{quoted}::text")
        } else {
            quoted.to_owned()
        }
    }

    fn placeholder(&self, number: usize, column: &DatabaseColumn, _value: &OrderValue) -> String {
        // Without the length of the type: a cast would cut to it.
        format!("${number}::text::{}", values::cast_name(&column.declared))
    }

    fn describe<'a>(
        &'a mut self,
        sql: &'a str,
    ) -> BoxFuture<'a, Result<Vec<DatabaseColumn>, DatabaseError>> {
        Box::pin(async move {
            let statement = self
                .connection
                .prepare(AssertSqlSafe(sql).into_sql_str())
                .await?;
            let columns: Vec<_> = statement.columns().iter().map(values::column).collect();
            self.formats = columns.iter().map(|(_, format)| *format).collect();
            Ok(columns.into_iter().map(|(column, _)| column).collect())
        })
    }

    fn unique_orders<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<UniqueOrder>, DatabaseError>> {
        Box::pin(async move { Ok(catalog::unique_orders(&mut self.connection, table).await?) })
    }

    fn estimate<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Option<u64>, DatabaseError>> {
        Box::pin(async move { Ok(catalog::estimate(&mut self.connection, table).await?) })
    }

    fn integer(&mut self, statement: Statement) -> BoxFuture<'_, Result<u64, DatabaseError>> {
        Box::pin(async move {
            let arguments = arguments(&statement.values)?;
            let query = sqlx::query_with(AssertSqlSafe(statement.sql), arguments);
            let found: i64 = self.connection.fetch_one(query).await?.try_get(0)?;
            Ok(u64::try_from(found).unwrap_or(0))
        })
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

async fn fetch_all(
    database: &mut Postgres,
    statement: Statement,
    rows: &mut RowSink,
) -> Result<(), DatabaseError> {
    let arguments = arguments(&statement.values)?;
    let query = sqlx::query_with(AssertSqlSafe(statement.sql), arguments);
    let formats = &database.formats;
    let mut found = database.connection.fetch(query);
    while let Some(row) = found.try_next().await? {
        let mut pushed = Ok(());
        let is_taken = rows
            .add(|to| pushed = values::push(&row, formats, to))
            .await;
        pushed?;
        if !is_taken {
            break;
        }
    }
    Ok(())
}
