//! The two tables, which differ by the index alone, and their rows.

use std::time::Duration;

use hbase_schema::index::Settings;
use hbase_schema::{Connection, Error, HTable};

/// Longer than the run, so that no write deletes old entries of earlier ones.
const QUERY_LIMIT: Duration = Duration::from_secs(60 * 60);

#[derive(HTable, Clone)]
#[table("DLQX:INDEX_BENCH_WITHOUT")]
#[rowkey(separator = "-")]
#[family("D1")]
pub(crate) struct Without {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u32,
    sender: String,
    subject: String,
    sent: i64,
    size: u32,
}

#[derive(HTable, Clone)]
#[table("DLQX:INDEX_BENCH_WITH")]
#[rowkey(separator = "-")]
#[family("D1")]
pub(crate) struct With {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u32,
    #[index("DLQX:INDEX_BENCH_BY_SENDER")]
    sender: String,
    subject: String,
    sent: i64,
    size: u32,
}

/// A row without an index.
pub(crate) fn without(user: String, id: u32, sender: String) -> Without {
    Without {
        user,
        id,
        sender,
        subject: format!("minutes of meeting {id}"),
        sent: 1_450_000_000_000 + i64::from(id),
        size: id.wrapping_mul(7),
    }
}

/// The same row with an index.
pub(crate) fn with(user: String, id: u32, sender: String) -> With {
    let row = without(user, id, sender);
    With {
        user: row.user,
        id,
        sender: row.sender,
        subject: row.subject,
        sent: row.sent,
        size: row.size,
    }
}

/// Both tables of a store.
pub(crate) struct Tables {
    db: Connection,
    /// The same with a short wait for writers: nobody writes while indexes are created or dropped.
    short_wait: Connection,
}

impl Tables {
    pub(crate) fn new(db: Connection, is_cluster: bool) -> Self {
        // A table has to be dropped within this time; the wait is twice as long.
        let limit = Duration::from_millis(if is_cluster { 10_000 } else { 1000 });
        let short_wait = db.index_settings(Settings::default().write_limit(limit));
        Self { db, short_wait }
    }

    /// Creates both, empty; returns the connection whose writes are measured.
    pub(crate) async fn create(&self) -> Result<Connection, Error> {
        self.drop_all().await?;
        self.db.create_table::<Without>().await?;
        self.short_wait.create_table::<With>().await?;
        let settings = Settings::default().query_limit(QUERY_LIMIT);
        Ok(self.db.index_settings(settings))
    }

    /// Drops those that exist.
    pub(crate) async fn drop_all(&self) -> Result<(), Error> {
        let dropped = [
            self.db.drop_table::<Without>().await,
            self.short_wait.drop_table::<With>().await,
        ];
        let errors = dropped.into_iter().filter_map(Result::err);
        let mut errors = errors.filter(|error| !is_missing(error));
        errors.next().map_or(Ok(()), Err)
    }
}

fn is_missing(error: &Error) -> bool {
    use hbase_backend::Error::{NamespaceNotFound, TableNotFound};
    matches!(
        error.as_backend(),
        Some(NamespaceNotFound { .. } | TableNotFound { .. })
    )
}
