//! The declared families, and the family of each column.

use super::{Draft, FieldDraft};
use crate::attr::FamilyAttr;

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
