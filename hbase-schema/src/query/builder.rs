//! The state of a scan builder: the key parts set so far, for any table.

use std::fmt::Debug;
use std::ops::Bound;

use hbase_model::layout::separator::{closes, find, quoted};
use hbase_model::primitive::ValueError;
use hbase_model::{KeyLayout, KeySink};

use super::arg::{KeyArg, SingleValue};
use super::bytes::{PartBounds, Tail};
use super::times::TimeSpan;
use crate::codec::CodecError;
use crate::key::{BoundAt, FixedWidth, KeyBuf, KeyError, KeyPart, RangePart, RowKey, shown};

/// Maximum combinations of values and ranges of all parts.
const MAX_SEVERAL: usize = 65_536;

/// The key parts set so far, which the builders of `#[derive(HTable)]` wrap.
///
/// The first error is kept, and returned when the builder is converted into ranges.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct KeyScan {
    pub(super) row: &'static str,
    pub(super) layout: &'static KeyLayout,
    /// The parts with a single value, with their separators, without the salt.
    pub(super) prefix: KeyBuf,
    /// The offsets of each of them in `prefix`.
    pub(super) spans: Vec<(usize, usize)>,
    /// The end in `prefix` of the last part that has a value, with its terminator.
    pub(super) end: usize,
    /// Whether no later part of these rows has a value.
    pub(super) is_over: bool,
    pub(super) tail: Tail,
    /// The times of a range on a time with `align`.
    pub(super) times: Option<TimeSpan>,
    /// Parts that feed the salt, set ahead of their position.
    pub(super) salted_by: Vec<(usize, KeyBuf)>,
    /// The indexes of parts that are open: `prefix` has zeros in their place.
    pub(super) gaps: Vec<usize>,
    /// Whether the salt is open.
    pub(super) any_salt: bool,
    /// The other combinations, if parts have several values or ranges.
    pub(super) others: Vec<KeyScan>,
    /// The first part that has several values or ranges.
    pub(super) several: Option<usize>,
    pub(super) error: Option<KeyError>,
}

impl KeyScan {
    /// A builder without key parts.
    pub fn new<K: RowKey>() -> Self {
        Self {
            row: K::ROW,
            layout: K::LAYOUT,
            prefix: KeyBuf::new(),
            spans: Vec::new(),
            end: 0,
            is_over: false,
            tail: Tail::Any,
            times: None,
            salted_by: Vec::new(),
            gaps: Vec::new(),
            any_salt: false,
            others: Vec::new(),
            several: None,
            error: None,
        }
    }

    /// Adds the part at `index`.
    #[must_use]
    pub fn part<T, E>(mut self, index: usize, arg: impl KeyArg<T, E>) -> Self {
        arg.apply(&mut self, index);
        self
    }

    /// Adds the part at `index`, which feeds the salt, ahead of its position.
    #[must_use]
    pub fn salt_part<T, E>(mut self, index: usize, value: impl SingleValue<T, E>) -> Self {
        value.feed_salt(&mut self, index);
        self
    }

    /// Selects all rows.
    #[must_use]
    pub fn whole_table(mut self) -> Self {
        self.tail = Tail::WholeTable;
        self
    }

    /// Adds several values or ranges of the part at `index`: `add` adds the one with the given number to a scan.
    pub(super) fn push_several(
        &mut self,
        index: usize,
        count: usize,
        add: &dyn Fn(&mut Self, usize),
    ) {
        let mut bases = std::mem::take(&mut self.others);
        bases.push(self.clone());
        if bases.len().saturating_mul(count) > MAX_SEVERAL {
            let part = self.part_name(index);
            let what = format!(
                "found {} combinations of the values and ranges up to part `{part}`, expected at most {MAX_SEVERAL}: read \
                 them with several scans",
                bases.len().saturating_mul(count)
            );
            return self.keep_error(Err(KeyError::scan(self.row, what)));
        }
        let mut scans = bases.iter().flat_map(|base| {
            (0..count).map(move |number| {
                let mut scan = base.clone();
                add(&mut scan, number);
                scan
            })
        });
        let several = self.several.or(Some(index));
        match scans.next() {
            Some(first) => {
                let others = scans.collect();
                *self = Self { others, ..first };
            }
            // No value: no row.
            None => self.tail = Tail::Empty,
        }
        self.several = several;
    }

