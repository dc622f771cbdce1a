//! Changes of an existing table, as statements.

use super::{attributes, quote};
use crate::change::TableChange;
use crate::name::TableName;
use crate::printable::Printable;

/// The statement of a change. The shell leaves unnamed attributes unchanged.
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
        TableChange::AlterTable(table) | TableChange::SetMetadata(table) => {
            attributes::table(table).unwrap_or_else(|| "{}".to_owned())
        }
    };
    format!("alter {}, {change}", quote::text(&table.to_string()))
}

/// The statement that splits a region at a key, and waits until a region starts there. If the split
/// point exists, it does nothing; after half an hour it fails with the reason.
///
/// `HBase` rejects the split of a region that is being split, or that holds files of its parent region. In
/// a table with rows these files stay until they are compacted and then for two minutes
/// (`hbase.hfile.compaction.discharger.interval`), so each further split of such a region takes that long.
///
/// The shell's `split` takes the key's bytes unchanged, unlike `create`: all bytes except letters and digits
/// are escaped as in Ruby.
///
/// ```
/// use hbase_model::{TableName, ddl};
/// let table = TableName::parse("T")?;
/// let statement = ddl::split(&table, b"1|");
/// assert!(statement.contains(r#"split 'T', "1\x7C""#));
/// assert!(statement.contains("break if get_splits('T').include?('1|')"));
/// assert!(statement.starts_with("900.times") && statement.contains("raise if n == 899;"));
/// # Ok::<(), hbase_model::name::NameError>(())
/// ```
pub fn split(table: &TableName, key: &[u8]) -> String {
    let table = quote::text(&table.to_string());
    let shown = quote::text(&Printable(key).to_string());
    let (key, last) = (quote::bytes(key), SPLIT_TRIES - 1);
    format!(
        "{SPLIT_TRIES}.times {{ |n| break if get_splits({table}).include?({shown}); \
         begin; split {table}, {key}; rescue StandardError; raise if n == {last}; end; sleep 2 }} \
         and raise 'the split takes too long'"
    )
}

/// One try every two seconds.
const SPLIT_TRIES: u32 = 900;

/// The statement that creates a namespace.
pub fn create_namespace(name: &str) -> String {
    format!("create_namespace {}", quote::text(name))
}

/// The statement that creates a namespace unless it exists, since other tables may share it. A script that
/// stops at errors then continues. The shell has no `if not exists`; for an existing namespace it raises Java's
/// `NamespaceExistException`, whose message contains "already exists".
///
/// ```
/// assert_eq!(
///     hbase_model::ddl::create_namespace_if_missing("NS"),
///     "begin; create_namespace 'NS'; rescue StandardError => e; raise unless e.message.include?('already exists'); end"
/// );
/// ```
pub fn create_namespace_if_missing(name: &str) -> String {
    let create = create_namespace(name);
    format!(
        "begin; {create}; rescue StandardError => e; raise unless e.message.include?('already exists'); end"
    )
}
