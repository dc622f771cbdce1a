//! The table of the pointers: where the generations of each recomputed table are stored.

use std::time::Duration;

use hbase_model::{
    CheckAndMutate, Comparator, CompareOp, Condition, FamilyDescriptor, Get, Mutation, ReadOptions,
    Row, TableDescriptor, TableName, TimeRange,
};

use super::error::{CallContext, Error};
use super::generation::Generations;
use super::link::Link;

/// The table of the pointers: a row for each table that was recomputed, whose key is its name.
static POINTERS: TableName = TableName::from_static("SCHEMA", "GENERATION");

const FAMILY: &str = "G";

/// The current and the pending generation: 8 bytes each, big-endian, 0 for none. Both are in one
/// cell, so that one condition covers both.
const STATE: &[u8] = b"STATE";

/// The unfinished generations: 8 bytes each, big-endian. Absent where an earlier version of this
/// library wrote the row.
const UNFINISHED: &[u8] = b"UNFINISHED";

/// The current generation and the one that is kept beside it, or nothing: 8 bytes each, big-endian.
/// Earlier versions of this library neither write nor remove it: of another current generation than
/// its own, or beside a pending one, it means nothing.
const KEPT: &[u8] = b"KEPT";

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
        read.add_family(FAMILY.as_bytes());
        let get = &Get {
            row: row.clone(),
            read,
            existence_only: false,
        };
        let found = self.read(about, timeout, |backend, deadline| async move {
            backend.get(&POINTERS, get, deadline).await
        });
        match found.await {
            Ok(Some(found)) => from_row(&found).map_err(|error| about.request(error)),
            Ok(None) => Ok(Generations::default()),
            Err(error) if error.is_missing_table() => Ok(Generations::default()),
            Err(error) => Err(error),
        }
    }

    /// Removes the generations of a table that was dropped, if they are still those that were read
    /// before; returns whether they were. Later ones are of a recomputation of a new table.
    pub(super) async fn forget_generations(
        &self,
        call: &'static str,
        timeout: Duration,
        table: &TableName,
        before: &Generations,
    ) -> Result<bool, Error> {
        if *before == Generations::default() {
            return self
                .generations(call, timeout, table)
                .await
                .map(|now| now == *before);
        }
        let row = table.to_string().into_bytes();
        let mut mutation = Mutation::new(row);
        mutation.delete_row(None);
        self.check_generations(call, timeout, before, mutation)
            .await
    }

    /// Changes the generations of a table if the current and the pending one are still those of
    /// `from`; returns whether they were.
    pub(super) async fn change_generations(
        &self,
        call: &'static str,
        timeout: Duration,
        table: &TableName,
        from: &Generations,
        to: &Generations,
    ) -> Result<bool, Error> {
        let row = table.to_string().into_bytes();
        let about = CallContext::table(call, &POINTERS).row(&row);
        let mut mutation = Mutation::new(row.clone());
        let put = put_generations(&mut mutation, to);
        put.map_err(|error| about.backend(error))?;
        self.check_generations(call, timeout, from, mutation).await
    }

    async fn check_generations(
        &self,
        call: &'static str,
        timeout: Duration,
        from: &Generations,
        mutation: Mutation,
    ) -> Result<bool, Error> {
        let row = mutation.row().to_vec();
        let about = CallContext::table(call, &POINTERS).row(&row);
        let check = CheckAndMutate {
            condition: is_still(from),
            time_range: TimeRange::ALL,
            mutation,
        };
        self.call(about, timeout, |backend, deadline| async move {
            backend.check_and_mutate(&POINTERS, check, deadline).await
        })
        .await
    }
}

fn is_still(generations: &Generations) -> Condition {
    let (family, qualifier) = (FAMILY.as_bytes().to_vec(), STATE.to_vec());
    if generations.current.is_none() && generations.pending.is_none() {
        return Condition::Absent { family, qualifier };
    }
    Condition::Compare {
        family,
        qualifier,
        op: CompareOp::Equal,
        comparator: Comparator::Binary(bytes_of([generations.current, generations.pending])),
    }
}

fn put_generations(to: &mut Mutation, generations: &Generations) -> hbase_model::Result<()> {
    let unfinished = generations.unfinished.iter().copied().map(Some);
    let kept = generations
        .kept
        .map_or_else(Vec::new, |kept| bytes_of([generations.current, Some(kept)]));
    for (qualifier, value) in [
        (STATE, bytes_of([generations.current, generations.pending])),
        (UNFINISHED, bytes_of(unfinished)),
        (KEPT, kept),
    ] {
        to.put(FAMILY.as_bytes(), qualifier, &value)?;
    }
    Ok(())
}

