//! Which families there are, and which columns go where.

use crate::attr::FamilyAttr;
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;
use crate::family_choice::{declared, of_column};
use crate::read::{among, did_you_mean};

/// The rule book's limit: `HBase` flushes and compacts all families of a region together.
const MOST: usize = 3;

pub(super) fn check(draft: &Draft<'_>, sink: &Sink) {
    let declared = declared(draft);
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

fn some_family(draft: &Draft<'_>, declared: &[&FamilyAttr], sink: &Sink) {
    if declared.is_empty() {
        let name = &draft.input.ident;
        let message = format!("`{name}` has no family: add `#[family(\"D1\")]` to the struct");
        sink.at(name.span(), message);
    }
}

fn few_families(draft: &Draft<'_>, declared: &[&FamilyAttr], sink: &Sink) {
    let allowed = draft.attrs.naming().is_some_and(|n| n.allowed().families);
    if let (false, Some(fourth)) = (allowed, declared.get(MOST)) {
        let count = declared.len();
        let message = format!(
            "{count} families are more than {MOST}: put columns together, or say \
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

/// `VERSIONS` is 1 unless said.
fn versions(attr: &FamilyAttr, sink: &Sink) {
    let Some(min) = attr.min_versions.spanned() else {
        return;
    };
    if attr.versions.is_broken() {
        return;
    }
    let (most, said) = match attr.versions.cloned() {
        Some(versions) => (versions, "versions"),
        None => (1, "versions, which is 1 unless said"),
    };
    if min.value > most {
        let message = format!(
            "`min_versions = {}` is more than {said}: write `versions = {}` or more, or lower it",
            min.value, min.value
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
    // A declaration with a broken name may be the one that is meant.
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
    if let (false, Some(option)) = (is_declaration, attr.option) {
        let message = "this `#[family]` only chooses a family: its options belong where the \
                       family is declared";
        sink.at(option, message);
    }
}

fn has_columns(draft: &Draft<'_>, declared: &[&FamilyAttr], sink: &Sink) {
    let mut used = Vec::new();
    for column in draft.columns() {
        // Where a choice is missing or unknown, any family may be meant.
        let known = of_column(column, declared).filter(|f| names(declared).contains(f));
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
