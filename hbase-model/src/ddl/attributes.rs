//! Declared attributes, by the shell's names.

use super::quote;
use crate::cow::Text;
use crate::descriptor::{AttributeKind, FamilyDescriptor, TableDescriptor};

/// The entries of a Ruby hash.
#[derive(Default)]
struct Entries(Vec<String>);

impl Entries {
    /// Adds a number or a constant, unquoted.
    fn plain(&mut self, name: &str, value: &str) {
        self.0.push(format!("{name} => {value}"));
    }

    /// Adds a text, quoted.
    fn quoted(&mut self, name: &str, value: &str) {
        self.plain(name, &quote::text(value));
    }

    fn metadata<'a>(&mut self, pairs: impl Iterator<Item = (&'a str, &'a str)>) {
        let pairs: Vec<_> = pairs
            .map(|(name, value)| format!("{} => {}", quote::text(name), quote::text(value)))
            .collect();
        if !pairs.is_empty() {
            self.plain("METADATA", &format!("{{{}}}", pairs.join(", ")));
        }
    }

    fn into_hash(self) -> String {
        format!("{{{}}}", self.0.join(", "))
    }
}

pub(super) fn family(family: &FamilyDescriptor) -> String {
    let mut entries = Entries::default();
    entries.quoted("NAME", &family.name);
    for (spec, value) in family.fields() {
        match spec.kind {
            AttributeKind::Word { .. } | AttributeKind::Text => entries.quoted(spec.name, &value),
            _ => entries.plain(spec.name, &value),
        }
    }
    entries.metadata(pairs(&family.metadata));
    entries.into_hash()
}

/// Newer shells set this attribute as metadata only.
const OWNER: &str = "OWNER";

/// The table's own attributes, if any are declared. All are quoted: the shell tests the value's
/// truth, and omits an unquoted `false`.
pub(super) fn table(table: &TableDescriptor) -> Option<String> {
    let mut entries = Entries::default();
    for (spec, value) in table.fields().filter(|(spec, _)| spec.name != OWNER) {
        entries.quoted(spec.name, &value);
    }
    let owner = table.owner.iter().map(|owner| (OWNER, owner.as_ref()));
    entries.metadata(owner.chain(pairs(&table.metadata)));
    (!entries.0.is_empty()).then(|| entries.into_hash())
}

fn pairs(pairs: &[(Text, Text)]) -> impl Iterator<Item = (&str, &str)> {
    pairs
        .iter()
        .map(|(name, value)| (name.as_ref(), value.as_ref()))
}