fn bytes_of(generations: impl IntoIterator<Item = Option<i64>>) -> Vec<u8> {
    let bytes = |part: Option<i64>| part.unwrap_or(0).to_be_bytes();
    generations.into_iter().flat_map(bytes).collect()
}

fn from_row(row: &Row) -> Result<Generations, String> {
    let cell = |qualifier| row.value(FAMILY.as_bytes(), qualifier).unwrap_or_default();
    let (state, unfinished, kept) = (cell(STATE), cell(UNFINISHED), cell(KEPT));
    let ([current, pending], []) = state.as_chunks::<8>() else {
        return Err(unknown_length("STATE", state.len(), "16"));
    };
    let (unfinished, []) = unfinished.as_chunks::<8>() else {
        let length = unfinished.len();
        return Err(unknown_length("UNFINISHED", length, "a multiple of 8"));
    };
    let kept = match kept.as_chunks::<8>() {
        ([of, kept], []) if of == current && part(*pending).is_none() => {
            Some(i64::from_be_bytes(*kept))
        }
        ([] | [_, _], []) => None,
        _ => return Err(unknown_length("KEPT", kept.len(), "0 or 16")),
    };
    Ok(Generations {
        kept,
        current: part(*current),
        pending: part(*pending),
        unfinished: unfinished.iter().copied().filter_map(part).collect(),
    })
}

fn part(bytes: [u8; 8]) -> Option<i64> {
    Some(i64::from_be_bytes(bytes)).filter(|part| *part > 0)
}

fn unknown_length(column: &str, found: usize, expected: &str) -> String {
    format!(
        "found {found} bytes in the column {FAMILY}:{column}, expected {expected}, as this library writes: delete the row, and recompute the table"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stored row: this table's columns and their values.
    fn stored(cells: &[(&[u8], &[u8])]) -> Row {
        let mut mutation = Mutation::new("DLQX:SUM_20151226");
        for (qualifier, value) in cells {
            let put = mutation.put_at(FAMILY.as_bytes(), qualifier, 1, value);
            put.unwrap();
        }
        Row::new(mutation.cells().clone().take()).unwrap()
    }

    fn bytes(generations: &[i64]) -> Vec<u8> {
        bytes_of(generations.iter().copied().map(Some))
    }

    #[test]
    fn what_is_put_is_what_is_read() {
        let first = Generations::default().begun(9);
        let second = first.finished(9).begun(12).begun(14);
        let third = second.finished(14);
        let released = third.clone().released();
        for generations in [first.finished(9), first, second, third, released] {
            let mut mutation = Mutation::new("DLQX:SUM_20151226");
            put_generations(&mut mutation, &generations).unwrap();
            let row = Row::new(mutation.cells().clone().take()).unwrap();
            assert_eq!(from_row(&row), Ok(generations));
        }
    }

    #[test]
    fn the_bytes_are_fixed_and_a_row_of_earlier_versions_is_the_state_alone() {
        let state = [7_i64.to_be_bytes(), 12_i64.to_be_bytes()].concat();
        assert_eq!(bytes(&[7, 12]), state);
        let earlier = from_row(&stored(&[(STATE, &state)])).unwrap();
        assert_eq!(earlier, Generations::default().finished(7).begun(12));
        let unfinished = bytes(&[9, 10]);
        let row = stored(&[(STATE, &state), (UNFINISHED, &unfinished)]);
        let left: Vec<i64> = from_row(&row).unwrap().left().collect();
        assert_eq!(left, [9, 10, 12]);
    }

    #[test]
    fn other_lengths_are_errors_that_name_the_column() {
        for length in [0, 15, 17, 24] {
            let error = from_row(&stored(&[(STATE, &vec![1; length])])).unwrap_err();
            let expected = format!("found {length} bytes in the column G:STATE, expected 16, ");
            assert!(error.starts_with(&expected), "{error}");
        }
        let row = stored(&[(STATE, &bytes(&[7, 12])), (UNFINISHED, &[1; 9])]);
        let error = from_row(&row).unwrap_err();
        let expected = "found 9 bytes in the column G:UNFINISHED, expected a multiple of 8, ";
        assert!(error.starts_with(expected), "{error}");
        let row = stored(&[(STATE, &bytes(&[7, 12])), (KEPT, &[1; 8])]);
        let error = from_row(&row).unwrap_err();
        let expected = "found 8 bytes in the column G:KEPT, expected 0 or 16, ";
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn what_is_kept_beside_other_generations_means_nothing() {
        let kept = bytes(&[12, 7]);
        for (state, expected) in [([12, 0], Some(7)), ([12, 14], None), ([14, 0], None)] {
            let row = stored(&[(STATE, &bytes(&state)), (KEPT, &kept)]);
            assert_eq!(from_row(&row).unwrap().kept, expected, "{state:?}");
        }
    }
}
