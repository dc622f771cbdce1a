//! A small `HBase`: one row with a stamp cell, and the column of one entry for each value.
//!
//! Of a column only the newest put and the newest "up to" marker can ever be seen: an older put is
//! superseded (VERSIONS is 1), and hidden by every marker that hides the newest one.

use hbase_index::protocol::{Check, EntrySet, Request, Response, RowRead, Stamp};

use crate::domain::{Small, Values};

pub(crate) const VALUES: u8 = 2;

/// The store's configuration: rules that the steps do not contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each rule is one independent switch"
)]
pub(crate) struct Setup {
    /// 7: a deletion of the row leaves its stamp.
    pub(crate) stamp_outlives_deletion: bool,
    /// 7: a stamp does not expire.
    pub(crate) stamp_outlives_expiry: bool,
    /// 8: entries live at least as long as rows.
    pub(crate) entries_outlive_rows: bool,
    /// 8: entries live longer than rows by the longest duration of a query.
    pub(crate) entries_outlive_queries: bool,
    /// 9: an index is listed before the table with the rows is created.
    pub(crate) lists_before_rows: bool,
    /// 9: a table that exists is not taken for one's own.
    pub(crate) proves_creation: bool,
    /// 9: a state is only changed if it still has the generation that was read.
    pub(crate) compares_generation: bool,
    /// 9: a writer reads the states after it has seen the table.
    pub(crate) sees_table_first: bool,
    /// 9: whoever drops the table with the rows records it before.
    pub(crate) records_drops: bool,
    /// 9: and then drops its indexes, which raises their generations.
    pub(crate) drops_indexes_first: bool,
    /// Whether superseded stamps are remembered, which only a weakened check sees.
    pub(crate) keeps_old_stamps: bool,
}

impl Setup {
    pub(crate) const PROPER: Self = Self {
        stamp_outlives_deletion: true,
        stamp_outlives_expiry: true,
        entries_outlive_rows: true,
        entries_outlive_queries: true,
        lists_before_rows: true,
        proves_creation: true,
        compares_generation: true,
        sees_table_first: true,
        records_drops: true,
        drops_indexes_first: true,
        keeps_old_stamps: false,
    };
}

/// A column's newest put, and the newest marker that deletes the column up to its timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Column {
    pub(crate) put: u8,
    pub(crate) marker: u8,
}

impl Column {
    /// The timestamp of the visible put, or 0.
    pub(crate) fn visible(self, horizon: u8) -> u8 {
        if self.put > self.marker && self.put > horizon {
            self.put
        } else {
            0
        }
    }

