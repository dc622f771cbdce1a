//! Updates of a row with indexes by a function of its current value.

use std::sync::{Arc, Mutex, PoisonError};

use hbase_backend::{BoxFuture, Mutation, Row};
use hbase_index::{Intent, Written};

use super::calls::IndexedRows;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::{self, RowOfKey};
use crate::db::write::put::replace_of;
use crate::db::write::unversioned::Unversioned;
use crate::index::Indexed;
use crate::table::{KeyFor, decode_row};

const CALL: &str = "update";

/// The changed row and the bytes of its cells in the last attempt; `None` if there is nothing to write.
type Changed<T> = Arc<Mutex<Option<Result<(T, usize), Error>>>>;

impl<T: Indexed + Unversioned + Send> IndexedRows<T> {
    /// Changes a row by a function of its current value, in one atomic step: if another client writes the row in the
    /// meantime, the function is called once more, with that client's row. Returns the row as written; `None` if the
    /// row is missing, or if the function returned `None`, which leaves the row unchanged.
    ///
    /// The row is written as by [`replace`](Self::replace).
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use hbase_schema::index::Settings;
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, Clone, PartialEq)]
    /// # #[table("DLQX:MAIL_BOXES")]
    /// # #[family("D1")]
    /// # struct Mail {
    /// #     #[rowkey]
    /// #     id: String,
    /// #     #[index("DLQX:MAIL_BY_STATE")]
    /// #     state: String,
    /// # }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # let mails = db.indexed::<Mail>().settings(Settings::default().write_limit(Duration::from_millis(50)));
    /// # mails.create().await?;
    /// mails.put(&Mail { id: "1".into(), state: "new".into() }).await?;
    /// let key = MailKey { id: "1".into() };
    /// // Only one of several clients takes the mail.
    /// let take = |mail: Mail| (mail.state == "new").then(|| Mail { state: "taken".into(), ..mail });
    /// assert!(mails.update(&key, take).await?.is_some());
    /// assert!(mails.update(&key, take).await?.is_none());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Same as [`put`](Self::put); [`Error::Row`] for a row that cannot be decoded, and [`Error::Request`] if the function
    /// changed the key.
    pub fn update<'c, K: KeyFor<T>>(
        &'c self,
        key: &K,
        change: impl Fn(T) -> Option<T> + Send + Sync + 'static,
    ) -> BoxFuture<'c, Result<Option<T>, Error>> {
        let row = keys::one::<K, T>(CALL, key);
        Box::pin(async move {
            let RowOfKey { row, .. } = row?;
            let changed = Changed::<T>::default();
            let last = Arc::clone(&changed);
            let options = self.connection.options;
            let intent = Intent::mutate(row.as_slice(), move |found| {
                let decided = found.map(|found| decide(found, &change)).transpose();
                let (result, mutation) = match decided.map(Option::flatten) {
                    Ok(Some((row, mut mutation))) => {
                        options.apply(&mut mutation);
                        let bytes = mutation.cells().as_bytes().len();
                        (Some(Ok((row, bytes))), Ok(Some(mutation)))
                    }
                    Ok(None) => (None, Ok(None)),
                    // The protocol's error has only a text. `write_changed` returns this one instead.
                    Err(error) => (Some(Err(error)), Err(String::new())),
                };
                *last.lock().unwrap_or_else(PoisonError::into_inner) = result;
                mutation
            });
            self.write_changed(&row, intent, &changed).await
        })
    }

    async fn write_changed(
        &self,
        row: &[u8],
        intent: Intent,
        changed: &Changed<T>,
    ) -> Result<Option<T>, Error> {
        let written = self.table.write(intent, self.deadline()).await;
        let changed = changed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        match (written, changed) {
            (_, Some(Err(error))) => Err(error),
            (Err(error), _) => Err(Self::about(CALL).row(row).index(error)),
            (Ok(Written::Yes), Some(Ok((row, bytes)))) => {
                self.connection.link.counters.written(1, bytes);
                Ok(Some(row))
            }
            (Ok(_), _) => Ok(None),
        }
    }
}

/// The changed row, and its mutation; `None` if it stays unchanged.
fn decide<T: Indexed + Unversioned>(
    found: &Row,
    change: impl Fn(T) -> Option<T>,
) -> Result<Option<(T, Mutation)>, Error> {
    let about = CallContext::table(CALL, &T::SCHEMA.table.name).row(found.key());
    let row = decode_row::<T>(found).map_err(|error| about.row_error(error))?;
    let Some(changed) = change(row) else {
        return Ok(None);
    };
    let mutation = replace_of(&changed).map_err(|error| about.row_error(error))?;
    let mutation = mutation.mutation;
    if mutation.row() != found.key() {
        return Err(about.request(
            "the function changed the row key: a row of another key is another row: put it, and delete this one",
        ));
    }
    Ok(Some((changed, mutation)))
}
