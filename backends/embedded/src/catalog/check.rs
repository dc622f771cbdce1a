//! What `HBase` refuses when a namespace or a table is created (`TableDescriptorChecker`).

use hbase_model::{Error, FamilyDescriptor, Result, TableDescriptor};

/// Refuses names that `HBase` refuses: namespaces are of letters, digits and `_`.
pub(super) fn check_namespace(name: &str) -> Result<()> {
    let is_known = |c: char| c.is_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(is_known) {
        return Err(Error::invalid(format!(
            "the namespace {name:?}: letters, digits and _ alone make a name"
        )));
    }
    Ok(())
}

/// Refuses tables that `HBase` refuses.
///
/// # Errors
/// [`Error::InvalidRequest`].
pub(crate) fn check_table(table: &TableDescriptor) -> Result<()> {
    check_qualifier(table)?;
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
    Ok(())
}

fn check_qualifier(table: &TableDescriptor) -> Result<()> {
    let name = table.name.qualifier();
    let is_known = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let starts_badly = name.starts_with(['.', '-']);
    if name.is_empty() || starts_badly || !name.chars().all(is_known) {
        return Err(Error::invalid(format!(
            "the table name {name:?}: letters, digits, _, - and . alone make a name, \
             which starts with none of the last two"
        )));
    }
    Ok(())
}

fn check_family(table: &TableDescriptor, family: &FamilyDescriptor) -> Result<()> {
    let refuse = |what: &str| {
        Err(Error::invalid(format!(
            "table {}, family {:?}: {what}",
            table.name, family.name
        )))
    };
    let name = family.name.as_ref();
    if name.is_empty() || name.starts_with('.') || name.contains([':', '/']) {
        return refuse("a name is not empty, starts with no dot, and holds neither : nor /");
    }
    if name.len() > 127 || name.contains(char::is_control) {
        return refuse("a name has at most 127 bytes and no control characters");
    }
    if family.versions == Some(0) {
        return refuse("VERSIONS must be at least 1");
    }
    if family.min_versions.unwrap_or(0) > family.versions.unwrap_or(1) {
        return refuse("MIN_VERSIONS must not be above VERSIONS");
    }
    Ok(())
}
