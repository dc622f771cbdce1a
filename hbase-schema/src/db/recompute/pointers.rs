//! The table of the pointers: where the generations of each recomputed table are stored.

use std::time::Duration;

use hbase_backend::{CheckAndMutate, Condition, Get, Mutation, ReadOptions, Row};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

use super::generation::Generations;
use crate::db::connection::link::Link;
use crate::db::error::{CallContext, Error};

/// The table of the pointers: a row for each table that was recomputed, whose key is its name.
static POINTERS: TableName = TableName::from_static("HSCHEMA", "GENERATION");

/// The table of earlier builds.
static EARLIER: TableName = TableName::from_static("SCHEMA", "GENERATION");

const FAMILY: &str = "G";

/// All generations of a table in one cell, so that one condition covers them, on every backend that has conditions: 8
/// bytes each, big-endian.
///
/// The current and the pending one, 0 for none. If any of the following exist, they come next: the kept one, -1 for
/// none, the unfinished ones, the one that ended, as a negative number, and the patience in milliseconds, added to
/// [`NO_PATIENCE`]. An empty cell counts as an absent one, in conditions too: the table was dropped.
const STATE: &[u8] = b"STATE";

/// A patience of 0; no generation is as far from 0.
const NO_PATIENCE: i64 = i64::MIN;

/// The longest patience, ms.
pub(super) const MOST_PATIENCE: i64 = 1 << 40;

/// Marks the absence of a kept generation.
const NOTHING_KEPT: i64 = -1;

/// The descriptor of the table of the pointers.
pub(super) fn pointer_table() -> TableDescriptor {
    let mut table = TableDescriptor::new(POINTERS.clone());
    table.families = vec![FamilyDescriptor::with_name(FAMILY.into())].into();
    table
}

