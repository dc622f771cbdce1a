//! Reads many rows by their keys, and checks whether rows exist.

use std::pin::pin;

use hbase_backend::{BoxFuture, Capability, Filter, Get, ReadOptions, Row};

use super::get::{gets, newest};
use super::select::{self, Selection, Whole};
use crate::db::connection::Connection;
use crate::db::error::{CallContext, CallTarget, Error};
use crate::db::target::keys::{self, RowsOfKey};
use crate::db::target::table_ref::TableRef;
use crate::key::KeyError;
use crate::table::{FromRowOwned, KeyFor, Table};

/// The rows that each key may have.
type RowsOfKeys<'c> = Box<dyn Iterator<Item = Result<RowsOfKey, KeyError>> + Send + 'c>;

const CALL: &str = "get_many";

/// The gets of some keys.
#[derive(Default)]
struct GetBatch {
    /// One for each table: several where the table's name contains a date.
    parts: Vec<GetPart>,
    /// The number of keys.
    keys: usize,
    /// The number of gets per key.
    per_key: usize,
}

/// Gets of one table.
struct GetPart {
    table: TableRef,
    gets: Vec<Get>,
    /// The indexes of their keys in the batch.
    keys: Vec<usize>,
}

impl GetBatch {
    /// Adds the rows of a key.
    fn add(&mut self, rows: RowsOfKey, read: &ReadOptions) {
        let RowsOfKey { table, rows } = rows;
        self.per_key = rows.len().max(1);
        let found = self.parts.iter().rposition(|part| part.table == table);
        let at = found.unwrap_or(self.parts.len());
        if found.is_none() {
            self.parts.push(GetPart {
                table,
                gets: Vec::new(),
                keys: Vec::new(),
            });
        }
        self.parts[at].gets.extend(gets(rows, read.clone(), false));
        self.parts[at].keys.push(self.keys);
        self.keys += 1;
    }
}

impl Connection {
    /// Reads rows by their keys, in the order of the keys, in batches of [`Limits::batch_rows`].
    ///
    /// # Errors
    /// Same as [`get`](Self::get), for the first row that fails; and a timeout if the whole call
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
        let rows: RowsOfKeys<'c> = Box::new(keys.into_iter().map(keys::of::<K, R>));
        Box::pin(self.get_rows::<R>(rows))
    }

    async fn get_rows<R: Table + FromRowOwned + Send + 'static>(
        &self,
        mut keys: RowsOfKeys<'_>,
    ) -> Result<Vec<Option<R>>, Error> {
        let selection = Whole::<R>::new();
        let mut read = select::read_of::<R, _>(&selection, 1);
        read.whole_families = R::SCHEMA.reads_whole_families(None, &read.columns);
        let decode = |table: &TableRef, found: &[Option<Row>]| {
            let row = newest(found);
            let decoded = row.map(|row| Selection::<R>::read(&selection, row, table.period()));
            let about = CallContext::table(CALL, table);
            decoded.transpose().map_err(|error| about.row_error(error))
        };
        let about = CallContext::of::<R>(CALL);
        let all = async {
            let mut rows = Vec::new();
            while let Some(batch) = self.next_gets(about, &mut keys, &read)? {
                let first = rows.len();
                rows.resize_with(first + batch.keys, || None);
                for part in batch.parts {
                    let found = self.read_rows(CALL, &part.table, part.gets).await?;
                    for (found, at) in found.chunks(batch.per_key).zip(part.keys) {
                        rows[first + at] = decode(&part.table, found)?;
                    }
                }
            }
            Ok(rows)
        };
        self.operation(about, all).await
    }

    /// The next batch; `None` at the end.
    fn next_gets(
        &self,
        about: CallContext<'_>,
        keys: &mut RowsOfKeys<'_>,
        read: &ReadOptions,
    ) -> Result<Option<GetBatch>, Error> {
        let most = self.link.limits.batch_rows.max(1);
        let mut batch = GetBatch::default();
        while batch.keys * batch.per_key < most
            && let Some(rows) = keys.next()
        {
            batch.add(rows.map_err(|error| about.key_error(error))?, read);
        }
        Ok((batch.keys > 0).then_some(batch))
    }

    /// Returns whether a row with this key has any of the columns that its struct declares.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Backend`].
    pub fn exists<'c, K: KeyFor<R>, R: Table>(
        &'c self,
        key: &K,
    ) -> BoxFuture<'c, Result<bool, Error>> {
        let about = CallContext::of::<R>("exists");
        let rows = keys::of::<K, R>(key).map_err(|error| about.key_error(error));
        let mut read = ReadOptions::default();
        R::SCHEMA.add_columns(&mut read);
        Box::pin(async move {
            let RowsOfKey { table, rows } = rows?;
            let gets = gets(rows, read, true);
            let found = self.read_rows("exists", &table, gets).await?;
            Ok(found.iter().any(Option::is_some))
        })
    }

    /// Reads rows without their values, if the backend can omit them.
    pub(in crate::db) async fn read_timestamps(
        &self,
        call: &'static str,
        table: &(impl CallTarget + Sync),
        rows: Vec<Vec<u8>>,
        mut read: ReadOptions,
    ) -> Result<Vec<Option<Row>>, Error> {
        self.omit_values(&mut read);
        self.read_rows(call, table, gets(rows, read, false)).await
    }

    /// Omits the values, if the backend can.
    pub(in crate::db) fn omit_values(&self, read: &mut ReadOptions) {
        if self.backend().capabilities().has(Capability::Filters) {
            let keys = Filter::KeyOnly(false);
            read.filter = Some(match read.filter.take() {
                None => keys,
                Some(filter) => Filter::And(vec![filter, keys]),
            });
        }
    }

    /// Reads one row.
    pub(in crate::db) async fn read_row(
        &self,
        call: &'static str,
        table: &(impl CallTarget + Sync),
        row: Vec<u8>,
        read: ReadOptions,
    ) -> Result<Option<Row>, Error> {
        let found = self.read_rows(call, table, gets(vec![row], read, false));
        Ok(found.await?.into_iter().flatten().next())
    }

    pub(in crate::db) async fn read_rows(
        &self,
        call: &'static str,
        table: &(impl CallTarget + Sync),
        gets: Vec<Get>,
    ) -> Result<Vec<Option<Row>>, Error> {
        let about = CallContext::table(call, table);
        let table = table.name();
        let (link, timeout, gets) = (&self.link, self.options.timeout, gets.as_slice());
        if let [get] = gets {
            let row = pin!(link.read(
                about.row(&get.row),
                timeout,
                |backend, deadline| async move {
                    let row = backend.get(table, get, deadline).await?;
                    link.count_read(&row);
                    Ok(row)
                },
            ));
            return Ok(vec![row.await?]);
        }
        let rows = link.read(about, timeout, |backend, deadline| async move {
            let rows = backend.get_many(table, gets, deadline).await?;
            link.count_read(rows.iter().flatten());
            Ok(rows)
        });
        Box::pin(rows).await
    }
}
