//! A request for the dynamic columns of one row.

use std::ops::RangeBounds;

use hbase_backend::{CellRef, Row, TimeRange};

use super::chunks::{Chunks, Each};
use super::decode;
use super::read::FamilyRead;
use super::selected::Selected;
use super::source::Source;
use super::span::Span;
use crate::cell::{DecodeCell, VersionBound};
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::paging::stream::ItemStream;
use crate::db::target::keys::{self, RowOfKey};
use crate::db::target::table_ref::TableRef;
use crate::db::versions::time_range::{NO_VERSION, version_of};
use crate::debug::debug_fields;
use crate::dynamic::values::decode_qualifier;
use crate::dynamic::{DynamicColumns, DynamicTypes, Qualifier, QualifierBound, QualifierPrefix};
use crate::table::{KeyFor, Table};

impl Connection {
    /// The dynamic columns of a row, for rows of any width: single columns, ranges, pages and streams
    /// of them, puts and deletes.
    ///
    /// Columns are in the order of their qualifiers' bytes. `HBase` reads them in no other order: a reversed scan
    /// reverses rows, not the columns of a row. To read the newest first, encode them in that order:
    /// `#[qualifier(reverse_ts)]` or `#[qualifier(desc)]` in a struct that derives [`Qualifier`](crate::Qualifier).
    ///
    /// `HBase` cannot combine filters of rows with the partial rows in which wide rows are read, so the request has no
    /// filter. To select rows by their other columns, scan them, and read the columns of each.
    ///
    /// ```
    /// # use hbase_schema::{Dynamic, Error, HTable};
    /// #[derive(HTable)]
    /// #[table("DLQX:MAIL_BOXES")]
    /// #[family("DATA")]
    /// struct MailBox {
    ///     #[rowkey]
    ///     user: String,
    ///     owner: Option<String>,
    ///     /// The subjects, by day and number.
    ///     #[column(dynamic, prefix = "m:")]
    ///     mails: Dynamic<(u32, u32), String>,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<MailBox>().await?;
    /// let key = MailBoxKey { user: "ann".into() };
    /// let mails = || db.dynamic(&key, MailBox::MAILS);
    /// let written = (1..=30).flat_map(|day| (0..10).map(move |n| ((day, n), format!("mail {n}"))));
    /// mails().put_many(written).await?;
    ///
    /// assert_eq!(mails().get((7, 3)).await?.as_deref(), Some("mail 3"));
    /// let of_day: Vec<_> = mails().prefix((7,)).stream().collect().await?;
    /// assert_eq!(of_day.len(), 10);
    /// let page = mails().range((7, 5)..(9, 0)).page(8).await?;
    /// assert_eq!(page.items.last(), Some(&((8, 2), "mail 2".to_owned())));
    /// let page = mails().range((7, 5)..(9, 0)).page_after(page.next.unwrap(), 8).await?;
    /// assert_eq!((page.items.len(), page.next), (7, None));
    ///
    /// assert_eq!(mails().range(..(29,)).delete_range().await?, 280);
    /// assert_eq!(mails().count().await?, 20);
    /// # Ok(())
    /// # }
    /// ```
    pub fn dynamic<K, R, F, C>(
        &self,
        key: &K,
        columns: DynamicColumns<R, F, C>,
    ) -> DynamicRequest<R, F, C>
    where
        K: KeyFor<R>,
        R: Table,
        F: DynamicTypes,
    {
        DynamicRequest {
            connection: self.clone(),
            row: keys::one("dynamic", key),
            selected: Selected::all(columns),
            version: None,
        }
    }
}

/// A request for the dynamic columns of a row: created by [`Connection::dynamic`].
///
/// A range or a prefix applies to the calls on many columns: [`page`](Self::page),
/// [`stream`](Self::stream), [`qualifiers`](Self::qualifiers), [`count`](Self::count) and
/// [`delete_range`](Self::delete_range).
#[must_use = "a request does nothing until one of its calls is awaited"]
pub struct DynamicRequest<R, F, C> {
    pub(super) connection: Connection,
    pub(super) row: Result<RowOfKey, Error>,
    pub(super) selected: Selected<R, F, C>,
    /// The version of puts and deletes; `None` for the server's time.
    pub(super) version: Option<i64>,
}

