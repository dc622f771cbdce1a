//! The lock of a crate's tables: `hbase_schema::lock!`.
//!
//! The macro compares fingerprints in consts. The text of the lock is read only if a table's fingerprint differs.

mod check;
mod contradiction;
mod facts;
mod finding;
mod keep;
mod listed;
mod locked;
mod search;
mod text;

pub use check::check_tables;
pub use finding::report;
pub use keep::keep;
pub use listed::{AtField, Declared, Found, IsLock, Listed, Unlisted, is_declared};
pub use locked::{Locked, whole_column};
pub(crate) use search::field_of;
pub use text::{Lock, LockedRange};

use hbase_model::lock::TableFacts;

use crate::schema::TableSchema;

impl TableSchema {
    /// The facts of the table that a lock records: the lines of `hbase.lock`.
    ///
    /// ```
    /// use hbase_schema::HTable;
    ///
    /// #[derive(HTable)]
    /// #[table("SHOP:ORDER_BOOK")]
    /// #[family("D1")]
    /// struct Order {
    ///     #[rowkey]
    ///     id: u64,
    ///     cents: u64,
    /// }
    ///
    /// let facts = Order::SCHEMA.facts();
    /// assert!(facts.lines.contains("SHOP:ORDER_BOOK cell D1 CENTS u64 java required "));
    /// ```
    pub fn facts(&'static self) -> TableFacts {
        TableFacts::of(&self.table.name, |out| facts::write(self, out))
    }
}
