//! The cell that lists the index among those of its table, with generations as timestamps.

use hbase_index::protocol::IndexState;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Listing {
    put: u64,
    deleted: u64,
}

impl Listing {
    pub(crate) fn list(&mut self, state: IndexState) {
        self.put = self.put.max(state.generation);
    }

    pub(crate) fn unlist(&mut self, state: IndexState) {
        self.deleted = self.deleted.max(state.generation);
    }

    pub(crate) fn is_visible(self) -> bool {
        self.put > self.deleted
    }
}
