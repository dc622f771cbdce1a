//! Identities of queries, for cursors.

use hbase_backend::{Filter, RowBound, TimeRange};
use hbase_model::KeyLayout;
use hbase_model::hash::md5;

use crate::db::dated::dates::PeriodRange;
use crate::query::{PartCheck, RowRange};

/// The parts of a query as bytes, in an encoding that is stable across versions: cursors contain a
/// hash of it.
///
/// Lists, texts and byte strings are prefixed by their lengths. Names of fields and types are not
/// included, so that renaming one keeps cursors valid.
#[derive(Clone, Debug)]
pub(in crate::db) struct QueryId(Vec<u8>);

/// The call that a cursor belongs to.
#[derive(Clone, Copy, Debug)]
pub(in crate::db) enum Paged {
    Scan = 1,
    History = 2,
    Dynamic = 3,
    DynamicScan = 4,
    #[cfg(feature = "index")]
    Index = 5,
}

impl QueryId {
    pub(in crate::db) fn new(paged: Paged, table: &str) -> Self {
        let mut id = Self(vec![paged as u8]);
        id.bytes(table.as_bytes());
        id
    }

    /// The first 8 bytes of its hash.
    pub(super) fn digest(&self) -> [u8; 8] {
        let mut digest = [0; 8];
        digest.copy_from_slice(&md5(&[&self.0])[..8]);
        digest
    }

    /// Adds the periods of a table whose name contains a date.
    pub(in crate::db) fn dates(mut self, dates: Option<PeriodRange>, latest_first: bool) -> Self {
        // Queries without periods keep the identities from before periods existed.
        if let Some(dates) = dates {
            self.0.extend([b'd', u8::from(latest_first)]);
            for bound in dates.bounds_ms() {
                self.0.extend_from_slice(&bound.to_be_bytes());
            }
        }
        self
    }

    /// Adds the key's layout: the width of its salt and its number of values, the width and the
    /// direction of each key part. The parts' encodings affect the bytes of the ranges.
    pub(in crate::db) fn key(mut self, layout: &KeyLayout) -> Self {
        match &layout.salt {
            None => self.0.push(0),
            Some(salt) => {
                self.0.push(1);
                self.count(salt.salt.width().unwrap_or(0));
                self.count(salt.salt.values().map_or(0, |values| values as usize));
                self.0.push(u8::from(salt.salt.is_text()));
                self.bytes(salt.separator.as_deref().unwrap_or_default());
            }
        }
        self.count(layout.parts.len());
        for part in layout.parts.iter() {
            self.0.push(u8::from(part.encoding.width().is_some()));
            self.count(part.encoding.width().unwrap_or(0));
            self.0.push(u8::from(part.desc));
            let ends = u8::from(part.terminated) << 1 | u8::from(part.omit_none) << 2;
            self.0.push(u8::from(part.reverse) | ends);
            self.bytes(part.separator.as_deref().unwrap_or_default());
        }
        self
    }

    pub(in crate::db) fn ranges(mut self, ranges: &[RowRange]) -> Self {
        self.count(ranges.len());
        for range in ranges {
            self.bound(&range.start);
            self.bound(&range.stop);
        }
        self
    }

    pub(in crate::db) fn rows(mut self, rows: &[Vec<u8>]) -> Self {
        self.count(rows.len());
        for row in rows {
            self.bytes(row);
        }
        self
    }

    pub(in crate::db) fn checks(mut self, checks: &[PartCheck]) -> Self {
        self.count(checks.len());
        for check in checks {
            let (index, kind, bytes) = check.identity();
            self.count(index);
            self.0.push(kind);
            self.bytes(&bytes);
        }
        self
    }

    pub(in crate::db) fn filter(mut self, filter: Option<&Filter>) -> Self {
        self.0.push(u8::from(filter.is_some()));
        if let Some(filter) = filter {
            filter.identify(&mut self.0);
        }
        self
    }

    pub(in crate::db) fn reversed(mut self, reversed: bool) -> Self {
        self.0.push(u8::from(reversed));
        self
    }

    pub(in crate::db) fn time_range(mut self, range: TimeRange) -> Self {
        self.0.extend_from_slice(&range.min.to_be_bytes());
        self.0.extend_from_slice(&range.max.to_be_bytes());
        self
    }

