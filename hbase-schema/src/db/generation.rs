//! The generations of tables that are recomputed: a pointer names the one that is current.

use std::time::Duration;

use hbase_model::{
    CheckAndMutate, Comparator, CompareOp, Condition, FamilyDescriptor, Get, Mutation, ReadOptions,
    TableDescriptor, TableName, TimeRange,
};

use super::error::{CallContext, Error};
use super::link::Link;

/// The table of the pointers: a row for each table that was recomputed, whose key is its name.
pub(super) static POINTERS: TableName = TableName::from_static("SCHEMA", "GENERATION");

const FAMILY: &str = "G";
const QUALIFIER: &[u8] = b"STATE";

/// The generations of one table. A generation is the timestamp of all its cells, in milliseconds
/// since 1970.
///
/// Both are in one cell, so that one condition covers both: 8 bytes each, big-endian, 0 for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Generations {
    /// The one that readers see; `None` before the first recomputation.
    pub(super) current: Option<i64>,
    /// The one that is being written, or that a program did not finish.
    pub(super) pending: Option<i64>,
}

impl Generations {
    fn to_bytes(self) -> Vec<u8> {
        let parts = [self.current, self.pending].map(|part| part.unwrap_or(0).to_be_bytes());
        parts.concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (current, pending) = bytes.split_first_chunk::<8>()?;
        let part = |bytes: [u8; 8]| Some(i64::from_be_bytes(bytes)).filter(|part| *part > 0);
        Some(Self {
            current: part(*current),
            pending: part(pending.try_into().ok()?),
        })
    }

    /// The time range of the cells that readers see. During the first recomputation these are all
    /// that are older.
    pub(super) fn time_range(self) -> Option<TimeRange> {
        let (min, max) = match (self.current, self.pending) {
            (Some(current), _) => (current, current.saturating_add(1)),
            (None, Some(pending)) => (0, pending),
            (None, None) => return None,
        };
        Some(TimeRange { min, max })
    }

    /// Whether what was read as of these generations is whole, if they are `now` those.
    pub(super) fn are_still_whole(self, now: Self) -> bool {
        let is_first = self == Self::default() && now.pending.is_some();
        self.current == now.current && !is_first
    }

    /// A generation that is later than all others, by the clock if that is.
    pub(super) fn next(self, now_ms: i64) -> i64 {
        let last = self.current.max(self.pending).unwrap_or(0);
        now_ms.max(last.saturating_add(1))
    }
}

/// The descriptor of the table of the pointers.
pub(super) fn pointer_table() -> TableDescriptor {
    let mut table = TableDescriptor::new(POINTERS.clone());
    table.families = vec![FamilyDescriptor::with_name(FAMILY.into())].into();
    table
}

impl Link {
    /// The generations of a table; none if it was never recomputed.
    pub(super) async fn generations(
        &self,
        call: &'static str,
        timeout: Duration,
        table: &TableName,
    ) -> Result<Generations, Error> {
        let row = table.to_string().into_bytes();
        let about = CallContext::table(call, &POINTERS).row(&row);
        let mut read = ReadOptions::default();
        read.add_column(FAMILY.as_bytes(), QUALIFIER);
        let get = &Get {
            row: row.clone(),
            read,
            existence_only: false,
        };
        let found = self.read(about, timeout, |backend, deadline| async move {
            backend.get(&POINTERS, get, deadline).await
        });
        let found = match found.await {
            Ok(found) => found,
            Err(error) if error.is_missing_table() => None,
            Err(error) => return Err(error),
        };
        let Some(found) = found else {
            return Ok(Generations::default());
        };
        let state = found.value(FAMILY.as_bytes(), QUALIFIER);
        state.and_then(Generations::from_bytes).ok_or_else(|| {
            about.request(
                "found a state of generations that is not 16 bytes long, expected one that this library wrote: delete the row, and recompute the table",
            )
        })
    }

    /// Removes the generations of a table that was dropped.
    pub(super) async fn forget_generations(
        &self,
        call: &'static str,
        timeout: Duration,
        table: &TableName,
    ) -> Result<(), Error> {
        let row = table.to_string().into_bytes();
        let about = CallContext::table(call, &POINTERS).row(&row);
        let mut mutation = Mutation::new(row.clone());
        mutation.delete_row(None);
        let forgotten = self.call(about, timeout, |backend, deadline| async move {
            backend.mutate(&POINTERS, mutation, deadline).await
        });
        match forgotten.await {
            Err(error) if !error.is_missing_table() => Err(error),
            _ => Ok(()),
        }
    }

    /// Changes the generations of a table if they are still `from`; returns whether they were.
    pub(super) async fn change_generations(
        &self,
        call: &'static str,
        timeout: Duration,
        table: &TableName,
        from: Generations,
        to: Generations,
    ) -> Result<bool, Error> {
        let row = table.to_string().into_bytes();
        let about = CallContext::table(call, &POINTERS).row(&row);
        let (family, qualifier) = (FAMILY.as_bytes().to_vec(), QUALIFIER.to_vec());
        let condition = if from == Generations::default() {
            Condition::Absent { family, qualifier }
        } else {
            Condition::Compare {
                family,
                qualifier,
                op: CompareOp::Equal,
                comparator: Comparator::Binary(from.to_bytes()),
            }
        };
        let mut mutation = Mutation::new(row.clone());
        let put = mutation.put(FAMILY.as_bytes(), QUALIFIER, &to.to_bytes());
        put.map_err(|error| about.backend(error))?;
        let check = CheckAndMutate {
            condition,
            time_range: TimeRange::ALL,
            mutation,
        };
        self.call(about, timeout, |backend, deadline| async move {
            backend.check_and_mutate(&POINTERS, check, deadline).await
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_is_sixteen_bytes() {
        for (current, pending) in [
            (None, None),
            (Some(7), None),
            (None, Some(9)),
            (Some(7), Some(9)),
        ] {
            let state = Generations { current, pending };
            assert_eq!(state.to_bytes().len(), 16);
            assert_eq!(Generations::from_bytes(&state.to_bytes()), Some(state));
        }
        assert_eq!(Generations::from_bytes(&[0; 15]), None);
        assert_eq!(Generations::from_bytes(&[0; 17]), None);
    }

    #[test]
    fn a_generation_is_never_used_twice() {
        let state = Generations {
            current: Some(7),
            pending: Some(9),
        };
        assert_eq!(state.next(5), 10);
        assert_eq!(state.next(50), 50);
    }
}
