//! Databases with an ODBC driver as sources of imports: `odbc:CONNECTION STRING`.
//!
//! This crate links the system's driver manager (Debian: `unixodbc-dev`), which no other crate of the project needs.
//!
//! - Timestamps have no zone: they are times on the session's clocks, and the mapping's `time_zone` sets the
//!   zone.
//! - An import can continue only after integers, decimals, dates and timestamps: a driver does not report
//!   whether its database orders texts in the same way as it compares them.
//! - All rows come from one statement, which the database reads consistently. How many of them the driver holds
//!   in memory is a setting of the driver: for `PostgreSQL`, add `UseDeclareFetch=1` to the connection string.

mod fetch;
mod literal;
mod values;

use std::time::Duration;

use hbase_backend::BoxFuture;
use hbase_schema_import::OrderValue;
use hbase_schema_import::source::database::{
    Database, DatabaseColumn, DatabaseError, DatabaseUrl, OrderColumn, Password, RowSink,
    Statement, UniqueOrder,
};
use odbc_api::{
    Connection, ConnectionOptions, ResultSetMetadata, environment, escape_attribute_value,
};

use self::values::OdbcFormat;

/// A connection through an ODBC driver. Its calls run on threads that may block.
pub struct Odbc {
    connection: Option<Connection<'static>>,
    quote: char,
    formats: Vec<OdbcFormat>,
    timeout: Duration,
}

impl Odbc {
    /// Connects by the connection string of a URL such as `odbc:Driver=…;Server=…`.
    ///
    /// # Errors
    /// The driver manager's and the driver's errors.
    pub async fn open(
        url: &DatabaseUrl,
        password: Option<&Password>,
        timeout: Duration,
    ) -> Result<Self, DatabaseError> {
        let text = connection_string(url, password);
        let opened = tokio::task::spawn_blocking(move || connect(&text, timeout)).await;
        let (connection, quote) = opened.map_err(|error| ended(&error))??;
        Ok(Self {
            connection: Some(connection),
            quote,
            formats: Vec::new(),
            timeout,
        })
    }

    /// Runs calls on a thread that may block.
    async fn blocking<T: Send + 'static>(
        &mut self,
        calls: impl FnOnce(&Connection<'static>) -> Result<T, odbc_api::Error> + Send + 'static,
    ) -> Result<T, DatabaseError> {
        let connection = self.take()?;
        let task = tokio::task::spawn_blocking(move || {
            let result = calls(&connection).map_err(|error| of_driver(&error));
            (connection, result)
        });
        let (connection, result) = task.await.map_err(|error| ended(&error))?;
        self.connection = Some(connection);
        result
    }

    fn take(&mut self) -> Result<Connection<'static>, DatabaseError> {
        let connection = self.connection.take();
        connection.ok_or_else(|| DatabaseError("its connection has ended".to_owned()))
    }

    fn timeout_seconds(&self) -> Option<usize> {
        usize::try_from(self.timeout.as_secs()).ok()
    }
}

fn connection_string(url: &DatabaseUrl, password: Option<&Password>) -> String {
    let text = url.secret();
    let text = text.strip_prefix("odbc:").unwrap_or(text);
    match password {
        Some(password) => {
            let password = escape_attribute_value(password.secret());
            format!("{};PWD={password};", text.trim_end_matches(';'))
        }
        None => text.to_owned(),
    }
}

fn connect(text: &str, timeout: Duration) -> Result<(Connection<'static>, char), DatabaseError> {
    let options = ConnectionOptions {
        login_timeout_sec: u32::try_from(timeout.as_secs()).ok(),
        ..ConnectionOptions::default()
    };
    let environment = environment().map_err(|error| of_driver(&error))?;
    let connection = environment.connect_with_connection_string(text, options);
    let connection = connection.map_err(|error| of_driver(&error))?;
    let quote = connection.identifier_quote_char();
    let quote = quote.map_err(|error| of_driver(&error))?;
    Ok((connection, quote.unwrap_or('"')))
}

fn of_driver(error: &odbc_api::Error) -> DatabaseError {
    DatabaseError(error.to_string())
}

fn ended(error: &tokio::task::JoinError) -> DatabaseError {
    DatabaseError(format!("the driver's thread ended: {error}"))
}

