//! Converts table descriptors to schemas, and back.

use std::borrow::Cow;

use bytes::Bytes;
use hbase_backend::{Error, Result};
use hbase_model::{FamilyDescriptor, TableDescriptor};
use hbase_rpc::message::{BytesBytesPair, ColumnFamilySchema, TableSchema};
use hbase_rpc::region::{table_message, table_name};

/// Attributes that the server reports for each table, and that cannot be set.
const OF_THE_SERVER: &[&str] = &["IS_META"];

pub(crate) fn schema(table: &TableDescriptor) -> TableSchema {
    TableSchema {
        table_name: Some(table_message(&table.name)),
        attributes: pairs(table.attributes()),
        column_families: table.families.iter().map(family_schema).collect(),
        configuration: Vec::new(),
    }
}

pub(crate) fn family_schema(family: &FamilyDescriptor) -> ColumnFamilySchema {
    ColumnFamilySchema {
        name: Bytes::copy_from_slice(family.name.as_bytes()),
        attributes: pairs(family.attributes()),
        configuration: Vec::new(),
    }
}

fn pairs(attributes: Vec<(Cow<'static, str>, String)>) -> Vec<BytesBytesPair> {
    let pair = |(name, value): (Cow<'static, str>, String)| BytesBytesPair {
        first: Bytes::copy_from_slice(name.as_bytes()),
        second: Bytes::from(value),
    };
    attributes.into_iter().map(pair).collect()
}

/// A table without its splits, which are in `hbase:meta`.
///
/// # Errors
/// An error for an invalid value of an attribute.
pub(crate) fn descriptor(schema: &TableSchema) -> Result<TableDescriptor> {
    let name = schema.table_name.clone().unwrap_or_default();
    let mut table = TableDescriptor::new(table_name(&name)?);
    for (name, value) in texts(&schema.attributes) {
        if !OF_THE_SERVER.contains(&&*name) {
            table.set_attribute(&name, &value).map_err(unreadable)?;
        }
    }
    let families = schema.column_families.iter().map(family);
    table.families = families.collect::<Result<Vec<_>>>()?.into();
    Ok(table)
}

fn family(schema: &ColumnFamilySchema) -> Result<FamilyDescriptor> {
    let name = String::from_utf8_lossy(&schema.name).into_owned();
    let mut family = FamilyDescriptor::with_name(Cow::Owned(name));
    for (name, value) in texts(&schema.attributes) {
        family.set_attribute(&name, &value).map_err(unreadable)?;
    }
    let configuration = schema.configuration.iter();
    let metadata = configuration.map(|pair| (pair.name.clone().into(), pair.value.clone().into()));
    family.metadata.to_mut().extend(metadata);
    Ok(family)
}

fn texts(pairs: &[BytesBytesPair]) -> impl Iterator<Item = (String, String)> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    pairs
        .iter()
        .map(move |pair| (text(&pair.first), text(&pair.second)))
}

fn unreadable(error: impl std::fmt::Display) -> Error {
    Error::Corrupt {
        what: format!("a table's description: {error}"),
    }
}
