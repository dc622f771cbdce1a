//! What a question has been told so far, whatever its table.

use std::ops::Bound;

use hbase_model::primitive::ValueError;
use hbase_model::{KeyLayout, KeySink};

use super::bytes::{Edges, between, start_key, within};
use super::check::PartCheck;
use super::cost::Cost;
use super::ranges::{KeyRanges, RowRange};
use super::salts::{self, Salts};
use crate::codec::CodecError;
use crate::key::{BoundAt, KeyBuf, KeyError, KeyPart, RangePart, RowKey, closes, shown};

/// What a question has been told so far. The builders that the macro makes wrap it.
#[derive(Clone, Debug)]
pub struct KeyScan {
    row: &'static str,
    layout: &'static KeyLayout,
    /// The parts that were given a value, with their separators, without the salt.
    prefix: KeyBuf,
    /// Where each of them lies in `prefix`.
    spans: Vec<(usize, usize)>,
    end: End,
    /// What feeds the salt, given ahead of its place.
    salted_by: Vec<(usize, KeyBuf)>,
    error: Option<KeyError>,
}

/// How the question ends.
#[derive(Clone, Debug)]
pub(super) enum End {
    /// With the last part that was given a value.
    Value,
    /// With a range on the next part, in the order of the bytes; `Empty` where nothing fits.
    Range(Edges),
    Empty,
    /// With the begin of the next part.
    Prefix(KeyBuf),
    /// It has no end: the whole table, or all of it behind the salt that is known.
    All,
}

impl KeyScan {
    /// A question of which nothing is known yet.
    pub fn new<K: RowKey>() -> Self {
        Self {
            row: K::ROW,
            layout: K::LAYOUT,
            prefix: KeyBuf::new(),
            spans: Vec::new(),
            end: End::Value,
            salted_by: Vec::new(),
            error: None,
        }
    }

    pub(super) fn value<T: KeyPart<E>, E>(&mut self, index: usize, value: &T) {
        let start = self.prefix.len();
        let written = value.encode(&mut self.prefix);
        let result = written.map_err(|source| self.encode_error(index, &value, source));
        let result = result.and_then(|()| self.close(index, start, T::WIDTH, &value));
        self.note(result);
    }

    /// Closes the part that was written from `start` on.
    fn close(
        &mut self,
        index: usize,
        start: usize,
        width: Option<usize>,
        value: &dyn std::fmt::Debug,
    ) -> Result<(), KeyError> {
        self.spans.push((start, self.prefix.len()));
        let len = self.prefix.len() - start;
        if let Some(max) = self.layout.parts[index]
            .max
            .filter(|max| len > (*max).into())
        {
            return Err(self.encode_error(index, &value, crate::key::too_long(len, max)));
        }
        let Some(separator) = self.layout.parts[index].separator.as_deref() else {
            return Ok(());
        };
        if width.is_none() && !closes(&self.prefix[start..], separator.as_bytes()) {
            return Err(KeyError::ContainsSeparator {
                row: self.row,
                part: self.part_name(index),
                value: shown(value),
                separator,
            });
        }
        self.prefix.put(separator.as_bytes());
        Ok(())
    }

    pub(super) fn range<T: RangePart<E>, E>(
        &mut self,
        index: usize,
        low: Bound<&T>,
        high: Bound<&T>,
    ) {
        match self.edges::<T, E>(index, low, high) {
            Ok(end) => self.end = end,
            Err(error) => self.note(Err(error)),
        }
    }

    /// Every value of the next part.
    #[doc(hidden)]
    pub fn every_value(&mut self) {
        self.end = End::Range(Edges::default());
    }

    fn edges<T: RangePart<E>, E>(
        &self,
        index: usize,
        low: Bound<&T>,
        high: Bound<&T>,
    ) -> Result<End, KeyError> {
        let mut edges = Edges::default();
        if let Bound::Included(value) | Bound::Excluded(value) = low {
            let (bytes, at) = self.bound::<T, E>(index, value)?;
            match at {
                BoundAt::PastEnd => return Ok(End::Empty),
                // The next larger value is itself above the bound.
                BoundAt::Above => edges.low = Some((bytes, true)),
                BoundAt::Exact => edges.low = Some((bytes, matches!(low, Bound::Included(_)))),
            }
        }
        if let Bound::Included(value) | Bound::Excluded(value) = high {
            let (bytes, at) = self.bound::<T, E>(index, value)?;
            match at {
                BoundAt::PastEnd => {}
                BoundAt::Above => edges.high = Some((bytes, false)),
                BoundAt::Exact => edges.high = Some((bytes, matches!(high, Bound::Included(_)))),
            }
        }
        if T::DESCENDING {
            std::mem::swap(&mut edges.low, &mut edges.high);
        }
        Ok(End::Range(edges))
    }

    fn bound<T: RangePart<E>, E>(
        &self,
        index: usize,
        value: &T,
    ) -> Result<(KeyBuf, BoundAt), KeyError> {
        let mut bytes = KeyBuf::new();
        match value.encode_bound(&mut bytes) {
            Ok(at) => Ok((bytes, at)),
            Err(source) => Err(self.encode_error(index, &value, source)),
        }
    }

    pub(super) fn prefix(&mut self, index: usize, begin: &[u8]) {
        let part = &self.layout.parts[index];
        // A begin that reaches beyond the part would find rows by their next part.
        let width = part.encoding.width().or(part.max.map(usize::from));
        let problem = match (width, part.separator.as_deref()) {
            (Some(width), _) if begin.len() > width => {
                Some(CodecError::from(ValueError::TooLong {
                    found: begin.len(),
                    width,
                }))
            }
            (_, Some(separator))
                if part.encoding.width().is_none()
                    && crate::key::find(begin, separator.as_bytes()).is_some() =>
            {
                Some(CodecError::new(format_args!(
                    "found the separator {separator:?} in a prefix, expected one without it"
                )))
            }
            _ => None,
        };
        match problem {
            None => self.end = End::Prefix(KeyBuf::from_slice(begin)),
            Some(source) => {
                let begin = String::from_utf8_lossy(begin);
                let error = self.encode_error(index, &begin, source);
                self.note(Err(error));
            }
        }
    }

