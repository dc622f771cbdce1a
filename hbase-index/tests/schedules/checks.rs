//! The checks of a query, and of the index at the end.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Backend, Row};
use hbase_index::{IndexedTable, Verification};

use crate::clients::range_of;
use crate::tables::{ROWS, VALUES, current, row_key, soon, value_in};

/// A running query: which rows have matched since it started.
pub(crate) struct Watch {
    pub(crate) values: Range<u8>,
    throughout: [bool; ROWS],
}

impl Watch {
    pub(crate) fn new(values: Range<u8>, current: [Option<u8>; ROWS]) -> Self {
        let mut watch = Self {
            values,
            throughout: [true; ROWS],
        };
        watch.observe(current);
        watch
    }

    pub(crate) fn observe(&mut self, current: [Option<u8>; ROWS]) {
        for (throughout, value) in self.throughout.iter_mut().zip(current) {
            *throughout &= value.is_some_and(|value| self.values.contains(&value));
        }
    }

    /// Compares the query's rows with the observed ones.
    pub(crate) fn check(&self, number: u64, rows: &[Row]) -> Result<(), String> {
        for row in rows {
            if !value_in(row).is_some_and(|value| self.values.contains(&value)) {
                return Err(format!("{row:?} does not match {:?}", self.values));
            }
        }
        for (position, throughout) in self.throughout.into_iter().enumerate() {
            let key = row_key(number, position);
            let found = rows.iter().filter(|row| row.key() == key).count();
            if found > 1 || (throughout && found == 0) {
                let fault = if found == 0 {
                    "missed"
                } else {
                    "returned twice"
                };
                let values = &self.values;
                return Err(format!("a query of {values:?} {fault} row {position}"));
            }
        }
        Ok(())
    }
}

/// After the last task: every query equals a scan; after a sweep, the index has exactly what it must.
pub(crate) async fn check_end(
    store: &Arc<dyn Backend>,
    table: &Arc<IndexedTable>,
    number: u64,
) -> Result<(), String> {
    let index = &table.definition().indexes[0].table;
    let values = current(&**store, table.definition(), number).await;
    for start in 0..VALUES {
        for end in start + 1..=VALUES {
            let watch = Watch::new(start..end, values);
            let range = range_of(number, &(start..end));
            let rows = table.query(index, vec![range], Vec::new(), |_| true);
            let rows = rows.map_err(|error| error.to_string())?;
            let rows = rows.all(soon()).await.map_err(|error| error.to_string())?;
            watch.check(number, &rows)?;
            let expected = values.iter().flatten().filter(|v| (start..end).contains(v));
            if rows.len() != expected.count() {
                return Err(format!(
                    "{} rows of {start}..{end}, values {values:?}",
                    rows.len()
                ));
            }
        }
    }
    check_swept(table, values.iter().flatten().count()).await
}

async fn check_swept(table: &Arc<IndexedTable>, rows: usize) -> Result<(), String> {
    let index = &table.definition().indexes[0].table;
    let timeout = Duration::from_secs(60);
    let swept = table.sweep(index, Duration::ZERO, timeout).await;
    swept.map_err(|error| error.to_string())?;
    let found = table.verify(index, Verification::Report, timeout).await;
    let found = found.map_err(|error| error.to_string())?;
    let live = usize::try_from(found.live).unwrap_or(usize::MAX);
    if found.missing != 0 || found.stale != 0 || found.damaged != 0 || live != rows {
        return Err(format!("{found:?} after a sweep, {rows} rows"));
    }
    Ok(())
}
