//! The tables that indexes need besides the indexed table, as every client creates them.

use crate::descriptor::{FamilyDescriptor, TableDescriptor, Ttl};
use crate::index::STAMP_FAMILY;
use crate::name::TableName;
use crate::splits::Splits;

/// The family of the entries of an index, and of the indexes' states.
pub const ENTRY_FAMILY: &str = "E";

/// The qualifier of an entry.
pub const ENTRY_QUALIFIER: &str = "";

/// The start of a qualifier in the row of an indexed table in the table of the states. The name of an index's table
/// follows.
pub const LISTED: &[u8] = b"INDEX:";

/// The family of the stamps. Stamps outlive their rows, so its cells never expire.
pub fn stamp_family() -> FamilyDescriptor {
    lasting(STAMP_FAMILY, None)
}

/// The table of an index, as it is created. Without a `ttl`, it declares that its entries never expire, so that
/// a live table with a TTL counts as different.
pub fn index_table(name: TableName, ttl: Option<Ttl>, splits: Splits) -> TableDescriptor {
    let mut table = TableDescriptor::new(name);
    table.families = vec![lasting(ENTRY_FAMILY, ttl)].into();
    table.splits = splits;
    table
}

/// The table with the states of a table's indexes, as it is created.
///
/// ```
/// use hbase_model::{Ddl, TableName, index_tables};
/// let table = TableName::parse("DLQX:MAIL_BOXES")?;
/// let ddl = Ddl::of(&index_tables::states_table(&table))?;
/// assert_eq!(
///     ddl.create,
///     "create 'DLQX:INDEX_STATES', {NAME => 'E', VERSIONS => 1, TTL => 2147483647}"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn states_table(of: &TableName) -> TableDescriptor {
    index_table(of.index_states(), None, Splits::None)
}

fn lasting(name: &'static str, ttl: Option<Ttl>) -> FamilyDescriptor {
    let mut family = FamilyDescriptor::new(name);
    family.versions = Some(1);
    family.ttl = Some(ttl.unwrap_or(Ttl::FOREVER));
    family
}