    /// Gives a part that feeds the salt, ahead of its place.
    #[doc(hidden)]
    pub fn salted_by<T: KeyPart<E>, E>(&mut self, index: usize, value: &T) {
        let mut bytes = KeyBuf::new();
        match value.encode(&mut bytes) {
            Ok(()) => self.salted_by.push((index, bytes)),
            Err(source) => {
                let error = self.encode_error(index, &value, source);
                self.note(Err(error));
            }
        }
    }

    /// Asks for the whole table.
    #[doc(hidden)]
    pub fn all(&mut self) {
        self.end = End::All;
    }

    /// The ranges that are asked for.
    #[doc(hidden)]
    pub fn finish<R, C: Cost>(self) -> Result<KeyRanges<R, C>, KeyError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let given = self.spans.len();
        match self.end {
            // What fed the salt ahead of its place bounds what is read of the whole table.
            End::All if self.salted_by.is_empty() => {
                return Ok(KeyRanges::new(vec![RowRange::ALL], Vec::new(), given));
            }
            End::Empty => return Ok(KeyRanges::new(Vec::new(), Vec::new(), given)),
            _ => {}
        }
        let checks = self.checks()?;
        let mut ranges = match salts::of(&self)? {
            Salts::Unsalted => Vec::from_iter(self.row_range(&[])),
            Salts::These(salts) => salts
                .iter()
                .filter_map(|salt| self.row_range(salt))
                .collect(),
        };
        ranges.sort_by(|a, b| start_key(a).cmp(start_key(b)));
        ranges.dedup();
        Ok(KeyRanges::new(ranges, checks, given))
    }

    /// What fed the salt must also be what stands in the key, and a begin must be one of the part
    /// alone.
    fn checks(&self) -> Result<Vec<PartCheck>, KeyError> {
        let mut checks = Vec::new();
        // All of a key tells where each part ends; the begin of one does not.
        if self.spans.len() < self.layout.parts.len() {
            for (index, part) in self.layout.parts.iter().enumerate() {
                if let Some(given) = self.given(index).filter(|_| part.is_open()) {
                    checks.push(PartCheck::value(self.layout, index, given.to_vec()));
                }
            }
        }
        if let End::Prefix(begin) = &self.end {
            checks.extend(PartCheck::begin(self.layout, self.spans.len(), begin));
        }
        for (index, bytes) in &self.salted_by {
            match self.given(*index) {
                None => checks.push(PartCheck::value(self.layout, *index, bytes.to_vec())),
                Some(given) if *given == **bytes => {}
                Some(_) => {
                    let name = self.part_name(*index);
                    let what = format!(
                        "`salted_by` and `{name}` give part `{name}` two values: give it once, or the same"
                    );
                    return Err(KeyError::scan(self.row, what));
                }
            }
        }
        Ok(checks)
    }

    /// The rows of one salt; `None` where there can be none.
    fn row_range(&self, salt: &[u8]) -> Option<RowRange> {
        let separator = self
            .layout
            .salt
            .as_ref()
            .and_then(|s| s.separator.as_deref());
        let separator = separator
            .filter(|_| !salt.is_empty())
            .unwrap_or("")
            .as_bytes();
        let base = [salt, separator, &self.prefix].concat();
        let index = self.spans.len();
        let last = index + 1 == self.layout.parts.len();
        match &self.end {
            // No row has a key without bytes, and as a bound it would mean none.
            End::Value if index == self.layout.parts.len() => {
                (!base.is_empty()).then(|| RowRange::point(base))
            }
            End::Value | End::All => Some(within(&base)),
            End::Prefix(begin) => Some(within(&[&*base, begin].concat())),
            End::Range(edges) => between(&base, edges, last),
            End::Empty => None,
        }
    }

    /// The bytes of a part that was given a value in its place.
    pub(super) fn given(&self, index: usize) -> Option<&[u8]> {
        let &(start, end) = self.spans.get(index)?;
        self.prefix.get(start..end)
    }

    /// The bytes of a part that was given a value, in its place or ahead of it.
    pub(super) fn fed(&self, index: usize) -> Option<&[u8]> {
        let ahead = self.salted_by.iter().find(|(part, _)| *part == index);
        ahead
            .map(|(_, bytes)| &**bytes)
            .or_else(|| self.given(index))
    }

    /// The bounds on the part with this number, where it is the one that is ranged over.
    pub(super) fn ranged(&self, index: usize) -> Option<&Edges> {
        match &self.end {
            End::Range(edges) if self.spans.len() == index => Some(edges),
            _ => None,
        }
    }

    pub(super) fn layout(&self) -> &'static KeyLayout {
        self.layout
    }

    pub(super) fn row(&self) -> &'static str {
        self.row
    }

    fn part_name(&self, index: usize) -> &'static str {
        self.layout.parts.get(index).map_or("?", |part| &part.name)
    }

    fn note(&mut self, result: Result<(), KeyError>) {
        if let (Err(error), None) = (result, &self.error) {
            self.error = Some(error);
        }
    }

    fn encode_error(
        &self,
        index: usize,
        value: &dyn std::fmt::Debug,
        source: CodecError,
    ) -> KeyError {
        KeyError::Encode {
            row: self.row,
            part: self.part_name(index),
            value: shown(value),
            cause: source,
        }
    }
}
