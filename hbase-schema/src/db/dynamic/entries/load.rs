//! The second look-up: the entries that index columns name.

use std::collections::{HashMap, VecDeque};

use hbase_backend::{CellRef, ReadOptions, Row, TimeRange};

use super::cells::entry_name;
use super::found::Found;
use super::report::{StaleColumn, StaleReason};
use crate::cell::DecodeCell;
use crate::codec::CodecError;
use crate::db::connection::Connection;
use crate::db::dynamic::read::FamilyRead;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::RowOfKey;
use crate::debug::{cloneable, debug_fields};
use crate::dynamic::values::decode_error;
use crate::row_index::{EntryId, IndexedEntries, IndexedEntry, values_of};
use crate::table::Table;

/// The maximum number of entries that one call reads, if their bytes are at most a chunk's.
pub(super) const LOOK_UP: usize = 128;

/// The maximum number of entries of a call whose bytes are not limited: with 10 MiB each, `HBase`'s default maximum,
/// they fit a response of 256 MiB.
const OF_ANY_SIZE: usize = 24;

/// The number of entries to read by the next call.
#[derive(Debug)]
pub(super) struct Pace(usize);

impl Pace {
    pub(super) const fn new() -> Self {
        Self(LOOK_UP)
    }
}

/// Reads entries of a row.
pub(super) struct Loader<R, E, C> {
    pub(super) connection: Connection,
    pub(super) row: RowOfKey,
    pub(super) of: IndexedEntries<R, E, C>,
}

/// An index column with its entry, or the error of one that cannot be decoded or indexed.
pub(super) struct LookedUp<E> {
    pub(super) found: Found,
    pub(super) loaded: Result<Loaded<E>, Error>,
}

/// The entry that an index column names, or why it has none.
pub(super) enum Loaded<E> {
    Entry(EntryId, E),
    Stale(StaleColumn),
}

impl<R: Table, E, C> Loader<R, E, C> {
    /// Takes the first index columns, at most [`LOOK_UP`], and returns them in their order, each with its entry.
    pub(super) async fn load(
        &self,
        call: &'static str,
        found: &mut VecDeque<Found>,
        pace: &mut Pace,
    ) -> Result<Vec<LookedUp<E>>, Error>
    where
        E: IndexedEntry + for<'r> DecodeCell<'r, C>,
    {
        let mut names = self.names(found, pace);
        let mut rows = None;
        if names.len() > OF_ANY_SIZE {
            let read = self.family_read(call, self.of.data().family(), false);
            // In few steps; none if they have more bytes than a chunk.
            rows = read.of_columns(&self.row.row, &names).await?;
            if rows.is_none() {
                *pace = Pace(OF_ANY_SIZE);
                names = self.names(found, pace);
            }
        }
        let rows = if let Some(rows) = rows {
            rows
        } else {
            let row = self.read_columns(call, self.of.data().family(), &names);
            row.await?.into_iter().collect()
        };
        let cells = rows.iter().flat_map(Row::cells);
        let cells: HashMap<&[u8], CellRef<'_>> = cells.map(|cell| (cell.qualifier, cell)).collect();
        let looked_up = names.iter().zip(found.drain(..names.len()));
        let looked_up = looked_up.map(|(name, found)| LookedUp {
            loaded: self.loaded(call, &found, cells.get(name.as_slice()).copied()),
            found,
        });
        Ok(looked_up.collect())
    }

    /// The qualifiers of the next entries.
    fn names(&self, found: &VecDeque<Found>, pace: &Pace) -> Vec<Vec<u8>> {
        let next = found.iter().take(pace.0);
        next.map(|column| entry_name(self.of, column.id)).collect()
    }

    /// The part of the row to read.
    pub(super) fn family_read(
        &self,
        call: &'static str,
        family: &'static str,
        keys_only: bool,
    ) -> FamilyRead {
        FamilyRead {
            connection: self.connection.clone(),
            call,
            table: self.row.table.clone(),
            family,
            time_range: TimeRange::ALL,
            keys_only,
        }
    }

    /// The entry with this MD5.
    pub(super) async fn get(&self, call: &'static str, id: EntryId) -> Result<Option<E>, Error>
    where
        E: for<'r> DecodeCell<'r, C>,
    {
        let (family, name) = (self.of.data().family(), entry_name(self.of, id));
        let row = self
            .read_columns(call, family, std::slice::from_ref(&name))
            .await?;
        let stored = row
            .as_ref()
            .and_then(|row| row.cell(family.as_bytes(), &name));
        let entry = stored.map(|stored| {
            E::decode_cell(stored.value).map_err(|cause| self.decode_error(call, &stored, cause))
        });
        entry.transpose()
    }

    fn loaded(
        &self,
        call: &'static str,
        found: &Found,
        stored: Option<CellRef<'_>>,
    ) -> Result<Loaded<E>, Error>
    where
        E: IndexedEntry + for<'r> DecodeCell<'r, C>,
    {
        let stale = |reason| {
            Ok(Loaded::Stale(StaleColumn {
                qualifier: found.name.clone(),
                id: found.id,
                reason,
            }))
        };
        let Some(stored) = stored else {
            return stale(StaleReason::NoEntry);
        };
        let entry = E::decode_cell(stored.value);
        let entry = entry.map_err(|cause| self.decode_error(call, &stored, cause))?;
        let values = values_of(&entry);
        let values = values.map_err(|cause| self.decode_error(call, &stored, cause))?;
        if !values.contains(&found.indexed) {
            return stale(StaleReason::OtherValue);
        }
        Ok(Loaded::Entry(found.id, entry))
    }

    /// Columns of a family of the row.
    pub(super) async fn read_columns(
        &self,
        call: &'static str,
        family: &str,
        names: &[Vec<u8>],
    ) -> Result<Option<Row>, Error> {
        if names.is_empty() {
            return Ok(None);
        }
        let mut read = ReadOptions::default();
        for name in names {
            read.add_column(family.as_bytes(), name);
        }
        self.read_row(call, read).await
    }

    pub(super) async fn read_row(
        &self,
        call: &'static str,
        read: ReadOptions,
    ) -> Result<Option<Row>, Error> {
        let RowOfKey { table, row } = &self.row;
        let found = self.connection.read_row(call, table, row.clone(), read);
        found.await
    }

    #[cold]
    pub(super) fn decode_error(
        &self,
        call: &'static str,
        stored: &CellRef<'_>,
        cause: CodecError,
    ) -> Error {
        let about = CallContext::table(call, &self.row.table).row(&self.row.row);
        about.row_error(decode_error(
            R::SCHEMA.row,
            self.of.data().schema(),
            stored,
            cause,
        ))
    }
}

cloneable!(Loader[R, E, C]: connection, row, of);
debug_fields!(Loader[R, E, C]: of);