impl<R: Table, F: DynamicTypes, C> DynamicRequest<R, F, C> {
    /// Selects a range of the columns: of qualifiers, or of their first parts as tuples. The server evaluates it.
    /// Several ranges and prefixes select their intersection.
    ///
    /// Ranges are in the order of the columns: if a part is in descending order, the larger value
    /// comes first.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a range, written where it is passed"
    )]
    pub fn range<B: QualifierBound<F::Qualifier>>(mut self, range: impl RangeBounds<B>) -> Self {
        self.selected = self.selected.in_range(&range);
        self
    }

    /// Selects the columns whose qualifiers start with this: the first parts of a qualifier as a tuple, or the start of
    /// a text or of bytes. The server evaluates it.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a prefix, written where it is passed"
    )]
    pub fn prefix(mut self, prefix: impl QualifierPrefix<F::Qualifier>) -> Self {
        self.selected = self.selected.with_prefix(&prefix);
        self
    }

    /// Reads only cells with a timestamp in this range: of [`Timestamp`](crate::Timestamp)s, or of
    /// numbers if the table's versions are numbers.
    pub fn time_range<V: VersionBound>(mut self, range: impl RangeBounds<V>) -> Self {
        self.selected = self.selected.within(&range);
        self
    }

    /// Sets the timestamp of puts, and the timestamp up to which columns are deleted; the default is
    /// the server's time. Reads return only cells with exactly this timestamp. `None` is an error of the request's calls.
    ///
    /// `HBase` returns an older version as long as it keeps it: see `versions` in `#[family]`.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a time or a number, given as it is"
    )]
    pub fn version<V: VersionBound>(mut self, version: V) -> Self {
        self.version = version_of::<R, V>(&version);
        if let (None, Ok(RowOfKey { table, row })) = (self.version, &self.row) {
            let row = CallContext::table("dynamic", table).row(row);
            self.row = Err(row.request(NO_VERSION));
        }
        self
    }

    setter!(limit(columns: u64) in selected "Returns at most `columns` columns, the first ones.");

    setter!(timeout);

    /// The part to read of the row.
    pub(super) fn read(&self, call: &'static str, table: TableRef, keys_only: bool) -> FamilyRead {
        FamilyRead {
            connection: self.connection.clone(),
            call,
            table,
            family: self.selected.token.family(),
            time_range: self.read_range(),
            keys_only,
        }
    }

    /// The timestamps of cells that reads return: only the version, if one is set.
    pub(super) fn read_range(&self) -> TimeRange {
        let range = self.selected.time_range;
        match self.version {
            None => range,
            Some(version) if (range.min..range.max).contains(&version) => TimeRange {
                min: version,
                max: version.saturating_add(1),
            },
            // No timestamp.
            Some(version) => TimeRange {
                min: version.max(0),
                max: version.max(0),
            },
        }
    }

    /// The row and the selected columns.
    pub(super) fn row_and_span(&self, call: &'static str) -> Result<(RowOfKey, Span), Error> {
        let row = self.row.clone()?;
        let about = CallContext::table(call, &row.table).row(&row.row);
        let span = self.selected.span(about)?;
        Ok((row, span))
    }

    pub(super) fn source(&self, call: &'static str, keys_only: bool) -> Result<Source, Error> {
        let (row, span) = self.row_and_span(call)?;
        Ok(Source::of_row(
            self.read(call, row.table, keys_only),
            row.row,
            span,
        ))
    }

    /// The qualifiers of the columns to delete, with any version.
    pub(super) fn source_to_delete(&self, call: &'static str) -> Result<Source, Error> {
        let mut source = self.source(call, true)?;
        source.read.time_range = self.selected.time_range;
        Ok(source)
    }

    /// The selected columns, as a stream of qualifiers and values: for rows of any width.
    pub fn stream(self) -> ItemStream<(F::Qualifier, F::Value)>
    where
        R: 'static,
        F: 'static,
        C: 'static,
        F::Qualifier: Qualifier + Send,
        F::Value: for<'r> DecodeCell<'r, C> + Send,
    {
        let (about, token) = (CallContext::of::<R>("dynamic_stream"), self.selected.token);
        self.stream_of(about, false, move |row, _, each| {
            decode::values(token, row, None, about, each);
        })
    }

    /// The qualifiers of the selected columns, as a stream. Values are not sent.
    pub fn qualifiers(self) -> ItemStream<F::Qualifier>
    where
        R: 'static,
        F: 'static,
        C: 'static,
        F::Qualifier: Qualifier + Send,
    {
        let about = CallContext::of::<R>("dynamic_qualifiers");
        let schema = self.selected.token.schema();
        self.stream_of(about, true, move |row, _, each| {
            let decode = |name: &[u8], _: &CellRef<'_>| decode_qualifier(schema, name);
            decode::columns::<R, _>(schema, row, about, decode, each);
        })
    }

    fn stream_of<T: Send + 'static>(
        self,
        about: CallContext<'static>,
        keys_only: bool,
        decode: impl Fn(&Row, &TableRef, &mut Each<'_, T>) + Send + 'static,
    ) -> ItemStream<T> {
        let source = self.source(about.call, keys_only);
        let columns = source.map(|source| Chunks::new(source, self.selected.limit, decode));
        ItemStream::new(about, &self.connection, columns)
    }

    /// The number of selected columns, including those that do not decode. Values are not sent, but
    /// every column is read.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Request`], [`Error::Backend`].
    pub async fn count(self) -> Result<u64, Error> {
        let mut source = self.source("dynamic_count", true)?;
        let token = self.selected.token;
        let count = async {
            let mut count = 0;
            while let Some(rows) = source.next().await? {
                let cells = rows.iter().flat_map(Row::cells);
                count += cells.filter(|cell| decode::is_of(token, cell)).count() as u64;
            }
            Ok(self.selected.limit.map_or(count, |limit| count.min(limit)))
        };
        let about = CallContext::of::<R>("dynamic_count");
        self.connection.operation(about, count).await
    }
}

debug_fields!(DynamicRequest[R, F, C]: selected);
