//! The lock of a crate's tables: `hbase_schema::lock!`.
//!
//! The macro compares fingerprints in consts. The text of the lock is read only if a table's fingerprint differs.

mod check;
mod facts;
mod keep;
mod quick;

pub(crate) use check::field_of;
pub use check::{
    Declared, Finding, IsLock, Listed, Lock, Locked, LockedRange, Unlisted, check, check_tables,
    is_declared, report,
};
pub use keep::keep;
pub use quick::{cell, column, fingerprint, key, sum};

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
