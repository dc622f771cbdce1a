//! The rows of a scan, read batch by batch.

use std::collections::VecDeque;
use std::time::Duration;

use hbase_backend::scan::prefix_successor;
use hbase_backend::{Deadline, Error, Result, Row, RowBound, Scan};

use super::ahead::Batch;
use super::plan::Plan;
use super::reader::{Found, PartialRow, Reader};
use super::renewal::Renewal;
use crate::engine::{Direction, KeyRange};
use crate::filter::row_prefix;
use crate::key;
use crate::store::Store;
use crate::table::Table;
use crate::work::Work;

/// Default bytes of a batch. `HBase` uses 2 MiB because of the network; here batches are read
/// ahead, and their memory is reused.
const DEFAULT_BYTES: u64 = 512 << 10;

/// After this number of rows that do not pass the filter, the scan reports how far it has read: about every
/// millisecond.
const MOST_PASSED: u32 = 1024;

/// Maximum time for reading the rest of a row before its snapshot is released.
const PARK_PATIENCE: Duration = Duration::from_secs(10);

/// The rows of a scan, batch by batch.
pub(super) struct Rows {
    /// `None` for an empty range.
    reader: Option<Reader>,
    left: u64,
    /// Whether the end was reached.
    is_ended: bool,
    caching: usize,
    max_bytes: u64,
    /// The rest of a row in whose middle the snapshot was released.
    pending: VecDeque<Row>,
    failed: Option<Error>,
}

impl Rows {
    pub(super) fn open(store: &Store, table: &Table, scan: &Scan) -> Result<Self> {
        let plan = Plan::new(table, &scan.read, scan.raw, scan.reversed, store.now())?;
        let mut range = bounds(scan);
        if let Some(prefix) = scan.read.filter.as_ref().and_then(row_prefix) {
            narrow(&mut range, prefix);
        }
        let is_empty = range.to.as_ref().is_some_and(|to| *to <= range.from);
        let direction = if scan.reversed {
            Direction::Backward
        } else {
            Direction::Forward
        };
        let snapshot = store.engine().snapshot();
        let reader = if is_empty {
            None
        } else {
            let renewal = Renewal::new(
                snapshot.as_ref(),
                scan.past_snapshot,
                store.activity().written().clone(),
                store.options().snapshot_bytes,
                range.clone(),
            );
            let mut reader = Reader::open(plan, &snapshot, range, direction, scan.batch)?;
            reader.set_renewal(renewal);
            Some(reader)
        };
        Ok(Self {
            reader,
            left: scan.limit.unwrap_or(u64::MAX),
            is_ended: false,
            caching: given(scan.caching).map_or(usize::MAX, |caching| {
                usize::try_from(caching).unwrap_or(usize::MAX)
            }),
            max_bytes: given(scan.max_result_bytes).unwrap_or(DEFAULT_BYTES),
            pending: VecDeque::new(),
            failed: None,
        })
    }

    /// Whether the end was reached.
    pub(super) fn is_ended(&self) -> bool {
        self.is_ended && self.pending.is_empty()
    }

    /// Whether the snapshot retains more than allowed.
    pub(super) fn is_due(&self) -> bool {
        self.reader.as_ref().is_some_and(Reader::is_due)
    }

    /// Releases the snapshot. A partly returned row is read to its end first, so that it stays
    /// consistent.
    pub(super) fn park(&mut self) {
        let mut work = Work::new("finishing a row of a scan", Deadline::after(PARK_PATIENCE));
        match self.finish_row(&mut work) {
            Ok(()) => {}
            // The row is too long: the snapshot is kept until the next attempt.
            Err(Error::DeadlineExceeded { .. }) => return,
            Err(error) => self.failed = Some(error),
        }
        let Some(reader) = &mut self.reader else {
            return;
        };
        self.pending.extend(reader.take_rows());
        if let Err(error) = reader.park() {
            self.failed = Some(error);
        }
    }

    /// Reads the rest of the current row, and nothing after it, because many other rows may follow.
    fn finish_row(&mut self, work: &mut Work) -> Result<()> {
        let Some(reader) = &mut self.reader else {
            return Ok(());
        };
        while !reader.is_between_rows() {
            if let Some(PartialRow { is_first }) = reader.next_of_row(work)? {
                self.left = self.left.saturating_sub(u64::from(is_first));
                reader.keep();
            }
        }
        Ok(())
    }

    /// The rows that were read when the snapshot was released.
    fn take_pending(&mut self) -> Batch {
        let count = self.pending.len().min(self.caching);
        let rows: Vec<Row> = self.pending.drain(..count).collect();
        let bytes = rows.iter().map(|row| row.as_block().len() as u64).sum();
        Batch {
            rows,
            bytes,
            passed: None,
        }
    }

    /// The next rows, or how far the scan has read without one; neither at the end.
    pub(super) fn next_batch(&mut self, work: &mut Work) -> Result<Batch> {
        if !self.pending.is_empty() {
            return Ok(self.take_pending());
        }
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let (mut count, mut bytes, mut passed) = (0, 0, None);
        while count < self.caching && bytes < self.max_bytes {
            match self.next_row(work) {
                Ok(Found::Part(_)) => {
                    count += 1;
                    bytes += self.keep_part();
                }
                Ok(Found::Passed) => {
                    passed = self.passed(count)?;
                    break;
                }
                Ok(Found::End) => {
                    self.is_ended = true;
                    break;
                }
                // Rows that were read in time are returned; the rest waits for the next call.
                Err(Error::DeadlineExceeded { .. }) if count > 0 => break,
                Err(error) => return Err(error),
            }
        }
        let rows = self.reader.as_mut().map(Reader::take_rows);
        Ok(Batch {
            rows: rows.unwrap_or_default(),
            bytes,
            passed,
        })
    }

