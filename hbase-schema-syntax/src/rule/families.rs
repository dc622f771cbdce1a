//! Checks the declared families, and the families of the columns.

use crate::attr::{AllowOption, FamilyAttr};
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;
use crate::read::{Slot, among, did_you_mean};

/// Maximum families without an exception: `HBase` flushes all families of a region together.
const MOST: usize = 3;

pub(super) fn check_families(draft: &Draft<'_>, sink: &Sink) {
    has_names(draft, sink);
    let declared = draft.declared_families();
    some_family(draft, &declared, sink);
    few_families(draft, &declared, sink);
    declared_once(&declared, sink);
    for attr in &declared {
        versions(attr, sink);
    }
    for column in draft.columns() {
        chooses_one(column, &declared, sink);
        is_declared(column, &declared, sink);
        only_the_declaration_has_options(column, &declared, sink);
    }
    has_columns(draft, &declared, sink);
}

fn has_names(draft: &Draft<'_>, sink: &Sink) {
    let on_fields = draft.fields.iter().filter_map(|f| f.family.as_ref());
    let attrs = draft.attrs.families.iter().chain(on_fields);
    for attr in attrs.filter(|attr| !attr.name.is_set()) {
        sink.at(
            attr.span,
            "`#[family]` names no family: write `#[family(\"D1\")]`",
        );
    }
}

fn some_family(draft: &Draft<'_>, declared: &[&FamilyAttr], sink: &Sink) {
    if declared.is_empty() {
        let name = &draft.input.ident;
        let message = format!("`{name}` has no family: add `#[family(\"D1\")]` to the struct");
        sink.at(name.span(), message);
    }
}

fn few_families(draft: &Draft<'_>, declared: &[&FamilyAttr], sink: &Sink) {
    let allowed = draft.allows(AllowOption::Families);
    if let (false, Some(fourth)) = (allowed, declared.get(MOST)) {
        let count = declared.len();
        let message = format!(
            "{count} families are more than {MOST}: put columns together, or use \
             `allow(families)` in `#[table]`"
        );
        sink.at(fourth.span, message);
    }
}

fn declared_once(declared: &[&FamilyAttr], sink: &Sink) {
    for (i, attr) in declared.iter().enumerate() {
        let Some(name) = attr.name.get() else {
            continue;
        };
        if names(&declared[..i]).contains(&name.value.as_str()) {
            let message = format!(
                "family `{}` is declared already: declare it once",
                name.value
            );
            sink.at(name.span, message);
        }
    }
}

/// Checks that `MIN_VERSIONS` is at most `VERSIONS`, which is 1 by default.
fn versions(attr: &FamilyAttr, sink: &Sink) {
    let attributes = &attr.options.attributes.0;
    let Some(min) = attributes.get("MIN_VERSIONS").and_then(Slot::spanned) else {
        return;
    };
    let versions = attributes.get("VERSIONS");
    if versions.is_some_and(Slot::is_broken) {
        return;
    }
    let (most, meant) = match versions.and_then(Slot::get) {
        Some(versions) => (versions.as_str(), "versions"),
        None => ("1", "versions, which is 1 by default"),
    };
    if min.value.parse::<u32>().ok() > most.parse::<u32>().ok() {
        let message = format!(
            "`min_versions = {0}` is more than {meant}: write `versions = {0}` or more, or lower it",
            min.value
        );
        sink.at(min.span, message);
    }
}

fn chooses_one(column: &FieldDraft<'_>, declared: &[&FamilyAttr], sink: &Sink) {
    let mut names = names(declared);
    names.dedup();
    if column.family.is_some() || names.len() < 2 {
        return;
    }
    let all: Vec<String> = names
        .iter()
        .map(|name| format!("#[family(\"{name}\")]"))
        .collect();
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let name = column.ident;
    let message = format!("`{name}` must choose a family: add {}", among(&all));
    sink.at(name.span(), message);
}

fn is_declared(column: &FieldDraft<'_>, declared: &[&FamilyAttr], sink: &Sink) {
    let Some(name) = column.family.as_ref().and_then(|f| f.name.get()) else {
        return;
    };
    let known = names(declared);
    // A declaration with an invalid name may be the one that is meant.
    if known.len() < declared.len() || known.contains(&name.value.as_str()) {
        return;
    }
    let meant = did_you_mean(&name.value, &known);
    let all = among(&known);
    let message = format!("unknown family `{}`{meant}: expected {all}", name.value);
    sink.at(name.span, message);
}

fn only_the_declaration_has_options(
    column: &FieldDraft<'_>,
    declared: &[&FamilyAttr],
    sink: &Sink,
) {
    let Some(attr) = &column.family else { return };
    let is_declaration = declared.iter().any(|d| std::ptr::eq(*d, attr));
    if let (false, Some(option)) = (is_declaration, attr.first_option) {
        let message = "this `#[family]` only chooses a family: its options belong where the \
                       family is declared";
        sink.at(option, message);
    }
}

fn has_columns(draft: &Draft<'_>, declared: &[&FamilyAttr], sink: &Sink) {
    let mut used = Vec::new();
    for column in draft.columns() {
        // If a column's family is missing or unknown, any family may be meant.
        let known = column
            .family_among(declared)
            .filter(|f| names(declared).contains(f));
        let Some(family) = known else { return };
        used.push(family);
    }
    if used.is_empty() {
        return;
    }
    for name in declared.iter().filter_map(|attr| attr.name.get()) {
        if !used.contains(&name.value.as_str()) {
            let message = format!(
                "family `{0}` has no column: choose it by `#[family(\"{0}\")]` on one, or leave \
                 it out",
                name.value
            );
            sink.at(name.span, message);
        }
    }
}

fn names<'d>(declared: &[&'d FamilyAttr]) -> Vec<&'d str> {
    declared
        .iter()
        .filter_map(|attr| attr.name.get())
        .map(|name| name.value.as_str())
        .collect()
}
