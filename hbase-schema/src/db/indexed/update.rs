//! Updates of a row with indexes by a function of its current value.

use std::sync::{Arc, Mutex, PoisonError};

use hbase_backend::Row;
use hbase_index::{Intent, Written};

use crate::db::connection::Connection;
use crate::db::error::{CallContext, UpdateError};
use crate::db::target::keys::RowOfKey;
use crate::db::write::unversioned::Unversioned;
use crate::db::write::update::{CALL, decide};
use crate::schema::TableSchema;
use crate::table::FromRowOwned;

/// The result of the last attempt: the changed row and the bytes of its cells.
type LastAttempt<T, E> = Arc<Mutex<Option<Result<(T, usize), UpdateError<E>>>>>;

impl Connection {
    pub(in crate::db) async fn update_indexed<T, E>(
        &self,
        schema: &'static TableSchema,
        row: &RowOfKey,
        change: impl Fn(T) -> Result<T, E> + Send + Sync + 'static,
    ) -> Result<T, UpdateError<E>>
    where
        T: Unversioned + FromRowOwned + Send + 'static,
        E: Send + 'static,
    {
        let attempt = LastAttempt::<T, E>::default();
        let (last, table, options) = (Arc::clone(&attempt), row.table.clone(), self.options);
        let intent = Intent::mutate(row.row.as_slice(), move |found: Option<&Row>| {
            let (result, mutation) = match decide(&table, found, &change) {
                Ok(mut decided) => {
                    options.apply(&mut decided.mutation);
                    let bytes = decided.mutation.cells().as_bytes().len();
                    (Ok((decided.row, bytes)), Some(decided.mutation))
                }
                Err(error) => (Err(error), None),
            };
            *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
            Ok(mutation)
        });
        let about = CallContext::table(CALL, &row.table).row(&row.row);
        let written = self.write_intent(about, schema, intent).await?;
        let mut attempt = attempt.lock().unwrap_or_else(PoisonError::into_inner);
        let (row, bytes) = attempt.take().unwrap_or(Err(UpdateError::NotFound))?;
        if written == Written::Yes {
            self.link.counters.written(1, bytes);
        }
        Ok(row)
    }
}
