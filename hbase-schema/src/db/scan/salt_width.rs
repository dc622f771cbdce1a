//! The width of a salt in the keys of a range.

use hbase_model::KeyLayout;
use hbase_model::layout::separator::find;

use crate::query::{RowRange, key_of};

/// The width of the salt and its separator in the keys of a range.
pub(super) fn salt_width(layout: &KeyLayout, range: &RowRange) -> usize {
    let Some(salt) = &layout.salt else { return 0 };
    if let Some(width) = salt.width() {
        return width;
    }
    // Salts of several widths end at the first separator.
    let separator = salt.separator.as_deref().unwrap_or(&[]);
    let start = key_of(&range.start);
    find(start, separator).map_or(0, |offset| offset + separator.len())
}
