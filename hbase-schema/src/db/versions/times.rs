//! The times at which rows have versions.

use std::cmp::Reverse;

use hbase_backend::Row;

use crate::schema::TableSchema;

/// Each version's timestamp and row, newest first. The timestamps of a counter's increments are not versions of the
/// row, unless it has only counters.
pub(in crate::db) fn times<'r>(
    schema: &TableSchema,
    rows: impl IntoIterator<Item = &'r Row> + Clone,
) -> Vec<(i64, &'r Row)> {
    let mut times = Vec::new();
    if schema.has_counters() {
        times = times_of(rows.clone(), |family, qualifier| {
            !schema.is_counter(family, qualifier)
        });
    }
    if times.is_empty() {
        times = times_of(rows, |_, _| true);
    }
    times
}

fn times_of<'r>(
    rows: impl IntoIterator<Item = &'r Row>,
    counts: impl Fn(&[u8], &[u8]) -> bool,
) -> Vec<(i64, &'r Row)> {
    let mut times = Vec::new();
    let mut rows_read = 0;
    for row in rows {
        let cells = row.cells();
        let cells = cells.filter(|cell| counts(cell.family, cell.qualifier));
        let of_row = merged(cells.map(|cell| cell.timestamp));
        times.extend(of_row.into_iter().map(|time| (time, row)));
        rows_read += 1;
    }
    if rows_read > 1 {
        times.sort_by_key(|(time, row)| (Reverse(*time), row.key()));
    }
    times
}

/// The timestamps of a row's cells, newest first, each once. Those of a column are newest first; most are
/// those of the first column.
fn merged(timestamps: impl IntoIterator<Item = i64>) -> Vec<i64> {
    let (mut merged, mut others) = (Vec::new(), Vec::new());
    let (mut is_first, mut last, mut next) = (true, i64::MAX, 0);
    for time in timestamps {
        if time >= last {
            // Another column.
            (is_first, next) = (false, 0);
        }
        last = time;
        if is_first {
            merged.push(time);
            continue;
        }
        while merged.get(next).is_some_and(|newer| *newer > time) {
            next += 1;
        }
        if merged.get(next) != Some(&time) {
            others.push(time);
        }
    }
    if !others.is_empty() {
        merged.extend(others);
        merged.sort_unstable_by_key(|time| Reverse(*time));
        merged.dedup();
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_timestamps_of_columns_are_merged() {
        let seed = fastrand::u64(..);
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..2000 {
            let mut timestamps = Vec::new();
            for _ in 0..random.usize(0..5) {
                let column = (0..9).rev().filter(|_| random.u8(0..3) > 0);
                let column: Vec<i64> = column.map(|time| time - 4).collect();
                timestamps.extend(column);
            }
            let mut expected = timestamps.clone();
            expected.sort_by_key(|time| Reverse(*time));
            expected.dedup();
            assert_eq!(
                merged(timestamps.clone()),
                expected,
                "seed {seed}: {timestamps:?}"
            );
        }
        assert_eq!(merged([i64::MAX, 7, i64::MAX]), [i64::MAX, 7]);
    }
}
