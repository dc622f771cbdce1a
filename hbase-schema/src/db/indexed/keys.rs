//! The keys and the number of the rows that a query by an index finds.

use std::fmt;
use std::marker::PhantomData;

use hbase_backend::{Deadline, ReadOptions};

use super::query::IndexQuery;
use super::rows::IndexRows;
use crate::cell::{RowCells, RowError};
use crate::db::error::{CallContext, Error};
use crate::db::read::select::{SelectedColumns, Selection};
use crate::index::{IndexSchema, Indexed};
use crate::key::{DecodeKey, RowKey};

/// The selection of row keys alone: made by [`IndexQuery::keys`].
pub struct Keys<T> {
    schema: &'static IndexSchema,
    of: PhantomData<fn() -> T>,
}

impl<T: Indexed, S: Selection<T>> IndexQuery<T, S> {
    /// Only the row keys, in the order of the values. Of each row that an entry leads to, the indexed columns are read: an
    /// entry may be older than its row.
    pub fn keys(self) -> IndexRows<T, Keys<T>>
    where
        T::Key: for<'k> DecodeKey<'k>,
    {
        self.only_keys().rows()
    }

    /// The number of rows, including those that do not decode. As for [`keys`](Self::keys), the entries and the indexed
    /// columns of their rows are read.
    ///
    /// # Errors
    /// Same as [`IndexRows::next`], but for rows that cannot be decoded.
    pub async fn count(self) -> Result<u64, Error>
    where
        T::Key: for<'k> DecodeKey<'k>,
    {
        let most = self.limit.unwrap_or(u64::MAX);
        let timeout = self.connection.options.timeout;
        let query = self.only_keys();
        query.check_layout().await?;
        let mut rows = query.start(query.row_filter()?, query.limit)?;
        let about = CallContext::of::<T>("count");
        let mut count = 0;
        while count < most {
            let batch = rows.next_batch(Deadline::after(timeout)).await;
            match batch.map_err(|error| about.index(error))? {
                Some(batch) => count += batch.len() as u64,
                None => break,
            }
        }
        Ok(count.min(most))
    }

    fn only_keys(self) -> IndexQuery<T, Keys<T>> {
        let schema = self.schema;
        self.with_selection(Keys {
            schema,
            of: PhantomData,
        })
    }
}

impl<T: Indexed> SelectedColumns<T> for Keys<T> {
    fn row_name(&self) -> &'static str {
        T::SCHEMA.row
    }

    fn add_columns(&self, read: &mut ReadOptions) {
        for column in self.schema.columns() {
            read.add_column(column.family.as_bytes(), column.qualifier.as_bytes());
        }
    }
}

impl<T: Indexed> Selection<T> for Keys<T>
where
    T::Key: for<'k> DecodeKey<'k>,
{
    type Output = T::Key;

    fn read_cells(&self, cells: &RowCells<'_>) -> Result<T::Key, RowError> {
        Ok(T::Key::decode(cells.key())?)
    }
}

impl<T> fmt::Debug for Keys<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Keys").field(&self.schema.table()).finish()
    }
}
