//! `PostgreSQL`: `postgres://USER@HOST/DATABASE`.

mod values;

use std::str::FromStr;

use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgColumn, PgConnectOptions, PgRow};
use sqlx::{Arguments as _, ConnectOptions, Executor, PgConnection};

use self::values::Decode;
use super::OrderValue;
use super::database::{DatabaseColumn, DatabaseError, DatabaseUrl, Password, Statement};
use super::sql::{SqlxDatabase, TypeOf, about, quoted, text_of};
use crate::value::Value;

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
    formats: Vec<Decode>,
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

/// A statement of the catalog about a table.
fn about_table(sql: &str, table: &[String]) -> Statement {
    about(sql, &[&quoted::<Postgres>(table)])
}

impl SqlxDatabase for Postgres {
    type Library = sqlx::Postgres;
    type Format = Decode;

    fn parts(&mut self) -> (&mut PgConnection, &mut Vec<Decode>) {
        (&mut self.connection, &mut self.formats)
    }

    fn type_of(found: &PgColumn) -> TypeOf<'_, Decode> {
        values::type_of(found)
    }

    fn value(decode: Decode, row: &PgRow, at: usize) -> Result<Value<'_>, DatabaseError> {
        values::value(decode, row, at)
    }

    /// The value as text; each placeholder casts it to its column's type.
    fn bind(value: &OrderValue, to: &mut PgArguments) -> Result<(), BoxDynError> {
        to.add(match value {
            OrderValue::Bytes(bytes) => format!("\\x{}", const_hex::encode(bytes)),
            OrderValue::Moment(_) => format!("{}+00", text_of(value)?),
            value => text_of(value)?,
        })
    }

    fn indexes(table: &[String]) -> Statement {
        about_table(INDEXES, table)
    }

    fn estimate(table: &[String]) -> Statement {
        about_table(ESTIMATE, table)
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
