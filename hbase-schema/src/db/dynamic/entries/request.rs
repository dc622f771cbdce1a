//! The entries of one row.

use hbase_backend::BoxFuture;

use super::expiry;
use super::load::Loader;
use crate::cell::{DecodeCell, EncodeCell, VersionBound};
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::{self, RowOfKey};
use crate::db::versions::time_range::{NO_VERSION, version_of};
use crate::db::write::row_mutation::RowMutation;
use crate::debug::debug_fields;
use crate::row_index::{EntryId, IndexedEntries, IndexedEntry};
use crate::table::{KeyFor, Table, WithoutIndex};

const CALL: &str = "entries";

impl Connection {
    /// The entries of a row that are indexed inside the row: puts, deletes, and queries by each indexed
    /// field.
    ///
    /// ```
    /// use hbase_schema::row_index::{Entries, IndexedEntries, IndexedEntry, RowIndex};
    /// use hbase_schema::cell::Json;
    /// use hbase_schema::HTable;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(IndexedEntry, Serialize, Deserialize, Debug, PartialEq)]
    /// struct Mail {
    ///     #[index(tag = 1)]
    ///     from: String,
    ///     #[index(tag = 2)]
    ///     size: i64,
    /// }
    ///
    /// #[derive(HTable)]
    /// #[table("DLQX:MAIL_BOXES")]
    /// struct MailBox {
    ///     #[rowkey]
    ///     user: String,
    ///     #[family("DATA")]
    ///     #[column(dynamic, json)]
    ///     mails: Entries<Mail>,
    ///     #[family("INDEX")]
    ///     #[column(dynamic)]
    ///     index: RowIndex,
    /// }
    ///
    /// impl MailBox {
    ///     const INBOX: IndexedEntries<Self, Mail, Json> =
    ///         IndexedEntries::new(Self::MAILS, Self::INDEX);
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), hbase_schema::Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<MailBox>().await?;
    /// let key = MailBoxKey { user: "ann".into() };
    /// let inbox = || db.entries(&key, MailBox::INBOX);
    /// for (from, size) in [("bo", 700), ("bob", 30), ("bo", 20)] {
    ///     inbox().put(&Mail { from: from.into(), size }).await?;
    /// }
    /// let page = inbox().by(Mail::FROM).equal("bo").page(10).await?;
    /// assert_eq!(page.items.len(), 2);
    /// let small: Vec<(_, Mail)> = inbox().by(Mail::SIZE).range(..100).stream().collect().await?;
    /// assert_eq!(small[0].1, Mail { from: "bo".into(), size: 20 });
    /// inbox().delete(&small[0].1).await?;
    /// assert_eq!(inbox().by(Mail::FROM).prefix("bo").page(10).await?.items.len(), 2);
    /// assert!(inbox().verify().await?.is_consistent());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Each of its calls returns [`Error::Request`] if the family of the index columns has a shorter TTL than that of
    /// the entries.
    pub fn entries<K, R, E, C>(
        &self,
        key: &K,
        entries: IndexedEntries<R, E, C>,
    ) -> EntriesRequest<R, E, C>
    where
        K: KeyFor<R>,
        R: Table,
    {
        EntriesRequest {
            connection: self.clone(),
            row: expiry::check(CALL, entries).and_then(|()| keys::one(CALL, key)),
            of: entries,
            version: None,
        }
    }
}

/// A request for the entries of a row: created by [`Connection::entries`].
#[must_use = "a request does nothing until one of its calls is awaited"]
pub struct EntriesRequest<R, E, C> {
    pub(super) connection: Connection,
    pub(super) row: Result<RowOfKey, Error>,
    pub(super) of: IndexedEntries<R, E, C>,
    /// The version of puts and deletes.
    pub(super) version: Option<i64>,
}

impl<R: Table, E, C> EntriesRequest<R, E, C> {
    /// Sets the timestamp of puts, and the timestamp up to which entries are deleted; the default is
    /// the server's time. A put needs it if each version is a period, as with `#[timestamp(day)]`.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a time or a number, given as it is"
    )]
    pub fn version<V: VersionBound>(mut self, version: V) -> Self {
        self.version = version_of::<R, V>(&version);
        if let (None, Ok(row)) = (self.version, &self.row) {
            let about = CallContext::table("entries", &row.table).row(&row.row);
            self.row = Err(about.request(NO_VERSION));
        }
        self
    }

    setter!(timeout);

    /// Puts an entry and its index columns in one atomic step; returns its MD5. If the row already has the entry, it is
    /// put once more, with the same columns.
    ///
    /// [`RowMutation::put_entry`] combines it with other changes.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Backend`], also for a backend without
    /// [`Capability::AtomicRowMutation`](hbase_backend::Capability::AtomicRowMutation), and
    /// [`Error::Request`] for an entry that cannot be encoded.
    pub fn put<'c>(self, entry: &E) -> BoxFuture<'c, Result<EntryId, Error>>
    where
        E: IndexedEntry + EncodeCell<C> + 'c,
        R: WithoutIndex + 'c,
        C: 'c,
    {
        let mutation = self.mutation();
        let cells = mutation.cells_of(self.of, entry);
        Box::pin(async move {
            let cells = cells?;
            let id = cells.id;
            mutation.put_cells(self.of, cells).send().await?;
            Ok(id)
        })
    }

    /// The entry with this MD5; `None` if the row does not have it.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Row`], [`Error::Backend`].
    pub async fn get(self, id: EntryId) -> Result<Option<E>, Error>
    where
        E: for<'r> DecodeCell<'r, C>,
    {
        let loader = self.loader()?;
        loader.get("get_entry", id).await
    }

    pub(super) fn mutation(&self) -> RowMutation<R> {
        RowMutation::of_row(self.connection.clone(), self.row.clone()).at(self.version)
    }

    pub(super) fn loader(self) -> Result<Loader<R, E, C>, Error> {
        Ok(Loader {
            connection: self.connection,
            row: self.row?,
            of: self.of,
        })
    }
}

debug_fields!(EntriesRequest[R, E, C] |request| entries = request.of);
