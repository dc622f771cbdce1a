//! An encoding of filters that is stable across versions.
//!
//! Cursors contain a hash of it: a tag keeps its meaning, and a new variant gets a new tag.

use super::{Comparator, CompareOp, Filter};

impl Filter {
    /// Appends bytes that identify this filter: equal filters have equal bytes, different ones
    /// differ, and later versions of this crate write the same bytes.
    ///
    /// The bytes are for hashes and cannot be decoded.
    ///
    /// ```
    /// use hbase_backend::Filter;
    /// let mut bytes = Vec::new();
    /// Filter::And(vec![Filter::RowPrefix(b"a".to_vec()), Filter::Page(3)]).identify(&mut bytes);
    /// assert_eq!(bytes, [1, 0, 0, 0, 2, 4, 0, 0, 0, 1, b'a', 9, 0, 0, 0, 0, 0, 0, 0, 3]);
    /// ```
    pub fn identify(&self, out: &mut Vec<u8>) {
        let mut left = vec![self];
        while let Some(filter) = left.pop() {
            filter.identify_alone(out);
            left.extend(filter.parts().iter().rev());
        }
    }

    /// Appends this filter without its parts; only their number is written.
    fn identify_alone(&self, out: &mut Vec<u8>) {
        match self {
            Self::And(filters) => tag_and_count(1, filters.len(), out),
            Self::Or(filters) => tag_and_count(2, filters.len(), out),
            Self::Not(_) => out.push(3),
            Self::RowPrefix(prefix) => tagged(4, prefix, out),
            Self::Row(op, than) => comparison(5, *op, than, out),
            Self::RowRanges(ranges) => row_ranges(6, ranges, out),
            Self::FuzzyRow(patterns) => fuzzy_rows(7, patterns, out),
            Self::ColumnValue { .. } => self.identify_column_value(out),
            Self::Page(rows) => {
                out.push(9);
                out.extend_from_slice(&rows.to_be_bytes());
            }
            Self::Family(op, than) => comparison(10, *op, than, out),
            Self::Qualifier(op, than) => comparison(11, *op, than, out),
            Self::QualifierPrefix(prefix) => tagged(12, prefix, out),
            Self::QualifierPrefixes(prefixes) => {
                tag_and_count(13, prefixes.len(), out);
                for prefix in prefixes {
                    bytes(prefix, out);
                }
            }
            Self::QualifierRange { .. } => self.identify_range(out),
            Self::Value(op, than) => comparison(15, *op, than, out),
            Self::Timestamps(timestamps) => {
                tag_and_count(16, timestamps.len(), out);
                out.extend(timestamps.iter().flat_map(|time| time.to_be_bytes()));
            }
            Self::KeyOnly(length) => out.extend_from_slice(&[17, u8::from(*length)]),
            Self::FirstKeyOnly => out.push(18),
            Self::ColumnPage { limit, offset } => {
                out.push(19);
                out.extend_from_slice(&limit.to_be_bytes());
                out.extend_from_slice(&offset.to_be_bytes());
            }
            Self::Skip(_) => out.push(20),
            Self::WhileMatch(_) => out.push(21),
        }
    }

    fn identify_column_value(&self, out: &mut Vec<u8>) {
        if let Self::ColumnValue {
            family,
            qualifier,
            op,
            comparator,
            filter_if_missing,
            latest_version_only,
        } = self
        {
            comparison(8, *op, comparator, out);
            bytes(family, out);
            bytes(qualifier, out);
            out.push(u8::from(*filter_if_missing));
            out.push(u8::from(*latest_version_only));
        }
    }

    fn identify_range(&self, out: &mut Vec<u8>) {
        if let Self::QualifierRange {
            min,
            min_inclusive,
            max,
            max_inclusive,
        } = self
        {
            out.push(14);
            for (bound, inclusive) in [(min, min_inclusive), (max, max_inclusive)] {
                out.push(u8::from(bound.is_some()));
                bytes(bound.as_deref().unwrap_or_default(), out);
                out.push(u8::from(*inclusive));
            }
        }
    }
}

fn comparison(tag: u8, op: CompareOp, than: &Comparator, out: &mut Vec<u8>) {
    out.push(tag);
    out.push(match op {
        CompareOp::Less => 1,
        CompareOp::LessOrEqual => 2,
        CompareOp::Equal => 3,
        CompareOp::NotEqual => 4,
        CompareOp::GreaterOrEqual => 5,
        CompareOp::Greater => 6,
    });
    match than {
        Comparator::Binary(than) => tagged(1, than, out),
        Comparator::BinaryPrefix(than) => tagged(2, than, out),
        Comparator::Long(than) => tagged(3, &than.to_be_bytes(), out),
        Comparator::Regex(than) => tagged(4, than.as_bytes(), out),
        Comparator::Substring(than) => tagged(5, than.as_bytes(), out),
        Comparator::Null => tagged(6, &[], out),
    }
}

