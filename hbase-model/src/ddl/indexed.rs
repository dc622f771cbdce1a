//! The statements of a table and of the tables that its indexes need.

use super::{Ddl, create_namespace_if_missing};
use crate::descriptor::TableDescriptor;
use crate::index::STATES_TABLE;
use crate::splits::SplitError;

/// The statement that creates a table unless it exists, since other tables share it. For an existing table
/// the shell raises an error whose message contains "already exists".
///
/// ```
/// use hbase_model::{TableName, ddl, index_tables};
/// let states = index_tables::states_table(&TableName::parse("DLQX:MAIL_BOXES")?);
/// assert_eq!(
///     ddl::create_if_missing(&states)?,
///     "begin; create 'DLQX:INDEX_STATES', {NAME => 'E', VERSIONS => 1, TTL => 2147483647}; \
///      rescue StandardError => e; raise unless e.message.include?('already exists'); end"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Splits that cannot be computed.
pub fn create_if_missing(table: &TableDescriptor) -> Result<String, SplitError> {
    let create = Ddl::of(table)?.create;
    Ok(format!(
        "begin; {create}; rescue StandardError => e; raise unless e.message.include?('already exists'); end"
    ))
}

/// The statements that create a table, then the tables that its indexes need: the table of the indexes' states,
/// which may already exist, and the tables of the indexes.
///
/// # Errors
/// Splits that cannot be computed.
pub fn with_indexes(
    table: &TableDescriptor,
    index_tables: &[TableDescriptor],
) -> Result<Vec<String>, SplitError> {
    let mut statements = Ddl::of(table)?.statements();
    let mut known = vec![table.name.namespace()];
    for index in index_tables {
        let namespace = index.name.namespace();
        if !index.name.is_default_namespace() && !known.contains(&namespace) {
            known.push(namespace);
            statements.push(create_namespace_if_missing(namespace));
        }
        statements.push(if index.name.qualifier() == STATES_TABLE {
            create_if_missing(index)?
        } else {
            Ddl::of(index)?.create
        });
    }
    Ok(statements)
}
