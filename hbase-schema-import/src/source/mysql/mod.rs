//! `MySQL` and `MariaDB`: `mysql://USER@HOST/DATABASE`.

mod catalog;
mod values;

use std::str::FromStr;

use futures_util::TryStreamExt;
use hbase_backend::BoxFuture;
use sqlx::mysql::{MySqlArguments, MySqlConnectOptions};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Executor, MySqlConnection, Row, SqlSafeStr, Statement as _,
};

use self::values::MySqlFormat;
use super::OrderValue;
use super::database::{
    Database, DatabaseColumn, DatabaseError, DatabaseUrl, OrderColumn, Password, RowSink,
    Statement, UniqueOrder,
};
use crate::value::text;

/// A connection to `MySQL` or `MariaDB`, in one transaction that reads a snapshot of tables that have transactions.
pub struct MySql {
    connection: MySqlConnection,
    formats: Vec<MySqlFormat>,
}

impl MySql {
    /// Connects to the server of a URL; its parameters are `ssl-mode`, `ssl-ca` and others of the client `mysql`. The scheme
    /// may be `mariadb` too.
    ///
    /// # Errors
    /// A server that cannot be reached or rejects the user.
    pub async fn open(
        url: &DatabaseUrl,
        password: Option<&Password>,
    ) -> Result<Self, DatabaseError> {
        let text = url.secret();
        let text = match text.strip_prefix("mariadb://") {
            Some(rest) => format!("mysql://{rest}"),
            None => text.to_owned(),
        };
        let mut options = MySqlConnectOptions::from_str(&text)?;
        if let Some(password) = password {
            options = options.password(password.secret());
        }
        let mut connection = options
            .timezone(Some("+00:00".to_owned()))
            .connect()
            .await?;
        for sql in [
            // The import may have to wait for its store while the server has rows to send.
            "SET SESSION net_write_timeout = 86400, SESSION wait_timeout = 86400",
            // Longer texts would be ordered by their first bytes.
            "SET SESSION max_sort_length = 1048576",
            "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
            "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
        ] {
            connection.execute(sqlx::raw_sql(sql)).await?;
        }
        Ok(Self {
            connection,
            formats: Vec::new(),
        })
    }
}

fn arguments(values: &[OrderValue]) -> Result<MySqlArguments, DatabaseError> {
    use sqlx::Arguments as _;
    let mut arguments = MySqlArguments::default();
    for value in values {
        let added = match value {
            OrderValue::Int(value) => arguments.add(*value),
            OrderValue::Uint(value) => arguments.add(*value),
            OrderValue::Bytes(bytes) => arguments.add(bytes.clone()),
            value => {
                let text = text::of(&value.value());
                let fail = || {
                    DatabaseError(format!(
                        "found {value} in the order, expected a value that has a text"
                    ))
                };
                arguments.add(text.ok_or_else(fail)?)
            }
        };
        added.map_err(|error| DatabaseError(error.to_string()))?;
    }
    Ok(arguments)
}

impl Database for MySql {
    fn quote(&self, name: &str) -> String {
        format!("`{}`", name.replace('`', "``"))
    }

    fn selected(&self, column: &DatabaseColumn, quoted: &str) -> String {
        values::selected(column, quoted)
    }

    /// By their texts: sets, and enumerations with a binary collation, have the same library types; `MySQL`
    /// orders them by their values' numbers but compares them by their texts. In a table, such columns cannot
    /// be an order.
    fn ordered_in_query(
        &self,
        column: &DatabaseColumn,
        _ordered: &OrderColumn,
        quoted: &str,
    ) -> String {
        match column.declared.as_str() {
            "CHAR" | "BINARY" => format!("CONCAT({quoted})"),
            _ => quoted.to_owned(),
        }
    }

    /// Cast to decimals and times: compared with text, `MySQL` would compare decimals as floats.
    fn placeholder(&self, _number: usize, column: &DatabaseColumn, value: &OrderValue) -> String {
        match (column.declared.as_str(), value) {
            ("DECIMAL", OrderValue::Decimal(digits) | OrderValue::Text(digits)) => {
                let places = digits.split_once('.').map_or(0, |(_, places)| places.len());
                format!("CAST(? AS DECIMAL(65, {places}))")
            }
            ("DATE", _) => "CAST(? AS DATE)".to_owned(),
            ("DATETIME" | "TIMESTAMP", _) => "CAST(? AS DATETIME(6))".to_owned(),
            _ => "?".to_owned(),
        }
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

    fn enumerations<'a>(
        &'a mut self,
        table: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<(String, String)>, DatabaseError>> {
        Box::pin(async move { Ok(catalog::enumerations(&mut self.connection, table).await?) })
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
    database: &mut MySql,
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
