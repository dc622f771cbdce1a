//! Positions in the rows of a query.

/// How far the rows of a query have been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::db) struct Position {
    pub(in crate::db) side: Side,
    /// The row key, after the start of its table's period if the table's name contains a date.
    pub(in crate::db) at: Vec<u8>,
    /// The rows before the position; `None` at the end of a page, which has no counts.
    pub(in crate::db) done: Option<Done>,
}

/// The rows that are left, relative to the row of a position. The numbers are part of cursors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum Side {
    /// The row itself, and those after it.
    From = 0,
    /// Those after the row.
    Behind = 1,
    /// None of the row's table.
    End = 2,
}

/// The numbers of rows from the start of a scan, over all of its runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::db) struct Done {
    /// Rows that the offset has skipped.
    pub(in crate::db) skipped: u64,
    /// Rows that were returned.
    pub(in crate::db) returned: u64,
}

impl Position {
    /// The end of a page.
    pub(in crate::db) fn after(at: &[u8]) -> Self {
        Self {
            side: Side::Behind,
            at: at.to_vec(),
            done: None,
        }
    }
}

impl Side {
    pub(in crate::db) fn of(number: u8) -> Option<Self> {
        let sides = [Self::From, Self::Behind, Self::End];
        sides.into_iter().find(|side| *side as u8 == number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_known_by_its_number() {
        for side in [Side::From, Side::Behind, Side::End] {
            assert_eq!(Side::of(side as u8), Some(side));
        }
        assert_eq!((Side::From as u8, Side::End as u8), (0, 2));
        assert_eq!((Side::of(3), Side::of(u8::MAX)), (None, None));
    }
}
