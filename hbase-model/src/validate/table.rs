//! Validates tables and changes of tables, as `HBase`'s master does (`TableDescriptorChecker`).

use std::collections::HashSet;

use super::{InvalidTable, MAX_FAMILY, MAX_NAME, MAX_ROW, check_length, check_namespace};
use crate::change::TableChange;
use crate::descriptor::{AttributeSpec, FamilyDescriptor, TableDescriptor};
use crate::name::{self, NameError, NamingRules};

type Result<T> = std::result::Result<T, InvalidTable>;

fn invalid(error: &NameError) -> InvalidTable {
    InvalidTable::invalid(error.to_string())
}

impl TableDescriptor {
    /// Checks the rules of `HBase` for a new table.
    ///
    /// ```
    /// use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
    /// let mut table = TableDescriptor::new(TableName::from_static("default", "CALLS"));
    /// assert!(table.validate().is_err());
    /// table.families = vec![FamilyDescriptor::new("D1")].into();
    /// assert!(table.validate().is_ok());
    /// ```
    ///
    /// # Errors
    /// [`InvalidTable::TooLarge`] for names and split keys over their limits, [`InvalidTable::Invalid`] for
    /// names that break `HBase`'s rules, no families or a duplicate one, attributes out of their
    /// bounds, and invalid splits.
    pub fn validate(&self) -> Result<()> {
        check_namespace(self.name.namespace())?;
        let name = self.name.qualifier();
        let valid = name::check_table(name, NamingRules::HBase, true);
        valid.map_err(|error| invalid(&error))?;
        check_length("table's name", name.len(), MAX_NAME)?;
        if self.families.is_empty() {
            return Err(InvalidTable::invalid(format!(
                "table {} without a column family: name at least one",
                self.name
            )));
        }
        let mut known = HashSet::new();
        for family in &*self.families {
            let context = format!("table {}", self.name);
            check_family(&context, family)?;
            if !known.insert(&*family.name) {
                return Err(InvalidTable::invalid(format!(
                    "table {} names the family {} twice",
                    self.name, family.name
                )));
            }
        }
        self.check_attributes()?;
        self.check_splits()
    }

    fn check_attributes(&self) -> Result<()> {
        let context = format!("table {}", self.name);
        self.fields()
            .try_for_each(|(spec, value)| check_attribute(&context, spec, &value))
    }

    fn check_splits(&self) -> Result<()> {
        let keys = self
            .splits
            .keys()
            .map_err(|error| InvalidTable::invalid(format!("table {}: {error}", self.name)))?;
        let mut lengths = keys.iter().map(Vec::len);
        lengths.try_for_each(|length| check_length("split key", length, MAX_ROW))
    }
}

impl TableChange {
    /// Checks the rules of `HBase` for any table; others depend on the existing table.
    ///
    /// # Errors
    /// [`InvalidTable::Invalid`], as for [`TableDescriptor::validate`].
    pub fn validate(&self) -> Result<()> {
        match self {
            Self::AddFamily(family) => check_family("a change of a table", family),
            // Whether MIN_VERSIONS is valid depends on the family's existing VERSIONS.
            Self::AlterFamily(family) => check_bounds("a change of a table", family),
            Self::DropFamily(name) => check_length("family", name.len(), MAX_FAMILY),
            Self::AlterTable(table) | Self::SetMetadata(table) => table.check_attributes(),
        }
    }
}

fn check_family(context: &str, family: &FamilyDescriptor) -> Result<()> {
    let found = name::check_family(&family.name, NamingRules::HBase, true);
    found.map_err(|error| invalid(&error))?;
    check_bounds(context, family)?;
    if family.min_versions.unwrap_or(0) > family.versions.unwrap_or(1) {
        return Err(wrong(
            context,
            family,
            "MIN_VERSIONS must not be above VERSIONS",
        ));
    }
    Ok(())
}

fn check_bounds(context: &str, family: &FamilyDescriptor) -> Result<()> {
    if family.name.len() > MAX_FAMILY {
        return Err(wrong(context, family, "a name has at most 127 bytes"));
    }
    let context = format!("{context}, family {:?}", family.name);
    family
        .fields()
        .try_for_each(|(spec, value)| check_attribute(&context, spec, &value))
}

fn check_attribute(context: &str, spec: &AttributeSpec, value: &str) -> Result<()> {
    let checked = spec.check(value);
    checked.map_err(|error| InvalidTable::invalid(format!("{context}, {error}")))
}

#[cold]
fn wrong(context: &str, family: &FamilyDescriptor, what: &str) -> InvalidTable {
    InvalidTable::invalid(format!("{context}, family {:?}: {what}", family.name))
}
