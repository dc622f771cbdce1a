//! Deletes entries with their index columns.

use hbase_backend::{BoxFuture, CellKind, Condition, ReadOptions, Row};

use super::cells::{EntryCells, IndexCell};
use super::load::Loader;
use super::request::EntriesRequest;
use crate::cell::{DecodeCell, EncodeCell};
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::RowOfKey;
use crate::db::write::row_mutation::RowMutation;
use crate::row_index::{EntryId, IndexColumns, IndexedEntry};
use crate::table::{Table, WithoutIndex};

const CALL: &str = "delete_entry";

/// Attempts to delete the column of a plain index, which others change in the meantime.
const ATTEMPTS: usize = 10;

impl<R: Table, E, C> EntriesRequest<R, E, C> {
    /// Deletes an entry and its index columns in one atomic step. A missing entry is not an error.
    ///
    /// The entry is the one whose value has the same bytes. For entries that other programs wrote, whose bytes may
    /// differ from those that this program would write, use [`delete_id`](Self::delete_id).
    ///
    /// A plain index is read first: its column is deleted only if it names this entry, which is checked
    /// in the same atomic step
    /// ([`Capability::CheckAndMutate`](hbase_backend::Capability::CheckAndMutate)). If an entry has several texts, each
    /// further column is deleted in a separate step, before the entry: after an error, the call can be retried.
    ///
    /// If a field holds the cells' timestamp (`#[timestamp]`), versions need not be times: the newest
    /// versions of the entry's columns are read, and each is deleted up to its own, so that later ones
    /// can still be put. [`version`](Self::version) sets a version instead, without that read.
    ///
    /// # Errors
    /// Same as [`put`](Self::put).
    pub fn delete<'c>(self, entry: &E) -> BoxFuture<'c, Result<(), Error>>
    where
        E: IndexedEntry + EncodeCell<C> + 'c,
        R: WithoutIndex + 'c,
        C: 'c,
    {
        let cells = self.mutation().cells_of(self.of, entry);
        Box::pin(async move { self.delete_cells(&cells?).await })
    }

    /// Deletes the entry with this MD5 and its index columns in one atomic step; returns whether the
    /// row had it. The entry is read first, for its indexed fields.
    ///
    /// # Errors
    /// Same as [`put`](Self::put), and [`Error::Row`] for an entry that cannot be decoded.
    pub fn delete_id<'c>(self, id: EntryId) -> BoxFuture<'c, Result<bool, Error>>
    where
        E: IndexedEntry + for<'r> DecodeCell<'r, C> + Send + 'c,
        R: WithoutIndex + 'c,
        C: 'c,
    {
        Box::pin(async move {
            let mutation = self.mutation();
            let request = Self {
                connection: self.connection.clone(),
                row: self.row.clone(),
                of: self.of,
                version: None,
            };
            let Some(entry) = request.get(id).await? else {
                return Ok(false);
            };
            let cells = mutation.cells_with_id(self.of, id, &entry)?;
            drop(entry);
            self.delete_cells(&cells).await?;
            Ok(true)
        })
    }

    async fn delete_cells(self, cells: &EntryCells) -> Result<(), Error> {
        let version = self.version;
        let loader = self.loader()?;
        let deletion = Deletion {
            loader: &loader,
            version,
        };
        match (loader.of.index_columns(), cells.index.split_first()) {
            (IndexColumns::Plain(..), Some((first, others))) => {
                // A repair puts these back while the entry exists.
                for column in others {
                    deletion.of_text(column, None).await?;
                }
                deletion.of_text(first, Some(&cells.name)).await
            }
            _ => deletion.of_all(cells).await,
        }
    }
}

/// The deletion of an entry.
struct Deletion<'l, R, E, C> {
    loader: &'l Loader<R, E, C>,
    /// The version that the request sets.
    version: Option<i64>,
}

