//! Gets and scans. Every field is named: a new one does not compile until it is drawn.

use std::borrow::Cow;

use hbase_backend::{ColumnSelection, Get, PastSnapshot, ReadOptions, RowBound, Scan, TimeRange};

use super::Extremes;

impl Extremes {
    pub(super) fn time_range(&mut self) -> TimeRange {
        if !self.is_odd() {
            return TimeRange::ALL;
        }
        TimeRange {
            min: self.timestamp(),
            max: self.timestamp(),
        }
    }

    fn selection(&mut self) -> ColumnSelection {
        ColumnSelection {
            family: Cow::Owned(self.family()),
            qualifiers: self.list(|x| Cow::Owned(x.qualifier())),
        }
    }

    pub(super) fn read(&mut self) -> ReadOptions {
        ReadOptions {
            columns: self.maybe(|x| x.list(Self::selection)).unwrap_or_default(),
            time_range: self.time_range(),
            family_time_ranges: self
                .odd(|x| x.list(|x| (x.family(), x.time_range())))
                .unwrap_or_default(),
            max_versions: self.small(),
            filter: self.maybe(Self::filter),
            store_limit: self.odd(Self::small),
            store_offset: self.odd(Self::small).unwrap_or(0),
            cache_blocks: self.yes(),
            whole_families: true,
        }
    }

    pub(super) fn get(&mut self) -> Get {
        Get {
            row: self.row(),
            read: self.read(),
            existence_only: self.is_odd(),
        }
    }

    fn bound(&mut self) -> RowBound {
        match self.rng.u8(..3) {
            0 => RowBound::Unbounded,
            1 => RowBound::Included(self.row()),
            _ => RowBound::Excluded(self.row()),
        }
    }

    pub(super) fn scan(&mut self) -> Scan {
        Scan {
            start: self.bound(),
            stop: self.bound(),
            reversed: self.yes(),
            limit: self.maybe(Self::number),
            batch: self.odd(Self::small),
            caching: self.maybe(Self::small),
            max_result_bytes: self.maybe(Self::number),
            raw: self.is_odd(),
            read: self.read(),
            past_snapshot: if self.is_odd() {
                PastSnapshot::Renew
            } else {
                PastSnapshot::Fail
            },
        }
    }
}