impl Database for Odbc {
    fn quote(&self, name: &str) -> String {
        let quote = self.quote;
        let doubled = format!("{quote}{quote}");
        format!("{quote}{}{quote}", name.replace(quote, &doubled))
    }

    /// A literal: values that are neither numbers nor times cannot be an order here.
    fn placeholder(&self, _number: usize, _column: &DatabaseColumn, value: &OrderValue) -> String {
        literal::of(value)
    }

    fn describe<'a>(
        &'a mut self,
        sql: &'a str,
    ) -> BoxFuture<'a, Result<Vec<DatabaseColumn>, DatabaseError>> {
        let sql = sql.to_owned();
        Box::pin(async move {
            let columns = self
                .blocking(move |connection| columns(connection, &sql))
                .await?;
            self.formats = columns.iter().map(|(_, format)| *format).collect();
            Ok(columns.into_iter().map(|(column, _)| column).collect())
        })
    }

    /// Only the primary key: for unique indexes, ODBC does not report which columns are never NULL.
    fn unique_orders<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<UniqueOrder>, DatabaseError>> {
        let table = table.to_vec();
        Box::pin(async move {
            self.blocking(move |connection| key(connection, &table))
                .await
        })
    }

    fn estimate<'a>(
        &'a mut self,
        _table: &'a [String],
    ) -> BoxFuture<'a, Result<Option<u64>, DatabaseError>> {
        Box::pin(std::future::ready(Ok(None)))
    }

    fn integer(&mut self, statement: Statement) -> BoxFuture<'_, Result<u64, DatabaseError>> {
        let timeout = self.timeout_seconds();
        Box::pin(async move {
            let found = self
                .blocking(move |connection| fetch::first_text(connection, &statement.sql, timeout))
                .await?;
            let number = found.trim().parse();
            number.map_err(|_| {
                DatabaseError(format!("found the count `{found}`, expected an integer"))
            })
        })
    }

    fn fetch(
        &mut self,
        statement: Statement,
        mut rows: RowSink,
    ) -> BoxFuture<'_, (RowSink, Result<(), DatabaseError>)> {
        let formats = self.formats.clone();
        Box::pin(async move {
            let connection = match self.take() {
                Ok(connection) => connection,
                Err(error) => return (rows, Err(error)),
            };
            let task = tokio::task::spawn_blocking(move || {
                let result = fetch::all(&connection, &statement.sql, &formats, &mut rows);
                (rows, result.map_err(|error| of_driver(&error)))
            });
            match task.await {
                Ok(done) => done,
                Err(error) => (RowSink::closed(), Err(ended(&error))),
            }
        })
    }
}

fn columns(
    connection: &Connection<'_>,
    sql: &str,
) -> Result<Vec<(DatabaseColumn, OdbcFormat)>, odbc_api::Error> {
    let mut prepared = connection.prepare(sql)?;
    let count = u16::try_from(prepared.num_result_cols()?).unwrap_or(0);
    let columns = (1..=count).map(|number| {
        let name = prepared.col_name(number)?;
        Ok(values::column(name, prepared.col_data_type(number)?))
    });
    columns.collect()
}

fn key(connection: &Connection<'_>, table: &[String]) -> Result<Vec<UniqueOrder>, odbc_api::Error> {
    let (catalog, schema, name) = match table {
        [catalog, schema, name] => (Some(catalog.as_str()), Some(schema.as_str()), name),
        [schema, name] => (None, Some(schema.as_str()), name),
        [name] => (None, None, name),
        _ => return Ok(Vec::new()),
    };
    let mut columns = Vec::new();
    for row in connection.primary_keys(catalog, schema, name)? {
        let row = row?;
        let column = row.column.as_str().ok().flatten().unwrap_or_default();
        columns.push((row.key_seq, column.to_owned()));
    }
    columns.sort();
    // Tables of several schemas have this name.
    let is_one = columns.windows(2).all(|pair| pair[0].0 != pair[1].0);
    if columns.is_empty() || !is_one {
        return Ok(Vec::new());
    }
    let columns = columns.into_iter().map(|(_, name)| OrderColumn {
        name,
        collation: None,
    });
    Ok(vec![UniqueOrder {
        name: "the primary key".to_owned(),
        columns: columns.collect(),
    }])
}