impl<R: Table, E, C> Deletion<'_, R, E, C> {
    /// Deletes an entry and all of its columns in one step.
    async fn of_all(&self, cells: &EntryCells) -> Result<(), Error> {
        let (data, index) = self.families();
        let names = cells.index.iter().map(|column| column.name.as_slice());
        let columns: Vec<_> = std::iter::once((data, cells.name.as_slice()))
            .chain(names.map(|name| (index, name)))
            .collect();
        let mut found = None;
        if self.is_up_to_found() {
            let connection = &self.loader.connection;
            let RowOfKey { table, row } = &self.loader.row;
            let rows =
                connection.read_timestamps(CALL, table, vec![row.clone()], reading(&columns));
            found = rows.await?.into_iter().flatten().next();
        }
        match self.mutation(found.as_ref(), columns) {
            Some(mutation) => mutation.send().await,
            None => Ok(()),
        }
    }

    /// Deletes the column of a text if that names the entry, and the entry in the same step.
    async fn of_text(&self, column: &IndexCell, entry: Option<&[u8]>) -> Result<(), Error> {
        let loader = self.loader;
        let (data, family) = self.families();
        let text = (family, column.name.as_slice());
        let entry = entry.map(|name| (data, name));
        for _ in 0..ATTEMPTS {
            let dated = entry.filter(|_| self.is_up_to_found());
            let columns: Vec<_> = dated.into_iter().chain([text]).collect();
            let row = loader.read_row(CALL, reading(&columns)).await?;
            let cell = row
                .as_ref()
                .and_then(|row| row.cell(family.as_bytes(), &column.name));
            let found = cell.map(|cell| cell.value.to_vec());
            let own = (found.as_ref() == Some(&column.value)).then_some(text);
            let Some(mutation) = self.mutation(row.as_ref(), entry.into_iter().chain(own)) else {
                return Ok(());
            };
            let condition = Condition::unchanged(family, column.name.as_slice(), found);
            if loader.change_if(CALL, condition, mutation).await? {
                return Ok(());
            }
        }
        let about = CallContext::of::<R>(CALL).row(&loader.row.row);
        Err(about.column(family, &column.name).request(format_args!(
            "others changed the column between each of {ATTEMPTS} reads and deletes: retry the call"
        )))
    }

    /// A mutation that deletes these columns; `None` without columns.
    fn mutation<'c>(
        &self,
        found: Option<&Row>,
        columns: impl IntoIterator<Item = Column<'c>>,
    ) -> Option<RowMutation<R>> {
        let mut mutation = self.loader.mutation().at(self.version);
        let mut is_empty = true;
        for (family, name) in columns {
            let cell = found.and_then(|row| row.cell(family.as_bytes(), name));
            let up_to = cell.map(|cell| cell.timestamp);
            let up_to = up_to.filter(|_| self.is_up_to_found());
            if up_to.is_some() || !self.is_up_to_found() {
                mutation.add_at(CellKind::DeleteColumn, family, name, Vec::new(), up_to);
                is_empty = false;
            }
        }
        (!is_empty).then_some(mutation)
    }

    /// Whether columns are deleted up to the version that is found, because later ones have yet to be put.
    const fn is_up_to_found(&self) -> bool {
        R::VERSIONED && self.version.is_none()
    }

    /// Those of the entries and of the index.
    const fn families(&self) -> (&'static str, &'static str) {
        let of = &self.loader.of;
        (of.data().family(), of.index().family)
    }
}

/// A family and a qualifier.
type Column<'c> = (&'static str, &'c [u8]);

fn reading(columns: &[Column<'_>]) -> ReadOptions {
    let mut read = ReadOptions::default();
    for (family, name) in columns {
        read.add_column(family.as_bytes(), name);
    }
    read
}

impl<R: Table, E, C> Loader<R, E, C> {
    /// Sends a mutation of the row that takes effect under a condition; returns whether it held.
    pub(super) async fn change_if(
        &self,
        call: &'static str,
        condition: Condition,
        mutation: RowMutation<R>,
    ) -> Result<bool, Error> {
        let mutation = mutation.into_mutation()?.mutation;
        let RowOfKey { table, row } = &self.row;
        let about = CallContext::of::<R>(call).row(row);
        let changed = self.connection.write_if(about, table, condition, mutation);
        changed.await
    }
}
