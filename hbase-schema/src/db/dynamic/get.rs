//! Reads single dynamic columns.

use hbase_backend::{BoxFuture, CellRef, ReadOptions, Row};

use super::request::DynamicRequest;
use crate::cell::{DecodeCell, check_time, not_empty};
use crate::codec::CodecError;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::RowOfKey;
use crate::db::versions::history::MAX_VERSIONS;
use crate::db::versions::keeps::KeepsVersions;
use crate::dynamic::values::decode_error;
use crate::dynamic::{DynamicTypes, QualifierArg};
use crate::table::Table;

/// The values of a column, each with its timestamp.
type Versions<F> = Vec<(i64, <F as DynamicTypes>::Value)>;

impl<R: Table, F: DynamicTypes, C> DynamicRequest<R, F, C> {
    /// The value of one column; `None` if the row does not have it. A range is ignored.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Row`], [`Error::Backend`], and [`Error::Request`] for a qualifier that
    /// cannot be encoded.
    pub fn get<'c, A>(self, qualifier: A) -> BoxFuture<'c, Result<Option<F::Value>, Error>>
    where
        A: QualifierArg<F::Qualifier>,
        F::Value: for<'r> DecodeCell<'r, C>,
        R: 'c,
        F: 'c,
        C: 'c,
    {
        let about = CallContext::of::<R>("dynamic_get");
        let name = self.encoded(about, qualifier);
        Box::pin(async move {
            let found = self.read_columns(about, vec![name?]).await?;
            Ok(found.into_iter().flatten().next())
        })
    }

