//! `PostgreSQL`: `postgres://USER@HOST/DATABASE`.

mod values;

use std::str::FromStr;

use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgConnectOptions};
use sqlx::{Arguments as _, ConnectOptions, Executor, PgConnection};

use self::values::PgFormat;
use super::OrderValue;
use super::database::{DatabaseColumn, DatabaseError, DatabaseUrl, Password, Statement};
use super::sql::{SqlxDatabase, text_of};

/// The columns of the valid, complete unique indexes of columns that are never NULL, the primary key first. It
/// excludes tables with children, whose rows are read too but are not in the index, and columns whose collation
/// treats different texts as equal.
const INDEXES: &str = "
SELECT x.relname::text, i.indisprimary, a.attname::text,
    (a.attnum IS NOT NULL AND a.attnotnull AND coalesce(l.collisdeterministic, true)), NULL::text
FROM pg_index i
JOIN pg_class c ON c.oid = i.indrelid
JOIN pg_class x ON x.oid = i.indexrelid
CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, position)
LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum AND k.attnum > 0
LEFT JOIN pg_collation l ON l.oid = a.attcollation
WHERE c.oid = to_regclass($1) AND i.indisunique AND i.indisvalid AND i.indimmediate AND i.indpred IS NULL
    AND k.position <= i.indnkeyatts
    AND (c.relkind = 'p' OR NOT EXISTS (SELECT 1 FROM pg_inherits h WHERE h.inhparent = c.oid))
ORDER BY i.indisprimary DESC, x.relname, k.position";

/// The rows of the last `ANALYZE`; -1 before the first one.
const ESTIMATE: &str =
    "SELECT reltuples::int8 FROM pg_class WHERE oid = to_regclass($1) AND reltuples >= 1";

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

/// As `PostgreSQL` writes bytes: `\x00ff`.
fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    let mut text = "\\x".to_owned();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A statement of the catalog about a table.
fn about(sql: &str, table: &[String]) -> Statement {
    let parts: Vec<_> = table.iter().map(|part| Postgres::quote(part)).collect();
    Statement {
        sql: sql.to_owned(),
        values: vec![OrderValue::Text(parts.join("."))],
    }
}

impl SqlxDatabase for Postgres {
    type Library = sqlx::Postgres;
    type Format = PgFormat;

    fn parts(&mut self) -> (&mut PgConnection, &mut Vec<PgFormat>) {
        (&mut self.connection, &mut self.formats)
    }

    /// The value as text; each placeholder casts it to its column's type.
    fn bind(value: &OrderValue, to: &mut PgArguments) -> Result<(), BoxDynError> {
        to.add(match value {
            OrderValue::Bytes(bytes) => hex(bytes),
            OrderValue::Moment(_) => format!("{}+00", text_of(value)?),
            value => text_of(value)?,
        })
    }

    fn indexes(table: &[String]) -> Statement {
        about(INDEXES, table)
    }

    fn estimate(table: &[String]) -> Statement {
        about(ESTIMATE, table)
    }

    fn selected(column: &DatabaseColumn, quoted: &str) -> String {
        if values::is_selected_as_text(column) {
            format!("{quoted}::text")
        } else {
            quoted.to_owned()
        }
    }

    fn placeholder(number: usize, column: &DatabaseColumn, _value: &OrderValue) -> String {
        // Without the length of the type: a cast would cut to it.
        format!("${number}::text::{}", values::cast_name(&column.declared))
    }
}