fn row_ranges(tag: u8, ranges: &[(Vec<u8>, Vec<u8>)], out: &mut Vec<u8>) {
    tag_and_count(tag, ranges.len(), out);
    for (start, stop) in ranges {
        bytes(start, out);
        bytes(stop, out);
    }
}

fn fuzzy_rows(tag: u8, patterns: &[(Vec<u8>, Vec<bool>)], out: &mut Vec<u8>) {
    tag_and_count(tag, patterns.len(), out);
    for (pattern, fixed) in patterns {
        bytes(pattern, out);
        count(fixed.len(), out);
        out.extend(fixed.iter().map(|fixed| u8::from(*fixed)));
    }
}

fn tag_and_count(tag: u8, len: usize, out: &mut Vec<u8>) {
    out.push(tag);
    count(len, out);
}

fn tagged(tag: u8, text: &[u8], out: &mut Vec<u8>) {
    out.push(tag);
    bytes(text, out);
}

fn bytes(text: &[u8], out: &mut Vec<u8>) {
    count(text.len(), out);
    out.extend_from_slice(text);
}

/// A count in 4 bytes; no request has 4 GiB of anything.
fn count(len: usize, out: &mut Vec<u8>) {
    let len = u32::try_from(len).unwrap_or(u32::MAX);
    out.extend_from_slice(&len.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(filter: &Filter) -> String {
        let mut bytes = Vec::new();
        filter.identify(&mut bytes);
        let digits: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        digits.concat()
    }

    /// Every variant with its bytes: they must never change, since callers keep cursors across
    /// versions.
    #[test]
    fn the_bytes_of_every_variant_stay_what_they_are() {
        let a = || b"a".to_vec();
        let binary = || Comparator::Binary(a());
        let leaf = Filter::FirstKeyOnly;
        let column = Filter::ColumnValue {
            family: b"D1".to_vec(),
            qualifier: b"N".to_vec(),
            op: CompareOp::GreaterOrEqual,
            comparator: Comparator::Long(-1),
            filter_if_missing: true,
            latest_version_only: false,
        };
        let range = Filter::QualifierRange {
            min: Some(a()),
            min_inclusive: true,
            max: None,
            max_inclusive: false,
        };
        let cases = [
            (
                Filter::And(vec![leaf.clone(), Filter::KeyOnly(true)]),
                "01000000021211 01",
            ),
            (Filter::Or(vec![]), "0200000000"),
            (Filter::Not(Box::new(leaf.clone())), "0312"),
            (Filter::RowPrefix(a()), "0400000001 61"),
            (Filter::Row(CompareOp::Less, binary()), "050101 00000001 61"),
            (
                Filter::RowRanges(vec![(a(), vec![])]),
                "0600000001 00000001 61 00000000",
            ),
            (
                Filter::FuzzyRow(vec![(b"ab".to_vec(), vec![true, false])]),
                "0700000001 00000002 6162 00000002 0100",
            ),
            (
                column,
                "080503 00000008 ffffffffffffffff 00000002 4431 00000001 4e 0100",
            ),
            (Filter::Page(7), "090000000000000007"),
            (
                Filter::Family(CompareOp::LessOrEqual, Comparator::BinaryPrefix(a())),
                "0a0202 00000001 61",
            ),
            (
                Filter::Qualifier(CompareOp::Equal, Comparator::Regex("a".into())),
                "0b0304 00000001 61",
            ),
            (Filter::QualifierPrefix(a()), "0c00000001 61"),
            (
                Filter::QualifierPrefixes(vec![a(), vec![]]),
                "0d00000002 00000001 61 00000000",
            ),
            (range, "0e 01 00000001 61 01 00 00000000 00"),
            (
                Filter::Value(CompareOp::NotEqual, Comparator::Substring("a".into())),
                "0f0405 00000001 61",
            ),
            (
                Filter::Value(CompareOp::Greater, Comparator::Null),
                "0f0606 00000000",
            ),
            (
                Filter::Timestamps(vec![1, -1]),
                "1000000002 0000000000000001 ffffffffffffffff",
            ),
            (Filter::KeyOnly(false), "1100"),
            (Filter::FirstKeyOnly, "12"),
            (
                Filter::ColumnPage {
                    limit: 1,
                    offset: 2,
                },
                "13 00000001 00000002",
            ),
            (Filter::Skip(Box::new(leaf.clone())), "1412"),
            (Filter::WhileMatch(Box::new(leaf)), "1512"),
        ];
        for (filter, expected) in cases {
            assert_eq!(hex(&filter), expected.replace(' ', ""), "{filter:?}");
        }
    }

    #[test]
    fn filters_nested_otherwise_differ() {
        let leaf = || Filter::FirstKeyOnly;
        let left = Filter::And(vec![Filter::And(vec![leaf()]), leaf()]);
        let right = Filter::And(vec![Filter::And(vec![leaf(), leaf()])]);
        assert_ne!(hex(&left), hex(&right));
    }
}