    /// Adds the times of columns that continue a time of the row key.
    pub(in crate::db) fn times(mut self, spans: Option<&[(i64, i64)]>) -> Self {
        for (first, last) in spans.unwrap_or_default() {
            self.0.push(b't');
            self.0.extend_from_slice(&first.to_be_bytes());
            self.0.extend_from_slice(&last.to_be_bytes());
        }
        self
    }

    /// Adds a range of the columns of one family.
    pub(in crate::db) fn columns(
        mut self,
        family: &str,
        start: &[u8],
        stop: Option<&[u8]>,
    ) -> Self {
        self.bytes(family.as_bytes());
        self.bytes(start);
        self.0.push(u8::from(stop.is_some()));
        self.bytes(stop.unwrap_or_default());
        self
    }

    fn bound(&mut self, bound: &RowBound) {
        match bound {
            RowBound::Unbounded => self.0.push(0),
            RowBound::Included(key) => {
                self.0.push(1);
                self.bytes(key);
            }
            RowBound::Excluded(key) => {
                self.0.push(2);
                self.bytes(key);
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend_from_slice(bytes);
    }

    fn count(&mut self, count: usize) {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        self.0.extend_from_slice(&count.to_be_bytes());
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use hbase_model::{Encoding, PartLayout, Salt, SaltLayout};

    use super::*;

    fn layout() -> KeyLayout {
        let part = |name: &'static str, encoding, separator: Option<&'static [u8]>| PartLayout {
            desc: separator.is_none(),
            separator: separator.map(Cow::Borrowed),
            ..PartLayout::plain(name.into(), encoding)
        };
        let text = Encoding::Text {
            width: None,
            pad: None,
        };
        let salt = Salt::Buckets {
            count: 4,
            text: true,
        };
        KeyLayout {
            salt: Some(SaltLayout {
                salt,
                separator: Some(Cow::Borrowed(b"_")),
            }),
            parts: Cow::Owned(vec![
                part("user", text, Some(b"_")),
                part("at", Encoding::Bool, None),
            ]),
        }
    }

    fn scan(layout: &KeyLayout) -> QueryId {
        let range = RowRange {
            start: RowBound::Included(b"0_a".to_vec()),
            stop: RowBound::Excluded(b"0_b".to_vec()),
        };
        QueryId::new(Paged::Scan, "NS:T")
            .key(layout)
            .ranges(&[range, RowRange::ALL])
            .checks(&[])
            .filter(Some(&Filter::FirstKeyOnly))
            .reversed(true)
            .time_range(TimeRange::ALL)
    }

    fn hex(bytes: &[u8]) -> String {
        let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        digits.concat()
    }

    /// These bytes must never change, since callers keep cursors across versions.
    #[test]
    fn a_scan_keeps_its_bytes() {
        let expected = concat!(
            "01",
            "000000044e533a54",
            "01000000010000000401000000015f",
            "00000002",
            "00000000000000000000015f",
            "0100000001010000000000",
            "00000002",
            "0100000003305f610200000003305f62",
            "0000",
            "00000000",
            "0112",
            "01",
            "00000000000000007fffffffffffffff",
        );
        assert_eq!(hex(&scan(&layout()).0), expected);
        assert_eq!(hex(&scan(&layout()).digest()), "3020eca59e5ad38f");
    }

    #[test]
    fn a_history_keeps_its_bytes() {
        let id = QueryId::new(Paged::History, "T")
            .rows(&[b"row".to_vec()])
            .time_range(TimeRange { min: 1, max: 2 });
        let expected = "0200000001540000000100000003726f7700000000000000010000000000000002";
        assert_eq!(hex(&id.0), expected);
    }

    #[test]
    fn dynamic_columns_keep_their_bytes() {
        let id = QueryId::new(Paged::Dynamic, "T")
            .ranges(&[RowRange::ALL])
            .columns("D", b"a", Some(b"b"))
            .time_range(TimeRange { min: 1, max: 2 });
        let expected = concat!(
            "030000000154",
            "000000010000",
            "0000000144",
            "0000000161",
            "010000000162",
            "00000000000000010000000000000002",
        );
        assert_eq!(hex(&id.0), expected);
    }

    #[test]
    fn the_names_of_fields_are_no_part_of_it() {
        let mut renamed = layout();
        renamed.parts.to_mut()[0].name = "account".into();
        assert_eq!(scan(&renamed).digest(), scan(&layout()).digest());
        renamed.parts.to_mut()[0].reverse = true;
        assert_ne!(scan(&renamed).digest(), scan(&layout()).digest());
    }
}
