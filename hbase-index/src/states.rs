//! The indexes' states in the store: a row for each index, with the definition that filled it.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{CheckAndMutate, Condition, Deadline, Error, Get, Mutation, Scan};
use hbase_model::TableName;

use crate::error::{IndexError, Result};
use crate::protocol::{IndexState, Phase};
use crate::table::IndexedTable;

/// The qualifier of the state, and that of the backfill's progress.
pub(crate) const STATE: &[u8] = b"STATE";
const PROGRESS: &[u8] = b"BACKFILL";
/// Bytes of a generation.
const GENERATION: usize = 8;

/// A state as it is stored.
pub(crate) struct Stored {
    pub(crate) state: IndexState,
    /// The definition with which the index was last built; `None` if it is not stored.
    text: Option<String>,
    /// The cell; `None` for an index that never existed.
    bytes: Option<Vec<u8>>,
}

impl IndexedTable {
    /// The state of an index.
    ///
    /// # Errors
    /// [`IndexError::UnknownIndex`], [`IndexError::OtherDefinition`], [`IndexError::Damaged`], and those
    /// of the backend.
    pub async fn state(&self, index: &TableName, deadline: Deadline) -> Result<IndexState> {
        let position = self.position(index)?;
        self.read_state(position, deadline).await
    }

    /// The state of an index that is to be dropped, no matter which of this table's definitions has filled it.
    ///
    /// # Errors
    /// As [`state`](Self::state); [`IndexError::OtherDefinition`] only for an index of another table.
    pub async fn own_state(&self, index: &TableName, deadline: Deadline) -> Result<IndexState> {
        let position = self.position(index)?;
        self.read_own(position, deadline).await
    }

    /// The state of an index, no matter which definition has filled it. If it was another definition, also the
    /// error that queries and writes return.
    ///
    /// # Errors
    /// As [`state`](Self::state), except [`IndexError::OtherDefinition`], which is returned together with the
    /// state.
    pub async fn any_state(
        &self,
        index: &TableName,
        deadline: Deadline,
    ) -> Result<(IndexState, Option<IndexError>)> {
        let position = self.position(index)?;
        let stored = self.read_stored(position, deadline).await?;
        let checked = self.checked_state(position, &stored);
        Ok((stored.state, checked.err()))
    }

    /// Checks that each index that was built has this definition.
    ///
    /// # Errors
    /// [`IndexError::OtherDefinition`], [`IndexError::Damaged`], and those of the backend.
    pub async fn check_definitions(&self, deadline: Deadline) -> Result<()> {
        let (states, family) = &self.definition.states;
        let indexes = 0..self.definition.indexes.len();
        let gets: Vec<Get> = indexes.map(|index| self.cell_get(index, STATE)).collect();
        let rows = match self.backend.get_many(states, &gets, deadline).await {
            // Nothing was built.
            Err(Error::TableNotFound { .. }) => return Ok(()),
            rows => rows?,
        };
        for (index, row) in rows.into_iter().enumerate() {
            let bytes = row.and_then(|row| row.value(family, STATE).map(<[u8]>::to_vec));
            self.checked_state(index, &self.stored(index, bytes)?)?;
        }
        Ok(())
    }

    /// The states of all indexes that the table of the states knows, by the names of their tables: those
    /// of other tables of the namespace too, and of indexes that are no longer declared.
    ///
    /// # Errors
    /// [`IndexError::Damaged`], and those of the backend.
    pub async fn all_states(&self, deadline: Deadline) -> Result<Vec<(String, IndexState)>> {
        let (table, family) = &self.definition.states;
        let mut scan = Scan::new();
        scan.read.add_column(family, STATE);
        let rows = self.scan_all(table, scan, deadline).await?;
        let states = rows.iter().map(|row| {
            let name = String::from_utf8_lossy(row.key()).into_owned();
            let bytes = row.value(family, STATE).unwrap_or_default();
            let (state, _) = decode(bytes).ok_or_else(|| self.damaged(&name, bytes))?;
            Ok((name, state))
        });
        states.collect()
    }

    /// The last row of an unfinished backfill: a build continues after it. `None` before the first page, and
    /// while no backfill is under way.
    ///
    /// # Errors
    /// As [`state`](Self::state).
    pub async fn backfilled(
        &self,
        index: &TableName,
        deadline: Deadline,
    ) -> Result<Option<Vec<u8>>> {
        let position = self.position(index)?;
        let state = self.read_state(position, deadline).await?;
        if state.phase != Phase::Backfilling {
            return Ok(None);
        }
        self.read_progress(position, state.generation, deadline)
            .await
    }

    /// The state, if the index has this definition or is not written.
    pub(crate) async fn read_state(&self, index: usize, deadline: Deadline) -> Result<IndexState> {
        let stored = self.read_stored(index, deadline).await?;
        self.checked_state(index, &stored)
    }

