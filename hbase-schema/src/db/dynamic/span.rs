//! Ranges of qualifiers, as bytes.

use std::ops::{Bound, RangeBounds};

use hbase_backend::Filter;
use hbase_backend::scan::prefix_successor;

use crate::codec::CodecError;
use crate::dynamic::{QualifierBound, QualifierPrefix};

/// A range of qualifiers: from `start`, inclusive, to `stop`, exclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: Vec<u8>,
    /// `None` for no end.
    pub(super) stop: Option<Vec<u8>>,
}

impl Span {
    /// All qualifiers with this prefix.
    pub(super) fn with_prefix(prefix: &[u8]) -> Self {
        Self {
            start: prefix.to_vec(),
            stop: prefix_successor(prefix),
        }
    }

    /// The qualifiers of `range`, after the columns' own prefix.
    pub(super) fn of_range<Q, B: QualifierBound<Q>>(
        prefix: &[u8],
        range: &impl RangeBounds<B>,
    ) -> Result<Self, CodecError> {
        let bytes = |bound: &B| {
            let mut bytes = prefix.to_vec();
            bound.encode_bound(&mut bytes)?;
            Ok(bytes)
        };
        let low = transposed(range.start_bound().map(bytes))?;
        let high = transposed(range.end_bound().map(bytes))?;
        Ok(Self::between(prefix, low, high, after::<Q, B>))
    }

    /// The qualifiers with a prefix between two bounds. `after` returns the first qualifier after a bound, if there is one.
    pub(super) fn between(
        prefix: &[u8],
        low: Bound<Vec<u8>>,
        high: Bound<Vec<u8>>,
        after: impl Fn(Vec<u8>) -> Option<Vec<u8>>,
    ) -> Self {
        let all = Self::with_prefix(prefix);
        let start = match low {
            Bound::Unbounded => Some(all.start.clone()),
            Bound::Included(at) => Some(at),
            Bound::Excluded(at) => after(at),
        };
        let Some(start) = start else {
            return Self::empty();
        };
        let stop = match high {
            Bound::Unbounded => all.stop.clone(),
            Bound::Included(at) => after(at),
            Bound::Excluded(at) => Some(at),
        };
        Self { start, stop }.and(all)
    }

    /// The qualifiers that start with `start`, after the columns' own prefix.
    pub(super) fn of_prefix<Q>(
        prefix: &[u8],
        start: &impl QualifierPrefix<Q>,
    ) -> Result<Self, CodecError> {
        let mut bytes = prefix.to_vec();
        start.encode_prefix(&mut bytes)?;
        Ok(Self::with_prefix(&bytes))
    }

    /// No qualifier.
    pub(super) fn empty() -> Self {
        Self {
            start: Vec::new(),
            stop: Some(Vec::new()),
        }
    }

    /// Whether no qualifier is in the range.
    pub(super) fn is_empty(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| *stop <= self.start)
    }

    /// The qualifiers that are in both ranges.
    pub(super) fn and(self, other: Self) -> Self {
        let stop = match (self.stop, other.stop) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Self {
            start: self.start.max(other.start),
            stop,
        }
    }

    /// The qualifiers of the range after this one.
    pub(super) fn after(&self, qualifier: &[u8]) -> Self {
        Self {
            start: next(qualifier.to_vec()).max(self.start.clone()),
            stop: self.stop.clone(),
        }
    }

    /// The filter that selects the range; none for all qualifiers.
    pub(super) fn filter(&self) -> Option<Filter> {
        let min = (!self.start.is_empty()).then(|| self.start.clone());
        if min.is_none() && self.stop.is_none() {
            return None;
        }
        Some(Filter::QualifierRange {
            min,
            min_inclusive: true,
            max: self.stop.clone(),
            max_inclusive: false,
        })
    }
}

/// The next qualifier in the order of bytes.
pub(super) fn next(mut qualifier: Vec<u8>) -> Vec<u8> {
    qualifier.push(0);
    qualifier
}

/// A bound whose bytes could be encoded.
pub(super) fn transposed<T>(bound: Bound<Result<T, CodecError>>) -> Result<Bound<T>, CodecError> {
    Ok(match bound {
        Bound::Unbounded => Bound::Unbounded,
        Bound::Included(at) => Bound::Included(at?),
        Bound::Excluded(at) => Bound::Excluded(at?),
    })
}