impl Link {
    /// The generations of a table; none if it was never recomputed.
    pub(in crate::db) async fn generations(
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
            Err(error) if error.is_missing_table() => {
                self.check_earlier(call, timeout).await?;
                Ok(Generations::default())
            }
            Err(error) => Err(error),
        }
    }

    /// Rejects generations that an earlier build has stored: without them, tables would be read as if they were never
    /// recomputed.
    async fn check_earlier(&self, call: &'static str, timeout: Duration) -> Result<(), Error> {
        let about = CallContext::table(call, &EARLIER);
        // Any row will do: only whether the table exists counts.
        let get = &Get::new(b"any".as_slice());
        let found = self.read(about, timeout, |backend, deadline| async move {
            backend.get(&EARLIER, get, deadline).await
        });
        match found.await {
            Ok(_) => Err(about.request(format_args!(
                "found the table {EARLIER} of an earlier build, expected {POINTERS}: clone it by a snapshot, as the guide's page on production describes"
            ))),
            Err(error) if error.is_missing_table() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Changes the generations of a table if they are still those of `from`, or lack only the kept one, which is
    /// removed by itself; returns whether they were.
    pub(super) async fn change_generations(
        &self,
        call: &'static str,
        timeout: Duration,
        table: &TableName,
        (from, to): (&Generations, &Generations),
    ) -> Result<bool, Error> {
        if self
            .check_generations(call, timeout, table, (from, to))
            .await?
        {
            return Ok(true);
        }
        let released = from.clone().released();
        if released == *from {
            return Ok(false);
        }
        self.check_generations(call, timeout, table, (&released, to))
            .await
    }

    async fn check_generations(
        &self,
        call: &'static str,
        timeout: Duration,
        table: &TableName,
        (from, to): (&Generations, &Generations),
    ) -> Result<bool, Error> {
        let row = table.to_string().into_bytes();
        let about = CallContext::table(call, &POINTERS).row(&row);
        let mut mutation = Mutation::new(row.clone());
        let put = mutation.put(FAMILY.as_bytes(), STATE, &to_bytes(to));
        put.map_err(|error| about.backend(error))?;
        let found = Some(to_bytes(from)).filter(|state| !state.is_empty());
        let check = CheckAndMutate::new(Condition::unchanged(FAMILY, STATE, found), mutation);
        self.call(about, timeout, |backend, deadline| async move {
            backend.check_and_mutate(&POINTERS, check, deadline).await
        })
        .await
    }
}

fn to_bytes(generations: &Generations) -> Vec<u8> {
    if *generations == Generations::default() {
        return Vec::new();
    }
    let Generations {
        current,
        pending,
        unfinished,
        ended,
        kept,
        patience_ms,
    } = generations;
    let mut parts = vec![current.unwrap_or(0), pending.unwrap_or(0)];
    if kept.is_some() || ended.is_some() || !unfinished.is_empty() || *patience_ms > 0 {
        parts.push(kept.unwrap_or(NOTHING_KEPT));
        parts.extend(unfinished);
        parts.extend(ended.map(|ended| -ended));
    }
    if *patience_ms > 0 {
        parts.push(NO_PATIENCE + patience_ms);
    }
    parts.into_iter().flat_map(i64::to_be_bytes).collect()
}

fn is_patience(part: i64) -> bool {
    part <= NO_PATIENCE + MOST_PATIENCE
}

fn others_of(parts: &[i64], is_one: impl Fn(&i64) -> bool) -> Vec<i64> {
    parts.iter().copied().filter(is_one).collect()
}

fn from_row(row: &Row) -> Result<Generations, String> {
    let state = row.value(FAMILY.as_bytes(), STATE).unwrap_or_default();
    let (parts, rest) = state.as_chunks::<8>();
    let parts: Vec<i64> = parts.iter().copied().map(i64::from_be_bytes).collect();
    let part = |part: i64| Some(part).filter(|part| *part > 0);
    match (&parts[..], rest) {
        ([], []) => Ok(Generations::default()),
        ([current, pending, others @ ..], []) => {
            let (kept, unfinished) = others.split_first().unwrap_or((&NOTHING_KEPT, &[]));
            Ok(Generations {
                current: part(*current),
                pending: part(*pending),
                kept: Some(*kept).filter(|kept| *kept >= 0),
                unfinished: others_of(unfinished, |part| *part > 0),
                ended: others_of(unfinished, |part| *part < 0 && !is_patience(*part))
                    .first()
                    .map(|part| part.saturating_neg()),
                patience_ms: others_of(unfinished, |part| is_patience(*part))
                    .first()
                    .map_or(0, |part| part - NO_PATIENCE),
            })
        }
        _ => Err(format!(
            "found {} bytes in the column {FAMILY}:STATE, expected 0, or 16 or more in steps of 8, as this library writes: delete \
             the row, and recompute the table",
            state.len()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(state: &[u8]) -> Result<Generations, String> {
        let mut mutation = Mutation::new("DLQX:SUM_20151226");
        let put = mutation.put_at(FAMILY.as_bytes(), STATE, 1, state);
        put.unwrap();
        from_row(&Row::new(mutation.cells().clone().take()).unwrap())
    }

    fn bytes(parts: &[i64]) -> Vec<u8> {
        parts.iter().copied().flat_map(i64::to_be_bytes).collect()
    }

    #[test]
    fn what_is_put_is_what_is_read() {
        let none = Generations::default();
        let first = none.begun(9, 0);
        let second = first.finished(9).begun(12, 0).begun(14, 0);
        let third = second.finished(14);
        let released = third.clone().released();
        let ended = second.without(12);
        let forgotten = second.forgotten(14).without(12);
        let patient = second.begun(15, 91_000);
        for generations in [
            none,
            patient.without(12),
            first.begun(10, 7).without(10).without(9),
            patient,
            first.finished(9),
            first,
            second,
            third,
            released,
            ended,
            forgotten,
        ] {
            assert_eq!(read(&to_bytes(&generations)), Ok(generations));
        }
    }

    #[test]
    fn the_bytes_are_fixed() {
        let none = Generations::default();
        let current = none.finished(7);
        for (generations, expected) in [
            (none.clone(), &[][..]),
            (none.begun(7, 0), &[0, 7]),
            (current.clone().released(), &[7, 0]),
            (current.begun(12, 0), &[7, 12]),
            (current.clone(), &[7, 0, 0]),
            (current.begun(12, 0).finished(12), &[12, 0, 7]),
            (current.begun(9, 0).begun(12, 0), &[7, 12, -1, 9]),
            (current.begun(9, 0).without(9), &[7, 0, -1, -9]),
            (none.begun(9, 0).forgotten(9), &[0, 0, -1, -9]),
            // A patience alone needs the place of the kept generation too.
            (none.begun(9, 5), &[0, 9, -1, NO_PATIENCE + 5]),
            (
                none.begun(9, MOST_PATIENCE),
                &[0, 9, -1, NO_PATIENCE + MOST_PATIENCE],
            ),
        ] {
            assert_eq!(to_bytes(&generations), bytes(expected), "{generations:?}");
        }
    }

    #[test]
    fn a_patience_is_no_generation_that_ended() {
        let patience = |part: i64| read(&bytes(&[7, 9, -1, 8, -3, part])).unwrap();
        for ms in [1, 5, MOST_PATIENCE - 1, MOST_PATIENCE] {
            let found = patience(NO_PATIENCE + ms);
            assert_eq!((found.patience_ms, found.ended), (ms, Some(3)), "{ms}");
            assert_eq!(found.unfinished, [8]);
            // Nor without one.
            let found = read(&bytes(&[7, 9, -1, NO_PATIENCE + ms])).unwrap();
            assert_eq!((found.patience_ms, found.ended), (ms, None), "{ms}");
        }
        // A later number is one that ended.
        let found = read(&bytes(&[7, 9, -1, NO_PATIENCE + MOST_PATIENCE + 1])).unwrap();
        assert_eq!(found.patience_ms, 0);
        assert_eq!(found.ended, Some(i64::MAX - MOST_PATIENCE));
    }

    #[test]
    fn zeros_are_no_generations() {
        let found = read(&bytes(&[0, 0])).unwrap();
        assert_eq!(found, Generations::default());
        let found = read(&bytes(&[7, 0, -1, 0])).unwrap();
        assert_eq!(found, Generations::default().finished(7).released());
    }

    #[test]
    fn other_lengths_are_errors_that_name_the_column() {
        for length in [8, 15, 17, 25] {
            let error = read(&vec![1; length]).unwrap_err();
            let expected = format!("found {length} bytes in the column G:STATE, expected 0, or 16");
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
