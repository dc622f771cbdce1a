//! Lowers the table's descriptor.

use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

use crate::attr::FamilyAttr;
use crate::draft::Draft;

pub(super) fn descriptor(draft: &Draft<'_>) -> Option<TableDescriptor> {
    let attr = draft.attrs.table.as_ref()?;
    let mut table = TableDescriptor::new(TableName::parse(&attr.name.get()?.value).ok()?);
    let families = draft.declared_families().into_iter().map(family);
    table.families = families.collect::<Option<_>>()?;
    table.splits = draft.splits().unwrap_or_default();
    for (name, value) in attr.options.attributes.0.iter() {
        table.set_attribute(name, value).ok()?;
    }
    Some(table)
}

fn family(attr: &FamilyAttr) -> Option<FamilyDescriptor> {
    let mut family = FamilyDescriptor::with_name(attr.name.get()?.value.clone().into());
    for (name, value) in attr.options.attributes.iter() {
        family.set_attribute(name, value).ok()?;
    }
    Some(family)
}
