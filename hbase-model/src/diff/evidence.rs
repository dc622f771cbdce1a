//! Live split points that indicate another salt than the declared one.
//!
//! A changed salt is detected by the split points; no steps are planned for it.

use std::collections::BTreeSet;

use crate::layout::{Salt, SaltLayout};
use crate::printable::Printable;
use crate::splits::{FirstByte, Splits};

/// Evidence of another layout.
pub(super) struct Evidence {
    /// The declared salt.
    pub(super) declared: String,
    /// A description of the live split points.
    pub(super) live: String,
}

/// Returns live split points that the declared salt does not explain. `wanted` are the declared split points. A
/// table without split points is not evidence.
pub(super) fn of_another_layout(
    layout: &SaltLayout,
    wanted: &[Vec<u8>],
    there: &[Vec<u8>],
) -> Option<Evidence> {
    let others: Vec<&[u8]> = there
        .iter()
        .filter(|key| !wanted.contains(key))
        .map(Vec::as_slice)
        .collect();
    let live = foreign_value(layout, &others)
        .or_else(|| foreign_width(&layout.salt, &others))
        .or_else(|| fewer_values(&layout.salt, there))?;
    Some(Evidence {
        declared: layout.salt.to_string(),
        live,
    })
}

/// Split points that are keys of rows. If one starts with no value of the declared salt, it was made for rows
/// with another salt.
fn foreign_value(layout: &SaltLayout, others: &[&[u8]]) -> Option<String> {
    let foreign = others.iter().find(|key| {
        let alone = Splits::Keys(vec![key.to_vec().into()].into());
        alone.check_salt(Some(layout), FirstByte::Any).is_err()
    })?;
    Some(format!(
        "a split at \"{}\", which does not start with a value of it",
        Printable(foreign)
    ))
}

/// Numbers with more or fewer digits than the salt's.
fn foreign_width(salt: &Salt, others: &[&[u8]]) -> Option<String> {
    if !is_number(salt) || !salt.is_text() {
        return None;
    }
    let width = salt.width()?;
    let number = others.iter().find(|key| match Number::read(key, true) {
        // Eight digits are those of `DecimalStringSplit`, with any salt.
        Some(number) => number.width != width && (number.closed || number.width != 8),
        None => false,
    })?;
    Some(format!(
        "a split at \"{}\", a number that does not have {width} digits",
        Printable(number)
    ))
}

/// Split points at each of the first values, and at none of the later ones: the salt had fewer values. With a
/// random or round-robin salt, rows are found even if it has more values now.
fn fewer_values(salt: &Salt, there: &[Vec<u8>]) -> Option<String> {
    if !is_number(salt) || !salt.is_computed() {
        return None;
    }
    let values = salt.values()?;
    let before = [false, true]
        .iter()
        .find_map(|closed| values_by_splits(salt, there, *closed))?;
    (before < values).then(|| format!("{} splits of {before} values", before - 1))
}

/// The number of values with a region of their own, if these are the first values and the table has no other
/// split points: splits at 1, 2, …, or with a following `|` at 0, 1, ….
fn values_by_splits(salt: &Salt, there: &[Vec<u8>], closed: bool) -> Option<u32> {
    let numbers = there
        .iter()
        .filter_map(|key| Number::read(key, salt.is_text()));
    let numbers: BTreeSet<u32> = numbers
        .filter(|number| number.closed == closed && Some(number.width) == salt.width())
        .map(|number| number.value)
        .collect();
    let first = u32::from(!closed);
    let count = u32::try_from(numbers.len()).ok()?;
    let is_first_ones = count > 0 && numbers.iter().copied().eq(first..first + count);
    is_first_ones.then_some(count + 1)
}

/// Whether a split point can be read as a value: digits, or one byte.
fn is_number(salt: &Salt) -> bool {
    let is_hash = matches!(salt, Salt::Md5 { .. } | Salt::Md5Hex { .. });
    !is_hash && (salt.is_text() || salt.width() == Some(1))
}

/// A split point at a number: a byte, or digits, with or without a following `|`.
struct Number {
    value: u32,
    width: usize,
    closed: bool,
}

impl Number {
    fn read(key: &[u8], text: bool) -> Option<Self> {
        if !text {
            return match key {
                [byte] => Some(Self {
                    value: u32::from(*byte),
                    width: 1,
                    closed: false,
                }),
                _ => None,
            };
        }
        let (digits, closed) = match key.strip_suffix(b"|") {
            Some(digits) => (digits, true),
            None => (key, false),
        };
        let is_digits = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let value = std::str::from_utf8(digits).ok()?.parse().ok()?;
        is_digits.then_some(Self {
            value,
            width: digits.len(),
            closed,
        })
    }
}
