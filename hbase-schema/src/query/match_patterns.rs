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

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use hbase_model::layout::SaltLayout;
    use hbase_model::{Encoding, KeyLayout, Salt};

    use super::*;

    fn part(encoding: Encoding, separator: &'static [u8]) -> PartLayout {
        PartLayout {
            separator: (!separator.is_empty()).then_some(Cow::Borrowed(separator)),
            ..PartLayout::plain("part".into(), encoding)
        }
    }

    const fn text(width: Option<u16>) -> Encoding {
        Encoding::Text { width, pad: None }
    }

    /// Two bytes, three of a text, a text before `_`, and another text.
    fn layout(salt: Option<Salt>) -> &'static KeyLayout {
        let number = Encoding::Integer {
            width: 2,
            signed: false,
        };
        let parts = vec![
            part(number, b""),
            part(text(Some(3)), b""),
            part(text(None), b"_"),
            part(text(None), b""),
        ];
        let salt = salt.map(|salt| SaltLayout {
            salt,
            separator: Some(Cow::Borrowed(b"|")),
        });
        Box::leak(Box::new(KeyLayout {
            salt,
            parts: parts.into(),
        }))
    }

    /// A pattern in which `?` is an open byte.
    fn pattern(text: &str) -> Pattern {
        let bytes = text.bytes();
        bytes
            .map(|byte| match byte {
                b'?' => (0, false),
                byte => (byte, true),
            })
            .unzip()
    }

    fn value(layout: &'static KeyLayout, index: usize, value: &str) -> PartCheck {
        PartCheck::value(layout, index, value.into())
    }

    #[test]
    fn parts_without_a_condition_are_open() {
        let layout = layout(None);
        let second = value(layout, 1, "abc");
        assert_eq!(
            of(std::slice::from_ref(&second), 0, b""),
            [pattern("??abc")]
        );
        assert_eq!(
            of(std::slice::from_ref(&second), 1, b"12"),
            [pattern("12abc")]
        );
        // After a whole value, the offset of the next part is known.
        let fourth = value(layout, 3, "z");
        let third = value(layout, 2, "x");
        let all = of(&[second, third, fourth.clone()], 0, b"");
        assert_eq!(all, [pattern("??abcx_z")]);
        // After a text of any length, it is not.
        assert!(of(&[fourth], 0, b"").is_empty());
        assert!(of(&[], 0, b"").is_empty());
    }

    #[test]
    fn each_value_and_each_salt_has_a_pattern() {
        let layout = layout(Some(Salt::Random {
            count: 16,
            text: true,
        }));
        let values = vec![b"abc".to_vec(), b"xyz".to_vec()];
        let several = PartCheck::is_in(layout, 1, values);
        assert_eq!(
            of(std::slice::from_ref(&several), 0, b""),
            [pattern("??|??abc"), pattern("??|??xyz")]
        );
        // A prefix leaves the rest of its part open.
        let prefix = PartCheck::every_prefix(layout, 0, b"1");
        assert_eq!(
            of(&[prefix, several], 0, b""),
            [pattern("??|1?abc"), pattern("??|1?xyz")]
        );
        // A number of one or two digits.
        let java = self::layout(Some(Salt::JavaHash {
            buckets: 100,
            width: 1,
        }));
        let patterns = of(&[value(java, 1, "abc")], 0, b"");
        assert_eq!(patterns, [pattern("?|??abc"), pattern("??|??abc")]);
    }

    #[test]
    fn more_than_64_patterns_leave_the_part_open() {
        let layout = layout(None);
        let values = |count: u8| {
            let values = (0..count).map(|number| vec![b'a', b'a', number]);
            PartCheck::is_in(layout, 1, values.collect())
        };
        assert_eq!(of(&[values(64)], 0, b"").len(), 64);
        assert!(of(&[values(65)], 0, b"").is_empty());
        let third = value(layout, 2, "x");
        assert_eq!(of(&[values(65), third], 0, b""), [pattern("?????x")]);
    }
}