    /// A major compaction: removes a hidden put, then the marker.
    fn compact(&mut self) {
        if self.put <= self.marker {
            self.put = 0;
        }
        self.marker = 0;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Store {
    pub(crate) row: Column,
    pub(crate) value: u8,
    pub(crate) stamp: Option<Stamp<u8>>,
    /// Stamp cells up to here are deleted.
    pub(crate) stamp_marker: u8,
    /// The timestamps of superseded stamp cells, as bits.
    pub(crate) old_stamps: u16,
    pub(crate) entries: [Column; VALUES as usize],
    /// Whether the table with the rows exists, and whether it was ever dropped by the library.
    pub(crate) has_rows: bool,
    pub(crate) was_dropped: bool,
    /// Whether the index table exists.
    pub(crate) has_index: bool,
    /// How often it was created.
    pub(crate) creations: u8,
    /// Cells up to here have expired: of the row, and of entries.
    pub(crate) row_horizon: u8,
    pub(crate) entry_horizon: u8,
}

impl Store {
    pub(crate) fn empty() -> Self {
        Self {
            row: Column::default(),
            value: 0,
            stamp: None,
            stamp_marker: 0,
            old_stamps: 0,
            entries: [Column::default(); VALUES as usize],
            has_rows: true,
            was_dropped: false,
            has_index: true,
            creations: 0,
            row_horizon: 0,
            entry_horizon: 0,
        }
    }

    /// A row that a writer has written: `value` at the timestamp 1.
    pub(crate) fn written(value: u8) -> Self {
        let mut store = Self::empty();
        store.put_value(value, 1);
        store.stamp = Some(Stamp { at: 1, id: 0xff });
        store.entries[usize::from(value) - 1].put = 1;
        store
    }

    /// A row from before stamps existed: `value` at the timestamp `at`, without an entry.
    pub(crate) fn unstamped(value: u8, at: u8) -> Self {
        let mut store = Self::empty();
        store.put_value(value, at);
        store
    }

    /// A row that was written at 1 and deleted at `at`.
    pub(crate) fn deleted(at: u8) -> Self {
        let mut store = Self::empty();
        store.row.marker = at - 1;
        store.stamp = Some(Stamp {
            at: at.into(),
            id: 0xff,
        });
        store
    }

    /// A row with a stamp at 1, and `value` of another program at the timestamp `at`, with its entry.
    pub(crate) fn overwritten(value: u8, at: u8) -> Self {
        let mut store = Self::written(value);
        store.put_value(value, at);
        store.entries[usize::from(value) - 1].put = at;
        store
    }

    /// The row's current value, or 0.
    pub(crate) fn current(&self) -> u8 {
        if self.row.visible(self.row_horizon) == 0 {
            0
        } else {
            self.value
        }
    }

    /// The timestamp of a value's entry, or 0.
    pub(crate) fn entry(&self, value: u8) -> u8 {
        self.entries[usize::from(value) - 1].visible(self.entry_horizon)
    }

    /// Whether the current value can be found by the index.
    pub(crate) fn is_indexed(&self) -> bool {
        let current = self.current();
        current == 0 || self.entry(current) != 0
    }

    pub(crate) fn visible_stamp(&self, setup: Setup) -> Option<Stamp<u8>> {
        let horizon = i64::from(self.row_horizon);
        let stamp = self
            .stamp
            .filter(|stamp| stamp.at > self.stamp_marker.into());
        stamp.filter(|stamp| setup.stamp_outlives_expiry || stamp.at > horizon)
    }

    pub(crate) fn read(&self, setup: Setup) -> RowRead<Small> {
        let newest = self.row.visible(self.row_horizon);
        RowRead {
            stamp: self.visible_stamp(setup),
            newest: Some(i64::from(newest)).filter(|newest| *newest != 0),
            content: self.current(),
        }
    }

    /// Carries out a request on the row or its entries; not a wait.
    pub(crate) fn execute(&mut self, setup: Setup, request: &Request<Small>) -> Response<Small> {
        match request {
            Request::ReadRow if !self.has_rows => Response::Lost,
            Request::WriteRow { .. } | Request::RaiseStamp { .. } if !self.has_rows => {
                Response::NotApplied
            }
            Request::ReadRow => Response::Row(self.read(setup)),
            Request::PutEntries { .. } | Request::DeleteEntries { .. } if !self.has_index => {
                Response::NotApplied
            }
            Request::PutEntries { entries, at } => self.put_entries(*entries, small(*at)),
            Request::DeleteEntries { entries, up_to } => {
                let up_to = if *up_to == i64::MAX {
                    self.server_time()
                } else {
                    small(*up_to)
                };
                self.delete_entries(*entries, up_to)
            }
            Request::WriteRow {
                check,
                stamp,
                change,
            } => {
                let holds = self.holds(setup, *check);
                if holds {
                    self.put_stamp(setup, *stamp);
                    self.write(setup, *change, small(stamp.at));
                }
                Response::Checked(holds)
            }
            Request::RaiseStamp { check, stamp } => {
                let holds = self.holds(setup, *check);
                if holds {
                    self.put_stamp(setup, *stamp);
                }
                Response::Checked(holds)
            }
            Request::RemoveStamp { stamp } => {
                let holds = self.holds(setup, Check::Equals(*stamp));
                if holds {
                    self.stamp_marker = self.stamp_marker.max(small(stamp.at));
                }
                Response::Checked(holds)
            }
            Request::Wait { .. } => Response::Done,
        }
    }

    fn put_entries(&mut self, entries: Values, at: u8) -> Response<Small> {
        for value in (1..=VALUES).filter(|value| entries.contains(value)) {
            let column = &mut self.entries[usize::from(value) - 1];
            column.put = column.put.max(at);
        }
        Response::Done
    }

    fn delete_entries(&mut self, entries: Values, up_to: u8) -> Response<Small> {
        for value in (1..=VALUES).filter(|value| entries.contains(value)) {
            let column = &mut self.entries[usize::from(value) - 1];
            column.marker = column.marker.max(up_to);
        }
        Response::Done
    }

    fn holds(&self, setup: Setup, check: Check<u8>) -> bool {
        let found = self.visible_stamp(setup);
        match check {
            Check::Absent => found.is_none(),
            Check::Equals(stamp) => found == Some(stamp),
            Check::AnyAt(at) => {
                found.is_some_and(|found| found.at == at) || self.old_stamps & (1 << at) != 0
            }
            Check::Always => true,
        }
    }

    fn put_stamp(&mut self, setup: Setup, stamp: Stamp<u8>) {
        let newest = self.stamp.map_or(0, |found| found.at);
        let superseded = if stamp.at >= newest {
            self.stamp = Some(stamp);
            newest
        } else {
            stamp.at
        };
        if setup.keeps_old_stamps && superseded != 0 {
            self.old_stamps |= 1 << superseded;
        }
    }

    fn write(&mut self, setup: Setup, change: u8, at: u8) {
        if change != 0 {
            return self.put_value(change, at);
        }
        // Below the stamp, so that a mutation can delete a row and put cells once more.
        self.row.marker = self.row.marker.max(at - 1);
        if !setup.stamp_outlives_deletion {
            self.stamp = None;
        }
    }

    fn put_value(&mut self, value: u8, at: u8) {
        if at >= self.row.put {
            self.row.put = at;
            self.value = value;
        }
    }

    /// A server's clock; no timestamp in the store is ahead of it.
    fn server_time(&self) -> u8 {
        let entries = self.entries.iter().map(|entry| entry.put);
        entries.chain([self.row.put]).max().unwrap_or(0)
    }

    pub(crate) fn compact_row(&mut self) {
        self.row.compact();
        if self.row.put == 0 {
            self.value = 0;
        }
        self.old_stamps = 0;
        let marker = i64::from(std::mem::take(&mut self.stamp_marker));
        self.stamp = self.stamp.filter(|stamp| stamp.at > marker);
    }

    pub(crate) fn compact_entry(&mut self, value: u8) {
        self.entries[usize::from(value) - 1].compact();
    }

    /// Creates the index table if it is missing; returns which creation it is from.
    pub(crate) fn create_index(&mut self) -> u128 {
        self.creations += u8::from(!self.has_index);
        self.has_index = true;
        self.creations.into()
    }

    /// Creates the table with the rows if it is missing; returns whether it was.
    pub(crate) fn create_rows(&mut self) -> bool {
        !std::mem::replace(&mut self.has_rows, true)
    }

    pub(crate) fn drop_rows(&mut self) {
        self.has_rows = false;
        (self.row, self.value) = (Column::default(), 0);
        (self.stamp, self.old_stamps) = (None, 0);
    }

    pub(crate) fn drop_index(&mut self) {
        self.has_index = false;
        self.entries = [Column::default(); VALUES as usize];
    }
}

fn small(timestamp: i64) -> u8 {
    u8::try_from(timestamp).expect("the model's timestamps are small")
}
