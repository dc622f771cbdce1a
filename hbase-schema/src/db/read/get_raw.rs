//! Reads untyped rows, with columns that no struct declares.

use std::future::IntoFuture;

use hbase_backend::{BoxFuture, Filter, ReadOptions, Row};

use crate::db::connection::Connection;
use crate::db::error::Error;
use crate::db::target::keys::{self, RowOfKey};
use crate::table::{KeyFor, Table};

const CALL: &str = "get_raw";

impl Connection {
    /// Reads an untyped row, with columns that no struct declares; sent by `.await`. By default it
    /// reads the whole row.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq)]
    /// # #[table("DLQX:MAIL_BOX")]
    /// # #[family("DATA")]
    /// # struct Mail { #[rowkey] user: String, count: u32 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Mail>().await?;
    /// let key = MailKey { user: "ada".into() };
    /// db.mutate(&key).put_raw("DATA", b"M1", b"Dear Ada").put_raw("DATA", b"M2", b"Hi").await?;
    /// let row = db.get_raw(&key).column("DATA", b"M1").await?.unwrap();
    /// assert_eq!(row.value(b"DATA", b"M1"), Some(b"Dear Ada".as_slice()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn get_raw<K: KeyFor<R>, R: Table>(&self, key: &K) -> GetRaw {
        GetRaw {
            connection: self.clone(),
            row: keys::one(CALL, key),
            read: ReadOptions::default(),
        }
    }
}

/// A request for an untyped row: created by [`Connection::get_raw`], sent by `.await`.
#[derive(Debug)]
#[must_use = "a get is sent by `.await`"]
pub struct GetRaw {
    connection: Connection,
    row: Result<RowOfKey, Error>,
    read: ReadOptions,
}

impl GetRaw {
    /// Reads this family.
    pub fn family(mut self, family: &str) -> Self {
        self.read.add_family(family.as_bytes());
        self
    }

    /// Reads this column.
    pub fn column(mut self, family: &str, qualifier: &[u8]) -> Self {
        self.read.add_column(family.as_bytes(), qualifier);
        self
    }

    /// Returns only cells that pass the filter, such as [`Filter::QualifierPrefix`].
    pub fn filter(mut self, filter: Filter) -> Self {
        self.read.filter = Some(filter);
        self
    }

    /// Sets the maximum versions per column (default 1).
    pub fn versions(mut self, most: u32) -> Self {
        self.read.max_versions = most;
        self
    }

    setter!(timeout "Sets the timeout of the call.");

    async fn send(self) -> Result<Option<Row>, Error> {
        let RowOfKey { table, row } = self.row?;
        let found = self.connection.read_row(CALL, &table, row, self.read);
        found.await
    }
}

awaitable!(GetRaw => Option<Row>);
