//! What `HBase` refuses when a namespace or a table is created (`TableDescriptorChecker`).

use hbase_model::name::{self, NameError, NamingRules};
use hbase_model::{Error, FamilyDescriptor, Result, TableDescriptor};

/// Refuses names that `HBase` refuses.
pub(super) fn check_namespace(namespace: &str) -> Result<()> {
    name::check_namespace(namespace, NamingRules::HBase, true).map_err(|error| invalid(&error))
}

fn invalid(error: &NameError) -> Error {
    Error::invalid(error.to_string())
}

/// Refuses tables that `HBase` refuses.
///
/// # Errors
/// [`Error::InvalidRequest`].
pub(crate) fn check_table(table: &TableDescriptor) -> Result<()> {
    let qualifier = table.name.qualifier();
    name::check_table(qualifier, NamingRules::HBase, true).map_err(|error| invalid(&error))?;
    if table.families.is_empty() {
        return Err(Error::invalid(format!(
            "table {} without a column family: name at least one",
            table.name
        )));
    }
    for (index, family) in table.families.iter().enumerate() {
        check_family(table, family)?;
        if table.families[..index]
            .iter()
            .any(|f| f.name == family.name)
        {
            return Err(Error::invalid(format!(
                "table {} names the family {} twice",
                table.name, family.name
            )));
        }
    }
    let splits = table.splits.keys();
    splits.map_err(|error| Error::invalid(format!("table {}: {error}", table.name)))?;
    Ok(())
}

fn check_family(table: &TableDescriptor, family: &FamilyDescriptor) -> Result<()> {
    let refuse = |what: &str| {
        Err(Error::invalid(format!(
            "table {}, family {:?}: {what}",
            table.name, family.name
        )))
    };
    name::check_family(&family.name, NamingRules::HBase, true).map_err(|error| invalid(&error))?;
    if family.name.len() > 127 {
        return refuse("a name has at most 127 bytes");
    }
    if family.versions == Some(0) {
        return refuse("VERSIONS must be at least 1");
    }
    if family.min_versions.unwrap_or(0) > family.versions.unwrap_or(1) {
        return refuse("MIN_VERSIONS must not be above VERSIONS");
    }
    Ok(())
}