    /// The state, if the index has this definition and is written.
    pub(crate) async fn read_written(
        &self,
        index: usize,
        deadline: Deadline,
    ) -> Result<IndexState> {
        let state = self.read_state(index, deadline).await?;
        if state.is_written() {
            return Ok(state);
        }
        let index = self.index(index).table.clone();
        Err(IndexError::NotReadable { index, state })
    }

    /// The state of an index that is to be dropped, which may have another definition of this table.
    pub(crate) async fn read_own(&self, index: usize, deadline: Deadline) -> Result<IndexState> {
        let stored = self.read_stored(index, deadline).await?;
        let is_own = self.definition.is_of_this(stored.text.as_deref());
        if is_own || stored.state.phase == Phase::Dropped {
            return Ok(stored.state);
        }
        Err(self.other_definition(index, &stored))
    }

    async fn read_stored(&self, index: usize, deadline: Deadline) -> Result<Stored> {
        let bytes = self.read_cell(index, STATE, deadline).await?;
        self.stored(index, bytes)
    }

    pub(crate) fn stored(&self, index: usize, bytes: Option<Vec<u8>>) -> Result<Stored> {
        let Some(found) = &bytes else {
            return Ok(Stored {
                state: IndexState::NONE,
                text: None,
                bytes,
            });
        };
        let decoded = decode(found);
        let (state, text) =
            decoded.ok_or_else(|| self.damaged(&self.index(index).table.to_string(), found))?;
        Ok(Stored { state, text, bytes })
    }

    /// An index without a stored definition counts as filled by another definition.
    pub(crate) fn checked_state(&self, index: usize, stored: &Stored) -> Result<IndexState> {
        let is_this = stored.text.as_deref() == Some(&self.stored_text(index));
        if is_this || !stored.state.is_written() {
            return Ok(stored.state);
        }
        Err(self.other_definition(index, stored))
    }

    pub(crate) fn stored_text(&self, index: usize) -> String {
        self.definition.stored_text(self.index(index))
    }

    fn other_definition(&self, index: usize, stored: &Stored) -> IndexError {
        let is_own = self.definition.is_of_this(stored.text.as_deref());
        IndexError::OtherDefinition {
            index: self.index(index).table.clone(),
            stored: stored.text.clone().unwrap_or_else(|| "none".to_owned()),
            declared: self.stored_text(index),
            help: if is_own {
                "drop it, then rebuild it"
            } else {
                "choose another name for this one, or drop the other one first"
            },
        }
    }

    /// The states of all indexes, cached, and when their reading started.
    ///
    /// # Errors
    /// [`IndexError::NotDeclared`] if the table has further indexes, and those of [`state`](Self::state).
    pub(crate) async fn states(&self, deadline: Deadline) -> Result<(Duration, Arc<[IndexState]>)> {
        if let Some(cached) = self.cached_states() {
            return Ok(cached);
        }
        // First: the index of a table that this client has seen before may have been built without a wait, by the
        // process that created the table. Whoever reads the states after it has seen the table knows the index.
        let seen = self.see_rows(deadline).await;
        // Taken before the read: a state may change right after the server has read it, and the write limit
        // counts from here.
        let start = self.clocks.moment();
        let indexes = 0..self.definition.indexes.len();
        let mut gets: Vec<Get> = indexes.map(|index| self.cell_get(index, STATE)).collect();
        gets.push(self.listing_get());
        let (table, family) = &self.definition.states;
        let read = self.backend.get_many(table, &gets, deadline).await;
        let mut rows = read.map_err(|error| self.of_states(error))?;
        self.take_listing(rows.pop().flatten().as_ref())?;
        let mut states = Vec::new();
        for (index, row) in rows.into_iter().enumerate() {
            let bytes = row.and_then(|row| row.value(family, STATE).map(<[u8]>::to_vec));
            let stored = self.stored(index, bytes)?;
            states.push(self.checked_state(index, &stored)?);
        }
        seen.map_err(|error| self.of_stamps(error))?;
        let states: Arc<[IndexState]> = states.into();
        self.cache_states(Some((start, Arc::clone(&states))));
        Ok((start, states))
    }

    /// Converts the error of a read of the states.
    pub(crate) fn of_states(&self, error: Error) -> IndexError {
        let states = &self.definition.states.0;
        match error {
            Error::TableNotFound { table } if table == *states => self.not_created(format!(
                "{states}, the table of their states, does not exist"
            )),
            other => other.into(),
        }
    }

    /// Converts the error of a read of stamps. Another table of the namespace may have created the table of the states.
    fn of_stamps(&self, error: Error) -> IndexError {
        match error {
            Error::FamilyNotFound { .. } => {
                let family = String::from_utf8_lossy(&self.definition.stamp.0);
                self.not_created(format!("it lacks {family}, the family of their stamps"))
            }
            other => other.into(),
        }
    }

    fn not_created(&self, missing: String) -> IndexError {
        let table = self.definition.table.clone();
        IndexError::NotCreated { table, missing }
    }

