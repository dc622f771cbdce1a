//! Lowers the table's descriptor.

use hbase_model::index_tables::stamp_family;
use hbase_model::name::DatedName;
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

use crate::attr::FamilyAttr;
use crate::draft::Draft;

pub(super) fn descriptor(draft: &Draft<'_>) -> Option<TableDescriptor> {
    let attr = draft.attrs.table.as_ref()?;
    let mut table = TableDescriptor::new(name(&attr.name.get()?.value)?);
    let families = draft.declared_families().into_iter().map(family);
    let mut families: Vec<_> = families.collect::<Option<_>>()?;
    families.extend(draft.indexes().first().map(|_| stamp_family()));
    table.families = families.into();
    table.splits = draft.splits().unwrap_or_default();
    for (name, value) in attr.options.attributes.0.iter() {
        table.set_attribute(name, value).ok()?;
    }
    Some(table)
}

/// A name with a date represents the names of all periods, and was checked by their rules.
fn name(text: &str) -> Option<TableName> {
    match DatedName::parse(text).ok()? {
        Some(_) => Some(TableName::unchecked(text)),
        None => TableName::parse(text).ok(),
    }
}

fn family(attr: &FamilyAttr) -> Option<FamilyDescriptor> {
    let mut family = FamilyDescriptor::with_name(attr.name.get()?.value.clone().into());
    for (name, value) in attr.options.attributes.0.iter() {
        family.set_attribute(name, value).ok()?;
    }
    Some(family)
}
