//! `MySQL` and `MariaDB`: `mysql://USER@HOST/DATABASE`.

mod values;

use std::str::FromStr;

use sqlx::error::BoxDynError;
use sqlx::mysql::{MySqlArguments, MySqlColumn, MySqlConnectOptions, MySqlRow};
use sqlx::{Arguments as _, ConnectOptions, Executor, MySqlConnection};

use self::values::Get;
use super::OrderValue;
use super::database::{
    DatabaseColumn, DatabaseError, DatabaseUrl, OrderColumn, Password, Statement,
};
use super::sql::{SqlxDatabase, TypeOf, about, text_of};
use crate::value::Value;

/// The columns of the unique indexes, the primary key first; an expression has no name. Values that are unique
/// by their first characters are unique as a whole.
const INDEXES: &str = "
SELECT CAST(index_name AS CHAR), index_name = 'PRIMARY', CAST(column_name AS CHAR),
    CAST(nullable <> 'YES' AND column_name IS NOT NULL AS SIGNED), CAST(NULL AS CHAR)
FROM information_schema.statistics
WHERE non_unique = 0 AND table_name = ? AND table_schema = COALESCE(NULLIF(?, ''), DATABASE())
ORDER BY index_name <> 'PRIMARY', index_name, seq_in_index";

/// The columns whose values are ordered by their numbers but compared by their texts: sets and enumerations.
/// For sets, and for enumerations with a binary collation, the library's type is `BINARY` or `CHAR`.
const ENUMERATIONS: &str = "
SELECT CAST(column_name AS CHAR), CAST(UPPER(data_type) AS CHAR)
FROM information_schema.columns
WHERE data_type IN ('enum', 'set') AND table_name = ? AND table_schema = COALESCE(NULLIF(?, ''), DATABASE())";

/// The engine's estimate.
const ESTIMATE: &str = "
SELECT CAST(table_rows AS SIGNED) FROM information_schema.tables
WHERE table_name = ? AND table_schema = COALESCE(NULLIF(?, ''), DATABASE())";

/// A connection to `MySQL` or `MariaDB`, in one transaction that reads a snapshot of tables that have transactions.
pub struct MySql {
    connection: MySqlConnection,
    formats: Vec<Get>,
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

/// A statement of the catalog about a table.
fn about_table(sql: &str, table: &[String]) -> Statement {
    let (schema, name) = match table {
        [schema, name, ..] => (schema.as_str(), name.as_str()),
        [name] => ("", name.as_str()),
        [] => ("", ""),
    };
    about(sql, &[name, schema])
}

impl SqlxDatabase for MySql {
    type Library = sqlx::MySql;
    type Format = Get;

    fn parts(&mut self) -> (&mut MySqlConnection, &mut Vec<Get>) {
        (&mut self.connection, &mut self.formats)
    }

    fn type_of(found: &MySqlColumn) -> TypeOf<'_, Get> {
        values::type_of(found)
    }

    fn value(get: Get, row: &MySqlRow, at: usize) -> Result<Value<'_>, DatabaseError> {
        Ok(get(row, at)?)
    }

    fn bind(value: &OrderValue, to: &mut MySqlArguments) -> Result<(), BoxDynError> {
        match value {
            OrderValue::Int(value) => to.add(*value),
            OrderValue::Uint(value) => to.add(*value),
            OrderValue::Bytes(bytes) => to.add(bytes.clone()),
            value => to.add(text_of(value)?),
        }
    }

    fn indexes(table: &[String]) -> Statement {
        about_table(INDEXES, table)
    }

    fn estimate(table: &[String]) -> Statement {
        about_table(ESTIMATE, table)
    }

    fn enumerations(table: &[String]) -> Option<Statement> {
        Some(about_table(ENUMERATIONS, table))
    }

    fn quote(name: &str) -> String {
        format!("`{}`", name.replace('`', "``"))
    }

    fn selected(column: &DatabaseColumn, quoted: &str) -> String {
        values::selected(column, quoted)
    }

    /// By their texts: sets, and enumerations with a binary collation, have the same library types; `MySQL`
    /// orders them by their values' numbers but compares them by their texts. In a table, such columns cannot
    /// be an order.
    fn ordered_in_query(column: &DatabaseColumn, _ordered: &OrderColumn, quoted: &str) -> String {
        match column.declared.as_str() {
            "CHAR" | "BINARY" => format!("CONCAT({quoted})"),
            _ => quoted.to_owned(),
        }
    }

    /// Cast to decimals and times: compared with text, `MySQL` would compare decimals as floats.
    fn placeholder(_number: usize, column: &DatabaseColumn, value: &OrderValue) -> String {
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
}
