//! One page of an answer.

use super::cursor::Cursor;
use super::scan::UndecodableRow;

/// One page of an answer, and where the next one begins.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Page<T> {
    /// The rows, at most as many as requested; versions that share a timestamp are not separated.
    pub rows: Vec<T>,
    /// The cursor of the next page; `None` after the last.
    pub next: Option<Cursor>,
    /// The rows that did not decode, with [`OnUndecodable::Collect`](crate::OnUndecodable).
    pub undecodable: Vec<UndecodableRow>,
}
