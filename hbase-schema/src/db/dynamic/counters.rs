//! Counters with dynamic names.

use std::collections::BTreeMap;

use hbase_backend::{BoxFuture, Deadline, Increment, Row};

use super::request::DynamicRequest;
use crate::cell::{CounterCell, DecodeCell, NativeCodec};
use crate::db::batches::call::out_of_time;
use crate::db::error::{CallContext, ColumnsError, Error};
use crate::db::target::keys::RowOfKey;
use crate::dynamic::values::decode_error;
use crate::dynamic::{DynamicTypes, QualifierArg};
use crate::table::{Table, WithoutIndex};

/// Whole qualifiers, each with its number.
type Numbers = Vec<(Vec<u8>, i64)>;

impl<R, F> DynamicRequest<R, F, NativeCodec>
where
    R: Table,
    F: DynamicTypes<Value: CounterCell>,
{
    /// Adds to one counter; returns its new value. An absent one counts as 0; it wraps on overflow of `i64`. A missing
    /// row is created.
    ///
    /// Puts leave columns that are declared `counter` unchanged. Any other dynamic column of an `i64` can be incremented
    /// too, and the next put overwrites it.
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// # use hbase_schema::{Error, HTable};
    /// #[derive(HTable, Debug, PartialEq)]
    /// #[table("DLQX:PAGE_VIEWS")]
    /// #[family("D1")]
    /// struct Page {
    ///     #[rowkey]
    ///     url: String,
    ///     title: Option<String>,
    ///     #[column(dynamic, counter, prefix = "v:")]
    ///     views: BTreeMap<String, i64>,
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Page>().await?;
    /// let key = PageKey { url: "/cart".into() };
    /// let views = || db.dynamic(&key, Page::VIEWS);
    /// assert_eq!(views().increment("20260301", 1).await?, 1);
    /// assert_eq!(views().increment_many([("20260301", 2), ("20260302", 5)]).await?, [3, 5]);
    /// let page = db.get(&key).await?.expect("a row");
    /// assert_eq!(page.views, BTreeMap::from([("20260301".into(), 3), ("20260302".into(), 5)]));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Backend`] if the cell is not 8 bytes long, and [`Error::Request`] for a qualifier that
    /// cannot be encoded, and together with [`version`](Self::version): an increment has the server's time.
    pub fn increment<'c, A>(self, qualifier: A, by: i64) -> BoxFuture<'c, Result<i64, Error>>
    where
        A: QualifierArg<F::Qualifier>,
        R: WithoutIndex + 'c,
        F: 'c,
    {
        let about = CallContext::of::<R>("dynamic_increment");
        let name = self.encoded_to_write(about, qualifier);
        Box::pin(async move {
            let values = self.increment_columns(about, vec![(name?, by)]).await;
            let values = values.map_err(Error::of_one_column);
            values.map(|values| values.first().copied().unwrap_or_default())
        })
    }

    /// Adds to many counters of the row; returns their new values, in the order of `counts`. A qualifier that is repeated
    /// is incremented by the sum, and each of its values is the new one.
    ///
    /// One request increments up to [`Limits::batch_rows`](crate::Limits::batch_rows) counters in one atomic step. Several
    /// requests are sent one after the other. If the response of one is lost and the backend cannot prove that a retry
    /// would not increment twice, it is unknown whether its counters were incremented.
    ///
    /// # Errors
    /// [`Error::Columns`], with the number of counters that are incremented, also if the whole call takes longer than
    /// [`Limits::operation_timeout`](crate::Limits::operation_timeout); its cause is the same as for
    /// [`increment`](Self::increment).
    pub fn increment_many<'c, I, A>(self, counts: I) -> BoxFuture<'c, Result<Vec<i64>, Error>>
    where
        I: IntoIterator<Item = (A, i64)>,
        A: QualifierArg<F::Qualifier>,
        R: WithoutIndex + 'c,
        F: 'c,
    {
        let about = CallContext::of::<R>("dynamic_increment_many");
        let counts = counts.into_iter();
        let counts: Result<Numbers, Error> = counts
            .map(|(name, by)| Ok((self.encoded_to_write(about, name)?, by)))
            .collect();
        Box::pin(async move { self.increment_columns(about, counts?).await })
    }

    /// Sets one counter, overwriting its value. Concurrent increments may be lost.
    ///
    /// # Errors
    /// Same as [`increment`](Self::increment).
    pub fn set_counter<'c, A>(self, qualifier: A, value: i64) -> BoxFuture<'c, Result<(), Error>>
    where
        A: QualifierArg<F::Qualifier> + Send + 'c,
        R: WithoutIndex + 'c,
        F: 'c,
    {
        Box::pin(async move {
            let set = self.set_columns("dynamic_set_counter", [(qualifier, value)].into_iter());
            set.await.map(|_| ()).map_err(Error::of_one_column)
        })
    }

    /// Sets many counters, in groups like [`put_many`](Self::put_many); returns their number.
    ///
    /// # Errors
    /// Same as [`put_many`](Self::put_many).
    pub fn set_counter_many<'c, I, A>(self, values: I) -> BoxFuture<'c, Result<u64, Error>>
    where
        I: IntoIterator<Item = (A, i64)>,
        I::IntoIter: Send + 'c,
        A: QualifierArg<F::Qualifier> + 'c,
        R: WithoutIndex + 'c,
        F: 'c,
    {
        let values = values.into_iter();
        Box::pin(async move { self.set_columns("dynamic_set_counter_many", values).await })
    }

    async fn set_columns<A>(
        self,
        call: &'static str,
        values: impl Iterator<Item = (A, i64)> + Send + '_,
    ) -> Result<u64, Error>
    where
        A: QualifierArg<F::Qualifier>,
    {
        let about = CallContext::of::<R>(call);
        self.has_no_version(about)?;
        let write = |value: i64, _: &[u8], out: &mut Vec<u8>| {
            out.extend_from_slice(&value.to_be_bytes());
            Ok(true)
        };
        self.write_with(about, Box::new(values), write).await
    }

    async fn increment_columns(
        &self,
        about: CallContext<'static>,
        counts: Numbers,
    ) -> Result<Vec<i64>, Error> {
        self.has_no_version(about)?;
        let end = Deadline::after(self.connection.options.operation_timeout);
        let mut values = Vec::with_capacity(counts.len());
        for group in counts.chunks(self.connection.limits().batch_rows.max(1)) {
            let found = if end.is_over() {
                Err(out_of_time(about))
            } else {
                self.increment_group(about, group, end).await
            };
            let done = values.len() as u64;
            let found =
                found.map_err(|cause| ColumnsError::stopped(done, group.len() as u64, cause))?;
            values.extend(found);
        }
        Ok(values)
    }

    /// The new values of one request.
    async fn increment_group(
        &self,
        about: CallContext<'_>,
        counts: &[(Vec<u8>, i64)],
        end: Deadline,
    ) -> Result<Vec<i64>, Error> {
        let RowOfKey { ref table, row } = self.row.clone()?;
        let mut sums: BTreeMap<&[u8], i64> = BTreeMap::new();
        for (name, by) in counts {
            let sum = sums.entry(name).or_default();
            *sum = sum.wrapping_add(*by);
        }
        let family = self.selected.token.family().as_bytes();
        let columns = sums.into_iter();
        let increment = Increment {
            row: row.clone(),
            columns: columns
                .map(|(name, by)| (family.to_vec(), name.to_vec(), by))
                .collect(),
            durability: self.connection.options.durability(),
            ttl_ms: self.connection.options.ttl_ms(),
        };
        let about = CallContext::table(about.call, table).row(&row);
        let timeout = self.connection.options.timeout.min(end.remaining());
        let connection = self.connection.timeout(timeout);
        let answer = connection.change_row(about, |backend, deadline| async move {
            backend.increment(table, increment, deadline).await
        });
        let answer = answer.await?;
        let value = |(name, _): &(Vec<u8>, i64)| self.new_value(about, &answer, name);
        counts.iter().map(value).collect()
    }

    fn new_value(&self, about: CallContext<'_>, answer: &Row, name: &[u8]) -> Result<i64, Error> {
        let token = self.selected.token;
        let Some(cell) = answer.cell(token.family().as_bytes(), name) else {
            return Err(about.column(token.family(), name).request(
                "found no new value of the counter in the response, expected one: read the counter, because the increment may be done",
            ));
        };
        let decoded = <i64 as DecodeCell<'_, NativeCodec>>::decode_cell(cell.value);
        decoded.map_err(|cause| {
            about.row_error(decode_error(R::SCHEMA.row, token.schema(), &cell, cause))
        })
    }

    /// Counters have the server's time, whatever the versions of the row are.
    fn has_no_version(&self, about: CallContext<'_>) -> Result<(), Error> {
        let what = match (self.version, R::SCHEMA.period) {
            (Some(_), _) => "a `version` of a counter: increments have the server's time, and a counter with an older one would be hidden: leave `version` out".to_owned(),
            (None, Some(period)) => format!(
                "found a change at the server's time, where each version is a {period}: it would make another version; put the record's new value with its `version`"
            ),
            (None, None) => return Ok(()),
        };
        let RowOfKey { table, row } = self.row.clone()?;
        Err(CallContext::table(about.call, &table)
            .row(&row)
            .request(what))
    }
}
