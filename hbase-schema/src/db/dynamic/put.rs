//! Writes dynamic columns.

use hbase_backend::BoxFuture;

use super::change::Changes;
use super::request::DynamicRequest;
use crate::codec::CodecError;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::RowOfKey;
use crate::db::write::cell_arg::CellArg;
use crate::db::write::row_mutation::PUT_OF_COUNTER;
use crate::dynamic::{DynamicTypes, QualifierArg};
use crate::table::{Table, WithoutIndex};

impl<R: Table, F: DynamicTypes, C> DynamicRequest<R, F, C> {
    /// Puts one column. For several columns, or columns of several families, in one atomic step, use
    /// [`RowMutation::put_dynamic`](crate::db::RowMutation::put_dynamic).
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Backend`], and [`Error::Request`] for a qualifier or a value that
    /// cannot be encoded.
    pub fn put<'c, A, V>(self, qualifier: A, value: V) -> BoxFuture<'c, Result<(), Error>>
    where
        A: QualifierArg<F::Qualifier> + Send + 'c,
        V: CellArg<F::Value, C> + Send + 'c,
        R: WithoutIndex + 'c,
        F: 'c,
        C: 'c,
    {
        Box::pin(async move {
            self.rejects_counters("dynamic_put")?;
            let written =
                self.write_columns("dynamic_put", Box::new([(qualifier, value)].into_iter()));
            written.await.map(|_| ()).map_err(Error::of_one_column)
        })
    }

    /// Puts many columns, in the given order; returns their number.
    ///
    /// They are written in groups of about [`Limits::batch_bytes`](crate::Limits::batch_bytes), one at a time. Each
    /// group is atomic, but the call is not: a reader may see some of the groups, and after an error the earlier groups
    /// are written.
    ///
    /// # Errors
    /// [`Error::Columns`], with the number of columns that are written, also if the whole call takes
    /// longer than [`Limits::operation_timeout`](crate::Limits::operation_timeout); its cause is the same as for
    /// [`put`](Self::put).
    pub fn put_many<'c, I, A, V>(self, columns: I) -> BoxFuture<'c, Result<u64, Error>>
    where
        I: IntoIterator<Item = (A, V)>,
        I::IntoIter: Send + 'c,
        A: QualifierArg<F::Qualifier> + 'c,
        V: CellArg<F::Value, C> + 'c,
        R: WithoutIndex + 'c,
        F: 'c,
        C: 'c,
    {
        let columns = columns.into_iter();
        Box::pin(async move {
            self.rejects_counters("dynamic_put_many")?;
            self.write_columns("dynamic_put_many", Box::new(columns))
                .await
        })
    }

    fn rejects_counters(&self, call: &'static str) -> Result<(), Error> {
        if self.selected.token.schema().counter {
            let RowOfKey { table, row } = self.row.clone()?;
            return Err(CallContext::table(call, &table)
                .row(&row)
                .request(PUT_OF_COUNTER));
        }
        Ok(())
    }

    async fn write_columns<A, V>(
        self,
        call: &'static str,
        columns: Box<dyn Iterator<Item = (A, V)> + Send + '_>,
    ) -> Result<u64, Error>
    where
        A: QualifierArg<F::Qualifier>,
        V: CellArg<F::Value, C>,
    {
        let about = CallContext::of::<R>(call);
        if let (Some(period), None) = (R::SCHEMA.period, self.version) {
            return Err(about.request(format_args!(
                "a put without a version, where each version is a {period}: the server's time would make another version; give the record's time by `version`"
            )));
        }
        self.write_with(about, columns, V::write_named).await
    }

    /// Puts columns, whose values `write` writes, each with its name after the prefix.
    pub(super) async fn write_with<A, V>(
        self,
        about: CallContext<'static>,
        mut columns: Box<dyn Iterator<Item = (A, V)> + Send + '_>,
        write: impl Fn(V, &[u8], &mut Vec<u8>) -> Result<bool, CodecError> + Copy,
    ) -> Result<u64, Error>
    where
        A: QualifierArg<F::Qualifier>,
    {
        let (row, family) = (self.row.clone()?, self.selected.token.family());
        let prefix = self.selected.token.schema().prefix.len();
        let mut changes = Changes::new(&self.connection, about, row, family, self.version)?;
        loop {
            let put = columns.next().map(|(qualifier, value)| {
                let name = self.encoded_to_write(about, qualifier)?;
                changes.put(&name, |out| write(value, &name[prefix..], out))
            });
            match put {
                Some(Ok(())) => changes.write_if_full().await?,
                Some(Err(error)) => return Err(changes.stopped(error)),
                None => return changes.finish().await,
            }
        }
    }
}
