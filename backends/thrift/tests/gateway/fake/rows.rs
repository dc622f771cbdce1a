//! The state of a scripted gateway: rows, scanners, and the calls that it received.

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use hbase_thrift::hbase::{TCell, TColumn, TRowResult, TScan};

use super::Seen;

#[derive(Default)]
pub(super) struct Shared {
    pub(super) seen: Mutex<Vec<Seen>>,
    /// The columns of each row.
    pub(super) rows: Mutex<BTreeMap<Vec<u8>, Vec<Vec<u8>>>>,
    pub(super) scanners: Mutex<HashMap<i32, Vec<TRowResult>>>,
    next_scanner: AtomicUsize,
    pub(super) open: AtomicUsize,
    pub(super) most_open: AtomicUsize,
}

impl Shared {
    /// Notes a call; its number.
    pub(super) fn note(&self, connection: usize, call: &str) -> usize {
        let mut seen = self.seen.lock().unwrap();
        seen.push(Seen {
            connection,
            call: call.to_owned(),
        });
        seen.len() - 1
    }

    pub(super) fn all_rows(&self) -> Vec<TRowResult> {
        let rows = self.rows.lock().unwrap();
        rows.iter()
            .map(|(key, columns)| row(key, columns))
            .collect()
    }

    pub(super) fn open_scanner(&self, scan: &TScan) -> i32 {
        let (start, stop) = (scan.start_row.clone(), scan.stop_row.clone());
        let reversed = scan.reversed == Some(true);
        let is_in = |key: &[u8]| {
            let (start, stop) = (start.as_deref(), stop.as_deref());
            if reversed {
                start.is_none_or(|start| key <= start) && stop.is_none_or(|stop| key > stop)
            } else {
                start.is_none_or(|start| key >= start) && stop.is_none_or(|stop| key < stop)
            }
        };
        let mut found = Vec::new();
        for (key, columns) in self
            .rows
            .lock()
            .unwrap()
            .iter()
            .filter(|(key, _)| is_in(key))
        {
            let batch = scan
                .batch_size
                .map_or(usize::MAX, |size| size.try_into().unwrap());
            let partial_rows = columns.chunks(batch).map(|columns| row(key, columns));
            found.push(partial_rows.collect::<Vec<_>>());
        }
        if !reversed {
            found.reverse();
        }
        // The next row is the last one.
        let found = found.into_iter().flat_map(|mut partial_rows| {
            partial_rows.reverse();
            partial_rows
        });
        let id = i32::try_from(self.next_scanner.fetch_add(1, Ordering::SeqCst)).unwrap();
        self.scanners.lock().unwrap().insert(id, found.collect());
        id
    }

    pub(super) fn take_rows(&self, id: i32, count: i32) -> Option<Vec<TRowResult>> {
        let mut scanners = self.scanners.lock().unwrap();
        let left = scanners.get_mut(&id)?;
        let keep = left.len().saturating_sub(count.try_into().unwrap());
        let mut taken = left.split_off(keep);
        taken.reverse();
        Some(taken)
    }
}

fn row(key: &[u8], columns: &[Vec<u8>]) -> TRowResult {
    let cell = TCell {
        value: Some(b"v".to_vec()),
        timestamp: Some(1),
    };
    let columns = columns.iter().map(|column| TColumn {
        column_name: Some(column.clone()),
        cell: Some(cell.clone()),
    });
    TRowResult {
        row: Some(key.to_vec()),
        columns: None,
        sorted_columns: Some(columns.collect()),
    }
}