    /// The start of the rest of the scan, if the batch has no rows (`count`).
    fn passed(&mut self, count: usize) -> Result<Option<RowBound>> {
        let Some(reader) = self.reader.as_mut().filter(|_| count == 0) else {
            return Ok(None);
        };
        let next = if reader.is_filter_done() {
            None
        } else {
            reader.next_key()?
        };
        self.is_ended = next.is_none();
        Ok(next.map(RowBound::Included))
    }

    /// Reads the next row or partial row.
    fn next_row(&mut self, work: &mut Work) -> Result<Found> {
        let Some(reader) = &mut self.reader else {
            return Ok(Found::End);
        };
        // A limit counts rows, so all partial rows of the last one are returned.
        let found = match self.left {
            0 => reader.next_of_row(work)?.map_or(Found::End, Found::Part),
            _ => reader.next_within(MOST_PASSED, work)?,
        };
        if let Found::Part(PartialRow { is_first }) = found {
            self.left = self.left.saturating_sub(u64::from(is_first));
        }
        Ok(found)
    }

    /// Adds the row or partial row to the batch; returns its length in bytes.
    fn keep_part(&mut self) -> u64 {
        let Some(reader) = &mut self.reader else {
            return 0;
        };
        let len = reader.cells().len() as u64;
        reader.keep();
        len
    }
}

/// As in `HBase`, 0 means the default limit of rows or bytes.
fn given<N: Default + PartialEq>(number: Option<N>) -> Option<N> {
    number.filter(|number| *number != N::default())
}

/// Restricts a range to rows with a prefix.
fn narrow(range: &mut KeyRange, prefix: &[u8]) {
    let first = key::row_start(prefix);
    if range.from < first {
        range.from = first;
    }
    let Some(behind) = prefix_successor(prefix) else {
        return;
    };
    let behind = key::row_start(&behind);
    if range.to.as_ref().is_none_or(|to| behind < *to) {
        range.to = Some(behind);
    }
}

/// The scan's range in storage keys, the lower end first. An empty key means unbounded.
fn bounds(scan: &Scan) -> KeyRange {
    let (low, high) = if scan.reversed {
        (&scan.stop, &scan.start)
    } else {
        (&scan.start, &scan.stop)
    };
    let from = match low {
        RowBound::Unbounded => vec![0],
        RowBound::Included(row) | RowBound::Excluded(row) if row.is_empty() => vec![0],
        RowBound::Included(row) => key::row_prefix(row),
        RowBound::Excluded(row) => key::after(&key::row_prefix(row)),
    };
    let to = match high {
        RowBound::Unbounded => None,
        RowBound::Included(row) | RowBound::Excluded(row) if row.is_empty() => None,
        RowBound::Included(row) => Some(key::after(&key::row_prefix(row))),
        RowBound::Excluded(row) => Some(key::row_prefix(row)),
    };
    KeyRange { from, to }
}

#[cfg(test)]
mod tests {
    use hbase_backend::Mutation;
    use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

    use super::*;
    use crate::engine::Memory;
    use crate::options::Options;

    /// Three columns in each of a hundred rows.
    fn store(name: &TableName) -> Store {
        let store = Store::new(Box::new(Memory::default()), Options::default()).unwrap();
        let mut table = TableDescriptor::new(name.clone());
        table.families = vec![FamilyDescriptor::new("f")].into();
        let mut work = Work::new("writing", Deadline::after(PARK_PATIENCE));
        store.create_table(&table, &work).unwrap();
        for number in 0..100 {
            let mut put = Mutation::new(format!("{number:03}"));
            for column in [b"a", b"b", b"c"] {
                put.put_at(b"f", column, 1, b"value").unwrap();
            }
            store.mutate(name, &put, &mut work).unwrap();
        }
        store
    }

    #[test]
    fn parking_reads_one_row_to_its_end_and_no_other() {
        let name = TableName::from_static("default", "T");
        let store = store(&name);
        let mut work = Work::new("reading", Deadline::after(PARK_PATIENCE));
        // 1 and 3 divide the row's length, so that its last partial row is full.
        for (batch, rest) in [(1, 2), (2, 1), (3, 0)] {
            let mut scan = Scan::new();
            (scan.batch, scan.caching, scan.limit) = (Some(batch), Some(1), Some(50));
            let open = |table: &_| Rows::open(&store, table, &scan);
            let mut rows = store.read(&name, open).unwrap();
            let mut seen = rows.next_batch(&mut work).unwrap().rows;
            rows.park();
            assert_eq!(rows.pending.len(), rest, "batch {batch}");
            loop {
                let next = rows.next_batch(&mut work).unwrap().rows;
                if next.is_empty() {
                    break;
                }
                seen.extend(next);
                rows.park();
            }
            let cells: usize = seen.iter().map(|row| row.cells().count()).sum();
            assert_eq!(cells, 150, "batch {batch}");
        }
    }
}
