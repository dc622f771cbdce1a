//! Families and attributes, by `HBase`'s names.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::DescriptionError;
use crate::cow::{List, Text};
use crate::descriptor::{AttributeError, AttributeSpec, FamilyDescriptor, TableDescriptor};
use crate::name::{NamingRules, check_family};

/// Attributes by name, as `HBase` writes them.
pub type Attributes = BTreeMap<String, String>;

/// A family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct Family {
    pub name: String,
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Vec<Metadatum>,
}

/// An attribute that `HBase` stores without interpreting it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct Metadatum {
    pub name: String,
    pub value: String,
}

impl Family {
    pub(super) fn of(family: &FamilyDescriptor) -> Self {
        Self {
            name: family.name.to_string(),
            attributes: attributes(family.fields()),
            metadata: metadata(&family.metadata),
        }
    }

    pub(super) fn descriptor(&self, at: usize) -> Result<FamilyDescriptor, DescriptionError> {
        let path = format!("families[{at}]");
        check_family(&self.name, NamingRules::HBase, true)
            .map_err(|error| DescriptionError::at(format!("{path}.name"), error))?;
        let mut family = FamilyDescriptor::with_name(Cow::Owned(self.name.clone()));
        let set = |name: &str, value: &str| family.set_attribute(name, value);
        let path = format!("{path}.attributes");
        set_all(&path, &self.attributes, FamilyDescriptor::ATTRIBUTES, set)?;
        family.metadata = pairs(&self.metadata);
        Ok(family)
    }
}

pub(super) fn of_table(table: &TableDescriptor) -> Attributes {
    attributes(table.fields())
}

pub(super) fn fill_table(
    table: &mut TableDescriptor,
    attributes: &Attributes,
) -> Result<(), DescriptionError> {
    let set = |name: &str, value: &str| table.set_attribute(name, value);
    set_all("attributes", attributes, TableDescriptor::ATTRIBUTES, set)
}

fn attributes(fields: impl Iterator<Item = (&'static AttributeSpec, String)>) -> Attributes {
    fields
        .map(|(spec, value)| (spec.name.to_owned(), value))
        .collect()
}

/// Sets each attribute; `path` is the path of the member that contains them.
fn set_all(
    path: &str,
    attributes: &Attributes,
    specs: &'static [AttributeSpec],
    mut set: impl FnMut(&str, &str) -> Result<(), AttributeError>,
) -> Result<(), DescriptionError> {
    for (name, value) in attributes {
        let spec = AttributeSpec::find(specs, name).filter(|spec| spec.field.is_some());
        let Some(spec) = spec else {
            return Err(unknown(path, name, specs));
        };
        let wrong = |AttributeError {
                         found, expected, ..
                     }| {
            let message = format!("found {found:?}, expected {expected}");
            DescriptionError::at(format!("{path}.{name}"), message)
        };
        spec.check(value).map_err(wrong)?;
        set(name, value).map_err(wrong)?;
    }
    Ok(())
}

fn unknown(path: &str, found: &str, specs: &[AttributeSpec]) -> DescriptionError {
    let known = specs.iter().filter(|spec| spec.field.is_some());
    let known = known.map(|spec| spec.name).collect::<Vec<_>>().join(", ");
    let message =
        format!("found `{found}`, expected one of {known}; anything else belongs in `metadata`");
    DescriptionError::at(path, message)
}

pub(super) fn metadata(pairs: &[(Text, Text)]) -> Vec<Metadatum> {
    let pairs = pairs.iter().map(|(name, value)| Metadatum {
        name: name.to_string(),
        value: value.to_string(),
    });
    pairs.collect()
}

pub(super) fn pairs(metadata: &[Metadatum]) -> List<(Text, Text)> {
    let pairs = metadata
        .iter()
        .map(|m| (Cow::Owned(m.name.clone()), Cow::Owned(m.value.clone())));
    Cow::Owned(pairs.collect())
}
