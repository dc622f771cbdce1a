//! The steps of a recomputation: encode its rows while it has the turn, make them the current ones, remove the cells of
//! others.

use hbase_backend::{BoxFuture, CellBlock, Mutation, TimeRange};

use super::generation::Generations;
use super::turn::{Place, Removal, Turn};
use crate::db::batches::batch::{Batch, EncodeFailure, RowWrites};
use crate::db::batches::call::BatchSource;
use crate::db::error::{CallContext, Error};
use crate::db::target::table_ref::TableRef;
use crate::table::{DatedTable, encode_row_at};

pub(in crate::db) const CALL: &str = "recompute";

/// Batches that are sent while the call has the turn.
pub(super) struct InTurn<'t, 'c> {
    pub(in crate::db) batches: Box<dyn BatchSource + 't>,
    pub(in crate::db) turn: &'t mut Turn<'c>,
}

impl BatchSource for InTurn<'_, '_> {
    fn next_batch(&mut self, first: u64) -> BoxFuture<'_, Batch> {
        Box::pin(async move {
            let batch = self.batches.next_batch(first).await;
            // After the rows, because encoding them may take long.
            match self.turn.check().await {
                Ok(()) => batch,
                Err(error) => Batch::stopped(first, error),
            }
        })
    }
}

/// A row's cells, all with the generation as their timestamp.
pub(super) fn write_of<T: DatedTable>(
    expected: &TableRef,
    row: &T,
    generation: i64,
) -> Result<RowWrites<[Mutation; 1]>, EncodeFailure> {
    let about = CallContext::table(CALL, expected);
    let failed = |error| EncodeFailure { row: None, error };
    let table = TableRef::of_row(row).map_err(|error| failed(about.key_error(error)))?;
    if table != *expected {
        return Err(failed(about.request(format_args!(
            "found a row of the table {table}, expected one of this date"
        ))));
    }
    let mut cells = CellBlock::new();
    let key = encode_row_at(row, Some(generation), &mut cells);
    let key = key.map_err(|error| failed(about.row_error(error)))?;
    let mutations = [Mutation::from_block(key.as_ref(), cells)];
    Ok(RowWrites { table, mutations })
}

impl Place<'_> {
    /// Makes the generation of the turn the current one; returns the generations after that.
    pub(in crate::db) async fn finish(&self, turn: &Turn<'_>) -> Result<Generations, Error> {
        let done = turn.generations.finished(turn.generation);
        match self.replace(&turn.generations, &done).await {
            Ok(true) => Ok(done),
            Ok(false) => Err(self.interrupted()),
            // The response was lost, not the change.
            Err(error) if !error.is_without_effect() && self.is_current(turn.generation).await => {
                Ok(done)
            }
            Err(error) => Err(error),
        }
    }

    async fn is_current(&self, generation: i64) -> bool {
        let now = self.generations().await;
        now.is_ok_and(|now| now.current == Some(generation))
    }

    /// Removes all cells older than those of the current generation. It first marks them as no longer kept, so that
    /// readers notice before they are gone.
    pub(super) async fn remove_older(
        &self,
        done: &Generations,
        generation: i64,
    ) -> Result<(), Error> {
        // If the generations have changed, another call has begun, and has released the kept one itself.
        self.replace(done, &done.clone().released()).await?;
        let old = TimeRange {
            min: 0,
            max: generation,
        };
        self.remove(old, Removal::UpTo(generation - 1)).await
    }
}
