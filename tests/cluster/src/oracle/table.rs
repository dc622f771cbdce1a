//! Converts tables and families by the names of their attributes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hbase_backend::{Error, Result};
use hbase_model::descriptor::{Attribute, AttributeError, Text};
use hbase_model::{FamilyDescriptor, Splits, TableChange, TableDescriptor, TableName};
use serde_json::{Value, json};

use super::bytes::{base64_list, decode, list, odd};

/// A table to create.
pub(super) fn table(table: &TableDescriptor) -> Result<Value> {
    let splits = table.splits.keys();
    let splits =
        splits.map_err(|error| Error::invalid(format!("table {}: {error}", table.name)))?;
    Ok(json!({
        "table": table_name(&table.name),
        "values": values(table.attributes()),
        "families": table.families.iter().map(family).collect::<Vec<_>>(),
        "splits": base64_list(&splits),
    }))
}

/// The name with its namespace, even if it is the default one.
pub(super) fn table_name(name: &TableName) -> String {
    format!("{}:{}", name.namespace(), name.qualifier())
}

fn values(attributes: Vec<Attribute>) -> BTreeMap<Text, String> {
    attributes.into_iter().collect()
}

fn family(family: &FamilyDescriptor) -> Value {
    json!({"name": family.name, "values": values(family.attributes())})
}

/// Changes of a table.
pub(super) fn changes(changes: &[TableChange]) -> Result<Vec<Value>> {
    let change = |change: &TableChange| {
        Ok(match change {
            TableChange::AddFamily(added) => json!({"add_family": family(added)}),
            TableChange::AlterFamily(altered) => json!({"alter_family": family(altered)}),
            TableChange::DropFamily(name) => json!({"drop_family": name}),
            // HBase's Java client reopens the regions for both.
            TableChange::AlterTable(table) | TableChange::SetMetadata(table) => {
                json!({"alter_table": {"values": values(table.attributes())}})
            }
            other => {
                return Err(Error::invalid(format!(
                    "the change {other:?} is not known to the oracle: add it to its Changes.java"
                )));
            }
        })
    };
    changes.iter().map(change).collect()
}

/// A described table: every attribute that the server reports, and the current split points. Attributes without
/// a field are metadata.
pub(super) fn described(answer: &Value) -> Result<TableDescriptor> {
    let name = answer["name"]
        .as_str()
        .ok_or_else(|| odd("a name", answer))?;
    let name = TableName::parse(name).map_err(|error| Error::invalid(error.to_string()))?;
    let families: Result<Vec<_>> = list(&answer["families"])?
        .iter()
        .map(described_family)
        .collect();
    let splits: Result<Vec<_>> = list(&answer["splits"])?.iter().map(decode).collect();
    let mut table = TableDescriptor::new(name);
    table.families = families?.into();
    table.splits = described_splits(splits?);
    // Every table has this attribute; it is true only for the catalog.
    let known = described_values(answer)?.into_iter();
    for (name, value) in known.filter(|(name, _)| name != "IS_META") {
        table
            .set_attribute(&name, &value)
            .map_err(|error| invalid_attribute(&error))?;
    }
    Ok(table)
}

fn described_splits(keys: Vec<Vec<u8>>) -> Splits {
    if keys.is_empty() {
        return Splits::None;
    }
    Splits::Keys(keys.into_iter().map(Cow::Owned).collect())
}

fn described_family(answer: &Value) -> Result<FamilyDescriptor> {
    let name = answer["name"]
        .as_str()
        .ok_or_else(|| odd("a name", answer))?;
    let mut family = FamilyDescriptor::with_name(name.to_owned().into());
    for (name, value) in described_values(answer)? {
        family
            .set_attribute(&name, &value)
            .map_err(|error| invalid_attribute(&error))?;
    }
    Ok(family)
}

fn described_values(answer: &Value) -> Result<BTreeMap<String, String>> {
    serde_json::from_value(answer["values"].clone()).map_err(|_| odd("attributes", answer))
}

fn invalid_attribute(error: &AttributeError) -> Error {
    Error::Corrupt {
        what: format!("an invalid attribute: {error}"),
    }
}
