//! The declared families, and the family of each column.

use hbase_model::descriptor::Ttl;

use super::{Draft, FieldDraft};
use crate::attr::FamilyAttr;
use crate::read::Slot;

impl Draft<'_> {
    /// The attributes that declare a family, in source order: those on the struct and on key parts;
    /// without any of those, the first on a column for each name.
    pub(crate) fn declared_families(&self) -> Vec<&FamilyAttr> {
        let parts = self.fields.iter().filter(|f| f.part.is_some());
        let on_parts = parts.filter_map(|f| f.family.as_ref());
        let declared: Vec<_> = self.attrs.families.iter().chain(on_parts).collect();
        if declared.is_empty() {
            return self.families_of_columns();
        }
        declared
    }

    /// The family of a column, and its TTL if its cells expire; `None` if either has an error.
    pub(crate) fn expiry_of(&self, column: &FieldDraft<'_>) -> Option<(String, Option<Ttl>)> {
        let families = self.declared_families();
        let family = column.family_attr(&families)?;
        let name = family.name.get()?.value.clone();
        let declared = family.options.attributes.0.get("TTL");
        let ttl = match declared {
            Some(ttl) if ttl.is_broken() => return None,
            declared => declared.and_then(Slot::get),
        };
        let ttl = ttl.and_then(|seconds| Ttl::from_secs(seconds.parse().ok()?));
        Some((name, ttl.filter(|ttl| *ttl != Ttl::FOREVER)))
    }

    fn families_of_columns(&self) -> Vec<&FamilyAttr> {
        let mut declared: Vec<&FamilyAttr> = Vec::new();
        for attr in self.columns().filter_map(|f| f.family.as_ref()) {
            match declared.iter_mut().find(|d| same(d, attr)) {
                // The attribute with options is the declaration, wherever it is.
                Some(first) if first.first_option.is_none() => *first = attr,
                Some(_) => {}
                None => declared.push(attr),
            }
        }
        declared
    }
}

fn same(a: &FamilyAttr, b: &FamilyAttr) -> bool {
    match (a.name.get(), b.name.get()) {
        (Some(a), Some(b)) => a.value == b.value,
        _ => false,
    }
}

impl FieldDraft<'_> {
    /// The column's family: the one that it names, or the only one of `declared`.
    pub(crate) fn family_among<'d>(&'d self, declared: &[&'d FamilyAttr]) -> Option<&'d str> {
        let attr = match (&self.family, declared) {
            (Some(own), _) => own,
            (None, [only]) => only,
            (None, _) => return None,
        };
        attr.name.get().map(|name| name.value.as_str())
    }

    /// The attribute that declares the column's family.
    pub(crate) fn family_attr<'d>(&'d self, declared: &[&'d FamilyAttr]) -> Option<&'d FamilyAttr> {
        let name = self.family_among(declared)?;
        let mut declared = declared.iter().copied();
        declared.find(|family| family.name.get().is_some_and(|own| own.value == name))
    }
}
