//! One page of a result.

use super::cursor::Cursor;
use crate::db::scan::UndecodableRow;

/// One page of a result, and the cursor of the next one.
///
/// An item is a row, a version of a row, a [dynamic column](crate::dynamic), or an entry of a
/// [row index](crate::row_index) with its MD5. `S` is what a page can skip: rows that cannot be decoded, or
/// [index columns](crate::db::StaleColumn) without their entry. Pages of columns skip nothing: `S` is
/// [`Infallible`](std::convert::Infallible).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page<T, S = UndecodableRow> {
    /// Up to the requested number of items; versions with equal timestamps stay on one page.
    pub items: Vec<T>,
    /// The cursor of the next page; `None` after the last.
    pub next: Option<Cursor>,
    /// The rows that could not be decoded, with [`OnUndecodable::Collect`](crate::OnUndecodable); in a page of
    /// entries, the index columns that have no entry.
    pub skipped: Vec<S>,
}
