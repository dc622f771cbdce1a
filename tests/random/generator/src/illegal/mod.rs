//! Illegal tables: each is a legal table with an edit that breaks one rule.

mod column;
mod date;
mod dynamic;
mod family;
mod group;
mod index;
mod index_fields;
mod key;
mod name;
mod part;
mod part_end;
mod part_list;
mod part_salt;
mod part_text;
mod part_time;
mod shape;
mod site;
mod splits;
mod struct_fields;
mod table;
mod timestamp;
mod types;
mod version;
mod when;

use crate::spec::Table;
use site::Site;

/// A rule, and an edit that breaks it.
#[derive(Debug)]
pub struct Rule {
    /// Where the source is edited.
    at: Site,
    /// The source that is added. `{table}` is the table's name, `{struct}` the struct's, `{key}` the key's, and `{part}` and `{last}` the
    /// first and the last key part's.
    adds: &'static str,
    /// Text that the error message must contain.
    pub says: &'static str,
}

/// Declares rules: the site, the addition, and the text of the error.
macro_rules! rules {
    ($($site:ident $when:expr, $adds:expr => $says:literal;)*) => {
        /// The rules of this subject.
        pub(in crate::illegal) static RULES: &[$crate::illegal::Rule] = &[$($crate::illegal::Rule {
            at: $crate::illegal::site::Site::$site($when),
            adds: $adds,
            says: $says,
        }),*];
    };
}
use rules;

/// All rules about types whose errors are trait bounds, which the compiler checks first.
pub fn bound_rules() -> impl Iterator<Item = &'static Rule> {
    let subjects = [
        types::bounds::RULES,
        types::columns::RULES,
        types::calls::RULES,
        types::scans::RULES,
    ];
    subjects.into_iter().flatten()
}

/// All rules about types whose errors are constants, which the compiler evaluates last.
pub fn constant_rules() -> impl Iterator<Item = &'static Rule> {
    types::constants::RULES.iter()
}

/// All rules about attributes.
pub fn attribute_rules() -> impl Iterator<Item = &'static Rule> {
    let subjects = [
        table::RULES,
        name::RULES,
        shape::RULES,
        splits::RULES,
        key::RULES,
        part::RULES,
        part_end::RULES,
        part_list::RULES,
        part_text::RULES,
        part_time::RULES,
        part_salt::RULES,
        family::RULES,
        column::RULES,
        dynamic::RULES,
        struct_fields::RULES,
        date::RULES,
        timestamp::RULES,
        version::RULES,
        index::RULES,
        index_fields::RULES,
        group::RULES,
    ];
    subjects.into_iter().flatten()
}

impl Rule {
    /// The struct of `table` with the edit; `None` if the edit would break no rule, or another one too.
    pub fn broken_in(&self, table: &Table) -> Option<String> {
        let adds = self.adds.replace("{table}", &table.full_name());
        let parts = &table.key.parts;
        let adds = adds
            .replace("{struct}", &table.name())
            .replace("{key}", &table.key_name())
            .replace("{part}", &parts[0].name)
            .replace("{last}", &parts[parts.len() - 1].name);
        self.at.edited(table, &adds)
    }
}