/// The first qualifier after a bound and, if it is a prefix, after all that start with it.
fn after<Q, B: QualifierBound<Q>>(bytes: Vec<u8>) -> Option<Vec<u8>> {
    if B::IS_PREFIX {
        prefix_successor(&bytes)
    } else {
        Some(next(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span<B: QualifierBound<(u8, u8)>>(range: impl RangeBounds<B>) -> (Vec<u8>, Option<Vec<u8>>) {
        let span = Span::of_range::<(u8, u8), B>(b"t", &range).expect("encodes");
        (span.start, span.stop)
    }

    #[test]
    fn bounds_are_half_open_ranges_of_bytes() {
        let bytes = |bytes: &[u8]| bytes.to_vec();
        assert_eq!(
            span((1, 2)..(3, 4)),
            (bytes(b"t\x01\x02"), Some(bytes(b"t\x03\x04")))
        );
        assert_eq!(span(..=(3, 4)), (bytes(b"t"), Some(bytes(b"t\x03\x04\0"))));
        assert_eq!(span((1, 2)..), (bytes(b"t\x01\x02"), Some(bytes(b"u"))));
        let after = (Bound::Excluded((1, 2)), Bound::Unbounded);
        assert_eq!(span(after), (bytes(b"t\x01\x02\0"), Some(bytes(b"u"))));
    }

    #[test]
    fn the_first_parts_stand_for_all_qualifiers_with_them() {
        let bytes = |bytes: &[u8]| bytes.to_vec();
        assert_eq!(span((1,)..(3,)), (bytes(b"t\x01"), Some(bytes(b"t\x03"))));
        assert_eq!(span((1,)..=(3,)), (bytes(b"t\x01"), Some(bytes(b"t\x04"))));
        assert_eq!(span(..=(255,)), (bytes(b"t"), Some(bytes(b"u"))));
        let after = (Bound::Excluded((1,)), Bound::Unbounded);
        assert_eq!(span(after), (bytes(b"t\x02"), Some(bytes(b"u"))));
    }

    #[test]
    fn ranges_meet_and_go_on() {
        let all = Span::with_prefix(b"");
        assert!(!all.is_empty() && all.filter().is_none());
        let some = Span::with_prefix(b"ab").and(Span::with_prefix(b"a"));
        assert_eq!(some, Span::with_prefix(b"ab"));
        assert!(
            Span::with_prefix(b"a")
                .and(Span::with_prefix(b"b"))
                .is_empty()
        );
        assert_eq!(some.after(b"abc").start, b"abc\0");
        assert!(Span::empty().is_empty());
    }

    #[test]
    fn a_span_without_a_name_between_its_ends_is_empty() {
        let span = |start: &[u8], stop: Option<&[u8]>| Span {
            start: start.to_vec(),
            stop: stop.map(<[u8]>::to_vec),
        };
        for (span, is_empty) in [
            (span(b"b", Some(b"a")), true),
            (span(b"b", Some(b"b")), true),
            (span(b"b", Some(b"b\0")), false),
            (span(b"b", None), false),
            (span(b"", None), false),
            (span(b"", Some(b"")), true),
        ] {
            assert_eq!(span.is_empty(), is_empty, "{span:?}");
        }
    }

    #[test]
    fn a_filter_has_the_bounds_that_a_span_has() {
        let bounds = |start: &[u8], stop: Option<&[u8]>| {
            let span = Span {
                start: start.to_vec(),
                stop: stop.map(<[u8]>::to_vec),
            };
            span.filter().map(|filter| match &filter {
                Filter::QualifierRange {
                    min,
                    min_inclusive: true,
                    max,
                    max_inclusive: false,
                } => (min.clone(), max.clone()),
                other => panic!("{other:?}"),
            })
        };
        let some = |bytes: &[u8]| Some(bytes.to_vec());
        assert_eq!(bounds(b"", None), None);
        assert_eq!(bounds(b"a", None), Some((some(b"a"), None)));
        assert_eq!(bounds(b"", Some(b"c")), Some((None, some(b"c"))));
        assert_eq!(bounds(b"a", Some(b"c")), Some((some(b"a"), some(b"c"))));
    }

    #[test]
    fn what_is_after_a_name_never_begins_before_the_span() {
        let span = Span::with_prefix(b"c");
        assert_eq!(span.after(b"a"), span);
        assert_eq!(span.after(b"cc").start, b"cc\0");
        assert_eq!(span.after(b"cc").stop, span.stop);
        let open = Span::with_prefix(b"");
        assert_eq!(open.clone().and(span.clone()), span);
        assert_eq!(span.clone().and(open), span);
    }
}
