//! Resolves the parts of a builder to ranges of rows.

use super::builder::KeyScan;
use super::bytes::{Base, PartBounds, Rest, Tail, rows_at};
use super::check::PartCheck;
use super::cost::Cost;
use super::ranges::KeyRanges;
use super::row_range::{RowRange, key_of};
use super::salts;
use super::times::Times;
use crate::key::KeyError;

impl KeyScan {
    /// Returns the ranges of rows, and the checks of each row.
    ///
    /// # Errors
    /// [`KeyError`] if a value does not fit its part, or two values of a part contradict each other.
    pub fn into_ranges<R, C: Cost>(self) -> Result<KeyRanges<R, C>, KeyError> {
        self.into_untyped().map(KeyRanges::typed)
    }

    // Without the types of the query, so that it is compiled once.
    fn into_untyped(self) -> Result<KeyRanges<(), ()>, KeyError> {
        if let Some(first) = self.several {
            return self.into_several(first);
        }
        if let Some(error) = self.error {
            return Err(error);
        }
        let given = self.gaps.first().copied().unwrap_or(self.spans.len());
        match self.tail {
            // A part that feeds the salt bounds even a scan of the whole table.
            Tail::WholeTable if self.salted_by.is_empty() => {
                return Ok(KeyRanges::new(vec![RowRange::ALL], Vec::new(), given));
            }
            Tail::Empty => return Ok(KeyRanges::new(Vec::new(), Vec::new(), given)),
            _ => {}
        }
        if self.any_salt || !self.gaps.is_empty() {
            return self.into_skip(given);
        }
        let checks = self.checks()?;
        self.finds_parts(&checks)?;
        let reached = salts::reached(&self)?;
        let salts: Vec<&[u8]> = match &reached {
            None => vec![&[]],
            Some(salts) => salts.iter().map(|salt| &**salt).collect(),
        };
        let ranges = salts.iter().filter_map(|salt| self.row_range(salt));
        let mut ranges: Vec<RowRange> = ranges.collect();
        let mut times = Times::of(&self);
        if let Some(times) = &mut times {
            for salt in &salts {
                times.add(&self, salt);
            }
        }
        ranges.sort_by(|a, b| key_of(&a.start).cmp(key_of(&b.start)));
        ranges.dedup();
        let prefix = self.given_bytes(given);
        let ranges = KeyRanges::new(ranges, checks, given).with_prefix(prefix);
        Ok(ranges.with_times(times))
    }

    /// The bytes of the first `given` parts, with their separators.
    pub(super) fn given_bytes(&self, given: usize) -> &[u8] {
        let end = self.spans.get(given).map(|(start, _)| *start);
        &self.prefix[..end.unwrap_or(self.prefix.len())]
    }

    /// The checks that the ranges themselves do not ensure.
    pub(super) fn checks(&self) -> Result<Vec<PartCheck>, KeyError> {
        let mut checks: Vec<_> = self.open_values().collect();
        if let Tail::Prefix(prefix) = &self.tail {
            checks.extend(PartCheck::prefix(self.layout, self.spans.len(), prefix));
        }
        // Other values share the salt: the part itself must have the value that fed the salt.
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

    /// Checks that the parts can be found in keys, because all keys would fail the checks otherwise.
    ///
    /// # Errors
    /// [`KeyError`] for a part after a type whose end only the type can find.
    pub(super) fn finds_parts(&self, checks: &[PartCheck]) -> Result<(), KeyError> {
        for check in checks {
            if let Some(endless) = self.layout.endless_part(check.part()) {
                let (name, endless) = (self.part_name(check.part()), &endless.name);
                let what = format!(
                    "the scan must check part `{name}` of each row, and cannot find it: only the type of `{endless}` \
                     finds the end of `{endless}`: leave out `salted_by`, give all parts up to `{name}` a value, or \
                     give the encoding a fixed `WIDTH`"
                );
                return Err(KeyError::scan(self.row, what));
            }
        }
        Ok(())
    }

    /// The values of parts whose end depends on the whole key: a prefix of the key also matches
    /// longer values.
    fn open_values(&self) -> impl Iterator<Item = PartCheck> {
        let is_whole = self.spans.len() == self.layout.parts.len();
        let parts = self.layout.parts.iter().enumerate();
        let open = parts.filter(move |(_, part)| !is_whole && part.is_open());
        open.filter_map(|(index, _)| {
            let value = self.given(index)?.to_vec();
            Some(PartCheck::value(self.layout, index, value))
        })
    }

    /// The rows with one salt value; `None` if no such row can exist.
    pub(super) fn row_range(&self, salt: &[u8]) -> Option<RowRange> {
        let mut bytes = self.with_separator(salt);
        let bare = bytes.len() + self.bare();
        bytes.extend_from_slice(&self.prefix);
        rows_at(Base { bytes, bare }, &self.tail, self.rest())
    }

    /// A salt value with its separator.
    pub(super) fn with_separator(&self, salt: &[u8]) -> Vec<u8> {
        let layout = self.layout.salt.as_ref();
        let separator = layout.and_then(|salt| salt.separator.as_deref());
        let separator = separator.filter(|_| !salt.is_empty()).unwrap_or(&[]);
        [salt, separator].concat()
    }

    /// The parts after those in `prefix`.
    pub(super) fn rest(&self) -> Rest {
        match &self.layout.parts[self.spans.len()..] {
            [] => Rest::Empty,
            _ if self.is_over => Rest::Empty,
            [last] if last.separator.is_none() => Rest::LastPart,
            _ => Rest::Longer,
        }
    }

    /// The bytes of a part with a value at its position.
    pub(super) fn given(&self, index: usize) -> Option<&[u8]> {
        if self.gaps.contains(&index) {
            return None;
        }
        let &(start, end) = self.spans.get(index)?;
        self.prefix.get(start..end)
    }

    /// The bytes of a part with a value, set at its position or ahead of it.
    pub(super) fn value_of(&self, index: usize) -> Option<&[u8]> {
        let mut ahead = self.salted_by.iter();
        let ahead = ahead.find(|(part, _)| *part == index);
        ahead
            .map(|(_, bytes)| &**bytes)
            .or_else(|| self.given(index))
    }

    /// The bounds on the part at `index`, if it has a range.
    pub(super) fn bounds_of(&self, index: usize) -> Option<&PartBounds> {
        match &self.tail {
            Tail::Range(bounds) if self.spans.len() == index => Some(bounds),
            _ => None,
        }
    }
}
