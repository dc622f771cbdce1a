//! The order of the writes of one row.
//!
//! A request has several writes of a row only in one region action, which a server applies in their order. The
//! server may reject one of them and apply a later one (if a family takes no more writes for now). The first is
//! then not sent again if it would change what the later one has written.

use hbase_backend::{CellKind, Mutation};

use super::Plan;
use super::item::Item;

/// Maximum writes of one row in a request. A server applies a region action in steps (of 20,000 writes unless
/// `hbase.regionserver.minibatch.size` is less). After the first step it may still report the region as too
/// busy for the whole action. A region action of one step is applied as a whole or not at all.
pub(super) const ROW_WRITES: usize = 500;

impl Plan<'_> {
    /// How many of the first items, which have the same row, may be in one request.
    pub(super) fn together(&self, items: &[usize]) -> usize {
        let (mut bytes, most) = (0, self.request_bytes());
        let is_within = |index: &&usize| {
            let item = &self.items[**index];
            bytes += item.bytes();
            item.own_action().is_none() && bytes <= most
        };
        let plain = items.iter().take_while(is_within).count();
        plain.clamp(1, ROW_WRITES)
    }

    /// Whether two items are writes of one row whose order matters.
    pub(super) fn is_ordered(&self, first: usize, second: usize) -> bool {
        let (first, second) = (&self.items[first], &self.items[second]);
        let (Some(one), Some(other)) = (first.mutation(), second.mutation()) else {
            return false;
        };
        one.row() == other.row() && overlap(one, other)
    }
}

impl Item<'_> {
    fn mutation(&self) -> Option<&Mutation> {
        match self {
            Self::Get(..) => None,
            Self::Block(mutation, _) | Self::Row(mutation, _) => Some(mutation),
            Self::Check(check, _) => Some(&check.mutation),
        }
    }
}

/// Whether two mutations have a column in common, or one may delete what the other writes.
fn overlap(one: &Mutation, other: &Mutation) -> bool {
    let of_family = |kind| matches!(kind, CellKind::DeleteFamily | CellKind::DeleteFamilyVersion);
    let is_row = one.row_deletion().is_some() || other.row_deletion().is_some();
    is_row
        || one.cells().iter().any(|a| {
            other.cells().iter().any(|b| {
                let is_whole = of_family(a.kind) || of_family(b.kind);
                a.family == b.family && (is_whole || a.qualifier == b.qualifier)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(qualifier: &[u8]) -> Mutation {
        let mut mutation = Mutation::new("r");
        mutation.put(b"f", qualifier, b"v").expect("a small cell");
        mutation
    }

    #[test]
    fn mutations_overlap_where_a_column_is_written_by_both() {
        let mut family = Mutation::new("r");
        family.delete_family(b"f", None).expect("a small marker");
        let mut other = Mutation::new("r");
        other.delete_family(b"g", None).expect("a small marker");
        assert!(overlap(&put(b"a"), &put(b"a")));
        assert!(!overlap(&put(b"a"), &put(b"b")));
        assert!(overlap(&put(b"a"), &family) && overlap(&family, &put(b"a")));
        assert!(!overlap(&put(b"a"), &other));
        let mut row = Mutation::new("r");
        row.delete_row(None);
        assert!(overlap(&row, &put(b"a")) && overlap(&put(b"a"), &row));
    }
}