    /// Changes a state if it is still `from`; returns whether it was. Once an index is written, it has this
    /// definition.
    pub(crate) async fn set_state(
        &self,
        index: usize,
        from: IndexState,
        to: IndexState,
        deadline: Deadline,
    ) -> Result<bool> {
        let (table, family) = &self.definition.states;
        let stored = self.read_stored(index, deadline).await?;
        if stored.state != from {
            return Ok(false);
        }
        let condition = Condition::unchanged(family.clone(), STATE, stored.bytes);
        // A removal keeps the text, by which later calls recognize an index of this table.
        let text = if to.is_written() {
            self.stored_text(index)
        } else {
            stored.text.unwrap_or_default()
        };
        let mut put = Mutation::new(self.state_row(index));
        put.put(family, STATE, &encode(to, &text))?;
        let check = CheckAndMutate::new(condition, put);
        let changed = self.backend.check_and_mutate(table, check, deadline).await;
        // Also after an error: without a response, the state may have changed.
        self.cache_states(None);
        Ok(changed?)
    }

    /// The last row of a backfill of this generation.
    pub(crate) async fn read_progress(
        &self,
        index: usize,
        generation: u64,
        deadline: Deadline,
    ) -> Result<Option<Vec<u8>>> {
        let found = self.read_cell(index, PROGRESS, deadline).await?;
        Ok(found.and_then(|bytes| {
            let (known, row) = bytes.split_first_chunk::<GENERATION>()?;
            // Progress of another generation is that of an index that was dropped: its entries are gone.
            (u64::from_be_bytes(*known) == generation).then(|| row.to_vec())
        }))
    }

    pub(crate) async fn put_progress(
        &self,
        index: usize,
        generation: u64,
        row: &[u8],
        deadline: Deadline,
    ) -> Result<()> {
        let (table, family) = &self.definition.states;
        let mut put = Mutation::new(self.state_row(index));
        let value = [&generation.to_be_bytes(), row].concat();
        put.put(family, PROGRESS, &value)?;
        Ok(self.backend.mutate(table, put, deadline).await?)
    }

    async fn read_cell(
        &self,
        index: usize,
        qualifier: &[u8],
        deadline: Deadline,
    ) -> Result<Option<Vec<u8>>> {
        let (table, family) = &self.definition.states;
        let get = self.cell_get(index, qualifier);
        let row = self.backend.get(table, &get, deadline).await?;
        Ok(row.and_then(|row| row.value(family, qualifier).map(<[u8]>::to_vec)))
    }

    pub(crate) fn cell_get(&self, index: usize, qualifier: &[u8]) -> Get {
        let mut get = Get::new(self.state_row(index));
        get.read.add_column(&self.definition.states.1, qualifier);
        get
    }

    pub(crate) fn state_row(&self, index: usize) -> Vec<u8> {
        self.index(index).table.to_string().into_bytes()
    }

    fn damaged(&self, index: &str, bytes: &[u8]) -> IndexError {
        IndexError::Damaged {
            location: format!("the state of index {index} in {}", self.definition.states.0),
            found: format!("{} bytes", bytes.len()),
            expected: "a generation of 8 bytes, a phase of 1, and the index's definition",
            help: "delete that row and drop the index's table by hand while nothing writes, then rebuild the index",
        }
    }
}

const PHASES: [Phase; 5] = [
    Phase::Dropped,
    Phase::WriteOnly,
    Phase::Backfilling,
    Phase::Readable,
    Phase::Dropping,
];

/// The generation, the phase, and the definition.
fn encode(state: IndexState, text: &str) -> Vec<u8> {
    let code = PHASES.iter().position(|phase| *phase == state.phase);
    let code = code.and_then(|code| u8::try_from(code).ok()).unwrap_or(0);
    let generation = state.generation.to_be_bytes();
    [&generation as &[u8], &[code], text.as_bytes()].concat()
}

fn decode(bytes: &[u8]) -> Option<(IndexState, Option<String>)> {
    let (generation, rest) = bytes.split_first_chunk::<GENERATION>()?;
    let (code, text) = rest.split_first()?;
    let state = IndexState {
        generation: u64::from_be_bytes(*generation),
        phase: *PHASES.get(usize::from(*code))?,
    };
    let text = std::str::from_utf8(text).ok()?;
    Some((state, (!text.is_empty()).then(|| text.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_as_it_was_written() {
        for phase in PHASES {
            let state = IndexState {
                generation: 7,
                phase,
            };
            assert_eq!(decode(&encode(state, "")), Some((state, None)));
            let text = Some("table=T".to_owned());
            assert_eq!(decode(&encode(state, "table=T")), Some((state, text)));
        }
        assert_eq!(decode(b"12345678\x09"), None);
        assert_eq!(decode(b"12345678\x01\xff"), None);
        assert_eq!(decode(b"short"), None);
    }
}
