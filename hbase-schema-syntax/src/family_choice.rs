//! Which families are declared, and which one a column goes to.

use crate::attr::FamilyAttr;
use crate::draft::{Draft, FieldDraft};

/// The attributes that declare a family, in the order of the source: those on the struct and on
/// parts, or, where there are none, the first on a column for each name.
pub(crate) fn declared<'d>(draft: &'d Draft<'_>) -> Vec<&'d FamilyAttr> {
    let on_parts = draft
        .parts()
        .into_iter()
        .filter_map(|(f, _)| f.family.as_ref());
    let declared: Vec<_> = draft.attrs.families.iter().chain(on_parts).collect();
    if declared.is_empty() {
        return declared_by_columns(draft);
    }
    declared
}

fn declared_by_columns<'d>(draft: &'d Draft<'_>) -> Vec<&'d FamilyAttr> {
    let mut declared: Vec<&FamilyAttr> = Vec::new();
    for attr in draft.columns().filter_map(|f| f.family.as_ref()) {
        match declared.iter_mut().find(|d| same(d, attr)) {
            // The one with options declares, wherever it stands.
            Some(first) if first.option.is_none() => *first = attr,
            Some(_) => {}
            None => declared.push(attr),
        }
    }
    declared
}

fn same(a: &FamilyAttr, b: &FamilyAttr) -> bool {
    match (a.name.get(), b.name.get()) {
        (Some(a), Some(b)) => a.value == b.value,
        _ => false,
    }
}

/// The family of a column: its own choice, or the only one declared.
pub(crate) fn of_column<'d>(
    column: &'d FieldDraft<'_>,
    declared: &[&'d FamilyAttr],
) -> Option<&'d str> {
    let attr = match (&column.family, declared) {
        (Some(own), _) => own,
        (None, [only]) => only,
        (None, _) => return None,
    };
    attr.name.get().map(|name| name.value.as_str())
}
