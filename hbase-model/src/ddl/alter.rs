//! Changes of a table that is there, as statements.

use super::{attributes, quote};
use crate::change::TableChange;
use crate::name::TableName;

/// The statement of a change. The shell leaves attributes that it does not name as they are.
///
/// ```
/// use hbase_model::{FamilyDescriptor, TableChange, TableName, Ttl, ddl};
/// let table = TableName::parse("DLQX:CALL_RECORD")?;
/// let mut family = FamilyDescriptor::new("D1");
/// family.ttl = Ttl::from_secs(86_400);
/// assert_eq!(
///     ddl::alter(&table, &TableChange::AlterFamily(family)),
///     "alter 'DLQX:CALL_RECORD', {NAME => 'D1', TTL => 86400}"
/// );
/// assert_eq!(
///     ddl::alter(&table, &TableChange::DropFamily("D2".into())),
///     "alter 'DLQX:CALL_RECORD', {NAME => 'D2', METHOD => 'delete'}"
/// );
/// # Ok::<(), hbase_model::name::NameError>(())
/// ```
pub fn alter(table: &TableName, change: &TableChange) -> String {
    let change = match change {
        TableChange::AddFamily(family) | TableChange::AlterFamily(family) => {
            attributes::family(family)
        }
        TableChange::DropFamily(family) => {
            format!("{{NAME => {}, METHOD => 'delete'}}", quote::text(family))
        }
        TableChange::AlterTable(table) => {
            attributes::table(table).unwrap_or_else(|| "{}".to_owned())
        }
    };
    format!("alter {}, {change}", quote::text(&table.to_string()))
}

/// The statement that splits a region at a key. The shell takes the key's bytes as they are, unlike
/// the keys of `create`: what is no letter or digit is escaped in Ruby's own way.
///
/// ```
/// use hbase_model::{TableName, ddl};
/// let table = TableName::parse("T")?;
/// assert_eq!(ddl::split(&table, b"1|"), r#"split 'T', "1\x7C""#);
/// # Ok::<(), hbase_model::name::NameError>(())
/// ```
pub fn split(table: &TableName, key: &[u8]) -> String {
    let table = quote::text(&table.to_string());
    format!("split {table}, {}", quote::bytes(key))
}

/// The statement that creates a namespace.
pub fn create_namespace(name: &str) -> String {
    format!("create_namespace {}", quote::text(name))
}
