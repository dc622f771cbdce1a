//! Reads many rows by their keys, and checks whether rows exist.

use hbase_model::{BoxFuture, Capability, Filter, Get, ReadOptions, Row, TableName};

use super::connection::Connection;
use super::error::{CallContext, Error};
use super::get::{gets, newest};
use super::keys;
use super::link::operation;
use super::select::{Selection, Whole};
use crate::key::KeyError;
use crate::table::{FromRowOwned, KeyFor, Table};

/// The rows that each key may have.
type RowsOfKeys<'c> = Box<dyn Iterator<Item = Result<Vec<Vec<u8>>, KeyError>> + Send + 'c>;

impl Connection {
    /// Reads rows by their keys, in the order of the keys, in batches of [`Limits::batch_rows`].
    ///
    /// # Errors
    /// As for [`get`](Self::get), for the first row that fails; and a timeout if the whole call
    /// exceeds [`Limits::operation_timeout`].
    ///
    /// [`Limits::operation_timeout`]: crate::Limits::operation_timeout
    /// [`Limits::batch_rows`]: crate::Limits::batch_rows
    pub fn get_many<'c, 'k: 'c, K, R, I>(
        &'c self,
        keys: I,
    ) -> BoxFuture<'c, Result<Vec<Option<R>>, Error>>
    where
        I: IntoIterator<Item = &'k K>,
        I::IntoIter: Send + 'c,
        K: KeyFor<R> + 'k,
        R: Table + FromRowOwned + Send + 'static,
    {
        // Boxed: the compiler would not infer `Send` for a future that contains the iterator by its
        // type if that type is a closure over references.
        let rows: RowsOfKeys<'c> = Box::new(keys.into_iter().map(keys::of));
        Box::pin(self.get_rows::<R>(rows))
    }

    async fn get_rows<R: Table + FromRowOwned + Send + 'static>(
        &self,
        mut keys: RowsOfKeys<'_>,
    ) -> Result<Vec<Option<R>>, Error> {
        let name = &R::SCHEMA.table.name;
        let about = CallContext::table("get_many", name);
        let selection = Whole::<R>::new();
        let mut read = ReadOptions::default();
        Selection::<R>::add_columns(&selection, &mut read);
        let decode = |found: &[Option<Row>]| {
            let decoded = newest(found).map(|row| Selection::<R>::read(&selection, row));
            decoded.transpose().map_err(|error| about.row_error(error))
        };
        let all = async {
            let mut rows = Vec::new();
            loop {
                let (gets, per_key) = self.next_gets(about, &mut keys, &read)?;
                if gets.is_empty() {
                    return Ok(rows);
                }
                let found = self.read_rows(about, name, gets).await?;
                for found in found.chunks(per_key) {
                    rows.push(decode(found)?);
                }
            }
        };
        operation(about, self.options.operation_timeout, all).await
    }

    /// The gets of the next batch, and their number per key.
    fn next_gets(
        &self,
        about: CallContext<'_>,
        keys: &mut RowsOfKeys<'_>,
        read: &ReadOptions,
    ) -> Result<(Vec<Get>, usize), Error> {
        let most = self.link.limits.batch_rows;
        let mut batch = Vec::new();
        let mut per_key = 1;
        for rows in keys {
            let rows = rows.map_err(|error| about.key_error(error))?;
            per_key = rows.len().max(1);
            batch.extend(gets(rows, read.clone(), false));
            if batch.len() >= most {
                break;
            }
        }
        Ok((batch, per_key))
    }

    /// Returns whether a row with this key has any of the columns that its struct declares.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Backend`].
    pub fn exists<'c, K: KeyFor<R>, R: Table>(
        &'c self,
        key: &K,
    ) -> BoxFuture<'c, Result<bool, Error>> {
        let name = &R::SCHEMA.table.name;
        let about = CallContext::table("exists", name);
        let rows = keys::of(key).map_err(|error| about.key_error(error));
        let mut read = ReadOptions::default();
        read.add_declared(R::SCHEMA.column_names());
        Box::pin(async move {
            let found = self.read_rows(about, name, gets(rows?, read, true)).await?;
            Ok(found.iter().any(Option::is_some))
        })
    }

    /// Reads rows without their values, if the backend can omit them.
    pub(super) async fn read_timestamps(
        &self,
        about: CallContext<'_>,
        name: &'static TableName,
        rows: Vec<Vec<u8>>,
        mut read: ReadOptions,
    ) -> Result<Vec<Option<Row>>, Error> {
        self.omit_values(&mut read);
        self.read_rows(about, name, gets(rows, read, false)).await
    }

    /// Omits the values, if the backend can.
    pub(super) fn omit_values(&self, read: &mut ReadOptions) {
        if self.backend().capabilities().has(Capability::Filters) {
            read.filter = Some(Filter::KeyOnly(false));
        }
    }

    pub(super) async fn read_rows(
        &self,
        about: CallContext<'_>,
        name: &'static TableName,
        gets: Vec<Get>,
    ) -> Result<Vec<Option<Row>>, Error> {
        let (link, timeout, gets) = (&self.link, self.options.timeout, gets.as_slice());
        if let [get] = gets {
            let row = link.read(
                about.row(&get.row),
                timeout,
                |backend, deadline| async move {
                    let row = backend.get(name, get, deadline).await?;
                    link.count_read(&row);
                    Ok(row)
                },
            );
            return Ok(vec![row.await?]);
        }
        let rows = link.read(about, timeout, |backend, deadline| async move {
            let rows = backend.get_many(name, gets, deadline).await?;
            link.count_read(rows.iter().flatten());
            Ok(rows)
        });
        rows.await
    }
}