    /// Applies `change` to the scan of each combination.
    fn each(&mut self, change: impl Fn(&mut Self)) {
        for other in &mut self.others {
            change(other);
        }
        change(self);
    }

    pub(super) fn push_value<T: KeyPart<E>, E>(&mut self, index: usize, value: &T) {
        self.each(|scan| scan.push_one::<T, E>(index, value));
    }

    fn push_one<T: KeyPart<E>, E>(&mut self, index: usize, value: &T) {
        let start = self.prefix.len();
        let written = value.encode(&mut self.prefix);
        let result = written.map_err(|cause| self.encode_error(index, &value, cause));
        let result = result.and_then(|()| self.close(index, start, T::WIDTH, &value));
        self.keep_error(result);
    }

    /// Closes the part that was written from offset `start`.
    fn close(
        &mut self,
        index: usize,
        start: usize,
        width: Option<usize>,
        value: &dyn Debug,
    ) -> Result<(), KeyError> {
        self.spans.push((start, self.prefix.len()));
        let end = self.prefix.len();
        let len = end - start;
        let part = &self.layout.parts[index];
        let is_absent = part.omit_none && len == 0;
        if !is_absent && part.is_read_as_none(&self.prefix[start..]) {
            return Err(self.encode_error(index, &value, crate::key::starts_with_ff()));
        }
        if is_absent {
            self.is_over |= part.needs_value_before_others(width);
        } else if self.is_over {
            self.tail = Tail::Empty;
        } else {
            self.end = end;
        }
        if let Err(wrong) = crate::key::check_length(part, len) {
            return Err(self.encode_error(index, &value, wrong));
        }
        let Some(separator) = part.separator.as_deref() else {
            return Ok(());
        };
        if !part.marks_its_end(width) && !closes(&self.prefix[start..], separator) {
            return Err(KeyError::ContainsSeparator {
                row: self.row,
                part: self.part_name(index),
                value: shown(value),
                separator,
            });
        }
        let written = part.separator_after(start == self.prefix.len());
        self.prefix.put(written.unwrap_or(separator));
        if part.terminated && !is_absent {
            self.end = self.prefix.len();
        }
        Ok(())
    }

    /// The length of `prefix` in a key that has no further part: the separator before parts that may be left out is missing
    /// there.
    pub(super) fn bare(&self) -> usize {
        let next = self.layout.parts.get(self.spans.len());
        match next.or(self.layout.parts.last()) {
            Some(part) if part.omit_none => self.end,
            _ => self.prefix.len(),
        }
    }

    /// Leaves the part at `index` open.
    pub(super) fn push_gap<T: FixedWidth<E>, E>(&mut self, index: usize) {
        self.each(|scan| scan.push_one_gap::<T, E>(index));
    }

    fn push_one_gap<T: FixedWidth<E>, E>(&mut self, index: usize) {
        let Some(width) = T::WIDTH else {
            let part = self.part_name(index);
            let what =
                format!("`any()` on `{part}`, whose type implements `FixedWidth` without a width");
            return self.keep_error(Err(KeyError::scan(self.row, what)));
        };
        let start = self.prefix.len();
        self.prefix.put(&vec![0; width]);
        self.spans.push((start, self.prefix.len()));
        self.gaps.push(index);
        self.end = self.prefix.len();
        let part = &self.layout.parts[index];
        if let Some(separator) = part.separator.as_deref() {
            self.prefix.put(separator);
        }
        if part.terminated {
            self.end = self.prefix.len();
        }
    }

    pub(super) fn set_range<T: RangePart<E>, E>(
        &mut self,
        index: usize,
        low: Bound<&T>,
        high: Bound<&T>,
    ) {
        let has_low = !matches!(low, Bound::Unbounded);
        let times = T::times(low, high);
        match self.range::<T, E>(index, low, high) {
            Ok(range) => self.each(|scan| {
                // A part without a value is below all bounds.
                let tail = if scan.is_over && has_low {
                    &Tail::Empty
                } else {
                    &range
                };
                scan.set_one_tail(tail);
                scan.times = times;
            }),
            Err(error) => self.keep_error(Err(error)),
        }
    }

    /// Sets the constraint after the parts with a value. A scan without rows keeps none.
    pub(super) fn set_tail(&mut self, tail: &Tail) {
        self.each(|scan| scan.set_one_tail(tail));
    }

    fn set_one_tail(&mut self, tail: &Tail) {
        if self.tail != Tail::Empty {
            self.tail = tail.clone();
        }
    }

