//! Puts and deletes of entries as parts of a mutation.

use hbase_backend::{Capability, CellKind, Error as BackendError};

use super::cells::EntryCells;
use super::expiry;
use crate::cell::EncodeCell;
use crate::codec::CodecError;
use crate::db::error::Error;
use crate::db::write::row_mutation::RowMutation;
use crate::row_index::{EntryId, IndexColumns, IndexedEntries, IndexedEntry};
use crate::table::Table;

impl<R: Table> RowMutation<R> {
    /// Puts an entry and its index columns, in one atomic step with the other changes: an entry replaces another one if
    /// that is deleted in the same mutation.
    ///
    /// A backend without [`Capability::AtomicRowMutation`] returns an error.
    pub fn put_entry<E, C>(mut self, of: IndexedEntries<R, E, C>, entry: &E) -> Self
    where
        E: IndexedEntry + EncodeCell<C>,
    {
        match self.cells_of(of, entry) {
            Ok(cells) => self.put_cells(of, cells),
            Err(error) => {
                self.row = Err(error);
                self
            }
        }
    }

    /// Deletes an entry and its index columns, in one atomic step with the other changes.
    ///
    /// The entry is the one whose value has the same bytes. A plain index needs a read and a check: use
    /// [`EntriesRequest::delete`](super::EntriesRequest::delete). So does a table whose versions are not the
    /// server's times (`#[timestamp]`), unless the mutation has a [`version`](Self::version).
    pub fn delete_entry<E, C>(mut self, of: IndexedEntries<R, E, C>, entry: &E) -> Self
    where
        E: IndexedEntry + EncodeCell<C>,
    {
        if let (IndexColumns::Plain(..), Ok(row)) = (of.index_columns(), &self.row) {
            let about = row.about().row(&row.key);
            self.row = Err(about.request(
                "a delete of an entry of a plain index, whose column may name another entry with the same text: use `db.entries(…).delete(…)`, which checks that",
            ));
        }
        match self.cells_of(of, entry) {
            Ok(cells) => self.delete_cells(of, &cells),
            Err(error) => {
                self.row = Err(error);
                self
            }
        }
    }

    /// The columns of an entry, which a backend with atomic mutations can write.
    pub(super) fn cells_of<E, C>(
        &self,
        of: IndexedEntries<R, E, C>,
        entry: &E,
    ) -> Result<EntryCells, Error>
    where
        E: IndexedEntry + EncodeCell<C>,
    {
        self.encoded(of, || EntryCells::of(of, entry))
    }

    /// The same for an entry that was read.
    pub(super) fn cells_with_id<E, C>(
        &self,
        of: IndexedEntries<R, E, C>,
        id: EntryId,
        entry: &E,
    ) -> Result<EntryCells, Error>
    where
        E: IndexedEntry,
    {
        self.encoded(of, || EntryCells::with_id(of, id, entry))
    }

    fn encoded<E, C>(
        &self,
        of: IndexedEntries<R, E, C>,
        encode: impl FnOnce() -> Result<EntryCells, CodecError>,
    ) -> Result<EntryCells, Error> {
        let row = self.row.as_ref().map_err(Clone::clone)?;
        expiry::check("mutate", of)?;
        let about = row.about().row(&row.key);
        let backend = self.connection.backend();
        if !backend.capabilities().has(Capability::AtomicRowMutation) {
            return Err(about.backend(BackendError::Unsupported {
                backend: backend.name(),
                capability: Capability::AtomicRowMutation,
                instead: "read entries here, and write them by another backend".to_owned(),
            }));
        }
        encode().map_err(|error| about.request(format_args!("an entry of {of:?}: {error}")))
    }

    /// Puts the columns of an entry.
    pub(super) fn put_cells<E, C>(
        mut self,
        of: IndexedEntries<R, E, C>,
        cells: EntryCells,
    ) -> Self {
        self.add(CellKind::Put, of.data().family(), &cells.name, cells.value);
        for column in cells.index {
            self.add(CellKind::Put, of.index().family, &column.name, column.value);
        }
        self
    }

    /// Deletes the columns of an entry.
    pub(super) fn delete_cells<E, C>(
        mut self,
        of: IndexedEntries<R, E, C>,
        cells: &EntryCells,
    ) -> Self {
        let delete = CellKind::DeleteColumn;
        self.add(delete, of.data().family(), &cells.name, Vec::new());
        for column in &cells.index {
            self.add(delete, of.index().family, &column.name, Vec::new());
        }
        self
    }
}
