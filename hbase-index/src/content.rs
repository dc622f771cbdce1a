//! The content of a row.

use std::hash::{Hash, Hasher};

use hbase_backend::Row;

/// A row's current cells, without its stamp; `None` if it has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content(pub(crate) Option<Row>);

impl Hash for Content {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_ref().map(Row::as_block).hash(state);
    }
}