    /// Selects every value of the next part.
    pub fn set_unbounded(&mut self) {
        self.set_tail(&Tail::Range(PartBounds::UNBOUNDED));
    }

    fn range<T: RangePart<E>, E>(
        &self,
        index: usize,
        low: Bound<&T>,
        high: Bound<&T>,
    ) -> Result<Tail, KeyError> {
        // A bound that cannot be represented is encoded as the next larger value: that value is
        // above a lower bound, and beyond an upper one.
        let is_included = matches!(low, Bound::Included(_));
        let low = self.bound(index, low, Bound::Included, |value, out| {
            value.encode_start(is_included, high, out)
        })?;
        let Some(mut low) = low else {
            return Ok(Tail::Empty);
        };
        let high = self.bound(index, high, Bound::Excluded, T::encode_bound)?;
        let mut high = high.unwrap_or(Bound::Unbounded);
        if T::DESCENDING {
            std::mem::swap(&mut low, &mut high);
        }
        let bounds = PartBounds { low, high };
        Ok(Tail::Range(bounds.before_end_of(&self.layout.parts[index])))
    }

    /// The bytes of a bound; `None` if it is above the largest value of the part.
    fn bound<T: Debug>(
        &self,
        index: usize,
        bound: Bound<&T>,
        at_next_larger: fn(KeyBuf) -> Bound<KeyBuf>,
        encode: impl FnOnce(&T, &mut KeyBuf) -> Result<BoundAt, CodecError>,
    ) -> Result<Option<Bound<KeyBuf>>, KeyError> {
        let (Bound::Included(value) | Bound::Excluded(value)) = bound else {
            return Ok(Some(Bound::Unbounded));
        };
        let mut bytes = KeyBuf::new();
        let at =
            encode(value, &mut bytes).map_err(|cause| self.encode_error(index, &value, cause))?;
        Ok(match at {
            BoundAt::Exact => Some(bound.map(|_| bytes)),
            BoundAt::Above => Some(at_next_larger(bytes)),
            BoundAt::PastEnd => None,
        })
    }

    pub(super) fn set_prefix(&mut self, index: usize, prefix: &[u8]) {
        match self.check_prefix(index, prefix) {
            Ok(()) => self.set_tail(&Tail::Prefix(KeyBuf::from_slice(prefix))),
            Err(cause) => {
                let prefix = String::from_utf8_lossy(prefix);
                let error = self.encode_error(index, &prefix, cause);
                self.keep_error(Err(error));
            }
        }
    }

    /// Rejects a prefix that reaches beyond its part, since it would match rows by their next part.
    fn check_prefix(&self, index: usize, prefix: &[u8]) -> Result<(), CodecError> {
        let part = &self.layout.parts[index];
        let fixed = part.encoding.width();
        if let Some(width) = fixed.or(part.max.map(usize::from))
            && prefix.len() > width
        {
            let found = prefix.len();
            return Err(ValueError::TooLong { found, width }.into());
        }
        match part.separator.as_deref().filter(|_| fixed.is_none()) {
            Some(separator) if find(prefix, separator).is_some() => {
                Err(CodecError::new(format_args!(
                    "found the separator {} in a prefix, expected one without it",
                    quoted(separator)
                )))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn push_salt_part<T: KeyPart<E>, E>(&mut self, index: usize, value: &T) {
        self.each(|scan| scan.push_one_salt_part::<T, E>(index, value));
    }

    fn push_one_salt_part<T: KeyPart<E>, E>(&mut self, index: usize, value: &T) {
        let mut bytes = KeyBuf::new();
        match value.encode(&mut bytes) {
            Ok(()) => self.salted_by.push((index, bytes)),
            Err(cause) => {
                let error = self.encode_error(index, &value, cause);
                self.keep_error(Err(error));
            }
        }
    }

    pub(super) fn part_name(&self, index: usize) -> &'static str {
        self.layout.parts.get(index).map_or("?", |part| &part.name)
    }

    pub(super) fn keep_error(&mut self, result: Result<(), KeyError>) {
        if let (Err(error), None) = (result, &self.error) {
            self.error = Some(error);
        }
    }

    pub(super) fn encode_error(
        &self,
        index: usize,
        value: &dyn Debug,
        cause: CodecError,
    ) -> KeyError {
        KeyError::Encode {
            row: self.row,
            part: self.part_name(index),
            value: shown(value),
            cause,
        }
    }
}
