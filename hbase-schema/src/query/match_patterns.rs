//! The patterns of a condition on key parts, which the server tests beside the ranges of a scan.
//!
//! Every row that passes the condition fits a pattern. Other rows may fit one too, so the client checks each row. No
//! pattern is longer than a matching key: `FuzzyRowFilter` loses shorter keys.

use hbase_model::PartLayout;

use super::check::{PartCheck, Start};
use super::cover::MAX_PATTERNS;
use super::pattern::{Pattern, fixed, joined, open, open_salts};

/// The patterns of these checks in ranges whose first `given` parts have the bytes `prefix`; none if the offsets of the
/// parts are unknown, or a pattern would select nothing.
pub(super) fn of(checks: &[PartCheck], given: usize, prefix: &[u8]) -> Vec<Pattern> {
    let Some(layout) = checks.first().map(PartCheck::layout) else {
        return Vec::new();
    };
    let Some(salts) = open_salts(layout) else {
        return Vec::new();
    };
    let prefix = fixed(prefix);
    let mut growing = Growing {
        patterns: salts.iter().map(|salt| joined(salt, &prefix)).collect(),
        complete: Vec::new(),
    };
    for (index, part) in layout.parts.iter().enumerate().skip(given) {
        let of_part = checks.iter().filter(|check| check.part() == index);
        let starts = of_part.filter_map(PartCheck::starts);
        let starts = starts.min_by_key(Vec::len).unwrap_or_default();
        if !growing.add(part, &starts) {
            break;
        }
    }
    growing.complete
}

/// Patterns to which parts are added.
struct Growing {
    /// Up to the end of a part.
    patterns: Vec<Pattern>,
    /// Up to the last byte that must match.
    complete: Vec<Pattern>,
}

impl Growing {
    /// Adds a part that begins with one of `starts`, or is open without them. Returns whether the offset of the next part is
    /// known.
    fn add(&mut self, part: &PartLayout, starts: &[Start]) -> bool {
        let width = part.value_width();
        let is_whole = |start: &Start| matches!(start, Start::Whole(_));
        let is_known = !starts.is_empty() && self.patterns.len() * starts.len() <= MAX_PATTERNS;
        if is_known {
            let heads = std::mem::take(&mut self.patterns);
            let starts_of = |head: &Pattern| {
                let joined = starts
                    .iter()
                    .map(|start| joined(head, &fixed(start.bytes())));
                joined.collect::<Vec<_>>()
            };
            self.complete = heads.iter().flat_map(starts_of).collect();
            let ends = self.complete.iter().zip(starts.iter().cycle());
            let rest = |start: &Start| open(width.unwrap_or(0).saturating_sub(start.bytes().len()));
            self.patterns = ends
                .map(|(head, start)| joined(head, &rest(start)))
                .collect();
        } else if let Some(width) = width {
            self.extend(&open(width));
        }
        self.extend(&fixed(part.separator.as_deref().unwrap_or_default()));
        width.is_some() || is_known && starts.iter().all(is_whole)
    }

    /// Adds the same bytes to each pattern.
    fn extend(&mut self, by: &Pattern) {
        for pattern in &mut self.patterns {
            *pattern = joined(pattern, by);
        }
    }
}
