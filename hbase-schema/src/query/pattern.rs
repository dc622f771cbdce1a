//! Patterns of keys: bytes that must match, and bytes that are open.

use hbase_model::KeyLayout;
use hbase_model::layout::SaltLayout;

/// Bytes, and for each whether it must match.
pub(crate) type Pattern = (Vec<u8>, Vec<bool>);

/// An open salt of each width that it can have, with its separator; `None` if its width is unknown.
pub(super) fn open_salts(layout: &KeyLayout) -> Option<Vec<Pattern>> {
    let Some(SaltLayout { salt, separator }) = &layout.salt else {
        return Some(vec![fixed(&[])]);
    };
    let smallest = salt.width().or(salt.number_width())?;
    let separator = fixed(separator.as_deref().unwrap_or_default());
    let widths = smallest..=salt.max_width();
    let salts = widths.map(|width| joined(&open(width), &separator));
    Some(salts.collect())
}

/// Bytes that are open.
pub(super) fn open(width: usize) -> Pattern {
    (vec![0; width], vec![false; width])
}

pub(super) fn fixed(bytes: &[u8]) -> Pattern {
    (bytes.to_vec(), vec![true; bytes.len()])
}

pub(super) fn joined(a: &Pattern, b: &Pattern) -> Pattern {
    ([&*a.0, &b.0].concat(), [&*a.1, &b.1].concat())
}
