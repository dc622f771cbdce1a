//! Deletes dynamic columns.

use hbase_backend::{BoxFuture, CellRef, Row, TimeRange};

use super::change::Changes;
use super::decode;
use super::request::DynamicRequest;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::RowOfKey;
use crate::dynamic::{DynamicTypes, QualifierArg};
use crate::table::{Table, WithoutIndex};

impl<R: Table, F: DynamicTypes, C> DynamicRequest<R, F, C> {
    /// Deletes one column. A missing column is not an error.
    ///
    /// If a field holds the cells' timestamp (`#[timestamp]`), versions need not be times: the delete
    /// reads the column's newest version and deletes up to it, so that later versions can still be
    /// put. [`version`](Self::version) sets a version instead, without a read.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Backend`], and [`Error::Request`] for a qualifier that cannot be
    /// encoded, and for a [`time_range`](Self::time_range) with a lower bound: `HBase` deletes a column's
    /// cells up to a timestamp, however old they are.
    pub fn delete<'c, A>(self, qualifier: A) -> BoxFuture<'c, Result<(), Error>>
    where
        A: QualifierArg<F::Qualifier>,
        R: WithoutIndex + 'c,
        F: 'c,
        C: 'c,
    {
        let about = CallContext::of::<R>("dynamic_delete");
        let name = self.encoded(about, qualifier);
        Box::pin(async move {
            let deleted = self.delete_columns(about, vec![name?]).await;
            deleted.map(|_| ()).map_err(Error::of_one_column)
        })
    }

    /// Deletes several columns, in groups, each of which is atomic: see [`put_many`](Self::put_many).
    /// Missing columns are not an error.
    ///
    /// # Errors
    /// [`Error::Columns`], with the number of columns that are deleted; its cause is the same as for
    /// [`delete`](Self::delete).
    pub fn delete_many<'c, I>(self, qualifiers: I) -> BoxFuture<'c, Result<(), Error>>
    where
        I: IntoIterator<Item: QualifierArg<F::Qualifier>>,
        R: WithoutIndex + 'c,
        F: 'c,
        C: 'c,
    {
        let about = CallContext::of::<R>("dynamic_delete_many");
        let names = qualifiers.into_iter();
        let names: Result<Vec<_>, Error> = names.map(|name| self.encoded(about, name)).collect();
        Box::pin(async move { self.delete_columns(about, names?).await.map(|_| ()) })
    }

    /// Deletes the selected columns; returns their number. With a [`time_range`](Self::time_range), which must have no
    /// lower bound here, columns are deleted up to the newest version in it. `HBase` has no marker for a range of
    /// columns: this call reads the qualifiers and deletes each column, in groups, each of which is atomic. A column
    /// that is put in the meantime may remain.
    ///
    /// # Errors
    /// [`Error::Columns`], with the number of columns that are deleted, also if the whole call takes
    /// longer than [`Limits::operation_timeout`](crate::Limits::operation_timeout). The call can be
    /// retried.
    pub fn delete_range<'c>(self) -> BoxFuture<'c, Result<u64, Error>>
    where
        R: WithoutIndex + 'c,
        F: 'c,
        C: 'c,
    {
        Box::pin(async move {
            let about = CallContext::of::<R>("dynamic_delete_range");
            if self.selected.limit.is_some() {
                return Err(about.request(
                    "a `limit` together with `delete_range`: give the range that is to be deleted",
                ));
            }
            let mut source = self.source_to_delete(about.call)?;
            let mut changes = self.changes(about)?;
            loop {
                changes.check_time()?;
                match source.next().await {
                    Ok(Some(rows)) => self.delete_cells(&mut changes, &rows).await?,
                    Ok(None) => return changes.finish().await,
                    Err(error) => return Err(changes.stopped(error)),
                }
            }
        })
    }

    fn changes(&self, about: CallContext<'static>) -> Result<Changes<'_>, Error> {
        let (row, family) = (self.row.clone()?, self.selected.token.family());
        if self.selected.time_range.min > 0 {
            return Err(about.row(&row.row).request(format_args!(
                "a delete of versions from {} on: HBase deletes a column's versions up to a timestamp, the older ones too: leave out the range's lower bound",
                self.selected.time_range.min
            )));
        }
        Changes::new(&self.connection, about, row, family, self.version)
    }

    async fn delete_cells(&self, changes: &mut Changes<'_>, rows: &[Row]) -> Result<(), Error> {
        for row in rows {
            // A column of another length is another program's.
            let schema = self.selected.token.schema();
            let mine = |cell: &CellRef<'_>| {
                decode::is_of(self.selected.token, cell) && schema.may_be(cell.qualifier, b"")
            };
            for cell in row.cells().filter(mine) {
                let found = self.up_to_found().then_some(cell.timestamp);
                // A version that is set is the upper bound, too.
                let up_to = found.map(|found| found.min(self.version.unwrap_or(found)));
                changes.delete(cell.qualifier, up_to)?;
            }
            changes.write_if_full().await?;
        }
        Ok(())
    }

    /// Whether columns are deleted up to the version that is found: later ones are outside of the time range, or have
    /// yet to be put.
    fn up_to_found(&self) -> bool {
        let is_within = self.selected.time_range != TimeRange::ALL;
        is_within || (R::VERSIONED && self.version.is_none())
    }

    async fn delete_columns(
        &self,
        about: CallContext<'static>,
        names: Vec<Vec<u8>>,
    ) -> Result<u64, Error> {
        let mut changes = self.changes(about)?;
        for batch in names.chunks(self.connection.limits().batch_rows.max(1)) {
            if self.up_to_found() {
                changes.check_time()?;
                let found = self.newest(about, batch).await;
                let found = found.map_err(|error| changes.stopped(error))?;
                self.delete_cells(&mut changes, found.as_slice()).await?;
                continue;
            }
            for name in batch {
                changes.delete(name, None)?;
                changes.write_if_full().await?;
            }
        }
        changes.finish().await
    }

    /// The newest versions of these columns within the time range, without their values.
    async fn newest(
        &self,
        about: CallContext<'_>,
        names: &[Vec<u8>],
    ) -> Result<Option<Row>, Error> {
        let (RowOfKey { table, row }, mut read) = (self.row.clone()?, self.reading(names));
        read.time_range = self.selected.time_range;
        self.connection.omit_values(&mut read);
        let found = self.connection.read_row(about.call, &table, row, read);
        found.await
    }
}
