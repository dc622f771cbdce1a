//! One page of a result.

use super::cursor::Cursor;
use crate::db::scan::UndecodableRow;

/// One page of a result, and the cursor of the next one.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page<T> {
    /// Up to the requested number of rows; versions with equal timestamps stay on one page.
    pub rows: Vec<T>,
    /// The cursor of the next page; `None` after the last.
    pub next: Option<Cursor>,
    /// The rows that could not be decoded, with [`OnUndecodable::Collect`](crate::OnUndecodable).
    pub undecodable: Vec<UndecodableRow>,
}