    /// The values of several columns, in the order of `qualifiers`; `None` for those that the row does
    /// not have. They are read in batches of [`Limits::batch_rows`](crate::Limits::batch_rows).
    ///
    /// # Errors
    /// Same as [`get`](Self::get).
    pub fn get_many<'c, I>(
        self,
        qualifiers: I,
    ) -> BoxFuture<'c, Result<Vec<Option<F::Value>>, Error>>
    where
        I: IntoIterator<Item: QualifierArg<F::Qualifier>>,
        F::Value: for<'r> DecodeCell<'r, C> + Send,
        R: 'c,
        F: 'c,
        C: 'c,
    {
        let about = CallContext::of::<R>("dynamic_get_many");
        let names = qualifiers.into_iter();
        let names: Result<Vec<_>, Error> = names.map(|name| self.encoded(about, name)).collect();
        Box::pin(async move {
            let names = names?;
            let all = async {
                let mut values = Vec::with_capacity(names.len());
                for batch in names.chunks(self.connection.limits().batch_rows.max(1)) {
                    values.extend(self.read_columns(about, batch.to_vec()).await?);
                }
                Ok(values)
            };
            self.connection.operation(about, all).await
        })
    }

    /// The versions of one column, newest first, each with its timestamp: at most [`limit`](Self::limit), and within the
    /// [`time_range`](Self::time_range). Its family keeps as many as its `versions` says.
    ///
    /// ```
    /// # use hbase_schema::{Dynamic, Error, HTable};
    /// #[derive(HTable)]
    /// #[table("DLQX:PRICE_LISTS")]
    /// #[family("D1", versions = 5)]
    /// struct PriceList {
    ///     #[rowkey]
    ///     shop: u32,
    ///     #[column(dynamic)]
    ///     prices: Dynamic<String, u64>,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<PriceList>().await?;
    /// let key = PriceListKey { shop: 7 };
    /// let prices = || db.dynamic(&key, PriceList::PRICES);
    /// for (day, price) in [(100_i64, 350), (200, 380), (300, 360)] {
    ///     prices().version(day).put("coffee", price).await?;
    /// }
    /// assert_eq!(prices().limit(2).history("coffee").await?, [(300, 360), (200, 380)]);
    /// assert_eq!(prices().time_range(..300_i64).get("coffee").await?, Some(380));
    /// assert_eq!(prices().version(100_i64).get("coffee").await?, Some(350));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Same as [`get`](Self::get).
    pub fn history<'c, A>(self, qualifier: A) -> BoxFuture<'c, Result<Versions<F>, Error>>
    where
        A: QualifierArg<F::Qualifier>,
        F::Value: for<'r> DecodeCell<'r, C>,
        R: KeepsVersions + 'c,
        F: 'c,
        C: 'c,
    {
        let about = CallContext::of::<R>("dynamic_history");
        let name = self.encoded(about, qualifier);
        Box::pin(async move {
            let (name, RowOfKey { table, row }) = (name?, self.row.clone()?);
            if self.selected.limit == Some(0) {
                return Ok(Vec::new());
            }
            let mut read = self.reading(std::slice::from_ref(&name));
            let most = self.selected.limit.unwrap_or(u64::MAX);
            read.max_versions = u32::try_from(most).unwrap_or(u32::MAX).min(MAX_VERSIONS);
            let found = self.connection.read_row(about.call, &table, row, read);
            let found = found.await?;
            let family = self.selected.token.family().as_bytes();
            let cells = found.iter().flat_map(Row::cells);
            let versions = cells.filter(|cell| cell.family == family && cell.qualifier == name);
            versions
                .map(|cell| Ok((cell.timestamp, self.decoded(about, &cell)?)))
                .collect()
        })
    }

    /// The whole qualifier of one column.
    pub(super) fn encoded(
        &self,
        about: CallContext<'_>,
        qualifier: impl QualifierArg<F::Qualifier>,
    ) -> Result<Vec<u8>, Error> {
        let mut name = self.selected.token.schema().prefix.as_bytes().to_vec();
        let encoded = qualifier.encode_arg(&mut name);
        let encoded = encoded.and_then(|()| not_empty(&name));
        encoded.map_err(|error| rejected(about, self.selected.token, &error))?;
        Ok(name)
    }

    /// The whole qualifier of a column that is written.
    pub(super) fn encoded_to_write(
        &self,
        about: CallContext<'_>,
        qualifier: impl QualifierArg<F::Qualifier>,
    ) -> Result<Vec<u8>, Error> {
        let name = self.encoded(about, qualifier)?;
        let token = self.selected.token;
        check_time(token.schema(), &name).map_err(|error| rejected(about, token, &error))?;
        Ok(name)
    }

    async fn read_columns(
        &self,
        about: CallContext<'_>,
        names: Vec<Vec<u8>>,
    ) -> Result<Vec<Option<F::Value>>, Error>
    where
        F::Value: for<'r> DecodeCell<'r, C>,
    {
        let (RowOfKey { table, row }, read) = (self.row.clone()?, self.reading(&names));
        let found = self.connection.read_row(about.call, &table, row, read);
        let row = found.await?;
        let value = |name: Vec<u8>| self.value(about, row.as_ref(), &name);
        names.into_iter().map(value).collect()
    }

    /// Options that read these columns.
    pub(super) fn reading(&self, names: &[Vec<u8>]) -> ReadOptions {
        let mut read = ReadOptions {
            time_range: self.read_range(),
            ..ReadOptions::default()
        };
        let family = self.selected.token.family().as_bytes();
        for name in names {
            read.add_column(family, name);
        }
        read
    }

    fn value(
        &self,
        about: CallContext<'_>,
        row: Option<&Row>,
        name: &[u8],
    ) -> Result<Option<F::Value>, Error>
    where
        F::Value: for<'r> DecodeCell<'r, C>,
    {
        let Some(cell) =
            row.and_then(|row| row.cell(self.selected.token.family().as_bytes(), name))
        else {
            return Ok(None);
        };
        self.decoded(about, &cell).map(Some)
    }

    fn decoded(&self, about: CallContext<'_>, cell: &CellRef<'_>) -> Result<F::Value, Error>
    where
        F::Value: for<'r> DecodeCell<'r, C>,
    {
        let schema = self.selected.token.schema();
        let name = &cell.qualifier[schema.prefix.len()..];
        F::Value::decode_named(name, cell.value)
            .map_err(|cause| about.row_error(decode_error(R::SCHEMA.row, schema, cell, cause)))
    }
}

/// The error of a qualifier that cannot be encoded.
#[cold]
pub(super) fn rejected(
    about: CallContext<'_>,
    columns: impl std::fmt::Debug,
    error: &CodecError,
) -> Error {
    about.request(format_args!(
        "a qualifier of the columns {columns:?}: {error}"
    ))
}
